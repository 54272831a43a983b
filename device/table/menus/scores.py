"""The scores menu: how the evening is decided, a new one, and mending a game that was dialled in wrong."""

from msgspec.structs import replace

from device.kernel.ids import LineId, number_line, screen_line
from device.table.effects import Amend, LookUp, NewEvening
from device.table.house import Choices, House
from device.table.menus.items import Item, Value
from device.table.pages.names import number
from device.table.state import ListingPage, ScoresPage, Table, TableStep

TARGETS = (3, 5, 7, 10)
DEFAULT_TARGET = 5
KINDS = {"open": ("open", 0), **{f"short-{target}": ("short", target) for target in TARGETS}, "long": ("long", 0)}
"""What people can choose: the kind of the evening, and the points that win it where points do."""


def scores_items(house: House, table: Table) -> tuple[Item, ...]:
    return (
        Item(LineId("screen.score.show"), does=_show),
        _kind(house, table),
        Item(LineId("screen.score.new"), does=_new),
        Item(LineId("screen.score.mend"), does=_mend),
        Item(LineId("screen.score.strike"), does=_strike),
    )


def winner_items(house: House, table: Table) -> tuple[Item, ...]:
    """The last game, seat by seat: a press turns won into lost and back."""
    standings = table.standings
    if standings is None or standings.last is None:
        return (Item(LineId("screen.score.none")),)
    return tuple(
        Item(LineId("screen.seat"), does=_turn_over, n=seat, state=f"score.{'won' if points else 'lost'}")
        for seat, points in enumerate(standings.last, 1)
    )


def _kind(house: House, table: Table) -> Item:
    values = tuple(_value(house, table.choices, kind) for kind in KINDS)
    return Item(LineId("screen.score.kind"), values, tuple(KINDS).index(table.choices.tournament))


def _value(house: House, choices: Choices, kind: str) -> Value:
    name, target = KINDS[kind]
    n = number(house.words, choices.language, str(target or ""))
    spoken = (screen_line(f"score.kind.{name}"), *((number_line(target),) if target else ()))
    text = house.words.screen(choices.language, f"score.kind.{name}")
    return Value(f"{text} {n}".strip(), spoken, replace(choices, tournament=kind))


def _show(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ScoresPage(table.page)), (LookUp(),)


def _new(house: House, table: Table, at: float) -> TableStep:
    kind, target = KINDS[table.choices.tournament]
    begun = NewEvening(kind, target or DEFAULT_TARGET, table.choices.setup.players)
    return replace(table, page=ScoresPage(table.page)), (begun,)


def _mend(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ListingPage("winners", table.page)), (LookUp(),)


def _strike(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ScoresPage(table.page)), (Amend(),)


def _turn_over(house: House, table: Table, at: float) -> TableStep:
    """Who is made a winner has one point: what a game was worth beyond that, nobody can dial in here."""
    last = (table.standings.last if table.standings else None) or ()
    seat = table.page.index + 1 if isinstance(table.page, ListingPage) else 0
    return table, (Amend(tuple(int(not old) if n == seat else old for n, old in enumerate(last, 1))),)
