"""Reads a file with the names that people gave to the roles of a game in a file."""

from collections.abc import Collection, Mapping

from nightcrier.box.games.engine.bounds import is_id
from nightcrier.box.games.engine.model import Name
from nightcrier.box.games.engine.parts import NOT_AN_ID, FilePart
from nightcrier.box.games.engine.reading import checked_id, read_top
from nightcrier.box.games.engine.reading_words import read_text
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX, RoleNames
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import Language

LARGEST_NAMES = 64 * 1024
_MOST_NAMES = {"roles": 60, "calls": 240, "sides": 8}


def read_names(content: bytes, file: str, languages: Collection[str]) -> RoleNames:
    """Read the content of a file. `languages` are those of the box. Raises BadFile."""
    named, _, language = file.rpartition("/")[2].removesuffix(NAMES_SUFFIX).rpartition(".")
    game = checked_id(file, named, f"GAME.LANGUAGE{NAMES_SUFFIX}")
    if language not in languages:
        raise BadFile(file, "", f"must have a language of the box in its name: {', '.join(languages)}")
    top = read_top(content, file, LARGEST_NAMES, _MOST_NAMES)
    names = [_read_table(top.part(table)) for table in _MOST_NAMES]
    if top.faults:
        raise top.refusal(())
    return RoleNames(game, Language(language), *names)


def _read_table(part: FilePart) -> Mapping[str, Name]:
    if len(part.table) > _MOST_NAMES[part.key]:
        raise part.fault(f"must be at most {_MOST_NAMES[part.key]} names")
    for key in [*part.table]:
        if not is_id(key.removesuffix(".of")):
            part.note(NOT_AN_ID, key)
    return {key: read_text(part, key, Name) for key in [*part.table]}
