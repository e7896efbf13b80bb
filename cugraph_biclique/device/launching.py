# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Kernel launches: packed arguments, and CuPy's streams."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import count
from struct import Struct
from typing import Any

import numpy as np

from cugraph_biclique.device import convention, prebuilt, private_names
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.signatures import signature_of, types_of, used
from cugraph_biclique.device.simt import SIMULATED, SMALL, THREADS, WARP
from cugraph_biclique.host import compiling
from cugraph_biclique.host.interrupt_holding import signals_held
from cugraph_biclique.host.interrupts import check_flag

ALL_AT_ONCE = -1
WORD_BYTES = 8  # of Numba's calling convention
SPIN_SECONDS = 0.005  # shorter waits poll without sleeping, for latency


def wait(stop: np.ndarray | None = None) -> None:
    """Wait for the kernels launched so far, while Python handles signals.

    A copy to the host also waits, but without handling signals. Raises `Stopped` if the
    flag `stop` is raised.
    """
    check_flag(stop)
    if SIMULATED:
        return
    _launch_waiting()
    done = xp.cuda.Event(disable_timing=True)
    done.record()
    began = time.perf_counter()
    while not done.done:
        if time.perf_counter() - began > SPIN_SECONDS:
            time.sleep(SPIN_SECONDS / 10)
            check_flag(stop)


def tell_kernels(control: Any, entries: dict[int, int]) -> None:
    """Write entries of `control` repeatedly until the launched kernels have ended.

    The writes use a second stream, because the current one is busy. They are repeated,
    because kernels in the current stream may still reset `control`.
    """
    if SIMULATED:
        return
    done = xp.cuda.Event(disable_timing=True)
    done.record()
    aside = xp.cuda.Stream(non_blocking=True)
    while not done.done:
        for entry, value in entries.items():
            control[entry : entry + 1].set(np.array([value], np.int64), stream=aside)
        aside.synchronize()
        time.sleep(SPIN_SECONDS)


def multiprocessors() -> int:
    """Number of multiprocessors of the device."""
    return 1 if SIMULATED else _multiprocessors(xp.cuda.runtime.getDevice())


@lru_cache
def _multiprocessors(device: int) -> int:
    return int(xp.cuda.Device(device).attributes["MultiProcessorCount"])


def blocks_for(warps: int) -> int:
    """Number of blocks for a kernel that strides over items with one warp per item."""
    return max(1, min(-(-warps * WARP // SMALL), 32 * multiprocessors()))


def blocks_that_meet(warps: int) -> int:
    """Number of blocks for a cooperative kernel: at least two, and at most one per
    multiprocessor, because all blocks wait for each other."""
    return max(2, min(blocks_for(warps), multiprocessors()))


class Packed:
    """A packed kernel argument, or a tuple of arguments, in Numba's calling convention.

    Pack the arguments of repeated launches once: packing takes longer than a launch.
    """

    def __init__(self, argument: Any) -> None:
        self.argument = argument
        kinds: list[Any] = []
        words: list[bytes] = []
        if not SIMULATED:
            _flatten((argument,), kinds, words)
        self.words = b"".join(words)
        self.kind = _numbers.setdefault(tuple(kinds), next(_next_number))


class _Parameters:
    """Packed arguments in host memory, and the address of each word for the driver."""

    def __init__(self, n: int) -> None:
        words = array("q", bytes(WORD_BYTES * n))
        begin = words.buffer_info()[0]
        self.words = memoryview(words).cast("B")
        places = np.arange(begin, begin + len(self.words), WORD_BYTES, dtype=np.int64)
        self.places = array("q", places.tobytes())
        self.address = self.places.buffer_info()[0]


class _Next(threading.local):
    """Parameters of a thread's next launch, and the launches that it has postponed."""

    def __init__(self) -> None:
        self.parameters = _Parameters(512)
        self.aside: list[Callable[[], None]] = []  # see `beside`

    def address_of(self, words: bytes) -> int:
        """Copy words to the parameters, and return the address for the driver."""
        n = len(words)
        if n > len(self.parameters.words):
            self.parameters = _Parameters(n // WORD_BYTES)
        self.parameters.words[:n] = words
        return self.parameters.address


class _Loaded:
    """A kernel loaded on one device, for arguments of certain types."""

    def __init__(self, function: Any, handle: int) -> None:
        self.handle = handle  # of the driver
        self.threads = function.targetoptions["launch_bounds"][0]
        at_once = private_names.blocks_of_multiprocessor(handle, self.threads, 0)
        self.blocks = at_once * multiprocessors()


def launch(function: Any, blocks: int, *args: Any) -> None:
    """Launch a kernel on CuPy's current stream.

    `blocks` may be ALL_AT_ONCE: as many blocks as run concurrently. Integers are passed
    as int64, and arrays must be contiguous.

    For kernels with many arrays, Numba's own launch takes ten times as long: longer
    than most of our kernels run. So this function packs the arguments itself, in
    Numba's calling convention. The driver copies them during the call.
    """
    if SIMULATED:
        _simulate(function, blocks, args)
        return
    loaded, words = _prepared(function, args)
    _start(loaded, blocks, _next.address_of(words))


def launch_together(function: Any, blocks: int, *args: Any) -> None:
    """Launch a cooperative kernel, whose blocks may call `simt.meet_blocks`.

    Reduces `blocks` to the number that run concurrently. If several launches use one
    barrier counter without a reset, they must have the same number of blocks. If other
    kernels occupy the device, the launch waits until all blocks have room. A device
    without cooperative launches runs one block.
    """
    if SIMULATED:
        _simulate(function, 1, args)
        return
    loaded, words = _prepared(function, args)
    cooperates = _is_cooperative(xp.cuda.runtime.getDevice())
    blocks = min(blocks, loaded.blocks) if cooperates else 1
    _start(loaded, blocks, _next.address_of(words), together=cooperates)


@lru_cache
def _is_cooperative(device: int) -> bool:
    return bool(xp.cuda.Device(device).attributes.get("CooperativeLaunch", True))


def repeated(function: Any, blocks: int, *args: Any) -> Callable[[], None]:
    """Return a function that launches a kernel as `launch` does, any number of times.

    The arguments are packed once. The returned function does not keep the arrays alive.
    """
    if SIMULATED:
        return partial(_simulate, function, blocks, args)
    loaded, words = _prepared(function, args)
    parameters = _Parameters(len(words) // WORD_BYTES)
    parameters.words[:] = words
    return lambda: _start(loaded, blocks, parameters.address)


def _simulate(function: Any, blocks: int, args: tuple[Any, ...]) -> None:
    """Launch a kernel in the simulator."""
    args = _unpacked(args)
    used.add(signature_of(function, args))
    blocks = 2 if blocks == ALL_AT_ONCE else min(blocks, 2)
    with _simulator:
        function[blocks, THREADS](*args)


def _start(
    loaded: _Loaded, blocks: int, parameters: int, together: bool = False
) -> None:
    """Pass a launch to the driver; `parameters` is the address of the arguments."""
    blocks = loaded.blocks if blocks == ALL_AT_ONCE else blocks
    sizes = blocks, 1, 1, loaded.threads, 1, 1, 0
    stream = xp.cuda.get_current_stream().ptr
    if together:
        launch_cooperative = private_names.launch_cooperative_kernel
        launch_cooperative(loaded.handle, *sizes, stream, parameters)
    else:
        private_names.launch_kernel(loaded.handle, *sizes, stream, parameters, 0)


def _prepared(function: Any, args: tuple[Any, ...]) -> tuple[_Loaded, bytes]:
    """Return the kernel for arguments of these types, and the packed arguments.

    Loads the kernel if necessary.
    """
    kinds: list[Any] = [function, xp.cuda.runtime.getDevice()]
    pieces: list[bytes] = []
    _flatten(args, kinds, pieces)
    words, key = b"".join(pieces), tuple(kinds)
    loaded = _loaded.get(key)
    if loaded is None:
        handle = _handle_of(function, _unpacked(args), len(words) // WORD_BYTES)
        loaded = _loaded[key] = _Loaded(function, handle)
        here = function, kinds[1]
        _at_once[here] = min(loaded.blocks, _at_once.get(here, loaded.blocks))
    return loaded, words


def beside(*launches: Callable[[], None]) -> Callable[[], None]:
    """Launch kernels on a second stream, concurrently with later kernels.

    The kernels begin after those launched so far. They are postponed until this thread
    waits for the device anyway, in `wait` or `read`; the newest call of `beside` comes
    first. The returned function launches what is still postponed or has failed, and
    makes the current stream wait for it. Call it before the kernels' memory is freed,
    also after an error: the current stream may use freed memory again.
    """
    if SIMULATED:
        for launch_kernel in launches:
            launch_kernel()
        return lambda: None
    device, now = xp.cuda.Device(), xp.cuda.get_current_stream()
    before = now.record(xp.cuda.Event(disable_timing=True))
    todo = list(launches)
    done: list[Any] = []  # an event, once kernels are launched

    def launch_aside() -> None:
        with device:
            aside = _second_stream(device.id)
            aside.wait_event(before)
            with aside:
                try:
                    _launch_all(todo)
                finally:
                    done[:] = [aside.record(xp.cuda.Event(disable_timing=True))]

    def wait_for_it() -> None:
        if launch_aside in _next.aside:
            _next.aside.remove(launch_aside)
        try:
            if todo:
                launch_aside()
        finally:
            if done:
                now.wait_event(done[0])

    _next.aside.append(launch_aside)
    return wait_for_it


def _launch_all(todo: list[Callable[[], None]]) -> None:
    """Launch the kernels of a list, and remove each from the list.

    A launch interrupted by Ctrl-C counts as launched, because no kernel may run twice.
    """
    while todo:
        launch_kernel = todo.pop(0)
        try:
            launch_kernel()
        except Exception:
            todo.insert(0, launch_kernel)
            raise


def read(array: Any) -> np.ndarray:
    """Return a copy of an array in host memory.

    First launches the newest kernels that `beside` has postponed.
    """
    _launch_waiting()
    copy: np.ndarray = array.copy() if SIMULATED else array.get()
    return copy


def _launch_waiting() -> None:
    """Launch the newest kernels that `beside` has postponed in this thread.

    The others stay postponed: kernels of the current stream would have to share the
    device with all of them.
    """
    if _next.aside:
        _next.aside.pop()()


@lru_cache
def _second_stream(device: int) -> Any:
    return xp.cuda.Stream(non_blocking=True)


_Array = xp.ndarray
# Words of an array: two unused ones, size, bytes of an item, address, shape, strides.
_array_words = Struct("16x3q").pack
_vector_words = Struct("16x5q").pack
_number_word = Struct("q").pack
_loaded: dict[tuple[Any, ...], _Loaded] = {}  # by kernel, device and types
_at_once: dict[tuple[Any, int], int] = {}  # `blocks_at_once`, by kernel and device
_numbers: dict[tuple[Any, ...], int] = {}  # of the types of packed arguments
_next_number = count()  # threads must not take the same one
_next = _Next()
_modules: list[Any] = []  # kept, because handles refer to them
_simulator = threading.Lock()  # it runs one kernel at a time
_checked: set[int] = set()  # devices on which `convention.check` has run


def blocks_at_once(function: Any) -> int:
    """Number of blocks of a kernel that run concurrently on the current device.

    This is the least number for all signatures launched there so far.
    """
    if SIMULATED:
        return 2
    return _at_once[function, xp.cuda.runtime.getDevice()]


def _unpacked(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of a launch without `Packed` around them."""
    return tuple(map(_argument_of, args))


def _argument_of(argument: Any) -> Any:
    """Return an argument without `Packed`, which may be in the fields of its tuple."""
    if isinstance(argument, Packed):
        return _argument_of(argument.argument)
    if isinstance(argument, tuple) and hasattr(argument, "_make"):
        return type(argument)._make(map(_argument_of, argument))
    return argument


def _flatten(arguments: Iterable[Any], kinds: list[Any], words: list[bytes]) -> None:
    """Append the types of arguments, and their words in Numba's calling convention.

    Every launch runs this, so it compares types: `isinstance` takes twice as long. The
    properties of a CuPy array that it reads take a few hundredths of a microsecond;
    `flags` and `strides` take many times as long.
    """
    for argument in arguments:
        kind = type(argument)
        if kind is _Array:
            if not argument._c_contiguous:  # see `private_names`
                raise AssertionError("kernels accept only contiguous arrays")
            dtype, size = argument.dtype, argument.size
            itemsize, address = dtype.itemsize, argument.data.ptr
            if argument.ndim == 1:
                kinds.append(dtype.char)
                words.append(_vector_words(size, itemsize, address, size, itemsize))
            else:
                kinds.append(dtype.char * argument.ndim)
                of_axes = array("q", (*argument.shape, *argument.strides))
                words += _array_words(size, itemsize, address), of_axes.tobytes()
        elif kind is Packed:
            kinds.append(argument.kind)
            words.append(argument.words)
        elif argument is None:  # a pointer that the kernel ignores
            kinds.append("None")
            words.append(_number_word(0))
        elif isinstance(argument, tuple):
            _flatten(argument, kinds, words)
        elif isinstance(argument, _Array):  # of a class that is derived from it
            shape, data = argument.shape, argument.data
            array_of_base = _Array(shape, argument.dtype, data, argument.strides)
            _flatten((array_of_base,), kinds, words)
        else:
            kinds.append("int")
            words.append(_number_word(int(argument)))


def _handle_of(function: Any, arguments: tuple[Any, ...], words: int) -> int:
    """Load or compile a kernel for these arguments, and return the driver's handle.

    `words` is the number of words of the packed arguments.
    """
    signature = signature_of(function, arguments)
    used.add(signature)
    built = prebuilt.find(signature, xp.cuda.Device().compute_capability)
    if built is None:
        with compiling.on_device():
            compiled = function.compile(types_of(arguments))
        return private_names.handle_of(compiled)
    if built.words != words:  # the kernel could read and write at any address
        raise AssertionError(
            f"the kernel {signature} reads {built.words} words of arguments, and not "
            f"{words}: install cugraph_biclique again"
        )
    device = xp.cuda.runtime.getDevice()
    if device not in _checked:
        _checked.add(device)
        convention.check(launch)
    with signals_held():
        module = private_names.module_of(built.image)
    _modules.append(module)
    return private_names.handle_in(module, built.symbol)
