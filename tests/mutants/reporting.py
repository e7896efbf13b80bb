# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The report: counts for each area, survivors, and what is known of them."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

EXPLAINED = Path(__file__).resolve().parent / "explained.toml"


def explanations() -> dict[tuple[str, str, str], str]:
    """Why a survivor changes nothing, by file, function and change."""
    entries = tomllib.loads(EXPLAINED.read_text()).get("survivor", [])
    return {(e["file"], e["function"], e["change"]): e["reason"] for e in entries}


def counts(results: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """How many mutants of each area have each status."""
    found: dict[str, Counter[str]] = {}
    for result in results:
        found.setdefault(result["area"], Counter())[result["status"]] += 1
    return {area: dict(sorted(of.items())) for area, of in sorted(found.items())}


def write(found: dict[str, Any], path: Path) -> None:
    """Write the report, survivors first."""
    known = explanations()
    for result in found["results"]:
        if result["status"] == "survived":
            key = result["file"], result["function"], result["change"]
            result["explained"] = known.get(key)
    found["counts"] = counts(found["results"])
    found["results"].sort(
        key=lambda r: (r["status"] != "survived", r["file"], r["line"])
    )
    found["survivors"] = [r for r in found["results"] if r["status"] == "survived"]
    path.write_text(json.dumps(found, indent=1))


def summary(found: dict[str, Any]) -> str:
    """The report in a few lines."""
    lines = [
        f"{area}: {found['mutants'][area]} mutants; "
        + ", ".join(f"{n} {status}" for status, n in of.items())
        for area, of in found["counts"].items()
    ]
    open_ = [r for r in found["survivors"] if not r["explained"]]
    took = [r["seconds"] for r in found["results"] if "seconds" in r]
    lines.append(
        f"{found['seconds']} s, {found['baseline_seconds']} s of it without mutants; "
        f"{sum(took) / max(1, len(took)):.1f} s per mutant; "
        f"{found['not_run']} not run; "
        f"{len(open_)} survivors are not explained"
    )
    return "\n".join(lines)
