"""A script of hands and faults: `SECONDS ACTION`, one a line; `#` starts a comment."""

import re
from pathlib import Path

from msgspec import Struct

from device.kernel.errors import WrongUse

_LONGEST = 1_000_000.0
_FORMS = (
    r"(?P<what>wait)",
    r"(?P<what>dial) (?P<how>[+-]\d{1,4})(?P<bounce> bounce)?",
    r"(?P<what>(?:start|back|dial)(?:\+(?:start|back|dial))*) (?P<how>press|hold|down|up)(?P<bounce> bounce)?",
    r"(?P<what>plug|unplug) (?P<how>sound|screen)",
    r"(?P<what>power) (?P<how>cut)",
)
_ACTION = [re.compile(rf"(?P<after>\d+(\.\d+)?) {form}") for form in _FORMS]
_UNTIL = re.compile(r"(?P<what>until) idle (?P<how>\d+(\.\d+)?)")
_KNOWN = (
    "dial +N or -N, dial/start/back press, hold, down or up (several with + between them; all with bounce after it), "
    "wait, plug or unplug sound or screen, power cut"
)


class ScriptAction(Struct, frozen=True):
    """So many seconds after the one before. `bounce`: contacts chatter as they close and open."""

    after: float
    what: str
    how: str = ""
    bounce: bool = False


def read_script(path: Path) -> list[ScriptAction]:
    """All actions, in order. Raises WrongUse that names the line."""
    try:
        rows = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise WrongUse(f"{path}: cannot be read ({why}); name a script to rehearse.") from None
    actions = [parse_action(path, number, row) for number, row in enumerate(rows, start=1)]
    return [action for action in actions if action is not None]


def parse_action(path: Path, number: int, row: str) -> ScriptAction | None:
    """One line; None for one that only comments."""
    row = " ".join(row.partition("#")[0].split())
    if not row:
        return None
    for form in (*_ACTION, _UNTIL):
        found = form.fullmatch(row)
        if found:
            parts = found.groupdict()
            after = min(float(parts.get("after") or 0), _LONGEST)
            return ScriptAction(after, parts["what"], parts.get("how") or "", bool(parts.get("bounce")))
    raise WrongUse(f"{path}, line {number}: '{row}' is no action; write SECONDS and one of: {_KNOWN}; or until idle N.")
