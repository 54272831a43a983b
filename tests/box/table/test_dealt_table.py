"""Tests a table whose box deals: the next game, the talk, the words on the cards, and random hands."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.one_night.dealt.seat_turns import card_turn
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Count, Perform
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TurnState
from nightcrier.box.table.drawing.view import CallMarks, Hidden, Text, View, view_lines
from nightcrier.box.table.game import secret
from nightcrier.box.table.look import look
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import end_game, rows, spoken
from tests.box.table.secret_game import CARD, REPEATS, PlayedSecret, entries, view
from tests.box.table.test_mad_hands import Hands, mad_deed
from tests.on_glass import measure
from tests.sampling import sampled_languages, so_many


class TestAgain:
    def test_a_game_that_repeats_the_one_before_is_begun_anew_with_another_seed(self, dealt, monkeypatch):
        seeds: list[int] = []

        def begin(_self: object, _setup: Setup, seed: int) -> PlayedSecret:
            seeds.append(seed)
            return PlayedSecret()

        monkeypatch.setattr(type(dealt.house.games["toy"]), "begin", begin)
        monkeypatch.setitem(REPEATS, "all", True)
        end_game(dealt)
        dealt.start()
        assert len(seeds) == len(set(seeds)) == 50


class TestTheTalk:
    @pytest.fixture
    def talk(self, dealt):
        dealt.go("hold 12s ended")
        while dealt.table.session and isinstance(dealt.table.session.stage, Perform):
            dealt.go("ended 12s")
        assert isinstance(dealt.table.session.stage, Count)
        return dealt.after("press")

    def test_what_one_seat_may_look_at_shows_while_it_holds(self, talk):
        assert rows(talk) == ["Seat 3", "turn.see"]
        assert rows(talk, "hold") == ["Seat 3", "Seer"]
        assert view(talk).hidden == Hidden(view(talk).hidden.public, "tell", (3,), CARD)
        assert rows(talk, "release") == ["Seat 3", "turn.see"]

    def test_it_goes_after_eight_seconds(self, talk):
        assert rows(talk, "hold 8s") == ["Seat 3", "turn.see"]

    def test_what_everybody_may_see_comes_next_and_cannot_be_held(self, talk):
        assert rows(talk, "1") == ["day.open-table", "Seat 2 wins"]
        assert rows(talk, "hold") == ["day.open-table", "Seat 2 wins"]
        assert spoken(talk.effects[-1:])[0] == "screen.deck"


def test_the_end_of_a_deal_wakes_nobody(dealt):
    effects = end_game(dealt)
    assert not [effect for effect in effects if getattr(effect, "lines", ()) == (LineId("night.ended"),)]


@pytest.mark.parametrize("broken", [True, False])
def test_without_a_screen_nothing_is_dealt(evening, monkeypatch, broken):
    monkeypatch.setattr(type(evening.house.games["toy"]), "begin", lambda _self, _setup, _seed: PlayedSecret())
    if broken:
        evening.send(Fault(0.0, Part.SCREEN, "The screen does not answer."))
        evening.press()  # the notice is read
    else:
        evening.house = replace(evening.house, has_screen=False)
    effects = evening.start()
    assert next(effect.lines for effect in effects if isinstance(effect, Speak)) == (LineId("screen.fault.screen"),)
    assert evening.table.session is None
    assert entries(evening) == []


@pytest.mark.parametrize("language", sampled_languages())
def test_every_own_card_can_be_read_whole_in_every_language(language, real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)), now=1.0)
    public = View("deal", language, (Text("x"),), marks=CallMarks(1, 3, 4, 8))
    for role in ROLES:
        seen = secret.turn_view(real_house, table, public, TurnState("seat-1", held=1.0), card_turn(1, role))
        assert seen.hidden
        assert measure(seen).whole, view_lines(seen)


DEAL: Mapping[str, Any] = {"deal": True, "secret_vote": True, "lone_wolf": True, "pace": "fast"}


@pytest.mark.untraced
def test_mad_hands_find_nothing_to_break_in_a_dealt_game(real_house, real_table):
    for walk in range(so_many(150, 60)):
        _walk_madly(real_house, real_table, Random(walk))


def _walk_madly(real_house: House, real_table: Table, rng: Random) -> None:
    setup = Setup("total-chaos", 5, options=DEAL)
    choices = replace(real_table.choices, setups={**real_table.choices.setups, "one-night": setup})
    hands = Hands(real_house, replace(real_table, choices=choices, seed=rng.randrange(1000)))
    doings = (mad_deed(rng) for _ in range(120))
    for what in ((Control.START, Gesture.PRESS, 0), (Control.START, Gesture.PRESS, 0), *doings):
        hands.do(what)
        seen = look(real_house, hands.table)
        assert measure(seen).whole, seen
