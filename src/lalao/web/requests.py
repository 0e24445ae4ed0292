"""The common part of all HTTP addresses: read the request and its language, answer with JSON or one clear line."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial, wraps
from io import BytesIO
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from lalao.errors import DatabaseError, LalaoError, NotationError, TooLargeError
from lalao.locale import ODS, Translator, language_of, words
from lalao.web.gate.guard import Misses
from lalao.web.gate.log import trouble
from lalao.web.shipped import if_changed
from lalao.web.shown import Failed

MOST_BODY = 64_000

Handler = Callable[[Request], Awaitable[Any]]
Sent = TypeVar("Sent")
Answer = TypeVar("Answer")
Csv: TypeAlias = Annotated[Response, "text/csv"]
Ods: TypeAlias = Annotated[Response, ODS]
Pdf: TypeAlias = Annotated[Response, "application/pdf"]
Svg: TypeAlias = Annotated[Response, "image/svg+xml"]
Text: TypeAlias = Annotated[Response, "text/plain"]


class GoneError(LalaoError):
    """The client has disconnected: nobody receives the answer."""


def as_json(content: object, status: int = 200) -> Response:
    """Answer with a value as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def made_json(content: bytes) -> Response:
    """Answer with bytes that are JSON already."""
    return Response(content, media_type="application/json")


def language(request: Request) -> str:
    """Return the language asked for by ``?lang=``, else by the browser, else English.

    Raises NotationError where ``lang`` is no language of Lalao.
    """
    language = request.query_params.get("lang")
    if language is None:
        return language_of({"LANG": request.headers.get("accept-language", "").split(",")[0]})
    words(language)
    return language


def speech(request: Request) -> Translator:
    """Return the translator into the language of a request; raises NotationError, as `language` does."""
    return words(language(request))


def answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: its result is answered as JSON, a LalaoError as ``{"error": LINE}`` with its status.

    `lalao.web.openapi` describes the address by the handler: its docstring, but for errors, and its annotations.
    ``Annotated[Request, Kind]`` is sent a `Kind`; ``Annotated[Response, Kind]`` is one made into JSON already,
    ``Annotated[Response, Kind, 201]`` with this status, and ``Annotated[Response, "text/csv"]`` of this media type.
    """

    @wraps(handler)
    async def answered(request: Request) -> Response:
        try:
            if "code" in request.path_params:
                misses: Misses = request.app.state.misses
                answer = await misses.find(device(request), partial(handler, request))
            else:
                answer = await handler(request)
        except LalaoError as error:
            if isinstance(error, DatabaseError):
                trouble(error, f"{request.method} {request.url.path}")
            try:
                line = speech(request).say(error)
            except LalaoError:
                line = str(error)
            return as_json(Failed(line), error.status)
        return if_changed(request, answer if isinstance(answer, Response) else as_json(answer))

    return answered


async def body(request: Request, most: int = MOST_BODY) -> bytes:
    """Read the body of a request, at most `most` bytes.

    Raises TooLargeError.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise TooLargeError("this is too long: at most {most} bytes", most=most)
    return bytes(data)


async def sent(request: Request, kind: type[Sent], most: int = MOST_BODY) -> Sent:
    """Read the body of a request, at most `most` bytes, as JSON of type `kind`.

    Raises TooLargeError or NotationError.
    """
    data = await body(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotationError("this is not understood: {why}", why=error) from None


async def text_sent(request: Request) -> str:
    """Read the body of a request as text in UTF-8.

    Raises TooLargeError or NotationError.
    """
    try:
        return (await body(request)).decode()
    except UnicodeDecodeError:
        raise NotationError("this is not a text in UTF-8") from None


def device(request: Request) -> str:
    """Return the address of the device that asks."""
    return request.client.host if request.client else ""


def secret_of(request: Request) -> str:
    """Return the secret that comes as ``Authorization: Bearer SECRET``, "" where none does."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


async def check_unaided(request: Request) -> None:
    """Refuse a hint or a value to a pupil whose tournament goes without.

    The header ``Class: CODE`` names the class to a server that does not host it. Raises UnaidedError.
    """
    classes = request.app.state.classes
    await classes.check_unaided(device(request), secret_of(request), request.headers.get("class", ""))


async def while_there(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the result of some work, which is cancelled when the client disconnects.

    Raises GoneError then, else whatever the work raises.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(left(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise GoneError("the client has disconnected")
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def left(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def own_address(request: Request) -> str:
    """Return the address of this server for other devices: under the name in the request, if it has that name."""
    state, host = request.app.state, request.headers["host"]
    name = host.partition(":")[0].lower()
    return str(state.names.get(name) or state.address or f"{request.url.scheme}://{host}")


def as_qr(link: str) -> Response:
    """Answer with an address drawn as a QR code, as SVG."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=4, dark="#2c241c", light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")
