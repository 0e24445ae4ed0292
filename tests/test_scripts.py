"""The pages' scripts: their types agree, and they import what is there."""

import re
import shutil
import subprocess

import pytest

from tests.shell import ROOT

STATIC = ROOT / "src" / "lalao" / "web" / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
IMPORT = re.compile(r"import \{([^}]*)\} from \"\./([\w.]+)\"")
EXPORT = re.compile(r"export (?:async )?(?:function|const|let|class) (\w+)")


@pytest.mark.skipif(not shutil.which("tsc"), reason="no tsc on this machine (Debian: node-typescript)")
def test_types_of_the_scripts_agree() -> None:
    done = subprocess.run(["tsc", "-p", str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_scripts_import_what_is_exported() -> None:
    exported = {script.name: set(EXPORT.findall(script.read_text())) for script in SCRIPTS}
    wanted = [
        (script.name, name.split(" as ")[0].strip(), where)
        for script in SCRIPTS
        for names, where in IMPORT.findall(script.read_text())
        for name in names.split(",")
        if name.strip()
    ]
    assert len(wanted) > 50
    assert [one for one in wanted if one[1] not in exported[one[2]]] == []
