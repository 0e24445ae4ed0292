"""Fifangha: four rows, two for each player; capture from the front row, sow, relay; an empty front row loses.

Each player owns an inner (front) row and an outer row, which form a cycle; the ends of the inner row are his
tsibongy. A player whose inner row is empty when his turn starts has lost. While you have a reserve (phase 1) you
put a seed in a non-empty pit of your inner row. If one of them faces enemy seeds you must choose such a pit and
capture what it faces, to sow it from a tsibongy towards the centre; otherwise you lift the pit, sow it in the
direction you choose, and capture nothing all turn (fotsiny). Without a reserve (phase 2) you choose a pit and a
direction; you must capture if the first sowing can. A sowing that ends in a pit that was empty ends the turn; in a
capturing turn one that ends in a non-empty inner pit facing enemy seeds captures them; otherwise the pit is lifted
and sown on.

Source: Flacourt (1661), as reconstructed from Flacourt and Dandouau (1909); the rule sheet says what was left open.

>>> from lalao.games.fifangha import Fifangha
>>> position = Fifangha(4).position("1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S")
>>> [str(move) for move in position.legal_moves()]
['c']
>>> print(position.play("c"))
1.0.0.0/0.4.0.0/0.1.4.0/3.0.0.0 9+10 N
"""

from lalao.games.fifangha.rules import Fifangha, FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove

__all__ = ["Fifangha", "FifanghaMove", "FifanghaPosition"]
