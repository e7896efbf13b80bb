# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Use an installed package as a new user does: read its page, files, and count."""

import bz2
import contextlib
import gzip
import io
import lzma
import platform
import re
import sys
import tempfile
from importlib.metadata import metadata
from pathlib import Path

import cugraph_biclique as cb
from cugraph_biclique import cli
from cugraph_biclique.data import southern_women

sys.path.append(str(Path(__file__).parents[1] / "tests"))
import file_kinds

COLUMNS = "--left", "woman", "--right", "event"
BUTTERFLIES = "341"


def description():
    """Every link and picture of the description is one that an index can show."""
    text = metadata("cugraph_biclique").get_payload()
    links = re.findall(r"\]\(([^)]*)\)", text)
    relative = [link for link in links if not link.startswith(("https://", "#"))]
    assert len(links) > 20 and not relative, f"the index cannot follow {relative}"


def files(folder):
    """Every kind of small file is read, or refused with the argument that decides."""
    for name, text, expected, said in file_kinds.READ:
        path = folder / name
        path.write_text(text)
        try:
            found = list(cb.read_edges(path).itertuples(index=False, name=None))
        except ValueError as error:
            assert expected is None and said in str(error), f"{name}: {error}"
        else:
            assert found == expected, f"{name}: {found}"


def compressed(folder):
    """Compressed edges are read and counted, by the command too."""
    edges = southern_women().to_csv(index=False).encode()
    for pack in (gzip, bz2, lzma):
        path = folder / "women.csv"
        path.write_bytes(pack.compress(edges))
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = cli.main(["count", str(path), "-p", "2", "-q", "2", *COLUMNS])
        assert status == 0, f"{pack.__name__}: status {status}"
        assert output.getvalue().strip() == BUTTERFLIES, (
            f"{pack.__name__}: {output.getvalue()}"
        )


description()
with tempfile.TemporaryDirectory() as name:
    files(Path(name))
    compressed(Path(name))
print(
    f"cugraph_biclique {cb.__version__}, Python {platform.python_version()}: "
    f"{len(file_kinds.READ)} kinds of files read, or refused as they must be"
)
