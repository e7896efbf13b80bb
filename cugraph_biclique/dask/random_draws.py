# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs over Dask: workers that have the whole graph share the draws.

The random graphs of a seed are a chain: each follows from the one before. A share is
some consecutive graphs. A worker swaps the edges of the graphs before its share, too,
but does not search them. It keeps its chain for the next share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.random_searches import SameSearch
from cugraph_biclique.contract.backend import Null, RandomGraphs
from cugraph_biclique.dask import merging
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica
from cugraph_biclique.dask.merging import Levels, Rates
from cugraph_biclique.dask.replicas import Cut
from cugraph_biclique.dask.tasks import threads_of_worker
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.p_values import Drawn
from cugraph_biclique.results.scores import Score, scores


class Chain(NamedTuple):
    """The random graphs of a seed, as a worker has them."""

    of: tuple[int, Null]  # seed and null
    graphs: RandomGraphs
    budget: int  # of a search
    done: int  # number of graphs that have been drawn


class Draws(NamedTuple):
    """What to do with random graphs: the argument of all shares."""

    search: SameSearch[BicliqueCall]
    of: tuple[int, Null]
    by: Score | None = None  # of p-values
    levels: Levels | None = None  # of p-values


def cut_of_draws(draws: int) -> Cut:
    """Return the shares of random graphs: any number of consecutive ones."""
    return Cut("", draws, [Job(i, i + 1) for i in range(draws)], 0)


# Calls


def histograms_of_draws(
    whole: WholeGraph,
    sizes: Sizes,
    of: tuple[int, Null],
    draws: int,
    progress: Progress,
) -> list[np.ndarray]:
    """Count the bicliques of random graphs by size: rows (n_left, n_right, count) of
    each graph, in order."""
    search = whole.on_one(search_of_graph, sizes)
    each = whole.with_one_task_each()
    with each.freeing(forget_chain):
        wanted = Draws(search, of)
        return each.results(histograms, wanted, cut_of_draws(draws), progress)


def p_values(
    whole: WholeGraph,
    parts: list[Any],
    by: Score,
    of: tuple[int, Null],
    draws: int,
    progress: Progress,
    on_parts: Callable[..., list[Any]],
) -> Any:
    """Return a future of the `Rates` of the bicliques of some parts. `on_parts` runs a
    function on each part."""
    client = whole.client
    levels = client.submit(
        merging.merged_levels, on_parts(merging.levels_of, parts, by), pure=False
    )
    [search] = on_parts(search_of_result, parts[:1])
    wanted = client.submit(Draws, search, of, by, levels, pure=False)
    each = whole.with_one_task_each()
    with each.freeing(forget_chain):
        drawn = each.shared(scores_of_draws, wanted, cut_of_draws(draws), progress)
    return client.submit(merged_rates, levels, drawn, pure=False)


# Tasks


def search_of_graph(whole: BipartiteReplica, sizes: Sizes) -> SameSearch[BicliqueCall]:
    """Return the search for bicliques of these sizes."""
    return SameSearch.of(BicliqueCall, whole.request, sizes)


def search_of_result(found: Bicliques) -> Any:
    """Return the search that found a part."""
    return found._search


def histograms(
    whole: BipartiteReplica, wanted: Draws, jobs: list[Job], _: bool
) -> np.ndarray:
    """Count the bicliques of some random graphs by size."""
    parts = []
    for call, n, _before in searches(whole, wanted, jobs):
        parts.append(call.histogram(n))
        del call  # or its graph would be in memory beside the next one
    return np.concatenate(parts)


def scores_of_draws(
    whole: BipartiteReplica, wanted: Draws, jobs: list[Job], _: bool
) -> Drawn:
    """Return what p-values need of the scores of some random graphs."""
    assert wanted.by is not None
    assert wanted.levels is not None
    drawn = Drawn(wanted.levels.score, len(jobs))
    for call, n, before in searches(whole, wanted, jobs):
        for part in call.results_of_graphs(n):
            drawn.add(part.number + before, scores(part.found, wanted.by, n))
            del part
        del call
    drawn.levels = drawn.levels[:0]  # every share has them
    return drawn


def searches(
    whole: BipartiteReplica, wanted: Draws, jobs: list[Job]
) -> Iterator[tuple[BicliqueCall, int, int]]:
    """Yield the searches of consecutive random graphs: the search of a union, and how
    many graphs it has and how many are before, on all threads of the worker."""
    graph, first, done = whole.request.graph, jobs[0].first, 0
    with threads_of_worker():
        chain = chain_at(whole, wanted, first)
        for call, n in wanted.search.calls(
            chain.graphs, graph, len(jobs), chain.budget
        ):
            yield call, n, done
            done += n
            del call
    whole.chain = chain._replace(done=first + done)


def chain_at(whole: BipartiteReplica, wanted: Draws, first: int) -> Chain:
    """Return the random graphs from number `first` on. Until they are stored again,
    other tasks of the worker make their own."""
    chain, whole.chain = whole.chain, None
    if chain is None or chain.of != wanted.of or chain.done > first:
        graph, of = whole.request.graph, wanted.of
        whole.drop("search")  # the prepared graph, which takes memory
        chain = Chain(of, *wanted.search.random_graphs(graph, *of), done=0)
    chain.graphs.skip(first - chain.done)
    return chain


def forget_chain(whole: BipartiteReplica) -> None:
    """Free the memory of the random graphs."""
    whole.chain = None


def merged_rates(levels: Levels, parts: list[Drawn]) -> Rates:
    """Return the rates of the scores, from what all random graphs have."""
    drawn = Drawn(levels.score, 0)
    drawn.best = np.concatenate([part.best for part in parts])
    drawn.reaching = np.sum([part.reaching for part in parts], axis=0)
    return Rates(levels.score, *drawn.rates(levels.seen))
