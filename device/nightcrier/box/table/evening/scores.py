"""Shows the page of the scores: the champion, everybody's points or losses, and the points in each game if there were
several games."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input, PersonStanding, Standings
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number, person_name
from nightcrier.box.table.core.state import Page, Table, TableStep
from nightcrier.box.table.drawing.view import Pair, Row, Size, Text, View
from nightcrier.box.table.evening.people import champion_lines, people_names
from nightcrier.kernel.ids import SEAT, Language, LineId, number_line, person_line, screen_line
from nightcrier.kernel.people import EveningKind

_ROWS, _LARGE_ROWS = 3, 2
MOST_POINTS, MOST_LOSSES = 20, 2
"""The highest numbers of points and losses that have their own lines, such as `points.3`."""


class ScoresPage(Page, frozen=True, tag="scores"):
    """The page with the points of the evening, person by person. START begins the next game, like in the menus."""

    under: Page | None
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        if event.control is Control.DIAL and event.gesture is Gesture.TURN:
            last = len(_screens(house, table)) - 1
            return replace(table, page=replace(self, index=max(0, min(last, self.index + event.steps)))), ()
        if event.control is Control.START and event.gesture is Gesture.PRESS:
            return replace(table, starts=True), ()
        if event.gesture is Gesture.HOLD and event.control is Control.DIAL:
            return table, ()  # all of the page is said
        if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
            return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        screens, language = _screens(house, table), table.choices.language
        at = min(self.index, len(screens) - 1)
        foot = foot_of(house, language, "standings", at + 1, len(screens))
        return View("scores", language, screens[at][0], head=len(screens) > 1, foot=foot)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that say the champion and everybody's points: "Seat three, five points". Once the dial has
        been turned, return the lines for what is on the screen."""
        standings = table.standings
        if standings is None or not standings.people:
            return (LineId("screen.score.none"),)
        if not self.index:
            rows = (_row_lines(standings, person, place) for person, place in enumerate(standings.people, 1))
            return (*champion_lines(standings), *(line for row in rows for line in row))
        screens = _screens(house, table)
        return screens[min(self.index, len(screens) - 1)][1]

    def title(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (screen_line("score.show"),)

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("keys.begin"),)


_Lines: TypeAlias = tuple[LineId, ...]
_Screen: TypeAlias = tuple[tuple[Row, ...], _Lines]
"""The rows of a screen, and the lines that say them."""
_Titled: TypeAlias = tuple[str, _Lines, Sequence[tuple[Row, _Lines]]]
"""A title with the lines that say it, and the rows below it, each with its own lines."""


def _row_lines(standings: Standings, person: int, place: PersonStanding) -> tuple[LineId, ...]:
    """Return the lines that say the points of a person. If there is no line for so many points, say only the number."""
    count, long = _points(standings, place), standings.kind is EveningKind.LONG
    most = MOST_LOSSES if long else MOST_POINTS
    worth = LineId(f"{'losses' if long else 'points'}.{count}") if count <= most else number_line(count)
    return SEAT, person_line(person), screen_line("score.out") if place.out else worth


def _screens(house: House, table: Table) -> list[_Screen]:
    standings, words, language = table.standings, house.words, table.choices.language
    if standings is None or not standings.people:
        return [((Text(words.screen(language, "score.none"), Size.LARGE),), ())]
    people = enumerate(standings.people, 1)
    rows = [(_row(house, table, standings, n, place), _row_lines(standings, n, place)) for n, place in people]
    most = _LARGE_ROWS if house.screen.least else _ROWS
    aimed = standings.kind is EveningKind.SHORT
    if len(rows) <= most and not (aimed or standings.champions) and len(standings.ledgers) <= 1:
        return [_screen((), (), rows)]
    kind = kind_text(house, language, standings.kind, standings.target)
    title = kind if aimed else words.screen(language, "score.show")
    told = [*_champions(house, table, standings), (title, (), rows), *_games(house, table, standings)]
    parts = [(name, said, part[n : n + most - 1]) for name, said, part in told for n in range(0, len(part), most - 1)]
    return [_screen((Text(name, Size.SMALL),), said, part) for name, said, part in parts]


def _screen(head: tuple[Row, ...], said: _Lines, part: Sequence[tuple[Row, _Lines]]) -> _Screen:
    return (*head, *(row for row, _ in part)), (*said, *(line for _, lines in part for line in lines))


def kind_text(house: House, language: Language, kind: EveningKind, target: int) -> str:
    """Return the text that explains how an evening is decided, with the number of points that wins a short one."""
    text = house.words.screen(language, f"score.kind.{kind}")
    return f"{text} {number(house.words, language, str(target))}" if kind is EveningKind.SHORT else text


def _champions(house: House, table: Table, standings: Standings) -> Iterator[_Titled]:
    if standings.champions:
        names = ", ".join(_name(house, table, n) for n in standings.champions)
        champions = Text(names, Size.LARGE), champion_lines(standings)
        yield house.words.screen(table.choices.language, "score.champion"), (), [champions]


def _games(house: House, table: Table, standings: Standings) -> Iterator[_Titled]:
    for game, points in standings.ledgers.items() if len(standings.ledgers) > 1 else ():
        # A game that was taken away since reads as its id.
        title = house.words.screen(table.choices.language, f"game.{game}") if game in house.games else game
        yield title, (screen_line(f"game.{game}"),), [_game_row(house, table, *each) for each in enumerate(points, 1)]


def _game_row(house: House, table: Table, person: int, count: int) -> tuple[Row, _Lines]:
    value = number(house.words, table.choices.language, str(count))
    return Pair(_name(house, table, person), value), (SEAT, person_line(person), number_line(count))


def _row(house: House, table: Table, standings: Standings, person: int, place: PersonStanding) -> Pair:
    words, language = house.words, table.choices.language
    key = "score.losses" if standings.kind is EveningKind.LONG else "score.points"
    value = words.screen(language, key, n=number(words, language, str(_points(standings, place))))
    return Pair(_name(house, table, person), words.screen(language, "score.out") if place.out else value)


def _name(house: House, table: Table, person: int) -> str:
    return person_name(house.words, table.choices.language, person, people_names(table).get(person, ""))


def _points(standings: Standings, place: PersonStanding) -> int:
    return place.losses if standings.kind is EveningKind.LONG else place.points
