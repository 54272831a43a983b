"""Reads the condition of an end, such as `alive(wolf) * 2 >= alive(all) and night > 1`."""

import re
from collections.abc import Collection
from typing import Any, NoReturn, cast

from nightcrier.box.games.engine.model import ALL, Compare, Condition, Either, Every, Not, SeatCount, Term
from nightcrier.box.games.engine.parts import selection_of

LONGEST_CONDITION = 200
_MOST_PARTS, _DEEPEST = 60, 8
_PART = re.compile(
    r" *(?:(?P<count>alive|dead|dealt|burned|killed) *\((?P<names>[^()]*)\)"
    r"|(?P<word>(?:and|or|not|night|players)(?![a-z0-9-])|[0-9]{1,3}(?![a-z0-9-])|[=!<>]=|[<>()+*]|(?<= )-))"
)
_SIGNS = ("==", "!=", "<", "<=", ">", ">=")


def read_condition(text: str, groups: Collection[str], marks: Collection[str]) -> Condition:
    """Return the condition that a text says. `groups` are the names of roles, sides and tags. Raises ValueError with
    what is allowed."""
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
    """Goes through the parts of a condition, from left to right."""

    def __init__(self, parts: list[str | SeatCount]) -> None:
        self._parts, self._at, self._depth = parts, 0, 0

    def whole(self) -> Condition:
        condition = self._either()
        if self._next is not None:
            _refuse(f"does not end after its part {self._at}")
        return condition

    @property
    def _next(self) -> str | SeatCount | None:
        return self._parts[self._at] if self._at < len(self._parts) else None

    def _skip(self, *words: str) -> str:
        """Go over the next part if it is one of these words. Return it, or an empty text."""
        if self._next not in words:
            return ""
        self._at += 1
        return str(self._parts[self._at - 1])

    def _either(self) -> Condition:
        found = [self._every()]
        while self._skip("or"):
            found.append(self._every())
        return found[0] if len(found) == 1 else Either(tuple(found))

    def _every(self) -> Condition:
        found = [self._not()]
        while self._skip("and"):
            found.append(self._not())
        return found[0] if len(found) == 1 else Every(tuple(found))

    def _not(self) -> Condition:
        opened = self._skip("not", "(")
        if not opened:
            return self._compare()
        self._depth += 1
        if self._depth > _DEEPEST:
            _refuse(f"has more than {_DEEPEST} levels of brackets and not")
        inside = Not(self._not()) if opened == "not" else self._either()
        if opened == "(" and not self._skip(")"):
            _refuse("has a bracket that is never closed")
        self._depth -= 1
        return inside

    def _compare(self) -> Condition:
        left = self._sum()
        sign = self._skip(*_SIGNS)
        if not sign:
            _refuse(f"compares nothing at its part {self._at + 1}; use one of {' '.join(_SIGNS)}")
        return Compare(left, cast("Any", sign), self._sum())

    def _sum(self) -> tuple[Term, ...]:
        terms = [self._term(1)]
        while sign := self._skip("+", "-"):
            terms.append(self._term(-1 if sign == "-" else 1))
        return tuple(terms)

    def _term(self, sign: int) -> Term:
        term = self._atom()
        if self._skip("*"):
            other = self._atom()
            if term.of is not None and other.of is not None:
                _refuse("multiplies two counts; one of them must be a number")
            term = Term(term.times * other.times, term.of if other.of is None else other.of)
        return Term(sign * term.times, term.of)

    def _atom(self) -> Term:
        part = self._next
        self._at += 1
        if isinstance(part, SeatCount) or part in ("night", "players"):
            return Term(1, cast("Any", part))
        if part is None or not part.isdecimal():
            _refuse(f"needs a number or a count as its part {self._at}")
        return Term(int(part))
