"""Certificates from anybody: bounded in memory, refused in one line where they are not what they must be."""

import hashlib
import io
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from lalao.errors import FileError
from lalao.solve.certificate import COLUMNS, FOLDER, MAGIC, Certificate, Claim, Head, copy_certificate, read_certificate
from lalao.solve.verifying import RefutedError, verify
from lalao.tables.head import unpacked_parts, zstd
from tests.shell import environment, run_lalao

PUBLISHED = FOLDER / "fanorona-libre-telo-W.proof"
GROWTH_KB = 48_000
"""Memory that reading a hostile file may take: the largest window of each of its readers, and its turns."""
READING = """
import resource, sys
from pathlib import Path
from lalao.errors import FileError
from lalao.solve.certificate import read_certificate
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
read_certificate(Path(sys.argv[1]))
def peak():
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (10 if sys.platform == "darwin" else 0)
before = peak()
try:
    read_certificate(Path(sys.argv[2]))
    print("read")
except FileError as error:
    print(error)
print(peak() - before)
"""


def published() -> tuple[Claim, np.ndarray[tuple[int, int], np.dtype[np.uint64]]]:
    """Return the claim and the columns of a certificate whose tables come with the package."""
    found = read_certificate(PUBLISHED)
    return found.claim, np.frombuffer(found.columns(), dtype="<u8").reshape(COLUMNS, -1)


def forged(path: Path, body: Iterator[bytes], turns: int) -> Path:
    """Write a file whose checksum is right, whatever its columns are."""
    claim, _ = published()
    name = hashlib.sha256(msgspec.json.encode(claim) + b"\n")
    packing, frame = zstd.ZstdCompressor(), bytearray()
    for part in body:
        name.update(part)
        frame += packing.compress(part)
    frame += packing.flush()
    path.write_bytes(MAGIC + msgspec.json.encode(Head(claim, turns, name.hexdigest())) + b"\n" + frame)
    return path


def zeros(turns: int) -> Iterator[bytes]:
    """Yield the columns of rows that are all the same."""
    for _ in range(turns // (1 << 15)):
        yield bytes(8 * COLUMNS << 15)


def ascending(turns: int) -> Iterator[bytes]:
    """Yield the columns of rows that ascend and say nothing."""
    numbers = np.arange(turns, dtype="<u8")
    yield from (bytes(8 * turns), numbers.tobytes(), bytes(8 * turns), bytes(8 * turns))


def read_apart(path: Path) -> tuple[str, int]:
    """Read a file in another process; return the refusal, and the kilobytes by which the process grew."""
    command = [sys.executable, "-c", READING, str(PUBLISHED), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(path.parent), check=False)
    assert done.returncode == 0, done.stderr
    line, grown = done.stdout.splitlines()
    return line, int(grown)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = forged(tmp_path / "bomb.proof", zeros(1 << 22), 1 << 22)
    assert path.stat().st_size < 20_000
    line, grown = read_apart(path)
    assert f"claims {1 << 22} turns; its {path.stat().st_size} bytes may hold" in line
    assert grown < GROWTH_KB


class Endless(io.RawIOBase):
    """A stream that begins with some bytes and never ends."""

    def __init__(self, begin: bytes) -> None:
        self.left = begin

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        part = self.left[: len(room)] or bytes(len(room))
        self.left = self.left[len(part) :]
        room[: len(part)] = part
        return len(part)


@pytest.mark.parametrize(
    "begin", [b"", MAGIC, MAGIC + b"{}\n", PUBLISHED.read_bytes()], ids=["zeros", "magic", "head", "published"]
)
def test_a_stream_without_an_end_is_copied_in_part(begin: bytes) -> None:
    copy = io.BytesIO()
    copy_certificate(io.BufferedReader(Endless(begin)), copy)
    assert len(begin) <= len(copy.getvalue()) < 3_000_000
    assert copy.getvalue().startswith(begin)


def test_a_bomb_that_hides_its_turns_is_damaged(tmp_path: Path) -> None:
    line, grown = read_apart(forged(tmp_path / "bomb.proof", zeros(1 << 22), 29))
    assert line == f"'{tmp_path / 'bomb.proof'}' is damaged"
    assert grown < GROWTH_KB


def test_a_window_too_large_is_refused() -> None:
    for window, accepted in ((23, True), (24, False)):
        parameter = zstd.CompressionParameter
        options: dict[int, int] = {parameter.window_log: window, parameter.content_size_flag: 0}
        packing = zstd.ZstdCompressor(options=options)
        parts = unpacked_parts(io.BytesIO(packing.compress(b"abc") + packing.flush()), 3)
        if accepted:
            assert b"".join(parts) == b"abc"
        else:
            with pytest.raises(ValueError, match="memory"):
                list(parts)


def test_rows_that_say_nothing_cost_what_honest_ones_do(tmp_path: Path) -> None:
    turns = 100_000
    path = forged(tmp_path / "dense.proof", ascending(turns), turns)
    _, grown = read_apart(path)
    assert grown < GROWTH_KB
    assert path.stat().st_size < 200_000


def test_rows_out_of_order_are_refused(tmp_path: Path) -> None:
    _, columns = published()
    seed = random.SystemRandom().randrange(1 << 30)
    rng = random.Random(seed)
    order = list(range(columns.shape[1]))
    one, other = rng.sample(order, 2)
    order[one], order[other] = other, one
    late = max(min(one, other) + 1, 1)
    for kept, number in ((order, None), ([0, *sorted(order)], 2)):
        rows = columns[:, kept]
        path = forged(tmp_path / "a.proof", iter([rows.tobytes()]), rows.shape[1])
        with pytest.raises(FileError, match="does not come after the one before it") as refused:
            read_certificate(path)
        found = int(str(refused.value).split("turn ")[1].split()[0])
        assert found == number if number else late <= found <= max(one, other) + 2, seed
        head = msgspec.json.decode(path.read_bytes().split(b"\n")[1], type=Head)
        sorted_name = msgspec.structs.replace(head, sha256=read_certificate(PUBLISHED).sha256)
        whole = path.read_bytes().replace(msgspec.json.encode(head), msgspec.json.encode(sorted_name))
        path.write_bytes(whole)
        with pytest.raises(FileError, match="is damaged"):
            read_certificate(path)


@pytest.mark.parametrize(
    "more",
    [b"x", b"\n", zstd.compress(b""), zstd.compress(b"x"), b"\x50\x2a\x4d\x18\4\0\0\0abcd"],
    ids=["a letter", "a line", "an empty frame", "a frame", "a frame to be skipped"],
)
def test_nothing_follows_the_last_turn(more: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    path.write_bytes(PUBLISHED.read_bytes() + more)
    with pytest.raises(FileError, match="has trailing bytes after its last turn"):
        read_certificate(path)


def test_a_turn_where_the_play_never_comes_is_refused(tmp_path: Path) -> None:
    found = read_certificate(PUBLISHED)
    assert verify(found).turns == len(found.turns)
    for position, own, enemy in (("W2/3/2B w", 1 << 6, 1 << 2), ("W1B/3/3 w", 1 << 8 | 1 << 6, 1 << 8)):
        more = Certificate(found.claim, found.turns | {(own, enemy): (0, 0)})
        with pytest.raises(RefutedError, match=r"has a turn for .* w, which is never reached"):
            verify(more)
        if own & enemy == 0:
            with pytest.raises(RefutedError, match=position):
                verify(more)
        more.write(tmp_path / "more.proof")
        refused = run_lalao(["verify", "more.proof"], tmp_path)
        assert (refused.returncode, refused.stdout.count("\n"), refused.stderr) == (1, 1, "")


def test_a_hostile_file_is_refused_in_one_line(tmp_path: Path) -> None:
    forged(tmp_path / "bomb.proof", zeros(1 << 20), 1 << 20)
    refused = run_lalao(["verify", "bomb.proof"], tmp_path)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "claims 1048576 turns" in refused.stderr
