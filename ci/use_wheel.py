# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Use an installed package as a new user does: read its page, files, and count."""

import contextlib
import gzip
import io
import platform
import re
import tempfile
from importlib.metadata import metadata
from pathlib import Path

import cugraph_biclique as cb
from cugraph_biclique import cli
from cugraph_biclique.data import southern_women

COUNT = "341"  # butterflies of the graph
WOMEN, EVENTS = (list(southern_women()[side]) for side in ("woman", "event"))
NAMES = list(zip(WOMEN, EVENTS, strict=True))
IDS = [(WOMEN.index(woman), event[1:]) for woman, event in NAMES]


def lines(separator, edges, first=""):
    return first + "".join(f"{u}{separator}{v}\n" for u, v in edges)


COLUMNS = "--left", "woman", "--right", "event"
FILES = {  # name: content and options
    "names.csv": (lines(",", NAMES, "woman,event\n"), COLUMNS),
    "ids.csv": (lines(",", IDS), ()),
    "ids.csv.gz": (lines(",", IDS), ()),
    "names.tsv": (lines("\t", NAMES, "woman\tevent\n"), COLUMNS),
    "ids.txt": (lines(" ", IDS, "# woman event\n"), ()),
    "out.women": (lines(" ", IDS, "% bip unweighted\n"), ()),
}


def description():
    """Every link and picture of the description is one that an index can show."""
    text = metadata("cugraph_biclique").get_payload()
    links = re.findall(r"\]\(([^)]*)\)", text)
    relative = [link for link in links if not link.startswith(("https://", "#"))]
    assert len(links) > 20 and not relative, f"the index cannot follow {relative}"


def files(folder):
    for name, (text, options) in FILES.items():
        data = text.encode()
        path = folder / name
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = cli.main(["count", str(path), "-p", "2", "-q", "2", *options])
        assert status == 0, f"{name}: status {status}"
        assert output.getvalue().strip() == COUNT, f"{name}: {output.getvalue()}"


description()
with tempfile.TemporaryDirectory() as name:
    files(Path(name))
print(
    f"cugraph_biclique {cb.__version__}, Python {platform.python_version()}: "
    f"{len(FILES)} files read and counted"
)
