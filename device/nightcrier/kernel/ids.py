"""Defines the ids that several packages use. `Language` and `LineId` are distinct types, so that mypy finds a swap."""

from collections.abc import Sequence
from typing import NewType, TypeAlias

Language = NewType("Language", str)
"""The code of a language of the table: en fa uk it es de fr zh-Hant ja th."""

LineId = NewType("LineId", str)
"""The id of a line that the narrator can say, for example `one-night.seer.wake`."""

Seconds: TypeAlias = float
Decibels: TypeAlias = float
Token: TypeAlias = int
"""The number of one requested sound. It distinguishes the end of this sound from the end of an older sound."""

_NAMED = "name."
FILLS = ("number.", "seat.", "person.", _NAMED)
"""The prefixes of the ids of parts that fill a gap in a sentence. A part that is said alone ends with a full stop."""
TITLES = ("role.", "screen.")
"""The prefixes of the ids of role names and screen words, which have no full stop."""
COUNTS = ("points.", "losses.")
"""The prefixes of the ids of points and losses, which are said after the name of the person."""

_ON = ".on"
_DOT = "\u2024"
"""The character that replaces a dot of somebody's name in a line id."""

NOBODY_WAITS: Token = 0
"""The token of a sound whose end is ignored."""

DAY_BED = "day"
"""The bed that is played during the day, if people want it. It masks no sounds, so no night may use it."""


def role_line(role: str) -> LineId:
    """Return the id of the line that says the name of a role, card or moment."""
    return LineId(f"role.{role}")


def screen_line(key: str) -> LineId:
    return LineId(f"screen.{key}")


def seat_line(seat: int) -> LineId:
    """Return the id of the line that says a seat: the name of its person, or else the number."""
    return LineId(f"seat.{seat}")


SEAT = LineId("seat-first")
"""The line "Seat", said before a seat's number when the box addresses only that seat. It is left out before a name."""


def seat_first(seat: int, *lines: LineId) -> tuple[LineId, ...]:
    """Return the lines that call a seat by its number or name, and then say these lines."""
    return SEAT, seat_line(seat), *lines


def seats_say(seats: Sequence[int], line: str, nobody: str = "") -> tuple[LineId, ...]:
    """Return the lines of a sentence about these seats, which ends with `<line>.one` or `<line>.many`. Without seats,
    return the line `nobody`, or nothing."""
    if not seats:
        return tuple(map(LineId, filter(None, [nobody])))
    *first, last = seats
    if not first:
        return seat_first(last, LineId(f"{line}.one"))
    return LineId("seats-first"), *map(seat_line, first), LineId("seats-and"), seat_line(last), LineId(f"{line}.many")


def person_line(person: int) -> LineId:
    return LineId(f"person.{person}")


def name_line(name: str) -> LineId:
    """Return the id of the line that says somebody's name. Dots in the name, as in J.R., are replaced, because a dot
    separates the parts of an id."""
    return LineId(f"{_NAMED}{name.replace('.', _DOT)}")


def line_said(line: LineId) -> str:
    """Return the id of a line as it may appear in a log, without the names of people."""
    return "a name" if line.startswith(_NAMED) else line


def name_in(key: str) -> str | None:
    """Return the name in a line id, from its `key` after `name.`, or None for the id of another clip of a name."""
    return None if "." in key else key.replace(_DOT, ".")


def fills_a_line(line: LineId) -> bool:
    """Say whether a line fills a gap inside or at the end of another line's sentence: a seat, a number, a role."""
    return line.startswith(FILLS + TITLES)


def unended_line(line: LineId) -> LineId:
    """Return the id of the clip to play when the sentence continues after the line. In that clip the voice does not
    fall at the end."""
    return LineId(f"{line}{_ON}")


def ending_line(line: LineId) -> LineId:
    """Return the id of the clip for the end of a sentence, or for saying the line alone."""
    return LineId(line.removesuffix(_ON))


def whole_line(lead: LineId, fill: LineId) -> LineId:
    """Return the id of a sentence that is recorded whole, together with its one number: `deal.turn.number.7`."""
    return LineId(f"{lead}.{fill}")


def help_line(line: LineId) -> LineId:
    """Return the id of the line that explains a word of the screen. Return an empty id if the line is no word of the
    screen."""
    return LineId(line.replace("screen.", "screen.help.", 1) if line.startswith("screen.") else "")


def number_line(number: int) -> LineId:
    return LineId(f"number.{number}")
