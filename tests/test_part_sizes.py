# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes of the parts of a job on a device, without the device.

Modules: `search/gpu/host/part_sizes.py`.
"""

import numpy as np
import pytest

from cugraph_biclique.host.jobs import Job
from cugraph_biclique.search.gpu.host.part_sizes import Predicted, Room, first_roots


def test_the_first_part_of_a_long_job_is_small():
    assert first_roots(1_600_000) == 100_000
    assert first_roots(5) >= 5


def test_records_double_up_to_the_limit_while_parts_are_full():
    room = Room(100, 350)
    allowed = []
    for _ in range(4):
        allowed.append(room.records)
        room.learn(room.records)
    assert allowed == [100, 200, 350, 350]
    room = Room(100, 350)
    room.learn(50)
    assert room.records == 100


def test_there_are_never_more_records_than_the_limit():
    assert Room(100, 7).records == 7


@pytest.mark.parametrize(
    ("predicted", "found", "expected"),
    [
        (9.0, 0, 72.0),  # nothing found: as much more as the growth allows
        (9.0, 1, 72.0),
        (9.0, 200, 30.0),  # likely two thirds of the records
        (9.0, 600, 10.0),
        (1.0, 2 * 10**6, 1 / 3000),
    ],
)
def test_a_part_follows_the_records_of_the_last_one(predicted, found, expected):
    most = Room(1000, 1000).most_after(predicted, found, 8)
    assert most == pytest.approx(expected)


def test_larger_roots_are_predicted_to_have_more_records():
    sizes = np.array([1, 1, 2, 3, 7, 2**31 - 1], np.int32)
    predicted = Predicted(Job(0, 6), lambda: sizes)
    assert predicted.of(0, 2) == 4
    assert predicted.of(2, 4) == 15
    assert predicted.of(5, 6) == 1 + (2.0**31 - 1) ** 2
    assert predicted.end(0, 9) == 3
    assert predicted.end(0, 8.9) == 2
    assert predicted.end(2, 10**6) == 5
    assert predicted.end(5, 10.0**20) == 6


def test_a_part_has_at_least_one_root():
    predicted = Predicted(Job(0, 3), lambda: np.array([0, 9, 9]))
    assert predicted.end(0, 0) == 1
    assert predicted.end(1, 0.5) == 2
    assert predicted.end(2, 0) == 3


def test_the_roots_of_a_job_are_predicted_and_no_others():
    predicted = Predicted(Job(2, 5), lambda: np.array([9, 9, 1, 2, 3, 9]))
    assert predicted.of(2, 5) == 17
    assert predicted.of(3, 4) == 5
    assert predicted.end(2, 7) == 4
    assert predicted.end(3, 10**6) == 5


def test_sizes_are_read_when_they_are_needed():
    reads = []
    predicted = Predicted(Job(0, 3), lambda: reads.append(1) or np.ones(3))
    assert not reads
    predicted.of(0, 1), predicted.end(1, 2)
    assert len(reads) == 1


def test_attempts_are_skipped_at_twice_as_many_levels_each_time():
    room = Room(1 << 10, 1 << 10)
    roots, attempts = 60, []
    while roots > 0 and len(attempts) < 60:
        if roots < room.heavy:
            attempts.append(roots)
            if 1 << (roots - 1) <= room.records:
                break
            room.overflowed(roots)
        roots -= 1
    assert attempts == [60, 58, 55, 50, 41, 24, 11]


def test_roots_that_had_room_after_all_are_attempted_again():
    room = Room(1 << 10, 1 << 10)
    room.overflowed(60)
    assert room.heavy == 59
    room.fitted(59, found=1 << 10)
    assert room.heavy == 59
    room.fitted(59, found=100)
    assert room.heavy == 60


def test_more_records_are_a_reason_to_attempt_again():
    room = Room(100, 200)
    room.overflowed(60)
    assert room.heavy == 59
    room.learn(100)
    assert room.heavy > 10**9
