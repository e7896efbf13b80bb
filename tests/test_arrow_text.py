# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""PyArrow and pandas read the same edges from a text, or raise the same error.

Modules: `inputs/files/arrow_text.py`, `inputs/arrow_columns.py`.
"""

from io import BytesIO

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal

import cugraph_biclique as cb
from cugraph_biclique.inputs.files import Options, arrow_text, read_stream

pa = pytest.importorskip("pyarrow", reason="PyArrow is what is compared with pandas")

INTEGERS = ["1", "2", "30", "-4", "0", "9223372036854775807", "-9223372036854775808"]
NUMBERS = [
    "007",
    "+7",
    "-0",
    "0x1f",
    "1_0",
    "1e3",
    "1.5",
    ".5",
    "inf",
    "nan",
    "9223372036854775808",
]
WORDS = ["NA", "True", "anna", "b9", "9b", "zoë", "a;b"]
ODD = ["a b", "", " 7", "7 ", "\t", '"a,b"', '"7"', '"x""y"', '5"', "\x0b7"]
ANY = INTEGERS + NUMBERS + WORDS + ODD
KINDS = st.sampled_from([INTEGERS[:5], INTEGERS, WORDS[:6], WORDS, NUMBERS, ODD, ANY])
# The usual ones several times.
SEPARATORS = st.sampled_from([",", ",", "\t", "\t", " ", " ", ";", "::", "  "])
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n \n"])


@st.composite
def texts(draw):
    """Rows of nearly the same width, with one kind of fields in each column."""
    width = draw(st.sampled_from([2, 2, 2, 3, 4]))
    fields = [st.sampled_from(draw(KINDS)) for _ in range(width)]
    rows = draw(st.lists(st.tuples(*fields), min_size=1, max_size=6))
    if draw(st.integers(0, 9)) == 0:
        rows[-1] = rows[-1][:-1]
    separator, end = draw(SEPARATORS), draw(ENDS)
    last = draw(st.sampled_from([end, end, "", separator + end]))
    return end.join(map(separator.join, rows)) + last


def outcome(name, text, options, least):
    """The frame and the report, or the error, with this threshold for PyArrow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrow_text, "LEAST", least)
        patch.setattr(pa, "cpu_count", lambda: 2)
        try:
            return read_stream(name, BytesIO(text.encode()), options)
        except ValueError as error:
            return str(error)


@settings(max_examples=400, deadline=None)
@given(
    texts(),
    st.sampled_from(["e.csv", "e.tsv", "e.txt", "out.e", "edges"]),
    st.builds(
        Options,
        left=st.sampled_from([None, "1"]),
        right=st.sampled_from([None, "2"]),
        header=st.sampled_from([None, True, False]),
        text_ids=st.booleans(),
    ),
)
@example("7,0x10\n8,0x11\n", "e.csv", Options())
@example("1 2\n3\t4\n", "e.txt", Options())
@example("1 2 9\n3 4\n", "out.e", Options())
@example("a,1\nb,2\nc,\n", "e.csv", Options(header=False))
@example("nan,1\nb,2\n", "e.csv", Options(header=False))
def test_both_read_the_same(text, name, options):
    by_pandas = outcome(name, text, options, least=1 << 60)
    by_arrow = outcome(name, text, options, least=0)
    if isinstance(by_pandas, str):
        assert by_arrow == by_pandas
        return
    assert by_arrow[1] == by_pandas[1]
    assert_frame_equal(by_arrow[0], by_pandas[0])


@pytest.mark.parametrize("labels", ["integers", "texts"])
def test_large_files_are_read_by_arrow(labels, monkeypatch, tmp_path):
    numbers = np.arange(200_000)
    column = (
        numbers if labels == "integers" else np.char.add("label ", numbers.astype(str))
    )
    edges = pd.DataFrame({"user": column, "item": column[::-1]})
    edges.to_csv(tmp_path / "e.csv", index=False)
    monkeypatch.setattr(pa, "cpu_count", lambda: 2)
    monkeypatch.setattr(pd, "read_csv", None)  # so pandas cannot
    read = cb.read_edges(tmp_path / "e.csv", header=True)
    assert_frame_equal(read, edges, check_dtype=labels == "integers")
