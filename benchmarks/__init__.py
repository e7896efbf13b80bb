# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Programs that measure: ``python -m benchmarks`` lists them and runs them.

Each program is a module with a summary in its first line, `add_arguments(parser)`, and
`run(options)`, which yields one row of figures after the other. `shared` has what all
programs need, and `peers` the other programs that answer the same questions.
"""
