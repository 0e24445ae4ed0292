"""Modules of the pages that need no page: run by Deno, beside what they must agree with in Python."""

import json
import math
import os
import random
import subprocess
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from deno import find_deno_bin

import lalao
from lalao.games.registry import FAMILIES, LISTED
from lalao.record import Record, flatten
from lalao.teach.lessons import CREATURES, creature_of
from lalao.teach.shipped_puzzles import id_of, of_family
from lalao.web.rooms import messages as m
from lalao.web.shipped import STATIC
from lalao.web.shown import changes
from lalao.web.view import position_view
from tests.pages.test_by_hand import taps
from tests.patience import SECONDS, drawing, often
from tests.unit.test_changes import opened, quiet_move, shown

RUN = """
const root = { dataset: {}, classList: { toggle() {} } };
globalThis.document = { documentElement: root, createTreeWalker() {} }; // what is touched where nothing is drawn
const script = (name) => import(`${Deno.env.get("LALAO_STATIC")}/${name}`);
const input = JSON.parse(Deno.readTextFileSync(Deno.env.get("LALAO_INPUT")));
console.log(JSON.stringify(await (%s)(input)));
"""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Return a function that calls a JavaScript function with a value, and returns its result; storage is empty."""

    def call(function: str, value: object = None) -> Any:
        given = tmp_path / "input.json"
        given.write_bytes(msgspec.json.encode(value))
        environment = os.environ | {
            "DENO_DIR": str(tmp_path / "deno"),
            "DENO_NO_UPDATE_CHECK": "1",
            "LALAO_INPUT": str(given),
            "LALAO_STATIC": STATIC.as_uri(),
        }
        allowed = f"--allow-read={STATIC},{given}", "--allow-env=LALAO_INPUT,LALAO_STATIC"
        command = [find_deno_bin(), "run", "--no-remote", "--no-npm", *allowed, "--location", "http://lalao/", "-"]
        done = subprocess.run(
            command, input=RUN % function, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def test_ratings_are_those_of_glickmans_example(run: Any) -> None:
    """Mark E. Glickman, Example of the Glicko-2 system (2012), pages 3 to 5."""
    found = run("""async () => {
        const { rated } = await script("glicko.js");
        const player = (rating, deviation) => ({ rating, deviation, volatility: .06 });
        const games = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
        return rated(player(1500, 200), games.map(([rating, rd, score]) => ({ other: player(rating, rd), score })));
    }""")
    assert math.isclose(found["rating"], 1464.06, abs_tol=0.02)
    assert math.isclose(found["deviation"], 151.52, abs_tol=0.01)
    assert math.isclose(found["volatility"], 0.05999, abs_tol=0.00001)


SIMULATED = """async ([family, puzzles, strength]) => {
    let seed = 1;
    Math.random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
    const { attempt, hardness, strengthIn } = await script("attempts.js");
    const { practice } = await script("practice.js");
    const { aim, choose } = await script("nextpuzzle.js");
    const { expected } = await script("glicko.js");
    let solved = 0;
    for (let n = 0; n < 200; n++) {
        const kept = practice(), player = strengthIn(family);
        const one = choose(puzzles, aim(kept.lately[family] ?? []), (each) => expected(player, hardness(each)), kept);
        const right = Math.random() < 1 / (1 + 10 ** ((one.rating - strength) / 400));
        attempt(family, one, right);
        if (n >= 50) solved += right;
    }
    return [solved / 150, strengthIn(family).rating];
}"""


def book(family: str) -> list[dict[str, Any]]:
    """Return what the choice of a puzzle depends on."""
    return [{"id": id_of(each), "rating": each.rating, "theme": each.theme} for each in of_family(family)]


@pytest.mark.parametrize("strength", [1000, 1500])
def test_puzzles_are_solved_three_or_four_times_of_five(run: Any, strength: int) -> None:
    """A player who solves as the ratings predict solves 75 to 80 % of the puzzles asked, within chance."""
    share, rating = run(SIMULATED, ["fang", book("fang"), strength])
    assert 0.72 <= share <= 0.83
    assert abs(rating - strength) < 200


@pytest.mark.parametrize(("family", "least"), [("fang", 0.5), ("fafy", 0.6), ("fanorona", 0.6), ("fifangha", 0.6)])
def test_who_chooses_by_chance_still_solves_most(run: Any, family: str, least: float) -> None:
    """Strength 600 is the rating of random choice."""
    share, _ = run(SIMULATED, [family, book(family), 600])
    assert share >= least


@pytest.mark.parametrize("able", [-1, 0, 2, 9])
def test_the_rungs_stay_about_what_somebody_can_count(run: Any, able: int) -> None:
    climbed = """async ([count, able]) => {
        const { climb, rungIn } = await script("ladder.js");
        const seen = [];
        for (let n = 0; n < 60; n++) {
            seen.push(rungIn("fang", count));
            climb("fang", count, seen.at(-1) <= able);
        }
        return seen;
    }"""
    seen = run(climbed, [5, able])
    assert set(seen[30:]) == set(range(5)[max(able, 0) : able + 2]) if able < 4 else set(seen[30:]) == {4}
    assert seen[0] == 0


def test_pages_and_paths_agree_on_who_plays_at_a_level(run: Any) -> None:
    creatures, players = run("""async () => {
        const { CREATURES, creatureOf } = await script("creatures.js");
        const counts = Array.from({ length: 12 }, (_, i) => i + 1);
        return [CREATURES, counts.map((all) => counts.slice(0, all).map((level) => creatureOf(level, all)))];
    }""")
    assert tuple(creatures) == CREATURES
    assert players == [[creature_of(level, most) for level in range(1, most + 1)] for most in range(1, 13)]


@pytest.mark.parametrize("name", ["fang-4-last", "fang-8", "fafy", "fafy-impartial", "sowing-impartial", "fifangha"])
def test_every_move_can_be_sown_by_hand(run: Any, name: str) -> None:
    """The taps of a move lead to it alone, and any other tap is a miss."""
    rng, positions = drawing(name), [lalao.game(name).start()]
    while len(positions) < often(16, 100) and (legal := positions[-1].legal_moves()):
        positions.append(positions[-1].play(str(rng.choice(legal))))
    asked, expected = [], []
    for position in positions:
        legal = position.legal_moves()
        ways = [taps(position, move) for move in legal]
        asked.append([msgspec.to_builtins(position_view(name, str(position), "en").moves), ways])
        expected.append([[str(move), len(way) - 1, 0] for move, way in zip(legal, ways, strict=True)])
    found = run(
        """async (asked) => {
            const { Sowing } = await script("sowing.js");
            return asked.map(([moves, ways]) => ways.map((way) => {
                const sowing = new Sowing(moves);
                for (const place of way) {
                    if (sowing.whole || sowing.tap("nowhere") || !sowing.tap(place)) return "stuck";
                }
                return [sowing.whole.move, sowing.misses, sowing.held];
            }));
        }""",
        asked,
    )
    assert found == expected


def drawn(names: Iterable[str], rng: random.Random, count: int, most: int = 40) -> list[Any]:
    """Draw positions that are not over, from random games."""
    found = []
    for name in rng.choices(list(names), k=count):
        position = lalao.game(name).start()
        for _ in range(rng.randrange(most)):
            following = position.play(str(rng.choice(position.legal_moves())))
            if following.outcome is not None or not following.legal_moves():
                break
            position = following
        found.append(position)
    return found


def test_every_turn_can_be_tapped(run: Any) -> None:
    """Taps on the places of a turn choose it, or leave a choice of ways: then the way itself is tapped."""
    seen = []
    for position in drawn(LISTED, drawing("taps"), often(60, 1_000)):
        view = position_view(position.game.id, str(position), "en")
        seen.append([str(position), msgspec.to_builtins(view.paths)])
    stuck = run(
        """async (asked) => {
            const { Chooser } = await script("chooser.js");
            return asked.flatMap(([position, paths]) => paths.filter(({ move }) => move !== null).flatMap((wanted) => {
                const chooser = new Chooser(paths);
                let turn = null;
                for (const choice of wanted.path) {
                    if (turn || chooser.prefix.length > wanted.path.indexOf(choice)) continue; // taken by itself
                    turn = chooser.tap(choice.place);
                    const one = chooser.unsure.find(({ how, taken }) =>
                        how === choice.how && taken.join() === choice.taken.join());
                    if (one) turn = chooser.take(one);
                }
                turn ??= chooser.whole ?? null;
                return turn?.move === wanted.move ? [] : [[position, wanted.text, turn?.text ?? null]];
            }));
        }""",
        seen,
    )
    assert stuck == []


def test_a_whole_tree_survives_in_an_address(run: Any) -> None:
    """The words of a record, with variations and comments, are read from an address and written again."""
    rng, asked = drawing("trees"), []
    for position in drawn(LISTED, rng, often(20, 300), most=1):
        record = Record.begin(position)
        for _ in range(rng.randrange(25)):
            legal = record.last.position.legal_moves()
            if not legal or record.outcome():
                break
            if len(record.moves()) and rng.random() < 0.2:
                record.undo()
                continue
            record.play(rng.choice(legal))
            record.last.comment = rng.choice(["", "", "b2 (or a*) 50 %, #1/2"])
        asked.append({"game": position.game.id, "start": str(position), "moves": [*flatten(record)]})
    found = run(
        """async (asked) => {
            const { linePath, readLine, wordsOf, walk } = await script("line.js");
            const grown = async (words) => {
                const root = { move: "", children: [] };
                const here = await walk(root, words, async (node, move) => {
                    const next = { move, children: [], parent: node };
                    node.children.push(next);
                    return next;
                });
                return { root, here };
            };
            const plain = (node, here) =>
                [node.move, node.comment ?? "", node === here, node.children.map((each) => plain(each, here))];
            return Promise.all(asked.map(async (line) => {
                const read = readLine(linePath(line).slice("/look".length));
                const [{ root, here }, told] = [await grown(line.moves), await grown(read.moves)];
                const again = await grown(wordsOf(root, here));
                return [read, plain(root, here), plain(told.root, told.here), plain(again.root, again.here)];
            }));
        }""",
        asked,
    )
    for line, (read, tree, told, again) in zip(asked, found, strict=True):
        assert (read, told) == (line, tree), line
        assert again == tree, line
        assert count(tree) == 1 + len([word for word in line["moves"] if word[0] not in "{(*)"])


def count(tree: list[Any]) -> int:
    """Return how many nodes a tree has."""
    return 1 + sum(map(count, tree[-1]))


@pytest.mark.parametrize("game", [*(family.name for family in FAMILIES), "fanorona-souffle"])
def test_whole_states_come_of_what_has_changed(run: Any, game: str) -> None:
    rng, room = drawing(game), opened(game)
    states = [shown(room)]
    for _ in range(often(25, 60)):
        if room.played and rng.random() < 0.3:
            room.apply(m.Undone(rng.randint(1, len(room.played))), 0.0)
        else:
            room.apply(quiet_move(room, rng), 0.0)
        if room.phase == "over":
            break
        states.append(shown(room, rng.choice(["en", "fr"])))
    told = [states[0], *(changes(old, new) for old, new in pairwise(states))]
    found = run(
        """async (told) => {
            const { following } = await script("changes.js");
            const states = [];
            const hear = following((state) => states.push(state));
            told.forEach(hear);
            return states;
        }""",
        told,
    )
    assert found == msgspec.json.decode(msgspec.json.encode(states))
