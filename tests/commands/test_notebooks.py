"""Every notebook of the documentation runs to its last cell, with the output that is stored in it."""

from pathlib import Path

import nbformat
import pytest
from tools.notebooks import FOLDER, executed, names, shown

from tests.patience import often


@pytest.mark.parametrize("name", names()[: often(2, nightly=9)])
def test_a_notebook_runs_and_tells_what_stands_in_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # other tests may have built tables
    kept = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    assert shown(executed(name)) == shown(kept), f"run tools/notebooks.py {name}"


def test_every_notebook_draws_something_and_is_small() -> None:
    assert len(names()) == 5
    for name in names():
        assert (FOLDER / f"{name}.ipynb").stat().st_size < 100_000
        cells = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4).cells
        outputs = [output for cell in cells for output in cell.get("outputs", [])]
        assert any({"image/png", "image/svg+xml"} & output.get("data", {}).keys() for output in outputs), name
        assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in outputs), name
