"""Kernels in every mode: from a cold and from a warm cache, with bounds checked, and uncompiled."""

import sys
from pathlib import Path

import pytest

from tests.shell import sh

CHECK = f"{sys.executable} -m tests.kernel_check"


@pytest.mark.slow
def test_cold_then_warm(tmp_path: Path) -> None:
    for _ in range(2):
        done = sh(CHECK, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
        assert done.stdout == "kernels agree\n", done.stderr
    assert list((tmp_path / "cache").rglob("*.nbi"))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_other_modes(mode: str, tmp_path: Path) -> None:
    done = sh(CHECK, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / mode), **{mode: "1"})
    assert done.stdout == "kernels agree\n", done.stderr
