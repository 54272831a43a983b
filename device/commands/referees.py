"""The referees of `nightcrier judge`, by the game they judge: sheet in, verdict or story out."""

from collections.abc import Callable, Mapping

from msgspec import Raw, Struct

from device.games.one_night.judge_report import Report, report
from device.games.one_night.judge_sheet import read, to_round
from device.games.one_night.judge_story import story_of_round
from device.games.one_night.verdict import judge
from device.games.wherewolf.sheet.judged_sheet import judge_sheet, record_of
from device.games.wherewolf.sheet.story_of_game import story_of


class Referee(Struct, frozen=True):
    """Both raise `RefusedGame` for a sheet that cannot be read or breaks a rule."""

    verdict: Callable[[Raw], object]
    story: Callable[[Raw], list[str]]


def _one_night_verdict(sheet: Raw) -> Report:
    return report(judge(to_round(read(sheet))))


def _one_night_story(sheet: Raw) -> list[str]:
    played = to_round(read(sheet))
    return story_of_round(played, judge(played))


def _wherewolf_story(sheet: Raw) -> list[str]:
    return story_of(record_of(sheet))


REFEREES: Mapping[str, Referee] = {
    "one-night": Referee(_one_night_verdict, _one_night_story),
    "wherewolf": Referee(judge_sheet, _wherewolf_story),
}
