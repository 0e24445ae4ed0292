"""The games: only rules. `lalao.games.registry` finds them by id."""
