"""Finds the words at the foot of a page. For each page, `assets/controls.toml` has the key words for BACK, dial and
START, and what these controls do there."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.drawing.foot import TURN
from nightcrier.box.table.drawing.ink import FOLDERS
from nightcrier.box.table.drawing.view import KeyWords
from nightcrier.kernel.ids import Language

_ROW = re.compile(r'^"?([^"=]+?)"? = \{ keys = "(\S+) (\S+) (\S+)"', re.MULTILINE)


@cache
def key_words() -> Mapping[str, Sequence[str]]:
    """Return the key words of each page, with `-` for a control without a word. They are not parsed as TOML, because
    that would delay the first page. In this file each page is one line, which begins with its key words."""
    file = next(file for file in (folder.parent / "controls.toml" for folder in FOLDERS) if file.exists())
    return {page: keys for page, *keys in _ROW.findall(file.read_text("utf-8"))}


def foot_of(house: House, language: Language, page: str, at: int = 1, of: int = 0) -> KeyWords:
    """Return the foot of a page, by its name in `assets/controls.toml`. If the dial turns, the foot shows the position
    `at` out of `of`, or nothing if there is only one."""
    keys, screen = key_words()[page], house.words.screen
    # START stands on the button in the same letters, and arrows say that the dial turns
    names = [key if "." in key else f"key.{key}" if key.islower() else "" for key in keys]
    said = [screen(language, name) if name else key.strip("-") for name, key in zip(names, keys, strict=True)]
    back, dial, start = said
    if dial == TURN and of:
        dial = number(house.words, language, f"{TURN[0]}{at}/{of}{TURN[1]}") if of > 1 else ""
    return KeyWords(language, back, dial, start, leads_on=keys[-1] not in ("off", "skip", "undo"))
