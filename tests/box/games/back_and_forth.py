"""Checks that BACK leads to earlier questions, and that the same answers then lead to the same stages again."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from nightcrier.box.show.agenda import AgendaGame
from nightcrier.box.show.answers import BACK, Answer
from nightcrier.box.show.stages import Ask, Stage

AnyGame: TypeAlias = AgendaGame[Any, Any]
Course = Sequence[tuple[AnyGame, Answer]]
"""A game stage by stage: each state of the game, and the answer given to it."""
IsOnce = Callable[[AnyGame], bool]
"""Says whether a game is at a stage that happens only once, even if BACK leads to before it."""


def never(game: AnyGame) -> bool:
    return False


def leads_back(stage: Stage | None) -> bool:
    return bool(getattr(stage, "back", False))


def ways_back(game: AnyGame) -> Iterator[AnyGame]:
    """Yield each stage to which BACK leads, until it leads no further."""
    while leads_back(game.stage()):
        game = game.answer(BACK)
        yield game


def as_shown(stage: Stage | None) -> Stage | None:
    """Return a question without its spoken lines, which may differ: after cards were passed, GROWL says so."""
    return replace(stage, lines=()) if isinstance(stage, Ask) else stage


def _led_to(stage: Stage | None, was: Stage | None) -> bool:
    return stage is was or (stage != was and as_shown(stage) == as_shown(was))


def check_back_and_forth(course: Course, at: int, most: int, is_once: IsOnce = never) -> int:
    """Go up to `most` steps back from the stage at this index and forward again, and check that the same stages come in
    the same order, except those that happen only once. Return how many steps BACK could take."""
    now = course[at][0]
    ways = list(ways_back(now))[:most]
    if not ways:
        return 0
    game = ways[-1]
    begun = next(number for number in range(at, -1, -1) if _led_to(game.stage(), course[number][0].stage()))
    for was, answer in course[begun:at]:
        if not is_once(was):
            assert as_shown(game.stage()) == as_shown(was.stage())
            game = game.answer(answer)
    apart: dict[str, Any] = {"before": None, "last": None, "acts": ()}  # what comes once is not repeated
    assert replace(game, **apart) == replace(now, **apart)
    assert [as_shown(way.stage()) for way in ways_back(game)] == [as_shown(way.stage()) for way in ways_back(now)]
    return len(ways)


def check_every_question(course: Course, is_once: IsOnce = never) -> tuple[int, int]:
    """Check one step back and all steps back from every stage. Return the most steps, and how many stages had any."""
    ways = [check_back_and_forth(course, at, most, is_once) for at in range(len(course)) for most in (1, len(course))]
    return max(ways), sum(way > 0 for way in ways) // 2
