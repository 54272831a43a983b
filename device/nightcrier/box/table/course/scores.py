"""Shows the page of the scores: the champion, everybody's points or losses, and the points of each game, if there were
several games."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input, PersonStanding, Standings
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number, person_name
from nightcrier.box.table.core.page_kinds import HomePage, Page
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.course.evening import champion_lines, people_names
from nightcrier.box.table.drawing.view import Pair, Row, Size, Text, View
from nightcrier.kernel.ids import SEAT, Language, LineId, number_line, person_line, screen_line
from nightcrier.kernel.people import EveningKind

_ROWS, _LARGE_ROWS = 4, 2
MOST_POINTS, MOST_LOSSES = 20, 2
"""The highest numbers of points and losses that have a line of their own, such as `points.3`."""


class ScoresPage(Page, frozen=True, tag="scores"):
    """The page with the points of the evening, seat by seat. START begins the next game, as it does in the menus."""

    under: Page
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        if event.control is Control.DIAL and event.gesture is Gesture.TURN:
            last = len(_screens(house, table)) - 1
            return replace(table, page=replace(self, index=max(0, min(last, self.index + event.steps)))), ()
        if event.control is Control.START and event.gesture is Gesture.PRESS:
            return HomePage().handle(house, table, event)
        if event.gesture is Gesture.HOLD and event.control is Control.DIAL:
            return table, ()  # all of the page is said
        if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
            return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        screens = _screens(house, table)
        return View("scores", table.choices.language, screens[min(self.index, len(screens) - 1)], head=len(screens) > 1)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that say the champion and everybody's points: "Seat three, five points". Once the dial has
        turned, return what stands on the screen."""
        standings = table.standings
        if standings is None or not standings.people:
            return (LineId("screen.score.none"),)
        rows = [_row_lines(standings, person, place) for person, place in enumerate(standings.people, 1)]
        if not self.index:
            return (*champion_lines(standings), *(line for row in rows for line in row))
        screens = _lines_by_screen(standings, rows)
        return screens[min(self.index, len(screens) - 1)]

    def title(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (screen_line("score.show"),)

    def keys(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("keys.begin"),)


_Lines: TypeAlias = tuple[LineId, ...]


def _lines_by_screen(standings: Standings, rows: Sequence[_Lines]) -> list[_Lines]:
    """Return the lines of each screen of the page, in the order of the screens."""
    games = standings.ledgers.items() if len(standings.ledgers) > 1 else ()
    champions: list[tuple[_Lines, Sequence[_Lines]]] = [((), [champion_lines(standings)])]
    told = [*(champions if standings.champions else ()), ((), rows)]
    told += [((screen_line(f"game.{game}"),), _points_lines(points)) for game, points in games]
    parts = [(title, part[n : n + _ROWS - 1]) for title, part in told for n in range(0, len(part), _ROWS - 1)]
    return [(*title, *(line for row in part for line in row)) for title, part in parts]


def _points_lines(points: Sequence[int]) -> list[tuple[LineId, ...]]:
    return [(SEAT, person_line(person), number_line(count)) for person, count in enumerate(points, 1)]


def _row_lines(standings: Standings, person: int, place: PersonStanding) -> tuple[LineId, ...]:
    """Return the lines that say the points of a person. If they have no line of their own, say only the number."""
    count, long = _points(standings, place), standings.kind is EveningKind.LONG
    most = MOST_LOSSES if long else MOST_POINTS
    worth = LineId(f"{'losses' if long else 'points'}.{count}") if count <= most else number_line(count)
    return SEAT, person_line(person), screen_line("score.out") if place.out else worth


def _screens(house: House, table: Table) -> list[tuple[Row, ...]]:
    """Return the screens of the page. If there are several, each shows its number, like the lists of the menu."""
    standings, words, language = table.standings, house.words, table.choices.language
    if standings is None or not standings.people:
        return [(Text(words.screen(language, "score.none"), Size.LARGE),)]
    rows = [_row(house, table, standings, n, place) for n, place in enumerate(standings.people, 1)]
    most = _LARGE_ROWS if house.screen.least else _ROWS
    aimed = standings.kind is EveningKind.SHORT
    if len(rows) <= most and not (aimed or standings.champions) and len(standings.ledgers) <= 1:
        return [tuple(rows)]
    kind = kind_text(house, language, standings.kind, standings.target)
    title = kind if aimed else words.screen(language, "score.show")
    told = [*_champions(house, table, standings), (title, rows), *_games(house, table, standings)]
    parts = [(title, part[n : n + most - 1]) for title, part in told for n in range(0, len(part), most - 1)]
    places = (number(words, language, f"{n}/{len(parts)}") for n in range(1, len(parts) + 1))
    paged = zip(parts, places, strict=True)
    return [(Pair(title, place if len(parts) > 1 else ""), *part) for (title, part), place in paged]


def kind_text(house: House, language: Language, kind: EveningKind, target: int) -> str:
    """Return the text that explains how an evening is decided, with the points that win a short evening."""
    text = house.words.screen(language, f"score.kind.{kind}")
    return f"{text} {number(house.words, language, str(target))}" if kind is EveningKind.SHORT else text


_Titled: TypeAlias = tuple[str, Sequence[Row]]
"""A title, with the rows below the title."""


def _champions(house: House, table: Table, standings: Standings) -> Iterator[_Titled]:
    if standings.champions:
        names = ", ".join(_name(house, table, n) for n in standings.champions)
        yield house.words.screen(table.choices.language, "score.champion"), [Text(names, Size.LARGE)]


def _games(house: House, table: Table, standings: Standings) -> Iterator[_Titled]:
    for game, points in standings.ledgers.items() if len(standings.ledgers) > 1 else ():
        told = (number(house.words, table.choices.language, str(n)) for n in points)
        # A game that was taken away since reads as its id.
        title = house.words.screen(table.choices.language, f"game.{game}") if game in house.games else game
        yield title, [Pair(_name(house, table, n), each) for n, each in enumerate(told, 1)]


def _row(house: House, table: Table, standings: Standings, person: int, place: PersonStanding) -> Pair:
    """Return the row of a person: points, losses, or that the person is out of the tournament."""
    words, language = house.words, table.choices.language
    key = "score.losses" if standings.kind is EveningKind.LONG else "score.points"
    value = words.screen(language, key, n=number(words, language, str(_points(standings, place))))
    return Pair(_name(house, table, person), words.screen(language, "score.out") if place.out else value)


def _name(house: House, table: Table, person: int) -> str:
    return person_name(house.words, table.choices.language, person, people_names(table).get(person, ""))


def _points(standings: Standings, place: PersonStanding) -> int:
    return place.losses if standings.kind is EveningKind.LONG else place.points
