"""The drawings of docs/card.md that show a folder nightcrier in a window: on the card, and on a stick."""

from case.svg import GREY
from docs.pictures.windows import BLUE, RED, ROW, SAVED, Window, arrow, box_drawn, paper, stick_drawn

_UPDATE = "nightcrier-0.3.0.tar.xz"


def drive() -> str:
    """The card's drive as a computer shows it, and the folder that is for people."""
    page = paper(256.0, 126.6, "The card in your computer: the drive NIGHTCRIER, and its folder nightcrier")
    outer = Window(page, 6.0, 15.0, (92.0, 106.6), "NIGHTCRIER")
    outer.chosen(4.0, 9.5, (84.0, 6.2))
    outer.folder(6.0, 14.2, "nightcrier", "open this one")
    for place, name in enumerate(
        ("bcm2837-rpi-3-b.dtb, …", "bootcode.bin", "cmdline.txt", "config.txt", "fixup.dat, …")
    ):
        outer.file(6.0, 22.0 + ROW * place, name, colour=GREY)
    for place, name in enumerate(("initrd.img", "LICENCE.broadcom", "start.elf, …", "vmlinuz")):
        outer.file(6.0, 50.0 + ROW * place, name, colour=GREY)
    outer.text(6.0, 77.0, "The others start the Pi: leave them as they are.", 2.8, RED)
    arrow(page, (98.0, 28.0), (106.0, 28.0))
    inner = Window(page, 108.0, 15.0, (142.0, 106.6), "NIGHTCRIER  ›  nightcrier")
    inner.text(6.0, 12.5, "What you put there", 2.9, BLUE)
    _given(inner, 19.0)
    inner.file(6.0, 19.0 + 7 * ROW, SAVED, "a saved box, which comes back")
    inner.file(6.0, 19.0 + 8 * ROW, "wifi.txt", "your Wi-Fi, for phones: its name, and below it its password")
    inner.text(6.0, 72.7, "What the box writes there", 2.9, BLUE)
    for place, (name, told) in enumerate((("taken.txt", "what was taken, what was not and why"), *_WRITTEN)):
        inner.file(6.0, 79.2 + ROW * place, name, told)
    inner.file(6.0, 79.2 + 4 * ROW, "put-here.txt", "came with the card: what may be put there")
    return page.drawn


_WRITTEN = (
    ("report.txt", "how the box is: for whoever helps you"),
    ("scores.csv", "the scores, for any spreadsheet"),
    ("problems.txt", "what is wrong, and what mends it"),
)


def _given(window: Window, y: float) -> None:
    """What any of the two may hold."""
    window.folder(6.0, y, "beds", "background sounds: sea.ogg")
    window.folder(6.0, y + ROW, "decks", "decks of your own: sunday-five.toml")
    window.folder(6.0, y + 2 * ROW, "games", "games of your own: fox-hunt.game.toml")
    window.folder(6.0, y + 3 * ROW, "voices", "voices: it-anna.zip")
    window.file(6.0, y + 4 * ROW, "device.toml", "settings")
    window.file(6.0, y + 5 * ROW, _UPDATE, "an update, and its signature:")
    window.file(6.0, y + 6 * ROW, f"{_UPDATE}.sig", "both files, or it is none")


def stick() -> str:
    """A stick, as a computer shows it before it was in the box and after that, and where it goes in."""
    page = paper(256.0, 112.0, "A stick: make a folder nightcrier on it, and fill it")
    box_drawn(page, 6.0, 20.0, "USB stick")
    stick_drawn(page, 30.0, 66.0)
    page.text((6.0, 92.0), "into a USB socket of the Pi, or of", 2.8, "start", GREY)
    page.text((6.0, 96.0), "the hub on a Zero 2 W", 2.8, "start", GREY)
    window = Window(page, 76.0, 15.0, (174.0, 92.0), "USB drive  ›  nightcrier")
    window.text(6.0, 12.5, "What you put there, any of it", 2.9, BLUE)
    _given(window, 19.0)
    window.text(6.0, 61.6, "What “Save all to it” adds", 2.9, BLUE)
    window.file(6.0, 68.1, SAVED, "the whole box, for this one or another; names stand in it")
    for place, (name, told) in enumerate(_WRITTEN):
        window.file(6.0, 68.1 + ROW * (place + 1), name, told)
    return page.drawn
