"""Reads one table of a file key by key. What is wrong is told with its key; what nobody asked for is refused."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from nightcrier.box.games.engine.bounds import LONGEST_ID, is_id, text_fault
from nightcrier.box.games.engine.model import Selection
from nightcrier.kernel.errors import BadFile, near_word, quote_word

REQUIRED: Any = object()
"""The default of a key that has none."""
_MOST_NAMES = 40
NOT_AN_ID = "must be small letters, figures and single hyphens, a letter first, at most 32"


class FilePart:
    """A table of the file. `key` is its place. Each method takes one key out of it, and raises BadFile."""

    def __init__(self, file: str, key: str, plain: object) -> None:
        if not isinstance(plain, dict):
            raise BadFile(file, key, f"must be a table, as in {key.rpartition('.')[2]} = {{ ... }}")
        self.file, self.key, self._left, self._known = file, key, dict[str, Any](plain), set[str]()

    def __contains__(self, key: str) -> bool:
        self._known.add(key)
        return key in self._left

    def fault(self, why: str, key: str = "") -> BadFile:
        """Return the error that this key, or the whole table, is wrong."""
        return BadFile(self.file, ".".join(filter(None, (self.key, key))), why)

    def take(self, key: str, default: Any = REQUIRED) -> Any:
        self._known.add(key)
        value = self._left.pop(key, default)
        if value is REQUIRED:
            raise self.fault("is missing", key)
        return value

    def close(self) -> None:
        """Refuse every key that was not taken."""
        for key in self._left:
            raise self.fault(f"is no key that is known here{near_name(key, self._known) or '; take it out'}", key)

    def _checked(self, key: str, default: Any, is_right: Callable[[Any], bool], why: str) -> Any:
        if key not in self and default is not REQUIRED:
            return default
        if not is_right(value := self.take(key)):
            raise self.fault(why, key)
        return value

    def whole(self, key: str, least: int, most: int, default: Any = REQUIRED) -> Any:
        why = f"must be a whole number from {least} to {most}"
        return self._checked(key, default, lambda value: type(value) is int and least <= value <= most, why)

    def pair(self, key: str, least: int, most: int, default: Any = REQUIRED) -> Any:
        """Return two whole numbers, of which the second is not below the first."""
        why = f"must be two whole numbers, least and most, from {least} to {most}"
        value = self._checked(
            key, default, lambda value: _is_pair(value) and least <= value[0] <= value[1] <= most, why
        )
        return tuple(value) if isinstance(value, list) else value

    def flag(self, key: str, *, default: bool = False) -> bool:
        return bool(self._checked(key, default, lambda value: isinstance(value, bool), "must be true or false"))

    def word(self, key: str, allowed: Collection[str], default: Any = REQUIRED) -> Any:
        """Return one of the words that are allowed."""
        why = f"must be one of {', '.join(allowed)}"
        return self._checked(key, default, lambda value: isinstance(value, str) and value in allowed, why)

    def named(self, key: str, known: Collection[str], what: str, default: Any = REQUIRED) -> str:
        """Return one name of this file. `what` says what has such a name."""
        why = f"must be the name of {what} in this file{_one_of(self._left.get(key), known)}"
        return str(self._checked(key, default, lambda value: isinstance(value, str) and value in known, why))

    def id(self, key: str, default: Any = REQUIRED) -> str:
        return str(self._checked(key, default, is_id, NOT_AN_ID))

    def text(self, key: str, most: int, default: Any = REQUIRED) -> str:
        wrong = text_fault(self._left[key], most) if key in self else ""
        return str(self._checked(key, default, lambda _: not wrong, wrong))

    def names(self, key: str, known: Collection[str], what: str, most: int = 100, *, empty: bool = True) -> Any:
        """Return a list of names of this file, or nothing if the key is missing."""
        why = f"must be a list in [ ] of names of {what}{'' if empty else ', not empty'}, at most {most}"
        plain: Any = self._left.get(key)
        if known and _is_list(plain, plain, most):
            why += next((_one_of(name, known) for name in plain if name not in known), "")
        return tuple(self._checked(key, (), lambda value: _is_list(value, known, most) and (value or empty), why))

    def selection(self, key: str, known: Collection[str], default: Any = REQUIRED, *, empty: bool = False) -> Any:
        """Return a selection. `known` has every name that may stand in it."""
        if key not in self and default is not REQUIRED:
            return default
        value = self.take(key)
        try:
            return selection_of([value] if isinstance(value, str) else value, known, empty=empty)
        except ValueError as wrong:
            raise self.fault(str(wrong), key) from None

    def part(self, key: str) -> "FilePart":
        """Return a table inside of this one."""
        return FilePart(self.file, ".".join(filter(None, (self.key, key))), self.take(key))

    def parts(self, key: str, most: int, least: int = 0) -> "Iterator[tuple[str, FilePart]]":
        """Yield each table of a table of tables, with its id."""
        if key not in self and not least:
            return
        inside = self.part(key)
        if not least <= len(inside.left) <= most:
            raise self.fault(f"must have from {least} to {most} tables", key)
        for name in inside.left:
            if not is_id(name):
                raise inside.fault(f"is no id, which {NOT_AN_ID}", name)
            yield name, inside.part(name)

    def rows(self, key: str, most: int) -> "Sequence[FilePart]":
        """Return the tables of a list."""
        plain = self.take(key, [])
        if not isinstance(plain, list) or len(plain) > most:
            raise self.fault(f"must be a list of tables, [[{key}]], at most {most}", key)
        return [FilePart(self.file, f"{key}[{place}]", each) for place, each in enumerate(plain)]

    def inner_keys(self, key: str) -> tuple[str, ...]:
        """Return the keys of a table inside of this one, without taking it."""
        inside = self._left.get(key)
        return tuple(inside) if isinstance(inside, dict) else ()

    @property
    def left(self) -> tuple[str, ...]:
        """The keys that nobody has taken."""
        return tuple(self._left)


def selection_of(names: object, known: Collection[str], *, empty: bool = False) -> Selection:
    """Return a selection from its names as they are written. Raises ValueError with what is allowed."""
    if not isinstance(names, list) or len(names) > _MOST_NAMES or not (names or empty):
        raise ValueError(f"must be a name or a list of 1 to {_MOST_NAMES} names")
    if not all(isinstance(each, str) for each in names):
        raise ValueError("must have names only")
    if names and names[0].startswith("-"):
        raise ValueError("must first name who is meant; take somebody away after that")
    for name in names:
        if name.removeprefix("-") not in known:
            may = _one_of(name.removeprefix("-"), known)
            raise ValueError(f"must have names only that may stand here, and {quote_word(name)} is none{may}")
    taken = tuple(name[1:] for name in names if name.startswith("-"))
    return Selection(tuple(name for name in names if not name.startswith("-")), taken)


def near_name(word: str, known: Collection[str]) -> str:
    """Return the name that was probably meant, as the end of a sentence. Return an empty text if none is similar."""
    return near_word(word[:LONGEST_ID], sorted(known))


def _one_of(word: object, known: Collection[str]) -> str:
    """Return the name that was probably meant, or else all names, as the end of a sentence."""
    near = near_name(word, known) if isinstance(word, str) else ""
    return near or (f"; choose one of: {', '.join(sorted(known))}" if known else ", which has none yet")


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)


def _is_list(value: object, known: Collection[str], most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(isinstance(e, str) and e in known for e in value)
