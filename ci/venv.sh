# shellcheck shell=bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the other scripts. Goes to the root of the repository and puts first on
# PATH an environment with the package (editable) and its test tools. It is made when
# it is not there, or no longer what pyproject.toml asks for. Needs nothing but
# Python >= 3.11 and pip; PYTHON names another interpreter than python3.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Not the one of an environment that is active, as that may be made anew here.
PYTHON=$("${PYTHON:-python3}" -c 'import sys; print(sys._base_executable)')

# venv FOLDER REQUIREMENT...: an environment with these in it.
venv() {
    local folder=$1 wanted
    shift
    wanted=$("$PYTHON" -VV && cat pyproject.toml cugraph_biclique/VERSION && echo "$@")
    if [[ -f $folder/made-from && $(<"$folder/made-from") == "$wanted" ]]; then
        return
    fi
    echo "$folder: installing $*"
    rm -rf "$folder"
    # Without pip, as some systems keep the module that would put it there in a package
    # of its own; the pip outside can install into any environment.
    "$PYTHON" -m venv --without-pip "$folder"
    "$PYTHON" -m pip --python "$folder/bin/python" --quiet \
        --disable-pip-version-check install "$@"
    echo "$wanted" >"$folder/made-from"
}

venv .venv-ci --editable '.[test]'
export PATH="$PWD/.venv-ci/bin:$PATH"

# Numba looks for changes in the file of a kernel, not in the files of the kernels that
# it calls. So its cache belongs to one state of all sources.
kernels=$(find cugraph_biclique -name '*.py' -print0 | LC_ALL=C sort -z | xargs -0 cat |
    cksum | tr ' ' '-')
export NUMBA_CACHE_DIR=$PWD/.venv-ci/numba/$kernels
if [[ ! -d $NUMBA_CACHE_DIR ]]; then
    rm -rf .venv-ci/numba
    mkdir -p "$NUMBA_CACHE_DIR"
fi

# The environment of those that need the CUDA compiler, or cuDF, but no GPU: it has the
# versions of NumPy, pandas and Numba that RAPIDS asks for. All others go without it, as a
# user without a GPU does.
cuda_venv() {
    venv .venv-cuda --editable '.[test,sim]' 'cudf-cu13>=26.8'
    export NUMBA_CACHE_DIR=$PWD/.venv-cuda/numba/$kernels
}
