"""Names the lines of a game in a file. An id of the file stands only inside such a name, which nobody sees or hears."""

from typing import Literal, TypeAlias

from nightcrier.box.games.engine.model import CallRow, GameFile
from nightcrier.kernel.ids import LineId

_SPACE = "file"
"""The first part of all names, so that no game takes a name of the house's words."""


NameKind: TypeAlias = Literal["role", "side", "mark", "switch", "call", "met", "do", "outcome", "leave"]
"""The kinds of what has a name: `met` are those whom a call meets, and `do` is what those called do."""


def word_of(game: str, kind: NameKind, name: str, many: bool = False) -> str:
    """Return the id of a name for the words. `many` is for a call of several, or for several who are met. What a mark
    means to whoever has it is kept under the same id."""
    place = "" if kind in ("role", "switch") else f"{kind}."
    return f"{_SPACE}.{game}.{place}{name}{_FORMS[many, False]}"


def file_line(game: str, line: str) -> LineId:
    """Return the id of a line of the file itself, such as `open`."""
    return LineId(f"{_SPACE}.{game}.{line}")


_FORMS = {(False, False): "", (True, False): ".many", (False, True): ".met-many", (True, True): ".all-many"}
FORMS = tuple(_FORMS)
"""Says for whom a line is: whether several are called, and whether they meet several."""


def call_line(game: GameFile, call: CallRow, part: str, form: tuple[bool, bool]) -> LineId:
    """Return the id of the line `wake` or `close` of a call."""
    return LineId(f"{_SPACE}.{game.id}.{call.id}.{part}{_FORMS[form]}")
