"""Makes the changes to the scores that the table asks for."""

from collections.abc import Mapping
from typing import assert_never

from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_changes import (
    add_game,
    correct_game,
    judge_again,
    seat_people,
    strike_game,
    take_back,
)
from nightcrier.box.memory.evening_files import Evenings, is_sensible
from nightcrier.box.table.core.effects import (
    Amend,
    CountGame,
    ForgetName,
    NewEvening,
    ScoreChange,
    SeatPeople,
    WithdrawGame,
)
from nightcrier.kernel.people import DEFAULT_TARGET, EveningKind, EveningPerson, Presence, SeatedPerson


def change_scores(scores: Evenings, change: ScoreChange, mark: str | None) -> bool:
    """Make a change to the scores. `mark` identifies the game that it is about. Return False, and change nothing, if
    the change was meant for an earlier evening. Raises ValueError if the new scores could not be read again."""
    latest = scores.latest()
    if isinstance(change, SeatPeople | Amend) and latest and change.evening not in {0, scores.told_number(latest)}:
        return False
    changed = _changed(scores, latest, change, mark)
    if changed and not is_sensible(changed):
        raise ValueError(f"no score is like that: {change}")
    if changed:
        scores.put(changed)
    return True


def _changed(scores: Evenings, latest: Evening | None, change: ScoreChange, mark: str | None) -> Evening | None:
    """Return the changed evening, or None if nothing changes."""
    judged = scores.with_game(mark) if mark is not None else None
    match change:
        case CountGame(game, scenario, points) if judged and mark is not None:
            return judge_again(judged, mark, game, scenario, points)  # it counts as it was judged last
        case CountGame(game, scenario, points):
            evening, seats = _evening_of(scores, change)
            if evening.is_full:
                evening = Evening(scores.next_number, evening.kind, evening.target, evening.people)
            return add_game(evening, game, scenario, points, seats, mark or "")
        case WithdrawGame() if mark is not None:
            return judged and take_back(judged, mark)
        case WithdrawGame():
            return latest and _amended(latest, None)  # a game without a mark is the last that was counted
        case NewEvening(kind, target, names, sits_out):
            seated = enumerate(names, 1)
            people = (EveningPerson(name, Presence.SITS_OUT if n in sits_out else Presence.PLAYS) for n, name in seated)
            return Evening(scores.next_number, kind, target, tuple(people))
        case SeatPeople(people, _, places):
            begun = latest or Evening(scores.next_number, EveningKind.OPEN, DEFAULT_TARGET, ())
            return seat_people(begun, people, places)
        case Amend(points, _, number):
            return latest and _amended(latest, points, number)
        case ForgetName(name):
            scores.forget(name)
            return None
        case _:
            assert_never(change)


def _evening_of(scores: Evenings, game: CountGame) -> tuple[Evening, tuple[int, ...]]:
    """Return the evening in which a game counts, and those of its people who played. This is the evening in which the
    game began, or else the latest evening with the same people, or else a new one. An evening has no number before its
    first game counts."""
    latest = scores.latest()
    numbered = game.evening > 0
    begun = scores.by_number(game.evening) if numbered else latest
    if begun and game.seated and all(_is_there(begun, each, named=not numbered) for each in game.seated):
        return begun, tuple(each.person for each in game.seated)
    everybody = tuple(range(1, len(game.points) + 1))
    names = tuple(each.name for each in game.seated) or ("",) * len(game.points)
    if latest and len(latest.people) == len(names) and (not game.seated or latest.names == names):
        return latest, everybody
    like = latest or game
    return Evening(scores.next_number, like.kind, like.target, tuple(map(EveningPerson, names))), everybody


def _is_there(evening: Evening, seated: SeatedPerson, *, named: bool) -> bool:
    """Say whether the evening has this person. With `named`, the name must match, too, because the number of the
    evening is unknown."""
    return 1 <= seated.person <= len(evening.people) and (not named or evening.names[seated.person - 1] == seated.name)


def _amended(evening: Evening, points: Mapping[int, int] | None, number: int = 0) -> Evening:
    """Correct the points of the game with this number; 0 is the last game. If `points` is None, the game no longer
    counts."""
    games = [result.number for result in evening.results]
    meant = number or (games[-1] if games else 0)
    if meant not in games:
        return evening
    return strike_game(evening, meant) if points is None else correct_game(evening, meant, points)
