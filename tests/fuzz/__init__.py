# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A fuzzer of the library: random graphs, random calls, and answers that must agree.

``python tests/fuzz --help`` tells how to run it. A case is one graph, one relation
(`relations`) and its options (`options`), all of them data: any case can be repeated,
made smaller (`minimise`) and kept (`corpus`). `oracle` is the judge.
"""
