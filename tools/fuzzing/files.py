"""Readers of files and bytes: tables, unpacked tables, package files, backups, journals of the database."""

import json
import random
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import lalao
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.tables import shipped
from lalao.tables.file import MAGIC, TableFile
from lalao.tables.head import check_name
from lalao.tables.packing import zstd
from lalao.tables.probe import Tables, shipped_folder
from lalao.tables.unpacked import mapped, unpack
from lalao.web.classes.files import read_backup
from lalao.web.classes.replaying import classroom_of
from lalao.web.replaying import room_of
from tools.fuzzing.bounds import Reader
from tools.fuzzing.inputs import bytes_like, bytes_of, json_like, text_like, written

ROOT = Path(__file__).resolve().parent.parent.parent
OLD = ROOT / "tests" / "old" / "0.1.0"
TABLES = (
    *(shipped_folder() / f"fanorona-{rules}telo.8.tables" for rules in ("", "libre-", "strict-")),
    *(OLD / f"fanorona-5x3.{one}.tables" for one in ("1v1", "2v1", "1v2")),
)
PACKAGE = ("fang-4.zst", "fang-6.zst", "fafy-impartial.zst")


@cache
def scratch() -> TemporaryDirectory[str]:
    """Return a folder for written files, removed when the process ends."""
    return TemporaryDirectory()


@cache
def contents(*paths: Path) -> list[bytes]:
    """Read files."""
    return [path.read_bytes() for path in paths]


def make_table(rng: random.Random) -> tuple[str, bytes]:
    """Make a file of tables, half of them with correct checksums; sometimes under a wrong name."""
    path = rng.choice(TABLES)
    name = path.name if rng.random() < 0.95 else rng.choice(TABLES).name
    data = contents(path)[0]
    if rng.random() < 0.5:
        return name, bytes_like(rng, [data, *contents(*TABLES)] if rng.random() < 0.1 else [data])
    (length,) = struct.unpack("<I", data[len(MAGIC) : len(MAGIC) + 4])
    head = json.loads(data[len(MAGIC) + 4 : len(MAGIC) + 4 + length])
    frames = data[TableFile(path)._first :]
    if rng.random() < 0.7:
        head = json_like(rng, head)
    else:
        frames = rng.choice((bytes_like(rng, [frames]), bomb(), zstd.compress(b"short"), b""))
    return name, sealed(written(head).encode(), [frames])


@cache
def bomb() -> bytes:
    """Return half a gigabyte of zeros, compressed."""
    packing = zstd.ZstdCompressor(level=1)
    packing.set_pledged_input_size(512 << 20)
    return b"".join(packing.compress(bytes(1 << 20)) for _ in range(512)) + packing.flush()


def sealed(head: bytes, frames: list[bytes]) -> bytes:
    """Assemble a file with correct checksums."""
    ends = np.cumsum([0, *map(len, frames)], dtype="<u8").tobytes()
    checks = b"".join(struct.pack("<I", zlib.crc32(frame)) for frame in frames)
    before = MAGIC + struct.pack("<I", len(head)) + head + ends + checks
    return before + struct.pack("<I", zlib.crc32(before)) + b"".join(frames)


def read_table(given: tuple[str, bytes]) -> None:
    """Open a file of tables as probing does, and read all of it."""
    name, data = given
    path = Path(scratch().name) / name
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    file = TableFile(path)
    check_name(path, file.head, name.split(".")[0])
    file.all_codes()


@cache
def unpacked_bytes() -> bytes:
    """Unpack the tables of 3×3."""
    game = game_as("fanorona-telo", Fanorona)
    return unpack(game, Tables(game, (shipped_folder(),)), Path(scratch().name)).read_bytes()


def make_unpacked(rng: random.Random) -> bytes:
    """Make an unpacked file, with a changed header or changed bytes."""
    data = unpacked_bytes()
    head, codes = data[:4096], data[4096:]
    if rng.random() < 0.3:
        return bytes_like(rng, [data])
    line = (
        bytes_of(written(json_like(rng, json.loads(head)))) if rng.random() < 0.6 else bytes_like(rng, [head.strip()])
    )
    return line.ljust(4095) + b"\n" + codes


def read_unpacked(data: bytes) -> None:
    """Map an unpacked file into memory."""
    path = Path(scratch().name) / "fanorona-telo.unpacked"
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    game = game_as("fanorona-telo", Fanorona)
    mapped(game, Path(scratch().name))


def make_shipped(rng: random.Random) -> tuple[str, bytes]:
    """Make a package file, in some cases with a correct checksum."""
    name = rng.choice(PACKAGE)
    data = contents(*(shipped_folder() / name for name in PACKAGE))[PACKAGE.index(name)]
    if rng.random() < 0.5:
        return name, bytes_like(rng, [data])
    line, _, frame = data.partition(b"\n")
    head = written(json_like(rng, json.loads(line))).encode()
    return name, head + b"\n" + rng.choice((frame, bomb(), zstd.compress(b"")))


def read_shipped(given: tuple[str, bytes]) -> None:
    """Read a package file as the program reads its table."""
    name, data = given
    (Path(scratch().name) / name).write_bytes(data)
    kept, shipped.DATA = shipped.DATA, Path(scratch().name)
    try:
        game: Any = lalao.game(name.removesuffix(".zst"))
        shipped.fafy.__wrapped__() if name.startswith("fafy") else shipped.fang.__wrapped__(game)
    finally:
        shipped.DATA = kept


@cache
def saved() -> Any:
    """Return a valid backup, made by an earlier version."""
    return json.loads((OLD / "backup.json").read_text(encoding="utf-8"))


def make_backup(rng: random.Random) -> bytes:
    """Make a backup with one bad line, or random data."""
    document = saved()
    if rng.random() < 0.3:
        return bytes_of(text_like(rng, [json.dumps(document)]))
    if rng.random() < 0.2:
        return bytes_of(written(json_like(rng, document)))
    code = rng.choice(list(document["journals"]))
    journals = document["journals"] | {code: make_lines(rng, document["journals"][code])}
    return bytes_of(written(document | {"journals": journals}))


def make_lines(rng: random.Random, lines: list[str]) -> list[str]:
    """Make a journal with changed, missing, repeated or foreign lines."""
    made = list(lines)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(made)) if made else 0
        what = rng.randrange(8)
        if what == 0:
            del made[at : at + 1]
        elif what == 1:
            made.insert(at, rng.choice(every_line()))
        elif what == 2 and made:
            made[at] = text_like(rng, [made[at]])
        elif made:
            made[at] = written(json_like(rng, as_json(made[at])))
    return made


def as_json(line: str) -> Any:
    """Return a line as JSON, or as text where it is invalid or nested too deeply for Python."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line


@cache
def every_line() -> list[str]:
    """Return the lines of all journals in the backup."""
    return [line for lines in saved()["journals"].values() for line in lines]


def make_journal(rng: random.Random) -> tuple[bool, list[str]]:
    """Make the journal of a class or of a room as it might be in the database; the flag says which."""
    code = rng.choice(list(saved()["journals"])) if rng.random() < 0.5 else saved()["class"]
    return code == saved()["class"], make_lines(rng, saved()["journals"][code])


def read_journal(given: tuple[bool, list[str]]) -> None:
    """Read a journal as the server does."""
    of_class, lines = given
    reading: Callable[[list[str]], object] = classroom_of if of_class else room_of
    reading(lines)


READERS = (
    Reader("tables", make_table, read_table),
    Reader("unpacked-tables", make_unpacked, read_unpacked),
    Reader("package", make_shipped, read_shipped),
    Reader("backups", make_backup, read_backup),
    Reader("journals", make_journal, read_journal),
)
