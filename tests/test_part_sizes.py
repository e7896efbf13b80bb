# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes of the parts of a job on a device, without the device.

Modules: `search/gpu/host/part_sizes.py`.
"""

import pytest

from cugraph_biclique.search.gpu.host.part_sizes import Room, first_roots


def test_the_first_part_of_a_long_job_is_small():
    assert first_roots(1_600_000) == 100_000
    assert first_roots(5) >= 5


def test_records_double_up_to_the_limit_while_parts_are_full():
    room = Room(100, 350)
    allowed = []
    for _ in range(4):
        allowed.append(room.records)
        room.roots_after(1, room.records, 8)
    assert allowed == [100, 200, 350, 350]
    room = Room(100, 350)
    room.roots_after(1, 50, 8)
    assert room.records == 100


def test_there_are_never_more_records_than_the_limit():
    assert Room(100, 7).records == 7


@pytest.mark.parametrize(
    ("roots", "found", "expected"),
    [
        (10, 0, 80),  # nothing found: as many roots more as the growth allows
        (10, 1, 80),
        (10, 250, 20),  # likely half of the records
        (10, 500, 10),
        (1, 10**6, 1),
    ],
)
def test_roots_follow_the_records_of_the_last_part(roots, found, expected):
    assert Room(1000, 1000).roots_after(roots, found, 8) == expected


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
    room.roots_after(1, 100, 8)
    assert room.heavy > 10**9
