"""Determines how the next game begins: its setup, the numbers of its people, and the lines to prepare."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.show.cues import Prepare
from nightcrier.box.show.plug import problems_of
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.evening.people import people_beside, seated_people
from nightcrier.box.table.heard.talk import with_numbers
from nightcrier.kernel.ids import LineId, number_line
from nightcrier.kernel.people import EveningKind, SeatedPerson
from nightcrier.kernel.phrasings import other_phrasings


def tonight_setup(house: House, table: Table) -> Setup:
    """Return the setup of the next game: its people, their points, the roles that are new here, and those that the game
    explains in their calls."""
    met = table.choices.played.get(table.choices.game, ())
    setup = replace(table.choices.setup, languages=len(table.choices.languages_said(second=False)))
    game, explain = house.games[table.choices.game], table.choices.explain
    deck = game.deck(setup)
    fresh = set(deck).difference(met)
    wanted = {"always": set(deck), "new": fresh, "never": set[str]()}[explain]
    is_open = not table.standings or table.standings.kind is EveningKind.OPEN
    gives_tip = is_open and table.choices.crier == "full" and not table.before.tipped
    seated, beside = seated_people(table), people_beside(table)
    points = table.standings.ledgers.get(table.choices.game, ()) if table.standings else ()
    return replace(
        setup,
        fresh=tuple(sorted(fresh)),
        repeats=table.before.times if table.before.deck == deck else 0,
        ledger=tuple(points[each.person - 1] for each in (*seated, *beside)) if points else (),
        heard=bool(points),
        tip=_next_tip(house, table.choices, max(setup.players, len(seated))) if gives_tip else "",
        known=explain != "always" and table.choices.game in table.choices.played,
        told=not table.advised.isdisjoint(aim_lines(table.choices.game)),
        taught=tuple(role for role in game.taught_in_calls(setup) if role in wanted and not _was_told(table, role)),
        named=explain != "never" and bool(fresh),
        before=table.choices.lying.get(table.choices.game, ()),
        result=table.before.result,
        bags=table.choices.bags,
        seated=seated,
        beside=beside,
        evening=table.standings.evening if table.standings and seated else 0,
    )


_FOR_MANY, _ONE_TABLE = 5, 10
"""The number of each game's tip that is only for large tables, and the most people at a table that is not large."""


def _next_tip(house: House, choices: Choices, people: int) -> str:
    first, said_in = LineId(f"tip.{choices.game}"), choices.languages_said(second=False)
    tips, is_large = enumerate((first, *other_phrasings(first)), 1), people > _ONE_TABLE
    left = (tip for at, tip in tips if (is_large or at != _FOR_MANY) and not choices.bags.drawn.get(tip))
    return next((tip for tip in left if all(house.words.line(each, tip) for each in said_in)), "")


def _was_told(table: Table, role: str) -> bool:
    """Say whether a role was explained before a game since power-on. If so, its call need not explain it again."""
    return not table.advised.isdisjoint((LineId(f"explain.role.{role}"), LineId(f"explain.role.{role}.1")))


def dealt_minutes(house: House, table: Table) -> int | None:
    """Return roughly how many minutes a night of the next game takes, or None if the box does not deal."""
    game, setup = house.games[table.choices.game], table.choices.setup
    if game.setup_for_deal(setup) != setup or problems_of(game, setup):
        return None
    seconds = game.dealt_night(tonight_setup(house, table))
    return None if seconds is None else max(1, round(seconds / 60))


def aim_lines(game: str) -> tuple[LineId, LineId]:
    """Return the two lines with which the explanation of a game may begin: the first if the explanation has one line,
    and the second if it has several."""
    whole = LineId(f"explain.game.{game}")
    return whole, LineId(f"{whole}.1")


def first_words(house: House, table: Table) -> tuple[Effect, ...]:
    """Return the effect that prepares the first lines of the next game, its bed and the names of its players, so that
    they start without delay."""
    opening = house.games[table.choices.game].opening(tonight_setup(house, table))
    first = (*told_before(house, table), *opening) if opening else ()
    return (with_numbers(table, Prepare(first, table.choices.bed)),) if first else ()


def told_before(house: House, table: Table) -> tuple[LineId, ...]:
    """Return the lines to say before the next game: the numbers of its people, and if the box deals, how long a night
    is. With paper cards, people hear this while they lay out the cards."""
    minutes = dealt_minutes(house, table)
    return numbers_told(table) if minutes is None else (*numbers_told(table), *minutes_lines(minutes))


def minutes_lines(minutes: int) -> tuple[LineId, LineId]:
    return LineId("night.minutes"), number_line(minutes)


COUNTS, KEEPS = LineId("who.counts"), LineId("who.keeps")
BY_NUMBER = LineId("who.numbers")
"""The line that explains which number belongs to which person. It is said if all have names."""
OF_NUMBERS = frozenset({BY_NUMBER, COUNTS, KEEPS})
"""The lines about people's numbers. They are skipped in a language that can say all names."""


def numbers_of(seated: Sequence[SeatedPerson]) -> tuple[int, ...]:
    return tuple(each.person for each in seated)


def numbers_told(table: Table) -> tuple[LineId, ...]:
    """Return the lines about people's numbers to say before the next game, or none if the people have not changed.
    Everybody has the same number for the whole evening. Before the first game nobody has one, so the lines explain how
    seats are counted."""
    seated = seated_people(table)
    numbers = numbers_of(seated)
    if numbers == table.before.people:
        return ()
    why = (BY_NUMBER,) if seated and all(each.name for each in seated) else ()
    if numbers == tuple(range(1, len(numbers) + 1)):
        return why
    return (*why, KEEPS if table.before.people else COUNTS)
