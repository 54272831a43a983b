"""Tells after a game what happened in it, in order, and within a time limit."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from nightcrier.box.show.facts import Fact, Word
from nightcrier.kernel.ids import LineId, Seconds
from nightcrier.kernel.people import ROW_BREAKS

TELL_NIGHT = Word("verdict.tell")
"""The row of a verdict that makes the box tell the night when it is pressed."""
LONGEST: Seconds = 34.0
"""The longest estimated time of a tale. The slowest voice needs a sixth more, so that a tale takes 40 s at most."""
CHOICE = 1
_LETTERS_A_SECOND, _BREATH, _WIDE = 14.0, 0.4, "\u2e80"


class Told(Struct, frozen=True):
    """One thing that happened, under the head of its night or day. If its word has no lines, it is not told. The lowest
    weight is left out first: 0 if nothing came of it, 1 for a choice, 2 for a death, 3 for any other change."""

    weight: int
    fact: Word
    head: Word = Word("")


def speaking_seconds(text: str) -> Seconds:
    """Return roughly how long a narrator needs for a line. A Japanese or Chinese character is a syllable or a word."""
    return _BREATH + sum(2.5 if sign >= _WIDE else sign not in ROW_BREAKS for sign in text) / _LETTERS_A_SECOND


def told_facts(tale: Iterable[Told]) -> Iterator[Fact]:
    """Yield the facts of a tale for people to read, with each head once."""
    for head, part in groupby(tale, key=lambda told: told.head):
        yield from (*([head] if head.key else ()), *(told.fact for told in part))


def tale_lines(tale: Sequence[Told], seconds: Callable[[LineId], Seconds]) -> tuple[LineId, ...]:
    """Return the lines of a tale. If they would take too long, leave out facts with the lowest weight first, and among
    equal weights those nearest to the middle."""
    kept, lines = list[int](), _joined(())
    for at in sorted(range(len(tale)), key=lambda at: (-tale[at].weight, min(at, len(tale) - at))):
        kept = sorted([*kept, at])
        more = _joined(tale[each] for each in kept)
        if sum(map(seconds, more)) > LONGEST:
            break
        lines = more
    return lines


def _joined(tale: Iterable[Told]) -> tuple[LineId, ...]:
    """Return the lines for this part of a tale. A choice that several people made together is told once. A day has the
    same number as the night before it, so it needs no head of its own."""
    lines, before = [LineId("house.story.open")], Told(0, Word(""))
    for told in tale:
        again = told.weight == CHOICE and (told.head, told.fact.said[2:]) == (before.head, before.fact.said[2:])
        if told.fact.said and not again:
            lines += [*(told.head.said if told.head.said[-1:] != before.head.said[-1:] else ()), *told.fact.said]
            before = told
    return tuple(lines)
