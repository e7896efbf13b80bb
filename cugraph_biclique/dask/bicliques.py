# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`DaskBicliques`: bicliques on the workers that found them, ranked where they are.

Each worker scores its bicliques. What is merged is small: the best bicliques of each
part, or one row for each vertex.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import dask
import dask.dataframe as dd

from cugraph_biclique.arguments import check_side, positive
from cugraph_biclique.contract.backend import Null
from cugraph_biclique.dask import merging
from cugraph_biclique.dask.degrees import DegreesByLabel, degrees_of_graph
from cugraph_biclique.dask.host_frames import concatenated
from cugraph_biclique.dask.partitions import PlannedPartition
from cugraph_biclique.dask.random_draws import p_values
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.dask.results import DaskResult, lazy
from cugraph_biclique.dask.waiting import gathered
from cugraph_biclique.dask.whole import NotOnEveryWorkerError
from cugraph_biclique.dask.whole_only import refuse_parts
from cugraph_biclique.host.progress import Progress, check_progress
from cugraph_biclique.randomization.nulls import check_null
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.results.answers import check_n
from cugraph_biclique.results.scores import WHOLE, Score, check_score

if TYPE_CHECKING:
    from typing import Self

    from cugraph_biclique.dask.call import DaskCall
    from cugraph_biclique.results import Bicliques


class DaskBicliques(DaskResult):
    """Maximal bicliques, each on the worker that found it.

    `cugraph_biclique.dask.maximal_bicliques` returns them. Dask recomputes the results
    of a lost worker when they are needed. The workers free them once there is no
    reference to this object, nor to its frames.

    Attributes
    ----------
    report : list of dict
        One entry per partition, or per sub-partition of a split one: the name of the
        ``partition``, its ``roots``, predicted ``work`` and ``edges``, and the entries
        of `cugraph_biclique.Bicliques.report` for its search. If a single root was
        split, ``roots`` is 1 in its first sub-partition and 0 in the others. A
        selection has the report of the whole result.
    """

    kind = "biclique"

    def __init__(
        self,
        client: Any,
        found: dict[PlannedPartition, Any],
        call: DaskCall | None = None,
    ) -> None:
        super().__init__(client, found)
        self._call = call
        self._have_order = dict.fromkeys(SIDES, True)
        self._is_whole = self._is_near = False
        if call is not None:
            self._have_order = call.have_order
            self._is_whole = call.whole is not None
            self._is_near = call.containing is not None and call.kept is None
            call.forget()

    @property
    def sizes(self) -> dd.DataFrame:
        """A row per biclique: ``biclique`` (int64), ``n_left``, ``n_right`` (int32)."""
        return self._frame("sizes")

    @property
    def left(self) -> dd.DataFrame:
        """A row per left member: ``biclique`` (int64), ``vertex`` (your label)."""
        return self._frame("left")

    @property
    def right(self) -> dd.DataFrame:
        """A row per right member: ``biclique`` (int64), ``vertex`` (your label)."""
        return self._frame("right")

    def to_frame(self) -> dd.DataFrame:
        """Return one row per biclique: ``biclique``, and the members as lists."""
        return self._frame("to_frame")

    def scores(self, by: Score = "share", *, weight: Any = None) -> dd.Series:
        """Compute a score for each biclique, on the workers.

        Parameters
        ----------
        by : str
            A score of `cugraph_biclique.Bicliques.scores`. Degrees and numbers of edges
            are those of the whole graph, also if the graph is in partitions.
        weight : DataFrame, optional
            Amounts of the edges, as in `cugraph_biclique.Bicliques.scores`: a pandas,
            cuDF or Dask frame. Each worker needs all of it. The whole graph must be on
            every worker.

        Returns
        -------
        dask.dataframe.Series
            One value per biclique, in the order of the result. The index has the ids of
            the bicliques. Values are those of `cugraph_biclique.Bicliques.scores`.

        Raises
        ------
        TypeError, ValueError
            As in `cugraph_biclique.Bicliques.scores`.
        MemoryBudgetError, ValueError
            `weight` is given, and the graph is in partitions, or `containing` selected
            edges of a frame: see `bipartite_graph`.

        Notes
        -----
        If the graph is in partitions, a score that needs degrees reads the frame again.
        Two shuffles count the degrees, once for all scores of this result. Each worker
        then needs one row per vertex.

        Examples
        --------
        >>> import dask.dataframe as dd
        >>> from distributed import Client
        >>> import cugraph_biclique as cb
        >>> import cugraph_biclique.dask
        >>> from cugraph_biclique.data import southern_women
        >>> with Client(processes=False, dashboard_address=":0") as client:
        ...     edges = dd.from_pandas(southern_women(), npartitions=2)
        ...     found = cb.dask.maximal_bicliques(edges, min_left=3, min_right=3)
        ...     print(found.scores("edges").max().compute())
        20
        """
        check_score(by)
        parts, weight = self._parts(by), self._weight(weight)
        return self._collection(parts, merging.scores_of, by, weight)

    def nlargest(self, n: int, by: Score = "edges", *, weight: Any = None) -> Self:
        """Select the n bicliques with the largest scores, largest first.

        Parameters
        ----------
        n : int
            Number of bicliques to return; all of them if there are fewer.
        by : str
            A score of `scores`, such as "edges" or "share". Ties are in the order of
            n_left, n_right, and the labels of the left vertices. Labels without an
            order, such as numbers and texts together, are in that of hashes.
        weight : DataFrame, optional
            Amounts of the edges, as in `scores`.

        Returns
        -------
        DaskBicliques
            Its bicliques are on the workers, too: ``found.nlargest(20).to_frame()
            .compute()`` returns them.

        Raises
        ------
        TypeError, ValueError
            If n is not an integer or negative, `by` is unknown, or as in `scores`.

        Notes
        -----
        Each worker selects the n best bicliques of each of its parts. One worker merges
        these. If the graph is in partitions, it compares their labels, in Python, and
        makes a small graph of the members of the n best ones.

        Examples
        --------
        >>> import dask.dataframe as dd
        >>> from distributed import Client
        >>> import cugraph_biclique as cb
        >>> import cugraph_biclique.dask
        >>> from cugraph_biclique.data import southern_women
        >>> with Client(processes=False, dashboard_address=":0") as client:
        ...     edges = dd.from_pandas(southern_women(), npartitions=2)
        ...     found = cb.dask.maximal_bicliques(edges, min_left=2, min_right=2)
        ...     print(found.nlargest(1, by="surprise").sizes.compute())
           biclique  n_left  n_right
        0         0       3        5
        """
        n = check_n(n)
        check_score(by)
        parts, weight = self._parts(by), self._weight(weight)
        if self._is_whole:
            best = self._on_parts(merging.best_records, parts, n, by, weight)
            one = self._on_parts(merging.merged_best, parts[:1], best, n, by, weight)
            return self._of(one, [min(n, len(self))])
        order = self._have_order["left"]
        best = self._on_parts(merging.best_of, parts, n, by, order)
        keys = self._on_parts(merging.keys_of, best, by, order, near=parts)
        places = self._client.submit(merging.places_of, keys, n, pure=False)
        sides = [
            self._on_parts(merging.sides_of, [each], places, part, near=[of])[0]
            for part, (each, of) in enumerate(zip(best, parts, strict=True))
        ]
        one = self._client.submit(merging.joined, sides, pure=False)
        return self._of([one], [min(n, len(self))])

    def vertices(
        self, side: Literal["left", "right"], by: Score = "edges"
    ) -> dd.DataFrame:
        """List the vertices of one side, with the best of their bicliques.

        Parameters
        ----------
        side : {"left", "right"}
            The side of the vertices.
        by : str
            The score that decides which biclique is the best, as in `scores`.

        Returns
        -------
        dask.dataframe.DataFrame
            The rows of `cugraph_biclique.Bicliques.vertices`, in one Dask partition.

        Raises
        ------
        ValueError
            `side` or `by` is unknown.

        Notes
        -----
        Each part has a row per vertex. One worker merges the rows of equal labels.

        Examples
        --------
        >>> import dask.dataframe as dd
        >>> from distributed import Client
        >>> import cugraph_biclique as cb
        >>> import cugraph_biclique.dask
        >>> from cugraph_biclique.data import southern_women
        >>> with Client(processes=False, dashboard_address=":0") as client:
        ...     edges = dd.from_pandas(southern_women(), npartitions=2)
        ...     found = cb.dask.maximal_bicliques(edges)
        ...     print(found.vertices("right").compute()[["vertex", "score"]].head(2))
          vertex  score
        0     E8     20
        1     E5     20
        """
        check_side(side)
        check_score(by)
        parts, submit = self._parts(by), self._client.submit
        each = [
            submit(merging.vertices_of, part, side, by, first, pure=False)
            for part, first in zip(parts, self._first, strict=False)
        ]
        order = self._have_order[side]
        merged = submit(merging.merged_vertices, each, order, pure=False)
        meta = self._collection(parts, merging.vertices_of, side, by)._meta
        with dask.config.set({"dataframe.convert-string": False}):
            return dd.from_delayed([lazy(merged)], meta=meta, verify_meta=False)

    def p_values(
        self,
        by: Score = "surprise",
        *,
        draws: int = 20,
        seed: int,
        null: Null = "swaps",
        progress: Progress = None,
    ) -> dd.DataFrame:
        """Compute a p-value for each biclique, from random graphs.

        The workers share the random graphs. The values are those of
        `cugraph_biclique.Bicliques.p_values` for the same seed.

        Parameters
        ----------
        by, draws, seed, null, progress
            As in `cugraph_biclique.Bicliques.p_values`.

        Returns
        -------
        dask.dataframe.DataFrame
            The columns of `cugraph_biclique.Bicliques.p_values`: ``biclique``,
            ``score``, ``p_value`` and ``fdr``.

        Raises
        ------
        TypeError, ValueError
            As in `cugraph_biclique.Bicliques.p_values`.
        MemoryBudgetError, ValueError
            The graph is in partitions, or `containing` selected edges of a frame: then
            no worker has all degrees and edges that are to be swapped.

        Notes
        -----
        A task searches some consecutive random graphs on all threads of its worker. The
        graphs are a chain (see `cugraph_biclique.significance`), so each worker also
        swaps the edges of the graphs that the others search. This takes 20 rounds per
        graph and is not shared.
        """
        check_score(by)
        draws, seed = positive("draws", draws), check_seed(seed)
        progress, null = check_progress(progress), check_null(null)
        whole = None if self._call is None else self._call.whole
        if whole is None:
            self._refuse_parts("p_values")
        parts, of = self._futures, (seed, null)
        try:
            with whole.client.as_current():
                rates = p_values(whole, parts, by, of, draws, progress, self._on_parts)
        except NotOnEveryWorkerError:  # of too little memory, or of lost workers
            if self._call is not None:
                self._call.whole = None
            self._refuse_parts("p_values")
        return self._collection(self._futures, merging.p_values_of, by, rates)

    def _on_client(self, by: Score) -> Bicliques:
        """Return the bicliques of a small result in one part, such as the best ones, in
        the memory of the client, with what the score `by` needs."""
        (part,) = self._on_parts(merging.alone, self._parts(by))
        found: Bicliques = gathered(part)
        return found

    def _refuse_parts(self, what: str) -> NoReturn:
        is_cut = self._call is None or self._call.may_be_cut
        refuse_parts(what, is_cut, self._is_near)

    def _weight(self, weight: Any) -> Any:
        """Return the amounts of edges as a future, or None."""
        if weight is None:
            return None
        if not self._is_whole:
            self._refuse_parts("weight")
        if not hasattr(weight, "columns"):
            return weight  # an error, which the workers report
        if hasattr(weight, "to_delayed"):
            joined = dask.delayed(concatenated)(weight.to_delayed())
            return self._client.compute(joined)
        return self._client.scatter(weight, hash=False)

    def _parts(self, by: Score) -> list[Any]:
        """Return the parts of the result, with the degrees that a score needs."""
        is_known = self._is_whole or by in WHOLE
        return self._futures if is_known else self._with_degrees

    @cached_property
    def _with_degrees(self) -> list[Any]:
        """The parts, with the degrees of the whole graph."""
        return self._on_parts(merging.with_degrees, self._futures, *self._degrees)

    @cached_property
    def _degrees(self) -> DegreesByLabel:
        """The degrees of the whole graph, also for selections."""
        assert self._call is not None
        return degrees_of_graph(self._call)

    def _on_parts(
        self,
        work: Callable[..., Any],
        parts: list[Any],
        *arguments: Any,
        near: list[Any] | None = None,
    ) -> list[Any]:
        """Run `work` on each part, on the worker of the part, or of one that is `near`.

        Dask does not know that a part has a whole graph, and would copy it.
        """
        near = parts if near is None else near
        where = self._client.who_has(near)
        futures = []
        for part, at in zip(parts, near, strict=True):
            workers = list(where.get(at.key, ())) or None  # lost: any worker
            futures.append(
                self._client.submit(
                    work,
                    part,
                    *arguments,
                    workers=workers,
                    allow_other_workers=workers is not None,
                    pure=False,
                )
            )
        return futures

    def _of(self, futures: list[Any], sizes: list[int]) -> Self:
        """Return a selection of this result."""
        same = copy(self)
        same.__dict__.pop("_with_degrees", None)
        same._set(futures, sizes)
        return same
