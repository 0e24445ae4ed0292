"""The games: only rules. `lalao.games.registry` finds them by id.

A family of games is a folder in here, or in a folder ``lalao/games`` elsewhere on Python's path.
"""

from lalao.folders import extend_path

extend_path(__name__)
