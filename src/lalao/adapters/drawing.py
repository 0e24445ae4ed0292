"""What environments share: observations as Gymnasium spaces, and positions rendered as text or as arrays of pixels."""

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from lalao.adapters.steps import Match
from lalao.errors import ArgumentError
from lalao.games.game import AnyPosition

PAGE = (
    '#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg", width: {width}pt)'
)
RENDER_MODES = ["ansi", "rgb_array"]


def render_mode_of(mode: str | None) -> str | None:
    """Return a render mode, None for none.

    Raises ArgumentError where it is unknown.
    """
    if mode not in (None, *RENDER_MODES):
        raise ArgumentError(
            "there is no render mode '{mode}': choose {modes}", mode=mode, modes=", ".join(RENDER_MODES)
        )
    return mode


def rendered(position: AnyPosition, mode: str | None) -> Any:
    """Return a position rendered in one of `RENDER_MODES`, or None for any other mode."""
    if mode == "ansi":
        return position.picture().draw()
    return pixels(position) if mode == "rgb_array" else None


def pixels(position: AnyPosition, width: int = 480) -> npt.NDArray[np.uint8]:
    """Return a picture of a position as an array of height × `width` × 3 (red, green, blue)."""
    import typst
    from PIL import Image

    page = PAGE.format(width=width).encode()
    made = typst.compile(page, format="png", ppi=72, sys_inputs={"svg": position.picture().svg()})
    assert isinstance(made, bytes)
    with Image.open(io.BytesIO(made)) as image:
        return np.asarray(image.convert("RGB"))


def observation_space(match: Match) -> spaces.Dict:
    """Return the space of an agent's observations and of the mask of its legal actions."""
    board = spaces.Box(0, match.most, match.shape, np.float32)
    mask = spaces.Box(0, 1, (match.actions,), np.int8)
    return spaces.Dict({"observation": board, "action_mask": mask})
