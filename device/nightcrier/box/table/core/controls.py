"""Finds what stands at the foot of a page. `assets/controls.toml` has, for each page, the key words for BACK, dial and
START, beside what the controls do there."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from nightcrier.box.table.core.house import House
from nightcrier.box.table.drawing.ink import FOLDERS
from nightcrier.box.table.drawing.view import KeyWords
from nightcrier.kernel.ids import Language

_ROW = re.compile(r'^"?([^"=]+?)"? = \{ keys = "(\S+) (\S+) (\S+)"', re.MULTILINE)


@cache
def key_words() -> Mapping[str, Sequence[str]]:
    """Return the key words of each page, with `-` where a control is not named. The reader of TOML would hold up the
    first page; in this file a page is one line, and its key words come first."""
    file = next(file for file in (folder.parent / "controls.toml" for folder in FOLDERS) if file.exists())
    return {page: keys for page, *keys in _ROW.findall(file.read_text("utf-8"))}


def foot_of(house: House, language: Language, page: str) -> KeyWords:
    """Return the foot of a page, by its name among the rows of what controls do."""
    keys, screen = key_words()[page], house.words.screen
    # START stands on the button in the same letters, and arrows say that the dial turns
    back, dial, start = (screen(language, f"key.{key}") if key.islower() else key.strip("-") for key in keys)
    return KeyWords(language, back, dial, start, leads_on=keys[-1] not in ("off", "skip", "undo"))
