"""Fanorona in words: why a move is refused, and the rules on one page."""

from collections.abc import Iterator

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.games.fanorona.rules import Fanorona, FanoronaPosition
from lalao.games.fanorona.turns import Board, Capture, FanoronaMove
from lalao.games.game import Card, Chapter


class FanoronaRefusal(Refusal):
    """The reasons why a turn may not be played."""

    MUST_TAKE = (
        "must-take",
        Phrase("{step} takes nothing, and you must take: {example} does"),
        Phrase("You must take."),
        Phrase("Play one of the bright pieces."),
    )
    VELA_CHAIN = (
        "vela-chain",
        Phrase("in Vela the loser of the first round takes once a turn and does not chain"),
        Phrase("Only one capture."),
        Phrase("In Vela you take once per turn."),
    )
    VELA_CAPTURE = (
        "vela-capture",
        Phrase("in Vela the winner of the first round takes nothing while he has more than 5 pieces: write {step}"),
        Phrase("No captures yet."),
        Phrase("In Vela the winner cannot take until down to 5 pieces."),
    )
    SMALLER_RUN = (
        "smaller-run",
        Phrase("{step}{kind} is not the larger of the two runs: write {step}{other}"),
        Phrase("Take the longer line."),
        Phrase("That is the rule of this game."),
    )
    VISITED = (
        "visited",
        Phrase("the piece has already stood on {point} this turn"),
        Phrase("Not back there."),
        Phrase("The piece has already been there this turn."),
    )
    SAME_DIRECTION = (
        "same-direction",
        Phrase("{step} continues in the direction of the previous step"),
        Phrase("Change direction."),
        Phrase("Never the same direction twice in a row."),
    )
    NO_APPROACH = (
        "no-approach",
        Phrase("{step} takes nothing by approach"),
        Phrase("Nothing to take there."),
        Phrase("Each step of a chain must take."),
    )
    NO_WITHDRAWAL = (
        "no-withdrawal",
        Phrase("{step} takes nothing by withdrawal"),
        Phrase("Nothing to take there."),
        Phrase("Each step of a chain must take."),
    )
    NO_PIECE = (
        "no-piece",
        Phrase("{side} has no piece on {point}"),
        Phrase("That is not yours."),
        Phrase("Choose on your own side."),
    )
    OCCUPIED = (
        "occupied",
        Phrase("{point} is not empty"),
        Phrase("No room there."),
        Phrase("A piece moves to an empty point."),
    )
    NOT_NEIGHBOURS = (
        "not-neighbours",
        Phrase("{start} and {end} are not neighbours on a line"),
        Phrase("Too far."),
        Phrase("Follow a line to the next point."),
    )
    OTHER_TURN = "other-turn", Phrase("'{move}' means another turn here: {known}")
    NO_POINT = "no-point", Phrase("there is no point '{point}': this board goes from a1 to {last}")
    VELA_HUFF = (
        "vela-huff",
        Phrase("in Vela the winner of the first round huffs nothing while he has more than 5 pieces"),
    )
    NOT_HUFFABLE = "not-huffable", Phrase("{point} cannot be huffed: no piece there has failed to take")
    ONLY_HUFFED = "only-huffed", Phrase("after huffing {point} you still play a turn: write x{point} and a move")
    INCOMPLETE = "incomplete", Phrase("{move} stops too early: this chain must go on while it can take")
    CAPTURES = "captures", Phrase("{step} takes: write {texts}")


def refusal(position: FanoronaPosition, move: FanoronaMove) -> IllegalMoveError:
    """Return the error for a move made for another position: it is illegal here, or its text means another turn."""
    try:
        known = position.game.family.notation.move(position, move.text)
    except IllegalMoveError as refusal:
        return refusal
    return FanoronaRefusal.OTHER_TURN.error(move=move, known=known)


def why_not(position: FanoronaPosition, huffed: str | None, path: str | None) -> IllegalMoveError:
    """Return the error that says why a well-written turn is illegal."""
    return next(_reasons(position, huffed, path))


def _reasons(position: FanoronaPosition, huffed: str | None, path: str | None) -> Iterator[IllegalMoveError]:
    index = position.game.lattice.index
    names = ([huffed] if huffed else []) + [name.rstrip("AW") for name in (path or "").split("-") if name]
    for name in names:
        if name not in index:
            yield FanoronaRefusal.NO_POINT.error(point=name, last=position.game.lattice.names[-1])
            return
    board = position.board()
    if huffed:
        if position.is_restricted and position.vela is position.to_move:
            yield FanoronaRefusal.VELA_HUFF.error()
        if not position.huffable >> index[huffed] & 1:
            yield FanoronaRefusal.NOT_HUFFABLE.error(point=huffed)
        board = position.board(1 << index[huffed])
        if not path:
            yield FanoronaRefusal.ONLY_HUFFED.error(point=huffed)
    if path:
        yield from _path_reasons(position, board, path)


def _path_reasons(position: FanoronaPosition, board: Board, path: str) -> Iterator[IllegalMoveError]:
    index = board.lattice.index
    start, *steps = path.split("-")
    here, barred, last = index[start], 1 << index[start], None
    if not board.own >> here & 1:
        yield FanoronaRefusal.NO_PIECE.error(side=position.to_move, point=start)
        return
    for text in steps:
        end, kind = text.rstrip("AW"), text[len(text.rstrip("AW")) :]
        step = f"{board.lattice.names[here]}-{end}"
        direction = next((direction for point, direction in board.lattice.steps[here] if point == index[end]), None)
        if direction is None:
            yield FanoronaRefusal.NOT_NEIGHBOURS.error(start=board.lattice.names[here], end=end)
            return
        if barred >> index[end] & 1:
            yield FanoronaRefusal.VISITED.error(point=end)
        if (board.own | board.enemy) >> index[end] & 1:
            yield FanoronaRefusal.OCCUPIED.error(point=end)
        if direction == last:
            yield FanoronaRefusal.SAME_DIRECTION.error(step=step)
        captures = board.captures_of_step(here, index[end], direction)
        if not kind:
            yield from _plain_reasons(position, step, captures)
            return
        yield from _capture_reasons(position, board, step, kind, captures)
        if board.single and text is not steps[-1]:
            yield FanoronaRefusal.VELA_CHAIN.error()
        capture = next(each for each in captures if each.kind == kind)
        board, here, last = board.after(here, capture), index[end], direction
        barred |= 1 << here
    yield FanoronaRefusal.INCOMPLETE.error(move=path)


def _plain_reasons(position: FanoronaPosition, step: str, captures: list[Capture]) -> Iterator[IllegalMoveError]:
    if captures:
        texts = ", ".join(f"{step}{capture.kind}" for capture in captures)
        yield FanoronaRefusal.CAPTURES.error(step=step, texts=texts)
    yield FanoronaRefusal.MUST_TAKE.error(step=step, example=position.some_moves(1)[0])


def _capture_reasons(
    position: FanoronaPosition, board: Board, step: str, kind: str, captures: list[Capture]
) -> Iterator[IllegalMoveError]:
    if position.is_restricted and position.vela is position.to_move:
        yield FanoronaRefusal.VELA_CAPTURE.error(step=step)
    kinds = [capture.kind for capture in captures]
    nothing = FanoronaRefusal.NO_APPROACH if kind == "A" else FanoronaRefusal.NO_WITHDRAWAL
    if kind not in kinds and kinds and board.larger:
        yield (
            FanoronaRefusal.SMALLER_RUN.error(step=step, kind=kind, other=kinds[0])
            if _has_run(board, step, kind)
            else nothing.error(step=step)
        )
    elif kind not in kinds:
        yield nothing.error(step=step)


def _has_run(board: Board, step: str, kind: str) -> bool:
    """Tell whether the step has a run to take by this kind, however small."""
    start, end = (board.lattice.index[name] for name in step.split("-"))
    direction = next(direction for point, direction in board.lattice.steps[start] if point == end)
    anyhow = Board(board.lattice, board.own, board.enemy)
    return any(capture.kind == kind for capture in anyhow.captures_of_step(start, end, direction))


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
