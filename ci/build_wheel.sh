#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Builds the wheel and the source archive into dist/, and uses the wheel as a user
# would: in an environment with its dependencies and nothing else, from another folder.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
venv .venv-build build twine pip
rm -rf dist
.venv-build/bin/python -m build --outdir dist . >.venv-build/build.log 2>&1 ||
    { cat .venv-build/build.log && exit 1; }
.venv-build/bin/twine check --strict dist/*

wheel=$(echo dist/*-py3-none-any.whl)
contents=$(python -m zipfile --list "$wheel")
for file in py.typed VERSION data/southern_women.csv; do
    if [[ $contents != *"cugraph_biclique/$file "* ]]; then
        echo "$wheel lacks cugraph_biclique/$file" && exit 1
    fi
done

# Gone afterwards: it is large, and of this very wheel.
bin=$PWD/.venv-wheel/bin
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere" "${bin%/bin}"' EXIT
rm -rf .venv-wheel
venv .venv-wheel "$wheel"
cd "$elsewhere"
unset NUMBA_CACHE_DIR
demo=$("$bin/cugraph-biclique" demo)
if [[ $demo != *"bicliques: 63"* ]]; then
    echo "the demo found no 63 bicliques: $demo" && exit 1
fi
"$bin/python" -c 'import cugraph_biclique' # compiles the bytecode of all it imports
"$bin/python" - <<'PROGRAM'
import os, sys

import cugraph_biclique

seconds = os.times().user
optional = set(
    "cudf cugraph cupy dask dask_cuda dask_cudf datashader distributed matplotlib"
    " networkx numba.cuda numba_cuda pylibcugraph rmm scipy".split()
)
assert not optional & set(sys.modules), f"import loads {optional & set(sys.modules)}"
assert seconds < 2, f"import takes {seconds:.1f} s"
print(f"{cugraph_biclique.__version__}: imported in {seconds:.1f} s of user time")
PROGRAM
