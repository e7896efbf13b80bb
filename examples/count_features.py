# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How clustered is a bipartite graph? Butterflies and larger bicliques as features.

Run it: ``python examples/count_features.py``.
"""

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women


def main() -> None:
    edges = southern_women()
    butterflies = cb.biclique_count(edges, 2, 2)
    stars = cb.biclique_count(edges, 1, 2)
    print(f"butterflies: {butterflies}, pairs of events of one woman: {stars}")
    table = cb.biclique_counts(edges, 4, 4)
    print(table.pivot(index="p", columns="q", values="count").to_string())


if __name__ == "__main__":
    main()
