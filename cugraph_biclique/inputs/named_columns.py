# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Text formats that name both columns of the edges themselves: their readers."""

from __future__ import annotations

from cugraph_biclique.inputs.files.formal_contexts import read_context
from cugraph_biclique.inputs.files.gene_sets import read_gene_sets
from cugraph_biclique.inputs.files.hypergraphs import read_hif
from cugraph_biclique.inputs.files.matrix_market import read_matrix
from cugraph_biclique.inputs.files.pajek import read_pajek
from cugraph_biclique.inputs.files.recognition import (
    CONTEXT,
    GENE_SETS,
    HIF,
    MATRIX,
    PAJEK,
)

# Names of the formats in messages, and readers called with (text, text_ids).
READERS = {
    MATRIX: ("MatrixMarket", read_matrix),
    CONTEXT: ("a formal context", read_context),
    GENE_SETS: ("GMT", read_gene_sets),
    PAJEK: ("Pajek", read_pajek),
    HIF: ("HIF", read_hif),
}
