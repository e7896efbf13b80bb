# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Texts of ``--help``: what each command does, what it prints, and examples.

Lines have at most 80 columns, and are not wrapped again.
"""

TOP = """\
Maximal bicliques and (p, q)-biclique counts of bipartite graphs.
A biclique is a set of left and a set of right vertices, all joined by edges."""

TOP_END = """\
start here:
  cugraph-biclique demo                 try it on a small real graph
  cugraph-biclique groups reviews.csv   find fraud rings and other dense groups
  cugraph-biclique estimate edges.csv   estimate the number of bicliques
  cugraph-biclique enumerate edges.csv --min-left 3 --min-right 3 -o found/

Every command has --help with examples. -v and --quiet also go before it.

exit status:
  0    success; also if the reader of a pipe stops early, as in `... | head`
  1    the data or the work failed: a line on standard error says why
  2    the arguments are invalid
  130  interrupted by Ctrl-C
  143  terminated by SIGTERM"""

DEMO = """\
List and count the bicliques of a graph that is part of the package:
18 women at 14 social events, from a 1941 study (Davis, Deep South)."""

DEMO_END = """\
prints:
  the number of maximal bicliques, the three largest, and a table of
  (p, q)-biclique counts"""

ENUMERATE = """\
List every maximal biclique: all members of both sides, in your labels.
Maximal means that no vertex can be added to either side."""

ENUMERATE_END = """\
prints, or writes to the file or folder after -o:
  jsonl    the default; one line per biclique, such as
           {"left": [1, 2], "right": ["x", "y"]}; labels that JSON cannot
           represent, such as dates and infinities, become text
  csv      one row per member: biclique,side,vertex
  parquet  one row per biclique: biclique, left, right; left and right are
           lists. A folder receives many files; after a crash, repeat the
           command to resume

examples:
  cugraph-biclique enumerate edges.csv --min-left 3 --min-right 3 | head
  cugraph-biclique enumerate edges.parquet --left user --right item -o found/
  zcat pairs.gz | cugraph-biclique enumerate - --input-format txt -o found.csv"""

CLIQUES = """\
List every maximal clique of an undirected graph: sets of vertices that are all
joined by edges, and to which no vertex can be added. Both columns of the file
contain the same kind of vertex."""

CLIQUES_END = """\
prints, or writes to the file or folder after -o:
  jsonl    the default; one line per clique, such as {"vertices": [1, 2, 5]}
  csv      one row per member: clique,vertex
  parquet  one row per clique: clique, vertices; vertices are lists. A folder
           receives many files; after a crash, repeat the command to resume
  --count prints only the number; --sizes prints rows of size and count

examples:
  cugraph-biclique cliques edges.csv --min-size 4 | head
  cugraph-biclique cliques edges.csv --sizes
  cugraph-biclique cliques edges.parquet --left from --right to -o found/"""

ESTIMATE = """\
Estimate the number of maximal bicliques and the memory that they need.
Only a sample of the graph is searched. This takes seconds, even if a full
search would take hours."""

ESTIMATE_END = """\
prints:
  three lines of text; with --format, one row: bicliques, standard_error,
  nodes, bytes, at_least, and the 95 % interval from low to high

example:
  cugraph-biclique estimate edges.csv --min-left 2 --min-right 2"""

COUNT = """\
Count the bicliques with exactly P left and Q right vertices. They need not
be maximal: with -p 2 -q 2, the command counts butterflies. Counts are exact
at any size."""

COUNT_END = """\
prints:
  only the number; with --table (CSV by default) or --format, rows of p, q and
  count. If a count in Parquet is 2^63 or more, the column is text

examples:
  cugraph-biclique count edges.csv -p 2 -q 2
  cugraph-biclique count edges.csv -p 5 -q 5 --table -o counts.csv"""

SIZES = """\
Count the maximal bicliques of each size, without listing them.
The table helps to choose --min-left and --min-right."""

SIZES_END = """\
prints:
  rows of n_left, n_right and count: aligned in a terminal, otherwise CSV by
  default; only sizes that occur

example:
  cugraph-biclique sizes edges.csv --min-left 2"""

SIGNIFICANCE = """\
Find the least sizes for which bicliques are more than chance, by a comparison
with random graphs of the same degrees, or of these degrees on average."""

SIGNIFICANCE_END = """\
prints:
  rows of min_left, min_right, observed, mean and false_share, as CSV by
  default. observed and mean are the numbers of bicliques of at least this size
  in the graph and in random graphs; the first row keeps the most bicliques

example:
  cugraph-biclique significance reviews.csv --min-left 2 --min-right 2"""

GROUPS = """\
Find groups such as fraud rings: left and right vertices with more edges between
them than the degrees explain, even if some of the edges are missing."""

GROUPS_END = """\
prints:
  one line per group, the one with the most evidence first: its score in bits,
  its p-value, its sizes, the share of its edges that exist, and its members;
  a p-value above 0.05 is no evidence, and groups with a p-value of 1 are left
  out. With --format or -o, rows of group, score, p_value, density, side,
  vertex and share, one per member of each group. A folder receives Parquet
  files with one row per group; the same command may be repeated, and does
  not search again if they are complete

examples:
  cugraph-biclique groups reviews.csv
  cugraph-biclique groups reviews.csv -k 100 --density 0.7 -o members.csv
  cugraph-biclique groups reviews.csv --containing-left a1550
  cugraph-biclique groups shared/reviews/ -o groups/ --scheduler tcp://host:8786"""

TOP_K = """\
List the bicliques with the largest scores, best first. The score "share" is 1
if nobody else touches the right vertices, as in a ring of fake reviews. Stars
(one vertex and its neighbours) are left out, as many have a share of 1:
--min-left 1 or --min-right 1 lists them."""

TOP_K_END = """\
scores:
  share       edges of the biclique / all edges of its right vertices
  share_left  the same for its left vertices
  lift        edges / the number that the degrees of its vertices let expect
  surprise    bits of evidence that chance did not make the biclique
  edges, left, right, balanced    n_left x n_right, n_left, n_right, the smaller

prints:
  one line per biclique: its score, its sizes, and its members, as many as fit
  the width of the terminal, or 20 of each side elsewhere. With --format, or -o
  and a name such as best.jsonl, rows with the score and all members

examples:
  cugraph-biclique top reviews.csv -k 20 --min-left 10 --min-right 5
  cugraph-biclique top baskets.txt --by edges -o best.jsonl"""

VERTICES = """\
List the vertices of one side that are in a biclique: in how many, and the best
score of these. The best come first: a list of accounts to look at."""

VERTICES_END = """\
prints:
  rows of vertex, n_bicliques and score, as CSV by default

example:
  cugraph-biclique vertices reviews.csv --min-left 10 --min-right 5 | head"""

BITRUSS = """\
List the edges with their wing numbers, exactly. The wing number of an edge is
the largest k such that the edge is in a subgraph in which every edge is in at
least k butterflies. Dense parts have large numbers, even if edges are missing."""

BITRUSS_END = """\
prints:
  rows of both labels and wing, as CSV by default, the largest numbers first

example:
  cugraph-biclique bitruss reviews.csv | head"""

TIP = """\
List the vertices of one side with their tip numbers, exactly. The tip number of
a vertex is the largest k such that it is in a set of vertices of this side,
each of which is in at least k butterflies of the set with the other side."""

TIP_END = """\
prints:
  rows of vertex and tip, as CSV by default, the largest numbers first

example:
  cugraph-biclique tip reviews.csv --side left | head"""

CORE_NUMBERS = """\
List the vertices of one side with their core numbers: up to which beta a vertex
stays in the (alpha, beta)-core, in which each left vertex has alpha neighbours
or more, and each right vertex beta or more."""

CORE_NUMBERS_END = """\
prints:
  rows of vertex, alpha and beta, as CSV by default, the largest numbers first

example:
  cugraph-biclique core-numbers reviews.csv --alpha 5 --side right | head"""

PROJECT = """\
List the pairs of vertices of one side that have enough common neighbours, with
a score. Pairs with fewer are not made. --validated leaves out those that chance
explains."""

PROJECT_END = """\
prints:
  rows of first, second, common and score, and with --validated of p_value and
  fdr, as CSV by default, the largest scores first

example:
  cugraph-biclique project reviews.csv --by jaccard --validated bicm | head"""

VERIFY = """\
Check that a data set is complete, and that every part matches the manifest.
The command reads all parts, compares their checksums, and writes nothing."""

VERIFY_END = """\
prints:
  one line if the data set is sound and complete; otherwise one line per fault
  and one line that says what to do, with exit status 1

example:
  cugraph-biclique verify found/"""

DOCTOR = """\
Report what is installed, which GPUs are present, and which engine will run.
If something is missing or slow, the report says what to do."""

DOCTOR_END = """\
prints:
  one line per check; with --json, one object: version, python, system, and
  checks and packages, each a list of status, name and text, and fix_first. The
  exit status is 1 if no search can run"""

WARM = """\
Compile the kernels of all calls for this processor, and check them. Numba
caches them on disk, so that no later run compiles: for images of containers,
and for the workers of a cluster."""

WARM_END = """\
prints:
  what was compiled, how long it took, and the folder of the cache; the exit
  status is 1 if a kernel cannot be compiled or cached

example, in a Dockerfile:
  ENV NUMBA_CACHE_DIR=/opt/kernels NUMBA_CPU_NAME=x86-64-v3 NUMBA_CPU_FEATURES=
  RUN cugraph-biclique warm"""

HELP = """\
Show the help of the program, or of one command, as --help does."""

HELP_END = """\
prints:
  the help

example:
  cugraph-biclique help top"""

COMPLETION = """\
Print a script that lets the Tab key complete commands, options and files.
The script is made once; a new version may have new options, so repeat it then."""

COMPLETION_END = """\
examples; run the lines for your shell once:
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
    "demo": ("", "try it on a small real graph", DEMO, DEMO_END),
    "estimate": (
        FILE, "estimate the number of maximal bicliques", ESTIMATE, ESTIMATE_END
    ),
    "sizes": (FILE, "count the maximal bicliques of each size", SIZES, SIZES_END),
    "significance": (
        FILE, "find the sizes that are more than chance", SIGNIFICANCE, SIGNIFICANCE_END
    ),
    "groups": (FILE, "find rings and other dense groups", GROUPS, GROUPS_END),
    "top": (FILE, "list the best bicliques by a score", TOP_K, TOP_K_END),
    "vertices": (
        FILE, "list the vertices in the best bicliques", VERTICES, VERTICES_END
    ),
    "enumerate": (FILE, "list every maximal biclique", ENUMERATE, ENUMERATE_END),
    "cliques": (FILE, "list every maximal clique", CLIQUES, CLIQUES_END),
    "count": (
        "FILE -p P -q Q [options]", "count (p, q)-bicliques exactly", COUNT, COUNT_END
    ),
    "bitruss": (FILE, "list the edges by their wing numbers", BITRUSS, BITRUSS_END),
    "tip": (FILE, "list the vertices by their tip numbers", TIP, TIP_END),
    "core-numbers": (
        "FILE --alpha A [options]", "list the vertices by their core numbers",
        CORE_NUMBERS, CORE_NUMBERS_END,
    ),
    "project": (
        FILE, "list pairs of vertices with common neighbours", PROJECT, PROJECT_END
    ),
    "verify": ("FOLDER", "check a folder of results", VERIFY, VERIFY_END),
    "doctor": ("", "report what is installed and what will run", DOCTOR, DOCTOR_END),
    "warm": ("", "compile all kernels ahead of the first search", WARM, WARM_END),
    "help": ("[COMMAND]", "show the help of a command", HELP, HELP_END),
    "completion": (
        "{bash,zsh,fish}", "print a script for tab completion",
        COMPLETION, COMPLETION_END,
    ),
}  # fmt: skip


def top_end() -> str:
    """Return the text after the options of the program: commands first."""
    listed = [f"  {name:13} {of[1]}" for name, of in OF.items()]
    return "\n".join(["commands:", *listed, "", TOP_END])
