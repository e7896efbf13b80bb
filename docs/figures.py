# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Write the figures of measurements into the pages: python docs/figures.py

Behind each figure, a comment names the file in benchmarks/results (or tests/campaigns)
and the key in it:

    8.24<!--= floors-h200-2026-11-29:results[graph=marvel].count * 1000 --> ms

A comment before a table names a list in a file, and a key for each column:

    <!--table floors-h200-2026-11-29:results
    graph; maximal; count * 1000 -->

A row may lack a key that begins with a question mark, or its value. Keys may be divided
by, multiplied with and raised to (`^`) other keys and numbers, from left to right: in
`a / b ^ 2`, the quotient is squared. `+` adds the results. `max(...)`, `min(...)`,
`sum(...)` and `geomean(...)`, the geometric mean, take keys with `[*]`, and leave out
values that are null. `as .1f` gives a format. The default is three digits.

Between <!--comparison maximal --> (or p, q) and <!--end-->, `comparison` writes a table
of all files compare-*.json. Between <!--modes--> and <!--end-->, `peer_modes` writes a
table of the modes of other programs in all files.
"""

import json
import re
import sys
from functools import cache, reduce
from operator import add, mul, truediv
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import comparison
import peer_modes

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
CAMPAIGNS = ROOT / "tests" / "campaigns"
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

FIGURE = re.compile(r"(-?\d[\d.,]*)<!--= (.+?) -->")
TABLE = re.compile(
    r"<!--table (?P<rows>\S+)\n(?P<columns>[^>]+?) -->\n"
    r"(?P<head>\|.*\n\|.*\n)(?P<body>(?:\|.*\n)*)"
)
MODES = re.compile(r"<!--modes-->\n.*?<!--end-->", re.DOTALL)
COMPARISON = re.compile(r"<!--comparison (.+?) -->\n.*?<!--end-->", re.DOTALL)
FUNCTIONS = {"max": max, "min": min, "sum": sum, "geomean": geometric_mean}
OPERATORS = {"*": mul, "/": truediv, "^": pow}
STEP = re.compile(r"\.?([^.\[\]]+)|\[([^\]]*)\]")


def main() -> None:
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        if (new := written(text)) != text:
            path.write_text(new, encoding="utf-8")
            print(f"written: {path.relative_to(ROOT)}")


def written(text: str) -> str:
    """A text with the figures of the files."""
    text = COMPARISON.sub(compared, text)
    text = MODES.sub(modes, text)
    text = TABLE.sub(table, text)
    return FIGURE.sub(lambda found: f"{figure(found[2])}<!--= {found[2]} -->", text)


def compared(found: re.Match) -> str:
    """A table of this package and other programs."""
    table = comparison.table(found[1])
    return f"<!--comparison {found[1]} -->\n\n{table}\n<!--end-->"


def modes(_: re.Match) -> str:
    """A table of the modes of other programs."""
    return f"<!--modes-->\n\n{peer_modes.table()}\n<!--end-->"


def table(found: re.Match) -> str:
    """A table with a row for each row of the file."""
    columns = [column.strip() for column in found["columns"].split(";")]
    rows = value(found["rows"])
    body = [[cell(column, row) for column in columns] for row in rows]
    lines = "".join(f"| {' | '.join(cells)} |\n" for cells in body)
    start = found[0][: found.start("body") - found.start()]
    return start + lines


def cell(column: str, row: Any) -> str:
    """The text of a cell. Rows may lack a column that begins with a question mark."""
    optional = column.startswith("?")
    try:
        text = figure(column.removeprefix("?"), row)
    except (KeyError, TypeError) as error:
        if optional:
            return "–"
        raise SystemExit(f"a row of a table has no key {column!r}: {row}") from error
    return "–" if optional and text == "None" else text


def figure(expression: str, row: Any = None) -> str:
    """The text of a figure. Keys are those of `row`, if there is one."""
    keys, _, form = expression.partition(" as ")
    result = reduce(add, (summand(each, row) for each in keys.split(" + ")))
    return formatted(result, form)


def summand(text: str, row: Any) -> Any:
    """The value of terms between operators, from left to right."""
    first, *rest = re.split(r" ([*/^]) ", text)
    result = term(first, row)
    for sign, other in zip(rest[::2], rest[1::2], strict=True):
        result = OPERATORS[sign](result, term(other, row))
    return result


def term(text: str, row: Any) -> Any:
    """A number, a key, or a function of keys."""
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    call = re.fullmatch(rf"({'|'.join(FUNCTIONS)})\((.+)\)", text)
    key = call[2] if call else text
    found = number(value(key) if row is None else select(row, key))
    if call is None:
        return found
    return FUNCTIONS[call[1]](number(each) for each in found if each is not None)


def number(found: Any) -> Any:
    """The median of a timing; integers that are text, because they are large."""
    if isinstance(found, dict) and "repetitions" in found:
        return found["seconds"]
    return int(found) if isinstance(found, str) and found.isdigit() else found


@cache
def read(name: str) -> Any:
    """The content of a file of figures."""
    path = RESULTS / f"{name}.json"
    if not path.exists():
        path = CAMPAIGNS / path.name
    if not path.exists():
        raise SystemExit(f"a text names {path.name}, which is not in {RESULTS}")
    return json.loads(path.read_text(encoding="utf-8"))


def value(reference: str) -> Any:
    """What stands under FILE:KEY."""
    name, _, key = reference.partition(":")
    try:
        return select(read(name), key)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise SystemExit(
            f"{reference}: the file has no such key ({error!r})"
        ) from error


def select(found: Any, key: str) -> Any:
    """Follow a key: names, [number], [a=b&c=d] for the one row with these values,
    [?a=b] for all such rows, and [*] for all rows."""
    for step in STEP.finditer(key):
        name, inside = step[1], step[2]
        if name is not None:
            found = found[name]
        elif inside == "*":
            return [select(each, key[step.end() :]) for each in found]
        elif "=" in inside:
            words = inside.removeprefix("?").split("&")
            wanted = dict(pair.split("=", 1) for pair in words)
            rows = [
                row
                for row in found
                if all(shown(row.get(k)) == v for k, v in wanted.items())
            ]
            if inside.startswith("?"):
                return [select(row, key[step.end() :]) for row in rows]
            (found,) = rows
        else:
            found = found[int(inside)]
    return found


def shown(found: Any) -> str:
    """A value as keys and cells write it."""
    if isinstance(found, list):
        return f"({', '.join(map(str, found))})"
    return str(found)


def formatted(result: Any, form: str) -> str:
    """Three digits, or integers with commas, or a given format."""
    if form:
        return format(result, form)
    if isinstance(result, int):
        return f"{result:,}"
    if isinstance(result, float):
        if abs(result) >= 100:
            return f"{result:,.0f}"
        exact = float(f"{result:.3g}") == result  # 0.01, not 0.0100
        return repr(result) if exact else f"{result:#.3g}".removesuffix(".")
    return shown(result)


if __name__ == "__main__":
    sys.exit(main())
