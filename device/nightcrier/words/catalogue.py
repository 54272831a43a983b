"""Looks up every text of the box in every language. If a language lacks a text, another language replaces it.

Everything that can be said has a line id. Sentences have ids of their own. Role names and screen words can be said as
`role.<id>` and `screen.<key>`. A screen word is said as it is shown, unless it has a text for the ear."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from nightcrier.kernel.ids import Language, LineId, name_in, number_line
from nightcrier.kernel.people import ROW_BREAKS

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
"""The name of each language in that language, so that no file of words must be read for it."""

LANGUAGES = tuple(NAMES)
LAST_RESORT = LANGUAGES[0]
UNHEARD = str.maketrans("", "", ROW_BREAKS)
"""The invisible signs at which a row of text may break. They are removed from texts for a voice."""


class Line(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A text to show. `say` is another spelling of it, if a voice needs one. If `whole` is not 0, the line is also
    recorded with each number up to `whole`: as `alone` with the number at {n}, if a language has that. As long as a
    voice has not recorded a sentence that ends with this line, it says the line `older` with the seats of the sentence,
    or only the seats if `older` is empty. `whole` and `older` of the last resort count for all languages."""

    text: str
    say: str = ""
    whole: Annotated[int, Meta(ge=0, le=36)] = 0
    older: str | None = None
    alone: str = ""

    @property
    def spoken(self) -> str:
        return self.say or self.text.translate(UNHEARD)


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the files of one language. `ear` holds what is said instead of some screen words. `say` holds a
    voice's spellings of roles, screen words and texts for the ear. `was` holds the older texts that the clips of some
    changed lines still say."""

    roles: Mapping[str, str]
    screen: Mapping[str, str]
    lines: Mapping[str, Line]
    say: Mapping[str, str] = {}
    ear: Mapping[str, str] = {}
    was: Mapping[str, str] = {}

    def line(self, line: LineId) -> Line | None:
        """Return the line with this id as it is said. Return None if the language has no such line."""
        table, _, key = line.partition(".")
        ear = self.ear.get(key) if table == "screen" else None
        return self.shown(line) if ear is None else Line(ear, self.say.get(f"ear.{key}", ""))

    def shown(self, line: LineId) -> Line | None:
        """Return the line with this id as it is shown: a sentence, or else a role name or screen word. Return None if
        the language has no such line."""
        table, _, key = line.partition(".")
        text = self.roles.get(key) if table == "role" else self.screen.get(key) if table == "screen" else None
        return self.lines.get(line) if text is None else Line(text, self.say.get(line, ""))


_TextIn = Callable[[Book, LineId], Line | None]


def _of_people(book: Book, line: LineId, text_in: _TextIn) -> Line | None:
    """Return a line from this book. A name is the same in every language, and a seat or person is said as a number."""
    table, _, key = line.partition(".")
    if table == "name":
        name = name_in(key)
        return None if name is None else Line(name, book.say.get(line, ""))
    return text_in(book, number_line(int(key)) if table in _NUMBERED and key.isdecimal() else line)


_NUMBERED = frozenset({"seat", "person"})


ByLanguage = Mapping[Language, Line]


class Words:
    """The words of all languages. If a language lacks a text, the text of `LAST_RESORT` is used."""

    def __init__(
        self,
        books: Mapping[Language, Book],
        titles: Mapping[str, Mapping[str, Line]] | None = None,
        written: Callable[[LineId], ByLanguage] = lambda _: {},
    ) -> None:
        """Join the books with `titles`. Titles are names from other files, such as scenarios, by line id and language.
        `written` returns a line of a game in a file, in all languages that the file has, the best replacement for a
        missing language first."""
        self.books = books
        self.titles = titles or {}
        self.written = written
        self._known = lru_cache(maxsize=512)(self._find)  # a menu asks for the same hundred lines at each detent

    def line(self, language: Language, line: LineId, text_in: _TextIn = Book.line) -> Line | None:
        """Return this line in exactly this language as it is said, or with `Book.shown` as it is shown. Return None if
        this language has no such line."""
        return self._known(language, line, text_in)

    def _find(self, language: Language, line: LineId, text_in: _TextIn) -> Line | None:
        title = self.titles.get(line, {}).get(language) or self.written(line).get(language)
        if title is not None:
            return title
        book = self.books.get(language)
        return _of_people(book, line, text_in) if book else None

    def older(self, line: LineId) -> str | None:
        """Return the line that is said instead of a line that a voice has not recorded yet, if there is one."""
        book = self.books.get(LAST_RESORT)
        found = book.lines.get(line) if book else None
        return found.older if found else None

    def screen(self, language: Language, key: str, **values: str) -> str:
        """Return a screen word with its gaps filled. Example: `screen(it, "players", n="5")`. Without values there are
        no gaps: a game in a file may have braces in its name."""
        text = self._text(language, LineId(f"screen.{key}"), key)
        return text.format_map(values) if values else text

    def role(self, language: Language, role: str) -> str:
        return self._text(language, LineId(f"role.{role}"), role)

    def title(self, language: Language, line: LineId) -> str:
        return self._text(language, line, line.rpartition(".")[2])

    def has(self, key: str) -> bool:
        return self.line(LAST_RESORT, LineId(f"screen.{key}")) is not None

    def spoken_in(self, line: LineId, languages: Sequence[Language]) -> Sequence[Language]:
        """Return the languages of a table in which a line is said. A line that none of these languages has is said in
        the language in which it is shown."""
        written = self.written(line)
        there = [each for each in languages if (each in written if written else self.line(each, line))]
        return there or list(written)[:1] or ([LAST_RESORT] if self.line(LAST_RESORT, line) else languages)

    def _text(self, language: Language, line: LineId, otherwise: str) -> str:
        found = self.line(language, line, Book.shown)
        if found is None:
            others = (self.line(other, line, Book.shown) for other in (*self.written(line), LAST_RESORT))
            found = next((each for each in others if each is not None), None)
        return otherwise if found is None else found.text
