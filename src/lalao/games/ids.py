"""The ids of the listed games of each family, for type checkers: the type of `lalao.game`'s result depends on them."""

from typing import Literal, TypeAlias

# fmt: off
FangId: TypeAlias = Literal[
    "fang", "fang-4", "fang-6", "fang-8", "fang-4-guarded", "fang-6-guarded", "fang-8-guarded", "fang-4-last",
    "fang-4-guarded-last",
]
FafyId: TypeAlias = Literal[
    "fafy", "fafy-impartial", "fafy-misere", "fafy-impartial-misere", "sowing", "sowing-impartial",
    "sowing-misere", "sowing-impartial-misere",
]
FifanghaId: TypeAlias = Literal[
    "fifangha", "fifangha-6", "fifangakely",
]
FanoronaId: TypeAlias = Literal[
    "fanorona", "fanorona-dimy", "fanorona-telo", "fanorona-vela", "fanorona-dimy-vela", "fanorona-telo-vela",
    "fanorona-libre", "fanorona-libre-dimy", "fanorona-libre-telo", "fanorona-libre-vela",
    "fanorona-libre-dimy-vela", "fanorona-libre-telo-vela", "fanorona-strict", "fanorona-strict-dimy",
    "fanorona-strict-telo", "fanorona-strict-vela", "fanorona-strict-dimy-vela", "fanorona-strict-telo-vela",
    "fanorona-souffle", "fanorona-souffle-dimy", "fanorona-souffle-telo", "fanorona-souffle-vela",
    "fanorona-souffle-dimy-vela", "fanorona-souffle-telo-vela",
]
