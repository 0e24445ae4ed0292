"""Conversions of Fifangha between readable positions and the rows of `lalao.kernels.fifangha`."""

import numpy as np

from lalao.games.fifangha import Fifangha, FifanghaMove, FifanghaPosition
from lalao.kernels import fifangha as kernel
from lalao.values import Side


def state_of(position: FifanghaPosition) -> kernel.IntArray:
    """Return a position as a row of the kernels."""
    south = position.to_move is Side.SOUTH
    own_reserve, enemy_reserve = position.reserves if south else position.reserves[::-1]
    columns = position.game.columns
    state = np.zeros(kernel.WORDS, dtype=np.int64)
    state[kernel.OWN_INNER] = packed(position.own[:columns])
    state[kernel.OWN_OUTER] = packed(position.own[columns:])
    state[kernel.ENEMY_INNER] = packed(position.enemy[:columns])
    state[kernel.ENEMY_OUTER] = packed(position.enemy[columns:])
    state[kernel.OWN_RESERVE : kernel.TURN] = own_reserve, enemy_reserve, int(south), columns, position.quiet
    return state


def packed(pits: tuple[int, ...]) -> int:
    """Return a row of pits packed into a word, a byte each."""
    return int.from_bytes(pits, "little")


def unpacked(*words: int, columns: int) -> tuple[int, ...]:
    """Return the pits packed into some words, one word after the other."""
    return tuple(seeds for word in words for seeds in int(word).to_bytes(8, "little")[:columns])


def position_of(game: Fifangha, state: kernel.IntArray) -> FifanghaPosition:
    """Return the position of a row of the kernels."""
    own = unpacked(*state[kernel.OWN_INNER : kernel.ENEMY_INNER], columns=game.columns)
    enemy = unpacked(*state[kernel.ENEMY_INNER : kernel.OWN_RESERVE], columns=game.columns)
    own_reserve, enemy_reserve, south, _, quiet = map(int, state[kernel.OWN_RESERVE : kernel.TURN])
    if south:
        return FifanghaPosition(game, own, enemy, (own_reserve, enemy_reserve), Side.SOUTH, quiet)
    return FifanghaPosition(game, enemy, own, (enemy_reserve, own_reserve), Side.NORTH, quiet)


def move_of(game: Fifangha, side: Side, turn: int) -> FifanghaMove:
    """Return the move of a side for a turn of the kernels."""
    answers = f"{turn & kernel.ANSWERS_MASK:b}"[1:]
    return FifanghaMove(game.letters[side][turn >> kernel.ANSWERS], answers.replace("1", "+").replace("0", "-"))


def move_text(game: Fifangha, side: Side, turn: int) -> str:
    """Return the text of a turn of the kernels."""
    return str(move_of(game, side, turn))


def turn_of(game: Fifangha, side: Side, move: FifanghaMove) -> int:
    """Return the turn of the kernels for a move of a side."""
    answers = "1" + move.signs.replace("+", "1").replace("-", "0")
    return game.letters[side].index(move.pit) << kernel.ANSWERS | int(answers, 2)
