"""Writes the box in words for a terminal: its page, and the rows below the picture. All functions are pure. The page in
words is for a terminal that is too small for the picture, or cannot show its characters. The environment variables of
the terminal say which characters it can show. The rows below the picture are the lamp, what the box waits for, the
spoken words, and the keys."""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from nightcrier.box.panel.hand import KEYS_HELP
from nightcrier.kernel.screen import LampState


class Signs(StrEnum):
    """The character sets of terminals. Each set contains all the following sets."""

    BRAILLE = "braille"
    BLOCKS = "blocks"  # half blocks and lines, and the letters of Europe
    ASCII = "ascii"


_CONSOLES = ("linux", "vt", "cons", "screen.linux")
"""The names of terminals in hardware or in the kernel. They have few characters, and no braille."""
_LAST_OF_EUROPE = "\u052f"  # where Cyrillic ends
_DRAWN = "‘’“”„…–—·←↑→↓●■"


def signs_of(environment: Mapping[str, str]) -> Signs:
    """Return the character set of a terminal. The first of the three environment variables that is set must name UTF-8;
    the C library follows the same rule."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := environment.get(name))), "C")
    if "utf" not in locale.lower():
        return Signs.ASCII
    return Signs.BLOCKS if environment.get("TERM", "").startswith(_CONSOLES) else Signs.BRAILLE


def can_spell(text: str, signs: Signs) -> bool:
    match signs:
        case Signs.BRAILLE:
            return True
        case Signs.BLOCKS:
            return all(letter <= _LAST_OF_EUROPE or letter in _DRAWN for letter in text)
        case Signs.ASCII:
            return text.isascii()


_PLACES = re.compile("[ \u200b]")
_NOTHING = frozenset({"Mn", "Me", "Cf"})
_WIDE = frozenset("WF")


def text_width(text: str) -> int:
    """Return the width of a text in columns. An East Asian letter takes two columns, and an accent above or below a
    letter takes none."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> int:
    if unicodedata.category(letter) in _NOTHING:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in _WIDE else 1


def cut_text(text: str, columns: int) -> str:
    taken = 0
    for place, letter in enumerate(text):
        taken += _letter_width(letter)
        if taken > columns:
            return text[:place]
    return text


def wrap_text(text: str, columns: int) -> list[str]:
    lines = [""]
    for piece in _pieces(text, columns):
        if lines[-1] and text_width(lines[-1]) + text_width(piece.rstrip()) > columns:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def _pieces(text: str, columns: int) -> Iterator[str]:
    """Yield the words of a text, each with the space after it. A word that is too long for a line is split."""
    start = 0
    for end in [*(found.end() for found in _PLACES.finditer(text)), len(text)]:
        word, start = text[start:end].replace("\u200b", ""), end
        while text_width(word.rstrip()) > columns > 0 and (part := cut_text(word, columns)):
            yield part
            word = word[len(part) :]
        yield word


_WIDEST = 60
_BARS = {Signs.BRAILLE: ("█", "░"), Signs.BLOCKS: ("█", "░"), Signs.ASCII: ("#", "-")}


class PlainRow(Struct, frozen=True):
    """One row of a page in words: a text, a name with its value, or a bar. The bar is filled up to the fraction
    `left`."""

    text: str = ""
    value: str = ""
    inverse: bool = False
    left: float | None = None


class TerminalWords(Struct, frozen=True):
    """Everything shown beside the picture: the page in words, the spoken words, and what the box waits for and until
    when."""

    rows: tuple[PlainRow, ...] = ()
    said: str = ""
    waits: str = ""
    until: float | None = None


def words_width(columns: int) -> int:
    return max(1, min(_WIDEST, columns - 2))


def page_in_words(rows: Sequence[PlainRow], width: int, signs: Signs) -> list[str]:
    """Return all rows of a page, padded to this width. A text that is too long for one row takes several."""
    lines = [cut_text(line, width) for row in rows for line in _row_lines(row, width, signs)]
    return [f"{line}{' ' * (width - text_width(line))}" for line in lines]


def _row_lines(row: PlainRow, width: int, signs: Signs) -> Iterator[str]:
    if row.left is not None:
        full, empty = _BARS[signs]
        filled = round(row.left * width)
        yield full * filled + empty * (width - filled)
    elif row.value and text_width(row.text) + text_width(row.value) < width:
        yield row.text + " " * (width - text_width(row.text) - text_width(row.value)) + row.value
    elif row.value:
        yield cut_text(f"{row.text} {row.value}", width)
    else:
        text = f"[{row.text}]" if row.inverse else row.text
        yield from (" " * ((width - text_width(line)) // 2) + line for line in wrap_text(text, width))


COLOURS = {
    LampState.OFF: 90,
    LampState.HOME: 32,
    LampState.NIGHT: 34,
    LampState.CALL: 36,
    LampState.WINDOW: 36,
    LampState.CLOSED: 36,
    LampState.DAY: 97,
    LampState.LAST_MINUTE: 33,
    LampState.FAULT: 31,
    LampState.HERE: 35,
}
_SAID_ROWS = 2
"""The number of rows reserved for spoken words. Otherwise the help for the keys would move whenever the box speaks."""


class Foot(Struct, frozen=True):
    """The content of the rows below the picture. With `captions`, spoken words have their own rows. `call` is the
    number that the lamp flashes."""

    lamp: LampState = LampState.OFF
    words: TerminalWords = TerminalWords()
    captions: bool = False
    now: float = 0.0
    call: int = 0


def foot_rows(foot: Foot, columns: int, room: int, signs: Signs, *, colours: bool) -> list[str]:
    """Return as many rows as fit into `room`, from the first on. If there is room for only one row, spoken words take
    it."""
    said = _speech_rows(foot, columns, signs) if foot.captions else []
    if room == 1 and said and said[0]:
        return [_lamp_row(foot.lamp, signs, " " + cut_text(said[0], columns - 2), columns, colours=colours)]
    waits = _wait_words(foot)
    number = f" {foot.call}" if foot.call else ""
    told = f" lamp {foot.lamp}{number}   {waits}".rstrip()
    if waits and len(told) >= columns:
        told = f" {waits}"
    return [_lamp_row(foot.lamp, signs, told, columns, colours=colours), *said, *_key_rows(columns)][: max(0, room)]


def _lamp_row(lamp: LampState, signs: Signs, told: str, columns: int, *, colours: bool) -> str:
    dot = "*" if signs is Signs.ASCII else "●"
    shown = f"\x1b[{COLOURS[lamp]}m{dot}\x1b[39m" if colours else dot
    return shown + cut_text(told, columns - 1)


def _wait_words(foot: Foot) -> str:
    words = foot.words
    if not words.waits or words.until is None:
        return words.waits and f"waits for {words.waits}"
    return f"waits for {words.waits}: {max(0, math.ceil(words.until - foot.now - 1e-6))} s"


def _speech_rows(foot: Foot, columns: int, signs: Signs) -> list[str]:
    """Return the spoken words in a fixed number of rows. If they do not fit, the last row ends with three dots."""
    said = foot.words.said
    if not can_spell(said, signs):
        said = "(speaks letters that this terminal has not)"
    rows = wrap_text(f"says: {said}", columns) if said else []
    if len(rows) > _SAID_ROWS:
        rows = [*rows[: _SAID_ROWS - 1], cut_text(cut_text(rows[_SAID_ROWS - 1], columns - 3) + "...", columns)]
    return [*rows, *[""] * (_SAID_ROWS - len(rows))]


def _key_rows(columns: int) -> list[str]:
    """Return the help for the keys in rows. Three spaces separate groups of words, which are split only if they do not
    fit in a row."""
    rows = [""]
    for part in KEYS_HELP.split("   "):
        longer = f"{rows[-1]}   {part}" if rows[-1] else part
        if len(longer) > columns and rows[-1]:
            rows.append(part)
        else:
            rows[-1] = longer
    return [row[start : start + columns] for row in rows for start in range(0, len(row), columns)]
