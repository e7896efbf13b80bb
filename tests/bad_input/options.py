# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes, engines, budgets, and the other options of a call."""

from decimal import Decimal

import numpy as np

from bad_input import Label, bad

CASES = [
    # Sizes
    bad(
        "min_left=0",
        ValueError,
        "min_left=0 is too small: pass 1 or more",
        min_left=0,
    ),
    bad(
        "min_left=-1",
        ValueError,
        "min_left=-1 is too small: pass 1 or more",
        min_left=-1,
    ),
    bad(
        "min_left=2.0",
        TypeError,
        "min_left must be an integer, not float (2.0): pass 1 or more",
        min_left=2.0,
    ),
    bad(
        "min_left=2",
        TypeError,
        "min_left must be an integer, not str ('2'): pass 1 or more",
        min_left="2",
    ),
    bad(
        "min_left=None",
        TypeError,
        "min_left must be an integer, not NoneType (None): pass 1 or more",
        min_left=None,
    ),
    bad(
        "min_right=True",
        TypeError,
        "min_right must be an integer, not bool (True): pass 1 or more",
        min_right=True,
    ),
    bad(
        "min_right=np.float64(2)",
        TypeError,
        "min_right must be an integer, not float64 (2.0): pass 1 or more",
        min_right=np.float64(2),
    ),
    bad(
        "min_right=np.True_",
        TypeError,
        "min_right must be an integer, not bool (True): pass 1 or more",
        min_right=np.True_,
    ),
    bad(
        "min_right=Decimal(2)",
        TypeError,
        "min_right must be an integer, not Decimal (Decimal('2')): pass 1 or more",
        min_right=Decimal(2),
    ),
    bad(
        "min_right=np.array([2, 3])",
        TypeError,
        "min_right must be an integer, not ndarray (array([2, 3])): pass 1 or more",
        min_right=np.array([2, 3]),
    ),
    bad(
        "p=0",
        ValueError,
        "p=0 is too small: pass 1 or more",
        p=0,
    ),
    bad(
        "q=-5",
        ValueError,
        "q=-5 is too small: pass 1 or more",
        q=-5,
    ),
    bad(
        "p=1.5",
        TypeError,
        "p must be an integer, not float (1.5): pass 1 or more",
        p=1.5,
    ),
    bad(
        "q=[2]",
        TypeError,
        "q must be an integer, not list ([2]): pass 1 or more",
        q=[2],
    ),
    bad(
        "max_p=0",
        ValueError,
        "max_p=0 is too small: pass 1 or more",
        max_p=0,
    ),
    bad(
        "max_q=2 + 0j",
        TypeError,
        "max_q must be an integer, not complex ((2+0j)): pass 1 or more",
        max_q=2 + 0j,
    ),
    bad(
        "batch_size=0",
        ValueError,
        "batch_size=0 is too small: pass 1 or more",
        batch_size=0,
    ),
    bad(
        "batch_size=9",
        TypeError,
        "batch_size must be an integer, not str ('9'): pass 1 or more",
        batch_size="9",
    ),
    bad(
        "batch_size=None",
        TypeError,
        "batch_size must be an integer, not NoneType (None): pass 1 or more",
        batch_size=None,
    ),
    bad(
        "a size of many digits",
        ValueError,
        "min_left=<int> is too small: pass 1 or more",
        min_left=-(10**5000),
    ),
    bad(
        "a size that is long to show",
        TypeError,
        "min_left must be an integer, not list ([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
        "1...1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]): pass 1 or more",
        min_left=[1] * 1_000_000,
    ),
    bad(
        "a size without a name",
        TypeError,
        "p must be an integer, not Label (<bad_input.Label>): pass 1 or more",
        p=Label("x", repr=KeyError()),
    ),
    # Budgets
    bad(
        "memory_budget=0",
        ValueError,
        "memory_budget=0 is less than one byte: pass a number of bytes, or a size "
        'such as "8GiB"',
        memory_budget=0,
    ),
    bad(
        "memory_budget=-5",
        ValueError,
        "memory_budget=-5 is less than one byte: pass a number of bytes, or a size "
        'such as "8GiB"',
        memory_budget=-5,
    ),
    bad(
        "memory_budget=True",
        TypeError,
        "memory_budget must be an integer or a string, not bool (True): pass a number "
        'of bytes, or a size such as "8GiB"',
        memory_budget=True,
    ),
    bad(
        "memory_budget=2.5e9",
        TypeError,
        "memory_budget must be an integer or a string, not float (2500000000.0): pass "
        'a number of bytes, or a size such as "8GiB"',
        memory_budget=2.5e9,
    ),
    bad(
        "memory_budget=float(nan)",
        TypeError,
        "memory_budget must be an integer or a string, not float (nan): pass a number "
        'of bytes, or a size such as "8GiB"',
        memory_budget=float("nan"),
    ),
    bad(
        "memory_budget=np.float32(1)",
        TypeError,
        "memory_budget must be an integer or a string, not float32 (1.0): "
        'pass a number of bytes, or a size such as "8GiB"',
        memory_budget=np.float32(1),
    ),
    bad(
        "memory_budget=Decimal(5)",
        TypeError,
        "memory_budget must be an integer or a string, not Decimal (Decimal('5')): "
        'pass a number of bytes, or a size such as "8GiB"',
        memory_budget=Decimal(5),
    ),
    bad(
        "memory_budget=[1]",
        TypeError,
        "memory_budget must be an integer or a string, not list ([1]): pass a number "
        'of bytes, or a size such as "8GiB"',
        memory_budget=[1],
    ),
    bad(
        "memory_budget=b8GiB",
        TypeError,
        "memory_budget must be an integer or a string, not bytes (b'8GiB'): pass a "
        'number of bytes, or a size such as "8GiB"',
        memory_budget=b"8GiB",
    ),
    bad(
        "memory_budget=",
        ValueError,
        "memory_budget='' is not a size: pass a number of bytes, or a size such as "
        '"8GiB"',
        memory_budget="",
    ),
    bad(
        "memory_budget=lots",
        ValueError,
        "memory_budget='lots' is not a size: pass a number of bytes, or a size such "
        'as "8GiB"',
        memory_budget="lots",
    ),
    bad(
        "memory_budget=8 parsecs",
        ValueError,
        "memory_budget='8 parsecs' is not a size: pass a number of bytes, or a size "
        'such as "8GiB"',
        memory_budget="8 parsecs",
    ),
    bad(
        "memory_budget=-1",
        ValueError,
        "memory_budget='-1' is not a size: pass a number of bytes, or a size such as "
        '"8GiB"',
        memory_budget="-1",
    ),
    bad(
        "memory_budget=nan",
        ValueError,
        "memory_budget='nan' is not a size: pass a number of bytes, or a size such as "
        '"8GiB"',
        memory_budget="nan",
    ),
    bad(
        "memory_budget=1e400GB",
        ValueError,
        "memory_budget='1e400GB' is not a size: pass a number of bytes, or a size "
        'such as "8GiB"',
        memory_budget="1e400GB",
    ),
    bad(
        "memory_budget=1K",
        ValueError,
        "memory_budget='1K' is not a size: pass a number of bytes, or a size such as "
        '"8GiB"',
        memory_budget="1K",
    ),
    bad(
        "memory_budget=0GiB",
        ValueError,
        "memory_budget='0GiB' is less than one byte: pass a number of bytes, or a "
        'size such as "8GiB"',
        memory_budget="0GiB",
    ),
    bad(
        "memory_budget=0.5",
        ValueError,
        "memory_budget='0.5' is less than one byte: pass a number of bytes, or a size "
        'such as "8GiB"',
        memory_budget="0.5",
    ),
    bad(
        "a budget of many digits",
        ValueError,
        "memory_budget='9999999999999999999999999999999999999..."
        "9999999999999999999999999999999999999' "
        'is not a size: pass a number of bytes, or a size such as "8GiB"',
        memory_budget="9" * 400,
    ),
    bad(
        "a budget of a long text",
        ValueError,
        "memory_budget='xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' "
        'is not a size: pass a number of bytes, or a size such as "8GiB"',
        memory_budget="x" * 1_000_000,
    ),
    bad(
        "a budget of other digits",
        ValueError,
        "memory_budget='８GiB' is not a size: pass a number of bytes, or a size such "
        'as "8GiB"',
        memory_budget="\uff18GiB",
    ),
    bad(
        "a negative budget of many digits",
        ValueError,
        "memory_budget=<int> is less than one byte: pass a number of bytes, or a size "
        'such as "8GiB"',
        memory_budget=-(10**5000),
    ),
    # Devices
    bad(
        "devices=2",
        TypeError,
        "devices must be a list of integers, not int (2): pass device numbers such as "
        "[0, 1]",
        devices=2,
    ),
    bad(
        "devices as a text",
        TypeError,
        "devices must be a list of integers, not str ('0,1'): pass device numbers such "
        "as [0, 1]",
        devices="0,1",
    ),
    bad(
        "a device that is a text",
        TypeError,
        "devices must be a list of integers, but has a str ('cuda:1'): pass device "
        "numbers such as [0, 1]",
        devices=[0, "cuda:1"],
    ),
    bad(
        "a device that is a bool",
        TypeError,
        "devices must be a list of integers, but has a bool (True): pass device "
        "numbers such as [0, 1]",
        devices=[True, 0],
    ),
    bad(
        "no devices",
        ValueError,
        "devices=[] names no device: pass device numbers such as [0, 1]",
        devices=[],
    ),
    bad(
        "a device that is named twice",
        ValueError,
        "devices=[0, 1, 0] names a device more than once: pass each number once",
        devices=[0, 1, 0],
    ),
    bad(
        "devices without an engine",
        ValueError,
        "devices=[0, 1] needs engine='gpu', not engine='auto': pass engine='gpu', or "
        "leave devices out",
        devices=[0, 1],
    ),
    bad(
        "devices of the CPU engine",
        ValueError,
        "devices=(0, 1) needs engine='gpu', not engine='cpu': pass engine='gpu', or "
        "leave devices out",
        devices=(0, 1),
        engine="cpu",
    ),
    # Engines
    bad(
        "an unknown engine",
        ValueError,
        "engine='tpu' is unknown: pass one of 'auto', 'cpu', 'gpu'",
        engine="tpu",
    ),
    bad(
        "an engine in capitals",
        ValueError,
        "engine='CPU' is unknown: pass one of 'auto', 'cpu', 'gpu'",
        engine="CPU",
    ),
    bad(
        "no engine",
        TypeError,
        "engine must be a string, not NoneType: pass one of 'auto', 'cpu', 'gpu'",
        engine=None,
    ),
    bad(
        "a long engine",
        ValueError,
        "engine='xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxxxx' is unknown: pass one of 'auto', 'cpu', 'gpu'",
        engine="x" * 1_000_000,
    ),
    # Switches
    bad(
        "sort=1",
        TypeError,
        "sort must be True or False, not int (1)",
        sort=1,
    ),
    bad(
        "sort=no",
        TypeError,
        "sort must be True or False, not str ('no')",
        sort="no",
    ),
    bad(
        "sort=None",
        TypeError,
        "sort must be True or False, not NoneType (None)",
        sort=None,
    ),
    bad(
        "progress=yes",
        TypeError,
        "progress must be True, False, None or a function of (done, total), not str",
        progress="yes",
    ),
    bad(
        "progress=1",
        TypeError,
        "progress must be True, False, None or a function of (done, total), not int",
        progress=1,
    ),
    # Folders
    bad(
        "no path",
        TypeError,
        "path must be a string or a path, not NoneType (None): pass the name of a "
        "folder",
        path=None,
    ),
    bad(
        "a number for a path",
        TypeError,
        "path must be a string or a path, not int (5): pass the name of a folder",
        path=5,
    ),
    bad(
        "a path of bytes",
        TypeError,
        "path must be a string or a path, not bytes (b'found'): pass the name of a "
        "folder",
        path=b"found",
    ),
    bad(
        "an empty path",
        ValueError,
        "path='' is not a folder name: pass the name of a folder, or \".\" for the "
        "current folder",
        path="",
    ),
    bad(
        "a path with a null character",
        ValueError,
        "path='a\\x00b' is not a folder name: pass the name of a folder, or \".\" for "
        "the current folder",
        path="a\0b",
    ),
]
