# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as device arrays, of every kind of labels that kernels are compiled for.

Modules: `inputs/cupy_pairs.py`, `inputs/numpy_pairs.py`.
"""

import numpy as np
import pytest

from cugraph_biclique.device import bit_matrices
from cugraph_biclique.inputs.cupy_pairs import from_cupy_pairs
from cugraph_biclique.inputs.numpy_pairs import from_numpy_pairs

pytestmark = pytest.mark.simulator

FIELDS = (
    "left_indptr",
    "left_indices",
    "right_indptr",
    "right_indices",
    "left_labels",
    "right_labels",
)


@pytest.fixture(params=["matrices", "sorts"])
def way(request, monkeypatch):
    """The ways to make both adjacencies."""
    if request.param == "sorts":
        monkeypatch.setattr(bit_matrices, "MOST_BYTES", 0)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("other", [np.int8, np.uint16, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize(
    "edges",
    [
        [(0, 0), (0, 1), (1, 0), (2, 3), (2, 3)],
        [(7, 100), (5, 100), (7, 90), (5, 0)],
        [(3, 3)],
    ],
)
def test_labels_of_integers(edges, kind, other):
    left, right = np.array(edges).T
    pair = left.astype(kind) - kind(4), right.astype(other)
    found, expected = from_cupy_pairs(pair), from_numpy_pairs(pair)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))
    assert found.left_labels.dtype == kind
    assert found.right_labels.dtype == other


@pytest.mark.parametrize("shape", [(3, 2), (2, 5), (1, 1), (4, 0)])
def test_a_matrix_of_booleans(shape):
    matrix = np.random.default_rng(3).random(shape) < 0.6
    found, expected = from_cupy_pairs(matrix), from_numpy_pairs(matrix)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))


def test_rows_of_many_words(way):
    rng = np.random.default_rng(1)
    pair = rng.integers(-90, 70, 700), rng.integers(0, 2500, 700)
    found, expected = from_cupy_pairs(pair), from_numpy_pairs(pair)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))


def test_labels_far_apart():
    pair = np.array([-(2**62), 2**62, 5]), np.array([1, 2, 1], np.int32)
    found, expected = from_cupy_pairs(pair), from_numpy_pairs(pair)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))
