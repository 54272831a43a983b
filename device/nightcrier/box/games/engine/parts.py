"""Checks the names in one table of a file, and reports each fault with its key. Everything else in a table is checked
by the house's reader of files."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from msgspec import Struct

from nightcrier.box.games.engine.bounds import is_id, text_fault
from nightcrier.box.games.engine.model import Selection
from nightcrier.kernel.errors import BadFile, near_word, quote_word, told_at_once
from nightcrier.kernel.reading import MOST_TOLD, unknown_key

Known: TypeAlias = Mapping[str, Collection[str]]
"""The names in a file, by kind."""
KeyRules: TypeAlias = Mapping[str, str | Sequence[str]]
"""The names that are allowed at each key: one name of a kind, a list of names of a kind, or a selection, which is
written as a sequence of a kind and of the further names that it may have."""
_LISTS = {"roles": (0, 20), "marks": (0, 100), "causes": (1, 100)}
"""The minimum and the maximum number of names in each list."""
_MOST_NAMES = 40
NOT_AN_ID = "must be small letters, figures and single hyphens, a letter first, at most 32"


class FilePart(Struct, frozen=True):
    """A table of the file as it was parsed, and its place in the file. A checked value replaces the parsed one.
    `faults` are those found so far in the whole file. `newer` are keys that belong to a later format than that of the
    file."""

    file: str
    key: str
    table: dict[str, Any]
    faults: list[BadFile]
    newer: frozenset[str] = frozenset()

    @contextmanager
    def reading_on(self) -> Iterator[None]:
        """Collect the fault that ends the block, so that the code after the block still reads the rest of the file."""
        try:
            yield
        except BadFile as fault:
            self.faults.extend((fault, *fault.others))

    def note(self, why: str, key: str) -> None:
        """Note that this key is wrong, and drop it, so that reading goes on as if it were not there."""
        self.faults.append(self.fault(why, key))
        self.table.pop(key, None)

    def few(self, names: Collection[str]) -> Collection[str]:
        """Return the names among which to look for the one that was meant: none after many faults, to save time."""
        return names if len(self.faults) < MOST_TOLD else ()

    def fault(self, why: str, key: str = "") -> BadFile:
        """Return the error for this key, or for the whole table if no key is given."""
        return BadFile(self.file, self._place(key), why)

    def _place(self, key: str) -> str:
        return ".".join(filter(None, (self.key, key)))

    def only(self, keys: Collection[str]) -> "FilePart":
        """Return this table with only these keys. Any other key is reported, and its value goes to a similar key."""
        old = [key for key in keys if key not in self.newer]
        for key in [each for each in self.table if each in self.newer]:
            self.note("is a key of format 2: write format = 2 at the top of the file", key)
        for key in [each for each in self.table if each not in old]:
            from difflib import get_close_matches

            meant = get_close_matches(key[:99], self.few([each for each in keys if each not in self.table]), 1)
            self.table.update(dict.fromkeys(meant, self.table[key]))
            self.note(unknown_key(key, meant), key)
        return self

    def refusal(self, keys: Sequence[str]) -> BadFile:
        """Return all faults of the file as one error, with one fault for each key, in the order of these keys at the
        top of the file."""
        found = dict[str, BadFile]()
        for fault in self.faults:
            found.setdefault(fault.key, fault)
        told = sorted(found.values(), key=lambda fault: _place_among(keys, fault.key))
        return told_at_once(told[:MOST_TOLD], max(0, len(told) - MOST_TOLD))

    def require(self, *keys: str) -> None:
        for key in keys:
            if key not in self.table:
                raise self.fault("is missing", key)

    def part(self, key: str) -> "FilePart":
        """Return a table inside of this one. A missing table is empty."""
        if isinstance(found := self.table.get(key, {}), dict):
            return FilePart(self.file, self._place(key), found, self.faults, self.newer)
        raise self.fault(f"must be a table, as in {key} = {{ ... }}", key)

    def rows(self, key: str, most: int, keys: Collection[str]) -> "Sequence[FilePart]":
        """Return the tables of a list. They may have only these keys."""
        found, place = self.table.get(key, []), self._place(key)
        if not isinstance(found, list) or len(found) > most or not all(isinstance(row, dict) for row in found):
            self.note(f"must be a list of tables, [[{place}]], at most {most}", key)
        found = self.table.get(key, [])
        parts = [FilePart(self.file, f"{place}[{n}]", row, self.faults, self.newer) for n, row in enumerate(found)]
        return [part.only(keys) for part in parts]

    def named(self, key: str, most: int, keys: Collection[str], least: int = 0) -> "Sequence[FilePart]":
        """Return all tables of a table of tables, each with its name as its id. They may have only these keys."""
        tables = self.part(key)
        if not least <= len(tables.table) <= most:
            raise tables.fault(f"must have from {least} to {most} tables")
        parts = list[FilePart]()
        for name in tables.table:
            with tables.reading_on():
                parts.append(tables.part(name).only(keys))
                parts[-1].table["id"] = name
                if not is_id(name):
                    raise tables.fault(f"is no id, which {NOT_AN_ID}", name)
        return parts

    def claim(self, key: str, taken: set[str], why: str) -> str:
        """Return the id at this key, and add it to the taken ids. Raises BadFile with `why` if it was already taken."""
        self.require(key)
        if not is_id(name := self.table[key]) or name in taken:
            raise self.fault(why if is_id(name) else NOT_AN_ID, key)
        taken.add(name)
        return str(name)

    def check_text(self, key: str, most: int) -> None:
        if key in self.table and (wrong := text_fault(self.table[key], most)):
            self.note(wrong, key)

    def check_pair(self, key: str, least: int, most: int) -> None:
        """Refuse a value that is not two whole numbers in rising order, both within these bounds."""
        pair = self.table.get(key, [least, most])
        is_two = isinstance(pair, list) and len(pair) == 2 and all(type(each) is int for each in pair)
        if not (is_two and least <= pair[0] <= pair[1] <= most):
            self.note(f"must be two whole numbers, least and most, from {least} to {most}", key)

    def settle(self, rules: KeyRules, known: Known) -> None:
        """Check the names at these keys, and turn those that pick roles or seats into selections."""
        for key, rule in rules.items():
            if key in self.table:
                try:
                    self.table[key] = _settled(self.table[key], rule, known)
                except ValueError as wrong:
                    self.note(self.why(wrong), key)

    def why(self, wrong: ValueError) -> str:
        """Return what is wrong with a value. For an unknown name, add the known name that was probably meant."""
        why, *unknown = wrong.args
        return f"{why}{_one_of(*unknown)}" if unknown and len(self.faults) < MOST_TOLD else why


def row_of(key: str) -> str:
    """Return the row of the file to which a key belongs, such as `call[1]` or `role.fox`."""
    return re.sub(r"(?s)(\w*(?:\[\d+\]|\.[^.]+)?).*", r"\1", key)


def _place_among(keys: Sequence[str], key: str) -> tuple[int, list[int]]:
    """Return where a key stands in the file, to sort by: the number of its table among these top keys, then its numbers
    in lists."""
    top = re.split(r"[.\[]", key)[0]
    return keys.index(top) if top in keys else -1, [*map(int, re.findall(r"\[(\d+)\]", key))]


def keys_of(kind: type[Struct], *left: str) -> Sequence[str]:
    """Return the keys of a table of this kind, except those that nobody writes in a file."""
    return [key for key in kind.__struct_encode_fields__ if key not in left]


def _settled(value: Any, rule: str | Sequence[str], known: Known) -> object:
    """Return a value, or the selection that it stands for. Raises ValueError that says what is allowed."""
    if not isinstance(rule, str):
        names = [value] if isinstance(value, str) else value
        return selection_of(names, {*known[rule[0]], *rule[1:]}, empty=rule[0] == "winners")
    if rule not in _LISTS:
        if not (isinstance(value, str) and value in known[rule]):
            raise ValueError(f"must be the name of {rule} in this file", value, known[rule])
        return value
    least, most = _LISTS[rule]
    why = f"must be a list in [ ] of names of {rule}{', not empty' if least else ''}, at most {most}"
    if not (isinstance(value, list) and least <= len(value) <= most):
        raise ValueError(why)
    for name in value:
        if not (isinstance(name, str) and name in known[rule]):
            raise ValueError(why, name, known[rule])
    return value


def selection_of(names: object, known: Collection[str], *, empty: bool = False) -> Selection:
    """Return a selection from its names as written. Raises ValueError that says what is allowed."""
    if not isinstance(names, list) or len(names) > _MOST_NAMES or not (names or empty):
        raise ValueError(f"must be a name or a list of 1 to {_MOST_NAMES} names")
    if not all(isinstance(each, str) for each in names):
        raise ValueError("must have names only")
    if names and names[0].startswith("-"):
        raise ValueError("must first name who is meant; take somebody away after that")
    for name in names:
        if name.removeprefix("-") not in known:
            why = f"must have names only that may stand here, and {quote_word(name)} is none"
            raise ValueError(why, name.removeprefix("-"), known)
    taken = tuple(name[1:] for name in names if name.startswith("-"))
    return Selection(tuple(name for name in names if not name.startswith("-")), taken)


def _one_of(word: object, known: Collection[str]) -> str:
    """Return the end of a message: the known name that was probably meant, or else a list of all known names."""
    near = near_word(word, known) if isinstance(word, str) else ""
    return near or (f"; choose one of: {', '.join(sorted(known))}" if known else ", which has none yet")
