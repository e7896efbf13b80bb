# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Data sets of bicliques, cliques or groups on disk: parts in a folder, and a manifest.

`stores` has the files and folders at addresses. `whole_files` writes a file completely
or not at all. `locking` keeps a second writer out. `manifests` writes, reads and checks
manifests. `folders` opens and cleans the folder of a data set. `results.verifying`
compares all files with the manifest.
"""
