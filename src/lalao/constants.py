"""Numbers of the rules that the readable games and their compiled kernels both need: neither knows the other."""

VELA_PIECES = 5
"""Vela of Fanorona: while the winner of the first round has more pieces than this, he takes nothing."""

OCCURRENCES = 3
"""A position that stands so often since the last capture ends a match in a draw."""

MOST_RELAYS = 10_000
"""Fifangha: a sowing of more relays without a capture counts as endless.

Some come back to where they began only after millions; of 27 million random ones that end, none took more than 1 062.
"""
