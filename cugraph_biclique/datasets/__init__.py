# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Data sets of bicliques on disk: a folder of parts, and a manifest that admits them.

`whole_files` writes a file whole or not at all, `locking` keeps a second writer out,
`manifests` says what is written, `folders` tells our files from those of others, and
`verifying` reads a data set again and compares it with its manifest.
"""
