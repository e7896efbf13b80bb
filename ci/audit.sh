#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Lists what the wheel in dist/ installs, as a bill of materials in dist-sbom/, and fails if
# any of it has a known vulnerability. The list of vulnerabilities is on the internet.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
venv .venv-build --group release
trap 'rm -rf .venv-audit' EXIT
rm -rf .venv-audit dist-sbom
venv .venv-audit dist/*-py3-none-any.whl
mkdir dist-sbom
.venv-build/bin/cyclonedx-py environment .venv-audit/bin/python --pyproject pyproject.toml \
    --output-reproducible --output-file dist-sbom/cugraph_biclique.cdx.json
echo "bill of materials: dist-sbom/cugraph_biclique.cdx.json"
# The package itself is not on the index yet.
.venv-audit/bin/python -c 'from importlib.metadata import distributions
for d in distributions():
    if d.name != "cugraph_biclique":
        print(f"{d.name}=={d.version}")' >.venv-audit/requirements.txt
.venv-build/bin/pip-audit --strict --no-deps --disable-pip --requirement .venv-audit/requirements.txt
