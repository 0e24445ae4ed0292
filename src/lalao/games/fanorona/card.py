"""The rules of a game of Fanorona on one page: those of its own ruleset."""

from lalao.errors import Phrase
from lalao.games.fanorona.rules import Fanorona
from lalao.games.game import Card, Chapter

NAMES = {
    "": Phrase("Tournament rule"),
    "libre": Phrase("Captures are optional"),
    "strict": Phrase("You must take, and keep taking"),
    "souffle": Phrase("Huffing"),
}
VELA = {
    "": Phrase("Second round, Vela"),
    "libre": Phrase("Second round, Vela: captures are optional"),
    "strict": Phrase("Second round, Vela: you must take, and keep taking"),
    "souffle": Phrase("Second round, Vela: huffing"),
}
DIFFERENCES = {
    "": Phrase(
        "You must take if you can; how, and how far, you choose (tournaments and research, Schadd et al. 2008)."
    ),
    "libre": Phrase("You may play a simple move though you could take (the printed rules with Vela)."),
    "strict": Phrase(
        "You must take, the longer line, and go on as long as you can; a referee watches "
        "(the printed rules with percussion)."
    ),
    "souffle": Phrase(
        "Whoever forgets to take may lose a piece: it is huffed (the printed rules with percussion, to the letter)."
    ),
}
BOARDS = {
    (3, 3): Phrase("3 × 3 (telo)"),
    (5, 5): Phrase("5 × 5 (dimy)"),
    (5, 9): Phrase("9 × 5 (tsivy)"),
}

STEP = (
    Phrase("Move one of your pieces one step along a line, to an empty point beside it."),
    Phrase(
        "In front: the step comes up to the other player's pieces. You take those right ahead, in the same direction."
    ),
    Phrase("Behind: the step goes away from the other player's pieces. You take those right behind where it started."),
    Phrase("You take the whole line of pieces, up to the first empty point or the first piece of your own."),
)
CHAIN = (
    Phrase(
        "After a capture the same piece may take again, as often as it can: never twice running in the same direction."
    ),
    Phrase("It never comes back to a point where it has been in this turn, and each step takes something."),
)
MUST_CHAIN = (
    Phrase(
        "After a capture the same piece must take again, as long as it can: never twice running in the same direction."
    ),
    CHAIN[1],
)
EITHER = Phrase("Both are possible? Choose one: a step takes in one direction only.")
LARGER = Phrase("Both are possible? Take the longer line; you choose if they are equal.")
DUTY = Phrase("If you can take, you must.")
DECLINE = Phrase("You need not take: another piece, or another step, may take nothing. But a step that can take takes.")
PRICE = Phrase("You need not take, and may stop in mid-chain, but then the other player may huff.")
HUFF = (
    Phrase(
        "The other player could have taken and did not? When your turn starts, you may remove a piece that could have."
    ),
    Phrase(
        "The other player stopped a chain that could continue? You may remove the piece that made it, and no other."
    ),
    Phrase("Then you play your own turn. If you do not huff at once, the right is lost."),
)
ROUND = (
    Phrase("Set up the pieces again; keep your colours. The loser of the first round starts."),
    Phrase("While the winner has more than 5 pieces, he takes nothing: every step is a simple move."),
    Phrase("Until then the loser takes exactly one piece per turn, the nearest, and may not chain."),
    Phrase("Once the winner has 5 pieces left, the full rules apply to both."),
)
END = (
    Phrase("Whoever has no piece left, or cannot move, has lost."),
    Phrase("It is a draw when a position comes for the third time, or after 100 turns without a capture."),
)


def card(game: Fanorona) -> Card:
    """Write the rules of a game of Fanorona, the first round or Vela."""
    name = game.rules.name
    rounds = (Chapter(Phrase("Vela, the second round"), ROUND),) if game.vela else ()
    huffing = (Chapter(Phrase("Huffing"), HUFF),) if game.rules.huffing else ()
    return Card(
        board(game),
        VELA[name] if game.vela else NAMES[name],
        Phrase("The loser starts; the winner may not take at first (the printed rules with Vela).")
        if game.vela
        else DIFFERENCES[name],
        (
            *rounds,
            Chapter(Phrase("On your turn"), STEP),
            Chapter(Phrase("Must you take?"), (duty(game), LARGER if game.rules.larger else EITHER)),
            Chapter(Phrase("Chains"), MUST_CHAIN if game.rules.must_go_on else CHAIN),
            *huffing,
            Chapter(Phrase("The end"), END),
        ),
    )


def board(game: Fanorona) -> Phrase:
    """Name a board; `width` first, as it is seen."""
    height, width = game.lattice.height, game.lattice.width
    return BOARDS.get((height, width), Phrase("{width} × {height}", width=width, height=height))


def duty(game: Fanorona) -> Phrase:
    """Say whether a player who can take must."""
    if game.rules.huffing:
        return PRICE
    return DECLINE if game.rules.may_decline else DUTY
