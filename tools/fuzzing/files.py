"""Readers of files and bytes: tables, package files, certificates, lessons, lists of pupils, backups, journals."""

import hashlib
import json
import random
import struct
import tomllib
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import lalao
from lalao.cli.files import read_bytes, read_whole
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.solve import certificate
from lalao.solve.verifying import verify
from lalao.tables import shipped
from lalao.tables.file import MAGIC, TableFile
from lalao.tables.head import check_name, zstd
from lalao.tables.probe import Tables, shipped_folder
from lalao.tables.unpacked import mapped, unpack
from lalao.teach import lessons
from lalao.teach.lesson_checks import SOLVED, check_lesson
from lalao.tournament import names
from lalao.tournament.names import read_list
from lalao.web.classes.files import read_backup
from lalao.web.classes.replay import classroom_of
from lalao.web.rooms.replay import room_of
from tools.fuzzing.bounds import Reader
from tools.fuzzing.inputs import bytes_like, bytes_of, json_like, nested, text_like, written
from tools.fuzzing.readers import NAME_WORDS, corpus

ROOT = Path(__file__).resolve().parent.parent.parent
OLD = ROOT / "tests" / "old" / "0.1.0"
TABLES = (
    *(shipped_folder() / f"fanorona-{rules}telo.8.tables" for rules in ("", "libre-", "strict-")),
    *(OLD / f"fanorona-5x3.{one}.tables" for one in ("1v1", "2v1", "1v2")),
)
PACKAGE = ("fang-4.zst", "fang-6.zst", "fafy-impartial.zst")
CERTIFICATES = tuple(certificate.FOLDER / f"fanorona-{rules}telo-W.proof" for rules in ("", "libre-", "strict-"))
"""Certificates whose tables come with the package."""
LESSONS = tuple(lessons.files())
LESSON_WORDS = (
    *("[[step]]", 'ask = "play"', 'ask = "tap"', 'ask = "start"', 'aim = "wins"', 'aim = "legal"', "accept = [", "]"),
    *('"fanorona"', '"fifangha"', '"fang-8"', '"fafy"', "say.fr = ", "line = [", " = ", '"', "{", "}", "9" * 5_000),
)
NAMES = ("nom;classe\nAwa;CM1\nLéo;CM2\n", "Zoé\nHery\n", '"Rakoto, Fy",3\n"Bao",2\n', "\ufeffname\tage\n李明\t9\n")
CSV_WORDS = (*NAME_WORDS, ",", ";", "\t", '"', "\r\n", "nom", "Awa", "\ufeff")


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


def make_certificate(rng: random.Random) -> bytes:
    """Make a certificate with changed bytes, or one whose checksum fits its changed claim or rows."""
    path = rng.choice(CERTIFICATES)
    data = contents(path)[0]
    if rng.random() < 0.4:
        return bytes_like(rng, [data, *contents(*CERTIFICATES)])
    magic, line, _ = data.split(b"\n", 2)
    head = json.loads(line)
    if rng.random() < 0.3:
        head["claim"] = json_like(rng, head["claim"])
    rows = make_rows(rng, certificate.read_certificate(path).columns())
    columns = np.array(rows, dtype="<u8").reshape(-1, certificate.COLUMNS).T.tobytes()
    claim = compact(head["claim"])
    head |= {"turns": len(rows), "sha256": hashlib.sha256(claim + b"\n" + columns).hexdigest()}
    if rng.random() < 0.2:
        head |= {"turns": rng.choice((0, len(rows) + 1, 10**6, 10**12))}
    frame = bomb() if rng.random() < 0.1 else zstd.compress(columns)
    return magic + b"\n" + compact(head) + b"\n" + frame


def compact(document: Any) -> bytes:
    """Return a document as msgspec writes it, without blanks: the checksum of a claim depends on that."""
    return written(document).replace('": ', '":').replace(', "', ',"').encode()


def make_rows(rng: random.Random, columns: bytes) -> list[list[int]]:
    """Return the rows of a certificate, most often with one missing, repeated, moved, added or changed."""
    rows = np.frombuffer(columns, dtype="<u8").reshape(certificate.COLUMNS, -1).T.tolist()
    at, what = rng.randrange(len(rows)), rng.randrange(8)
    word = rng.choice((0, 1, rng.getrandbits(9), rng.getrandbits(64), 2**63, 2**64 - 1))
    if what == 0:
        del rows[at]
    elif what == 1:
        rows.insert(at, rows[at])
    elif what == 2:
        rng.shuffle(rows)
    elif what == 3:
        rows = sorted([*rows, [word, rng.getrandbits(9), 0, 0]])
    elif what == 4:
        rows[at][rng.randrange(certificate.COLUMNS)] = word
    elif what == 5:
        rows = [[0, number, 0, 0] for number in range(rng.choice((10, 1_000, 30_000)))]
    return rows


def read_proof(data: bytes) -> None:
    """Read a certificate and verify it; that a claim is refuted is a refusal."""
    path = Path(scratch().name) / "given.proof"
    path.write_bytes(data)
    found = certificate.read_certificate(path)
    assert verify(found).turns == len(found.turns)


@cache
def warm_up() -> None:
    """Load what assesses the games of lessons, so that no input is blamed for it."""
    for name in {each.game for each in lessons.lessons()}:
        SOLVED(lalao.game(name).start())


def make_lesson(rng: random.Random) -> bytes:
    """Make the file of a lesson: with changed text, with changed fields, or with a position and answers of chance."""
    texts = [data.decode() for data in contents(*LESSONS)]
    if rng.random() < 0.4:
        return bytes_of(text_like(rng, [rng.choice(texts), rng.choice(texts)], LESSON_WORDS))
    if rng.random() < 0.1:
        return bytes_like(rng, contents(*LESSONS))
    made = tomllib.loads(rng.choice(texts))
    if rng.random() < 0.5:
        return file_of(json_like(rng, made))
    step = rng.choice(made["step"])
    made["step"] = [step]
    position = rng.choice(corpus(made["game"]))
    moves = [str(move) for move in position.legal_moves()] or ["2"]
    step |= {"position": str(position), "accept": rng.sample(moves, min(len(moves), rng.choice((1, 1, 2))))}
    if "aim" in step:
        step["aim"] = rng.choice(("legal", "best", "wins", "takes", "stuck", "ends", "taken"))
    return file_of(made)


def file_of(document: Any) -> bytes:
    """Return a file that holds a document, a key on each line; one that is no table is written as it is."""
    lines = document.items() if isinstance(document, dict) else [("", document)]
    return bytes_of("\n".join(f"{key} = {as_toml(value)}" for key, value in lines))


def as_toml(value: Any) -> str:
    """Return a value of a document in TOML, on one line; None, which TOML lacks, as an empty text."""
    if isinstance(value, nested):
        return "[" * value.depth + "]" * value.depth
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return '""' if value is None else json.dumps(value)


def read_lesson(data: bytes) -> None:
    """Read and check a lesson as the command does."""
    path = Path(scratch().name) / "given.toml"
    path.write_bytes(data)
    check_lesson(lessons.read_lesson(read_whole(str(path)), path.name), path.name)


def make_names(rng: random.Random) -> bytes:
    """Make a list of names as spreadsheets and editors write it, in UTF-8 or another encoding."""
    text = text_like(rng, NAMES, CSV_WORDS)
    if rng.random() < 0.1:
        return text.encode(rng.choice(("utf-16", "cp1252", "latin-1")), "replace")
    return bytes_of(text)


def read_names(data: bytes) -> None:
    """Read a list of names as the commands do; what was accepted are names that need no change."""
    path = Path(scratch().name) / "given.csv"
    path.write_bytes(data)
    found = read_list(read_bytes(str(path))).names
    assert names.read_names(found) == found


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
    Reader("certificates", make_certificate, read_proof),
    Reader("lessons", make_lesson, read_lesson, lambda _: warm_up()),
    Reader("names", make_names, read_names),
    Reader("backups", make_backup, read_backup),
    Reader("journals", make_journal, read_journal),
)
