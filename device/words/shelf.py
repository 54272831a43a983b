"""Reads the words from their folder, one file a language, and says what is wrong with a file that cannot be read."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from device.kernel.errors import BadFile
from device.kernel.ids import Language
from device.kernel.reading import read_toml
from device.words.catalogue import Book


def read_book(file: Path) -> Book:
    """One language. Raises BadFile."""
    return read_toml(file, Book)


class Shelf(Mapping[Language, Book]):
    """The books of a folder, each opened when it is first asked for: a table speaks one or two languages of ten."""

    def __init__(self, folder: Path, languages: Iterable[Language], report: Callable[[BadFile], None]) -> None:
        self._folder, self._languages, self._report = folder, tuple(languages), report
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
            return read_book(self._folder / f"{language}.toml")
        except BadFile as fault:
            self._report(fault)
            return None
