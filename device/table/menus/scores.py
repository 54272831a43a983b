"""The scores menu: how the evening is decided, a new one, and mending a game that was dialled in wrong."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from device.kernel.events import Standings
from device.kernel.ids import LineId, number_line, screen_line
from device.table.effects import LookUp
from device.table.house import Choices, House
from device.table.menus.items import Item, Value
from device.table.new_evening import evening_kind, kinds_offered
from device.table.pages.listing import ListingPage
from device.table.pages.question import Question, ask_over
from device.table.pages.scores import ScoresPage, kind_text
from device.table.pages.who_plays import NEW_EVENING
from device.table.score_changes import Amend
from device.table.state import Table, TableStep


def scores_items(house: House, table: Table) -> tuple[Item, ...]:
    return (
        Item(
            LineId("screen.score.show"),
            does=_show,
        ),
        _kind(house, table),
        Item(LineId("screen.score.new"), asks=NEW_EVENING),
        Item(LineId("screen.score.mend"), does=_mend),
        Item(LineId("screen.score.strike"), does=_strike),
    )


def winner_items(house: House, table: Table) -> tuple[Item, ...]:
    """List the last game person by person: a press turns won into lost and back."""
    standings = table.standings
    if standings is None or not standings.last:
        return (Item(LineId("screen.score.none")),)
    return tuple(
        Item(
            LineId("screen.seat"),
            does=_turn_over,
            n=person,
            named=standings.people[person - 1].name,
            state=f"score.{'won' if points else 'lost'}",
        )
        for person, points in sorted(standings.last.items())
    )


def _kind(house: House, table: Table) -> Item:
    offered = kinds_offered(table.choices.tournament)
    values = tuple(_value(house, table.choices, kind) for kind in offered)
    return Item(LineId("screen.score.kind"), values, offered.index(table.choices.tournament))


def _value(house: House, choices: Choices, kind: str) -> Value:
    name, target = evening_kind(kind)
    spoken = (screen_line(f"score.kind.{name}"), *((number_line(target),) if target else ()))
    return Value(kind_text(house, choices.language, name, target), spoken, replace(choices, tournament=kind))


def _show(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ScoresPage(table.page)), (LookUp(),)


def _mend(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=ListingPage("winners", table.page)), (LookUp(),)


def _strike(house: House, table: Table, at: float) -> TableStep:
    """Ask whether to strike the last game. If there is no game yet, the list of who won says so."""
    if table.standings is None or not table.standings.last:
        return _mend(house, table, at)
    return ask_over(table, STRIKE_GAME)


def _turn_over(house: House, table: Table, at: float) -> TableStep:
    """Turn won into lost for this person in the last game, or the other way round."""
    standings = table.standings
    if standings is None or not standings.last:
        return table, (LookUp(),)
    at_dial = table.page.index if isinstance(table.page, ListingPage) else 0
    turned = sorted(standings.last)[at_dial : at_dial + 1]
    winners = {person for person, points in standings.last.items() if points}.symmetric_difference(turned)
    return table, (amendment(table, points_won(standings, winners)),)


def amendment(table: Table, points: Mapping[int, int] | None) -> Amend | LookUp:
    """Return the change of the last game to these points, None to strike it. If no game is known, look first."""
    standings = table.standings
    if standings is None or standings.last is None:
        return LookUp()
    return Amend(points, standings.evening, standings.game)


def points_won(standings: Standings, winners: Collection[int]) -> dict[int, int]:
    """Return the points of the last game, if these won it: who won by the verdict has the points of it again; who did
    not has one, as nobody can say more here. Who had won anyway keeps them."""
    last, judged = standings.last or {}, standings.judged
    return {n: (had or judged.get(n) or 1) if n in winners else 0 for n, had in last.items()}


STRIKE_GAME = Question(
    "score.strike", lambda _, table, under, __: (replace(table, page=ScoresPage(under)), (amendment(table, None),))
)
"""Whether to strike the last game of this evening; then everybody sees how they stand without it."""
