#!/bin/sh
# Rewrite the pinned requirements (versions and hashes, no index address) from pyproject.toml. Needs uv.
# Each set holds the one before in the same versions: what runs Lalao, what tests it anywhere, what CI tests too.
set -eu
cd "$(dirname "$0")/.."
pin() {
    out=$1
    shift
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-annotate --no-header --no-emit-index-url --no-emit-find-links \
        pyproject.toml requirements/build.in "$@" -o "$out"
}
pin requirements/dev.txt --extra dev
pin requirements/test.txt --extra test --constraints requirements/dev.txt
pin requirements/play.txt --constraints requirements/dev.txt
