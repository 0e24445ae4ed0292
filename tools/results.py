"""Compute the results again and record them: ``python tools/results.py [NAME…]``.

What a result says, how sure it is and who confirmed it is written by hand, in
``src/lalao/research/results/results.jsonl``; its value, its SHA-256 and its seconds are written here.
"""

import sys
import time
from pathlib import Path

import msgspec

from lalao.research.results import Result, canonical, chosen, digest, read_results
from lalao.research.results.methods import compute

DATA = Path(__file__).resolve().parent.parent / "src" / "lalao" / "research" / "results" / "results.jsonl"


def again(result: Result) -> Result:
    """Compute a result again; return it with its new value, hash and seconds.

    A value that ``tools/known.py`` has written too must equal it.
    """
    begun = time.process_time()
    value = compute(result.method, result.arguments)
    seconds = round(time.process_time() - begun, 2)
    assert not result.known or canonical(value) == canonical(result.stated), f"{result.name}: run tools/known.py"
    own = {} if result.known else {"value": value}
    return msgspec.structs.replace(result, seconds=seconds, sha256=digest(value), **own)


def main(names: list[str]) -> None:
    """Compute some results, or all of them, and write the file after each."""
    for result in chosen(names):
        found = again(result)
        print(f"{found.seconds:8.2f} s  {found.name}", flush=True)
        read_results.cache_clear()
        lines = [msgspec.json.encode(found if one.name == found.name else one).decode() for one in read_results()]
        DATA.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
