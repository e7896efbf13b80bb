#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# ci/check_release.sh TAG: whether the files of the repository are those of this release.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tag=${1:?the tag is missing: for example v0.2.0}
version=${tag#v}

# holds FILE PATTERN: whether a line of the file matches.
holds() {
    if ! grep --quiet --extended-regexp "$2" "$1"; then
        echo "$1 has no line like $2: it is not that of $tag" && exit 1
    fi
}
exactly=${version//./\\.}
day='[0-9]{4}-[0-9]{2}-[0-9]{2}'
holds cugraph_biclique/VERSION "^$exactly$"
holds CITATION.cff "^version: $exactly$"
holds CITATION.cff "^date-released: $day$"
holds CHANGELOG.md "^## \[$exactly\] - $day$"
echo "$tag: VERSION, CITATION.cff and CHANGELOG.md agree"
