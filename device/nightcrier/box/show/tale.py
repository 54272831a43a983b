"""Tells after a game what happened in it, in the order in which it happened and within a bound."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from nightcrier.box.show.facts import Fact, Word
from nightcrier.kernel.ids import LineId, Seconds
from nightcrier.kernel.people import ROW_BREAKS

TELL_NIGHT = Word("verdict.tell")
"""The row of a verdict on which a press makes the box tell the night."""
LONGEST: Seconds = 34.0
"""The longest time that a tale may take by estimate. The slowest voice needs a sixth more: at most 40 s."""
CHOICE = 1
_LETTERS_A_SECOND, _BREATH, _WIDE = 14.0, 0.4, "\u2e80"


class Told(Struct, frozen=True):
    """One thing that happened, below the head of its night or day. A word without lines is not told. What weighs least
    is left out first: 0 if nothing came of it, 1 for a choice, 2 for a death, 3 for what else changed."""

    weight: int
    fact: Word
    head: Word = Word("")


def speaking_seconds(text: str) -> Seconds:
    """Return about how long a narrator needs for a line. A character of Japanese or Chinese is a syllable or a word."""
    return _BREATH + sum(2.5 if sign >= _WIDE else sign not in ROW_BREAKS for sign in text) / _LETTERS_A_SECOND


def told_facts(tale: Iterable[Told]) -> Iterator[Fact]:
    """Yield the facts of a tale for people to read, with each head once."""
    for head, part in groupby(tale, key=lambda told: told.head):
        yield from (*([head] if head.key else ()), *(told.fact for told in part))


def tale_lines(tale: Sequence[Told], seconds: Callable[[LineId], Seconds]) -> tuple[LineId, ...]:
    """Return the lines of a tale. If they would take too long, what weighs least is left out first, and among equal
    weights what is nearest to the middle."""
    kept, lines = list[int](), _joined(())
    for at in sorted(range(len(tale)), key=lambda at: (-tale[at].weight, min(at, len(tale) - at))):
        kept = sorted([*kept, at])
        more = _joined(tale[each] for each in kept)
        if sum(map(seconds, more)) > LONGEST:
            break
        lines = more
    return lines


def _joined(tale: Iterable[Told]) -> tuple[LineId, ...]:
    """Return the lines for this part of a tale. A choice that several people made together is told once, and a day
    needs no head after its night, which has the same number."""
    lines, before = [LineId("house.story.open")], Told(0, Word(""))
    for told in tale:
        again = told.weight == CHOICE and (told.head, told.fact.said[2:]) == (before.head, before.fact.said[2:])
        if told.fact.said and not again:
            lines += [*(told.head.said if told.head.said[-1:] != before.head.said[-1:] else ()), *told.fact.said]
            before = told
    return tuple(lines)
