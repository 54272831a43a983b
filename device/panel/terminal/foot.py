"""Writes the rows below the picture: the lamp, what is waited for, what is being said, the keys. Pure."""

import math

from msgspec import Struct

from device.kernel.lamp import LampState
from device.panel.terminal.fitting import cut_text, wrapped_text
from device.panel.terminal.keys import KEYS_HELP
from device.panel.terminal.signs import Signs, can_spell
from device.panel.terminal.words import TerminalWords

COLOURS = {
    LampState.OFF: 90,
    LampState.HOME: 32,
    LampState.NIGHT: 34,
    LampState.WINDOW: 36,
    LampState.DAY: 97,
    LampState.LAST_MINUTE: 33,
    LampState.FAULT: 31,
    LampState.HERE: 35,
}
"""The lamp in the terminal's own colours."""
_SAID_ROWS = 2
"""Rows kept free for spoken words, so that the keys stay where they are while it speaks."""


class Foot(Struct, frozen=True):
    """All that the rows below the picture tell. `captions` says that spoken words have rows of their own."""

    lamp: LampState = LampState.OFF
    words: TerminalWords = TerminalWords()
    captions: bool = False
    now: float = 0.0


def foot_rows(foot: Foot, columns: int, room: int, signs: Signs, *, colours: bool) -> list[str]:
    """Write as many rows as there is room for, the first ones first. If there is room for one, spoken words take it."""
    said = _said(foot, columns, signs) if foot.captions else []
    if room == 1 and said and said[0]:
        return [_lamp(foot.lamp, signs, " " + cut_text(said[0], columns - 2), columns, colours=colours)]
    waits = _waits(foot)
    told = f" lamp {foot.lamp}   {waits}".rstrip()
    if waits and len(told) >= columns:
        told = f" {waits}"
    return [_lamp(foot.lamp, signs, told, columns, colours=colours), *said, *_wrapped_keys(columns)][: max(0, room)]


def _lamp(lamp: LampState, signs: Signs, told: str, columns: int, *, colours: bool) -> str:
    dot = "*" if signs is Signs.ASCII else "●"
    shown = f"\x1b[{COLOURS[lamp]}m{dot}\x1b[39m" if colours else dot
    return shown + cut_text(told, columns - 1)


def _waits(foot: Foot) -> str:
    """Say what is waited for, and how many seconds are left."""
    words = foot.words
    if not words.waits or words.until is None:
        return words.waits and f"waits for {words.waits}"
    return f"waits for {words.waits}: {max(0, math.ceil(words.until - foot.now - 1e-6))} s"


def _said(foot: Foot, columns: int, signs: Signs) -> list[str]:
    """Write what is being said in a fixed number of rows; three dots at the end tell that there is more."""
    said = foot.words.said
    if not can_spell(said, signs):
        said = "(speaks letters that this terminal has not)"
    rows = wrapped_text(f"says: {said}", columns) if said else []
    if len(rows) > _SAID_ROWS:
        rows = [*rows[: _SAID_ROWS - 1], cut_text(cut_text(rows[_SAID_ROWS - 1], columns - 3) + "...", columns)]
    return [*rows, *[""] * (_SAID_ROWS - len(rows))]


def _wrapped_keys(columns: int) -> list[str]:
    """Wrap the help of the keys. Words that belong together are three spaces from the next, and stay together if they
    can."""
    rows = [""]
    for part in KEYS_HELP.split("   "):
        longer = f"{rows[-1]}   {part}" if rows[-1] else part
        if len(longer) > columns and rows[-1]:
            rows.append(part)
        else:
            rows[-1] = longer
    return [row[start : start + columns] for row in rows for start in range(0, len(row), columns)]
