# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No file of the repository names a folder of the machine on which it was written."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OF_A_MACHINE = (
    "build|builds|data|github|home|media|mnt|opt|private|root|runner|scratch|srv|tmp"
    "|Users|volumes|work|workspace|workspaces"
)
# "/" begins a path where no name, variable or pattern stands before it.
UNIX = re.compile(
    rf"(?<![\w.*$}}~<>/:)\]-])(?:file:/*)?/(?:{OF_A_MACHINE})(?=/)[\w./+@~-]*"
)
WINDOWS = re.compile(r"(?<![A-Za-z0-9_])[A-Z]:(?:\\{1,2}|/)(?!/)[A-Za-z][\w .-]*[\\/]")
CONDA = "/opt/conda/envs/cugraph_biclique/bin/python"
# What stands in the text, by file, and the reason.
ALLOWED = {
    # The environment in a container, for an editor.
    ".devcontainer/cuda12.9-conda/devcontainer.json": {CONDA},
    ".devcontainer/cuda13.0-conda/devcontainer.json": {CONDA},
    # A folder of an image, in a Dockerfile for users to copy.
    "cugraph_biclique/cli/texts.py": {"/opt/kernels"},
    "docs/command_line.md": {"/opt/kernels"},
}
HERE = "tests/test_paths.py"


def tracked():
    """The text files of the repository."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a clone of the repository")
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            yield name, content.decode("utf-8")


def named(text):
    """The absolute paths of a text that only some machines have."""
    return {found[0] for each in (UNIX, WINDOWS) for found in each.finditer(text)}


def test_no_file_names_a_folder_of_a_machine():
    found = {
        name: paths
        for name, text in tracked()
        if name != HERE and (paths := named(text) - ALLOWED.get(name, set()))
    }
    assert not found


def test_each_exception_is_needed():
    texts = dict(tracked())
    assert {name: named(texts[name]) for name in ALLOWED} == ALLOWED


@pytest.mark.parametrize(
    "text",
    [
        "python x.py /tmp/graph.npz",
        '"command": "/root/out/x.json"',
        "--peer gbc=/work/peers/gbc",
        "file:///home/user/graph.txt",
        "PATH=/mnt/disk/bin:$PATH",
        "(/Users/name/graph.csv)",
        r"C:\Users\name\graph.csv",
        "D:/graphs/graph.csv",
    ],
)
def test_a_folder_of_a_machine_is_found(text):
    assert named(text)


@pytest.mark.parametrize(
    "text",
    [
        "#!/usr/bin/env bash",
        "/proc/self/status, /dev/null, /usr/local/cuda",
        "https://github.com/data/home/x",
        "../tmp/x, $HOME/tmp/x, ~/work/x, *//root/x",
        "edges/sec, read/write, and/or",
        "users/data/home/x",
    ],
)
def test_other_texts_are_not(text):
    assert not named(text)
