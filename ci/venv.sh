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
    echo "$folder: installing $* (a minute or two)"
    rm -rf "$folder"
    "$python" -m venv --without-pip "$folder"
    install "$folder/bin/python" "$@"
    echo "$wanted" >"$folder/made-from"
}

# venv FOLDER ARGUMENT...: the same, of the interpreter that runs everything here.
venv() {
    venv_of "$PYTHON" "$@"
}

# The environment that most scripts use.
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

# One cache of compiled CPU kernels for each environment with a Numba of its own. The keys
# of the cache contain the code of the kernels (cugraph_biclique/host/kernel_code.py).
export NUMBA_CACHE_DIR=$PWD/.venv-ci/numba

# Fills the cache with two processes. Those of pytest would all compile the same kernels.
compile_ahead() {
    if [[ ${KERNELS_OF-} == "$NUMBA_CACHE_DIR" ]]; then
        return # the script that runs this one has filled it
    fi
    echo "CPU kernels: compiling those that are not in the cache (up to two minutes)"
    python ci/compile_kernels.py search chance list cliques &
    python ci/compile_kernels.py count local_count peel largest groups partition
    wait $!
    export KERNELS_OF=$NUMBA_CACHE_DIR
}

# An environment that also has the packages of .venv-ci, and so their Numba and its cache.
# It runs the GPU kernels in the simulator. .venv-ci itself goes without numba-cuda, as a
# user without a GPU does.
simulator_venv() {
    local folder=.venv-simulator wanted packages
    wanted="$(<.venv-ci/made-from) beside"
    if made "$folder" "$wanted"; then
        return
    fi
    echo "$folder: installing numba-cuda and greenlet beside the packages of .venv-ci"
    rm -rf "$folder"
    "$PYTHON" -m venv --without-pip "$folder"
    packages=$("$folder/bin/python" -c 'import site; print(site.getsitepackages()[0])')
    python -c 'import site; print(site.getsitepackages()[0])' >"$packages/beside.pth"
    install "$folder/bin/python" --group simulator
    echo "$wanted" >"$folder/made-from"
}

# The environment with the newest RAPIDS, and the versions of NumPy, pandas and Numba that
# RAPIDS asks for.
rapids_venv() {
    venv .venv-rapids --editable '.[parquet,dask]' --group rapids --group test-core
    export NUMBA_CACHE_DIR=$PWD/.venv-rapids/numba
}

# The environment that compiles the GPU kernels of the wheel.
kernels_venv() {
    venv .venv-kernels --editable . --group kernels --group test-core
}
