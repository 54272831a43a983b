"""One game of Wherewolf on paper, judged: the door of the referee for `nightcrier judge`."""

from msgspec import Raw

from device.games.wherewolf.referee.whole_game import GameRecord, judge_game
from device.games.wherewolf.rules.refusal import RuleBroken
from device.games.wherewolf.sheet.game_sheet import read_game
from device.games.wherewolf.sheet.report_of_game import GameReport, report_game
from device.games.wherewolf.sheet.rounds_of_sheet import rounds_of
from device.games.wherewolf.sheet.table_checks import table_of
from device.kernel.errors import quoted


def record_of(content: bytes | Raw) -> GameRecord:
    """The game read and judged. Raises `RuleBroken`."""
    sheet = read_game(content)
    if sheet.game != "wherewolf":
        raise RuleBroken(f"this referee judges wherewolf, not {quoted(sheet.game)}")
    return judge_game(table_of(sheet), rounds_of(sheet))


def report_sheet(content: bytes | Raw) -> GameReport:
    """The report that the command prints for a sheet. Raises `RuleBroken`."""
    return report_game(record_of(content))
