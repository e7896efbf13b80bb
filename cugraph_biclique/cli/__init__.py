# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Command line: ``cugraph-biclique demo | enumerate | ...``.

`parser` defines the options, `edges` reads files, `commands` call the library, and
`output` writes results. This module runs a command, and reports each error in one line.
It handles Ctrl-C and SIGTERM before it imports the other modules, and with them NumPy,
pandas and Numba.
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.interrupt import INTERRUPTED, TERMINATED, Terminated, end
from cugraph_biclique.cli.opening import open_device
from cugraph_biclique.cli.words import in_shell_words

FAILED = 1
USAGE = 2
NO_ROOM = errno.ENOSPC, errno.EDQUOT, errno.EIO
FAILURES = OSError, ValueError, TypeError, ImportError, RuntimeError, MemoryError


def run() -> int:
    """Run `main` as a program: Ctrl-C and SIGTERM end the process without a traceback,
    even while a kernel is compiled. The process ends soon after the last output."""
    status: list[int] = []
    # Python calls what is registered first after all that the command registers.
    atexit.register(_leave, status)
    status.append(_run())
    return status[0]


def _leave(status: list[int]) -> None:
    """End the process with a status, if it has one, as the last step at exit.

    Python would free every module and every object, and LLVM its code, one by one. This
    takes a fifth of a second, and the operating system frees all of it at once.
    """
    if status:
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except (OSError, ValueError):
            return  # Python tries again, and reports the error
        os._exit(status[0])


def _import() -> None:
    """Import what each command needs. Hardly any object of a module is garbage, but
    looking for some takes a tenth of a second."""
    gc.disable()
    import_module("cugraph_biclique.cli.parser")
    gc.freeze()
    gc.enable()


def _run() -> int:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, end)
    if sys.stdout is None:
        _say("cugraph-biclique: standard output is closed: redirect it to a file")
        return FAILED
    _write_utf8(sys.stdout)
    open_device(sys.argv[1:])
    _import()
    try:
        return main()
    except SystemExit as ended:  # argparse has printed the help, or an error
        return _flushed(int(ended.code or 0))


def _write_utf8(stdout: TextIO) -> None:
    """Write UTF-8 to files and pipes in any locale; escape what a terminal lacks."""
    if isinstance(stdout, io.TextIOWrapper):
        if stdout.isatty():
            stdout.reconfigure(errors="backslashreplace")
        else:
            stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def _flushed(status: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_stdout()
    except OSError as error:
        _leave_stdout()
        _say(f"cugraph-biclique: {error}, while writing to standard output")
        return FAILED
    return status


def _leave_stdout() -> None:
    """Redirect standard output to the null device, as the flush at exit would fail."""
    with suppress(io.UnsupportedOperation):  # a caller of `main` has replaced it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit status."""
    from cugraph_biclique.cli.compiling import watching_compilation
    from cugraph_biclique.cli.parser import PROGRAM, make_parser
    from cugraph_biclique.cli.verbose import logging_to_stderr

    parser = make_parser()
    options, unknown = parser.parse_known_args(arguments)
    if options.command is None and not unknown:
        parser.print_help(sys.stderr)
        return USAGE
    if unknown:  # the command's own parser reports its usage
        refuse = parser.refuse if options.command is None else options.refuse
        refuse(unknown)
    options.verbose += options.verbose_before
    options.quiet |= options.quiet_before
    if options.quiet and options.verbose:
        parser.error("--quiet hides what -v shows: leave one of them out")
    if options.quiet and getattr(options, "progress", None) is None:
        options.progress = False
    name = f"{PROGRAM} {options.command}"
    with warnings.catch_warnings(), logging_to_stderr(options.verbose):
        warnings.showwarning = lambda text, *where: (
            None if options.quiet else _say(f"{name}: {in_shell_words(str(text))}")
        )
        try:
            with watching_compilation(options.quiet):
                status = options.run(options)
                sys.stdout.flush()
            return status or 0
        except KeyboardInterrupt:
            _say("interrupted")
            return INTERRUPTED
        except Terminated:
            _say("terminated")
            return TERMINATED
        except BrokenPipeError:
            _leave_stdout()  # the reader has closed the pipe, as in `... | head`
            return 0
        except UsageError as error:
            _say(f"{name}: {error}")
            return USAGE
        except FAILURES as error:
            path = "FOLDER" if options.command == "verify" else "-o"
            _say(f"{name}: {in_shell_words(str(error) or type(error).__name__, path)}")
            return _failed_after(error)


def _failed_after(error: BaseException) -> int:
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        _leave_stdout()  # writing the rest of the buffer would fail again
    return FAILED


def _say(line: str) -> None:
    from cugraph_biclique.cli.terminal import tell

    tell(" ".join(line.splitlines()))
