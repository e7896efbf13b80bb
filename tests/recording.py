# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Hooks of pytest: the record has every signature that the tests launched.

Kernels in a wheel are compiled for the signatures of
``cugraph_biclique/device/signatures.txt``. With ``--add-signatures``, new ones are
added to the file. Otherwise, the run fails.
"""

import sys

import pytest

KEY = "signatures"  # of what a worker sends
COMMAND = "bash ci/test_simulator.sh --add-signatures"

from_workers = set()
lacking = []


def pytest_addoption(parser):
    parser.addoption(
        "--add-signatures",
        action="store_true",
        help="add the signatures of launched kernels to device/signatures.txt",
    )


def launched():
    """The signatures that this process and its workers launched."""
    module = sys.modules.get("cugraph_biclique.device.signatures")
    return from_workers.union(module.used if module else ())


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    from_workers.update(getattr(node, "workeroutput", {}).get(KEY, ()))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    ours = launched()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[KEY] = sorted(ours)
    elif ours:
        from cugraph_biclique.device import signatures

        if session.config.getoption("--add-signatures"):
            signatures.record(ours)
        lacking.extend(sorted(ours - set(signatures.recorded())))
        if lacking and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    if lacking:
        terminalreporter.section("signatures that are not recorded")
        terminalreporter.write_line(
            f"Kernels in the wheel are not compiled for these: run {COMMAND}, and "
            "commit cugraph_biclique/device/signatures.txt."
        )
        for line in lacking:
            terminalreporter.write_line(line)
