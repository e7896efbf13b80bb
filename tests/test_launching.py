# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The words and the types of kernel arguments, as the launcher packs them.

Modules: `device/launching.py`.
"""

from collections import namedtuple
from types import SimpleNamespace

import numpy as np
import pytest

from cugraph_biclique.device import launching

Two = namedtuple("Two", "first second")


class Array:
    """A NumPy array with the properties of a CuPy array that the launcher reads."""

    def __init__(self, array):
        self.array = array
        self._c_contiguous = array.flags.c_contiguous
        self.data = SimpleNamespace(ptr=array.ctypes.data)

    def __getattr__(self, name):
        return getattr(self.array, name)


@pytest.fixture(autouse=True)
def arrays(monkeypatch):
    """Let the launcher pack an `Array` as it packs a CuPy array."""
    monkeypatch.setattr(launching, "_Array", Array)
    monkeypatch.setattr(launching, "SIMULATED", False)


def flattened(*arguments):
    kinds, words = [], []
    launching._flatten(arguments, kinds, words)
    return tuple(kinds), np.frombuffer(b"".join(words), np.int64).tolist()


def words_of(array):
    """Parent, memory information, size, bytes of an item, address, shape, strides."""
    a = array.array
    return [0, 0, a.size, a.itemsize, a.ctypes.data, *a.shape, *a.strides]


def test_arguments_take_the_words_of_numbas_calling_convention():
    vector, table = Array(np.arange(5, dtype=np.int32)), Array(np.ones((2, 3)))
    flags = Array(np.ones(4, bool))
    _, words = flattened(vector, Two(table, (7, flags)), None, -9, True)
    expected = [*words_of(vector), *words_of(table), 7, *words_of(flags), 0, -9, 1]
    assert words == expected


def test_packed_arguments_take_the_same_words():
    vector, table = Array(np.arange(5)), Array(np.ones((2, 3), np.int32))
    packed = launching.Packed(Two(vector, table))
    assert flattened(1, packed, 2)[1] == flattened(1, Two(vector, table), 2)[1]


def test_arguments_with_other_words_have_another_type():
    vector, wide = Array(np.ones(6, np.int32)), Array(np.ones(6, np.int64))
    table = Array(np.ones((2, 3), np.int32))
    number = Array(np.array(6))  # without an axis; no kernel takes one
    lists = (
        (vector,), (wide,), (table,), (number,), (None,), (1,), (vector, vector),
        (vector, 1), (vector, None), (launching.Packed(vector),),
        (launching.Packed(wide),), (launching.Packed(1),),
    )  # fmt: skip
    assert len({flattened(*arguments)[0] for arguments in lists}) == len(lists)


def test_an_array_with_gaps_is_an_error():
    with pytest.raises(AssertionError, match="contiguous"):
        flattened(Array(np.arange(6)[::2]))


def test_parameters_hold_the_words_where_their_places_point():
    words = np.arange(600, dtype=np.int64).tobytes()  # more than there is room for
    address = launching._next.address_of(words)
    parameters = launching._next.parameters
    assert bytes(parameters.words) == words and parameters.address == address
    first = np.frombuffer(parameters.words, np.int64).ctypes.data
    assert parameters.places.tolist() == [first + 8 * k for k in range(600)]


def test_a_launch_that_failed_is_tried_again_and_no_other():
    launched, broken = [], [True]

    def second():
        if broken:
            raise MemoryError
        launched.append("second")

    todo = [lambda: launched.append("first"), second, lambda: launched.append("third")]
    with pytest.raises(MemoryError):
        launching._launch_all(todo)
    broken.clear()
    launching._launch_all(todo)
    assert launched == ["first", "second", "third"]
    assert not todo


def test_a_launch_that_ctrl_c_interrupts_is_not_repeated():
    launched = []

    def interrupted():
        launched.append("kernel")
        raise KeyboardInterrupt

    todo = [interrupted, lambda: launched.append("other")]
    with pytest.raises(KeyboardInterrupt):
        launching._launch_all(todo)
    launching._launch_all(todo)
    assert launched == ["kernel", "other"]
