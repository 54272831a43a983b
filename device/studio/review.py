"""The review table of a language: every line with its voice, so that a native speaker can mark corrections."""

from collections.abc import Iterable, Iterator

from device.kernel.ids import Language, LineId
from device.sound.packs import Shelved
from device.studio.script import script
from device.words.catalogue import NAMES, Book

HEAD = """# {name}

Every text the box shows or says in this language, and how long its voice takes. Written by `nightcrier voices table`.
To correct one, change it in `assets/words/{file}`; `nightcrier voices check` then names the clips to make again.
An empty *say* means that the voice reads the text as it stands.

| id | text | say | seconds | pack |
|---|---|---|---:|---|
"""


def review(language: Language, book: Book, packs: Iterable[Shelved]) -> str:
    """The whole page. The voice of a line is the first that has it."""
    shelf = list(packs)
    rows = (_row(line, book, shelf) for line in _ids(book))
    return HEAD.format(name=NAMES[language], file=f"{language}.toml") + "\n".join(rows) + "\n"


def _ids(book: Book) -> Iterator[LineId]:
    """All of it: what can be said in the order of the script, then what is only shown."""
    spoken = script(book)
    yield from spoken
    yield from (line for key in book.screen if (line := LineId(f"screen.{key}")) not in spoken)


def _row(line: LineId, book: Book, shelf: list[Shelved]) -> str:
    words = book.line(line)
    found = next((pack for pack in shelf if line in pack.pack.clips), None)
    seconds = f"{found.pack.clips[line].seconds:.1f}" if found else ""
    cells = (line, words.text if words else "", words.say if words else "", seconds, found.id if found else "")
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
