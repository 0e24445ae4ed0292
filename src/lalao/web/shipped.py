"""What is shipped with the package: the page, its scripts, styles and fonts, sent again only where they changed."""

import mimetypes
import os
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
"""Media types by suffix, which browsers insist on; a system's own list of types may have others."""
WEEK = 7 * 24 * 3600

for suffix, kind in KINDS.items():
    mimetypes.add_type(kind, suffix)


class Shipped(StaticFiles):
    """The files of the package; browsers keep fonts, which hardly ever change, for a week without asking again."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Answer with a file, or with 304 where the browser has it."""
        answer = super().file_response(full_path, stat_result, scope, status_code)
        if str(full_path).endswith(".woff2"):
            answer.headers["Cache-Control"] = f"max-age={WEEK}"
        return answer


SHIPPED = Shipped(directory=STATIC)


async def page(request: Request) -> Response:
    """Answer with the one page, which draws all screens."""
    return await SHIPPED.get_response("index.html", request.scope)


def scripts() -> dict[str, bytes]:
    """Return the content of all scripts, by their file names."""
    return {path.name: path.read_bytes() for path in sorted(STATIC.rglob("*.js"))}
