"""Builds the ids of the lines of a game in a file. An id from the file appears only inside such a line id, which nobody
sees or hears."""

from typing import Literal, TypeAlias

from nightcrier.box.games.engine.model import CallRow, GameFile
from nightcrier.kernel.ids import LineId

_SPACE = "file"
"""The first part of all ids in this file, so that no game can take the id of one of the house's words."""


NameKind: TypeAlias = Literal["role", "side", "mark", "switch", "call", "met", "do", "outcome", "leave"]
"""The kinds of things that have a name: `met` are the people whom a call meets, and `do` is what called people do."""


def word_of(game: str, kind: NameKind, name: str, many: bool = False) -> str:
    """Return the id of a name among the words. `many` is for a call of several people, or for several people who are
    met. The text that explains a mark to its holder has the same id as the mark."""
    place = "" if kind in ("role", "switch") else f"{kind}."
    return f"{_SPACE}.{game}.{place}{name}{_FORMS[many, False]}"


def file_line(game: str, line: str) -> LineId:
    """Return the id of one of the file's own lines, such as `open`."""
    return LineId(f"{_SPACE}.{game}.{line}")


_FORMS = {(False, False): "", (True, False): ".many", (False, True): ".met-many", (True, True): ".all-many"}
FORMS = tuple(_FORMS)
"""The forms of a line: whether several people are called, and whether they meet several."""


def call_line(game: GameFile, call: CallRow, part: str, form: tuple[bool, bool]) -> LineId:
    """Return the id of the line `wake` or `close` of a call, in this form."""
    return LineId(f"{_SPACE}.{game.id}.{call.id}.{part}{_FORMS[form]}")
