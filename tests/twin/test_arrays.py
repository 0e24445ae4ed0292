"""Codecs and searches give the same results on numpy's arrays and, uncompiled, on those of `lalao.arrays.small`."""

import json
import subprocess
import sys
from pathlib import Path

from tests import array_check
from tests.shell import environment

WITHOUT_NUMPY = """
import runpy, sys
sys.modules["numpy"] = None
runpy.run_module("tests.array_check", run_name="__main__")
"""


def test_results_without_numpy_are_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_NUMPY]
    own = environment(tmp_path, NUMBA_DISABLE_JIT="1")
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=True)
    has_numpy, found = json.loads(done.stdout)
    assert not has_numpy
    expected = array_check.results()
    for name, result in expected.items():
        assert found[name] == result, name
    assert found.keys() == expected.keys()
