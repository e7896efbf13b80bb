# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every public call on graphs of every kind: which compiled code does a call need that
`warming` does not know?

As a program, it loads what `warming` knows, then makes all calls, and prints each
signature of a kernel that was added. A public name without a call is an error.
"""

import importlib.util
import tempfile
import warnings
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from unittest import mock

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import scipy.sparse as sp

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women
from cugraph_biclique.graph import csr
from cugraph_biclique.warming import USES, use

ENDS = (
    np.array([1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5]),
    np.array([1, 2, 3, 1, 2, 3, 2, 3, 3, 4, 4]),
)
INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]


def frame(left, right):
    return pd.DataFrame({"u": left, "i": right})


def text(ids):
    return pd.Series([f"v{each}" for each in ids], dtype=object)


def converted(convert):
    return frame(*map(convert, ENDS))


def labels():
    """Frames whose labels are of every kind."""
    for dtype in [*INTEGERS, "float32", "float64", ">i4", ">f8"]:
        yield dtype, converted(lambda ids, dtype=dtype: ids.astype(dtype))
    for dtype in ("Int8", "Int64", "UInt32", "Float64"):
        yield dtype, converted(lambda ids, dtype=dtype: pd.array(ids, dtype=dtype))
    yield "text", converted(text)
    for dtype in ("string", "category", "string[pyarrow]", "large_string[pyarrow]"):
        yield dtype, converted(lambda ids, dtype=dtype: text(ids).astype(dtype))
    numbers = pd.CategoricalDtype([5, 4, 3, 2, 1], ordered=True)
    yield (
        "categories of integers",
        converted(lambda ids: pd.Categorical(ids, dtype=numbers)),
    )
    for dtype, value in (
        (pa.int32(), int),
        (pa.date32(), lambda n: date(2026, 1, n)),
        (pa.decimal128(5), Decimal),
        (pa.timestamp("us"), lambda n: datetime(2026, 1, n)),
    ):
        yield (
            f"Arrow {dtype}",
            converted(
                lambda ids, dtype=dtype, value=value: pd.Series(
                    pd.arrays.ArrowExtensionArray(
                        pa.array([value(int(each)) for each in ids], dtype)
                    )
                )
            ),
        )
    yield "dates", converted(lambda ids: pd.to_datetime(ids, unit="D"))
    yield "zones", converted(lambda ids: pd.to_datetime(ids, unit="D", utc=True))
    yield "durations", converted(lambda ids: pd.to_timedelta(ids, unit="D"))
    yield "periods", converted(lambda ids: pd.PeriodIndex.from_ordinals(ids, freq="D"))
    yield "Python integers", converted(lambda ids: ids.astype(object))
    yield "tuples", converted(lambda ids: pd.Series([(each, "x") for each in ids]))
    yield "bytes", converted(lambda ids: pd.Series([bytes([each]) for each in ids]))
    yield (
        "mixed",
        converted(
            lambda ids: pd.Series([each if each % 2 else str(each) for each in ids])
        ),
    )
    yield "text and integers", frame(text(ENDS[0]), ENDS[1])
    yield "integers and text", frame(ENDS[0], text(ENDS[1]))
    yield "narrow and wide", frame(ENDS[0].astype("int8"), ENDS[1])


def kinds():
    """Graphs that are no frames, or whose arrays have another layout."""
    pairs = np.column_stack(ENDS)
    for dtype in INTEGERS:
        yield f"array of {dtype}", pairs.astype(dtype)
    yield "Fortran array", np.asfortranarray(pairs)
    yield "strided array", np.repeat(np.repeat(pairs, 2, 0), 2, 1)[::2, ::2]
    yield "array of text", pairs.astype(str)
    locked = pairs.copy()
    locked.flags.writeable = False
    yield "locked array", locked
    yield "two arrays", ENDS
    yield "Arrow", pa.table({"u": ENDS[0], "i": [str(each) for each in ENDS[1]]})
    ones = np.ones(len(ENDS[0]))
    for make in (sp.csr_array, sp.csc_array, sp.coo_array, sp.lil_array, sp.csr_matrix):
        for dtype in (bool, "int8", "float32", "float64"):
            matrix = make(sp.coo_array((ones.astype(dtype), ENDS), shape=(6, 6)))
            yield f"{make.__name__} of {np.dtype(dtype)}", matrix
    wide = sp.csr_array(sp.coo_array((ones, ENDS), shape=(6, 6)))
    wide.indices, wide.indptr = wide.indices.astype("i8"), wide.indptr.astype("i8")
    yield "csr_array of int64 ids", wide
    graph = nx.Graph()
    for u, v in zip(*ENDS, strict=True):
        graph.add_node(f"u{u}", bipartite=0)
        graph.add_node(f"i{v}", bipartite=1)
        graph.add_edge(f"u{u}", f"i{v}")
    yield "NetworkX", graph
    yield "NetworkX integers", nx.convert_node_labels_to_integers(graph)
    if importlib.util.find_spec("polars"):
        import polars as pl

        yield "Polars", pl.DataFrame({"u": ENDS[0], "i": [str(e) for e in ENDS[1]]})


def sizes():
    """Graphs that take other ways through the search: without edges, dense, with wide
    rows, with hubs, and large."""
    rng = np.random.default_rng(1)
    yield "no edges", frame(ENDS[0][:0], ENDS[1][:0])
    yield "a star", frame(np.zeros(50, int), np.arange(50))
    yield "dense", frame(*np.nonzero(rng.random((12, 90)) < 0.8))
    hubs = np.concatenate([rng.integers(0, 8, 3000), rng.integers(0, 400, 2000)])
    yield "hubs", frame(hubs, rng.integers(0, 700, 5000)).drop_duplicates()
    ends = rng.integers(0, 60_000, (2, 150_000))
    yield "large", frame(*ends).drop_duplicates()
    yield "large text", frame(*(pd.Series(each).astype(str) for each in ends))


def graphs():
    yield "women", southern_women()
    yield from labels()
    yield from kinds()
    yield from sizes()


def enumerated(G):
    for options in ({}, {"sort": True}, {"min_left": 2, "min_right": 2, "max_left": 4}):
        found = cb.maximal_bicliques(G, **options, **HERE)
        answered(found)
    return found


def answered(found):
    """All that a result can do."""
    len(found), repr(found), found.report
    few = found[:200]
    for by in ("edges", "left", "balanced", "share", "share_left", "lift", "surprise"):
        few.scores(by), few.nlargest(3, by), few.vertices("left", by)
    few.vertices("right")
    edges = cb.core(found._graph, 1, 1)
    for amount in (1, 1.0):
        few.scores("share", weight=edges.assign(**{"an amount": amount}))
    (few.left, few.right, few.sizes, few.to_frame(), list(few[:5]), few.take([]))
    for at_most in (1, 2):
        few.missing(at_most)
    few.covers(), few[::3].covers(), few.cover(3)
    families = few.families(0.5)
    _ = (families.left, families.right, families.summary, families.bicliques)
    list(few.iter_batches(7))
    if found._graph.n_edges < 50_000:
        few.p_values(draws=2, seed=1, progress=False)


def grouped(found):
    """All that groups can do."""
    len(found), repr(found), found.report, found._repr_html_()
    _ = (found.summary, found.left, found.right, found.missing, found.to_frame())


def has_one_kind(G):
    """Whether the vertices of both sides can be of one kind, as in cliques."""
    if isinstance(G, sp.sparray | sp.spmatrix):
        return G.shape[0] == G.shape[1]
    try:
        cb.maximal_clique_count(G, **HERE)
    except TypeError as error:
        if "both ends of an edge are vertices of one kind" not in str(error):
            raise
        return False
    return True


def cliques(G):
    if not has_one_kind(G):
        return
    for options in ({}, {"sort": True}, {"min_size": 2}):
        found = cb.maximal_cliques(G, **options, **HERE)
    (found.members, found.sizes, found.to_frame(), list(found[:5]), found[[]])


def with_vertex(call, **options):
    def run(G):
        graph = cb.bipartite_graph(G)
        if graph.n_left:
            label = graph.left_labels[0]
            call(graph, containing={"left": [label]}, **options, **HERE)

    return run


def listed(G):
    for p, q in ((1, 2), (2, 2), (3, 2), (2, 3)):
        for _, _ in zip(range(3), cb.iter_bicliques(G, p, q, **HERE), strict=False):
            pass


def local(call, *more):
    def run(G):
        for p, q in ((1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)):
            call(G, p, q, *more, **HERE)

    return run


def written(call):
    def run(G):
        with tempfile.TemporaryDirectory() as place:
            try:
                call(G, place, **HERE)
            except TypeError as error:  # Parquet has no type for some labels
                if "Parquet" not in str(error):
                    raise
            else:
                cb.verify_data_set(place)

    return run


def read(G):
    """Files of every format, and the searches of what they contain."""
    if not isinstance(G, pd.DataFrame) or list(G) != ["woman", "event"]:
        return
    numbers = pd.DataFrame({"u": ENDS[0], "i": ENDS[1]})
    with tempfile.TemporaryDirectory() as place:
        for n, edges in enumerate((G, numbers)):
            for name, write in {
                "a.csv": lambda path, e=edges: e.to_csv(path, index=False),
                "a.tsv": lambda path, e=edges: e.to_csv(path, index=False, sep="\t"),
                "a.jsonl": lambda path, e=edges: e.to_json(
                    path, orient="records", lines=True
                ),
                "a.parquet": lambda path, e=edges: e.to_parquet(path),
            }.items():
                file = Path(place, f"{n}{name}")
                write(file)
                header = {"header": True} if name in ("a.csv", "a.tsv") else {}
                texts = {} if name == "a.parquet" else {"text_ids": True}
                for options in (header, header | texts):
                    cb.maximal_biclique_count(cb.read_edges(file, **options), **HERE)
        baskets = Path(place, "a.fimi")
        baskets.write_text("1 2 3\n2 3\n1 2\n")
        cb.maximal_biclique_count(cb.read_edges(baskets), **HERE)
        matrix = Path(place, "a.mtx")
        matrix.write_text(
            "%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 1\n2 3\n"
        )
        cb.maximal_biclique_count(cb.read_edges(matrix), **HERE)


def itemsets(G):
    graph = cb.bipartite_graph(G)
    rows = [
        [f"i{e}" for e in row]
        for row in np.split(graph.left_indices, graph.left_indptr[1:-1])
    ][:200]
    if rows and graph.n_edges:
        closed = cb.closed_itemsets(rows, 0.5, **HERE)
        if closed["itemsets"].map(len).max() < 9:
            cb.association_rules(closed)
        table = np.zeros((len(rows), 20), bool)
        table[:, :3] = True
        cb.closed_itemsets(pd.DataFrame(table).add_prefix("i"), 0.5, **HERE)


def significant(G):
    graph = cb.bipartite_graph(G)
    if graph.n_edges < 50_000:
        found = cb.significance(graph, 3, seed=1, **HERE)
        found.thresholds(0.5), repr(found)


def contrasted(G):
    graph = cb.bipartite_graph(G)
    if graph.n_left > 1:
        labels = pd.Series(np.arange(graph.n_left) % 2, graph._label_indexes[0])
        cb.contrast(cb.maximal_bicliques(graph, **HERE)[:100], labels, draws=9)


def taken_apart(G):
    graph = cb.bipartite_graph(G)
    cb.BipartiteGraph(
        graph.left_indptr, graph.left_indices, graph.right_indptr, graph.right_indices,
        graph.left_labels, graph.right_labels, graph.left_name, graph.right_name,
    )  # fmt: skip


def nothing(G):
    pass


AS_LARGE = {"women", "text", "hubs"}  # also by the code for large graphs
HERE = {"engine": "cpu", "progress": False}
CALLS = {
    "Bicliques": [nothing],  # `maximal_bicliques` returns one
    "BipartiteGraph": [taken_apart],
    "Cliques": [nothing],
    "DataSetError": [nothing],
    "EngineUnavailableError": [nothing],
    "Estimate": [nothing],
    "Families": [nothing],
    "Groups": [nothing],
    "LongSearchWarning": [nothing],
    "MemoryBudgetError": [nothing],
    "StalledClusterError": [nothing],
    "NotBipartiteError": [nothing],
    "Significance": [nothing],
    "UnknownSidesWarning": [nothing],
    "association_rules": [nothing],  # called for `closed_itemsets`
    "biclique_count": [local(cb.biclique_count)],
    "biclique_count_by_edge": [local(cb.biclique_count_by_edge)],
    "biclique_count_by_vertex": [
        local(cb.biclique_count_by_vertex, "left"),
        local(cb.biclique_count_by_vertex, "right"),
    ],
    "biclique_counts": [
        lambda G: cb.biclique_counts(G, 5, 4, **HERE),
        lambda G: cb.biclique_counts(G, 1, 2, **HERE),
    ],
    "bipartite_graph": [cb.bipartite_graph],
    "bitruss": [lambda G: cb.bitruss(G, **HERE)],
    "closed_itemsets": [itemsets],
    "contrast": [contrasted],
    "core": [
        lambda G: cb.core(G, 2, 2, engine="cpu"),
        lambda G: cb.core(G, 1, 3, engine="cpu"),
    ],
    "core_numbers": [lambda G: cb.core_numbers(G, [1, 2], "left", engine="cpu")],
    "estimate_maximal_bicliques": [cb.estimate_maximal_bicliques],
    "iter_bicliques": [listed],
    "iter_maximal_bicliques": [
        lambda G: list(cb.iter_maximal_bicliques(G, batch_size=50, **HERE)),
        with_vertex(lambda G, **how: list(cb.iter_maximal_bicliques(G, **how))),
    ],
    "iter_maximal_cliques": [
        lambda G: has_one_kind(G) and list(cb.iter_maximal_cliques(G, **HERE))
    ],
    "groups": [
        lambda G: grouped(cb.groups(G, **HERE)),
        lambda G: cb.groups(G, 3, min_left=3, density=1, **HERE),
        with_vertex(cb.groups),
    ],
    "largest_bicliques": [
        lambda G: [
            answered(cb.largest_bicliques(G, 3, by=by, **HERE))
            for by in ("edges", "left", "right", "balanced")
        ],
        lambda G: cb.largest_bicliques(G, 2, min_left=3, min_right=2, **HERE),
        lambda G: grouped(
            cb.largest_bicliques(G, 2, missing=1, min_left=2, min_right=2, **HERE)
        ),
        with_vertex(cb.largest_bicliques),
    ],
    "maximal_biclique_count": [
        lambda G: cb.maximal_biclique_count(G, **HERE),
        lambda G: cb.maximal_biclique_count(G, min_left=3, min_right=3, **HERE),
        lambda G: cb.maximal_biclique_count(G, max_left=2, max_right=9, **HERE),
        with_vertex(cb.maximal_biclique_count),
    ],
    "maximal_biclique_sizes": [
        lambda G: cb.maximal_biclique_sizes(G, **HERE),
        with_vertex(cb.maximal_biclique_sizes),
    ],
    "maximal_bicliques": [
        enumerated,
        with_vertex(cb.maximal_bicliques),
        with_vertex(cb.maximal_bicliques, max_right=3),
    ],
    "maximal_clique_count": [
        lambda G: has_one_kind(G) and cb.maximal_clique_count(G, **HERE)
    ],
    "maximal_clique_sizes": [
        lambda G: has_one_kind(G) and cb.maximal_clique_sizes(G, **HERE)
    ],
    "maximal_cliques": [cliques],
    "project": [lambda G: cb.project(G, "left", engine="cpu")],
    "random_graphs": [
        lambda G: [*cb.random_graphs(G, 2, seed=1, engine="cpu")],
    ],
    "read_edges": [read],
    "significance": [significant],
    "tip": [lambda G: cb.tip(G, "left", **HERE), lambda G: cb.tip(G, "right", **HERE)],
    "verify_data_set": [nothing],  # called for what is written
    "write_groups": [written(cb.write_groups)],
    "write_maximal_bicliques": [written(cb.write_maximal_bicliques)],
    "write_maximal_cliques": [
        lambda G: has_one_kind(G) and written(cb.write_maximal_cliques)(G)
    ],
}


def kernels():
    """The kernels of the package, as the build of a wheel finds them."""
    path = Path(__file__).parent.parent / "ci" / "compile_kernels.py"
    spec = importlib.util.spec_from_file_location("compile_kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.kernels())


def signatures(found):
    return {
        (name, str(signature))
        for name, kernel in found.items()
        for signature in kernel.signatures
    }


def over_dask(G):
    """The calls over Dask, on a cluster within this process."""
    import dask.dataframe as dd
    import distributed

    import cugraph_biclique.dask as over

    with (
        distributed.Client(
            processes=False, n_workers=1, threads_per_worker=1, dashboard_address=":0"
        ),
        tempfile.TemporaryDirectory() as place,
    ):
        ddf = dd.from_pandas(G, npartitions=2, sort=False)
        found = over.maximal_bicliques(ddf, engine="cpu", partitions=3)
        for frame in (found.left, found.right, found.sizes, found.to_frame()):
            frame.compute()
        found.nlargest(3, by="share").to_frame().compute()
        graph = over.bipartite_graph(ddf, engine="cpu")
        found = over.maximal_bicliques(graph)
        found.nlargest(3, by="surprise").p_values(draws=2, seed=1).compute()
        found.vertices("left").compute()
        over.significance(graph, 2, seed=1)
        over.estimate_maximal_bicliques(graph)
        over.closed_itemsets(graph, 0.2)
        over.groups(graph, 2)
        over.write_groups(graph, f"{place}/groups", 2)
        over.maximal_biclique_count(ddf, engine="cpu", min_left=3, min_right=3)
        over.maximal_biclique_sizes(ddf, engine="cpu", partitions=3)
        over.biclique_count(ddf, 3, 3, engine="cpu", partitions=3)
        over.biclique_counts(ddf, 3, 4, engine="cpu")
        over.write_maximal_bicliques(ddf, f"{place}/bicliques", engine="cpu")
        over.maximal_cliques(ddf).members.compute()
        over.maximal_clique_count(ddf, min_size=2)
        over.maximal_clique_sizes(ddf)
        over.write_maximal_cliques(ddf, f"{place}/cliques")


def in_networkx(G):
    if isinstance(G, nx.Graph):
        list(nx.find_cliques(G, backend="biclique"))
        nx.node_clique_number(G, backend="biclique")
        nx.square_clustering(G, backend="biclique")
        nx.bipartite.robins_alexander_clustering(G, backend="biclique")


def added(uses=tuple(USES), only=None):
    """Yield (name of a kernel, signature, call, graph) of all that these uses do not
    load, and each error, from the calls on all graphs or on some."""
    found = kernels()
    use(uses)
    known = signatures(found)
    for name, graph in graphs():
        if only is not None and name not in only:
            continue
        calls = [(call, one) for call in cb.__all__ for one in CALLS[call]]
        calls.append(("NetworkX", in_networkx))
        if name == "women":
            calls.append(("Dask", over_dask))
        for least in (csr.WORTH_THREADS, *([1] if name in AS_LARGE else [])):
            with mock.patch.object(csr, "WORTH_THREADS", least):
                for call, one in calls:
                    try:
                        one(graph)
                    except Exception as error:
                        why = f"{type(error).__name__}: {error}"
                        yield "no kernel", why, call, name
                    new = signatures(found) - known
                    known |= new
                    for kernel, signature in sorted(new):
                        yield kernel, signature, call, name


def main():
    warnings.simplefilter("ignore")
    for line in added():
        print(*line, sep="\t", flush=True)


if __name__ == "__main__":
    main()
