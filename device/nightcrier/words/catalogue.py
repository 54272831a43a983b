"""The words of the house: every text in every language, with fallback from one language to the next.

Whatever can be said has a line id. Sentences have their own; role names and screen words can be said as well, as
`role.<id>` and `screen.<key>`: one text, seen and heard."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from nightcrier.kernel.ids import Language, LineId, name_in, number_line

NAMES = {
    Language("en"): "English",
    Language("fa"): "فارسی",
    Language("uk"): "Українська",
    Language("it"): "Italiano",
    Language("es"): "Español",
    Language("de"): "Deutsch",
    Language("fr"): "Français",
    Language("zh-Hant"): "繁體中文",
    Language("ja"): "日本語",
    Language("th"): "ไทย",
}
"""What each language calls itself: known without opening its book."""

LANGUAGES = tuple(NAMES)
LAST_RESORT = LANGUAGES[0]
UNHEARD = str.maketrans("", "", "\u00ad\u200b")
"""Marks of where a row may break: for the eye only, and no voice knows them."""


def short_code(language: Language) -> str:
    """Return a short sign for a language, for little room: ZH for zh-Hant."""
    return language.partition("-")[0].upper()


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A text to show and, where a voice needs another spelling, the one to `say`. What leads to a number is recorded
    `whole`, too, with each number up to this: in all languages, if in the last resort."""

    text: str
    say: str = ""
    whole: Annotated[int, Meta(ge=0, le=36)] = 0

    @property
    def spoken(self) -> str:
        return self.say or self.text.translate(UNHEARD)


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of one language. `say` holds the spoken spellings of roles and screen words, by their line ids."""

    roles: Mapping[str, str]
    screen: Mapping[str, str]
    lines: Mapping[str, Line]
    say: Mapping[str, str] = {}

    def line(self, line: LineId) -> Line | None:
        """A sentence, or a role name or screen word as something to say."""
        table, _, key = line.partition(".")
        text = self.roles.get(key) if table == "role" else self.screen.get(key) if table == "screen" else None
        return self.lines.get(line) if text is None else Line(text, self.say.get(line, ""))


def _of_people(book: Book, line: LineId) -> Line | None:
    """A name is the same in every language; a seat, or somebody of the evening, has a number."""
    table, _, key = line.partition(".")
    if table == "name":
        name = name_in(key)
        return None if name is None else Line(name, book.say.get(line, ""))
    return book.line(number_line(int(key)) if table in _NUMBERED and key.isdecimal() else line)


_NUMBERED = frozenset({"seat", "person"})


class Words:
    """The words of all languages. A text that a language lacks comes from the last resort."""

    def __init__(self, books: Mapping[Language, Book], titles: Mapping[str, Mapping[str, Line]] | None = None) -> None:
        """Join the books, and `titles`: names that live in other files, such as scenarios, by line id, then
        language."""
        self.books = books
        self.titles = titles or {}

    def line(self, language: Language, line: LineId) -> Line | None:
        """Return this line in exactly this language, or None."""
        title = self.titles.get(line, {}).get(language)
        if title is not None:
            return title
        book = self.books.get(language)
        return _of_people(book, line) if book else None

    def screen(self, language: Language, key: str, **values: str) -> str:
        """A screen word, with what goes into it: `screen(it, "players", n="5")`."""
        return self._text(language, LineId(f"screen.{key}"), key).format_map(values)

    def role(self, language: Language, role: str) -> str:
        return self._text(language, LineId(f"role.{role}"), role)

    def title(self, language: Language, line: LineId) -> str:
        return self._text(language, line, line.rpartition(".")[2])

    def has(self, key: str) -> bool:
        """Whether there is a screen word of this key."""
        return self.line(LAST_RESORT, LineId(f"screen.{key}")) is not None

    def _text(self, language: Language, line: LineId, otherwise: str) -> str:
        for candidate in (language, LAST_RESORT):
            found = self.line(candidate, line)
            if found is not None:
                return found.text
        return otherwise
