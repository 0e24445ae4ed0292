"""Make the icons of an installed Lalao from the drawing: ``python tools/icons.py``. Needs the system's Chromium."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page  # noqa: E402
from tests.browsing import browsing  # noqa: E402

STATIC = ROOT / "src" / "lalao" / "web" / "static"
WOOD = "#9a6636"
"""The colour of the drawing's own ground: what is cut to another shape is filled to its edge with it."""
ICONS = {
    "icon-180": (180, 1.0, WOOD),
    "icon-192": (192, 1.0, ""),
    "icon-512": (512, 1.0, ""),
    "maskable-512": (512, 0.8, WOOD),
}
"""The icons by their names: pixels, how much of these the drawing takes, the colour around it ("" for none)."""
PAGE = (
    "<style>body {{ margin: 0; background: {ground}; display: grid; place-items: center; height: {size}px }}"
    "svg {{ width: {drawn}px; height: {drawn}px }}</style>{drawing}"
)


def draw(page: Page, name: str, drawing: str) -> None:
    """Draw one icon."""
    size, share, ground = ICONS[name]
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(PAGE.format(ground=ground or "transparent", size=size, drawn=share * size, drawing=drawing))
    page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=not ground)


def main() -> None:
    """Draw all icons."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    (STATIC / "icons").mkdir(exist_ok=True)
    with browsing() as browser:
        page = browser.new_page()
        for name in ICONS:
            draw(page, name, drawing)


if __name__ == "__main__":
    main()
