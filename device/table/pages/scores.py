"""How the evening stands: the champion where there is one, then everybody with points or losses; and where several
games were played, what each of them was worth. By dial."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input, PersonStanding, Standings
from device.kernel.ids import LineId, number_line, person_line, screen_line
from device.kernel.people import EveningKind
from device.table.house import House
from device.table.pages.names import number, person_name
from device.table.roster import people_names
from device.table.state import ScoresPage, Table, TableStep
from device.table.view import Pair, Size, Text, View

_ROWS = 4
MOST_POINTS, MOST_LOSSES = 20, 2
"""So many have a line of their own, `points.3`."""


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
    """The champion where there is one, and everybody's points, for ears: "Seat three, five points."."""
    standings = table.standings
    if standings is None or not standings.people:
        return (LineId("screen.score.none"),)
    champions = (screen_line("score.champion"), *map(person_line, standings.champions)) if standings.champions else ()
    rows = (_said_row(standings, person, place) for person, place in enumerate(standings.people, 1))
    return (*champions, *(line for row in rows for line in row))


def _said_row(standings: Standings, person: int, place: PersonStanding) -> tuple[LineId, ...]:
    """More than there is a word for is said as a number."""
    count, long = _points(standings, place), standings.kind is EveningKind.LONG
    most = MOST_LOSSES if long else MOST_POINTS
    worth = LineId(f"{'losses' if long else 'points'}.{count}") if count <= most else number_line(count)
    return LineId("score.seat"), person_line(person), screen_line("score.out") if place.out else worth


def _screens(house: House, table: Table) -> list[tuple[Pair | Text, ...]]:
    standings, words, language = table.standings, house.words, table.choices.language
    if standings is None or not standings.people:
        return [(Text(words.screen(language, "score.none"), Size.LARGE),)]
    rows = [_row(house, table, standings, n, place) for n, place in enumerate(standings.people, 1)]
    screens: list[tuple[Pair | Text, ...]] = [tuple(rows[n : n + _ROWS]) for n in range(0, len(rows), _ROWS)]
    screens += _games(house, table, standings)
    if standings.champions:
        names = ", ".join(_name(house, table, n) for n in standings.champions)
        title = Text(words.screen(language, "score.champion"), Size.SMALL, inverse=True)
        screens.insert(0, (title, Text(names, Size.LARGE)))
    return screens


def _games(house: House, table: Table, standings: Standings) -> list[tuple[Pair | Text, ...]]:
    """The points of each game on their own, under its name."""
    words, language = house.words, table.choices.language
    found: list[tuple[Pair | Text, ...]] = []
    for game, points in standings.ledgers.items() if len(standings.ledgers) > 1 else ():
        title = Text(words.screen(language, f"game.{game}"), Size.SMALL, inverse=True)
        rows = [
            Pair(_name(house, table, n), number(words, language, str(points[n - 1]))) for n in range(1, len(points) + 1)
        ]
        found += [(title, *rows[n : n + _ROWS - 1]) for n in range(0, len(rows), _ROWS - 1)]
    return found


def _row(house: House, table: Table, standings: Standings, person: int, place: PersonStanding) -> Pair:
    """Who is out of a tournament is told so instead."""
    words, language = house.words, table.choices.language
    key = "score.losses" if standings.kind is EveningKind.LONG else "score.points"
    value = words.screen(language, key, n=number(words, language, str(_points(standings, place))))
    return Pair(_name(house, table, person), words.screen(language, "score.out") if place.out else value)


def _name(house: House, table: Table, person: int) -> str:
    return person_name(house.words, table.choices.language, person, people_names(table).get(person, ""))


def _points(standings: Standings, place: PersonStanding) -> int:
    return place.losses if standings.kind is EveningKind.LONG else place.points
