"""How the evening stands: the champion where there is one, then every seat with its points or losses. By dial."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input, SeatStanding, Standings
from device.kernel.ids import LineId, number_line
from device.table.house import House
from device.table.pages.names import number
from device.table.state import ScoresPage, Table, TableStep
from device.table.view import Pair, Size, Text, View

_ROWS = 4


def handle_scores(house: House, table: Table, page: ScoresPage, event: Input) -> TableStep:
    if event.control is Control.DIAL and event.gesture is Gesture.TURN:
        last = len(_screens(house, table)) - 1
        return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
    if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
        return replace(table, page=page.under), ()
    return table, ()


def scores_view(house: House, table: Table, page: ScoresPage) -> View:
    screens = _screens(house, table)
    return View("scores", table.choices.language, screens[min(page.index, len(screens) - 1)])


def scores_lines(table: Table) -> tuple[LineId, ...]:
    """Each seat and its points, for ears."""
    standings = table.standings
    if standings is None:
        return (LineId("screen.score.none"),)
    return tuple(
        number_line(n) for seat, place in enumerate(standings.seats, 1) for n in (seat, _points(standings, place))
    )


def _screens(house: House, table: Table) -> list[tuple[Pair | Text, ...]]:
    standings, words, language = table.standings, house.words, table.choices.language
    if standings is None:
        return [(Text(words.screen(language, "score.none"), Size.LARGE),)]
    rows = [_row(house, table, standings, seat, place) for seat, place in enumerate(standings.seats, 1)]
    screens: list[tuple[Pair | Text, ...]] = [tuple(rows[n : n + _ROWS]) for n in range(0, len(rows), _ROWS)]
    if standings.champions:
        names = ", ".join(_name(house, table, seat, standings.seats[seat - 1]) for seat in standings.champions)
        title = Text(words.screen(language, "score.champion"), Size.SMALL, inverse=True)
        screens.insert(0, (title, Text(names, Size.LARGE)))
    return screens


def _row(house: House, table: Table, standings: Standings, seat: int, place: SeatStanding) -> Pair:
    words, language = house.words, table.choices.language
    key = "score.losses" if standings.kind == "long" else "score.points"
    value = words.screen(language, key, n=number(words, language, str(_points(standings, place))))
    return Pair(_name(house, table, seat, place), words.screen(language, "score.out") if place.out else value)


def _name(house: House, table: Table, seat: int, place: SeatStanding) -> str:
    words, language = house.words, table.choices.language
    return place.name or words.screen(language, "seat", n=number(words, language, str(seat)))


def _points(standings: Standings, place: SeatStanding) -> int:
    return place.losses if standings.kind == "long" else place.points
