# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge frames of cuDF: any labels go in, the same come out, nothing visits the host.

Modules: `inputs/cudf_frame.py`, `inputs/cudf_labels.py`, `results/cudf_frames.py`,
`results/cudf_limits.py`, `partition/cudf_frame.py`.
"""

import decimal

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

pytestmark = pytest.mark.gpu

EDGES = graphs.random_graph(30, 40, 0.3, seed=31)
FRAMES = "cugraph_biclique.results.cudf_frames"  # imported where there is cuDF

# What labels are made of: (values of the left, of the right, dtype in cuDF)
LABELS = {
    "int32": (lambda i: 7 - 3 * i, "int32"),
    "int64 far apart": (lambda i: 10**12 * i - 5, "int64"),
    "uint64": (lambda i: 2**64 - 1 - i, "uint64"),
    "uint8": (lambda i: i + 200, "uint8"),
    "bool": (lambda i: i % 2 == 0, "bool"),
    "float64": (lambda i: i / 4 - 1, "float64"),
    "float32": (lambda i: -i / 4, "float32"),
    "str": (lambda i: "äöüz"[i % 4] * (i % 3) + str(i), "str"),
    "datetime": (lambda i: pd.Timestamp(2026, 1, 1) + pd.Timedelta(hours=i), None),
    "datetime[ms]": (lambda i: np.datetime64(i * 3600, "s"), "datetime64[ms]"),
    "timedelta": (lambda i: pd.Timedelta(minutes=7 * i), None),
}


@pytest.fixture(scope="module")
def cudf():
    return pytest.importorskip("cudf")


def frame_of(edges, cudf, left="int64", right="int64"):
    """A cuDF frame with labels of two kinds."""
    columns = {}
    for name, kind, ids in zip(
        ("user", "item"), (left, right), zip(*edges, strict=True), strict=True
    ):
        make, dtype = LABELS.get(kind, (int, kind))
        columns[name] = cudf.from_pandas(pd.Series([make(i) for i in ids], dtype=dtype))
    return cudf.DataFrame(columns)


def same(device, host):
    """That a cuDF frame has the rows, the order and the labels of a pandas one."""
    assert type(device).__module__.partition(".")[0] == "cudf"
    pd.testing.assert_frame_equal(
        device.to_pandas(), host, check_dtype=False, check_categorical=False
    )


def lists(frame):
    """The bicliques of a list frame, in order, as the sets of their labels."""
    frame = frame.to_pandas()
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


# In and out


@pytest.mark.parametrize("kind", LABELS)
def test_results_are_those_of_the_cpu_engine_with_the_caller_s_dtypes(kind, cudf):
    edges = frame_of(EDGES, cudf, left=kind, right="str")
    found = cb.maximal_bicliques(edges, sort=True)
    assert found.report["engine"] == "gpu"
    columns = {"left": "user", "right": "item"}  # a Boolean column needs names
    expected = cb.maximal_bicliques(
        edges.to_pandas(), **columns, sort=True, engine="cpu"
    )
    assert found.left["vertex"].dtype == edges["user"].dtype
    assert found.right["vertex"].dtype == edges["item"].dtype
    for part in ("sizes", "left", "right"):
        same(getattr(found, part), getattr(expected, part))
    assert lists(found.to_frame()) == lists_of_pandas(expected.to_frame())


def lists_of_pandas(frame):
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


@pytest.mark.parametrize("ordered", [False, True])
def test_categoricals_keep_their_categories_and_their_order(ordered, cudf):
    names = [f"c{i}" for i in range(60, -1, -1)]  # most are not used
    dtype = pd.CategoricalDtype(names, ordered=ordered)
    host = graphs.as_frame(EDGES)
    host.columns = ["user", "item"]
    host["item"] = pd.Categorical([f"c{i}" for i in host["item"]], dtype=dtype)
    edges = cudf.from_pandas(host)
    found = cb.maximal_bicliques(edges, sort=True)
    expected = cb.maximal_bicliques(host, sort=True, engine="cpu")
    assert found.right["vertex"].dtype == edges["item"].dtype
    assert list(found.right["vertex"].to_pandas().cat.categories) == names
    assert (
        found.right.to_pandas()["vertex"].tolist() == expected.right["vertex"].tolist()
    )
    assert lists(found.to_frame()) == lists_of_pandas(expected.to_frame())


def test_masked_integers_keep_their_dtype(cudf):
    host = pd.DataFrame(EDGES, columns=["user", "item"]).astype("Int32")
    edges = cudf.from_pandas(host)
    found = cb.maximal_bicliques(edges)
    assert found.left["vertex"].dtype == edges["user"].dtype
    assert len(found) == len(naive.maximal_bicliques(EDGES))


@pytest.mark.parametrize("name", ["crown-and-full", "twins", "wide-65", "planted"])
def test_the_bicliques_are_those_of_the_oracle(name, cudf):
    edges = graphs.IRREGULAR[name]
    found = cb.maximal_bicliques(frame_of(edges, cudf))
    listed = lists(found.to_frame())
    assert len(listed) == len(found)
    assert set(listed) == naive.maximal_bicliques(edges)


def test_of_three_columns_two_are_named(cudf):
    edges = frame_of(EDGES, cudf)
    edges.insert(0, "when", 1)
    found = cb.maximal_bicliques(edges, left="item", right="user")
    assert repr(found).endswith("'item' x 'user'>")
    assert len(found) == len(naive.maximal_bicliques(EDGES))
    with pytest.raises(ValueError, match=r"has 3 columns, \['when', 'user', 'item'\]"):
        cb.maximal_biclique_count(edges)
    with pytest.raises(ValueError, match=r"left='users'.*'when', 'user', 'item'"):
        cb.maximal_bicliques(edges, left="users")


def test_a_sliced_frame_with_an_index_of_its_own(cudf):
    edges = frame_of(EDGES, cudf, left="str")
    edges.index = edges.index[::-1]
    part = edges[5:-7]
    found = cb.maximal_bicliques(part, sort=True)
    expected = cb.maximal_bicliques(part.to_pandas(), sort=True, engine="cpu")
    same(found.left, expected.left)


def test_counts_and_sizes(cudf):
    edges = frame_of(EDGES, cudf, left="str")
    found = naive.maximal_bicliques(EDGES)
    assert cb.maximal_biclique_count(edges) == len(found)
    assert int(cb.maximal_biclique_sizes(edges)["count"].sum()) == len(found)
    assert cb.biclique_count(edges, 2, 3) == naive.biclique_count(EDGES, 2, 3)
    estimate = cb.estimate_maximal_bicliques(edges)
    assert estimate.bicliques == len(found)  # few roots: all are searched


def test_an_empty_frame(cudf):
    edges = cudf.DataFrame({"user": cudf.Series([], dtype="str"), "item": [1][:0]})
    found = cb.maximal_bicliques(edges)
    assert len(found) == 0
    for frame in (found.left, found.right, found.sizes, found.to_frame()):
        assert len(frame) == 0
    assert found.left["vertex"].dtype == edges["user"].dtype


def test_the_caller_s_frame_does_not_change(cudf):
    edges = frame_of(EDGES, cudf, left="str", right="int32")
    before = edges.copy(deep=True)
    cb.maximal_bicliques(edges, sort=True)
    pd.testing.assert_frame_equal(edges.to_pandas(), before.to_pandas())


def test_results_join_with_the_caller_s_tables(cudf):
    edges = frame_of(EDGES, cudf, left="str", right="datetime")
    left = cb.maximal_bicliques(edges).left
    joined = left.merge(edges, left_on="vertex", right_on="user")
    degree = edges.groupby("user").size().to_pandas()
    expected = left.to_pandas()["vertex"].map(degree).sum()
    assert len(joined) == expected


# What cannot be labels


@pytest.mark.parametrize("kind", ["int", "float", "str", "category", "datetime"])
def test_nulls_are_refused_and_located(kind, cudf):
    n = 9
    values = {
        "int": pd.Series(range(n), dtype="Int64"),
        "float": pd.Series(np.arange(n) / 2),
        "str": pd.Series([f"v{i}" for i in range(n)]),
        "category": pd.Series([f"v{i}" for i in range(n)]).astype("category"),
        "datetime": pd.Series(pd.date_range("2026-01-01", periods=n)),
    }[kind]
    values[[3, 4, 5, 6, 7, 8]] = None
    edges = cudf.DataFrame({"user": cudf.from_pandas(values), "item": range(n)})
    message = r"labels of left column 'user' have 6 nulls, at row 3, 4, 5, 6, 7, \.\.\."
    with pytest.raises(ValueError, match=message):
        cb.maximal_bicliques(edges)


def test_nan_is_a_null(cudf):
    edges = cudf.DataFrame({"user": [1, 2], "item": cudf.Series([0.5, float("nan")])})
    with pytest.raises(ValueError, match="'item' have 1 null, at row 1 "):
        cb.maximal_bicliques(edges)


@pytest.mark.parametrize(
    "labels", [[[1], [2, 3]], [decimal.Decimal("1.5")] * 2], ids=str
)
def test_what_cudf_cannot_number_is_refused(labels, cudf):
    edges = cudf.DataFrame({"user": labels, "item": [1, 2]})
    with pytest.raises(TypeError, match=r"'user' of dtype .*convert them"):
        cb.maximal_bicliques(edges)


def test_two_series_are_edges_too(cudf):
    edges = frame_of(EDGES, cudf, left="str")
    found = cb.maximal_bicliques((edges["user"], edges["item"]))
    assert set(lists(found.to_frame())) == set(
        lists(cb.maximal_bicliques(edges).to_frame())
    )
    with pytest.raises(ValueError, match="left and 3 right"):
        cb.maximal_bicliques((edges["user"], edges["item"][:3]))
    with pytest.raises(TypeError, match=r"two cuDF Series"):
        cb.maximal_bicliques((edges["user"], np.arange(3)))


def test_one_column_is_not_enough(cudf):
    with pytest.raises(ValueError, match="1 column"):
        cb.maximal_bicliques(cudf.DataFrame({"user": [1]}))


def test_three_columns_have_to_be_named(cudf):
    edges = cudf.DataFrame({"weight": [0.5], "user": [1], "item": [2]})
    for names in ({}, {"left": "user"}, {"right": "item"}):
        with pytest.raises(
            ValueError, match=r"3 columns, \['weight', 'user', 'item'\]"
        ):
            cb.maximal_bicliques(edges, **names)
    assert cb.maximal_biclique_count(edges, left="user", right="item") == 1


def test_a_table_of_the_device_becomes_edges_as_the_message_says(cudf):
    table = cudf.DataFrame({"x": [1, 0], "y": [0, 2], "z": [3, 3]})
    with pytest.raises(ValueError, match="pass G > 0 if each column"):
        cb.maximal_bicliques(table)
    assert cb.bipartite_graph(table > 0).n_edges == 4
    table["u"] = ["b", "a"]
    with pytest.raises(ValueError, match=r"pass G\.set_index\('u'\) > 0 if each"):
        cb.maximal_bicliques(table[["u", "x", "y"]])
    found = cb.maximal_bicliques(table[["u", "x", "y"]].set_index("u") > 0)
    assert sorted(map(repr, found)) == [
        "Biclique(left=['a'], right=['y'])",
        "Biclique(left=['b'], right=['x'])",
    ]


def test_a_boolean_frame_of_the_device_has_one_label_per_row(cudf):
    frame = cudf.DataFrame({"x": [True, False]}, index=[7, 7])
    with pytest.raises(ValueError, match="the row label 7 of G is repeated"):
        cb.maximal_bicliques(frame)
    frame = cudf.DataFrame({"x": [True, None], "y": [True, True]})
    with pytest.raises(ValueError, match="G has a null in row 1 and column 'x'"):
        cb.maximal_bicliques(frame)


def test_booleans_are_labels_where_they_are_named(cudf):
    edges = cudf.DataFrame({"x": [True, False], "y": [True, True]})
    with pytest.raises(ValueError, match="both columns of G are Boolean"):
        cb.maximal_bicliques((edges["x"], edges["y"]))
    assert cb.bipartite_graph(edges, "x", "y").n_edges == 2


@pytest.mark.parametrize("dtype", ["float64", "float32", "category"])
def test_floats_that_may_stand_for_several_integers_are_refused(dtype, cudf):
    value = 2.0**24 if dtype == "float32" else 2.0**53
    items = cudf.Series([value, 0.5]).astype(dtype)
    with pytest.raises(ValueError, match=f"'item' contain {value}, but float"):
        cb.maximal_bicliques(cudf.DataFrame({"user": [1, 2], "item": items}))
    items = cudf.Series([value - 1, np.inf]).astype(dtype)
    graph = cb.bipartite_graph(cudf.DataFrame({"user": [1, 2], "item": items}))
    assert graph.n_right == 2


def test_the_cpu_engine_does_not_take_it(cudf):
    with pytest.raises(ValueError, match=r"(?s)engine='cpu'.*cudf.*to_pandas"):
        cb.maximal_bicliques(frame_of(EDGES, cudf), engine="cpu")


# Files


@pytest.mark.parametrize("kind", ["int32", "str", "datetime"])
def test_parquet_from_the_device(kind, cudf, tmp_path, monkeypatch):
    monkeypatch.setattr(f"{FRAMES}.PartWriter.rows_per_file", 100)
    edges = frame_of(EDGES, cudf, left=kind, right="str")
    found = cb.maximal_bicliques(edges)
    found.to_parquet(tmp_path / "at once")
    assert cb.write_maximal_bicliques(edges, tmp_path / "in parts") == len(found)
    for folder in tmp_path.iterdir():
        assert len(list(folder.glob("*.parquet"))) > 2
        files = sorted(folder.glob("*.parquet"))
        read = pd.concat([cudf.read_parquet(file).to_pandas() for file in files])
        assert read["biclique"].tolist() == list(range(len(found)))
        assert set(lists_of_pandas(read)) == set(lists(found.to_frame()))
        # what other programs read
        again = pd.read_parquet(folder)
        assert set(lists_of_pandas(again)) == set(lists(found.to_frame()))


@pytest.mark.parametrize("kind", ["int32", "str", "datetime"])
def test_groups_on_the_device_are_written_as_from_the_host(kind, cudf, tmp_path):
    edges = frame_of(EDGES, cudf, left=kind, right="str")
    n = cb.write_groups(edges, tmp_path / "device", 5)
    assert n == cb.write_groups(edges.to_pandas(), tmp_path / "host", 5, engine="cpu")
    # Whoever wrote a data set, the other finds it complete
    assert cb.write_groups(edges, tmp_path / "host", 5) == n
    one, two = (pd.read_parquet(tmp_path / name) for name in ("device", "host"))
    pd.testing.assert_frame_equal(one.astype(object), two.astype(object))
    assert cb.verify_data_set(tmp_path / "device") == n


def test_lists_too_long_for_a_column_are_refused(cudf, monkeypatch):
    monkeypatch.setattr("cugraph_biclique.results.cudf_limits.MOST_ROWS", 100)
    found = cb.maximal_bicliques(frame_of(EDGES, cudf))
    with pytest.raises(ValueError, match="take some bicliques at a time with"):
        found.to_frame()
    with pytest.raises(ValueError, match=r"the frame would have .* rows, but"):
        found.left  # noqa: B018
    assert len(found[:5].to_frame()) == 5


# Between two steps of a pipeline


def test_the_device_memory_is_that_of_the_caller_s_allocator(cudf):
    """Whatever is held comes from RMM, where cuDF allocates, and goes back there."""
    import rmm.statistics

    edges = frame_of(EDGES, cudf)
    cb.maximal_bicliques(edges)  # compiles
    with rmm.statistics.statistics():
        before = rmm.statistics.get_statistics().current_bytes
        found = cb.maximal_bicliques(edges)
        assert rmm.statistics.get_statistics().peak_bytes > before
        left = found.left
        assert len(left)
        del left, found
        assert rmm.statistics.get_statistics().current_bytes == before


def test_labels_of_integers_are_not_copied(cudf):
    """cuDF's column and CuPy's array are one piece of memory, in and out."""
    from cugraph_biclique.inputs.cudf_labels import number

    column = cudf.Series(range(10), dtype="int64")
    there = column.to_pylibcudf()[0].data().ptr
    assert number(column, "labels").numbers.data.ptr == there
