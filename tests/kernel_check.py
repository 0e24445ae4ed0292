"""A small check of every kernel, run by itself: compiled cold and warm, with bounds checked, and uncompiled."""

import random

import lalao
from lalao.adapters import batch
from lalao.adapters.steps import Match
from lalao.codecs import fanorona, fifangha
from lalao.codecs.fang import FullTable, Search
from lalao.codecs.fang import perft as fang_perft
from lalao.codecs.rows import Blocks
from lalao.engine.analysis import Limits, Settings
from lalao.engine.fanorona_levels import FanoronaLevel
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.research.proof import Proof, ProvingTables
from lalao.solve.fang import Minimax, half_of
from lalao.solve.fifangha import decided
from lalao.solve.verifying import verify
from lalao.values import Side

game = lalao.game("fang-4")
start = game.start()
assert FullTable(start)(start) == Search(game, half_of(4), 64)(start) == Minimax()(start)
assert fang_perft(start, 6) == 781
assert [Blocks().nimber((1,) * pits, 1000) for pits in range(1, 10)] == [0, 1, 2, 0, 3, 1, 0, 3, 3]
late = lalao.game("fifangakely").position("0.2.3.1/1.0.6.1/1.6.0.0/0.0.0.0 5+6 N")
assert fifangha.perft(late, 2) == lalao.perft(late, 2)
assert repr(decided(late, 1000)) == "Win(1)"
for name in ("fanorona", "fanorona-libre-dimy", "fanorona-strict-3x7-vela", "fanorona-souffle"):
    taken = game_as(name, Fanorona).start()
    assert fanorona.perft(taken, 3) == lalao.perft(taken, 3)
lost = lalao.game("fanorona-telo").position("1B1/3/W2 w")
for settings in (Settings(hash_mb=1), Settings(hash_mb=1, threads=2)):
    *_, info = FanoronaSearcher(lost.game, settings).think(lost, Limits(depth=3))
    assert repr(info.lines[0].score.proved) == "Win(3)"
first = Fanorona("souffle", 5, 5).start()
assert FanoronaLevel(first.game, 2).choose(first, random.Random(1)) in first.legal_moves()
held = ProvingTables(lost.game, 3, None, lambda _: None)
for attacker in (Side.WHITE, Side.BLACK):
    statement = Proof(lost.game.start(), attacker, held, 4096).run(certified=True)
    assert statement.wins == (attacker is Side.WHITE)
    assert statement.certificate is not None
    verify(statement.certificate)
for name in ("fang-4-guarded", "sowing-impartial", "fanorona-souffle-telo", "fanorona-telo-vela"):
    many, match = batch.env(name, 2, seed=1), Match(name)
    for _turn in range(30):
        assert (many.shown.masks[0] == match.mask()).all()
        assert (many.shown.observations[0] == match.seen_by(match.mover)).all()
        chosen = many.sample()
        many.step(chosen)
        match.act(int(chosen[0]))
        if match.outcome is not None:
            assert many.shown.rewards[0].tolist() == list(match.rewards())
            match.reset()
print("kernels agree")
