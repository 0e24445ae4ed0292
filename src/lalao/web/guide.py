"""The teacher's guide, by HTTP: as a page, and to be printed."""

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from lalao.print import Paper, guide_sheet
from lalao.sheets import as_html, guide
from lalao.web.api import answering, speech
from lalao.web.printing import printed
from lalao.web.shown import ShownSheet


async def read(request: Request) -> ShownSheet:
    """Return the guide as HTML."""
    spoken = speech(request)
    return ShownSheet(as_html(guide(spoken), spoken), [])


async def on_paper(request: Request) -> Any:
    """Answer with the guide as PDF, on paper of the size ``?paper=``."""
    sheet = guide_sheet(speech(request), Paper.named(request.query_params.get("paper", "A4")))
    return await printed(request, {"task": "set", "made": sheet}, "guest", "lalao-guide")


ROUTES = [Route("/api/guide", answering(read)), Route("/api/guide.pdf", answering(on_paper))]
