# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while a kernel is loaded comes after the load, and is always Ctrl-C.

Modules: `host/interrupt_holding.py`.
"""

import signal
import threading

import numba
import numpy as np
import pytest

from cugraph_biclique.host import compiling, interrupt_holding
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupt_holding import release, signals_held

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs kernels")


def _sum(values):
    total = 0
    for value in values:
        total += value
    return total


@pytest.fixture(autouse=True)
def ctrl_c():
    """Python's handler of SIGINT, and one of SIGTERM."""
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _end}
    before = {number: signal.signal(number, new) for number, new in handlers.items()}
    yield
    left = {number: signal.getsignal(number) for number in handlers}
    for number, handler in before.items():
        signal.signal(number, handler)
    assert left == handlers
    assert not interrupt_holding._handlers and not interrupt_holding._came


def _end(number, frame):
    raise SystemExit(number)


@pytest.fixture
def kernel():
    """A kernel that is in the cache, and not loaded."""
    compiled(_sum)(np.arange(3))
    return compiled(_sum)


def interrupting(load, number, seen):
    """A function of Numba's that gets a signal in its midst."""

    def loaded(*args):
        signal.raise_signal(number)
        seen.append("loads on")
        return load(*args)

    return loaded


@pytest.mark.parametrize(
    ("number", "error"),
    [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)],
)
def test_a_signal_waits_until_a_kernel_is_loaded(kernel, number, error):
    seen = []
    kernel._cache.load_overload = interrupting(
        kernel._cache.load_overload, number, seen
    )
    with pytest.raises(error):
        kernel(np.arange(3))
    assert seen == ["loads on"]
    assert len(kernel.signatures) == 1
    assert sum(kernel.stats.cache_hits.values()) == 1
    assert kernel(np.arange(4)) == 6


def test_a_compilation_is_not_held(kernel, monkeypatch):
    start = compiling.watch.start

    def interrupted(device):
        start(device)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the signal waits")

    monkeypatch.setattr(compiling, "PACKAGE", __name__)
    monkeypatch.setattr(kernel._cache, "load_overload", lambda *args: None)
    monkeypatch.setattr(compiling.watch, "start", interrupted)
    monkeypatch.setattr(compiling.watch, "depth", 0)
    with pytest.raises(KeyboardInterrupt):
        kernel(np.arange(3))
    assert not kernel.signatures


def test_a_signal_during_the_load_comes_before_a_compilation(kernel, monkeypatch):
    seen = []
    load = interrupting(lambda *args: None, signal.SIGINT, seen)
    monkeypatch.setattr(compiling, "PACKAGE", __name__)
    kernel._cache.load_overload = load
    with pytest.raises(KeyboardInterrupt):
        kernel(np.arange(3))
    assert seen == ["loads on"]
    assert not kernel.signatures


@pytest.mark.parametrize("chain", ["cause", "context"])
def test_a_system_error_that_ctrl_c_causes_is_ctrl_c(kernel, chain):
    def load(*args):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            if chain == "cause":
                raise SystemError("returned a result with an exception set") from error
            raise SystemError("returned NULL")  # noqa: B904  # as C code does

    kernel._cache.load_overload = load
    with pytest.raises(KeyboardInterrupt):
        kernel(np.arange(3))


def test_another_system_error_stays_one(kernel):
    def load(*args):
        raise SystemError("of another kind")

    kernel._cache.load_overload = load
    with pytest.raises(SystemError, match="of another kind"):
        kernel(np.arange(3))


def test_holds_are_nested_and_released():
    with pytest.raises(KeyboardInterrupt), signals_held():
        with signals_held():
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    with signals_held():
        release()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_other_threads_and_handlers_of_the_system_are_left_alone():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with signals_held():
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    signal.signal(signal.SIGTERM, _end)
    seen = []

    def hold():
        with signals_held():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]
