"""The games in OpenSpiel: its own game tests, its playthroughs, and states compared with matches."""

import subprocess
import sys
from random import Random

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.rl_environment import Environment

import lalao
from lalao.adapters import openspiel
from lalao.adapters.steps import Match
from lalao.errors import LalaoError
from lalao.values import Value

FAST = ("fang-6", "fang-4-guarded-last", "fafy", "sowing-impartial-misere", "fifangakely", "fanorona-telo")
CHAINS = ("fanorona-souffle-telo", "fanorona-strict-dimy-vela", "fanorona-libre-telo-vela")


def test_every_listed_game_is_registered() -> None:
    assert {*lalao.LISTED, "lalao"} <= set(pyspiel.registered_names())


def test_a_program_that_loads_games_ends_well() -> None:
    code = "import pyspiel, lalao.adapters.openspiel; pyspiel.load_game('fang-6').new_initial_state()"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", [*FAST, *CHAINS])
def test_openspiel_finds_nothing(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*FAST, *CHAINS])
def test_states_are_matches(name: str) -> None:
    rng, state, match = Random(name), pyspiel.load_game(name).new_initial_state(), Match(name)
    for _ in range(60):
        if match.outcome is not None:
            break
        assert state.current_player() == match.mover
        assert state.legal_actions() == match.legal()
        assert [state.action_to_string(action) for action in match.legal()] == [*map(match.named, match.legal())]
        for agent in (0, 1):
            assert state.observation_tensor(agent) == match.seen_by(agent).ravel().tolist()
        before, action = state.clone(), rng.choice(match.legal())
        state.apply_action(action)
        match.act(action)
        assert before.history() == state.history()[:-1]
        assert before.legal_actions() != [] or state.is_terminal()
    assert state.is_terminal() == (match.outcome is not None)
    assert state.returns() == [*match.rewards()]


def test_a_playthrough_tells_the_turn_under_way() -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # loads SciPy, which takes seconds

    told = playthrough("fanorona-telo", [4, 17])
    assert "# BBB/B1W/WWW w : b1\n" in told
    assert 'StringLegalActions() = ["b2A"]' in told
    assert "# B1B/BWW/W1W b\n" in told


def test_algorithms_of_openspiel_find_what_is_proved() -> None:
    for name in ("fang-4", "fang-4-guarded"):
        found, _ = alpha_beta_search(pyspiel.load_game(name))
        value = lalao.solve(lalao.game(name).start()).value
        assert isinstance(value, Value)
        assert found == value.sign


def test_environments_of_openspiel_play_them() -> None:
    step = Environment("lalao(game=fang-10)").reset()
    assert step.observations["legal_actions"][0] == [*range(1, 9)]


def test_games_take_a_start_and_no_draws() -> None:
    wanted = {"game": "fanorona-telo", "start": "3/B2/2W w quiet=99", "draws": True}
    state = pyspiel.load_game("lalao", wanted).new_initial_state()
    assert str(state) == "3/B2/2W w quiet=99"
    free = pyspiel.load_game("lalao", {**wanted, "draws": False}).new_initial_state()
    for action in ("c1", "c2"):
        for one in (state, free):
            one.apply_action(one.string_to_action(action))
    assert (state.is_terminal(), free.is_terminal()) == (True, False)


def test_what_never_ends_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "LONGEST", 4)
    state = pyspiel.load_game("fang-6").new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    assert (state.is_terminal(), state.legal_actions(), state.returns()) == (True, [], [0.0, 0.0])


def test_games_and_positions_that_are_none_are_refused() -> None:
    for name, parameters in (("lalao", {"game": "chess"}), ("fang-6", {"start": "here"})):
        with pytest.raises(LalaoError):
            pyspiel.load_game(name, parameters)
