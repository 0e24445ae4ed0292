"""The games: only rules. `lalao.games.registry` finds them by id.

A family of games is a folder in here, or in a folder ``lalao/games`` elsewhere on Python's path.
"""

from pkgutil import extend_path

import lalao

lalao.__path__ = extend_path(lalao.__path__, lalao.__name__)
__path__ = extend_path(__path__, __name__)
