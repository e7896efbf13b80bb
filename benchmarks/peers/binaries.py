# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Published programs: their input, their command lines, and what they print.

Nothing of these programs is here. They keep the name of a file in 80 characters, so the
file of a comparison has a short name in the working folder.
"""

import re
from itertools import product

from benchmarks.peers.program import (
    Printed,
    Program,
    Task,
    write_binary,
    write_both_ways,
    write_counted,
    write_counted_from_one,
    write_csr,
    write_edges,
    write_hypergraph,
    write_lists,
    write_triples,
)

DOUBLE, INT, UINT64 = 2**53, 2**31 - 1, 2**64 - 1


def first_number(pattern: str, text: str) -> str | None:
    """The first group of the last match of a pattern, or None."""
    found = re.findall(pattern, text)
    return found[-1] if found else None


def printed(answer: str | None, kernel: str | None, unit: float = 1.0) -> Printed:
    """An answer and seconds from their texts. An answer may be 12.00 or 1,200."""
    return Printed(
        None if answer is None else int(answer.partition(".")[0].replace(",", "")),
        None if kernel is None else float(kernel) * unit,
    )


# Maximal bicliques


def gmbe(text: str, task: Task) -> Printed:
    return printed(
        first_number(r"maximal nodes:\s*(\d+)", text),
        first_number(r"Total processing time: ([\d.]+) seconds", text),
    )


def gmbe_plus(text: str, task: Task) -> Printed:
    """A line that ends in the number of maximal bicliques, and seconds."""
    found = re.findall(r", (\d+), (\d+\.\d+)$", text, re.MULTILINE)
    return printed(*(found[-1] if found else (None, None)))


def cumbe(text: str, task: Task) -> Printed:
    return printed(
        first_number(r"maximal bicliques: (\d+)", text),
        first_number(r"runtime \(s\): ([\d.e+-]+)", text),
    )


def adambe(text: str, task: Task) -> Printed:
    """Fields: graph, algorithm, seconds, megabytes, maximal bicliques, and others."""
    for line in reversed(text.splitlines()):
        fields = [field.strip() for field in line.split(",")]
        if len(fields) >= 5 and re.fullmatch(r"\d[\d.]*(e-\d+)?", fields[2]):
            return printed(fields[4], fields[2])
    return Printed(None, None)


def sketch(text: str, task: Task) -> Printed:
    """Words and numbers: "maximal N prep S enum S stars S", or "count N time S"."""
    words = dict(re.findall(r"\b([a-z]\w*) (\d+(?:\.\d+)?)\b", text))
    if task.p is not None:
        return printed(words.get("count"), words.get("time"))
    stages = [words.get(stage) for stage in ("prep", "enum", "stars")]
    if None in stages:
        return Printed(None, None)
    return Printed(int(words["maximal"]), sum(map(float, stages)))


# Counts


def gbc(text: str, task: Task) -> Printed:
    return printed(
        first_number(r"number of \(\d+,\d+\)-biclique is (\d+)", text),
        first_number(r"All time: ([\d.e+-]+)s", text),
    )


def bclist(text: str, task: Task) -> Printed:
    return printed(
        first_number(r"\bans ([\d.]+)", text),
        first_number(r"\btime:(\d+)ms", text),
        unit=1e-3,
    )


def epivoter(text: str, task: Task) -> Printed:
    """Counts of all sizes, a line "p-q:N" for each that is not zero."""
    kernel = first_number(r"\btime:(\d+)ms", text)
    count = first_number(rf"(?m)^{task.p}-{task.q}:(\d+)", text)
    return printed(count if count or kernel is None else "0", kernel, unit=1e-3)


def gpu_butterflies(text: str, task: Task) -> Printed:
    """The seconds of the kernel, which a build with one more line prints."""
    return printed(
        first_number(r"btf number: ([\d,]+)", text),
        first_number(r"kernel seconds: ([\d.]+)", text),
    )


def only_butterflies(edges, task: Task) -> str | None:
    return None if (task.p, task.q) == (2, 2) else "it counts (2, 2)-bicliques only"


def only_from_two(edges, task: Task) -> str | None:
    if min(task.p, task.q) < 2:
        return "it prints sizes from (2, 2) on"
    return None


# Maximal cliques


def quick_cliques(text: str, task: Task) -> Printed:
    return printed(
        first_number(r"(\d+) maximal cliques", text),
        first_number(r"maximal cliques, in ([\d.]+) seconds", text),
    )


def mce_gpu(text: str, task: Task) -> Printed:
    """The seconds are those of the degeneracy order and of the count, both on the
    device, as its authors add them up."""
    order = first_number(r"Degeneracy ordering time: ([\d.]+) s", text)
    count = first_number(r"count time ([\d.]+) s", text)
    answer = first_number(r"Found ([\d,]+) maximal cliques in total", text)
    if None in (order, count, answer):
        return Printed(None, None)
    return Printed(int(answer.replace(",", "")), float(order) + float(count))


# Wing numbers


def parbutterfly(text: str, task: Task) -> Printed:
    """The sum of the wing numbers, which a build with one more line prints, and the
    seconds of the counts and of the peeling."""
    counted = first_number(r"\w+ : ([\d.e+-]+)\nnumber of edge butterflies", text)
    peeled = first_number(r"Peel : ([\d.e+-]+)", text)
    answer = first_number(r"sum of wing numbers: (\d+)", text)
    if answer is None or counted is None or peeled is None:
        return Printed(None, None)
    return Printed(int(answer), float(counted) + float(peeled))


def gpu_bitruss(text: str, task: Task) -> Printed:
    """The sum of the wing numbers, and the seconds of the counts and of the peeling,
    which a build with one more line prints."""
    return printed(
        first_number(r"sum of wing numbers: (\d+)", text),
        first_number(r"peeling seconds: ([\d.]+)", text),
    )


# Modes. Those that authors name in their pages and scripts come first.

# The pairs of bounds of figure 10 of GMBE; the first pair is the default.
BOUNDS = (
    ("20", "1500"),
    ("20", "1000"),
    ("30", "1500"),
    ("30", "2500"),
    ("40", "2500"),
    ("40", "3500"),
)


def gmbe_modes(file: str, versions: str) -> list[list[str]]:
    """Version 2, which the scripts run, with all bounds, and the other versions.

    README.md of GMBE+ names the versions 0 to 3. Its main.cu has 4 to 6 as well.
    """
    start, end = ["-i", file], ["-t", "1", "-o", "1", "-f"]
    bounded = [["-s", "2", *end, "-m", m, "-n", n] for m, n in BOUNDS]
    others = [["-s", version, *end] for version in versions]
    return [[*start, *words] for words in [*bounded, *others]]


def in_orders(*words: str) -> list[list[str]]:
    """Arguments of the program of AdaMBE with each of its orders."""
    return [[*words, *order] for order in ([], *(["-o", order] for order in "123"))]


def on_gpu(file: str, algorithm: str) -> list[str]:
    """The arguments of GPU_Bitruss."""
    return ["--graph", file, "--gpu", "--algo", algorithm]


# Earlier algorithms in the program of AdaMBE, and their numbers there.
BASELINES = {"lcm-mbc": "0", "mbea": "1", "imbea": "2", "fmbe": "3", "pmbe": "4"}

BINARIES = {
    "gmbe": Program(
        "maximal",
        write_lists,
        lambda file, task: gmbe_modes(file, "013"),
        gmbe,
        exact_to=INT,
    ),
    "gmbe+": Program(
        "maximal",
        write_lists,
        lambda file, task: gmbe_modes(file, "345601"),
        gmbe_plus,
    ),
    "cumbe": Program(
        "maximal",
        write_csr,
        lambda file, task: [
            [file, algorithm] for algorithm in ("cuMBE", "noRS", "noES", "noWS")
        ],
        cumbe,
        exact_to=INT,
    ),
    "adambe": Program(
        "maximal",
        write_lists,
        lambda file, task: [
            words
            for version in ("7", "5", "6")
            for words in in_orders("-i", file, "-s", version)
        ],
        adambe,
    ),
    **{
        name: Program(
            "maximal",
            write_lists,
            lambda file, task, version=version: in_orders("-i", file, "-s", version),
            adambe,
        )
        for name, version in BASELINES.items()
    },
    "parmbe": Program(
        "maximal",
        write_lists,
        lambda file, task: [[file, str(task.threads)]],
        adambe,
        file="graph.adj",
    ),
    "oombea": Program(
        "maximal",
        write_lists,
        lambda file, task: [[file], [file, "1"], [file, "2"]],
        adambe,
    ),
    "paradambe": Program(
        "maximal",
        write_lists,
        lambda file, task: in_orders("-i", file, "-s", "8", "-t", str(task.threads)),
        adambe,
    ),
    "sketch": Program(
        "maximal",
        write_edges,
        lambda file, task: [[file, side, "2"] for side in "01"],
        sketch,
    ),
    "gbc": Program(
        "p, q",
        write_counted_from_one,
        lambda file, task: [[file, str(task.p), str(task.q), side] for side in "01"],
        gbc,
        exact_to=UINT64,
    ),
    "bclist++": Program(
        "p, q",
        write_counted,
        lambda file, task: [["-f", file, "-p", str(task.p), "-q", str(task.q)]],
        bclist,
        exact_to=DOUBLE,
    ),
    "epivoter": Program(
        "p, q",
        write_counted,
        lambda file, task: [["-f", file, "-pm"]],
        epivoter,
        exact_to=DOUBLE,
        refuses=only_from_two,
    ),
    "count-sketch": Program(
        "p, q",
        write_edges,
        lambda file, task: [
            [file, side, str(task.p), str(task.q), twins]
            for side, twins in product("01", repeat=2)
        ],
        sketch,
    ),
    "parbutterfly": Program(
        "wings",
        write_hypergraph,
        lambda file, task: [
            ["-countType", count, "-peelType", peel, "-per", "EDGE", "-r", "0", file]
            for peel in ("BATCHS", "BATCHWA", "SORT", "HASH", "HIST")
            for count in ("AHASH", "BATCHS")
        ],
        parbutterfly,
    ),
    "gpu-butterflies": Program(
        "p, q",
        write_binary,
        lambda file, task: [on_gpu(file, "bfc")],
        gpu_butterflies,
        exact_to=UINT64,
        refuses=only_butterflies,
        file="graph.bin",
    ),
    "gpu-bitruss": Program(
        "wings",
        write_binary,
        lambda file, task: [on_gpu(file, algorithm) for algorithm in ("msp", "hidx")],
        gpu_bitruss,
        file="graph.bin",
    ),
    "quick-cliques": Program(
        "cliques",
        write_both_ways,
        lambda file, task: [
            [f"--input-file={file}", f"--algorithm={algorithm}"]
            for algorithm in ("degeneracy", "hybrid", "tomita", "adjlist")
        ],
        quick_cliques,
    ),
    "mce-gpu": Program(
        "cliques",
        write_triples,
        lambda file, task: [
            ["-g", file, "-d", "0", "-m", "mce", "-p", level, "-i", sets, "-w", work]
            for level, sets, work in product(("l1", "l2"), ("p", "px"), ("wl", "nowl"))
        ],
        mce_gpu,
    ),
}

# Programs that write a graph in another order, and the program that reads it.
ORDERS = {"border": "gbc"}
