"""Golden data as text: blocks of lines, each a key and a value, with comments that carry the source."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Block:
    """One block: its comment, and its lines in order."""

    file: str
    comment: str
    lines: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.comment or self.one('game')}"

    def one(self, key: str) -> str:
        """Return the value of a key that occurs exactly once."""
        (value,) = self.all(key)
        return value

    def all(self, key: str) -> list[str]:
        """Return all values of a key."""
        return [value for found, value in self.lines if found == key]


def read_blocks(*files: str) -> Iterator[Block]:
    """Yield the blocks of files in the tests' folder."""
    for file in files:
        for text in (HERE / file).read_text(encoding="utf-8").split("\n\n"):
            lines = [line for line in text.splitlines() if line.strip()]
            pairs = [line.partition(" ") for line in lines if not line.startswith("#")]
            if pairs:
                comment = next((line.lstrip("# ") for line in lines if line.startswith("#")), "")
                yield Block(file, comment, tuple((key, value) for key, _, value in pairs))
