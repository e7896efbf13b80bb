# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Other programs that answer the same questions, run on the same graph in the same run.

`packages` are Python packages that a user could install, and run if they are installed.
`binaries` are published programs that the user has built: ``--peer NAME=PATH``.
"""
