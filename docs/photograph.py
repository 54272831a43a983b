"""./run -m docs.photograph FILE WORDS: puts a photograph of a real box at the top of README, with these words for
people who cannot see it. It is made small, and loses where and by whom it was taken. The drawing stays linked."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageOps

_WIDEST = 1600
"""The most pixels of width, as many as a page shows on a high-resolution screen."""
_PICTURE = "box.jpg"
_TOP = re.compile(r"^\[!\[.*?\]\(docs/pictures/(?:hands\.svg|box\.jpg)\)\]\(docs/case\.md\)\n\n\*.*?\*$", re.MULTILINE)
_NOTE = "*[As it was drawn](docs/pictures/hands.svg) before. No figure in these pages is from a real Pi.*"


def main(words: Sequence[str], top: Path = Path(__file__).parents[1]) -> None:
    if len(words) != 2 or not words[1].strip() or re.search(r"[\[\]\n]", words[1]):
        sys.exit('photograph: give a file, and what is seen on it: ./run -m docs.photograph box.jpg "A box on a table"')
    text = (top / "README.md").read_text("utf-8")
    here = f"[![A photograph: {words[1].strip()}](docs/pictures/{_PICTURE})](docs/case.md)\n\n{_NOTE}"
    changed, count = _TOP.subn(lambda _: here, text)
    if count != 1:
        sys.exit(f"photograph: README.md has {count} places for it, and should have one; nothing was written")
    try:
        with Image.open(words[0]) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, ValueError, Image.DecompressionBombError):
        sys.exit(f"photograph: {words[0]} is no picture that can be read; save it as JPEG or PNG")
    picture.thumbnail((_WIDEST, _WIDEST))
    picture.info.clear()  # with the place where it was taken
    picture.save(top / "docs" / "pictures" / _PICTURE, quality=80, optimize=True)
    (top / "README.md").write_text(changed, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
