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

# made FOLDER WANTED: whether an environment is there, and was made from this.
made() {
    [[ -f $1/made-from && $(<"$1/made-from") == "$2" ]]
}

# install PYTHON ARGUMENT...: a pip that knows dependency groups installs into the
# environment of this interpreter. The pip outside may be older, or unable to install into
# its own environment, but can bring a newer one.
install() {
    local python=$1 wanted
    wanted=$("$PYTHON" -VV)
    shift
    if ! made .venv-pip "$wanted"; then
        rm -rf .venv-pip
        # Without pip, as some systems keep the module that would put it there in a
        # package of its own.
        "$PYTHON" -m venv --without-pip .venv-pip
        "$PYTHON" -m pip --python .venv-pip/bin/python --quiet \
            --disable-pip-version-check install 'pip>=25.1'
        echo "$wanted" >.venv-pip/made-from
    fi
    .venv-pip/bin/python -m pip --python "$python" --quiet --quiet \
        --disable-pip-version-check install "$@"
}

# venv_of PYTHON FOLDER ARGUMENT...: an environment of this interpreter, with what pip
# installs for the arguments.
venv_of() {
    local python=$1 folder=$2 wanted
    shift 2
    wanted=$("$python" -VV && cat pyproject.toml cugraph_biclique/VERSION && echo "$@")
    if made "$folder" "$wanted"; then
        return
    fi
    echo "$folder: installing $*"
    rm -rf "$folder"
    "$python" -m venv --without-pip "$folder"
    install "$folder/bin/python" "$@"
    echo "$wanted" >"$folder/made-from"
}

# venv FOLDER ARGUMENT...: the same, of the interpreter that runs everything here.
venv() {
    venv_of "$PYTHON" "$@"
}

venv .venv-ci --editable . --group test
export PATH="$PWD/.venv-ci/bin:$PATH"

# also GROUP: adds a group of dependencies to .venv-ci.
also() {
    if [[ ! -f .venv-ci/also-$1 ]]; then
        echo ".venv-ci: installing $1"
        install .venv-ci/bin/python --group "$1"
        touch ".venv-ci/also-$1"
    fi
}

# Each environment has a version of Numba and a cache of its own. The keys of the cache
# contain the code of the kernels (cugraph_biclique/kernel_code.py).
export NUMBA_CACHE_DIR=$PWD/.venv-ci/numba

# Fills the cache with two processes. Those of pytest would all compile the same kernels.
compile_ahead() {
    python ci/compile_kernels.py search chance list cliques &
    python ci/compile_kernels.py count local_count largest partition
    wait $!
}

# The environment of those that need the CUDA compiler, or cuDF, but no GPU: it has the
# versions of NumPy, pandas and Numba that RAPIDS asks for. All others go without it, as a
# user without a GPU does.
cuda_venv() {
    venv .venv-cuda --editable '.[parquet,dask]' --group sim --group test-core
    export NUMBA_CACHE_DIR=$PWD/.venv-cuda/numba
}

# The environment that compiles the GPU kernels of the wheel.
kernels_venv() {
    venv .venv-kernels --editable . --group kernels --group test-core
}
