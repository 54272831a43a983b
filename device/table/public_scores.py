"""How the evening stands, for whoever looks on from outside: what stands on the page of the scores, and the games that
were counted. Only at home: in a game nothing of it is told."""

from device.kernel.ids import LineId, screen_line
from device.kernel.people import GameResult
from device.kernel.public_scores import ScoredGame, ScoredPerson, TableScores
from device.show.setup import DeckOrigin
from device.table.heeded import is_at_home
from device.table.house import House
from device.table.pages.home import scenario_title
from device.table.state import Table
from device.words.catalogue import UNHEARD


def table_scores(house: House, table: Table) -> TableScores | None:
    """None while a game, or a hand at the menus, has the table; and where it is not known."""
    standings = table.standings
    if standings is None or not is_at_home(table):
        return None
    return TableScores(
        standings.evening,
        standings.kind,
        standings.target,
        tuple(ScoredPerson(each.name, each.points, each.losses, each.out) for each in standings.people),
        standings.champions,
        tuple(_game(house, table, each) for each in standings.games),
    )


def _game(house: House, table: Table, result: GameResult) -> ScoredGame:
    title = house.words.title(table.choices.language, _title(result)).translate(UNHEARD)
    return ScoredGame(result.number, result.game, result.scenario, title, result.points, result.id)


def _title(result: GameResult) -> LineId:
    """Cards that were drawn by lot, or changed by hand, have a name of their own."""
    own = set(DeckOrigin) - {DeckOrigin.SCENARIO}
    return screen_line(result.scenario) if result.scenario in own else scenario_title(result.game, result.scenario)
