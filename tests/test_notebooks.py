# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The notebooks run, decide what they claim to, and are stored with their outputs."""

import os
import re
from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
LARGEST = 300_000  # bytes of a file
ENGINES = {"review_fraud": "import cudf", "recommender_groups": "LocalCUDACluster"}
PLACES = re.compile(r"(?<![\w.])/(home|root|tmp|usr|work|Users|opt|mnt)/|[A-Z]:\\\\")


def read(name):
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(cell):
    """All outputs of a cell that are text."""
    for output in cell.outputs:
        yield output.get("text", "")
        for kind, data in output.get("data", {}).items():
            if not kind.startswith("image/"):
                yield data


def test_there_are_notebooks():
    expected = ["gene_modules", "recommender_groups", "review_fraud", "support_desks"]
    assert expected == NAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_and_its_checks_hold(name, engine):
    """Its last cell asserts what it found: an error in any cell is one here."""
    notebook = read(name)
    last = code_cells(notebook)[-1]
    assert "check" in last.metadata.tags and last.source.count("assert ") >= 3
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",  # the threads of a busy machine wait for each other
        "TQDM_DISABLE": "1",  # a bar would be on stderr
    }
    if engine == "cpu":
        environment["CUDA_VISIBLE_DEVICES"] = ""
    client = nbclient.NotebookClient(
        notebook, timeout=240, resources={"metadata": {"path": str(FOLDER)}}
    )
    client.execute(env=environment)
    complaints = [
        output.text
        for cell in code_cells(notebook)
        for output in cell.outputs
        if output.output_type == "stream" and output.name == "stderr"
    ]
    assert not complaints


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_stored_as_a_clean_run_left_it(name):
    cells = code_cells(read(name))
    assert [cell.execution_count for cell in cells] == [*range(1, len(cells) + 1)]
    kinds = {output.output_type for cell in cells for output in cell.outputs}
    assert kinds <= {"stream", "display_data", "execute_result"}
    for cell in cells:
        assert "execution" not in cell.metadata  # when it ran
        assert not any(PLACES.search(text) for text in texts(cell)), cell.source
        assert all(output.get("name") != "stderr" for output in cell.outputs)
    assert (FOLDER / f"{name}.ipynb").stat().st_size < LARGEST


@pytest.mark.parametrize("name", ENGINES)
def test_a_notebook_uses_a_gpu_where_there_is_one_and_prints_the_engine(name):
    cells = code_cells(read(name))
    assert any(ENGINES[name] in cell.source for cell in cells)
    assert any(
        re.search("engine: (cpu|gpu)", text) for cell in cells for text in texts(cell)
    )
