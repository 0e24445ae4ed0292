"""Kernels in every mode: from a cold and from a warm cache, with bounds checked, and uncompiled."""

import sys
from pathlib import Path

import pytest

from tests.shell import sh

CHECK = f"{sys.executable} -m tests.kernel_check"


@pytest.mark.slow
@pytest.mark.parametrize("mode", [pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.nightly), "NUMBA_DISABLE_JIT"])
def test_cold_then_warm(mode: str, tmp_path: Path) -> None:
    """The usual mode is every other test's, whose kernels are compiled before the first."""
    for _ in range(2):
        done = sh(CHECK, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / mode), **{mode: "1"})
        assert done.stdout == "kernels agree\n", done.stderr
    assert any((tmp_path / mode).rglob("*.nbi")) == (mode == "NUMBA_BOUNDSCHECK")
