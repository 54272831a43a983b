"""The next game as it would begin now: what the table has met, who sits where, its first words."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.kernel.ids import LineId
from device.kernel.people import SeatedPerson
from device.show.cues import Prepare, Speak
from device.show.plug import deck_of, opening_of
from device.show.setup import Setup
from device.table.effects import Effect
from device.table.house import House
from device.table.roster import people_beside, seated_people
from device.table.state import Table
from device.table.talk import with_numbers


def tonight_setup(house: House, table: Table) -> Setup:
    """Return the setup, with the roles this table has not met yet, which get more time, and how the evening stands."""
    met = table.choices.played.get(table.choices.game, ())
    setup = table.choices.setup
    deck = deck_of(house.games[table.choices.game], setup)
    heard = bool(table.standings and table.standings.ledgers.get(table.choices.game))
    seated, beside = seated_people(table), people_beside(table)
    return replace(
        setup,
        fresh=tuple(sorted({role for role in deck if role not in met})),
        ledger=_ledger(table, (*seated, *beside)),
        heard=heard,
        told=not table.advised.isdisjoint(aim_lines(table.choices.game)),
        named=table.choices.explain != "never" and any(role not in met for role in deck),
        before=table.lying.get(table.choices.game, ()),
        games_before=table.choices.games,
        seated=seated,
        beside=beside,
        evening=table.standings.evening if table.standings and seated else 0,
    )


def aim_lines(game: str) -> tuple[LineId, LineId]:
    """Return the lines that may begin the aim of a game: its only line, or the first of several."""
    whole = LineId(f"explain.game.{game}")
    return whole, LineId(f"{whole}.1")


def _ledger(table: Table, people: Sequence[SeatedPerson]) -> tuple[int, ...]:
    """Return the points of these from this game."""
    points = table.standings.ledgers.get(table.choices.game, ()) if table.standings else ()
    return tuple(points[each.person - 1] for each in people) if points else ()


def first_words(house: House, table: Table) -> tuple[Effect, ...]:
    """The first words of the game that START would begin, and its bed, so that they start at once; and the names of
    those who play it."""
    opening = opening_of(house.games[table.choices.game], tonight_setup(house, table))
    first = (*numbers_told(table), *opening) if opening else ()
    return (with_numbers(table, Prepare(first, table.choices.bed)),) if first else ()


COUNTS, KEEPS = LineId("who.counts"), LineId("who.keeps")
BY_NUMBER = LineId("who.numbers")
"""Whose number is whose, where all have names."""
OF_NUMBERS = frozenset({BY_NUMBER, COUNTS, KEEPS})
"""What is said of numbers. A language that can say all names passes it over."""


def numbers_of(seated: Sequence[SeatedPerson]) -> tuple[int, ...]:
    return tuple(each.person for each in seated)


def numbers_told(table: Table) -> tuple[LineId, ...]:
    """Return what to say of the numbers before the game that START would begin, once for the same people. Everybody
    keeps the number of the evening's list; before its first game nobody has one yet, so it is said how seats are
    counted."""
    seated = seated_people(table)
    numbers = numbers_of(seated)
    if numbers == table.before.people:
        return ()
    why = (BY_NUMBER,) if seated and all(each.name for each in seated) else ()
    if numbers == tuple(range(1, len(numbers) + 1)):
        return why
    return (*why, KEEPS if table.before.people else COUNTS)


def say_before(effects: Sequence[Effect], lines: tuple[LineId, ...]) -> tuple[Effect, ...]:
    """Say these lines before the first that are said."""
    first = next((effect for effect in effects if isinstance(effect, Speak)), None)
    return tuple(
        replace(effect, lines=(*lines, *effect.lines)) if effect is first and isinstance(effect, Speak) else effect
        for effect in effects
    )
