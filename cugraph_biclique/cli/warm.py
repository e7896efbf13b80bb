# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""``warm``: compile all kernels ahead of the first search."""

from __future__ import annotations

import argparse

from cugraph_biclique import warming
from cugraph_biclique.cli.terminal import say
from cugraph_biclique.cli.words import in_shell_words
from cugraph_biclique.host.compiling import ALL_TAKE, watch


def warm(options: argparse.Namespace) -> None:
    """Compile what is not in the cache, and print what was done."""
    watch.progress = False  # this command says itself that it compiles
    print(f"checking the kernels; compiling all takes {ALL_TAKE}", flush=True)
    done = warming.warm()
    names = [name.replace("_", " ") for name in warming.USES]
    if done.compiled:
        text = f"compiled for {', '.join(done.compiled).replace('_', ' ')}"
    else:
        text = "in the cache already"
    say(f"CPU engine: {text}; checked: {', '.join(names)}")
    gpu = in_shell_words(done.gpu)
    say(f"GPU engine: {f'not compiled: {gpu}' if gpu else 'compiled and checked'}")
    say(f"cache: {done.folder}, for the processor {done.processor}")
    say(f"took {done.seconds:.1f} s")
