"""Tests that the sound under a moderator's call tells who is called, and nothing that the call does not tell itself."""

import tomllib
from pathlib import Path

import pytest

from nightcrier.box.games.wherewolf.hosted.call_shows import FOLEY, close_cues, wait_cues, wake_cues
from nightcrier.box.games.wherewolf.practice import practice_calls
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, calls_made
from nightcrier.box.show import conductor
from nightcrier.box.show.cues import Call, PlayFoley, Show, Speak
from tests.box.games.wherewolf.hosted.test_short_words import rules

LISTED = tomllib.loads(Path("assets/audio/sounds.toml").read_text())["signals"]
CALLS = [(night, call) for night in (1, 2) for call in calls_made(night, (*ROLE_TABLE, *ITEMS))]


def foleys(show: Show) -> list[str]:
    return [cue.foley for cue in show if isinstance(cue, Call)]


def test_every_call_has_a_sound_and_every_sound_a_file():
    assert FOLEY.keys() == {call for _, call in CALLS}, "give each call its sound in call_shows.py"
    assert {*FOLEY.values()} <= set(LISTED)


@pytest.mark.parametrize(("number", "call"), CALLS)
@pytest.mark.parametrize("wording", ["full", "short"])
def test_it_lies_under_the_words_of_the_call_and_under_no_other(number, call, wording):
    table = rules(wording)
    assert foleys(wake_cues(table, call, number)) == [FOLEY[call]]
    assert foleys(wait_cues(call, 9.0)) == foleys(close_cues(table, call, number)) == [""]


def test_it_sounds_with_the_first_words_though_the_bed_is_laid_before_them():
    _, effects = conductor.begin_show(wake_cues(rules("full"), "wolves", 1), 0.0)
    after = [effect for effect in effects if isinstance(effect, Speak | PlayFoley)]
    assert [type(effect) for effect in after] == [Speak, PlayFoley]
    assert after[1] == PlayFoley("paws")


def test_a_practice_night_has_none():
    assert set(foleys(practice_calls(rules("full")))) == {""}
