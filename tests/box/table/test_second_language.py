"""Tests a second language that is used only if people ask twice for what they have heard."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.cues import Call, Say, Speak, Window
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import Perform, Tell
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.kernel.ids import Language, LineId
from tests.box.table.asking import sound_ends
from tests.box.table.evening import Evening
from tests.box.table.stage_games import pass_time

EN, TH = Language("en"), Language("th")
CALLS = tuple(
    cue
    for role in ("seer", "robber")
    for cue in (Call(RoleName(role)), Say(LineId(f"{role}.wake")), Say(LineId(f"{role}.act")), Window(role, 5.0))
)
NIGHT = Perform(CALLS, "night")


def told(evening: Evening, before: int) -> list[tuple[str, bool]]:
    """Return the first line of each utterance after this many effects, and whether it was in the second language."""
    return [(str(e.lines[0]), e.second) for e in evening.effects[before:] if isinstance(e, Speak)]


@pytest.mark.parametrize(("presses", "second"), [(0, False), (1, False), (2, True), (3, False), (4, True)])
def test_every_second_back_says_the_whole_call_in_the_second_language(start_stages, presses, second):
    evening = start_stages(NIGHT)
    for _ in range(presses - 1):
        evening.back()
    before = len(evening.effects) if presses else 0
    if presses:
        evening.back()
    assert told(sound_ends(evening), before) == [("seer.wake", second), ("seer.act", second)]


def test_the_next_call_comes_in_the_first_language_again(start_stages):
    evening = start_stages(NIGHT)
    evening.go("back back")
    for _ in range(2):
        sound_ends(evening)
    before = len(evening.effects)
    assert told(pass_time(evening, 6.0), before) == [("robber.wake", False)]
    assert told(evening.after("back"), before)[-1] == ("robber.wake", False)


def test_what_the_table_is_told_comes_in_the_second_language_at_the_second_press(start_stages):
    evening = start_stages(Tell(0, (Word("won"),), lines=(LineId("old"),)), NIGHT)
    before = len(evening.effects)
    assert told(evening.after("press press"), before) == [("old", False), ("old", True)]
    assert told(evening.after("start"), before)[-1] == ("seer.wake", False)


@pytest.mark.parametrize(
    ("languages", "asked", "first", "second"),
    [((EN, TH), False, (EN, TH), (EN, TH)), ((EN, TH), True, (EN,), (TH,)), ((EN,), True, (EN,), (EN,))],
)
def test_only_with_the_choice_the_second_language_waits(languages, asked, first, second):
    choices = Choices(languages=languages, second_on_back=asked)
    assert choices.languages_said(second=False) == first
    assert choices.languages_said(second=True) == second


@pytest.mark.parametrize(("asked", "languages"), [(False, 2), (True, 1)])
def test_a_game_is_told_in_how_many_languages_each_line_is_said(real_house, real_table, asked, languages):
    choices = replace(real_table.choices, languages=(EN, TH), second_on_back=asked)
    assert tonight_setup(real_house, replace(real_table, choices=choices)).languages == languages
