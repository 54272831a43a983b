"""Tests that the sounds under a call and of a verdict tell only what the words tell."""

import tomllib
from pathlib import Path

import pytest

from nightcrier.box.games.one_night.after_vote import verdict_stages
from nightcrier.box.games.one_night.night_show import foley_of, night_show
from nightcrier.box.games.one_night.referee.card_state import lay_cards
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.games.one_night.rules.calls import wake_order
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.cues import Call
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, winners_stage
from nightcrier.kernel.chance import SeededChance

LISTED = tomllib.loads(Path("assets/audio/sounds.toml").read_text())["signals"]
DECK = ("werewolf", "werewolf", "mason", "mason", "seer", "robber", "drunk", "insomniac")


def test_every_call_has_a_sound_and_every_sound_a_file():
    sounds = {foley_of(call) for call in wake_order(tuple(ROLES), Options())}
    assert sounds == {"paws", "chime", "coins", "steps"}
    assert sounds <= set(LISTED)


@pytest.mark.parametrize("seed", range(3))
def test_it_hangs_on_who_is_called_alone(seed):
    calls = [cue for cue in night_show(DECK, Options(), SeededChance(seed)) if isinstance(cue, Call)]
    roles = [cue for cue in calls if cue.foley]
    assert [cue.title for cue in calls if not cue.foley] == [RoleName(name) for name in ("night", "nudge", "dawn")]
    assert len(roles) == 6
    assert all(isinstance(cue.title, RoleName) and cue.foley == foley_of(cue.title.id) for cue in roles)


CARDS = ("werewolf", "villager", "tanner")


@pytest.mark.parametrize(
    ("dead", "sting"), [({0}, VILLAGE_WON), ({1}, WOLVES_WON), ({2}, LONE_WON), ({0, 2}, LONE_WON)]
)
def test_a_verdict_has_the_sting_of_who_has_won(dead, sting):
    laid = lay_cards(CARDS, ("villager", "seer", "robber"))
    _, told = verdict_stages(judge_round(PlayedRound(laid, dead=frozenset(dead))), len(CARDS))
    assert told.sting == sting


def test_where_people_only_say_who_won_no_team_is_known():
    assert winners_stage((1,), 3).sting == ""
