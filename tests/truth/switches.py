# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Options that are True or False, and values that are neither."""

import io

import numpy as np

import cugraph_biclique as cb
from truth import CallCase, Refused, plain

ADVICE = {
    "header": "pass header=True if the first line holds column names, or header=False",
    "quotes": "pass quotes=True if quotes only enclose a label, or quotes=False if "
    "they are part of it",
    "counts": "pass counts=True if each list begins with its length, or counts=False",
    "text_ids": "pass text_ids=True if all ids are text, or leave text_ids out",
}
WRONG = (0, 1, 1.0, "infer", "no", "", [], np.int64(1))


def read(content, **options):
    """A call, and the names and the edges that it returns."""

    def call():
        frame = cb.read_edges(io.StringIO(content), **options)
        return [list(frame), *frame.to_numpy().tolist()]

    return call


def refused(option, value):
    return CallCase(
        f"{option}={value!r}",
        read("1,2\n3,4\n", **{option: value}),
        Refused(
            f"{option} must be True or False, not {type(value).__name__} "
            f"({plain(value)!r}): {ADVICE[option]}",
            TypeError,
        ),
    )


CASES = [
    *(refused(option, value) for option in ADVICE for value in WRONG),
    refused("text_ids", None),
    CallCase(
        "header of NumPy",
        read("1,2\n3,4\n", header=np.False_),
        [["left", "right"], [1, 2], [3, 4]],
    ),
    CallCase(
        "header of NumPy, True",
        read("1,2\n3,4\n", header=np.True_),
        [["1", "2"], [3, 4]],
    ),
    CallCase(
        "text_ids of NumPy",
        read("1,2\n3,4\n", text_ids=np.True_),
        [["left", "right"], ["1", "2"], ["3", "4"]],
    ),
]
