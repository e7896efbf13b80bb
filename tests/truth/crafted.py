# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Manifests that somebody has changed, and JSON that no parser can finish: each is an
error of its own kind, and no file is removed or written."""

import hashlib
import io
import json
import os
import tempfile
from pathlib import Path

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.datasets import manifest_files, manifests
from cugraph_biclique.datasets.manifest_files import MANIFEST, OLD_MANIFEST
from truth import CallCase, FileCase, Refused

EDGES = pd.DataFrame({"u": [1, 1, 2], "i": [5, 6, 5]})
PART = "part-00000.parquet"
DEEP = 200_000
REWRITE = "remove the folder and write it again"


def signed(text):
    """A manifest of this text, in which the checksum is right."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    zeros = f'{text[:-1]},\n"sha256": "{manifest_files.ZEROS}"}}\n'
    out = io.BytesIO()
    with pq.ParquetWriter(out, pa.schema([("biclique", pa.int64())])) as writer:
        writer.add_key_value_metadata({manifest_files.KEY: zeros})
    digest = hashlib.sha256(out.getvalue()).hexdigest()
    return out.getvalue().replace(manifest_files.ZEROS.encode(), digest.encode())


def nested(field):
    """A manifest with a value of many lists in one field."""
    return f'{{"format": 3, "{field}": {"[" * DEEP}{"]" * DEEP}}}'


def write(folder):
    return cb.write_maximal_bicliques(EDGES, folder)


def to_parquet(folder):
    cb.maximal_bicliques(EDGES).to_parquet(folder)


def over_dask(folder):
    import dask.dataframe as dd

    import cugraph_biclique.dask as over

    return over.write_maximal_bicliques(dd.from_pandas(EDGES, npartitions=1), folder)


def tampered(change, begin, call=write):
    """Begin a data set, change it, and see that a call leaves all files as they are."""

    def run():
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place, "set")
            begin(folder)
            change(folder)
            before = {path: path.read_bytes() for path in files(folder)}
            try:
                return call(folder)
            finally:
                assert {path: path.read_bytes() for path in files(folder)} == before

    return run


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def changed(**fields):
    """A function that changes fields of a manifest, signs it, and adds a part."""

    def change(folder):
        manifest = manifests.read_manifest(folder)
        for name, value in fields.items():
            manifest[name] = value(manifest) if callable(value) else value
        (folder / MANIFEST).write_bytes(signed(json.dumps(manifest)))
        (folder / "part-00007.parquet").write_bytes(b"of the user")

    return change


def first_part(**fields):
    return lambda manifest: [manifest["parts"][0] | fields]


def deep(name, field):
    def change(folder):
        text = nested(field)
        (folder / MANIFEST).unlink()
        if name == OLD_MANIFEST:
            (folder / MANIFEST).parent.rmdir()
        (folder / name).write_bytes(
            text.encode() if name == OLD_MANIFEST else signed(text)
        )

    return change


def damaged(what, why):
    return Refused(f"path='…' has a damaged {what} ({why}): {REWRITE}", cb.DataSetError)


def stray(name="part-00007.parquet"):
    return Refused(
        f"path='…' contains {name!r}, which is not part of the data set: move it to "
        "another folder",
        FileExistsError,
    )


def of_to_parquet(**fields):
    """The manifest that a killed `to_parquet` leaves, changed."""

    def begin(folder):
        folder.mkdir()
        asked = {"call": "Bicliques.to_parquet"}
        manifest = manifests.new_manifest(asked, jobs=1) | fields
        (folder / MANIFEST).parent.mkdir()
        (folder / MANIFEST).write_bytes(signed(json.dumps(manifest)))
        (folder / "part-00007.parquet").write_bytes(b"of the user")

    return begin


def add_a_text(folder):
    (folder / "notes.txt").write_text("of the user")


def nothing(folder):
    pass


def resumed():
    """A part of an interrupted job is written again."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "set")
        write(folder)
        changed(parts=[], bicliques=0, jobs_done=0)(folder)
        return write(folder), sorted(os.listdir(folder)), cb.verify_data_set(folder)


CASES = [
    *(
        CallCase(f"deep {field}, {name}", tampered(deep(name, field), write), outcome)
        for name in (MANIFEST, OLD_MANIFEST)
        for field in ("asked", "parts", "sha256")
        for outcome in [damaged(name, "its JSON is nested too deeply")]
    ),
    *(
        CallCase(name, tampered(changed(**fields), write), outcome)
        for name, fields, outcome in [
            (
                "a wrong size",
                {"jobs_done": 0, "parts": first_part(bytes=1)},
                damaged(f"'{PART}'", "it has … bytes instead of 1"),
            ),
            (
                "a wrong checksum",
                {"jobs_done": 0, "parts": first_part(sha256="f" * 64)},
                damaged(f"'{PART}'", "its content does not match its checksum"),
            ),
            (
                "a path out of the folder",
                {"jobs_done": 0, "parts": first_part(name="../victim")},
                damaged(MANIFEST, "part 0 is named '../victim'"),
            ),
            (
                "a path out of a partition",
                {"parts": first_part(name=f"partition-00000/../{MANIFEST}")},
                damaged(MANIFEST, f"part 0 is named 'partition-00000/../{MANIFEST}'"),
            ),
            (
                "a whole path",
                {"parts": first_part(name="/etc/passwd")},
                damaged(MANIFEST, "part 0 is named '/etc/passwd'"),
            ),
            (
                "digits of another script",
                {"parts": first_part(name=f"partition-٠٠٠٠٠/{MANIFEST}")},
                damaged(MANIFEST, f"part 0 is named 'partition-٠٠٠٠٠/{MANIFEST}'"),
            ),
            (
                "a part twice",
                {
                    "bicliques": 4,
                    "parts": lambda manifest: (
                        [manifest["parts"][0] | {"name": f"partition-00000/{MANIFEST}"}]
                        * 2
                    ),
                },
                damaged(MANIFEST, "it lists a part twice"),
            ),
            (
                "many numbers",
                {"parts": [list(range(1000))]},
                damaged(MANIFEST, "a part is [0, 1, …, 999]"),
            ),
            ("a complete manifest beside an unlisted part", {}, stray()),
            (
                "another call",
                {"asked": {"call": "other"}},
                Refused(
                    "path='…' contains the result of a different call, with other "
                    "instead of write_maximal_bicliques: pass a new folder, or remove "
                    "this one",
                    FileExistsError,
                ),
            ),
        ]
    ),
    CallCase(
        "a part of an interrupted job",
        resumed,
        (2, ["_manifest", PART], 2),
    ),
    *(
        CallCase(
            f"to_parquet, {name}",
            tampered(change, begin, to_parquet),
            Refused(
                "path='…' is not empty: pass a new folder, or empty this one",
                FileExistsError,
            ),
        )
        for name, change, begin in [
            ("a file of the user", add_a_text, of_to_parquet()),
            (
                "a part in the manifest",
                nothing,
                of_to_parquet(
                    bicliques=0,
                    parts=[
                        {"name": PART, "bytes": 1, "sha256": "", "bicliques": 0},
                    ],
                ),
            ),
            ("a complete one", nothing, of_to_parquet(jobs_done=1)),
            ("another call", nothing, write),
        ]
    ),
    *(
        FileCase(
            f"deep JSON lines, {mark}",
            {"edges.jsonl": f'{{"u": 1, "i": {mark * DEEP}'},
            Refused(
                "edges.jsonl: line 1 is nested too deeply: write one object per line"
            ),
        )
        for mark in ("[", '{"a":')
    ),
]
OVER_DASK = [
    CallCase(
        "a part beside partitions",
        tampered(changed(), over_dask, over_dask),
        stray(),
    ),
]
