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

# also EXTRA: adds an extra of the package to .venv-ci.
also() {
    if [[ ! -f .venv-ci/also-$1 ]]; then
        echo ".venv-ci: installing $1"
        "$PYTHON" -m pip --python .venv-ci/bin/python --quiet --disable-pip-version-check \
            install --editable ".[$1]"
        touch ".venv-ci/also-$1"
    fi
}

# Each environment has a version of Numba and a cache of its own. The keys of the cache
# contain the code of the kernels (cugraph_biclique/kernel_code.py).
export NUMBA_CACHE_DIR=$PWD/.venv-ci/numba

# Fills the cache with two processes. Those of pytest would all compile the same kernels.
compile_ahead() {
    python ci/compile_kernels.py search chance list &
    python ci/compile_kernels.py count local_count largest partition
    wait $!
}

# What the tests of the engines need, without the other tools of the extra `test`.
few_tools=('pytest>=8' 'pytest-xdist>=3.5' 'hypothesis>=6.100' 'networkx>=3.2' 'scipy>=1.13')

# The environment of those that need the CUDA compiler, or cuDF, but no GPU: it has the
# versions of NumPy, pandas and Numba that RAPIDS asks for. All others go without it, as a
# user without a GPU does.
cuda_venv() {
    venv .venv-cuda --editable '.[parquet,dask,sim]' "${few_tools[@]}" 'cudf-cu13>=26.8'
    export NUMBA_CACHE_DIR=$PWD/.venv-cuda/numba
}
