# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Open files, and other objects, in the place of the name of a file."""

import gzip
import io
import os

import pandas as pd

import cugraph_biclique as cb
from truth import CallCase, Refused

KIND = "pass the name of a file, an open file, or a list of them"


def read(*args, **options):
    """A call, and the edges that it returns."""
    return lambda: cb.read_edges(*args, **options).to_numpy().tolist()


def read_parquet():
    content = pd.DataFrame({"u": [1], "v": [2]}).to_parquet(index=False)
    return read(io.BytesIO(content))()


def read_after_a_line():
    stream = io.StringIO("a title\n1 2\n3 4\n")
    stream.readline()
    return read(stream)()


def read_twice():
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/b1.dat"
        with open(name, "w") as file:
            file.write("1 2\n3 4 5\n")
        try:
            cb.read_edges([name, name], format="fimi", counts=False)
        except ValueError as error:
            return str(error).replace(folder, "…")


def written_frame():
    stream = io.BytesIO()
    pd.DataFrame({"u": [1], "v": [2]}).to_csv(stream, index=False)
    return stream


def at_end(stream):
    stream.read()
    return stream


def closed():
    stream = io.StringIO("1 2\n3 4\n")
    stream.close()
    return stream


def compressed(content):
    return gzip.open(io.BytesIO(gzip.compress(content)))


def read_open_for_writing():
    with open(os.devnull, "w") as file:
        return read(file)()


def of_kind(name, advice=KIND):
    return Refused(f"path must name files, and is of type {name}: {advice}", TypeError)


CASES = [
    CallCase("bytes of CSV", read(io.BytesIO(b"u,v\n1,2\n")), [[1, 2]]),
    CallCase("text of CSV", read(io.StringIO("u,v\n1,2\n")), [[1, 2]]),
    CallCase(
        "a mark of byte order",
        read(io.StringIO("\ufeff1 2\n3 4\n")),
        [[1, 2], [3, 4]],
    ),
    CallCase("bytes of Parquet", read_parquet, [[1, 2]]),
    CallCase("a file behind its title", read_after_a_line, [[1, 2], [3, 4]]),
    CallCase(
        "two open files",
        read([io.StringIO("1 2\n3 4\n"), io.BytesIO(b"5 6\n7 8\n")]),
        [[1, 2], [3, 4], [5, 6], [7, 8]],
    ),
    CallCase(
        "an open file that is malformed",
        read(io.StringIO("1 2\n3 4\n5\n")),
        Refused("the open file: line 3, '5', has 1 field, but line 1 has 2: …"),
    ),
    CallCase(
        "an open file at its end",
        read(written_frame()),
        Refused("the open file is at its end: call seek(0) on it first"),
    ),
    CallCase(
        "text at its end, among others",
        read([io.StringIO("1 2\n3 4\n"), at_end(io.StringIO("5 6\n7 8\n"))]),
        Refused("the open file is at its end: call seek(0) on it first"),
    ),
    CallCase("an empty file", read(io.BytesIO()), []),
    CallCase(
        "a closed file",
        read(closed()),
        Refused("the open file is closed: open it again"),
    ),
    CallCase(
        "a file that is open for writing",
        read_open_for_writing,
        Refused(f"{os.devnull} is only open for writing: open it again"),
    ),
    CallCase("a compressed file", read(compressed(b"u,v\n1,2\n")), [[1, 2]]),
    CallCase(
        "a compressed file without a name",
        read(compressed(b"1 2\n3 4\n5\n")),
        Refused("the open file: line 3, '5', has 1 field, but line 1 has 2: …"),
    ),
    CallCase("a number", read(5), of_kind("int")),
    CallCase("a list of numbers", read([5]), of_kind("int")),
    CallCase("nothing", read(None), of_kind("NoneType")),
    CallCase("a dict", read({"u": 1}), of_kind("dict")),
    CallCase(
        "bytes",
        read(b"1,2"),
        of_kind("bytes", "pass io.BytesIO(...) for the content of a file"),
    ),
    CallCase(
        "a frame",
        read(pd.DataFrame({"u": [1], "v": [2]})),
        of_kind(
            "DataFrame",
            "pass it to the search without read_edges, as it is read already",
        ),
    ),
    CallCase(
        "the same file of baskets twice",
        read_twice,
        "…/b1.dat is named 2 times: pass each file once",
    ),
]
