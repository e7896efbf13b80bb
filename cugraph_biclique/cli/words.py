# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Translation of the library's messages from Python arguments to shell options."""

from __future__ import annotations

import re

VALUE = r"=(?:'([^']*)'|\"([^\"]*)\"|([^\s:,;)]+))"
OPTIONS = {
    "engine": "--engine",
    "memory_budget": "--memory-budget",
    "min_left": "--min-left",
    "min_right": "--min-right",
    "min_size": "--min-size",
    "least_common": "--least-common",
    "validated": "--validated",
    "alpha": "--alpha",
    "false_share": "--false-share",
    "draws": "--draws",
    "seed": "--seed",
    "null": "--null",
    "by": "--by",
    "density": "--density",
    "overlap": "--overlap",
    "side": "--side",
    "left": "--left",
    "right": "--right",
    "k": "-k",
    "format": "--input-format",
    "skip_lines": "--skip-lines",
    "max_p": "-p",
    "max_q": "-q",
    "p": "-p",
    "q": "-q",
}
CALLS = {
    "dask.write_maximal_bicliques": "enumerate -o FOLDER/",
    "dask.write_maximal_cliques": "cliques -o FOLDER/",
    "write_groups": "groups -o FOLDER/",
    "iter_maximal_bicliques or write_maximal_bicliques": "enumerate -o FOLDER/",
    "write_maximal_bicliques": "enumerate -o FOLDER/",
    "iter_maximal_bicliques": "enumerate",
    "iter_maximal_cliques or write_maximal_cliques": "cliques -o FOLDER/",
    "write_maximal_cliques": "cliques -o FOLDER/",
    "iter_maximal_cliques": "cliques",
    "convert one column to the dtype of the other": "pass --text-ids",
    "pass them as containing": "name them with --containing-left or --containing-right",
    "a part of the graph as G": "a file with a part of the edges",
    "repeat the same call": "repeat the same command",
    "progress=True": "--progress",
    "progress=False": "--no-progress",
    "sort=True": "--sort",
    "header=True": "--header",
    "header=False": "--no-header",
    "text_ids=True": "--text-ids",
    "quotes=True": "--quotes",
    "quotes=False": "--no-quotes",
    "counts=True": "--counts",
    "counts=False": "--no-counts",
    "leave text_ids out": "leave --text-ids out",
    "leave header out": "leave --header out",
    "as delimiter": "with --delimiter",
    "with left and right": "with --left and --right",
}


def in_shell_words(message: str, path: str = "-o") -> str:
    """Replace arguments in a message by options: ``engine='cpu'`` becomes ``--engine
    cpu``. The command decides the option that stands for `path`."""
    for call, command in CALLS.items():
        message = message.replace(call, command)
    message = re.sub(
        r"(?<![\w=-])(left|right|delimiter|comments)=(?=['\"])", r"--\1 ", message
    )
    for argument, option in {**OPTIONS, "path": path}.items():
        given = rf"(?<![\w=-]){argument}{VALUE}"
        message = re.sub(given, rf"{option} \1\2\3", message)
        if "_" in argument:
            message = re.sub(rf"(?<![\w-]){argument}(?!\w)", option, message)
    return message
