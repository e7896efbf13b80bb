# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tab completion: shtab makes a shell script from the parser."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish")
FILES = ("FILE", "OUT")  # metavars of arguments that are files


def completion(options: argparse.Namespace) -> None:
    """Print the script for a shell."""
    try:
        import shtab
    except ImportError as error:
        raise ImportError(
            "shell completion needs shtab, which is not installed: pip install shtab"
        ) from error
    parser = options.parser
    is_commands = argparse._SubParsersAction
    commands = next(a for a in parser._actions if isinstance(a, is_commands))
    commands.help = None  # shtab skips commands whose help is suppressed
    for command in commands.choices.values():
        for action in command._actions:
            if action.metavar in FILES:
                action.complete = shtab.FILE
    print(shtab.complete(parser, shell=options.shell))
