"""Fafy and Sowing: lift a pit and sow it without falling in an empty one; whoever cannot play loses.

Choose a pit that is not empty, lift all its seeds and sow them one per pit, starting in the neighbouring pit, to your
right (South eastwards, North westwards). In Fafy no seed may leave the board nor fall in an empty pit: a pit for
which that would happen cannot be played. In the impartial game the sower chooses the direction. In misère play the
player who cannot play wins. In J. H. Conway's Sowing only the last seed is restricted: it must stay on the board and
fall in a pit that was not empty before it fell.

Source: the document on Fafy; J. Erickson, "Sowing Games", Games of No Chance (1996), for Sowing.

>>> from lalao.games.fafy import Fafy
>>> position = Fafy(impartial=True).start()
>>> print(position.play("4+").play("7-"))
1.2.2.0.3.3.0.1 S
"""

from lalao.games.fafy.rules import Fafy, FafyMove, FafyPosition

__all__ = ["Fafy", "FafyMove", "FafyPosition"]
