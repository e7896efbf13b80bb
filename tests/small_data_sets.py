# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small data sets on disk, and what is in them."""

import json

import pytest

import cugraph_biclique as cb
import graphs

FRAME = graphs.as_frame(graphs.crown(9))  # 510 bicliques
MANIFEST = "_manifest.json"
ROWS_PER_FILE = 100


def interrupted(folder):
    """The folder of a data set that is not complete."""

    def stop(done, total):
        if 2 * done > total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.write_maximal_bicliques(FRAME, folder, progress=stop)
    return folder


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def listed(folder):
    """The manifest of a data set."""
    return json.loads((folder / MANIFEST).read_text())


def part_names(folder):
    return [part["name"] for part in listed(folder)["parts"]]


def faults(folder):
    """What verify says; [] if nothing is wrong."""
    try:
        cb.verify_data_set(folder)
    except cb.DataSetError as error:
        assert folder.name in str(error)
        return list(error.faults)
    return []
