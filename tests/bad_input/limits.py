# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Vertices that bicliques have to contain, and their largest sizes."""

from bad_input import bad

CASES = [
    bad(
        "max_left=0",
        ValueError,
        "max_left=0 is too small: pass 1 or more",
        max_left=0,
    ),
    bad(
        "max_right=2.0",
        TypeError,
        "max_right must be an integer, not float (2.0): pass 1 or more",
        max_right=2.0,
    ),
    bad(
        "max_left=2, min_left=3",
        ValueError,
        "max_left=2 is less than min_left=3, so no biclique has such a size: pass 3 or "
        "more",
        max_left=2,
        min_left=3,
    ),
    bad(
        "containing=1",
        TypeError,
        "containing=1 does not tell the side of its labels, and the two sides of G "
        'have separate labels: pass a dict such as {"left": labels} or {"left": '
        'labels, "right": labels}',
        containing=1,
    ),
    bad(
        "containing={}",
        ValueError,
        "containing={} names no vertex: pass at least one label, or leave containing "
        "out",
        containing={},
    ),
    bad(
        "containing={'user': 1}",
        ValueError,
        "containing has the key 'user', but its keys are the sides of G: pass labels "
        'under "left", "right" or both',
        containing={"user": 1},
    ),
    bad(
        "containing={'left': 7}",
        ValueError,
        "containing has the left label 7, which is not in G: pass labels of 'user', of "
        "dtype int64",
        containing={"left": 7},
    ),
    bad(
        "containing={'right': ['a', 'z', 'y']}",
        ValueError,
        "containing has the right label 'z', which is not in G: pass labels of 'item', "
        "of dtype …",
        containing={"right": ["a", "z", "y"]},
    ),
    bad(
        "alpha=0",
        ValueError,
        "alpha=0 is too small: pass 1 or more",
        alpha=0,
    ),
    bad(
        "beta=1.5",
        TypeError,
        "beta must be an integer, not float (1.5): pass 1 or more",
        beta=1.5,
    ),
]
