"""BACK at a question, to the one before or as far as it goes, and the same answers again."""

from collections.abc import Sequence

from device.show.answers import BACK, Answer
from device.show.play import Play
from device.show.stages import Stage

Course = Sequence[tuple[Play, Answer]]
"""A game stage by stage: how it stood, and what was answered there."""


def leads_back(stage: Stage | None) -> bool:
    return bool(getattr(stage, "back", False))


def check_back_and_forth(course: Course, at: int, most: int) -> int:
    """From the stage of this number back, at most so many times, and forward again: the same stages come in the same
    order. How often BACK led somewhere."""
    play, times = course[at][0], 0
    while leads_back(play.stage()) and times < most:
        play = play.answer(BACK)
        times += 1
    if times == 0:
        return 0
    begun = next(number for number in range(at, -1, -1) if course[number][0] == play)
    for was, answer in course[begun:at]:
        assert play.stage() == was.stage()
        play = play.answer(answer)
    assert play == course[at][0]
    return times


def check_every_question(course: Course) -> tuple[int, int]:
    """One step back from each stage, and all the way from each. The longest way, and how many stages led back."""
    ways = [check_back_and_forth(course, at, most) for at in range(len(course)) for most in (1, len(course))]
    return max(ways), sum(way > 0 for way in ways) // 2
