"""Tests that whoever died first is asked once whether they lead from then on."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.referee.records import Leaving
from nightcrier.box.games.wherewolf.table.course import Round, WherewolfPlay
from nightcrier.box.games.wherewolf.table.village import WolfVillage
from nightcrier.box.show.agenda import at_first_stage
from nightcrier.box.show.stages import TABLE, Ask, Perform
from tests.box.games.wherewolf.dealt.playing import known_as, night_falls, rules_of, table_of
from tests.box.games.wherewolf.table.led_evening import WAVERLEY, noted

TABLE_OF_EIGHT = table_of(WAVERLEY)


def dead(seats: Mapping[int, tuple[int, str]]) -> WolfVillage:
    """Return a village in which these seats died, each in the night or on the day of a round."""
    village = night_falls(TABLE_OF_EIGHT)
    players = list(village.known.players)
    for seat, (number, when) in seats.items():
        players[seat - 1] = replace(players[seat - 1], out=Leaving(number, when, ()))
    living = [seat for seat, player in enumerate(players) if player.out is None]
    return replace(known_as(village, players=players, in_play=living), number=3)


def nightfall(village: WolfVillage, *, dead_lead: bool = True) -> WherewolfPlay:
    rules = rules_of(TABLE_OF_EIGHT, dead_lead=dead_lead)
    return at_first_stage(WherewolfPlay(rules, village, (Round(),), keeps_secrets=True))


@pytest.mark.parametrize(
    ("seats", "first"),
    [
        ({5: (1, "day")}, 5),
        ({3: (3, "night"), 7: (2, "night")}, 7),
        ({3: (3, "night"), 7: (2, "day")}, 7),
        ({3: (2, "day"), 7: (2, "night")}, 7),
        ({3: (2, "night"), 7: (2, "day")}, 3),
    ],
)
def test_whoever_died_first_is_asked_and_a_night_is_before_its_day(seats, first):
    stage = nightfall(dead(seats)).stage()
    assert isinstance(stage, Ask)
    assert (stage.who, noted(stage)) == (TABLE, f"ask.lead n={first}")


def test_nobody_is_asked_before_a_death_nor_where_the_table_does_not_play_so():
    assert isinstance(nightfall(dead({})).stage(), Perform)
    assert isinstance(nightfall(dead({5: (1, "day")}), dead_lead=False).stage(), Perform)


@pytest.mark.parametrize(("answer", "led"), [("no", False), ("yes", True)])
def test_the_offer_is_made_once_and_the_answer_says_who_leads(answer, led):
    answered = nightfall(dead({5: (1, "day")})).answer(answer)
    assert answered.state.led is led
    assert isinstance(answered.stage(), Perform), "the night has fallen"
    assert isinstance(nightfall(replace(answered.state, led=False)).stage(), Perform), "nobody is asked again"
