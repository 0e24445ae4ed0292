"""Gather the fonts that the sheets are printed with: ``python tools/fonts.py FOLDER`` writes ``src/lalao/print/fonts``.

FOLDER holds ``Andika-Regular.ttf``, ``Andika-Bold.ttf`` (Debian's fonts-sil-andika) and ``DejaVuSans.ttf`` (Debian's
fonts-dejavu-core). Andika, made for those who learn to read, is taken as it is; of DejaVu Sans, which stands in for the
letters and signs that Andika lacks, what names may need is kept.
"""

import shutil
import sys
from itertools import groupby
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

FONTS = Path(__file__).resolve().parent.parent / "src" / "lalao" / "print" / "fonts"
WHOLE = ("Andika-Regular.ttf", "Andika-Bold.ttf")
REST = "DejaVuSans.ttf"
KEPT = (
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x04FF),  # Cyrillic
    (0x0530, 0x058F),  # Armenian
    (0x0590, 0x05FF),  # Hebrew
    (0x0600, 0x06FF),  # Arabic
    (0x10A0, 0x10FF),  # Georgian
    (0x2190, 0x21FF),  # arrows
    (0x25A0, 0x27BF),  # shapes, signs, dingbats
    (0x1F600, 0x1F64F),  # faces
    (0xFB1D, 0xFDFF),  # forms of Hebrew and Arabic
    (0xFE70, 0xFEFC),
)


def gather(folder: Path) -> None:
    """Copy the fonts, cut down to what is needed, and list the letters that they hold."""
    for name in WHOLE:
        shutil.copyfile(folder / name, FONTS / name)
    options = Options(layout_features=["*"], notdef_outline=True, name_IDs=["*"], hinting=False)
    font = load_font(str(folder / REST), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in KEPT for code in range(first, last + 1)])
    subsetter.subset(font)
    save_font(font, str(FONTS / REST), options)
    (FONTS / "letters.txt").write_text(letters(), encoding="ascii")


def letters() -> str:
    """Return the code points that every sheet can print, one run per line, such as ``41-5A``."""
    regular, bold, rest = (set(TTFont(FONTS / name).getBestCmap()) for name in (*WHOLE, REST))
    codes = sorted(regular & bold | rest)
    runs = [list(run) for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0])]
    return "".join(f"{run[0][1]:X}-{run[-1][1]:X}\n" for run in runs)


if __name__ == "__main__":
    gather(Path(sys.argv[1]))
