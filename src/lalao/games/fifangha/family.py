"""The games of Fifangha: their ids, the picture, evaluation and symmetry of their positions."""

from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.errors import Phrase
from lalao.games.fifangha.notation import FifanghaNotation
from lalao.games.fifangha.rules import Fifangha, FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove
from lalao.games.fifangha.words import card, mistakes, refusal
from lalao.games.game import Family
from lalao.values import Side


def balance(position: FifanghaPosition) -> int:
    """Return the side to move's lead in seeds on the board, those of the inner rows counted twice."""
    columns = position.game.columns
    own = sum(position.own) + sum(position.own[:columns])
    return own - sum(position.enemy) - sum(position.enemy[:columns])


def alike(position: FifanghaPosition) -> tuple[FifanghaPosition, ...]:
    """Return, less quiet plies, a position mirrored West to East, turned round with the players swapped, and both."""
    game, side, (south, north) = position.game, position.to_move, position.reserves
    mirrored = FifanghaPosition(game, flipped(position.south), flipped(position.north), (south, north), side)
    return (
        mirrored,
        FifanghaPosition(game, position.north, position.south, (north, south), side.other),
        FifanghaPosition(game, mirrored.north, mirrored.south, (north, south), side.other),
    )


def flipped(pits: tuple[int, ...]) -> tuple[int, ...]:
    """Mirror the pits of a player: the inner row, then the outer one."""
    columns = len(pits) // 2
    return pits[:columns][::-1] + pits[columns:][::-1]


SOUTH, NORTH = Side.SOUTH, Side.NORTH


def picture(position: FifanghaPosition, last: FifanghaMove | None, legal: bool) -> Picture:
    """Describe the four rows, tsibongy marked."""
    playable = {position.to_move.value + move.pit for move in position.legal_moves()} if legal else set()
    played = position.to_move.other.value + last.pit if last else None
    rows = []
    for row, seeds in enumerate(position.rows()):
        side = NORTH if row < 2 else SOUTH
        inner = row in (1, 2)
        letters = position.game.letters[SOUTH][: position.game.columns]
        labels = letters if inner else letters.upper()
        rows.append(
            tuple(
                Pit(
                    place=side.value + label,
                    label=label,
                    seeds=seeds[column],
                    side=side,
                    special=inner and column in (0, position.game.columns - 1),
                    last=played == side.value + label,
                    legal=side.value + label in playable,
                )
                for column, label in enumerate(labels)
            )
        )
    reserves = (Reserve(SOUTH, position.reserves[0]), Reserve(NORTH, position.reserves[1]))
    return RowPicture(str(position), position.to_move, tuple(rows), reserves, Phrase("tsibongy"))


COLUMNS = {"fifangha": 8, "fifangha-8": 8, "fifangha-6": 6, "fifangha-4": 4, "fifangakely": 4}


def read(text: str) -> Fifangha | None:
    """Return the game of an id such as ``fifangha-6``, or None where the id is not one of Fifangha's."""
    return Fifangha(COLUMNS[text]) if text in COLUMNS else None


FAMILY = Family(
    name="fifangha",
    order=3,
    title=Phrase("Fifangha"),
    blurb=Phrase("The lost game that Flacourt described in 1661. Empty the row across."),
    motto=Phrase("Empty the row across."),
    colour="#23502c",
    read=read,
    listed=("fifangha", "fifangha-6", "fifangakely"),
    offered=("fifangha", "fifangha-6", "fifangakely"),
    gentlest="fifangakely",
    ladder=("fifangha-6", "fifangha"),
    menu=("fifangha", "fifangakely"),
    notation=FifanghaNotation(),
    refusal=refusal,
    picture=picture,
    balance=balance,
    mistakes=mistakes,
    alike=alike,
    card=card,
)
