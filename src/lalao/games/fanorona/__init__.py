"""Fanorona: step to take, by approach or by withdrawal, and take again while you can; take everything.

Move a piece along a line to a neighbouring empty point. If enemy pieces stand in an unbroken run directly beyond
the point of arrival, in the direction moved, you take the whole run (approach); or the run directly behind the
point of departure (withdrawal): one or the other, never both. The same piece may then take again, not in the
direction it has just gone and never on a point it has stood on this turn. A step that takes nothing is a plain move
(paika). A player without pieces or without a legal move has lost.

Four rulesets say whether a player may decline to take, and whether he must go on (`rules.FanoronaRules`). In Vela, the
second round, the winner of the first takes nothing while he has more than 5 pieces, and the loser one piece a turn.

Sources: the two documents on Fanorona; M. Schadd et al., "Best Play in Fanorona Leads to Draw" (2008), for the
tournament rules.

>>> from lalao.games.fanorona import Fanorona
>>> position = Fanorona().start()
>>> print(position)
BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w
>>> [str(move) for move in position.legal_moves()]
['d2-e3A', 'e2-e3A', 'f2-e3A', 'd3-e3A', 'd3-e3W']
>>> print(position.play("d3-e3W"))
BBBBBBBBB/BBBBBBBBB/BW2WBWBW/WWWWWWWWW/WWWWWWWWW b
"""

from lalao.games.fanorona.rules import RULESETS, Fanorona, FanoronaPosition, FanoronaRules
from lalao.games.fanorona.turns import FanoronaMove

__all__ = ["RULESETS", "Fanorona", "FanoronaMove", "FanoronaPosition", "FanoronaRules"]
