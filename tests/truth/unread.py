# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files that are not read, although they look like files that are."""

from truth import FileCase, Refused

COLUMNS = Refused(
    "e.json is one JSON object of columns, which is not read: read it with "
    "pandas.read_json, and pass the frame to maximal_bicliques in Python"
)
ARFF = Refused(
    "… is ARFF, which is not read: write its rows with awk 'd && !/^%/; tolower($1) == "
    '"@data" {d = 1}\' FILE > rows.csv, and pass rows.csv'
)
NO_INCIDENCES = Refused("e.json has no list of incidences, but HIF is an object such …")
CASES = [
    *(
        FileCase(f"JSON of columns: {content}", {"e.json": content}, COLUMNS)
        for content in (
            '{"user": [1, 2], "item": [3, 4]}',
            '{"user": {"0": 1, "1": 2}, "item": {"0": 3, "1": 4}}',
            '{\n "user": [1, 2],\n "item": [3, 4]\n}\n',
        )
    ),
    *(
        FileCase(f"incidences that are {each}", {"e.json": content}, NO_INCIDENCES)
        for each in ("{}", "null", '{"edge": "e"}', "1")
        for content in (f'{{"incidences": {each}}}',)
    ),
    *(
        FileCase(
            f"ARFF in {name}",
            {name: f"{above}relation r\n\n@attribute u string\n@data\na\n"},
            ARFF,
        )
        for name in ("e.arff", "e.txt", "e.csv")
        for above in ("@", "% c\n%\n\n@")
    ),
    FileCase(
        "JSON lines of lists",
        {"e.json": '{"left": 1, "right": 2}\n'},
        [(1, 2)],
    ),
]
