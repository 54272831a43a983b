"""Has the names of things that cross rooms. `Language` and `LineId` are distinct types: a swap is an error."""

from typing import NewType, TypeAlias

Language = NewType("Language", str)
"""A language of the table: en fa uk it es de fr zh-Hant ja th."""

LineId = NewType("LineId", str)
"""The id of a sentence the narrator can say, for example `one-night.seer.wake`."""

Seconds: TypeAlias = float
Decibels: TypeAlias = float
Token: TypeAlias = int
"""The number of one sound that was asked for, which tells its end from the end of an older sound."""

_NAMED = "name."
FILLS = ("number.", "seat.", "person.", _NAMED)
"""The beginnings of the ids of parts that fill a place in a sentence. Said alone, a part ends with a full stop."""
TITLES = ("role.", "screen.")
"""The beginnings of the ids of names of roles and words of the screen, which have no full stop."""
COUNTS = ("points.", "losses.")
"""The beginnings of the ids of points and losses, which are said after the person who has them."""

_ON = ".on"
_DOT = "\u2024"
"""The sign that stands in a line id for a dot in somebody's name."""

NOBODY_WAITS: Token = 0
"""The token of a sound whose end means nothing."""

DAY_BED = "day"
"""The bed that is heard by day, where people want one. This bed masks no sounds, and no night may choose it."""


def role_line(role: str) -> LineId:
    """Return the line that says the name of a role, card or moment."""
    return LineId(f"role.{role}")


def screen_line(key: str) -> LineId:
    """Return the line that says a word of the screen."""
    return LineId(f"screen.{key}")


def seat_line(seat: int) -> LineId:
    """Return the line that says a seat: the name of who sits there, else the number."""
    return LineId(f"seat.{seat}")


def person_line(person: int) -> LineId:
    """Return the line that says a person of the evening."""
    return LineId(f"person.{person}")


def name_line(name: str) -> LineId:
    """Return the line that says somebody's name. Dots in the name, as in J.R., do not part the id."""
    return LineId(f"{_NAMED}{name.replace('.', _DOT)}")


def is_name(line: LineId) -> bool:
    """Say whether a line is somebody's name."""
    return line.startswith(_NAMED)


def name_in(key: str) -> str | None:
    """Return the name in a line id, from what follows `name.`; None for another clip of a name."""
    return None if "." in key else key.replace(_DOT, ".")


def fills_a_line(line: LineId) -> bool:
    """Say whether a line is said within or at the end of another line's sentence: a seat, a number, a role."""
    return line.startswith(FILLS + TITLES)


def unended_line(line: LineId) -> LineId:
    """Return the id of the clip to play when the sentence goes on after the line. In that clip the melody of the voice
    does not end."""
    return LineId(f"{line}{_ON}")


def ending_line(line: LineId) -> LineId:
    """Return the line for the end of a sentence, or for itself alone."""
    return LineId(line.removesuffix(_ON))


def whole_line(lead: LineId, fill: LineId) -> LineId:
    """Return the line for a sentence with its one number, recorded as a whole: `deal.turn.number.7`."""
    return LineId(f"{lead}.{fill}")


def second_phrasing(line: LineId) -> LineId:
    """Return the second phrasing of a line, for a table that hears the line every game."""
    return LineId(f"{line}.other")


def help_line(line: LineId) -> LineId:
    """Return the line of help for a word of the screen; empty for any other line."""
    return LineId(line.replace("screen.", "screen.help.", 1) if line.startswith("screen.") else "")


def number_line(number: int) -> LineId:
    """Return the line that says a number."""
    return LineId(f"number.{number}")
