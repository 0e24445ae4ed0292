"""Records of games: moves, comments, variations, result; and the draw rules of a match.

>>> from lalao.record import read, write
>>> record = read('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 0-1')
>>> [str(move) for move in record.moves()]
['2', '2', '3', '1', '2', '3']
>>> str(record.last.position)
'2.2.1.3 0+0 S'
"""

from lalao.record.foreign import read_game, read_games
from lalao.record.reading import read, read_all, read_each
from lalao.record.tree import Node, Record, judge
from lalao.record.writing import flatten, unflatten, write

__all__ = [
    "Node",
    "Record",
    "flatten",
    "judge",
    "read",
    "read_all",
    "read_each",
    "read_game",
    "read_games",
    "unflatten",
    "write",
]
