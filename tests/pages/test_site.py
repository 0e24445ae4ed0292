"""Lalao as a folder of static files: built once, served by ``python -m http.server`` from a subfolder, and played."""

import fcntl
import functools
import gzip
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from inspect import signature
from pathlib import Path
from urllib.parse import quote

import pytest
from platformdirs import user_cache_path
from playwright.sync_api import Browser, Page, expect
from tools import packing
from tools.library import WASM
from tools.packing import ARCHIVES
from tools.site import examples

import lalao
from lalao.games.registry import game as find_game
from lalao.locale import LANGUAGES, words
from tests import array_check
from tests.browsing import (
    CHILD,
    DOUBLE_MS,
    KEPT_FIRST,
    MILLISECONDS,
    OPEN,
    another,
    choose_any,
    is_over,
    moves,
    play_to_the_end,
    there,
    visit_blank,
    visiting,
)
from tests.firefox import FIREFOX, firefox
from tests.pages import (
    test_analysis,
    test_foretelling,
    test_learn,
    test_puzzle_pages,
    test_review_page,
    test_why,
)
from tests.pages.test_learn import LAPTOP
from tests.patience import SECONDS, often
from tests.shell import ROOT

pytestmark = [there, pytest.mark.slow]
STARTING = 3 * MILLISECONDS
"""Milliseconds within which Python starts in the page, twice, on a busy machine."""


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as the command does; what it has fetched stays in the user's cache."""
    command = [sys.executable, str(ROOT / "tools" / "site.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=20 * SECONDS, check=False)


class Quiet(SimpleHTTPRequestHandler):
    """The handler of ``python -m http.server``, without its log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in a subfolder, once for all processes that test; return the folder above."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    root, told = shared / "host", shared / "host.json"
    with (shared / "host.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            built = build(root / "school" / "lalao")
            told.write_text(json.dumps([built.returncode, built.stderr.strip()]), encoding="utf-8")
    status, errors = json.loads(told.read_text(encoding="utf-8"))
    if not (shutil.which("npm") and any(map(shutil.which, WASM.linkers))):
        pytest.skip(f"the static edition cannot be built here: {errors}")
    assert status == 0, errors
    return root


@contextmanager
def hosting(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve the files of a folder; yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    """Serve the site; return its address."""
    with hosting(root) as host:
        yield f"{host}/school/lalao/"


def precede(root: Path, tmp_path: Path, name: str, text: str) -> None:
    """Copy the site, and write a text before one of its scripts."""
    script = next(shutil.copytree(root / "school" / "lalao", tmp_path / "lalao").rglob(name))
    script.write_text(text + script.read_text(encoding="utf-8"), encoding="utf-8")


def wait_for_board(page: Page) -> None:
    """Wait until a match is on the screen."""
    page.wait_for_selector(".stage .place.legal, .status .dot.over", timeout=STARTING)


def download(folder: Path) -> int:
    """Return the bytes of all that a browser fetches, as a host serves it that compresses with gzip."""
    files = [path for path in folder.rglob("*.*") if path.is_file() and path.suffix not in (".pdf", ".whl")]
    return sum(min(path.stat().st_size, len(gzip.compress(path.read_bytes()))) for path in files)


def test_the_download_is_small(root: Path) -> None:
    assert download(root) < 13_000_000


IN_NODE = """
import { readFileSync } from "node:fs";
const [pyodide, program, ...archives] = process.argv.slice(1);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
for (const path of archives) {
  const format = path.endsWith(".whl") ? "wheel" : "zstdtar";
  python.unpackArchive(new Uint8Array(readFileSync(path)), format, { extractDir: "/lalao" });
}
python.runPython("import sys; sys.path.insert(0, '/lalao')");
python.runPython(readFileSync(program, "utf8"), { globals: python.toPy({ __name__: "check" }) });
"""
CHECK = """
import sys, types
sys.modules[__name__] = types.ModuleType(__name__)
{check}
assert not arrays.NUMPY
print(json.dumps([results(), deep()]))
"""


def test_kernels_give_what_they_give_natively(root: Path, tmp_path: Path) -> None:
    program = tmp_path / "check.py"
    program.write_text(CHECK.replace("{check}", Path(array_check.__file__).read_text(encoding="utf-8")))
    parts = [next(root.rglob("pyodide.mjs")).parent, program, *(next(root.rglob(name)) for name in ARCHIVES)]
    command = ["node", "--input-type=module", "-e", IN_NODE, *map(str, parts)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=5 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    found, deep = json.loads(done.stdout.splitlines()[-1])
    for own, other in ((found, array_check.results()), (deep, array_check.deep())):
        assert own.keys() == other.keys()
        for name, result in other.items():
            assert own[name] == result, name


EXPECTED = [
    "".join(example.want for example in block).removeprefix("Traceback (most recent call last):\n")
    for _, block in examples()
]
"""What the documentation says that each example prints: an error without its trace."""


def test_examples_in_python_run_in_the_page(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(f"{site}python.html")
        last = page.locator(".cell button").last
        expect(last).to_be_enabled(timeout=STARTING)
        last.click()  # which runs those before it too
        printed = page.locator(".cell output")
        expect(printed).to_have_count(len(EXPECTED))
        expect(printed).to_have_text(EXPECTED, timeout=STARTING)
        first = page.locator(".cell").first
        first.locator("textarea").fill("1 / 0")
        first.get_by_role("button").click()
        expect(first.locator("output")).to_have_text("ZeroDivisionError: division by zero")


IN_NOTEBOOK = """
import lalao
print([str(move) for move in lalao.analyse(lalao.game("fanorona").start(), depth=6).lines[0].moves][:1])
print(lalao.solve(lalao.game("fang-8").start()).value, lalao.nimbers(["1.2.2.1.1.2.2.1"]))
"""


def test_the_wheel_is_installed_in_any_pyodide(root: Path, tmp_path: Path) -> None:
    program = tmp_path / "notebook.py"
    program.write_text(IN_NOTEBOOK, encoding="utf-8")
    wheels = [next(root.rglob("*.whl")), *packing.wheels(user_cache_path("lalao") / "site")]
    parts = map(str, (next(root.rglob("pyodide.mjs")).parent, program, *wheels))
    command = ["node", "--input-type=module", "-e", IN_NODE, *parts]
    done = subprocess.run(command, capture_output=True, text=True, timeout=5 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    position = find_game("fanorona").start()
    moves = [str(move) for move in lalao.analyse(position, depth=6).lines[0].moves][:1]
    assert done.stdout.splitlines()[-2:] == [str(moves), f"{lalao.solve(find_game('fang-8').start()).value} [5]"]


SHARED = [
    test_learn.test_what_is_foretold_wrongly_is_shown,
    pytest.param(test_learn.test_hints_say_where_to_look_then_what_to_play, marks=pytest.mark.nightly),
    pytest.param(test_learn.test_what_is_done_is_kept_on_the_device_until_it_is_erased, marks=pytest.mark.nightly),
    test_puzzle_pages.test_a_round_goes_on_from_puzzle_to_puzzle,
    pytest.param(test_foretelling.test_the_seeds_grow_when_right_and_shrink_when_wrong, marks=pytest.mark.nightly),
    functools.partial(test_review_page.test_a_key_moment_is_found_again, size=LAPTOP, hand=test_learn.Finger),
    pytest.param(test_analysis.test_lines_are_shown_and_played, marks=pytest.mark.nightly),
    test_analysis.test_what_is_proved_is_never_taken_back,
    test_analysis.test_the_book_tells_how_games_went_on,
    test_why.test_the_reason_of_a_move_is_shown_on_the_board,
]
"""Tests of lessons, puzzles, reviews, analyses and reasons that hold without a server too."""


@pytest.mark.parametrize("shared", SHARED, ids=lambda shared: getattr(shared, "func", shared).__name__)
def test_pages_do_the_same(shared: Callable[..., None], browser: Browser, site: str) -> None:
    if "page" not in signature(shared).parameters:
        shared(browser, f"{site}?")
        return
    with visiting(browser, f"{site}?") as page:
        shared(page, f"{site}?")


@pytest.mark.parametrize(("game", "level"), [("fafy", 3), ("fifangakely", 8), ("fanorona-telo", 7)])
def test_every_family_is_played_to_the_end(browser: Browser, site: str, game: str, level: int) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        page.evaluate(OPEN, {"game": game, "mode": "alone", "level": f"level:{level}"})
        wait_for_board(page)
        assert play_to_the_end(page) > 1


DIES = """
const { ok } = await fetch("/dies");
if (ok) {
  addEventListener("message", (event) => {
    event.stopImmediatePropagation();
    throw new RangeError("out of memory");
  });
}
"""
"""Precedes the engine's script: the first question ends the first engine."""


class Killing(Quiet):
    """A host that says which engine dies: the first."""

    engines = 0

    def do_GET(self) -> None:
        if self.path != "/dies":
            super().do_GET()
            return
        self.send_response(404 if Killing.engines else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()
        Killing.engines += 1


def test_a_killed_engine_is_started_again(browser: Browser, root: Path, tmp_path: Path) -> None:
    precede(root, tmp_path, "engine.js", DIES)
    Killing.engines = 0
    with hosting(tmp_path, Killing) as host, visiting(browser, host) as page:
        page.goto(f"{host}/lalao/")
        page.evaluate(OPEN, {"game": "fafy", "mode": "alone", "level": "level:4"})
        wait_for_board(page)
        choose_any(page)
        expect(moves(page)).to_have_count(2, timeout=STARTING)
        assert Killing.engines == 2


ASK = """async (path) => (await (await script("transport.js")).request(path)).json()"""
"""Asks what a server would answer."""
EXACT = [
    ("fanorona", "B8/9/9/9/7WW w", "win", 23),
    ("fanorona", "9/9/3BW4/2W6/2W5B w", "win", 13),
    ("fanorona-dimy", "", "draw", None),
    ("fang-10", "", "loss", 12),
]
"""An ending of a table, one of five pieces, a certificate, and a game that is solved at once."""


def test_exact_values_are_told(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        for game, position, value, plies in EXACT:
            here = quote(position or str(find_game(game).start()), safe="")
            found = page.evaluate(ASK, f"/api/games/{game}/positions/{here}")["values"]
            assert (found["value"], found["plies"]) == (value, plies), game


def test_a_game_of_fang_is_played_and_kept(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        expect(page.locator("main > .screen .gate").first).to_be_visible(timeout=STARTING)
        code = page.evaluate(OPEN, {"game": "fang-8", "mode": "alone", "level": "level:3"})
        assert page.url == f"{site}?/m/{code}"
        wait_for_board(page)
        choose_any(page)
        expect(moves(page)).not_to_have_count(0)
        page.reload()
        wait_for_board(page)
        expect(moves(page)).not_to_have_count(0)
        assert not is_over(page)
        assert play_to_the_end(page) > 4
        page.go_back()
        expect(page.locator("main > .screen .gate").first).to_be_visible(timeout=STARTING)


def test_the_first_screen_does_not_wait_for_python(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.route("**/pyodide-*/**", lambda _: None)  # never answered
        page.goto(site)
        expect(page.locator("main > .screen .scene img")).to_have_count(4)
        page.locator("main a.scene").first.click()
        expect(page.locator(".walk h1")).not_to_be_empty()
        assert page.url.startswith(f"{site}?/path/")


def test_it_opens_without_a_network(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        page.evaluate("navigator.serviceWorker.ready.then(({active}) => active.state)")
        page.reload()  # from now on the worker answers
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("main > .screen .scene img")).to_have_count(4)
        code = page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        choose_any(page)
        page.context.set_offline(False)
        assert page.url == f"{site}?/m/{code}"


def test_an_update_keeps_games(browser: Browser, root: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(root / "school" / "lalao", tmp_path / "lalao")
    build, other = next(folder.rglob("database.js")).parent, "0" * 16
    with hosting(tmp_path) as host, visiting(browser, host) as page:
        page.goto(f"{host}/lalao/")
        page.evaluate("navigator.serviceWorker.ready.then(({active}) => active.state)")
        code = page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        build.rename(folder / other)
        for name in ("index.html", "sw.js"):
            text = (folder / name).read_text(encoding="utf-8")
            (folder / name).write_text(text.replace(build.name, other), encoding="utf-8")
        for _ in range(20):  # each visit asks for a newer build, which serves the pages once the old ones are closed
            visit_blank(page, host)
            page.wait_for_timeout(500)
            page.goto(f"{host}/lalao/?/m/{code}")
            wait_for_board(page)
            if page.evaluate("document.styleSheets[0].href").split("/")[-3] == other:
                break
        else:
            pytest.fail("the old build is still there")
        expect(moves(page)).to_have_count(1)


def test_a_second_page_does_not_overwrite_the_first(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        other = page.context.new_page()
        other.goto(site)
        expect(other.locator("#toast")).to_contain_text("open in another tab", timeout=STARTING)


WRITE = """async (database) => (await import(database)).write(new TextEncoder().encode("damaged"))"""
READ = """async (database) => new TextDecoder().decode(await (await import(database)).read())"""


def test_a_damaged_database_is_left_as_it_is(browser: Browser, site: str, root: Path) -> None:
    with visiting(browser, site) as page:
        visit_blank(page, site.rstrip("/"))
        database = f"{site}{next(root.rglob('database.js')).parent.name}/database.js"
        page.evaluate(WRITE, database)
        page.goto(site)
        expect(page.locator("#toast")).to_contain_text("cannot be read", timeout=STARTING)
        page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        assert page.evaluate(READ, database) == "damaged"


FULL = """
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...all) {
  if (all.some((each) => each?.byteLength > 1)) throw new DOMException("full", "QuotaExceededError");
  return put.apply(this, all);
};
"""
"""Precedes the script that keeps the database: the device has no room for it."""


def test_a_full_device_is_told_and_played_on(browser: Browser, root: Path, tmp_path: Path) -> None:
    precede(root, tmp_path, "database.js", FULL)
    with hosting(tmp_path) as host, visiting(browser, host) as page:
        page.goto(f"{host}/lalao/")
        page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        expect(page.locator("#toast")).to_contain_text("This device cannot store anything")


def test_a_child_goes_to_another_device_in_a_file(browser: Browser, site: str, tmp_path: Path) -> None:
    file = tmp_path / "child.json"
    with visiting(browser, site) as page:
        page.goto(site)
        code = page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        page.evaluate("async () => (await script('children.js')).setStone('fafy-first-sowing', 3)")
        page.goto(f"{site}?/mine")
        with page.expect_download(timeout=STARTING) as saved:
            page.get_by_role("button", name="Save everything in a file").click()
        saved.value.save_as(file)
    with visiting(browser, site, children=[]) as page:
        page.goto(f"{site}?/mine")
        page.locator("#child-file").set_input_files({"name": "x.json", "mimeType": "", "buffer": b"nonsense"})
        expect(page.locator("#toast")).to_contain_text("'x.json' is not the file of a child")
        page.locator("#child-file").set_input_files(file)
        expect(page.locator("main > .screen .scene img")).to_have_count(4, timeout=STARTING)
        assert page.evaluate("async () => (await script('children.js')).stonesDone()") == {"fafy-first-sowing": 3}
        page.goto(f"{site}?/m/{code}")
        wait_for_board(page)
        expect(moves(page)).to_have_count(1)


def test_plain_http_in_a_network(browser: Browser, site: str) -> None:
    plain = site.replace("127.0.0.1", "school.example")
    with (
        another(browser, "--host-resolver-rules=MAP school.example 127.0.0.1") as other,
        visiting(other, plain) as page,
    ):
        page.goto(plain)
        assert page.evaluate("[isSecureContext, Boolean(navigator.locks)]") == [False, False]
        page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        choose_any(page)
        expect(moves(page)).to_have_count(1)
        second = page.context.new_page()
        second.goto(plain)
        expect(second.locator("#toast")).to_contain_text("open in another tab", timeout=STARTING)
        second.close()
        page.reload()
        wait_for_board(page)
        expect(moves(page)).to_have_count(1)


def test_a_game_is_played_on_a_slow_telephone(browser: Browser, site: str) -> None:
    with visiting(browser, site, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True) as page:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(site)
        page.evaluate(OPEN, {"game": "fafy", "mode": "alone", "level": "level:2"})
        wait_for_board(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert play_to_the_end(page) > 1


NEXT = """(() => {
  if (document.querySelector(".status .dot.over")) return "over";
  const sought = [".bar .finish", ".bar .option", ".stage .place.target .touch", ".stage .place.legal .touch"];
  const found = sought.map((each) => document.querySelector(each)).find(Boolean);
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""
"""Where to tap next, or that the game is over; nothing while there is nothing to do."""
IMPORTED = """(() => {
  const { src } = document.querySelector("script[type=module]");
  const found = (window.imported ??= {});
  const names = ["api.js", "settings.js", "page.js"];
  for (const name of names) import(new URL(name, src)).then((module) => (found[name] = module));
  window.script = (name) => found[name];
  return names.every((name) => found[name]);
})()"""
"""`SCRIPT` for Firefox, asked until it is true: an import never ends once the script that began it is collected."""
PLAYED = "document.querySelectorAll('.moves li').length"


@pytest.mark.skipif(not Path(FIREFOX).exists(), reason="Firefox is not installed: apt-get install firefox-esr")
def test_every_family_is_played_and_kept_in_firefox(site: str) -> None:
    with firefox() as page:
        kept = {"settings": {"speed": "off", "language": "en", "sounds": False}, "children": [CHILD]}
        for key, value in kept.items():
            page.precede(KEPT_FIRST.format(key=f"lalao.{key}", text=json.dumps(json.dumps(value))))
        page.visit(site)
        page.wait_for("document.querySelectorAll('main .scene img').length === 4")
        games = ("fang-4", 2), ("fanorona-telo", 5), ("fafy-impartial", 4), ("fifangakely", 4)
        for game, level in games[: often(2, nightly=4)]:
            page.wait_for(IMPORTED)
            page.evaluate(f"({OPEN})({json.dumps({'game': game, 'mode': 'alone', 'level': f'level:{level}'})})")
            for _ in range(400):
                if (where := page.wait_for(NEXT)) == "over":
                    break
                page.tap(*where)
                time.sleep(DOUBLE_MS / 1000)
            else:
                pytest.fail(f"{game} has no end")
            count = page.evaluate(PLAYED)
            page.visit(page.evaluate("location.href"))
            page.wait_for("document.querySelector('.status .dot.over')")
            assert page.evaluate(PLAYED) == count > 1, game


NEEDS = "For several devices, somebody starts Lalao on a computer: ask for its address."
PDFS = "links => Promise.all(links.map(async ({href}) => (await (await fetch(href)).text()).slice(0, 5)))"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_needs_a_server_says_so(browser: Browser, site: str, language: str) -> None:
    said = words(language)
    with visiting(browser, site, settings={"language": language}) as page:
        for path in ("/class", "/class/ABCD", "/c/ABCD", "/wall/ABCD"):
            page.goto(f"{site}?{path}")
            expect(page.locator("main .lead")).to_have_text(said(NEEDS))
        page.goto(site)
        page.locator("main a.gate[href='/class']").click()
        expect(page.locator("main .lead")).to_have_text(said(NEEDS))
        page.evaluate("async () => (await script('start.js')).openStart('fafy')")
        page.locator("dialog.start [data-value='apart']").click()
        expect(page.locator("dialog.start .rest")).to_have_text(said(NEEDS))
        expect(page.locator("dialog.start .play")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_there_to_be_printed(browser: Browser, site: str, language: str) -> None:
    with visiting(browser, site, settings={"language": language}) as page:
        for path, least in (("/print", 12), ("/guide", 1), ("/guide/data", 1), ("/rules/fang/teacher", 1)):
            page.goto(f"{site}?{path}")
            links = page.locator("a[target=_blank]")
            expect(links.nth(least - 1)).to_be_visible()
            assert set(links.evaluate_all(PDFS)) == {"%PDF-"}, path


def test_links_lead_into_the_folder(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(f"{site}index.html?/learn")
        link = page.locator("main a[href]").first
        expect(link).to_be_visible(timeout=STARTING)
        link.dispatch_event("pointerdown")
        assert link.evaluate("link => link.href").startswith(f"{site}?/")
        link.click()
        assert page.url.startswith(f"{site}?/")


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    built = build(tmp_path)
    assert (built.returncode, built.stderr) == (2, f"site: '{tmp_path}' holds something else: name a new folder\n")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
