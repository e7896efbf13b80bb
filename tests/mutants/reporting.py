# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The report: counts for each area, survivors, and what is known of them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

EXPLAINED = Path(__file__).resolve().parent / "explained.toml"


def explanations() -> list[Explanation]:
    """What is known of survivors."""
    entries = tomllib.loads(EXPLAINED.read_text()).get("survivor", [])
    return [Explanation(**entry) for entry in entries]


class Explanation(NamedTuple):
    """Why some changes of a line are not observable."""

    file: str
    function: str
    line: str  # as it is in the source
    # A regular expression for the whole line with the change. If the function has this
    # change more than once: for all of them, or, ending in " #2", for the second one.
    changed: str
    reason: str

    def fits(self, mutant: Mapping[str, Any]) -> bool:
        """Whether this explains a mutant."""
        if (mutant["file"], mutant["function"]) != (self.file, self.function):
            return False
        before, _, after = mutant["change"].partition(" -> ")
        if not re.search(r" #\d+$", after):
            after += " #1"
        forms = after, re.sub(r" #\d+$", "", after)
        return before == self.line and any(
            re.fullmatch(self.changed, form) for form in forms
        )


def counts(results: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """How many mutants of each area have each status."""
    found: dict[str, Counter[str]] = {}
    for result in results:
        found.setdefault(result["area"], Counter())[result["status"]] += 1
    return {area: dict(sorted(of.items())) for area, of in sorted(found.items())}


def complete(found: dict[str, Any]) -> None:
    """Add the counts, and the survivors with what is known of them."""
    known = explanations()
    found["counts"] = counts(found["results"])
    found["results"].sort(key=lambda result: (result["file"], result["line"]))
    found["survivors"] = [r for r in found["results"] if r["status"] == "survived"]
    for mutant in found["survivors"]:
        reasons = [entry.reason for entry in known if entry.fits(mutant)]
        mutant["explained"] = reasons[0] if reasons else None


def summary(found: dict[str, Any]) -> str:
    """The report in a few lines."""
    lines = [
        f"{area}: {found['mutants'][area]} mutants; "
        + ", ".join(f"{n} {status}" for status, n in of.items())
        for area, of in found["counts"].items()
    ]
    took = [result["seconds"] for result in found["results"] if "seconds" in result]
    baseline = found["baseline_seconds"]
    open_ = sum(mutant["explained"] is None for mutant in found["survivors"])
    lines += [
        f"{found['seconds']} s, {baseline} s of them for the baseline; "
        f"{sum(took) / max(1, len(took)):.1f} s per mutant; {found['not_run']} not run",
        f"{open_} survivors are not explained",
    ]
    return "\n".join(lines)
