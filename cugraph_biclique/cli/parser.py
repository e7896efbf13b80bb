# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parser of the command line, and its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

import cugraph_biclique as cb
from cugraph_biclique.cli import texts, values
from cugraph_biclique.cli.cluster import add_scheduler
from cugraph_biclique.cli.completion import SHELLS
from cugraph_biclique.cli.containing import add_containing
from cugraph_biclique.cli.edges import add_reading
from cugraph_biclique.cli.output_options import (
    add_output,
    add_output_of_labels,
    add_output_or_folder,
)
from cugraph_biclique.cli.suggestions import nearest, unrecognized
from cugraph_biclique.cli.terminal import tell
from cugraph_biclique.device.engine import ENGINES
from cugraph_biclique.inputs.files.unread_formats import advice_for
from cugraph_biclique.randomization.nulls import NULLS
from cugraph_biclique.results.pair_scores import PAIR_NULLS, SIMILARITIES
from cugraph_biclique.results.scores import NO_STAR, SCORES

PROGRAM = "cugraph-biclique"


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, like those of the library.

    It takes no prefix of an option for the option: a later version may have a second
    option that begins with these letters. Parsers of commands are of this class, too.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        if message.endswith("required: FILE"):
            message += "; write ./-NAME if its name begins with -"
        tell(f"{self.prog}: {message} (see {self.prog} --help)")
        self.exit(2)

    def refuse(self, unknown: list[str]) -> NoReturn:
        """Report arguments that this parser does not know."""
        self.error(unrecognized(unknown, self._option_string_actions))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Suggest the nearest choice to a misspelt one."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            if action.dest == "input_format" and (advice := advice_for(str(value))):
                error.message = advice
                raise
            near = nearest(str(value), map(str, action.choices or ()))
            if near is not None:
                error.message += f": did you mean {near}?"
            raise


def make_parser() -> _Parser:
    """Make the parser of the command line; its result has the command as `run`."""
    parser = _Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} COMMAND ...",
        description=texts.TOP,
        epilog=texts.top_end(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action="version", version=cb.__version__, help="show the version"
    )
    _add_log_options(parser, "_before")
    parser.set_defaults(verbose=0, quiet=False, parser=parser)
    adding = parser.add_subparsers(
        dest="command", metavar="COMMAND", prog=PROGRAM, help=argparse.SUPPRESS
    )
    for name, (run, options) in COMMANDS.items():
        usage, help, description, epilog = texts.OF[name]
        command = adding.add_parser(
            name,
            usage=f"{PROGRAM} {name} {usage}".rstrip(),
            help=help,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=_imported(run), refuse=command.refuse)
        for add in options:
            add(command)
    return parser


def _imported(name: str) -> Callable[[argparse.Namespace], int | None]:
    """Return a function that imports a command, and runs it: a module loads kernels
    that other commands do not need."""

    def run(options: argparse.Namespace) -> int | None:
        module, _, function = name.partition(":")
        home = import_module(f"cugraph_biclique.cli.{module}")
        status: int | None = getattr(home, function)(options)
        return status

    return run


def _add_minimum(parser: argparse.ArgumentParser) -> None:
    _add_least_sizes(parser, 1, "1")


def _add_minimum_of_best(parser: argparse.ArgumentParser) -> None:
    """Add the least sizes of ``top``; `answers.top` replaces None by `NO_STAR`."""
    _add_least_sizes(parser, None, f"{NO_STAR}, as stars have only one")


def _add_least_sizes(
    parser: argparse.ArgumentParser,
    default: int | None,
    explained: str,
    what: str = "bicliques",
) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(f"the {what}")
    for side in ("left", "right"):
        group.add_argument(
            f"--min-{side}",
            type=values.size(f"min_{side}"),
            default=default,
            metavar="N",
            help=f"only {what} with at least N {side} vertices (default: {explained})",
        )
    return group


def _add_score(parser: argparse.ArgumentParser, default: str) -> None:
    _add_by(parser.add_argument_group("the score"), SCORES, default)


def _add_by(
    group: argparse._ArgumentGroup, scores: Sequence[str], default: str
) -> None:
    group.add_argument(
        "--by",
        choices=scores,
        default=default,
        metavar="SCORE",
        help=f"one of {', '.join(scores)} (default: {default})",
    )


def _add_number(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, what: str
) -> None:
    parser.add_argument(
        "-k",
        type=values.size("k"),
        default=20,
        metavar="K",
        help=f"number of {what} to print (default: 20)",
    )


def _add_best(parser: argparse.ArgumentParser) -> None:
    _add_score(parser, "share")
    _add_number(parser, "bicliques")


def _add_groups(parser: argparse.ArgumentParser) -> None:
    sizes = _add_least_sizes(parser, 2, "2", "groups")
    add_containing(sizes, "groups")
    group = parser.add_argument_group("the search")
    _add_number(group, "groups")
    group.add_argument(
        "--density",
        type=values.part,
        default=0.5,
        metavar="SHARE",
        help="least share of the other side that each vertex touches (default: 0.5)",
    )
    group.add_argument(
        "--overlap",
        type=values.part,
        default=0.3,
        metavar="SHARE",
        help="leave out groups that share more than this with a better one "
        "(default: 0.3)",
    )


def _add_draws(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the random graphs")
    group.add_argument(
        "--draws",
        type=values.size("draws"),
        default=20,
        metavar="N",
        help="number of random graphs (default: 20)",
    )
    group.add_argument(
        "--seed",
        type=values.seed,
        default=1,
        metavar="S",
        help="seed of the random graphs, 0 or more (default: 1)",
    )
    group.add_argument(
        "--null",
        choices=NULLS,
        default="swaps",
        help="swaps: each vertex keeps its number of neighbours; bicm: it has as many "
        "on average, and edges are independent (default: swaps)",
    )
    group.add_argument(
        "--false-share",
        type=values.share,
        default=0.05,
        metavar="SHARE",
        help="largest share of bicliques that chance may explain (default: 0.05)",
    )


def _add_side_and_score(parser: argparse.ArgumentParser) -> None:
    _add_score(parser, "share")
    _add_side(parser)


def _add_side(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--side",
        choices=("left", "right"),
        default="left",
        help="the side whose vertices are listed (default: left)",
    )


def _add_alphas(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--alpha",
        type=values.size("alpha"),
        nargs="+",
        required=True,
        metavar="A",
        help="least number of neighbours of left vertices; one or several",
    )


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    _add_side(parser)
    group = parser.add_argument_group("the pairs")
    group.add_argument(
        "--least-common",
        type=values.size("least_common"),
        default=2,
        metavar="N",
        help="least number of common neighbours (default: 2)",
    )
    _add_by(group, SIMILARITIES, "count")
    group.add_argument(
        "--validated",
        choices=PAIR_NULLS,
        metavar="NULL",
        help="list only pairs that have more common neighbours than chance explains: "
        f"one of {', '.join(PAIR_NULLS)}",
    )
    group.add_argument(
        "--alpha",
        type=values.part,
        default=0.01,
        metavar="RATE",
        help="most false discoveries among these, as a share (default: 0.01)",
    )


def _add_p_q(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the bicliques")
    for name, side in (("p", "left"), ("q", "right")):
        group.add_argument(
            f"-{name}",
            type=values.size(name),
            required=True,
            metavar=name.upper(),
            help=f"number of {side} vertices",
        )
    group.add_argument(
        "--table", action="store_true", help="count all sizes up to P and Q"
    )


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="the folder of a data set")


def _add_shell(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def _add_verbose(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group("the work")
    _add_log_options(group)
    return group


def _add_log_options(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, place: str = ""
) -> None:
    """Add the options that may stand before and after the command.

    The parser of the command would replace what the first parser has found, so each
    of the two has its own names.
    """
    parser.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        dest=f"verbose{place}",
        help="log to standard error; -vv logs more",
    )
    parser.add_argument(
        "--quiet",
        action="store_true",
        dest=f"quiet{place}",
        help="write nothing but the results and errors",
    )


def _add_estimate(parser: argparse.ArgumentParser) -> None:
    add_scheduler(_add_verbose(parser))


def _add_cliques(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("the cliques")
    group.add_argument(
        "--min-size",
        type=values.size("min_size"),
        default=1,
        metavar="K",
        help="only cliques of at least K vertices (default: 1)",
    )
    either = group.add_mutually_exclusive_group()
    either.add_argument(
        "--sort",
        action="store_true",
        help="sort by size and vertices; holds the whole result in memory, and a "
        "folder cannot be resumed",
    )
    either.add_argument("--count", action="store_true", help="only count the cliques")
    either.add_argument(
        "--sizes", action="store_true", help="count the cliques of each size"
    )


def _add_sort(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sort",
        action="store_true",
        help="sort by n_left, n_right and left members, the same on every engine; "
        "holds the whole result in memory, and a folder cannot be resumed",
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_command(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "about", nargs="?", choices=tuple(COMMANDS), metavar="COMMAND", help="a command"
    )


def help_(options: argparse.Namespace) -> None:
    """Run ``help``: print the help of a command, or of the program."""
    options.parser.parse_args([*filter(None, [options.about]), "--help"])


def _add_work(parser: argparse.ArgumentParser) -> None:
    add_scheduler(_add_work_here(parser))


def _add_engine(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = _add_verbose(parser)
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="engine of the search (default: auto, which selects a usable GPU)",
    )
    return group


def _add_work_here(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the options of the work, for a command that needs the whole graph here."""
    group = _add_engine(parser)
    group.add_argument(
        "--memory-budget",
        type=values.budget,
        metavar="SIZE",
        help="bytes, or a size such as 8GiB (default: 80 %% of the free memory)",
    )
    group.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        help="show a progress bar on standard error (default: only in a terminal)",
    )
    return group


# In the order of the help: the module and the function of a command, and its options.
COMMANDS = {
    "demo": ("commands:demo", (_add_verbose,)),
    "estimate": (
        "commands:estimate",
        (add_reading, _add_minimum, add_output, _add_estimate),
    ),
    "sizes": ("commands:sizes", (add_reading, _add_minimum, add_output, _add_work)),
    "significance": (
        "answers:significance",
        (add_reading, _add_minimum, _add_draws, add_output, _add_work),
    ),
    "groups": (
        "answers:groups",
        (add_reading, _add_groups, add_output_or_folder, _add_work),
    ),
    "top": (
        "answers:top",
        (
            add_reading,
            _add_minimum_of_best,
            _add_best,
            add_output_of_labels,
            _add_work,
        ),
    ),
    "vertices": (
        "answers:vertices",
        (
            add_reading,
            _add_minimum,
            _add_side_and_score,
            add_output_of_labels,
            _add_work,
        ),
    ),
    "enumerate": (
        "commands:enumerate_",
        (add_reading, _add_minimum, _add_sort, add_output_or_folder, _add_work),
    ),
    "cliques": (
        "commands:cliques",
        (add_reading, _add_cliques, add_output_or_folder, _add_work),
    ),
    "count": ("commands:count", (add_reading, _add_p_q, add_output, _add_work)),
    "bitruss": ("peeling:bitruss", (add_reading, add_output_of_labels, _add_work_here)),
    "tip": (
        "peeling:tip",
        (add_reading, _add_side, add_output_of_labels, _add_work_here),
    ),
    "core-numbers": (
        "peeling:core_numbers",
        (add_reading, _add_side, _add_alphas, add_output_of_labels, _add_engine),
    ),
    "project": (
        "projection:project",
        (add_reading, _add_pairs, add_output_of_labels, _add_work),
    ),
    "verify": ("commands:verify", (_add_folder, _add_verbose)),
    "doctor": ("doctor:doctor", (_add_json, _add_verbose)),
    "warm": ("warm:warm", (_add_verbose,)),
    "help": ("parser:help_", (_add_command,)),
    "completion": ("completion:completion", (_add_shell,)),
}
