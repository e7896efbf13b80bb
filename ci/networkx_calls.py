# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest for ci/test_networkx.sh: fails if NetworkX's tests did not call
each function of the backend, as then they tested NetworkX itself."""

from collections import Counter
from functools import wraps

from networkx.utils.backends import _registered_algorithms

from cugraph_biclique.networkx_backend import FUNCTIONS
from cugraph_biclique.networkx_backend.interface import BicliqueBackend

NAMES = [name for name in FUNCTIONS if name in _registered_algorithms]  # of its version
calls = Counter()


def counted(name, function):
    @wraps(function)
    def call(*args, **kwargs):
        calls[name] += 1
        return function(*args, **kwargs)

    return call


def pytest_configure(config):
    for name in NAMES:
        setattr(BicliqueBackend, name, counted(name, getattr(BicliqueBackend, name)))


def pytest_sessionfinish(session):
    if any(calls[name] == 0 for name in NAMES):
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    for name in NAMES:
        terminalreporter.write_line(f"{name}: {calls[name]} calls of the backend")
