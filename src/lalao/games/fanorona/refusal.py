"""Why a turn of Fanorona is refused: the first thing wrong with it, in words."""

from collections.abc import Iterator

from lalao.errors import IllegalMoveError
from lalao.games.fanorona.rules import FanoronaPosition
from lalao.games.fanorona.turns import Board, Capture, FanoronaMove


def refusal(position: FanoronaPosition, move: FanoronaMove) -> IllegalMoveError:
    """Return the error for a move made for another position: it is illegal here, or its text means another turn."""
    try:
        known = position.game.family.notation.move(position, move.text)
    except IllegalMoveError as refusal:
        return refusal
    return IllegalMoveError("'{move}' means another turn here: {known}", move=move, known=known)


def why_not(position: FanoronaPosition, huffed: str | None, path: str | None) -> IllegalMoveError:
    """Return the error that says why a well-written turn is illegal."""
    return next(_reasons(position, huffed, path))


def _reasons(position: FanoronaPosition, huffed: str | None, path: str | None) -> Iterator[IllegalMoveError]:
    index = position.game.lattice.index
    names = ([huffed] if huffed else []) + [name.rstrip("AW") for name in (path or "").split("-") if name]
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
        if not path:
            yield IllegalMoveError(
                "after huffing {point} you still play a turn: write x{point} and a move", point=huffed
            )
    if path:
        yield from _path_reasons(position, board, path)


def _path_reasons(position: FanoronaPosition, board: Board, path: str) -> Iterator[IllegalMoveError]:
    index = board.lattice.index
    start, *steps = path.split("-")
    here, barred, last = index[start], 1 << index[start], None
    if not board.own >> here & 1:
        yield IllegalMoveError("{side} has no piece on {point}", side=position.to_move, point=start)
        return
    for text in steps:
        end, kind = text.rstrip("AW"), text[len(text.rstrip("AW")) :]
        step = f"{board.lattice.names[here]}-{end}"
        direction = next((direction for point, direction in board.lattice.steps[here] if point == index[end]), None)
        if direction is None:
            yield IllegalMoveError(
                "{start} and {end} are not neighbours on a line", start=board.lattice.names[here], end=end
            )
            return
        if barred >> index[end] & 1:
            yield IllegalMoveError("the piece has already stood on {point} this turn", point=end)
        if (board.own | board.enemy) >> index[end] & 1:
            yield IllegalMoveError("{point} is not empty", point=end)
        if direction == last:
            yield IllegalMoveError("{step} goes on in the direction of the step just before", step=step)
        captures = board.captures_of_step(here, index[end], direction)
        if not kind:
            yield from _plain_reasons(position, step, captures)
            return
        yield from _capture_reasons(position, board, step, kind, captures)
        if board.single and text is not steps[-1]:
            yield IllegalMoveError("in Vela the loser of the first round takes once a turn and does not chain")
        capture = next(each for each in captures if each.kind == kind)
        board, here, last = board.after(here, capture), index[end], direction
        barred |= 1 << here
    yield IllegalMoveError("{move} stops too early: this chain must go on while it can take", move=path)


def _plain_reasons(position: FanoronaPosition, step: str, captures: list[Capture]) -> Iterator[IllegalMoveError]:
    if captures:
        texts = ", ".join(f"{step}{capture.kind}" for capture in captures)
        yield IllegalMoveError("{step} takes: write {texts}", step=step, texts=texts)
    yield IllegalMoveError(
        "{step} takes nothing, and you must take: {example} does",
        step=step,
        example=position.some_moves(1)[0],
    )


def _capture_reasons(
    position: FanoronaPosition, board: Board, step: str, kind: str, captures: list[Capture]
) -> Iterator[IllegalMoveError]:
    if position.is_restricted and position.vela is position.to_move:
        yield IllegalMoveError(
            "in Vela the winner of the first round takes nothing while he has more than 5 pieces: write {step}",
            step=step,
        )
    kinds = [capture.kind for capture in captures]
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
    """Tell whether the step has a run to take by this kind, however small."""
    start, end = (board.lattice.index[name] for name in step.split("-"))
    direction = next(direction for point, direction in board.lattice.steps[start] if point == end)
    anyhow = Board(board.lattice, board.own, board.enemy)
    return any(capture.kind == kind for capture in anyhow.captures_of_step(start, end, direction))


def _nothing(step: str, kind: str) -> IllegalMoveError:
    if kind == "A":
        return IllegalMoveError("{step} takes nothing by approach", step=step)
    return IllegalMoveError("{step} takes nothing by withdrawal", step=step)
