"""Check the pages' scripts as ``./test`` does: their types, their form, what a linter finds; or put them into form.

``python tools/scripts.py`` checks, ``python tools/scripts.py format`` writes them anew. TypeScript, the linter and the
formatter are those of Deno, which comes with the test environment; it fetches nothing.
"""

import os
import subprocess
import sys
from pathlib import Path

from deno import find_deno_bin

ROOT = Path(__file__).resolve().parent.parent
STATIC = Path("src") / "lalao" / "web" / "static"
CHECKS = (["lint", "--quiet"], ["fmt", "--quiet", "--check"])


def deno(*arguments: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run Deno on a copy of the project, or on the project itself, without the network."""
    environment = os.environ | {
        "DENO_DIR": str(Path(sys.prefix) / "deno"),
        "DENO_NO_UPDATE_CHECK": "1",
        "NO_COLOR": "1",
    }
    return subprocess.run(
        [find_deno_bin(), *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False
    )


def types(root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Check the types of the scripts, as ``tsc --strict --checkJs`` does."""
    shared = (str(STATIC.parent / name) for name in ("wire.d.ts", "page.d.ts"))
    return deno("check", "--quiet", "--no-remote", "--no-npm", str(STATIC), *shared, root=root)


def main(arguments: list[str]) -> int:
    """Check, or put into form; what is wrong is printed."""
    done = [deno("fmt", "--quiet")] if arguments == ["format"] else [types(), *(deno(*each) for each in CHECKS)]
    print("".join(each.stdout + each.stderr for each in done), end="", file=sys.stderr)
    return max(each.returncode for each in done)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
