# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small data sets on disk, and what is in them."""

import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.datasets import manifests
from cugraph_biclique.datasets.manifest_files import MANIFEST as MANIFEST

FRAME = graphs.as_frame(graphs.crown(9))  # 510 bicliques
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
    """The bytes of each file, also in folders."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def listed(folder):
    """The manifest of a data set."""
    return manifests.read_manifest(folder)


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
