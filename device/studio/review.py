"""The review table of a language: every line with its voice, so that a native speaker can mark corrections."""

from collections.abc import Iterable

from device.kernel.ids import Language, LineId
from device.sound.voices.packs import ShelvedPack
from device.studio.script import review_lines
from device.words.catalogue import NAMES, Line, Words

_HEAD = """# {name}

Every text the box shows or says in this language, and how long its voice takes. Written by `nightcrier voices table`.
To correct one, change it in `assets/words/{file}`; `nightcrier voices check` then names the clips to make again.
An empty *say* means that the voice reads the text as it stands.

| id | text | say | seconds | pack |
|---|---|---|---:|---|
"""


def review_table(
    words: Words, language: Language, packs: Iterable[ShelvedPack], shown_only: tuple[str, ...] = ()
) -> str:
    """The whole page. The voice of a line is the first that has it."""
    shelf = list(packs)
    rows = (_row(line, text, shelf) for line, text in review_lines(words, language, shown_only).items())
    return _HEAD.format(name=NAMES[language], file=f"{language}.toml") + "\n".join(rows) + "\n"


def _row(line: LineId, text: Line, shelf: list[ShelvedPack]) -> str:
    found = next((pack for pack in shelf if line in pack.pack.clips), None)
    seconds = f"{found.pack.clips[line].seconds:.1f}" if found else ""
    cells = (line, text.text, text.say, seconds, found.id if found else "")
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
