# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Requirements, versions and addresses that are written twice are the same."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import slow_tests

yaml = pytest.importorskip("yaml")
Requirement = pytest.importorskip("packaging.requirements").Requirement

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, GROUPS = PYPROJECT["project"], PYPROJECT["dependency-groups"]
EXTRAS = PROJECT["optional-dependencies"]
CONDA_NAMES = {"matplotlib": "matplotlib-base"}
PYTHONS = [
    classifier.rpartition(" ")[2]
    for classifier in PROJECT["classifiers"]
    if re.search(r"Python :: 3\.\d+$", classifier)
]


def text(name):
    return (ROOT / name).read_text("utf-8")


def document(name):
    return yaml.safe_load(text(name))


def test_lists_of_dependencies_are_those_of_dependencies_yaml(tmp_path):
    pytest.importorskip("rapids_dependency_file_generator")
    shutil.copy(ROOT / "dependencies.yaml", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    command = "from rapids_dependency_file_generator._cli import main; main()"
    subprocess.run([sys.executable, "-c", command], cwd=tmp_path, check=True)
    generated = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(generated) > 3
    for path in generated:
        name = path.relative_to(tmp_path)
        assert path.read_text("utf-8") == text(name), (
            f"{name} differs: run rapids-dependency-file-generator"
        )


MATRIX = document("dependencies.yaml")["files"]["all"]["matrix"]


def test_each_cuda_and_processor_has_an_environment():
    names = {
        f"all_cuda-{cuda.replace('.', '')}_arch-{arch}"
        for cuda in MATRIX["cuda"]
        for arch in MATRIX["arch"]
    }
    assert {"x86_64", "aarch64"} == set(MATRIX["arch"])
    there = {path.stem for path in (ROOT / "conda" / "environments").iterdir()}
    assert there == names
    for name in names:
        cuda = re.search(r"cuda-(\d\d)(\d)_", name).expand(r"\1.\2")
        packages = document(f"conda/environments/{name}.yaml")["dependencies"]
        assert f"cuda-version={cuda}" in packages


def test_the_same_versions_of_cuda_are_named_everywhere():
    """Extras, classifiers, environments, containers and the page on installation."""
    cudas = MATRIX["cuda"]
    majors = [cuda.partition(".")[0] for cuda in cudas]
    assert {f"cu{major}" for major in majors} == {e for e in EXTRAS if e[:2] == "cu"}
    classifiers = [each for each in PROJECT["classifiers"] if " CUDA :: " in each]
    assert [each.rpartition(" ")[2] for each in classifiers] == majors
    page = " ".join(text("docs/getting_started.md").split())
    assert f"environments for CUDA {' and '.join(cudas)}" in page
    runs = document(".github/workflows/nightly.yaml")["jobs"]["gpu"]["strategy"]
    tested = {str(run["cuda"]) for run in runs["matrix"]["include"]}
    assert tested == set(majors)


def test_each_cuda_has_a_container_with_its_environment():
    folder = ROOT / ".devcontainer"
    containers = {path.parent.name for path in folder.glob("*/devcontainer.json")}
    assert containers == {f"cuda{cuda}-conda" for cuda in MATRIX["cuda"]}
    for name in containers:
        container = json.loads((folder / name / "devcontainer.json").read_text("utf-8"))
        start = f"all_cuda-{name[4:-6].replace('.', '')}"
        script, given = container["postCreateCommand"].split()[1:]
        assert given == start
        assert (ROOT / script).exists()
        assert container["hostRequirements"] == {"gpu": "optional"}
        assert container["image"]
    made = text(".devcontainer/create.sh")
    assert '"conda/environments/$1_arch-$(uname -m).yaml"' in made


def test_the_two_names_of_rapids_are_told():
    """NVIDIA retires the name RAPIDS, and readers may know either name."""
    assert {"cuda-x", "rapids"} <= set(PROJECT["keywords"])
    for page in ("README.md", "docs/index.md"):
        there = " ".join(text(page).split())
        assert there.count("NVIDIA CUDA-X libraries for data science") == 1, page
        assert "RAPIDS" in there


def test_extras_are_for_users_and_groups_for_developers():
    assert set(EXTRAS) == {"cli", "cu12", "cu13", "dask", "networkx", "parquet", "viz"}
    assert set(GROUPS) == {
        "docs", "kernels", "rapids", "release", "simulator", "test", "test-core",
    }  # fmt: skip
    named = re.findall(r"--group ([\w-]+)|^also (\w+)", "".join(
        path.read_text("utf-8") for path in (ROOT / "ci").glob("*.sh")
    ), re.MULTILINE)  # fmt: skip
    assert {group or other for group, other in named} == set(GROUPS)


def test_checks_before_a_commit_have_the_versions_of_the_tests():
    (local,) = document(".pre-commit-config.yaml")["repos"]
    known = {*GROUPS["test"], *PROJECT["dependencies"]}
    for hook in local["hooks"]:
        assert set(hook["additional_dependencies"]) <= known, hook["id"]


def limits(requirements):
    """Versions of each package, by its name in conda."""
    found = {}
    for line in requirements:
        one = Requirement(line)
        name = re.sub(r"-cu(da)?1[23]x?$", "", one.name)
        found[CONDA_NAMES.get(name, name)] = set(map(str, one.specifier))
    return found


@pytest.mark.parametrize("cuda", ["cu12", "cu13"])
def test_the_conda_recipe_has_the_same_limits(cuda):
    recipe = document("conda/recipes/cugraph-biclique/recipe.yaml")["requirements"]
    optional = [line for extra in EXTRAS if not extra.startswith("cu")
                for line in EXTRAS[extra]]  # fmt: skip
    wanted = limits([*EXTRAS[cuda], *optional])
    assert limits(recipe["run_constraints"]) == wanted
    needed = limits([f"python{PROJECT['requires-python']}", *PROJECT["dependencies"]])
    assert limits(recipe["run"]) == needed
    build = limits(PYPROJECT["build-system"]["requires"])
    host = limits(recipe["host"])
    assert {name: host[name] for name in build} == build


def test_the_oldest_and_the_newest_rapids_are_tested():
    (cudf,) = [one for one in map(Requirement, EXTRAS["cu13"]) if "cudf-cu" in one.name
               and "dask" not in one.name]  # fmt: skip
    (oldest,) = (s.version for s in cudf.specifier if s.operator == ">=")
    jobs = document(".github/workflows/nightly.yaml")["jobs"]
    tested = [run["rapids"] for run in jobs["gpu"]["strategy"]["matrix"]["include"]]
    assert f"{oldest}.*" in tested
    assert len(set(tested)) == 2
    assert all(cudf.specifier.contains(run.replace("*", "0")) for run in tested)
    assert f"'cudf-cu13=={oldest}.*'" in text("ci/test_oldest_rapids.sh")
    accepted = " and ".join(run.removesuffix(".*") for run in dict.fromkeys(tested))
    assert f"RAPIDS {accepted}." in text("docs/getting_started.md")


def test_workflows_run_scripts_that_are_there_with_every_python():
    jobs = document(".github/workflows/nightly.yaml")["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == PYTHONS
    assert set(jobs["wheel"]["steps"][1]["with"]["python-version"].split()) == set(
        PYTHONS
    )
    for name in ("ci", "nightly", "release"):
        workflow = text(f".github/workflows/{name}.yaml")
        scripts = re.findall(r"bash (ci/\w+\.sh)", workflow)
        assert scripts
        for script in scripts:
            assert (ROOT / script).exists(), script


def test_the_nightly_lane_tries_another_compiler_and_passes_if_kernels_fail():
    job = document(".github/workflows/nightly.yaml")["jobs"]["mlir"]
    assert job["continue-on-error"] is True
    *_, tries, keeps = job["steps"]
    file = tries["run"].removeprefix("bash ci/try_mlir.sh ")
    assert keeps["with"]["path"] == file
    assert keeps["if"] == "always()"


def test_each_script_runs_in_a_lane_or_is_named_as_run_by_hand():
    """Every step of the two lanes exists, and no test script is in neither."""
    lanes = text("ci/test.sh") + text("ci/nightly.sh")
    steps = {step for line in re.findall(r"^(?:steps|beside) (.+)$", lanes, re.M)
             for step in line.split()}  # fmt: skip
    steps |= set(re.findall(r"^bash ci/(\w+)\.sh", lanes, re.M))
    scripts = {path.stem for path in (ROOT / "ci").glob("*.sh")}
    by_hand = {"audit", "test_bounds", "test_gpu", "test_oldest_rapids", "try_mlir"}
    others = {"check_release", "nightly", "steps", "test", "venv"}
    assert steps | by_hand | others == scripts
    assert all(f"ci/{name}.sh" in text("CONTRIBUTING.md") for name in steps | by_hand)


def test_slow_tests_are_there():
    for name in slow_tests.names():
        file, _, test = name.partition("::")
        function = test.partition("[")[0]
        assert f"\ndef {function}(" in text(f"tests/{file}"), name


def test_the_version_is_the_same_everywhere():
    version = text("cugraph_biclique/VERSION").strip()
    assert document("CITATION.cff")["version"] == version


def test_the_repository_has_one_address():
    home = PROJECT["urls"]["Repository"]
    assert document("CITATION.cff")["repository-code"] == home
    owner = home.removeprefix("https://github.com/")
    places = [*PROJECT["urls"].values(), text("pyproject.toml"), text("README.md")]
    for place in places:
        for found in re.findall(r"github(?:usercontent)?\.com/([\w-]+/[\w-]+)", place):
            assert found == owner
