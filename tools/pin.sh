#!/bin/sh
# Rewrite the pinned requirements (versions and hashes, no index address) from pyproject.toml. Needs uv.
set -eu
cd "$(dirname "$0")/.."
pin() {
    out=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-annotate --no-header --no-emit-index-url --no-emit-find-links \
        pyproject.toml requirements/build.in "$@" -o "$out"
}
pin requirements/play.txt
pin requirements/test.txt --extra dev
