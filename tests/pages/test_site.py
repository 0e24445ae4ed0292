"""Lalao as a folder of static files: built once, served by ``python -m http.server`` from a subfolder, and played."""

import functools
import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from lalao.games.registry import game as find_game
from tests import array_check
from tests.browsing import MILLISECONDS, choose_any, is_over, moves, play_to_the_end, there, visit_blank, visiting
from tests.patience import SECONDS
from tests.shell import ROOT

pytestmark = [there, pytest.mark.slow]
STARTING = 3 * MILLISECONDS
"""Milliseconds within which Python starts in the page, twice, on a busy machine."""
OPEN = """async (opening) => {
  const { code, token } = await (await script("api.js")).openMatch(opening);
  const { change, settings } = await script("settings.js");
  change({ seats: { ...settings.seats, [code]: token } });
  (await script("page.js")).go(`/m/${code}`);
  return code;
}"""


def build(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as the command does; what it has fetched stays in the user's cache."""
    command = [sys.executable, str(ROOT / "tools" / "site.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=5 * SECONDS, check=False)


class Quiet(SimpleHTTPRequestHandler):
    """The handler of ``python -m http.server``, without its log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in a subfolder; return the folder above."""
    root = tmp_path_factory.mktemp("host")
    built = build(root / "school" / "lalao")
    if built.returncode == 2:
        pytest.skip(f"the static edition cannot be built here: {built.stderr.strip()}")
    assert built.returncode == 0, built.stderr
    return root


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    """Serve the site; return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/school/lalao/"
        host.shutdown()


def wait_for_board(page: Page) -> None:
    """Wait until a match is on the screen."""
    page.wait_for_selector(".stage .place.legal, .status .dot.over", timeout=STARTING)


def test_the_download_is_small(root: Path) -> None:
    sizes = [min(path.stat().st_size, len(gzip.compress(path.read_bytes()))) for path in root.rglob("*.*")]
    assert sum(sizes) < 11_000_000


IN_NODE = """
import { readFileSync } from "node:fs";
const { loadPyodide } = await import(`${process.argv[1]}/pyodide/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${process.argv[1]}/pyodide/` });
for (const name of ["python", "engine"]) {
  python.unpackArchive(readFileSync(`${process.argv[1]}/${name}.tar.zst`), "zstdtar", { extractDir: "/lalao" });
}
python.runPython("import sys; sys.path.insert(0, '/lalao')");
python.runPython(readFileSync(process.argv[2], "utf8"), { globals: python.toPy({ __name__: "check" }) });
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
    command = ["node", "--input-type=module", "-e", IN_NODE, str(root / "school" / "lalao"), str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=5 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    found, deep = json.loads(done.stdout.splitlines()[-1])
    for own, other in ((found, array_check.results()), (deep, array_check.deep())):
        assert own.keys() == other.keys()
        for name, result in other.items():
            assert own[name] == result, name


@pytest.mark.parametrize(("game", "level"), [("fifangakely", 8), ("fanorona-dimy", 1), ("fanorona-telo", 8)])
def test_every_family_is_played_to_the_end(browser: Browser, site: str, game: str, level: int) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        page.evaluate(OPEN, {"game": game, "mode": "alone", "level": f"level:{level}"})
        wait_for_board(page)
        assert play_to_the_end(page) > 1


def test_the_strongest_creature_answers_on_the_large_board(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        page.evaluate(OPEN, {"game": "fanorona", "mode": "alone", "level": "level:8"})
        for turn in range(2):
            wait_for_board(page)
            before = moves(page).count()
            choose_any(page)
            expect(moves(page).nth(before + turn)).to_be_attached(timeout=STARTING)


ASK = """async (path) => (await (await script("transport.js")).request(path)).json()"""


@pytest.mark.parametrize(
    ("game", "position", "value", "plies"),
    [
        ("fanorona", "B8/9/9/9/7WW w", "win", 23),
        ("fanorona", "9/9/3BW4/2W6/2W5B w", "win", 13),
        ("fanorona-dimy", "", "draw", None),
        ("fang-10", "", "loss", 12),
    ],
)
def test_exact_values_are_told(
    browser: Browser, site: str, game: str, position: str, value: str, plies: int | None
) -> None:
    here = quote(position or str(find_game(game).start()), safe="")
    with visiting(browser, site) as page:
        page.goto(site)
        found = page.evaluate(ASK, f"/api/games/{game}/positions/{here}/value")
        assert (found["value"], found.get("plies")) == (value, plies)


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
        page.route("**/pyodide/**", lambda _: None)  # never answered
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


def test_a_second_page_does_not_overwrite_the_first(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        page.goto(site)
        page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        other = page.context.new_page()
        other.goto(site)
        expect(other.locator("#toast")).to_contain_text("cannot store anything", timeout=STARTING)


WRITE = """async () => (await import(new URL("database.js", location))).write(new TextEncoder().encode("damaged"))"""
READ = """async () => new TextDecoder().decode(await (await import(new URL("database.js", location))).read())"""


def test_a_damaged_database_is_left_as_it_is(browser: Browser, site: str) -> None:
    with visiting(browser, site) as page:
        visit_blank(page, site.rstrip("/"))
        page.evaluate(WRITE)
        page.goto(site)
        expect(page.locator("#toast")).to_contain_text("cannot store anything", timeout=STARTING)
        page.evaluate(OPEN, {"game": "fang-4", "mode": "here"})
        wait_for_board(page)
        assert page.evaluate(READ) == "damaged"


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
