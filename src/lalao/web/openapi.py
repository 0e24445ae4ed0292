"""The description of the HTTP interface, and the page that shows it, made from the handlers of the addresses.

`lalao.web.requests.answering` explains how a handler describes its address.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from inspect import getdoc
from string import Formatter
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from starlette.routing import BaseRoute, Route

from lalao import __version__
from lalao.web.shown import Failed

TEXT = {"type": "string"}
EXAMPLES = {
    "code": "ABCD",
    "family": "fang",
    "id": "fang-4",
    "language": "fr",
    "lesson": "fang-first-sowing",
    "move": "3",
    "position": "1.1.3.2 0+1 N",
    "sheet": "scores",
}
"""An example of each part of an address."""
AUTHORIZATION = "What belongs to a class is sent to its teacher alone: Authorization: Bearer TOKEN."


class Operation(NamedTuple):
    """A method of an address: the types sent (None for nothing) and answered, or a media type."""

    path: str
    method: str
    summary: str
    sent: Any
    answered: Any
    status: int

    @property
    def examples(self) -> dict[str, str]:
        """An example for each of the address's parts, by name."""
        return {name: EXAMPLES[name] for _, name, _, _ in Formatter().parse(self.path) if name}

    @property
    def example(self) -> str:
        """The address with examples for its parts."""
        return self.path.format_map(self.examples).replace(" ", "%20")


def operations(routes: Sequence[BaseRoute]) -> Iterator[Operation]:
    """Yield the operations of the addresses under ``/api/``, in the order of the routes."""
    for route in routes:
        if isinstance(route, Route) and route.path.startswith("/api/"):
            hints = get_type_hints(route.endpoint, include_extras=True)
            answered, status, *_ = *annotated(hints["return"]), 200
            sent = next(annotated(hints["request"])) if get_origin(hints["request"]) is Annotated else None
            parts = (getdoc(route.endpoint) or "").split("\n\n")
            summary = " ".join(" ".join(part for part in parts if not part.startswith("Raises ")).split())
            for method in sorted((route.methods or set()) - {"HEAD"}):
                path = route.path.replace(":path}", "}")
                yield Operation(path, method.lower(), summary, sent if method == "POST" else None, answered, status)


def annotated(hint: Any) -> Iterator[Any]:
    """Yield the annotations of a type, the type itself where it has none."""
    yield from get_args(hint)[1:] if get_origin(hint) is Annotated else [hint]


def document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """Return the OpenAPI document; its schemas are made from the structs that are sent and answered."""
    every = list(operations(routes))
    kinds = dict.fromkeys([Failed, *(kind for each in every for kind in (each.sent, each.answered) if is_json(kind))])
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    content = {kind: {"application/json": {"schema": schema}} for kind, schema in zip(kinds, schemas, strict=True)}
    content |= {str: {"text/plain": {"schema": TEXT}}}
    paths: dict[str, dict[str, Any]] = {}
    for each in every:
        paths.setdefault(each.path, {})[each.method] = _described(each, content)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lalao", "version": __version__, "description": AUTHORIZATION},
        "paths": paths,
        "components": {"schemas": components},
    }


def _described(each: Operation, content: Mapping[Any, Any]) -> dict[str, Any]:
    """Describe an operation by the `content` of each type."""
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": TEXT, "example": example}
        for name, example in each.examples.items()
    ]
    parameters.append({"name": "lang", "in": "query", "schema": {"enum": ["fr", "en", "mg"]}})
    answer, failed = content[each.answered] if is_json(each.answered) else {each.answered: {}}, content[Failed]
    answers = {
        str(each.status): {"description": "what was asked for", "content": answer},
        "4XX": {"description": "one line that says what is wrong", "content": failed},
        "503": {"description": "the same, where the database or the machine cannot do it now", "content": failed},
    }
    body = {"requestBody": {"content": content[each.sent]}} if each.sent else {}
    return {"summary": each.summary, "parameters": parameters, "responses": answers} | body


def is_json(kind: Any) -> bool:
    """Tell whether a body is JSON, rather than text, another media type or nothing."""
    return not isinstance(kind, str | None) and kind is not str


def page(routes: Sequence[BaseRoute]) -> str:
    """Return the description as a page of HTML."""
    parts = [
        f"<h2><code>{each.method.upper()} {escape(each.path)}</code></h2><p>{escape(each.summary)}</p>{_example(each)}"
        for each in operations(routes)
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Lalao: HTTP</title>'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="/static/icon.svg">'
        '<link rel="stylesheet" href="/static/lalao.css">'
        '<main class="text"><h1>Lalao: HTTP</h1><p>As <a href="/api/openapi.json">OpenAPI</a>. Errors answer a status '
        "4xx, or 503 where it cannot be done now, and one line, <code>error</code>, in the language of "
        f"<code>?lang=</code>. {AUTHORIZATION}</p>" + "".join(parts) + "</main>"
    )


def _example(each: Operation) -> str:
    return f'<p><a href="{escape(each.example)}">{escape(each.example)}</a></p>' if each.method == "get" else ""
