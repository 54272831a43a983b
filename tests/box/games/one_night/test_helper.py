"""Tests games of more than ten people, in which somebody who does not play moves the cards."""

import pytest

from nightcrier.box.games.one_night.night_show import WALK, window_seconds
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.show.cues import Say
from nightcrier.box.show.facts import Number
from nightcrier.box.show.setup import Setup
from nightcrier.kernel.chance import SeededChance

TEN, ELEVEN = Setup("whole-village", 10), Setup("whole-village", 11)


@pytest.mark.parametrize(("wording", "line"), [("full", "one-night.helper"), ("short", "one-night.helper.short")])
def test_the_night_of_more_than_ten_begins_with_the_helper(game, wording, line):
    said = {}
    for players in (10, 11):
        night = game.begin(Setup("whole-village", players, options={"wording": wording}), 0).answer("").stage()
        said[players] = [line for cue in night.show if isinstance(cue, Say) for line in cue.lines]
    assert said[11][:2] == [line, "one-night.helper.nudge"]
    assert line not in said[10]
    nudged = {players: [line for line in said[players] if line.startswith("one-night.nudge")] for players in (10, 11)}
    assert (len(nudged[10]), nudged[11]) == (1, [])  # whoever is awake does it


def test_it_is_known_before_instead_of_a_smaller_table(game):
    assert ("warning.helper", {"n": Number(10)}) in [(each.key, each.fillings) for each in game.warnings(ELEVEN)]
    assert {"warning.crowd", "warning.helper"} & {word.key for word in game.warnings(TEN)} == {"warning.crowd"}


def test_it_is_the_first_step_of_laying_out(game):
    assert game.layout_topics(ELEVEN)[0].lines == ("one-night.helper", "one-night.helper.nudge")
    assert game.layout_topics(TEN)[0].lines == ("one-night.lay.deal",)


@pytest.mark.parametrize(
    ("call", "walked"), [("robber", WALK), ("werewolf", 0), ("insomniac", 0), ("doppelganger", 2 * WALK)]
)
def test_a_call_at_which_cards_are_touched_has_time_for_the_helper(game, call, walked):
    def seconds(setup: Setup) -> float:
        return window_seconds(call, game.deck(setup), Options(), SeededChance(0))

    assert seconds(ELEVEN) - seconds(TEN) == walked


def test_the_result_of_the_biggest_table_can_be_entered(game):
    play = game.begin(Setup("whole-village", 20), 0)
    for answer in ("", "", "", "", "yes"):
        play = play.answer(answer)
    asked = play.stage()
    assert "20" in {option.value for option in asked.choices}
