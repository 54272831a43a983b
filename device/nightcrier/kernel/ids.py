"""Names of things that cross rooms. `Language` and `LineId` are distinct types, so they cannot be swapped."""

from typing import NewType, TypeAlias

Language = NewType("Language", str)
"""A language of the table: en fa uk it es de fr zh-Hant ja th."""

LineId = NewType("LineId", str)
"""A sentence the narrator can say, such as `one-night.seer.wake`."""

Seconds: TypeAlias = float
Decibels: TypeAlias = float
Token: TypeAlias = int
"""Marks one sound that was asked for, so that its end can be told from the end of an older one."""

_NAMED = "name."
FILLS = ("number.", "seat.", "person.", _NAMED)
"""What fills a place in a sentence. Where it is said alone, it has a full stop of its own."""
TITLES = ("role.", "screen.")
"""The same, without a full stop: names of roles, words of the screen."""
COUNTS = ("points.", "losses.")
"""What somebody has of it, said behind who it is."""

_ON = ".on"
_DOT = "\u2024"
"""A dot in a name, as it stands in a line."""

NOBODY_WAITS: Token = 0
"""The token of a sound whose end means nothing."""

DAY_BED = "day"
"""The bed that is heard by day, where people want one. It covers nothing, so that it is no choice for the night."""


def role_line(role: str) -> LineId:
    """The name of a role, card or moment as something to say."""
    return LineId(f"role.{role}")


def screen_line(key: str) -> LineId:
    """A word of the screen as something to say."""
    return LineId(f"screen.{key}")


def seat_line(seat: int) -> LineId:
    """A seat as something to say: by the name of who sits there, else by its number."""
    return LineId(f"seat.{seat}")


def person_line(person: int) -> LineId:
    """Return somebody of the evening as something to say."""
    return LineId(f"person.{person}")


def name_line(name: str) -> LineId:
    """The name of somebody at the table, as something to say. Its own dots part nothing: J.R. is no call."""
    return LineId(f"{_NAMED}{name.replace('.', _DOT)}")


def is_name(line: LineId) -> bool:
    """Whether it is said for somebody's name."""
    return line.startswith(_NAMED)


def name_in(key: str) -> str | None:
    """Return the name in a line id, from what follows `name.`. None if it is another clip of a name."""
    return None if "." in key else key.replace(_DOT, ".")


def fills_a_line(line: LineId) -> bool:
    """Whether it is said in the midst or at the end of another line's sentence: a seat, a number, a role."""
    return line.startswith(FILLS + TITLES)


def on_line(line: LineId) -> LineId:
    """Return the line for a sentence that goes on after it: another clip of a voice, with a melody that does not
    end."""
    return LineId(f"{line}{_ON}")


def ending_line(line: LineId) -> LineId:
    """Return the line for the end of a sentence, or for itself alone."""
    return LineId(line.removesuffix(_ON))


def whole_line(lead: LineId, fill: LineId) -> LineId:
    """A line and the one number after it, as one sentence that is recorded whole: `deal.turn.number.7`."""
    return LineId(f"{lead}.{fill}")


def other_line(line: LineId) -> LineId:
    """Return the second phrasing of a line, for a table that hears it every game."""
    return LineId(f"{line}.other")


def help_line(line: LineId) -> LineId:
    """A line of help for whatever a word of the screen names; there is none for other names."""
    return LineId(line.replace("screen.", "screen.help.", 1) if line.startswith("screen.") else "")


def number_line(number: int) -> LineId:
    """A number as something to say."""
    return LineId(f"number.{number}")
