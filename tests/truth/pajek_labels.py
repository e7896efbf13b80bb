# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Labels in networks of Pajek, which are read whole or refused."""

from truth import FileCase, Refused

UNCLEAR = (
    "a.net: line 2 is {!r}, whose label is unclear: enclose the whole label in double "
    "quotes, and remove double quotes within it"
)


def network(first, second='2 "b"'):
    return f'*Vertices 4 2\n{first}\n{second}\n3 "c"\n4 "d"\n*Edges\n1 3\n2 4\n'


WHOLE = {
    '1 "a b"': "a b",
    '1 "a b" 0.1 0.2': "a b",
    '1 "a b" 0.1 0.2 0.5 ellipse x_fact 1.0 y_fact 1.0 ic Red bc "Dark Blue"': "a b",
    '1 "a b" box ic Green bc Brown': "a b",
    '1 "a b" triangle': "a b",
    '1 "a b" 0.0 0.0 ellipse team "New York" weight 3': "a b",
    '1 "a b" 0.1 0.2 0.5 [1-3,7]': "a b",
    '1 "a b" [1-*]': "a b",
    "1 a 0.1 .2": "a",
    "1 a -1 2e-3 0.5": "a",
    "1 a 0.0 0.0 ellipse team x": "a",
    "1 a 0.1 0.2 0.5 BOX IC Red": "a",
    "1 a ic Red lc Blue fos 12": "a",
    "1 a box ic Red": "a",
    "1 a [1-3]": "a",
    '1 5"pipe': '5"pipe',
    '1\t"a"\t0.1\t0.2': "a",
    "  1   a  ": "a",
    '1 ""': "1",
    "1": "1",
    '1 " a"': " a",
}
CASES = [
    *(
        FileCase(f"the line {line!r}", {"a.net": network(line)}, [(a, "c"), ("b", "d")])
        for line, a in WHOLE.items()
    ),
    *(
        FileCase(
            f"the line {line!r}",
            {"a.net": network(line)},
            Refused(UNCLEAR.format(line)),
        )
        for line in (
            '1 "5"" pipe"',
            '1 "a \\"q\\" b"',
            '1 "b',
            '1 "a" b',
            '1 "a"b',
            '1 "a" "b"',
            "1 a b",
            "1 New York",
            "1 Room 101",
            "1 Blue box",
            "1 New York 0.1 0.2",
            "1 a 0.1 0.2 b",
            '1 a "b c"',
            "1 a\u00a0b",
            "1 Rue la Paix",
        )
    ),
    FileCase(
        "a vertex with two lines",
        {"a.net": network('1 "a"', '1 "b"')},
        Refused(
            "a.net: line 3 repeats the vertex 1 of line 2: write one line for each "
            "vertex"
        ),
    ),
    *(
        FileCase(
            f"a label that is the number of a vertex {name}",
            {"a.net": f"*Vertices 4 2\n{lines}*Edges\n1 3\n2 4\n"},
            Refused(
                f"a.net: line {line} has the label {label!r}, which is the number of "
                f"vertex {label}, a vertex without a label: give that vertex a label"
            ),
        )
        for name, lines, line, label in (
            ("without a line", '1 "2"\n', 2, "2"),
            ("with a line", "2\n1 2\n", 3, "2"),
            ("above", "2 1\n", 2, "1"),
            ("of the second mode", "4 3\n", 2, "3"),
        )
    ),
    FileCase(
        "a label that is the number of a vertex of the other mode",
        {"a.net": '*Vertices 4 2\n1 "3"\n*Edges\n1 3\n2 4\n'},
        [(3, 3), (2, 4)],
    ),
    FileCase(
        "a number of many digits",
        {"a.net": f"*Vertices 4 2\n{'1' * 5000} a\n"},
        Refused(
            f"a.net: line 2 is '{'1' * 37}...', but must be the number of a vertex, "
            "from 1 to 4, and its label: enclose a label with blanks in double quotes"
        ),
    ),
]
