# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The texts of ``--help``: what a command does, what it prints, examples.

Lines have 80 columns at most, and are shown as they are.
"""

TOP = """\
Maximal bicliques and (p, q)-biclique counts of bipartite graphs.
A biclique is a set of left and a set of right vertices, all joined by edges."""

TOP_END = """\
start here:
  cugraph-biclique demo                 see it work, on a small real graph
  cugraph-biclique estimate edges.csv   how many bicliques your graph has, about
  cugraph-biclique enumerate edges.csv --min-left 3 --min-right 3 -o found/

Every command has a --help with examples.

exit status:
  0    done, also when the reader of a pipe left early, as in `... | head`
  1    the data or the work failed: a line on standard error says why
  2    the command line makes no sense
  130  interrupted by Ctrl-C
  143  ended by SIGTERM"""

DEMO = """\
List and count the bicliques of a graph that comes with the package:
18 women at 14 social events, from a study of 1941 (Davis, Deep South)."""

DEMO_END = """\
prints:
  the number of maximal bicliques, the three largest, and a table of
  (p, q)-biclique counts"""

ENUMERATE = """\
List every maximal biclique: all members of both sides, in your labels.
Maximal means that no vertex can be added to either side."""

ENUMERATE_END = """\
prints, or writes with -o:
  jsonl    by default; a line a biclique: {"left": [1, 2], "right": ["x", "y"]};
           labels such as dates and infinities are text
  csv      a row a member: biclique,side,vertex; to be joined to other tables
  parquet  a row a biclique: biclique, left and right, the last two as lists; a
           folder holds many files, and after a crash the same command goes on

examples:
  cugraph-biclique enumerate edges.csv --min-left 3 --min-right 3 | head
  cugraph-biclique enumerate edges.parquet --left user --right item -o found/
  zcat pairs.gz | cugraph-biclique enumerate - --input-format txt -o found.csv"""

ESTIMATE = """\
Estimate how many maximal bicliques there are, and the memory they take.
A sample of the graph is searched: seconds, where all may take hours."""

ESTIMATE_END = """\
prints:
  three lines for people, or with --format a row: bicliques, standard_error,
  nodes, bytes, at_least

example:
  cugraph-biclique estimate edges.csv --min-left 2 --min-right 2"""

COUNT = """\
Count the bicliques of p left and q right vertices, exactly at any size.
They need not be maximal: (2, 2) are the butterflies of a graph."""

COUNT_END = """\
prints:
  the number alone; with --table (CSV by default) or --format rows of p, q and
  count, and counts are text in Parquet where one is 2^63 or more

examples:
  cugraph-biclique count edges.csv -p 2 -q 2
  cugraph-biclique count edges.csv -p 5 -q 5 --table -o counts.csv"""

SIZES = """\
Count the maximal bicliques of each size, without listing them.
The table tells which --min-left and --min-right are worth asking for."""

SIZES_END = """\
prints:
  CSV by default: rows of n_left, n_right, count; only sizes that occur

example:
  cugraph-biclique sizes edges.csv --min-left 2"""

VERIFY = """\
Check a data set: every part against its manifest, and that all of it is there.
The parts are read and compared with their checksums; nothing is written."""

VERIFY_END = """\
prints:
  one line if the data set is sound and complete; else a line for each fault,
  and the exit status is 1

example:
  cugraph-biclique verify found/"""

DOCTOR = """\
See what is installed, which devices there are, and which engine will run.
Where something is missing or will be slow, it says what to do."""

DOCTOR_END = """\
prints:
  a line for each thing; the exit status is 1 if no search can run"""

COMPLETION = """\
Print a script that completes commands, options and files by the Tab key.
Needs shtab: pip install "cugraph_biclique[cli]"."""

COMPLETION_END = """\
examples, once for all:
  mkdir -p ~/.local/share/bash-completion/completions
  cugraph-biclique completion bash \\
      > ~/.local/share/bash-completion/completions/cugraph-biclique

  mkdir -p ~/.zfunc   # a folder that is in $fpath
  cugraph-biclique completion zsh > ~/.zfunc/_cugraph-biclique

  mkdir -p ~/.config/fish/completions
  cugraph-biclique completion fish \\
      > ~/.config/fish/completions/cugraph-biclique.fish"""

FILE = "FILE [options]"
OF = {  # usage; in the list of commands, before its options, after them
    "demo": ("", "see it work on a small real graph", DEMO, DEMO_END),
    "estimate": (
        FILE, "about how many maximal bicliques there are", ESTIMATE, ESTIMATE_END
    ),
    "sizes": (FILE, "how many maximal bicliques of each size", SIZES, SIZES_END),
    "enumerate": (FILE, "list every maximal biclique", ENUMERATE, ENUMERATE_END),
    "count": (
        "FILE -p P -q Q [options]", "count (p, q)-bicliques exactly", COUNT, COUNT_END
    ),
    "verify": ("FOLDER", "check a folder that enumerate wrote", VERIFY, VERIFY_END),
    "doctor": ("", "what is installed, and what will run", DOCTOR, DOCTOR_END),
    "completion": (
        "{bash,zsh,fish}", "make the Tab key complete", COMPLETION, COMPLETION_END
    ),
}  # fmt: skip


def top_end() -> str:
    """What stands after the options of the whole: commands first."""
    listed = [f"  {name:11} {of[1]}" for name, of in OF.items()]
    return "\n".join(["commands:", *listed, "", TOP_END])
