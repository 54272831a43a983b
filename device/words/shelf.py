"""Reads the words from their folder, one file a language, and says what is wrong with a file that cannot be read."""

import stat
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from device.kernel.errors import BadFile
from device.kernel.ids import Language
from device.words.catalogue import Book

LARGEST = 1_000_000
"""Bytes. All words of the longest language take a tenth of that."""


def read_book(file: Path) -> Book:
    """One language. Raises BadFile with file, key and what was expected."""
    try:
        if not stat.S_ISREG(file.stat().st_mode) or file.stat().st_size > LARGEST:
            raise BadFile(file, "", "is no file of words; put it back from a fresh copy")
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Book)
    except OSError as error:
        raise BadFile(file, "", f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadFile(file, "", "is not UTF-8 text; save it again as UTF-8") from None
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise BadFile(file, where.strip(".`") or "top level", what[:1].lower() + what[1:]) from None
    except (ValueError, RecursionError) as error:
        raise BadFile(file, "", f"is not TOML: {error}") from None


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
