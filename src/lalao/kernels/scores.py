"""How searches write values: evaluations in the middle, decided games near `WIN` and `-WIN` by plies to the end."""

WIN = 1_000_000
DECIDED = WIN - 10_000
"""Values beyond this, on either side, are decided games."""
INFINITE = 2 * WIN
EXACT, LOWER, UPPER = 1, 2, 3
"""The kinds of value in a transposition table: the value itself, a lower bound or an upper bound."""
