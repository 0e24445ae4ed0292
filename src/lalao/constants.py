"""Constants of the rules, shared by the readable games and the kernels, neither of which imports the other."""

VELA_PIECES = 5
"""Vela in Fanorona: the winner of the first round may not capture while he has more pieces than this."""

OCCURRENCES = 3
"""The occurrence of a position in a match at which `lalao.record.judge` declares a draw."""

MOST_RELAYS = 10_000
"""Fifangha: a sowing with this many relays and no capture counts as endless.

Some cycles close only after millions of relays; of 27 million random sowings that end, none took more than 1 062.
"""
