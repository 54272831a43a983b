"""Vampire and Ghoul are called together where the Ghoul is possible; else the Vampire is called alone.
Who opens the eyes at a touch is said once."""

import pytest

from nightcrier.box.show.cues import Say
from nightcrier.box.show.stages import Perform
from tests.box.games.wherewolf.table.led_evening import LedEvening, call_of, led_game

ALONE = "seer pack-leader vampire witch peasant healer jester hermit"
TOGETHER = "seer pack-leader vampire ghoul peasant witch healer jester hermit"
NEITHER = "seer pack-leader peasant witch peasant healer jester hermit"


def said_to_vampire(evening: LedEvening, written: str = "") -> list[str]:
    """Of one night."""
    began, call, said = len(evening.stages), "", list[str]()
    evening.night(written)
    for stage in evening.stages[began:]:
        call = call_of(stage) or call
        if isinstance(stage, Perform) and call == "vampire":
            said += [
                line.removeprefix("wherewolf.") for cue in stage.show if isinstance(cue, Say) for line in cue.lines
            ]
    return said


@pytest.mark.parametrize(
    ("roles", "more", "first", "later"),
    [
        (TOGETHER, "", ["vampire.meet", "ghoul.close"], ["ghoul.wake", "vampire.touched", "ghoul.close"]),
        (ALONE, "ghoul", ["vampire.meet", "ghoul.close"], ["ghoul.wake", "vampire.touched", "ghoul.close"]),
        (NEITHER, "vampire ghoul", ["vampire.meet", "ghoul.close"], ["ghoul.wake", "vampire.touched", "ghoul.close"]),
        (ALONE, "", ["vampire.known", "vampire.close"], ["vampire.wake", "vampire.touched", "vampire.close"]),
        (NEITHER, "vampire", ["vampire.known", "vampire.close"], ["vampire.wake", "vampire.touched", "vampire.close"]),
    ],
)
def test_whether_the_ghoul_is_possible_decides_the_words(
    roles: str, more: str, first: list[str], later: list[str]
) -> None:
    evening = LedEvening(led_game(roles, more))
    assert said_to_vampire(evening) == first
    evening.day()
    assert said_to_vampire(evening, "pack-leader nobody; vampire nobody") == later
    evening.day()
    assert said_to_vampire(evening, "pack-leader nobody; vampire nobody") == [later[0], later[-1]]
