#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Builds the wheel and the source archive into dist/, and uses the wheel as a user
# would: in an environment with its dependencies and nothing else, from another folder. The
# wheel contains the CPU kernels, compiled for this Python with the newest Numba and with
# that of RAPIDS, and the GPU kernels. Every other supported Python of this machine installs
# the wheel too, and reads and counts a few files.
#
# With --all-pythons, the wheel contains the kernels for those as well: a release needs it.
# If the script fails, it leaves no dist/, as a wheel without kernels installs like any other.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
venv .venv-build --group release
# They are large, and the environment is of this very wheel: gone afterwards.
root=$PWD
bin=$root/.venv-wheel/bin
elsewhere=$(mktemp -d)
shipped=$root/cugraph_biclique/shipped
dist=$root/dist
trap 'rm -rf "$elsewhere" "${bin%/bin}" "$shipped" ${dist:+"$dist"}' EXIT
rm -rf dist .venv-wheel "$shipped"

# The date in the archives is hatchling's own: whoever builds gets the same bytes.
unset SOURCE_DATE_EPOCH

# build FOLDER OUTPUT [OPTION]: the archives of the sources in a folder.
build() {
    .venv-build/bin/python -m build --no-isolation --outdir "$2" "${@:3}" "$1" \
        >.venv-build/build.log 2>&1 || { cat .venv-build/build.log && exit 1; }
}
build . dist
.venv-build/bin/twine check --strict dist/*
wheel=$(echo "$root"/dist/*-py3-none-any.whl)
archive=$(echo "$root"/dist/*.tar.gz)

# has CONTENTS NAME FILE...: whether an archive has all of these.
has() {
    local contents=$1 name=$2 file
    shift 2
    for file in "$@"; do
        if ! grep --quiet "/$file\$" <<<"$contents"; then
            echo "$name lacks $file" && exit 1
        fi
    done
}
has "$(python -m zipfile --list "$wheel" | cut -d ' ' -f 1)" "$wheel" \
    py.typed VERSION data/southern_women.csv
has "$(tar --list --file "$archive")" "$archive" LICENSE CHANGELOG.md CITATION.cff \
    ci/test.sh tests/naive.py tests/typing/public_calls.py docs/conf.py docs/index.md \
    examples/review_rings.py benchmarks/README.md

echo "--- the same from the source archive: another folder, other times and rights"
(umask 077 && tar --extract --touch --no-same-permissions --file "$archive" \
    --directory "$elsewhere" --strip-components 1)
rm "$elsewhere/PKG-INFO" # made by the build
build "$elsewhere" "$elsewhere/dist"
for file in dist/*; do
    cmp "$file" "$elsewhere/$file"
done

# interpreter VERSION: the path of a Python of this version, from PATH or from pyenv.
interpreter() {
    local found
    for found in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        if "$found" -c '' 2>/dev/null; then
            "$found" -c 'import sys; print(sys._base_executable)'
            return
        fi
    done
}

# others: the supported versions of Python but this one.
others() {
    sed -n 's/.*"Programming Language :: Python :: \(3\.[0-9]*\)".*/\1/p' pyproject.toml |
        grep --invert-match --line-regexp "$("$PYTHON" -c 'print("%d.%d" % __import__("sys").version_info[:2])')"
}

# The Numba that pip installs beside RAPIDS.
numba_of_rapids=$(sed -n 's/^    "\(numba==.*\)",$/\1/p' pyproject.toml)

# ship_kernels PYTHON: compiles the kernels for an interpreter with both Numbas. Leaves the
# environment of the wheel with the newest one.
ship_kernels() {
    local numba
    for numba in "$numba_of_rapids" numba; do
        venv_of "$1" .venv-wheel "$wheel" "$numba"
        (cd "$elsewhere/dist" && "$bin/python" -P ../ci/ship_kernels.py "$shipped") # -P: no sources
    done
}

# has_kernels: whether no call of the wheel would compile.
has_kernels() {
    local lacking
    lacking=$("$bin/python" -P -c 'from cugraph_biclique import warming; print(*warming.uncompiled())')
    if [[ -n $lacking ]]; then
        echo "with $("$bin/python" -c 'import numba; print("Numba", numba.__version__)'), the wheel lacks kernels of: $lacking"
        exit 1
    fi
}

echo "--- the kernels in the wheel"
unset NUMBA_CACHE_DIR
if [[ ${1-} == --all-pythons ]]; then
    for version in $(others); do
        python=$(interpreter "$version")
        if [[ -z $python ]]; then
            echo "--- Python $version is not on this machine: the wheel lacks its kernels"
            continue
        fi
        ship_kernels "$python"
        rm -rf .venv-wheel
    done
fi
ship_kernels "$PYTHON"
kernels_venv
.venv-kernels/bin/python ci/ship_gpu_kernels.py "$shipped"
build . dist --wheel # from the working tree, as the source archive has no kernels
.venv-build/bin/twine check --strict dist/*
install "$bin/python" --no-deps --force-reinstall "$wheel"

echo "--- the wheel"
cd "$elsewhere/dist" # without the sources
"$bin/python" -P ../ci/use_wheel.py
has_kernels
demo=$("$bin/cugraph-biclique" demo)
if [[ $demo != *"bicliques: 63"* ]]; then
    echo "the demo found no 63 bicliques: $demo" && exit 1
fi
"$bin/python" -c 'from cugraph_biclique import Bicliques' # compiles the bytecode of all it imports
"$bin/python" - <<'PROGRAM'
import os, subprocess, sys

import cugraph_biclique

cugraph_biclique.Bicliques  # loads all

seconds = os.times().user
start = "import os, numba, numpy, pandas; print(os.times().user)"
needed = float(subprocess.check_output([sys.executable, "-c", start]))
optional = set(
    "cudf cugraph cupy dask dask_cuda dask_cudf datashader distributed matplotlib"
    " networkx numba.cuda numba_cuda pylibcugraph rmm scipy".split()
)
assert not optional & set(sys.modules), f"import loads {optional & set(sys.modules)}"
assert seconds < 2 * needed, f"import takes {seconds:.1f} s, and {needed:.1f} s without us"
print(f"{cugraph_biclique.__version__}: imported in {seconds:.1f} s of user time")
PROGRAM

echo "--- the wheel with $numba_of_rapids"
install "$bin/python" "$numba_of_rapids"
"$bin/python" -P -W error ../ci/use_wheel.py
has_kernels

echo "--- the source archive"
cd "$root"
install "$bin/python" --no-deps --force-reinstall "$archive"
"$bin/cugraph-biclique" --version

for version in $(others); do
    python=$(interpreter "$version")
    if [[ -z $python ]]; then
        echo "--- Python $version is not on this machine: not tested"
        continue
    fi
    echo "--- the wheel with Python $version"
    venv_of "$python" .venv-wheel "$wheel"
    (cd "$elsewhere/dist" && "$bin/python" -P -W error ../ci/use_wheel.py)
    rm -rf .venv-wheel
done
dist= # to be kept
