"""BACK at a question, to the one before or as far as it goes, and the same answers again."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from nightcrier.box.show.agenda import AgendaGame
from nightcrier.box.show.answers import BACK, Answer
from nightcrier.box.show.stages import Ask, Stage

AnyGame: TypeAlias = AgendaGame[Any, Any]
Course = Sequence[tuple[AnyGame, Answer]]
"""A game stage by stage: how it stood, and what was answered there."""
IsOnce = Callable[[AnyGame], bool]
"""Returns whether what a game has come to cannot be done again. It comes once, wherever BACK leads."""


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
    """A question without what is said of it: over what cards were passed, GROWL says that they were."""
    return replace(stage, lines=()) if isinstance(stage, Ask) else stage


def _led_to(stage: Stage | None, was: Stage | None) -> bool:
    return stage is was or (stage != was and as_shown(stage) == as_shown(was))


def check_back_and_forth(course: Course, at: int, most: int, is_once: IsOnce = never) -> int:
    """From the stage of this number back, at most so many times, and forward again: the same stages come in the same
    order, but for what comes once. How often BACK led somewhere."""
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
    """One step back from each stage, and all the way from each. The longest way, and how many stages led back."""
    ways = [check_back_and_forth(course, at, most, is_once) for at in range(len(course)) for most in (1, len(course))]
    return max(ways), sum(way > 0 for way in ways) // 2
