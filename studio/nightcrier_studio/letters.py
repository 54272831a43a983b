"""Finds the letters of words and names that the screen cannot show."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from nightcrier.box.table.drawing.ink import SizeStep, glyph, shape_text
from nightcrier.kernel.folders import Folders, share
from nightcrier.kernel.ids import Language
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_tables
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT

_SHOWN = [level for level in SizeStep if level is not SizeStep.HUGE]


def files_of_letters(folders: Folders) -> tuple[list[Path], list[Path]]:
    """Return the files of words, and those of decks and games, whose names people read."""
    places = (*folders.scenarios, *folders.games)
    return (
        sorted((share("assets") / "words").rglob("*.toml")),
        [file for folder in places for file in sorted(folder.rglob("*.toml"))],
    )


def texts_of(file: Path) -> Iterator[tuple[str, str]]:
    """Yield every text in a file, however deep its keys are nested. Each comes with the language of its table in a
    game, or else with the name of the file."""
    tables = read_tables(file, most=LARGEST_TOML_LIST)
    parts = tables.get("words", {file.stem: tables})
    yield from ((name, text) for name, part in parts.items() for text in _texts(part))


_SPOKEN = frozenset({"say", "was"})
"""The keys of texts that only a voice says or has said. The screen never shows these texts."""


def _texts(tree: object) -> Iterator[str]:
    if isinstance(tree, str):
        yield unicodedata.normalize("NFC", tree)
    elif isinstance(tree, Mapping):
        for key, branch in tree.items():
            if key not in _SPOKEN:
                yield from _texts(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from _texts(branch)


def letters_missing(files: Iterable[Path]) -> dict[Path, str]:
    """Return, for each file of words or names, the letters that some size of the screen cannot show."""
    found = {file: _unknown(file) for file in files}
    return {file: letters for file, letters in found.items() if letters}


def _unknown(file: Path) -> str:
    """Return the letters of a file that the screen cannot show. A text of no language is shaped like English."""
    texts = ((Language(name) if name in LANGUAGES else LAST_RESORT, text) for name, text in texts_of(file))
    shown = {(language, one) for language, text in texts for one in shape_text(text, language)}
    lacking = {one for language, one in shown if any(glyph(language, level, one) is None for level in _SHOWN)}
    return "".join(sorted(lacking))
