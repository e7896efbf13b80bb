# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which groups of customers share important goods? cuGraph and maximal bicliques.

PageRank on a cuGraph graph tells which goods are important, and the maximal bicliques
of the same graph tell who shares them. Both results are joined on the GPU. Run it:
``python examples/cugraph_hubs.py``.
"""

import cudf
import cugraph
import numpy as np

import cugraph_biclique as cb

LEAST_CUSTOMERS = 4
LEAST_GOODS = 4


def make_purchases(seed: int = 0) -> cudf.DataFrame:
    """Random purchases, and six customers who share five popular goods."""
    rng = np.random.default_rng(seed)
    favourites = [f"good {i}" for i in range(5)]
    chance = {
        "customer": [f"customer {i}" for i in rng.integers(0, 400, 1500)],
        "good": [f"good {i}" for i in rng.integers(5, 300, 1500)],
    }
    liked = {
        "customer": [f"customer {i}" for i in rng.integers(0, 400, 600)],
        "good": rng.choice(favourites, 600).tolist(),
    }
    group = {
        "customer": [f"friend {i}" for i in range(6) for _ in favourites],
        "good": favourites * 6,
    }
    parts = [cudf.DataFrame(part) for part in (chance, liked, group)]
    return cudf.concat(parts, ignore_index=True)


def rank_groups(purchases: cudf.DataFrame) -> tuple[cb.Bicliques, cudf.Series]:
    """Groups that share goods, and the PageRank of their goods, highest first."""
    graph = cugraph.Graph(directed=True)  # from customers to goods
    graph.from_cudf_edgelist(
        purchases, source="customer", destination="good", store_transposed=True
    )
    found = cb.maximal_bicliques(graph, min_left=LEAST_CUSTOMERS, min_right=LEAST_GOODS)
    shared = found.right.merge(cugraph.pagerank(graph), on="vertex")
    weight = shared.groupby("biclique")["pagerank"].sum()
    return found, weight.sort_values(ascending=False)


def main() -> None:
    found, weight = rank_groups(make_purchases())
    for biclique, rank in weight.head(3).to_pandas().items():
        customers, goods = next(iter(found[biclique : biclique + 1]))
        print(f"{rank:.3f}: {', '.join(customers)} share {', '.join(goods)}")


if __name__ == "__main__":
    main()
