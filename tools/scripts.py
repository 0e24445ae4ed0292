"""Check the pages' scripts as ``./test`` does: types, format and linter; or format them.

``python tools/scripts.py`` checks, ``python tools/scripts.py format`` rewrites them. TypeScript, the linter and the
formatter are Deno's, which comes with the test environment; nothing is fetched.
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
    """Run Deno without network, on a copy of the project or on the project itself."""
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
    """Check or format; print what is wrong and return the exit status."""
    done = [deno("fmt", "--quiet")] if arguments == ["format"] else [types(), *(deno(*each) for each in CHECKS)]
    print("".join(each.stdout + each.stderr for each in done), end="", file=sys.stderr)
    return max(each.returncode for each in done)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
