# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Check a built site: its search finds what users look for, and it is complete.

A page is complete if a browser needs no other site to show it. Usage:
``python ci/check_site.py docs/_build``
"""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

from sphinx.search.en import SearchEnglish

QUERIES = {
    "frequent itemsets": {"from_mlxtend", "user_guide", "glossary"},
    "closed": {"from_mlxtend", "what_is_a_biclique", "glossary"},
    "closed itemsets": {"from_mlxtend", "formal_concepts", "glossary"},
    "formal concept": {"formal_concepts", "what_is_a_biclique", "glossary", "papers"},
    "butterfly": {"getting_started", "user_guide", "glossary"},
    "co-occurrence": {"user_guide", "glossary"},
    "fraud ring": {"fraud_rings", "faq", "user_guide", "glossary", "notebooks"},
    "missing reviews": {"fraud_rings"},
    "install": {"getting_started", "start"},
    "out of memory": {"memory"},
}


def index_of(site):
    """The search index that the pages load."""
    text = (site / "searchindex.js").read_text("utf-8")
    return json.loads(text.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))


def found(index, query):
    """Pages with every word of a query, as the search of the site finds them."""
    language = SearchEnglish({})
    pages = set(index["docnames"])
    for word in re.findall(r"\w+", query.lower()):
        if word in language.stopwords:
            continue
        stem = language.stem(word)
        numbers = set()
        for part in ("terms", "titleterms"):
            entry = index[part].get(stem, [])
            numbers |= {entry} if isinstance(entry, int) else set(entry)
        pages &= {index["docnames"][number] for number in numbers}
    return pages


class Loads(HTMLParser):
    """What a page makes the browser load from another site."""

    def __init__(self):
        super().__init__()
        self.foreign = []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        loads = attrs.get("src")
        if tag == "link" and attrs.get("rel") not in ("canonical", "license"):
            loads = attrs.get("href")
        if loads and re.match(r"(https?:)?//", loads):
            self.foreign.append(loads)


def main(site):
    problems = []
    index = index_of(site)
    for query, expected in QUERIES.items():
        missing = expected - found(index, query)
        problems += [f"search for {query!r} misses {page}" for page in sorted(missing)]
    pages = list(site.rglob("*.html"))
    for path in pages:
        page = Loads()
        page.feed(path.read_text("utf-8"))
        problems += [f"{path.name} loads {url}" for url in page.foreign]
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(QUERIES)} searches find their pages; {len(pages)} pages are complete")


main(Path(sys.argv[1]))
