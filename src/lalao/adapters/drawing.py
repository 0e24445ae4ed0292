"""Pictures of positions as arrays of pixels."""

import io

import numpy as np
import numpy.typing as npt
import typst
from PIL import Image

from lalao.games.game import AnyPosition

PAGE = (
    '#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg", width: {width}pt)'
)


def pixels(position: AnyPosition, width: int = 480) -> npt.NDArray[np.uint8]:
    """Draw a position as height × width × 3 values of red, green and blue."""
    page = PAGE.format(width=width).encode()
    made = typst.compile(page, format="png", ppi=72, sys_inputs={"svg": position.picture().svg()})
    assert isinstance(made, bytes)
    with Image.open(io.BytesIO(made)) as image:
        return np.asarray(image.convert("RGB"))
