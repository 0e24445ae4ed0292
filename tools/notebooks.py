"""Run the notebooks of docs/notebooks and write their output into them: ``python tools/notebooks.py [NAME ...]``.

Of an output that has a picture only the picture is kept: its text would say no more.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "notebooks"
SECONDS = 300
"""Seconds that a cell may take."""
DRAWN = ("text/html", "image/svg+xml", "image/png")


def names() -> list[str]:
    """List the notebooks."""
    return sorted(path.stem for path in FOLDER.glob("*.ipynb"))


def executed(name: str) -> Any:
    """Run a notebook in a kernel of its own; return it with its outputs.

    Raises nbclient.exceptions.CellExecutionError.
    """
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": ROOT}},
        record_timing=False,
        coalesce_streams=True,  # else what is printed comes in as many parts as the load of the machine makes of it
    )
    client.execute()
    notebook.metadata.language_info = {"name": "python"}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if any(kind in data for kind in DRAWN):
                data.pop("text/plain", None)
    return notebook


def shown(notebook: Any) -> list[list[str]]:
    """Return the text outputs of a notebook's cells, without pictures and tables."""
    outputs = [cell.get("outputs", []) for cell in notebook.cells]
    return [[text for output in each if (text := text_of(output))] for each in outputs]


def text_of(output: Any) -> str:
    """Return the text of an output: what is printed, or the value of the cell."""
    return str(output.get("text") or output.get("data", {}).get("text/plain", ""))


def main() -> None:
    """Run the notebooks and write them."""
    for name in sys.argv[1:] or names():
        notebook = executed(name)
        nbformat.write(notebook, FOLDER / f"{name}.ipynb")
        size = (FOLDER / f"{name}.ipynb").stat().st_size
        print(f"{name}: {len(notebook.cells)} cells, {size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
