# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Calls that promise bounded memory: peak growth, in an interpreter of their own."""

import sys

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

# S_20 has 2**20 - 2 maximal bicliques of 20 members each: 20 million labels of eight
# bytes, and as many biclique ids, for the whole result.
BICLIQUES = 2**20 - 2
WHOLE_MIB = BICLIQUES * 20 * 16 / 2**20

PROGRAM = """
import sys
import cugraph_biclique as cb, pandas as pd
def crown(n):
    pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
    return pd.DataFrame(pairs, columns=["user", "item"])
def run(G):
    return {call}
def peak():  # ru_maxrss would start from the peak of the process that started us
    with open("/proc/self/status") as status:
        return [int(x.split()[1]) / 1024 for x in status if x.startswith("VmHWM")][0]
run(crown(12))  # compiles
before = peak()
print(run(crown(20)), peak() - before)
"""

STREAM = (
    "sum(len(batch) for batch in "
    "cb.iter_maximal_bicliques(G, batch_size=20_000, engine='cpu'))"
)


@pytest.mark.parametrize(
    "call",
    [
        "cb.maximal_biclique_count(G, engine='cpu')",
        "cb.maximal_biclique_sizes(G, engine='cpu')['count'].sum()",
        STREAM,
        STREAM.replace("len(batch)", "len(batch.to_frame())"),
        STREAM.replace("len(batch)", "batch.left['biclique'].nunique()"),
    ],
    ids=["count", "sizes", "stream", "stream-of-lists", "stream-of-members"],
)
def test_peak_memory_does_not_grow_with_the_result(call, python):
    count, growth = python(PROGRAM.replace("{call}", call)).split()
    assert int(count) == BICLIQUES
    assert float(growth) < WHOLE_MIB / 4


def test_writing_holds_a_part_at_a_time(python, tmp_path):
    call = "cb.write_maximal_bicliques(G, sys.argv[1] + str(len(G)), engine='cpu')"
    count, growth = python(PROGRAM.replace("{call}", call), tmp_path / "out").split()
    assert int(count) == BICLIQUES
    assert float(growth) < WHOLE_MIB / 2
