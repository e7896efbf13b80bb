# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The mutation tester (tests/mutants): its mutants, its verdicts, and its lists."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "mutants"
PACKAGE = HERE.parents[1] / "cugraph_biclique"

SAMPLE = b'''"""A module: 1 + 1."""
from x import least

SIZE = 3
SPEED = 4


def room(used: int, size: int) -> bool:
    """Whether used + 1 < size."""
    for i in range(size):
        if used == 2 and not size:
            continue
        used += i
    cuda.syncthreads()
    logger.info("%d", used + 1)
    if used < 0:
        raise ValueError(f"{used + 1} is below 0")
    return used + 1 <= max(size, least)
'''

MADE = [
    "SIZE = 3 -> SIZE = 4",
    "SIZE = 3 -> SIZE = 2",
    "if used == 2 and not size: -> if True:",
    "if used == 2 and not size: -> if False:",
    "if used == 2 and not size: -> if used != 2 and not size:",
    "if used == 2 and not size: -> if used == 2 or not size:",
    "if used == 2 and not size: -> if True and not size:",
    "if used == 2 and not size: -> if used == 2 and True:",
    "if used == 2 and not size: -> if used == 2 and (size):",
    "if used == 2 and not size: -> if used == 3 and not size:",
    "if used == 2 and not size: -> if used == 1 and not size:",
    "continue -> pass",
    "used += i -> used -= i",
    "used += i -> pass",
    "cuda.syncthreads() -> pass",
    "if used < 0: -> if True:",
    "if used < 0: -> if False:",
    "if used < 0: -> if used <= 0:",
    "if used < 0: -> if used < 1:",
    "if used < 0: -> if used < (-1):",
    "return used + 1 <= max(size, least) -> return used - 1 <= max(size, least)",
    "return used + 1 <= max(size, least) -> return used + 2 <= max(size, least)",
    "return used + 1 <= max(size, least) -> return used + 0 <= max(size, least)",
    "return used + 1 <= max(size, least) -> return used + 1 < max(size, least)",
    "return used + 1 <= max(size, least) -> return used + 1 <= min(size, least)",
]


@pytest.fixture(scope="module", autouse=True)
def on_path():
    """The modules of the tester can be imported."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(HERE))
        yield


def test_the_mutants_of_a_source():
    import mutation

    made = mutation.mutants_of("sample.py", SAMPLE, fixed=["SPEED"])
    assert sorted(mutant.change for mutant in made) == sorted(MADE)
    for mutant in made:
        ast.parse(mutant.applied(SAMPLE))
        assert mutant.applied(SAMPLE) != SAMPLE
        line = SAMPLE.splitlines()[mutant.line - 1].decode().strip()
        assert mutant.change.startswith(f"{line} -> ")
    kinds = {mutant.change: mutant.kind for mutant in made}
    assert kinds["cuda.syncthreads() -> pass"] == "barrier"


def test_every_area_has_mutants_that_are_python():
    import areas
    import campaign

    for area in areas.AREAS.values():
        made = campaign.mutants_in(area)
        assert len(made) >= 50
        for mutant in made[:: len(made) // 20]:
            ast.parse(mutant.applied((PACKAGE / mutant.file).read_bytes()))


def test_every_module_with_kernels_is_in_an_area():
    import areas

    taken = {file for area in areas.AREAS.values() for file in area.files}
    assert taken <= set(areas.MODULES)
    missed = [f for f in areas.MODULES if areas.kernels_of(f) and f not in taken]
    assert not missed, "add their folders to AREAS in tests/mutants/areas.py"


def test_modules_are_known_by_their_kernels():
    import areas

    assert areas.kernels_of("search/cpu/rows.py") == "cpu"
    assert areas.kernels_of("search/gpu/wide/expand.py") == "gpu"
    assert areas.kernels_of("api/counts.py") is None
    assert areas.needs_a_gpu("listing/gpu.py")
    assert areas.needs_a_gpu("results/cudf_frames.py")
    assert not areas.needs_a_gpu("results/frames.py")


def test_constants_that_stay_are_there():
    import areas

    for file, constants in areas.TUNING.items():
        source = (PACKAGE / file).read_text()
        for name in constants:
            assert re.search(rf"^{name} = ", source, re.MULTILINE), (file, name)


def test_explained_survivors_are_mutants():
    import areas
    import reporting
    from mutation import mutants_of

    for entry in reporting.explanations():
        source = (PACKAGE / entry.file).read_bytes()
        made = mutants_of(entry.file, source, areas.TUNING.get(entry.file, ()))
        assert any(entry.fits(mutant._asdict()) for mutant in made), entry


def test_plain_python_has_all_that_kernels_call():
    import overlay

    found = {
        ("cugraph_biclique." + str(path.relative_to(PACKAGE))[:-3].replace("/", "."), n)
        for path in PACKAGE.rglob("*.py")
        for n in re.findall(r"@intrinsic\ndef (\w+)\(", path.read_text())
    }
    given = {(module, n) for module, names in overlay.INSTEAD.items() for n in names}
    assert found <= given


# What the tester has to say of some mutants, in the light of a single test
VERDICTS = {
    "has_room: control[RECORDS] + MOST_PER_STEP <= output.mask.size -> "
    "control[RECORDS] - MOST_PER_STEP <= output.mask.size": "killed",
    "is_covered: hits |= np.uint64((bits[q] & row) == row) -> "
    "hits |= np.uint64((bits[q] & row) != row)": "killed",
    "is_covered: if hits != ZERO: -> if False:": "killed",
    "is_covered: if i >= last: -> if False:": "timeout",
    "condense: if n <= CONDENSE: -> if n < CONDENSE:": "survived",
}
TEST = "checks_search.py::test_outputs_of_few_entries[4-random-24]"


@pytest.mark.slow
def test_verdicts(tmp_path):
    program = f"""
import runpy, sys
sys.path.insert(0, {str(HERE)!r})
from areas import AREAS
AREAS["search-cpu"] = AREAS["search-cpu"]._replace(tests=[{TEST!r}])
runpy.run_path({str(HERE)!r}, run_name="__main__")
"""
    report = tmp_path / "report.json"
    options = ["--of", "search-cpu", "--seconds", "120", "--report", str(report)]
    done = subprocess.run(
        [sys.executable, "-c", program, *options, "--only", *VERDICTS],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = {
        f"{mutant['function']}: {mutant['change']}": mutant["status"]
        for mutant in json.loads(report.read_text())["results"]
    }
    assert found == VERDICTS
