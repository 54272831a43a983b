"""The drawings of docs/card.md and docs/proofs/card.md that show which way a saved box goes, and what lies where."""

from case.shapes import Hole, Opening
from case.svg import INK, PALE
from docs.pictures.windows import RED, SAVED, WHITE, Window, arrow, box_drawn, paper


def bring() -> str:
    """A saved box goes from one box to another, on a stick."""
    page = paper(256.0, 72.0, "Bring a saved box to another, or back to itself")
    for number, (x, words) in enumerate(_BRINGING, 1):
        page.circle(Hole(x + 3.0, 19.0, 5.0), RED, fill=RED)
        page.text((x + 3.0, 20.1), str(number), 3.2, "middle", WHITE)
        for place, row in enumerate(words):
            page.text((x, 65.0 + 4.4 * place), row, 2.9)
    box_drawn(page, 6.0, 25.0, "All is saved")
    arrow(page, (68.0, 42.0), (84.0, 42.0))
    Window(page, 90.0, 33.0, (76.0, 18.0), "stick  ›  nightcrier").file(14.0, 14.0, SAVED)
    arrow(page, (172.0, 42.0), (188.0, 42.0))
    box_drawn(page, 190.0, 25.0, "Bring back …")
    return page.drawn


_BRINGING = (
    (6.0, ("The one box: “Save all to it”",)),
    (90.0, ("On the stick is then the whole box, in one file",)),
    (190.0, ("The other: “Bring back a saved box”",)),
)


def partitions() -> str:
    """The three parts of the card."""
    page = paper(256.0, 50.0, "The three partitions of the card")
    for x, wide, fill, name, rows, writer in _PARTS:
        page.opening(Opening(x, 17.0, wide, 20.0), INK, fill=fill)
        page.text((x + 2.0, 22.5), name, 3.6)
        for place, row in enumerate(rows):
            page.text((x + 2.0, 28.0 + 5.0 * place), row, 3.0)
        page.text((x + 2.0, 43.0), writer, 3.0)
    return page.drawn


_Part = tuple[float, float, str, str, tuple[str, ...], str]
_PARTS: tuple[_Part, ...] = (
    (6.0, 62.0, "#dfe9f8", "1  NIGHTCRIER", ("FAT: firmware, kernel,", "and the folder nightcrier"), "people write it"),
    (68.0, 76.0, PALE, "2  the system", ("squashfs: Debian and the box",), "nobody writes it"),
    (
        144.0,
        106.0,
        "#f6e6c4",
        "3  the rest of the card",
        ("ext4, made at the first start: settings, decks,", "scores, names, voices, updates, the log"),
        "the box writes it",
    ),
)
