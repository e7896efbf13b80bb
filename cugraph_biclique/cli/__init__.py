# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls from a shell: ``cugraph-biclique demo | enumerate | ...``.

`parser` says what can be asked for, `edges` reads, `commands` call the library, and
`output` writes. This module runs a command, and turns what goes wrong into a line.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Sequence

from cugraph_biclique.cli.compiling import (
    INTERRUPTED,
    TERMINATED,
    Terminated,
    end,
    watching_compilation,
)
from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.parser import PROGRAM, make_parser
from cugraph_biclique.cli.verbose import logging_to_stderr

FAILED = 1
USAGE = 2
FAILURES = OSError, ValueError, TypeError, ImportError, RuntimeError, MemoryError


def run() -> int:
    """Be the program: as `main`, and Ctrl-C and SIGTERM end the process, without a
    traceback and also while a kernel is compiled."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, end)
    return main()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    parser = make_parser()
    options, unknown = parser.parse_known_args(arguments)
    if options.command is None and not unknown:
        parser.print_help(sys.stderr)
        return USAGE
    if unknown:  # said by the command's own parser, which knows its options
        refuse = parser.error if options.command is None else options.refuse
        refuse(f"unrecognized arguments: {' '.join(unknown)}")
    name = f"{PROGRAM} {options.command}"
    with warnings.catch_warnings(), logging_to_stderr(options.verbose):
        warnings.showwarning = lambda text, *where: _say(f"{name}: {text}")
        try:
            with watching_compilation():
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
            # The reader has seen enough, as in `... | head`. Python would complain
            # again when it flushes standard output at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except UsageError as error:
            _say(f"{name}: {error}")
            return USAGE
        except FAILURES as error:
            _say(f"{name}: {error or type(error).__name__}")
            return FAILED


def _say(line: str) -> None:
    print(line, file=sys.stderr)
