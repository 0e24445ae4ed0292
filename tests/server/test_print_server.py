"""Printing by HTTP: the PDF has the right contents, bad requests get one line, and the server is never blocked."""

import asyncio
import json
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from typing import Any
from urllib.parse import quote

import pytest

import lalao
from lalao.cli.tournament import simulated
from lalao.print import Sheet
from lalao.print.making import compiled
from lalao.web.gate.ledger import BusyError
from lalao.web.work.documents import MOST_SHEETS, PrintWorkers
from tests.commands.test_print import HARD_NAMES, MM, circles, flat, opened
from tests.patience import least
from tests.playing import fetched, get


def asked(server: str, path: str, sent: object = None) -> tuple[int, Message, bytes]:
    """Request a sheet; return status, headers and body."""
    return fetched(
        server + path, None if sent is None else sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    )


def pages(server: str, path: str, sent: object = None) -> Any:
    """Return the pages of a sheet."""
    status, headers, made = asked(server, path, sent)
    assert status == 200, made
    assert headers["content-type"] == "application/pdf"
    return opened(made).pages


def text(server: str, path: str, sent: object = None) -> str:
    return flat("".join(char["text"] for page in pages(server, path, sent) for char in page.chars))


@pytest.mark.parametrize(("name", "language"), [("fang", "fr"), ("fifangha", "en"), ("fanorona", "mg")])
def test_every_sheet_in_every_language(server: str, name: str, language: str) -> None:
    title = get(server, f"/api/games/{name}?lang={language}")[1]["title"]
    for sheet in ("board", "position", "rules", "slips", "scores", "certificates", "certificates-in-colour"):
        first, *_ = pages(server, f"/api/games/{name}/print/{sheet}.pdf?lang={language}")
        heading = title.split()[0] if sheet == "rules" else title  # the rules name the ruleset below the family
        assert flat(heading) in flat("".join(char["text"] for char in first.chars)), sheet


def test_a_board_has_the_size_asked_for(server: str) -> None:
    (page,) = pages(server, "/api/games/fang-4/print/board.pdf?paper=A3&size=40&per-sheet=1")
    assert sorted((page.width / MM, page.height / MM)) == pytest.approx((297, 420), abs=0.1)
    assert len([one for one in circles(page) if abs(one[2] - 36) < 0.1]) == 4


def test_a_position_shows_its_seeds_and_whose_turn_it_is(server: str) -> None:
    shown = "2.0.1.3 1+1 S"
    path = f"/api/games/fang-4/print/position.pdf?lang=en&position={quote(shown)}"
    (page,) = pages(server, path)
    assert flat(shown) in text(server, path)
    assert flat("South to play: attack a pit.") in text(server, path)
    pits = [one for one in circles(page) if one[2] > 10]
    small = [one for one in circles(page) if one[2] < 8]
    assert len(small) == 6 + 2  # in the pits and in the reserves
    assert len({round(x) for x, _, diameter in pits if diameter > 14}) == 4
    over = f"/api/games/fang-4/print/position.pdf?lang=en&position={quote('2.2.1.3 0+0 S')}"
    assert flat("North wins: equal halves") in text(server, over)


def test_names_and_tables_are_printed_as_they_are(server: str) -> None:
    names = [unicodedata.normalize("NFC", name) for name in HARD_NAMES]
    for sheet in ("scores", "certificates"):
        found = text(server, f"/api/games/fang-4/print/{sheet}.pdf?lang=fr", {"names": names})
        for name in names:
            assert flat(name) in found
    tables = {"round": 2, "tables": [["Awa", "Léo"], ["Bao", "N'Diaye"]], "byes": ["Zoé"]}
    found = text(server, "/api/games/fafy/print/slips.pdf?lang=fr", tables)
    for part in ("Tour 2", "Awa", "Léo", "Bao", "N'Diaye", "Zoé"):
        assert flat(part) in found


def test_a_tournament_is_told_by_its_journal(server: str) -> None:
    day = simulated("swiss", "fang-4", 9)
    sent = {"journal": day.journal}
    found = text(server, "/api/games/fang-4/print/scores.pdf", sent)
    assert all(flat(place.name) in found for place in day.standings())
    assert flat(day.rounds[-1].tables[0].first) in text(server, "/api/games/fang-4/print/slips.pdf", sent)
    assert flat(day.winners[0]) in text(server, "/api/games/fang-4/print/certificates.pdf", sent)


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        ("fang/print/poster.pdf", None, "there is no sheet 'poster'"),
        ("chess/print/board.pdf", None, "chess"),
        ("fang-400/print/board.pdf", None, "places"),
        ("fang/print/board.pdf?paper=A5", None, "there is no paper 'A5'"),
        ("fang/print/board.pdf?size=huge", None, "there is no size 'huge'"),
        ("fang/print/board.pdf?per-sheet=0", None, "'0' is not a number of boards: write 1 to 50"),
        ("fang/print/board.pdf?per-sheet=9", None, "9 boards do not fit"),
        ("fang/print/position.pdf?position=nonsense", None, "nonsense"),
        ("fang/print/scores.pdf", b"{", "this is not understood"),
        ("fang/print/scores.pdf", {"names": ["a", "A"]}, "occurs twice"),
        ("fang/print/scores.pdf", {"names": ["x" * 61]}, "too long"),
        ("fang/print/scores.pdf", {"names": [f"n{i}" for i in range(201)]}, "too many names"),
        ("fang/print/scores.pdf", {"name": []}, "this is not understood"),
        ("fang/print/slips.pdf", {"tables": [["a", "b", "c"]]}, "this is not understood"),
        ("fang/print/slips.pdf", {"tables": [["a", "b"], ["a", "c"]]}, "occurs twice"),
        ("fang/print/slips.pdf", {"tables": [["a", "b"]], "round": -1}, "there is no round -1"),
        ("fang/print/slips.pdf", {"journal": [{}]}, "begins with the opening"),
        (
            "fang/print/slips.pdf",
            {"journal": [{"do": "open", "format": "swiss", "game": "fang-4"}]},
            "line 1 of the journal",
        ),
        ("fang/print/slips.pdf", {"journal": [{"do": 3}]}, "line 1 of the journal"),
        ("fang/print/scores.pdf", b"x" * 70_000, "this is too long"),
    ],
)
def test_what_cannot_be_printed_gets_one_line(server: str, path: str, sent: object, said: str) -> None:
    status, headers, answer = asked(server, f"/api/games/{path}{'&' if '?' in path else '?'}lang=en", sent)
    assert 400 <= status < 500
    assert headers["content-type"] == "application/json"
    told = json.loads(answer)["error"]
    assert said in told
    assert "\n" not in told


def test_the_name_of_the_file_is_plain(server: str) -> None:
    headers = asked(server, "/api/games/fanorona-vela/print/board.pdf")[1]
    assert headers["content-disposition"] == 'inline; filename="fanorona-vela-board.pdf"'
    assert "script" not in headers["content-security-policy"]
    for name in ('fang"; x=".pdf', "fang%0d%0aX: y", "fáng"):
        status, headers, _ = asked(server, f"/api/games/{quote(name)}/print/board.pdf")
        assert status == 404
        assert "content-disposition" not in headers


def test_a_sheet_keeps_nobody_waiting(server: str) -> None:
    names = {"names": [f"pupil {number}" for number in range(90)]}

    def wait() -> float:
        with ThreadPoolExecutor() as pool:
            path = "/api/games/fifangha/print/certificates.pdf"
            sheets = [pool.submit(asked, server, path, names) for _ in range(4)]
            waits = []
            while not all(sheet.done() for sheet in sheets):
                began = time.monotonic()
                get(server, "/api/about")
                waits.append(time.monotonic() - began)
        assert all(sheet.result()[0] == 200 for sheet in sheets)
        assert len(waits) > 10
        return sorted(waits)[len(waits) // 2]

    assert least(wait, 0.1) < 0.1


def order(sheet: Sheet) -> dict[str, Any]:
    return {"task": "set", "made": sheet}


def test_only_so_many_sheets_of_a_device_wait_and_the_teachers_come_first() -> None:
    from lalao.locale import words
    from lalao.print import boards, certificates

    long = certificates(lalao.game("fifangha"), words("fr"), names=[f"pupil {number}" for number in range(150)])
    short = boards(lalao.game("fang-4"), words("fr"))

    async def ask() -> tuple[int, bytes]:
        workers = PrintWorkers()
        waiting = [asyncio.create_task(workers.pdf(order(long), "guest", "hostile")) for _ in range(60)]
        await asyncio.sleep(0)
        refused = [each for each in waiting if each.done() and isinstance(each.exception(), BusyError)]
        made = await workers.pdf(order(short), "teacher", "hostile")
        assert not all(each.done() for each in waiting)
        await workers.pdf(order(short), "guest", "another")
        assert not all(each.done() for each in waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await workers.close()
        return len(refused), made

    refused, made = asyncio.run(ask())
    assert 60 - refused <= MOST_SHEETS + 1
    assert made.startswith(b"%PDF")


def test_the_child_makes_the_same_pdf() -> None:
    from lalao.locale import words
    from lalao.print import boards

    sheet = boards(lalao.game("fang-4"), words("fr"))

    async def ask() -> bytes:
        workers = PrintWorkers()
        try:
            assert (await workers.pdf(order(sheet | {"title": "李"}), "guest", "")).startswith(b"%PDF")
            return await workers.pdf(order(sheet), "guest", "")
        finally:
            await workers.close()

    made = asyncio.run(ask())
    assert opened(made).pages[0].extract_text() == opened(compiled(sheet)[0]).pages[0].extract_text()
