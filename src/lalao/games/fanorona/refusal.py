"""Why a turn of Fanorona is refused: the first thing wrong with it, in words."""

from collections.abc import Iterator

from lalao.errors import IllegalMoveError
from lalao.games.fanorona.rules import FanoronaPosition
from lalao.games.fanorona.turns import Board, FanoronaMove, Taking


def refusal(position: FanoronaPosition, move: FanoronaMove) -> IllegalMoveError:
    """Say why a move made for another position is not legal here, or not by this text."""
    try:
        known = position.game.family.notation.move(position, move.text)
    except IllegalMoveError as refusal:
        return refusal
    return IllegalMoveError("'{move}' means another turn here: {known}", move=move, known=known)


def why_not(position: FanoronaPosition, huffed: str | None, walk: str | None) -> IllegalMoveError:
    """Return the reason why this turn, which is well written but not legal, is not."""
    return next(_reasons(position, huffed, walk))


def _reasons(position: FanoronaPosition, huffed: str | None, walk: str | None) -> Iterator[IllegalMoveError]:
    index = position.game.lattice.index
    names = ([huffed] if huffed else []) + [name.rstrip("AW") for name in (walk or "").split("-") if name]
    for name in names:
        if name not in index:
            yield IllegalMoveError(
                "there is no point '{point}': this board goes from a1 to {last}",
                point=name,
                last=position.game.lattice.names[-1],
            )
            return
    board = position.board()
    if huffed:
        if position.is_restricted and position.vela is position.to_move:
            yield IllegalMoveError(
                "in Vela the winner of the first round huffs nothing while he has more than 5 pieces"
            )
        if not position.huffable >> index[huffed] & 1:
            yield IllegalMoveError("{point} cannot be huffed: no piece there has failed to take", point=huffed)
        board = position.board(1 << index[huffed])
        if not walk:
            yield IllegalMoveError(
                "after huffing {point} you still play a turn: write x{point} and a move", point=huffed
            )
    if walk:
        yield from _walk_reasons(position, board, walk)


def _walk_reasons(position: FanoronaPosition, board: Board, walk: str) -> Iterator[IllegalMoveError]:
    index = board.lattice.index
    start, *steps = walk.split("-")
    here, barred, last = index[start], 1 << index[start], None
    if not board.own >> here & 1:
        yield IllegalMoveError("{side} has no piece on {point}", side=position.to_move, point=start)
        return
    for text in steps:
        end, kind = text.rstrip("AW"), text[len(text.rstrip("AW")) :]
        step = f"{board.lattice.names[here]}-{end}"
        way = next((way for point, way in board.lattice.steps[here] if point == index[end]), None)
        if way is None:
            yield IllegalMoveError(
                "{start} and {end} are not neighbours on a line", start=board.lattice.names[here], end=end
            )
            return
        if barred >> index[end] & 1:
            yield IllegalMoveError("the piece has already stood on {point} this turn", point=end)
        if (board.own | board.enemy) >> index[end] & 1:
            yield IllegalMoveError("{point} is not empty", point=end)
        if way == last:
            yield IllegalMoveError("{step} goes on in the direction of the step just before", step=step)
        takings = board.takings_of_step(here, index[end], way)
        if not kind:
            yield from _plain_reasons(position, step, takings)
            return
        yield from _taking_reasons(position, board, step, kind, takings)
        if board.single and text is not steps[-1]:
            yield IllegalMoveError("in Vela the loser of the first round takes once a turn and does not chain")
        taking = next(found for found in takings if found.kind == kind)
        board, here, last = board.after(here, taking), index[end], way
        barred |= 1 << here
    yield IllegalMoveError("{move} stops too early: this chain must go on while it can take", move=walk)


def _plain_reasons(position: FanoronaPosition, step: str, takings: list[Taking]) -> Iterator[IllegalMoveError]:
    if takings:
        texts = ", ".join(f"{step}{taking.kind}" for taking in takings)
        yield IllegalMoveError("{step} takes: write {texts}", step=step, texts=texts)
    yield IllegalMoveError(
        "{step} takes nothing, and you must take: {example} does",
        step=step,
        example=position.some_moves(1)[0],
    )


def _taking_reasons(
    position: FanoronaPosition, board: Board, step: str, kind: str, takings: list[Taking]
) -> Iterator[IllegalMoveError]:
    if position.is_restricted and position.vela is position.to_move:
        yield IllegalMoveError(
            "in Vela the winner of the first round takes nothing while he has more than 5 pieces: write {step}",
            step=step,
        )
    kinds = [taking.kind for taking in takings]
    if kind not in kinds and kinds and board.larger:
        yield (
            IllegalMoveError(
                "{step}{kind} is not the larger of the two runs: write {step}{other}",
                step=step,
                kind=kind,
                other=kinds[0],
            )
            if _has_run(board, step, kind)
            else _nothing(step, kind)
        )
    elif kind not in kinds:
        yield _nothing(step, kind)


def _has_run(board: Board, step: str, kind: str) -> bool:
    """Tell whether the step has a run to take in this way, however small."""
    start, end = (board.lattice.index[name] for name in step.split("-"))
    way = next(way for point, way in board.lattice.steps[start] if point == end)
    anyhow = Board(board.lattice, board.own, board.enemy)
    return any(taking.kind == kind for taking in anyhow.takings_of_step(start, end, way))


def _nothing(step: str, kind: str) -> IllegalMoveError:
    if kind == "A":
        return IllegalMoveError("{step} takes nothing by approach", step=step)
    return IllegalMoveError("{step} takes nothing by withdrawal", step=step)
