"""Fang: one row of pits, a tibong at each end, every seed counts in the end.

On your turn take a seed from your reserve and drop it in any pit that is not empty, your own or your opponent's:
you attack it. Lift all its seeds, the new one too, and sow them one per pit, starting in your own tibong and going
away from it. When both reserves are empty the player with more seeds in the half of the board on his side wins; if
equal, the one with more in his tibong; if equal again, nobody. In the guarded game a tibong can be attacked only if
it holds 2 seeds or more.

Source: the two documents on Fang; the rule sheet says what was chosen where they are silent.

>>> from lalao.games.fang import Fang
>>> position = Fang(4).start()
>>> print(position)
0.1.1.0 3+3 S
>>> print(position.play("2").play("2"))
1.0.2.1 2+2 S
"""

from lalao.games.fang.rules import Fang, FangMove, FangPosition

__all__ = ["Fang", "FangMove", "FangPosition"]
