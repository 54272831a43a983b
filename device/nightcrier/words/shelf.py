"""Reads the words from their folders, one file for each language, and says what is wrong with a broken file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path

from nightcrier.kernel.errors import BadFile, Complain
from nightcrier.kernel.ids import Language
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_toml
from nightcrier.words.catalogue import Book


def read_book(file: Path) -> Book:
    """Read a book of one language. Raises BadFile."""
    return read_toml(file, Book, LARGEST_TOML_LIST)


def read_words(folders: Sequence[Path], language: Language, read: Callable[[Path], Book] = read_book) -> Book:
    """Read the words of one language from all these folders, and join them. Raises BadFile."""
    first, *others = (folder / f"{language}.toml" for folder in folders)
    return reduce(_join, map(read, filter(Path.exists, others)), read(first))


def _join(one: Book, other: Book) -> Book:
    roles, screen = {**one.roles, **other.roles}, {**one.screen, **other.screen}
    lines, say = {**one.lines, **other.lines}, {**one.say, **other.say}
    return Book(roles, screen, lines, say, {**one.ear, **other.ear}, {**one.was, **other.was})


class Shelf(Mapping[Language, Book]):
    """The books of all languages. Each book is read when it is first needed, because a table uses only one or two
    languages.

    The first folder has a book for every language; another folder may add words to some languages."""

    def __init__(
        self, folders: Sequence[Path], languages: Iterable[Language], report: Complain, kept: Path | None = None
    ) -> None:
        self._kept = KeptCopies(kept)
        self._folders, self._languages, self._report = folders, tuple(languages), report
        self._open: dict[Language, Book | None] = {}

    def __getitem__(self, language: Language) -> Book:
        if language not in self._open:
            self._open[language] = self._read(language) if language in self._languages else None
        book = self._open[language]
        if book is None:
            raise KeyError(language)
        return book

    def __iter__(self) -> Iterator[Language]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)

    def _read(self, language: Language) -> Book | None:
        try:
            return read_words(self._folders, language, lambda file: self._kept.read(file, Book, read_book))
        except BadFile as fault:
            self._report(fault)
            return None
