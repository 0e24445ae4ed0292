"""Files of tables are checked before use: their name, their game, their length, what they unpack to."""

import hashlib
import json
import random
import resource
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

import lalao
from lalao.errors import FileError
from lalao.tables import shipped
from lalao.tables.file import MAGIC, TableFile, write
from lalao.tables.head import names_of, unpacked_frame, zstd
from lalao.tables.probe import Tables, shipped_folder
from lalao.tables.unpacked import mapped, unpack
from lalao.values import UNKNOWN, Win
from tests.endgames import fanorona
from tests.shell import sh

OLD = Path(__file__).parents[1] / "old" / "0.1.0"
TELO = shipped_folder() / "fanorona-telo.8.tables"


def small(folder: Path, *names: str) -> Path:
    """Copy tables of 5×3 into a folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        shutil.copy(OLD / f"fanorona-5x3.{name}.tables", folder)
    return folder


def refused(name: str, folder: Path) -> str:
    with pytest.raises(FileError) as caught:
        Tables(fanorona(name), (folder,))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "called", "game"),
    [
        (OLD / "fanorona-5x3.2v1.tables", "fanorona-3x5.2v1.tables", "fanorona-3x5"),
        (OLD / "fanorona-5x3.2v1.tables", "fanorona-libre-5x3.2v1.tables", "fanorona-libre-5x3"),
        (OLD / "fanorona-5x3.2v1.tables", "fanorona-5x3.1v2.tables", "fanorona-5x3"),
        (OLD / "fanorona-5x3.2v1.tables", "fanorona-5x3.3.tables", "fanorona-5x3"),
        (OLD / "fanorona-5x3.2v1.tables", "fanorona-5x3.copy.tables", "fanorona-5x3"),
        (shipped_folder() / "fanorona.5.tables", "fanorona-dimy.5.tables", "fanorona-dimy"),
        (shipped_folder() / "fanorona-libre-telo.8.tables", "fanorona-telo.8.tables", "fanorona-telo"),
        (TELO, "fanorona-telo.7.tables", "fanorona-telo"),
    ],
)
def test_a_file_holds_what_its_name_says(source: Path, called: str, game: str, tmp_path: Path) -> None:
    shutil.copy(source, tmp_path / called)
    assert f"rename it to {source.name}" in refused(game, tmp_path)


def test_a_file_of_another_board_answers_nothing(tmp_path: Path) -> None:
    shutil.copy(shipped_folder() / "fanorona.5.tables", tmp_path / "fanorona-dimy.5.tables")
    for line in ("probe fanorona-dimy 'W4/5/2B2/5/5 w'", "verify fanorona-dimy", "info fanorona-dimy"):
        done = sh(f"lalao tables {line} --dir {tmp_path}", tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), line
        assert "holds fanorona, 1v1, 1v2, 2v1" in done.stderr


def test_names_of_files() -> None:
    assert names_of("fanorona", 22, [(2, 1)]) == ["fanorona.2v1.tables"]
    assert names_of("fanorona", 22, [(1, 1)]) == ["fanorona.1v1.tables", "fanorona.2.tables"]
    assert names_of("fanorona", 22, [(1, 1), (1, 2), (2, 1)]) == ["fanorona.3.tables"]
    assert names_of("fanorona", 22, [(1, 1), (2, 1)]) == []


def crafted(path: Path, change: Callable[[dict[str, object]], object], frames: list[bytes] | None = None) -> Path:
    """Write a file like one of 3×3, with another header or other frames, and correct checksums."""
    data = TELO.read_bytes()
    (length,) = struct.unpack("<I", data[len(MAGIC) : len(MAGIC) + 4])
    head = json.loads(data[len(MAGIC) + 4 : len(MAGIC) + 4 + length])
    change(head)
    parts = [data[-TableFile(TELO)._ends[-1] :]] if frames is None else frames
    line = json.dumps(head).encode() + b"\n"
    ends = np.cumsum([0, *map(len, parts)], dtype="<u8")
    checks = np.array([zlib.crc32(part) for part in parts], dtype="<u4")
    before = MAGIC + struct.pack("<I", len(line)) + line + ends.tobytes() + checks.tobytes()
    path.write_bytes(before + struct.pack("<I", zlib.crc32(before)) + b"".join(parts))
    return path


def first(head: dict[str, object]) -> dict[str, object]:
    slices = head["slices"]
    assert isinstance(slices, list)
    found: dict[str, object] = slices[0]
    return found


HEADS: dict[str, Callable[[dict[str, object]], object]] = {
    "no game": lambda head: head.pop("game"),
    "a game that is none": lambda head: head.update(game="chess"),
    "another family": lambda head: head.update(game="fang"),
    "another board": lambda head: head.update(game="fanorona-dimy"),
    "a game by another name": lambda head: head.update(game="fanorona-3x3"),
    "a game that has no tables": lambda head: head.update(game="fanorona-souffle-telo"),
    "a board too large": lambda head: head.update(game="fanorona-9x9"),
    "no frame": lambda head: head.update(frame=0),
    "a frame of 2 GB": lambda head: head.update(frame=1 << 31),
    "a smaller frame": lambda head: head.update(frame=100),
    "more frames": lambda head: head.update(frames=2),
    "minus one frame": lambda head: head.update(frames=-1),
    "no slices": lambda head: head.update(slices=[]),
    "a slice twice": lambda head: head.update(slices=[first(head), first(head)]),
    "five pieces of four": lambda head: first(head).update(own=5),
    "no piece": lambda head: first(head).update(own=0),
    "more places": lambda head: first(head).update(places=25),
    "places without end": lambda head: first(head).update(places=10**30),
    "another count": lambda head: first(head).update(counts=[1]),
    "counts below nothing": lambda head: first(head).update(counts=[73, -1]),
    "more codes than there are": lambda head: first(head).update(counts=[0] * 300),
    "a checksum that is none": lambda head: head.update(sha256="x"),
    "something more": lambda head: head.update(more=1),
}


@pytest.mark.parametrize("amiss", HEADS)
def test_a_head_agrees_with_its_game(amiss: str, tmp_path: Path) -> None:
    crafted(tmp_path / TELO.name, HEADS[amiss])
    assert "the head of the tables" in refused("fanorona-telo", tmp_path)


def test_a_crafted_file_like_the_shipped_one_is_read(tmp_path: Path) -> None:
    crafted(tmp_path / TELO.name, lambda _: None)
    assert Tables(fanorona("fanorona-telo"), (tmp_path,)).most == 8


def test_a_frame_that_unpacks_to_more_is_not_unpacked(tmp_path: Path) -> None:
    compressor = zstd.ZstdCompressor(level=1)
    compressor.set_pledged_input_size(1 << 30)
    bomb = b"".join(compressor.compress(bytes(1 << 20)) for _ in range(1 << 10)) + compressor.flush()
    assert len(bomb) < 100_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for frame in (bomb, bomb[:1000], b"", b"x" * 50, bomb + b"x", zstd.compress(b"short")):
        file = TableFile(crafted(tmp_path / TELO.name, lambda _: None, [frame]))
        with pytest.raises(FileError, match="frame 0 of the tables"):
            file.codes(0)
        assert list(file.damage()) == [0]
        with pytest.raises(ValueError, match=r".*"):
            unpacked_frame(frame, 4)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_a_frame_without_a_length_is_not_unpacked() -> None:
    silent = zstd.compress(b"abc", options={zstd.CompressionParameter.content_size_flag: 0})
    with pytest.raises(ValueError, match="not 3"):
        unpacked_frame(silent, 3)
    assert unpacked_frame(zstd.compress(b"abc"), 3) == b"abc"


def test_short_and_foreign_files_get_one_line(tmp_path: Path) -> None:
    whole, rng = TELO.read_bytes(), random.Random(1)
    cuts = [*range(60), *(rng.randrange(len(whole)) for _ in range(60)), len(whole) - 1]
    for data in (*(whole[:cut] for cut in cuts), whole + b"x", b"PK\3\4" + bytes(2000), MAGIC + b"\xff" * 4000):
        (tmp_path / TELO.name).write_bytes(data)
        assert TELO.name in refused("fanorona-telo", tmp_path)
    (tmp_path / TELO.name).write_bytes(whole.replace(b"tables 1", b"tables 2", 1))
    assert "another version of Lalao" in refused("fanorona-telo", tmp_path)


def test_slices_that_lead_nowhere_are_not_asked(tmp_path: Path) -> None:
    game, position = fanorona("fanorona-5x3"), lalao.game("fanorona-5x3").position("1B1/3/3/3/WW1 w")
    whole = Tables(game, (small(tmp_path / "whole", "1v1", "1v2", "2v1"),))
    assert (whole.value(position), whole.left_out) == (Win(7), {})  # type: ignore[arg-type]
    part = small(tmp_path / "part", "1v1", "2v1")
    found = Tables(game, (part,))
    assert (list(found.files), list(found.left_out)) == ([(1, 1)], [(2, 1)])
    assert found.value(position) is UNKNOWN  # type: ignore[arg-type]
    done = sh(f"lalao tables verify fanorona-5x3 --dir {part}", tmp_path)
    assert done.returncode == 1
    assert "2v1 cannot be checked and is not used" in done.stdout
    done = sh(f"lalao tables info fanorona-5x3 --dir {part} --json", tmp_path)
    assert json.loads(done.stdout)["left_out"] == ["2v1"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the package's tables to a folder where a test can damage them."""
    for name in ("fang-4.zst", "fang-6.zst", "fafy-impartial.zst"):
        shutil.copy(shipped_folder() / name, tmp_path)
    monkeypatch.setattr(shipped, "DATA", tmp_path)
    shipped.fang.cache_clear()
    shipped.fafy.cache_clear()
    monkeypatch.setattr("lalao.tables.shipped.fang", shipped.fang.__wrapped__)
    monkeypatch.setattr("lalao.tables.shipped.fafy", shipped.fafy.__wrapped__)
    return tmp_path


def test_damage_in_the_package_gets_one_line(package: Path) -> None:
    fang = lalao.game("fang-4")
    data = (package / "fang-4.zst").read_bytes()
    head, body = shipped.unpacked(data, "fang-4.zst")
    long = {"game": "fang-4", "positions": 1 << 40, "sha256": hashlib.sha256(body).hexdigest()}
    bomb = zstd.compress(bytes(1 << 27))
    amiss: list[bytes] = [
        b"",
        data[:20],
        data[:-1],
        data[:-1] + b"\0",
        data + b"x",
        b"[" * 100_000 + data,
        data.replace(b"fang-4", b"fang-6", 1),
        msgspec.json.encode(long) + b"\n" + zstd.compress(body),
        msgspec.json.encode(head | {"sha256": 3}) + b"\n" + zstd.compress(body),
        msgspec.json.encode(head) + b"\n" + bomb,
    ]
    for each in amiss:
        (package / "fang-4.zst").write_bytes(each)
        with pytest.raises(FileError, match=r"'fang-4.zst' of this installation is damaged"):
            shipped.fang(fang)
    (package / "fang-4.zst").unlink()
    with pytest.raises(FileError, match="install Lalao again"):
        shipped.fang(fang)
    (package / "fafy-impartial.zst").write_bytes((package / "fang-6.zst").read_bytes())
    with pytest.raises(FileError, match=r"'fafy-impartial.zst' of this"):
        shipped.fafy()


def test_an_unpacked_file_holds_what_its_name_says(tmp_path: Path) -> None:
    game, other = fanorona("fanorona-telo"), fanorona("fanorona-strict-telo")
    path = unpack(game, Tables(game, (shipped_folder(),)), tmp_path)
    found = mapped(game, tmp_path)
    assert found is not None
    assert found.pieces == 8
    shutil.copy(path, tmp_path / "fanorona-strict-telo.unpacked")
    with pytest.raises(FileError, match="holds fanorona-telo"):
        mapped(other, tmp_path)
    whole = path.read_bytes()
    line = whole.split(b"\n")[0].rstrip()
    deep = b'{"game":' + b"[" * 5_000
    for data in (b"", whole[:-1], whole[:100], deep, whole.replace(b'"pieces":8', b'"pieces":9'), b"x" * 100_000, line):
        path.write_bytes(data)
        with pytest.raises(FileError, match="is damaged: unpack the tables again"):
            mapped(game, tmp_path)


def test_verify_reads_an_unpacked_file_whole(tmp_path: Path) -> None:
    game = fanorona("fanorona-telo")
    path = unpack(game, Tables(game, (shipped_folder(),)), tmp_path)
    line = f"lalao tables verify fanorona-telo --sample 1 --dir {tmp_path}"
    assert sh(line, tmp_path).returncode == 0
    data = bytearray(path.read_bytes())
    data[-7] ^= 1
    path.write_bytes(data)
    done = sh(line, tmp_path)
    assert done.returncode == 1
    assert "the unpacked tables of fanorona-telo are damaged" in done.stdout


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = TableFile(TELO)
    write(tmp_path / TELO.name, "fanorona-telo", file.slices, file.all_codes())
    assert (Tables(fanorona("fanorona-telo"), (tmp_path,)).files[4, 4].all_codes() == file.all_codes()).all()
