"""What the layer of these tests promises: none of them starts a server."""

import re
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_server_is_started(file: Path) -> None:
    assert not re.search(
        r"^from tests\.serving|\bserver: (?:str|Server)\b", file.read_text(encoding="utf-8"), re.MULTILINE
    )
