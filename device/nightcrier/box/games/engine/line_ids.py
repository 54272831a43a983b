"""Names the lines of a game in a file. An id of the file stands only inside such a name, which nobody sees or hears."""

from nightcrier.box.games.engine.model import CallRow, GameFile
from nightcrier.kernel.ids import LineId

_SPACE = "file"
"""The first part of all names, so that no game takes a name of the house's words."""


def role_of(game: str, role: str) -> str:
    """Return the id of a role for the words."""
    return f"{_SPACE}.{game}.{role}"


def side_of(game: str, side: str) -> str:
    """Return the id of a side for the words."""
    return f"{_SPACE}.{game}.side.{side}"


def called_of(game: str, call: str, many: bool) -> str:
    """Return the id of the title of a call for the words, by whether several are called."""
    return f"{_SPACE}.{game}.call.{call}{_FORMS[many, False]}"


def met_of(game: str, call: str, many: bool) -> str:
    """Return the id of the title of whom a call meets for the words, by whether several are met."""
    return f"{_SPACE}.{game}.met.{call}{_FORMS[many, False]}"


def doing_of(game: str, call: str) -> str:
    """Return the key of what a call does for the words of the screen."""
    return f"{_SPACE}.{game}.do.{call}"


def mark_of(game: str, mark: str) -> str:
    """Return the key of what a mark is to whoever has it, for the words of the screen, and the id of its name."""
    return f"{_SPACE}.{game}.mark.{mark}"


def switch_of(game: str, switch: str) -> str:
    """Return the key of a switch for the words of the screen."""
    return f"{_SPACE}.{game}.{switch}"


def file_line(game: str, line: str) -> LineId:
    """Return the id of a line of the file itself, such as `open`."""
    return LineId(f"{_SPACE}.{game}.{line}")


_FORMS = {(False, False): "", (True, False): ".many", (False, True): ".met-many", (True, True): ".all-many"}
FORMS = tuple(_FORMS)
"""Says for whom a line is: whether several are called, and whether they meet several."""


def call_line(game: GameFile, call: CallRow, part: str, form: tuple[bool, bool]) -> LineId:
    """Return the id of the line `wake` or `close` of a call."""
    return LineId(f"{_SPACE}.{game.id}.{call.id}.{part}{_FORMS[form]}")
