"""Give every reader malformed input: ``python tools/fuzz.py [READER…] [--count N] [--seed S]``.

Each input has limits of time and memory, and must lead to an answer or a refusal of one line. A failure is printed with
the command that reproduces it: ``--only NUMBER``. Without a reader all of them run, each in a process of its own; the
exit status is 1 where something failed. Without a seed a new one is drawn and printed. ``--list`` names the readers.
"""

import argparse
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.fuzzing import files, readers, talking  # noqa: E402
from tools.fuzzing.bounds import Found, Reader, input_of, limit_memory, run, shown  # noqa: E402

READERS: dict[str, Reader] = {each.name: each for each in (*readers.READERS, *files.READERS, *talking.READERS)}


def told(found: Found, seconds: float) -> str:
    """Return one line that sums up a reader's results."""
    inputs = found.taken + found.refused
    return (
        f"{found.name:<16} {inputs:>8} inputs, {found.taken:>7} taken, {found.refused:>7} refused, "
        f"{len(found.failures)} failed; slowest {1000 * found.slowest:.0f} ms of processor (input "
        f"{found.slowest_number}), largest {found.growth / 1024:.1f} MB (input {found.growth_number}); {seconds:.0f} s"
    )


def fuzz(reader: Reader, seed: int, numbers: range, noted: Path | None) -> bool:
    """Run a reader in this process and print the result; return whether all was well."""
    input_of(reader, seed, 0) if reader.batch == 1 else reader.begin(0)
    threading.excepthook = talking.thread_amiss
    limit_memory()
    begun = time.monotonic()
    found = run(reader, seed, numbers, noted)
    print(told(found, time.monotonic() - begun), flush=True)
    for number, why in found.failures:
        print(f"{why}\nagain: python tools/fuzz.py {reader.name} --seed {seed} --only {number}\n", flush=True)
    return not found.failures


def fuzz_apart(name: str, seed: int, count: int) -> bool:
    """Run a reader in a process of its own; if an input kills the process, say which. Return whether all was well."""
    with TemporaryDirectory() as folder:
        noted = Path(folder) / "number"
        command = [sys.executable, __file__, name, "--seed", str(seed), "--count", str(count), "--note", str(noted)]
        status = subprocess.call(command)
        if status in (0, 1):
            return status == 0
        number = noted.read_text().strip() if noted.exists() else "0"
    print(f"{name}: the process ended with {status}", flush=True)
    print(f"again: python tools/fuzz.py {name} --seed {seed} --only {number}\n", flush=True)
    return False


def main(arguments: list[str]) -> int:
    """Run the readers asked for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", metavar="READER")
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--only", type=int, metavar="NUMBER")
    parser.add_argument("--note", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.readers if name not in READERS]
    if asked.list or unknown:
        print(f"there is no reader {unknown[0]}" if unknown else "\n".join(READERS))
        return 2 if unknown else 0
    names = asked.readers or list(READERS)
    if asked.note is None:
        print(f"seed {asked.seed}", flush=True)
    if asked.only is not None:
        reader = READERS[names[0]]
        print(shown(input_of(reader, asked.seed, asked.only)) if reader.batch == 1 else reader.name)
        return int(not fuzz(reader, asked.seed, range(asked.only // reader.batch * reader.batch, asked.only + 1), None))
    if asked.note is not None:
        return int(not fuzz(READERS[names[0]], asked.seed, range(asked.count), asked.note))
    well = [fuzz_apart(name, asked.seed, asked.count) for name in names]  # a list: all must run, whatever fails
    return int(not all(well))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
