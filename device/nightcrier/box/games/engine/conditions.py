"""Reads the condition of an end, such as `alive(wolf) * 2 >= alive(all) and night > 1`."""

import re
from collections.abc import Callable, Collection
from typing import Any, NoReturn, cast

from nightcrier.box.games.engine.model import ALL, Formula, Part, SeatCount
from nightcrier.box.games.engine.parts import selection_of

LONGEST_CONDITION = 200
_MOST_PARTS, _DEEPEST = 60, 8
_PART = re.compile(
    r" *(?:(?P<count>alive|dead|dealt|burned|killed) *\((?P<names>[^()]*)\)"
    r"|(?P<word>(?:and|or|not|night|players)(?![a-z0-9-])|[0-9]{1,3}(?![a-z0-9-])|[=!<>]=|[<>()+*]|(?<= )-))"
)
_SIGNS = ("==", "!=", "<", "<=", ">", ">=")


def read_condition(text: str, groups: Collection[str], marks: Collection[str]) -> Part:
    """Return the parsed form of a condition. `groups` are the names of roles, sides and tags. Raises ValueError that
    says what is allowed."""
    parts, at = list[str | SeatCount](), 0
    while text[at:].strip(" "):
        found = _PART.match(text, at)
        if found is None or len(parts) >= _MOST_PARTS:
            _refuse(f"cannot be read from its letter {at + 1} on" if found is None else f"has over {_MOST_PARTS} parts")
        parts.append(found["word"] or _count(found, {ALL, *groups}, marks))
        at = found.end()
    return _Reader(parts).whole()


def _refuse(why: str) -> NoReturn:
    raise ValueError(f"must be a condition such as `alive(wolf) == 0`; this one {why}")


def _count(found: re.Match[str], known: set[str], marks: Collection[str]) -> SeatCount:
    what = cast("Any", found["count"])
    names = [name.strip(" ") for name in found["names"].split(",")]
    return SeatCount(what, selection_of(names, known if what == "dealt" else known.union(marks)))


class _Reader:
    """Reads the parts of a condition from left to right."""

    def __init__(self, parts: list[str | SeatCount]) -> None:
        self._parts, self._at, self._depth = parts, 0, 0

    def whole(self) -> Part:
        condition = self._either()
        if self._next is not None:
            _refuse(f"does not end after its part {self._at}")
        return condition

    @property
    def _next(self) -> str | SeatCount | None:
        return self._parts[self._at] if self._at < len(self._parts) else None

    def _skip(self, *words: str) -> str:
        """Step over the next part if it is one of these words. Return the part, or an empty text."""
        if self._next not in words:
            return ""
        self._at += 1
        return str(self._parts[self._at - 1])

    def _joined(self, word: str, inner: Callable[[], Part]) -> Part:
        found = [inner()]
        while self._skip(word):
            found.append(inner())
        return found[0] if len(found) == 1 else Formula(word, tuple(found))

    def _either(self) -> Part:
        return self._joined("or", lambda: self._joined("and", self._not))

    def _not(self) -> Part:
        opened = self._skip("not", "(")
        if not opened:
            return self._compare()
        self._depth += 1
        if self._depth > _DEEPEST:
            _refuse(f"has more than {_DEEPEST} levels of brackets and not")
        inside = Formula("not", (self._not(),)) if opened == "not" else self._either()
        if opened == "(" and not self._skip(")"):
            _refuse("has a bracket that is never closed")
        self._depth -= 1
        return inside

    def _compare(self) -> Part:
        left = self._sum()
        sign = self._skip(*_SIGNS)
        if not sign:
            _refuse(f"compares nothing at its part {self._at + 1}; use one of {' '.join(_SIGNS)}")
        return Formula(sign, (left, self._sum()))

    def _sum(self) -> Part:
        found = self._product()
        while sign := self._skip("+", "-"):
            found = Formula(sign, (found, self._product()))
        return found

    def _product(self) -> Part:
        found = self._atom()
        if not self._skip("*"):
            return found
        other = self._atom()
        if not (isinstance(found, int) or isinstance(other, int)):
            _refuse("multiplies two counts; one of them must be a number")
        return Formula("*", (found, other))

    def _atom(self) -> Part:
        part = self._next
        self._at += 1
        if isinstance(part, SeatCount) or part in ("night", "players"):
            return cast("Part", part)
        if part is None or not part.isdecimal():
            _refuse(f"needs a number or a count as its part {self._at}")
        return int(part)
