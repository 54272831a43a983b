"""Reads the words from their folder, one file a language, and says what is wrong with a file that cannot be read."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from device.kernel.errors import BadFile
from device.kernel.ids import Language
from device.words.catalogue import Book


def read_book(file: Path) -> Book:
    """One language. Raises BadFile with file, key and what was expected."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Book)
    except OSError as error:
        raise BadFile(file, "", f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadFile(file, "", "is not UTF-8 text; save it again as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadFile(file, "", f"is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise BadFile(file, where.strip(".`") or "top level", what[:1].lower() + what[1:]) from None


def read_books(folder: Path, languages: Iterable[Language]) -> tuple[dict[Language, Book], list[BadFile]]:
    """The languages that could be read, and what was wrong with the others."""
    books, faults = {}, []
    for language in languages:
        try:
            books[language] = read_book(folder / f"{language}.toml")
        except BadFile as fault:
            faults.append(fault)
    return books, faults
