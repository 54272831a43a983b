"""Writes the page on which a native speaker reviews every line of a language, with its voice."""

from collections.abc import Iterable

from nightcrier.box.sound.voices.packs import ShelvedPack
from nightcrier.kernel.ids import Language, LineId, screen_line
from nightcrier.takes.script import voice_script
from nightcrier.words.catalogue import NAMES, Line, Words
from nightcrier.words.sentences import line_for_voice

_HEAD = """# {name}

Every text the box shows or says in this language, and how long its voice takes. Written by `./run voices table LANG`.
To correct one, change it in `assets/words/{file}`; `./run voices check` then names the clips to make again.
An empty *say* means that the voice reads the text as it stands.

| id | text | say | seconds | pack |
|---|---|---|---:|---|
"""


def review_table(
    words: Words, language: Language, packs: Iterable[ShelvedPack], shown_only: tuple[str, ...] = ()
) -> str:
    """Return the whole review page. Each line is shown with the first voice that has a clip of the line."""
    shelf = list(packs)
    rows = (_row(line, text, shelf) for line, text in _review_lines(words, language, shown_only).items())
    return _HEAD.format(name=NAMES[language], file=f"{language}.toml") + "\n".join(rows) + "\n"


def _row(line: LineId, text: Line, shelf: list[ShelvedPack]) -> str:
    found = next((pack for pack in shelf if line in pack.pack.clips), None)
    seconds = f"{found.pack.clips[line].seconds:.1f}" if found else ""
    cells = (line, text.text, text.say, seconds, found.id if found else "")
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _review_lines(words: Words, language: Language, shown_only: tuple[str, ...] = ()) -> dict[LineId, Line]:
    """Return all lines of a language: first the spoken lines in the order of the script, and then the lines that are
    only shown."""
    book, spoken = words.books[language], voice_script(words, language, shown_only)
    silent = (line for key in book.screen if (line := screen_line(key)) not in spoken)
    return {line: text for line in (*spoken, *silent) if (text := line_for_voice(words, language, line))}
