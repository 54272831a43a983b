"""Everybody has the number of the evening's list, and keeps it. Where somebody in the midst of it does not play, and
people are called by number, that is said before the first words of the game, once for the same people: before the first
game of an evening how seats are counted, for nobody has a number yet. Where all have names that are not said, it is
told how they are counted as well."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.ids import LineId
from device.kernel.people import SeatedPerson
from device.show.cues import Speak
from device.table.effects import Effect
from device.table.roster import seated_people
from device.table.state import Table

COUNTS, KEEPS = LineId("who.counts"), LineId("who.keeps")
BY_NUMBER = LineId("who.numbers")
"""Whose number is whose, where all have names."""
OF_NUMBERS = frozenset({BY_NUMBER, COUNTS, KEEPS})
"""What is said of numbers. A language that can say all names passes it over."""


def numbers_of(seated: Sequence[SeatedPerson]) -> tuple[int, ...]:
    return tuple(each.person for each in seated)


def numbers_told(table: Table) -> tuple[LineId, ...]:
    """What to say of the numbers before the game that START would begin."""
    seated = seated_people(table)
    numbers = numbers_of(seated)
    if numbers == table.before.people:
        return ()
    why = (BY_NUMBER,) if seated and all(each.name for each in seated) else ()
    if numbers == tuple(range(1, len(numbers) + 1)):
        return why
    return (*why, KEEPS if table.before.people else COUNTS)


def say_before(effects: Sequence[Effect], lines: tuple[LineId, ...]) -> tuple[Effect, ...]:
    """The same, with these lines before the first that are said."""
    first = next((effect for effect in effects if isinstance(effect, Speak)), None)
    return tuple(
        replace(effect, lines=(*lines, *effect.lines)) if effect is first and isinstance(effect, Speak) else effect
        for effect in effects
    )
