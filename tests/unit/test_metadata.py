"""What names the project to others: the package's metadata and CITATION.cff say the same."""

import re
import tomllib

from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

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


def test_links_of_the_page_of_the_package_lead_to_the_source() -> None:
    metadata = ProjectMetadata(str(ROOT), PluginManager())
    page = metadata.core.readme
    source = PROJECT["urls"]["Source"]
    assert not re.search(r"<picture|<img", page)
    (picture,) = re.findall(r"!\[.*?\]\((.*?)\)", page)
    links = re.findall(r"(?<!!)\[.*?\]\((.*?)\)", page)
    assert picture == f"{source}/raw/HEAD/docs/pictures/playing-light.png"
    assert f"{source}/blob/HEAD/docs/class.md" in links
    for link in [picture, *links]:
        path = re.sub(rf"^{re.escape(source)}/(raw|blob)/HEAD/|#.*$", "", link)
        assert link.startswith(source), link
        assert (ROOT / path).exists(), link
