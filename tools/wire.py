"""Write the files that the pages' scripts take from Python: ``python tools/wire.py``.

The types of messages are made from the structs that the server reads and writes, so that the type checker finds a
script that asks for a missing field. The measurements of boards, the heaps of seeds and the faces of pupils are those
of all pictures.
"""

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from json import dumps
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect, to_builtins

from lalao.board.picture import ShownBoard
from lalao.board.placing import APART, CELL, MEASURES, MOST_DRAWN, SEED, Measures, heap
from lalao.print.class_sheets import FRAMES, SHAPES, WITHIN
from lalao.web import shown
from lalao.web.app import API
from lalao.web.classes import messages as c
from lalao.web.classes import shown as class_shown
from lalao.web.openapi import is_json, operations
from lalao.web.rooms import messages as m

WEB = Path(__file__).resolve().parent.parent / "src" / "lalao" / "web"
HEAD = "// What goes over the wire, for the scripts in static/: made by tools/wire.py from the server's structs."
MEASURED = "// How boards are drawn, a hundred units a pit or point: made by tools/wire.py from lalao.board.placing."
WIDTH = 120
"""The most characters of a line of a script."""
DRAWN = "// The pictures that pupils are called by: made by tools/wire.py from lalao.print.class_sheets."
NUMBERS = {"CELL": CELL, "APART": APART, "SEED": SEED}
ALIASES: dict[str, Iterable[Any]] = {
    "ShownBoard": get_args(ShownBoard),
    "RoomSaid": get_args(m.Said),
    "RoomTold": (m.Welcome, shown.State, m.Refused, m.Erased),
    "RoomLine": (m.Welcome, shown.State, shown.Changed, m.Refused, m.Erased),
    "ClassSaid": get_args(c.Said),
    "ClassState": get_args(class_shown.ClassState),
    "ClassTold": (class_shown.Admitted, *get_args(class_shown.ClassState), class_shown.BoardTold, m.Refused, m.Erased),
}
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}
Named = inspect.StructType | inspect.TypedDictType | inspect.DataclassType


def written(kind: inspect.Type) -> str:
    """Return a type in TypeScript; a type with fields is given by its name."""
    match kind:
        case inspect.StructType() | inspect.TypedDictType() | inspect.DataclassType():
            return kind.cls.__name__
        case inspect.LiteralType():
            return " | ".join(dumps(value) for value in kind.values)
        case inspect.EnumType():
            return " | ".join(dumps(member.value) for member in kind.cls)
        case inspect.UnionType():
            return " | ".join(written(each) for each in kind.types)
        case inspect.TupleType():
            return f"[{', '.join(written(each) for each in kind.item_types)}]"
        case inspect.ListType() | inspect.VarTupleType():
            item = written(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<{written(kind.key_type)}, {written(kind.value_type)}>"
    return PLAIN[type(kind)]


def named(kind: inspect.Type) -> Iterator[Named]:
    """Yield the types with fields within a type, those of their fields included."""
    match kind:
        case inspect.StructType() | inspect.TypedDictType() | inspect.DataclassType():
            yield kind
            parts = [field.type for field in kind.fields]
        case inspect.UnionType():
            parts = list(kind.types)
        case inspect.TupleType():
            parts = list(kind.item_types)
        case inspect.ListType() | inspect.VarTupleType():
            parts = [kind.item_type]
        case inspect.DictType():
            parts = [kind.value_type]
        case _:
            parts = []
    for part in parts:
        yield from named(part)


def interface(kind: Named) -> str:
    """Return a TypeScript interface: the first paragraph of the docstring, then a line per field."""
    told = cleandoc(kind.cls.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    lines = [f"  /** {told} */", f"  interface {kind.cls.__name__} {{"]
    if isinstance(kind, inspect.StructType) and kind.tag_field:
        lines.append(f"    {kind.tag_field}: {dumps(kind.tag)};")
    for field in kind.fields:
        optional = "" if field.required or isinstance(kind, inspect.DataclassType) else "?"
        lines.append(f"    {field.encode_name}{optional}: {written(field.type)};")
    return "\n".join([*lines, "  }"])


def declarations() -> str:
    """Return the declarations of all types, each once."""
    by_http = [kind for each in operations(API) for kind in (each.sent, each.answered) if is_json(kind)]
    roots = [*(part for parts in ALIASES.values() for part in parts), *by_http, m.Ack, Measures]
    kinds: dict[str, Named] = {}
    for root in inspect.multi_type_info(roots):
        for kind in named(root):
            assert kinds.setdefault(kind.cls.__name__, kind).cls is kind.cls, (
                f"two structs are named {kind.cls.__name__}"
            )
    aliases = [
        f"  type {name} =\n" + "\n".join(f"    | {part.__name__}" for part in parts) + ";"
        for name, parts in ALIASES.items()
    ]
    return "\n".join([f"{HEAD}\n", "declare namespace Wire {", *map(interface, kinds.values()), *aliases, "}\n"])


def measures() -> str:
    """Return the script with the measurements of boards."""
    kinds = "".join(f"  {name}: {literal(to_builtins(kind))},\n" for name, kind in MEASURES.items())
    heaps = "".join(f"  {literal(to_builtins(heap(seeds)))},\n" for seeds in range(MOST_DRAWN + 1))
    numbers = "".join(f"export const {name} = {value:.5g};\n" for name, value in NUMBERS.items())
    return f"{MEASURED}\n\n{numbers}\nexport const MEASURES = {{\n{kinds}}};\n\nexport const HEAPS = [\n{heaps}];\n"


def faces() -> str:
    """Return the script with the pictures that stand for pupils."""
    shapes = "".join(folded(f"  {name}: [", [dumps(part) for part in shape]) for name, shape in SHAPES.items())
    frames = ", ".join(f"{name}: {dumps(path)}" for name, (_, path, _) in FRAMES.items())
    return (
        f"{DRAWN}\n\n/** @type {{Record<string, [string, string]>}} a colour and a path each */\n"
        f"export const SHAPES = {{\n{shapes}}};\n\n/** @type {{Record<string, string>}} */\n"
        f"export const FRAMES = {{ {frames} }};\n\nexport const WITHIN = {dumps(WITHIN)};\n"
    )


def folded(head: str, parts: list[str]) -> str:
    """Return a list on one line, or one item per line where that would be too long."""
    line = f"{head}{', '.join(parts)}],\n"
    return line if len(line) <= WIDTH else f"{head}\n" + "".join(f"    {part},\n" for part in parts) + "  ],\n"


def literal(value: Any) -> str:
    """Return a value as JavaScript."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{name}: {literal(each)}' for name, each in value.items())} }}"
    return f"[{', '.join(map(literal, value))}]" if isinstance(value, list | tuple) else f"{value:.4g}"


FILES = {WEB / "wire.d.ts": declarations, WEB / "static" / "measures.js": measures, WEB / "static" / "faces.js": faces}

if __name__ == "__main__":
    for file, make in FILES.items():
        file.write_text(make(), encoding="utf-8")
