"""Write what is generated from the results: the page in the form of a paper, b-files of sequences, the data package."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from string import Template
from typing import Any

import msgspec

import lalao
from lalao.research.results import Result, read_results
from lalao.solve.certificate import Claim, Head, read_certificate

ROOT = Path(__file__).resolve().parent.parent
CERTIFICATES = ROOT / "src" / "lalao" / "solve" / "certificates"
LARGER = ROOT / "docs" / "results"
TEXT = Path(__file__).with_suffix(".md")
PATTERNS = ("fafy-uniform", "fafy-lost", "fafy-partizan-1")
SHOWN = 16
"""Digits of a SHA-256 that a row shows."""
A_LINE = 25
"""Terms of a sequence in a line."""
RESULTS = {result.name: result for result in read_results()}
LICENCE = {"name": "Apache-2.0", "path": "https://www.apache.org/licenses/LICENSE-2.0"}


def table(heads: list[str], rows: list[list[Any]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def of_method(method: str) -> list[Result]:
    """List the results of a method."""
    return [result for result in RESULTS.values() if result.method == method]


def proof_of(result: Result) -> list[str]:
    """Return the cells at the end of every row: command, seconds, confirmation, hash."""
    return [f"`{result.command}`", f"{result.seconds:.2f}", result.confirmed, f"`{result.sha256[:SHOWN]}`"]


PROOF = ["command", "seconds", "confirmed by", "SHA-256"]


def margins() -> str:
    """Return the table of games of Fang."""
    heads = ["game", "winner", "halves", "tibongs", *PROOF]
    names = {"S": "South", "N": "North", "": "draw"}
    rows = [(one, one.stated) for one in of_method("margin")]
    return table(
        heads,
        [
            [f"`{one.name}`", names[value["winner"]], f"{value['half']:+}", f"{value['tibong']:+}", *proof_of(one)]
            for one, value in rows
        ],
    )


def winners(family: str) -> str:
    """Return the table of solved games with their lengths in plies."""
    names = {"S": "South", "N": "North", "W": "White", "B": "Black", "": "draw"}
    found = [one for one in of_method("winner") if one.name.startswith(family)]
    heads = ["game", "winner", "turns", *PROOF]
    return table(
        heads, [[f"`{one.name}`", names[one.stated["winner"]], one.stated["plies"], *proof_of(one)] for one in found]
    )


def open_games() -> str:
    """Return the table of games that are not solved: for how many turns neither side can force a win."""
    found = of_method("no_win_within")
    return table(
        ["game", "turns", *PROOF], [[f"`{one.arguments['game']}`", one.stated, *proof_of(one)] for one in found]
    )


def sequences(prefix: str) -> str:
    """Return sequences of nimbers term by term, and how far periods are excluded."""
    parts = []
    for result in (one for one in of_method("row_nimbers") if one.name.startswith(prefix)):
        seeds, first, last = (result.arguments[name] for name in ("seeds", "first", "last"))
        what = f"**{a_pit(seeds)}**, n = {first} … {last}"
        parts.append(f"{what} ([b-file](results/{result.name}.b.txt)). {periods(result)}\n")
        parts.append(f"```text\n{lines_of(result.stated)}```\n")
        parts.append(table(PROOF, [proof_of(result)]))
    return "\n".join(parts)


def a_pit(seeds: str | int) -> str:
    """Return how many seeds lie in each pit, in words."""
    return f"{seeds} {'seed' if seeds == 1 else 'seeds'} a pit"


def periods(result: Result) -> str:
    """Return what is known of the period of a sequence, from `lalao.find_period`."""
    found = lalao.find_period(result.stated)
    terms = len(result.stated)
    if found is None:
        return (
            f"`lalao.find_period` finds no period: for no p ≤ {terms // 2} are the last p of these {terms} terms the p "
            "before them. So a period p, if there is one, begins later than the last 2p terms."
        )
    start, period = found
    return (
        f"`lalao.find_period` finds the last {terms - start} of these {terms} terms to have period {period}: **only "
        "checked**, for so many."
    )


def lines_of(terms: list[int] | list[str]) -> str:
    """Return a sequence as text, a fixed number of terms per line."""
    lines = [terms[begin : begin + A_LINE] for begin in range(0, len(terms), A_LINE)]
    return "".join(f"{' '.join(map(str, line))}\n" for line in lines)


def misere() -> str:
    """Return the table of who wins rows in misère play."""
    rows = [[one.arguments["seeds"], f"`{one.stated}`", *proof_of(one)] for one in of_method("row_outcomes")]
    return table(["seeds", "n = 1, 2, 3 …", *PROOF], rows)


def quotients() -> str:
    """Return the misère quotients of rows: the table of their orders, and each last one in full."""
    found = of_method("misere_quotients")
    rows = []
    for one in found:
        orders = " ".join(map(str, one.stated["orders"]))
        rows.append([f"`{one.arguments['game']}`", one.arguments["seeds"], orders, *proof_of(one)])
    parts = [table(["game", "seeds", "orders, n = 1, 2, 3 …", *PROOF], rows)]
    for one in found:
        seeds, last, value = one.arguments["seeds"], one.arguments["last"], one.stated
        what = f"`{one.arguments['game']}`, {a_pit(seeds)}, n = {last}"
        lost, elements = ", ".join(value["lost"]), ", ".join(value["elements"])
        lines = f"{value['presentation']}\nlost: {lost}\nrows of 1 to {last} pits: {elements}"
        parts.append(f"{what}:\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


def lost_in_both() -> str:
    """Return the table of rows lost in normal play, in misère play and in both."""
    rows = []
    for one in of_method("lost_in_both"):
        counts = [one.stated[name] for name in ("rows", "normal", "misere", "both")]
        size = one.arguments["pits"], one.arguments["per_pit"]
        rows.append([f"`{one.arguments['game']}`", *size, *(f"{count:,}" for count in counts), *proof_of(one)])
    return table(["game", "pits", "seeds a pit", "rows", "normal", "misère", "both", *PROOF], rows)


def cake() -> str:
    """Return how fair the cake rule is."""
    rows = []
    for one in of_method("cake"):
        value = one.stated
        chance = f"1 in {1 / value['chance']:.3g}"
        rows.append([f"`{one.arguments['game']}`", value["layouts"], value["first"], value["second"]])
        rows[-1] += [f"`{value['hardest']}`", chance, *proof_of(one)]
    return table(["game", "layouts", "first", "second", "hardest", "won by chance", *PROOF], rows)


def endgames() -> str:
    """Return the table of the shipped endgame tables, slice by slice."""
    (result,) = of_method("endgames")
    rows = [[f"{one['own']}v{one['others']}", *(f"{count:,}" for count in one["counts"])] for one in result.stated]
    return "\n".join([table(["slice", "won", "drawn", "lost"], rows), table(PROOF, [proof_of(result)])])


def proofs() -> str:
    """Return the table of certificates; those that results compute again are named."""
    names = {(one.arguments["game"], one.arguments["attacker"]): one.name for one in of_method("proof")}
    rows = []
    every = [*CERTIFICATES.glob("*.proof"), *LARGER.glob("*.proof")]
    for path in sorted(every, key=lambda one: one.stem):
        certificate = read_certificate(path)
        claim = certificate.claim
        again = names.get((claim.game, claim.attacker))
        command = (
            f"lalao results check {again}"
            if again
            else f"lalao verify {path.name if path.parent == CERTIFICATES else path.relative_to(ROOT)}"
        )
        cells = [f"`{claim.game}`", said(claim), claim.pieces, f"{len(certificate.turns):,}", f"`{certificate.sha256}`"]
        rows.append([*cells, f"`{command}`"])
    return table(["game", "statement", "tables of", "turns", "certificate", "command"], rows)


def heads() -> str:
    """Return the heads of the certificates in `docs/results`, a line each: these come with the package."""
    read = [read_certificate(path) for path in sorted(LARGER.glob("*.proof"))]
    lines = [msgspec.json.encode(Head(one.claim, len(one.turns), one.sha256)) for one in read]
    return "".join(f"{line.decode()}\n" for line in lines)


def said(claim: Claim) -> str:
    """Return the claim of a certificate as a sentence; one that is not about the start names the first turn."""
    start = lalao.game(claim.game).start()
    after = "".join(f" after `{move}`" for move in start.legal_moves() if str(start.play(move)) == claim.position)
    return f"{'White' if claim.attacker == 'W' else 'Black'} {'can' if claim.wins else 'cannot'} force a win{after}"


def page() -> str:
    """Return the page of results: ``tools/results_page.md`` with the generated parts filled in."""
    uniform, lost, partizan = (RESULTS[name] for name in PATTERNS)
    return Template(TEXT.read_text(encoding="utf-8")).substitute(
        margins=margins(),
        fifangha=winners("fifangakely"),
        open_games=open_games(),
        fafy=sequences("fafy"),
        sowing=sequences("sowing"),
        uniform=lines_of(uniform.stated),
        uniform_last=uniform.arguments["last"],
        lost_last=lost.arguments["last"],
        partizan_last=partizan.arguments["last"],
        patterns=table(["result", *PROOF], [[f"`{name}`", *proof_of(RESULTS[name])] for name in PATTERNS]),
        misere=misere(),
        quotients=quotients(),
        both=lost_in_both(),
        cake=cake(),
        endgames=endgames(),
        fanorona=winners("fanorona"),
        proofs=proofs(),
    )


def b_file(name: str) -> str:
    """Return a sequence in b-file form: one line of n and a(n) for each term."""
    result = RESULTS[name]
    first = int(result.arguments.get("first", 0))
    return "".join(f"{n} {term}\n" for n, term in enumerate(result.stated, first))


B_FILES: dict[str, Callable[[], str]] = {
    f"results/{result.name}.b.txt": partial(b_file, result.name)
    for result in (*of_method("row_nimbers"), *of_method("uniform_nimbers"))
}


def package() -> str:
    """Return the data package's description for deposit: each file with its SHA-256, size and licence."""
    version = re.search('^version = "(.*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert version
    made = {f"docs/{name}": make().encode() for name, make in B_FILES.items()}
    files = [
        ROOT / "src/lalao/research/results/results.jsonl",
        *sorted((ROOT / "src/lalao/games").glob("*/known.json")),
    ]
    files += sorted(CERTIFICATES.glob("*.proof"))
    files += sorted((ROOT / "docs/results").glob("*.csv"))
    held = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files} | made
    described = {
        "name": "lalao-results",
        "title": "What Lalao has found of Fang, Fafy, Fifangha and Fanorona",
        "version": version[1],
        "licenses": [LICENCE],
        "resources": [resource(path, data) for path, data in held.items()],
    }
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"


def resource(path: str, data: bytes) -> dict[str, Any]:
    """Return the description of one file."""
    name = path.removeprefix("src/lalao/").removeprefix("docs/").replace("/", "-").lower()
    return {
        "name": name,
        "path": path,
        "bytes": len(data),
        "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
        "licenses": [LICENCE],
    }
