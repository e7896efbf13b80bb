# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Links and other things in the place of files that this package opens by their names:
nothing is written through them."""

import errno
import os
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import mock

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.cli import main
from cugraph_biclique.datasets import locking
from cugraph_biclique.datasets.manifest_files import MANIFEST_FOLDER
from truth import CallCase, Refused

EDGES = pd.DataFrame({"u": [1, 1, 2], "i": [5, 6, 5]})
SECRET = b"process of a victim\n"


def dask_edges():
    import dask.dataframe as dd

    return dd.from_pandas(EDGES, npartitions=1)


def over_dask(call):
    def write(folder):
        import cugraph_biclique.dask as over

        getattr(over, call)(dask_edges(), folder)

    return write


def in_shell(*command):
    def write(folder):
        with tempfile.TemporaryDirectory() as place:
            file = Path(place, "edges.csv")
            EDGES.to_csv(file, index=False)
            said = StringIO()
            with redirect_stderr(said), redirect_stdout(said):
                status = main([*command, str(file), "-o", f"{folder}/", "--quiet"])
            if status:
                raise RuntimeError(said.getvalue())

    return write


WRITERS = {
    "write_maximal_bicliques": lambda path: cb.write_maximal_bicliques(EDGES, path),
    "write_maximal_cliques": lambda path: cb.write_maximal_cliques(EDGES, path),
    "Bicliques.to_parquet": lambda path: cb.maximal_bicliques(EDGES).to_parquet(path),
    "Cliques.to_parquet": lambda path: cb.maximal_cliques(EDGES).to_parquet(path),
}
SHELL = {
    "enumerate": in_shell("enumerate"),
    "enumerate --sort": in_shell("enumerate", "--sort"),
    "cliques": in_shell("cliques"),
}
DASK = {
    name: over_dask(name)
    for name in ("write_maximal_bicliques", "write_maximal_cliques")
}
KINDS = {  # what is made in the place of a file, given another one
    "symlink": lambda path, victim: path.symlink_to(victim),
    "hard link": lambda path, victim: path.hardlink_to(victim),
    "dangling symlink": lambda path, victim: path.symlink_to(victim.parent / "new"),
    "symlink to a folder": lambda path, victim: path.symlink_to(victim.parent),
    "pipe": lambda path, victim: os.mkfifo(path),
    "folder": lambda path, victim: path.mkdir(),
    "file of another program": lambda path, victim: path.write_bytes(b"mine\n"),
}
WORDS = {
    "hard link": "a file with several names (hard links)",
    "pipe": "a pipe, a socket or a device",
    "folder": "a folder",
    "file of another program": "a file with other content",
}


def attacked(write, kind, name=locking.LOCK, patches=()):
    """A call that writes to a folder with such a file, and sees that nothing changes.
    Without the file, it writes."""

    def call():
        with tempfile.TemporaryDirectory() as place:
            home, folder = Path(place, "home"), Path(place, "set")
            home.mkdir()
            folder.mkdir()
            victim, trap = home / "victim", folder / name
            victim.write_bytes(SECRET)
            KINDS[kind](trap, victim)
            state = os.lstat(trap)
            try:
                with mock.patch.dict(vars(locking), patches):
                    write(folder)
            finally:
                assert victim.read_bytes() == SECRET
                assert os.listdir(home) == ["victim"]
                assert os.listdir(folder) == [name]
                assert os.path.samestat(os.lstat(trap), state)
                assert kind != "file of another program" or trap.read_bytes()
                trap.rename(home / "moved")  # as the message says
                write(folder)
                assert MANIFEST_FOLDER in os.listdir(folder)

    return call


def refusal(kind, name=locking.LOCK):
    return Refused(
        f"path='…' contains {name!r}, which is {WORDS.get(kind, 'a link')} and not of "
        "this package: move it to another folder, then repeat the same call",
        FileExistsError,
    )


def in_words_of_shell(kind):
    message = refusal(kind).message.replace("path='…'", "-o …", 1)
    message = message.replace("the same call", "the same command")
    return Refused(f"cugraph-biclique …: {message}\n", RuntimeError)


def without_locks(handle):
    raise OSError(errno.ENOLCK, "no locks")


def through_link_to_folder():
    """The folder of a data set may be a link, which stays one."""
    with tempfile.TemporaryDirectory() as place:
        folder, link = Path(place, "set"), Path(place, "link")
        folder.mkdir()
        link.symlink_to(folder)
        n = cb.write_maximal_bicliques(EDGES, link)
        return n, link.is_symlink(), sorted(os.listdir(folder))


def through_link_of_another_user(mode):
    """Write with -o to a link that another user has made."""
    with tempfile.TemporaryDirectory() as place:
        shared, home = Path(place, "shared"), Path(place, "home")
        shared.mkdir()
        shared.chmod(mode)
        home.write_bytes(SECRET)
        link = shared / "out.jsonl"
        link.symlink_to(home)
        lstat = os.lstat

        def of_another(path, **options):
            found = lstat(path, **options)
            if Path(path) != link:
                return found
            return os.stat_result([*found[:4], found.st_uid + 1, *found[5:]])

        file = Path(place, "edges.csv")
        EDGES.to_csv(file, index=False)
        said = StringIO()
        with mock.patch("os.lstat", of_another), redirect_stderr(said):
            status = main(["enumerate", str(file), "-o", str(link), "--quiet"])
        return (
            status,
            home.read_bytes() == SECRET,
            link.is_symlink(),
            said.getvalue().replace(f"{place}/", ""),
        )


def with_linked_folder(name, write):
    """A data set whose inner folder is a link to another one: what is written there."""
    with tempfile.TemporaryDirectory() as place:
        folder, other = Path(place, "set"), Path(place, "other")
        write(folder)
        inner = next(folder.glob(name))
        inner.rename(other)
        inner.symlink_to(other)
        before = {path: path.read_bytes() for path in other.rglob("*.parquet")}
        try:
            write(folder)
        finally:
            assert before == {p: p.read_bytes() for p in other.rglob("*.parquet")}


CASES = [
    *(
        CallCase(f"{call}, lock is a {kind}", attacked(write, kind), refusal(kind))
        for call, write in WRITERS.items()
        for kind in KINDS
    ),
    *(
        CallCase(f"{call}, lock is a {kind}", attacked(write, kind), outcome)
        for call, write in SHELL.items()
        for kind in KINDS
        for outcome in [in_words_of_shell(kind)]
    ),
    *(
        CallCase(
            f"no locks, {locking.LOCK_BY_NAME} is a {kind}",
            attacked(
                WRITERS["write_maximal_bicliques"],
                kind,
                locking.LOCK_BY_NAME,
                {"lock_at_once": without_locks},
            ),
            refusal(kind, locking.LOCK_BY_NAME),
        )
        for kind in KINDS
    ),
    CallCase(
        "the folder is a link",
        through_link_to_folder,
        (2, True, [MANIFEST_FOLDER, "part-00000.parquet"]),
    ),
    CallCase(
        "-o is a link of another user in a folder like /tmp",
        lambda: through_link_of_another_user(0o1777),
        (
            1,
            True,
            True,
            "cugraph-biclique enumerate: shared/out.jsonl is a link of another user, "
            "in a folder where everybody may write: pass another file name\n",
        ),
    ),
    CallCase(
        "-o is a link of another user in a folder of one's own",
        lambda: through_link_of_another_user(0o755),
        (0, False, True, ""),
    ),
    CallCase(
        "the folder of the manifest is a link",
        lambda: with_linked_folder(MANIFEST_FOLDER, WRITERS["write_maximal_bicliques"]),
        refusal("symlink", MANIFEST_FOLDER),
    ),
]
OVER_DASK = [
    *(
        CallCase(f"{call}, lock is a {kind}", attacked(write, kind), refusal(kind))
        for call, write in DASK.items()
        for kind in KINDS
    ),
    CallCase(
        "the folder of a partition is a link",
        lambda: with_linked_folder("partition-*", DASK["write_maximal_bicliques"]),
        Refused(
            "path='…' contains 'partition-…', which is not part of the data set: move "
            "it to another folder",
            FileExistsError,
        ),
    ),
]
