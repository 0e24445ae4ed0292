"""What names the project to others: the package's metadata and CITATION.cff say the same."""

import re
import tomllib

import lalao
from tests.shell import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def cited(key: str) -> str:
    """Return what CITATION.cff says in a line of its own."""
    found = re.search(rf"^{key}: (.*)$", CITATION, re.MULTILINE)
    assert found, key
    return found[1].strip('"')


def test_the_citation_says_what_the_package_says() -> None:
    assert cited("version") == PROJECT["version"] == lalao.__version__
    assert cited("license") == PROJECT["license"]
    assert cited("url") == PROJECT["urls"]["Homepage"]
    assert cited("repository-code") == PROJECT["urls"]["Source"]
    assert re.findall("^  - name: (.*)$", CITATION, re.MULTILINE) == [one["name"] for one in PROJECT["authors"]]
