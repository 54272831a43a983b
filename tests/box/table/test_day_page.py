"""Tests the day: the clock, its warnings, its ends, and time added or taken away."""

from itertools import groupby

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Tick
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.stages import Ask, Count
from nightcrier.box.table.core.effects import Reached
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.look import lamp, look
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import page, recorded, shown, spoken
from tests.box.table.evening import Evening


@pytest.fixture
def talking(real_house, real_table):
    """Return an evening of One Night with three players, during the talk."""
    evening = Evening(real_house, real_table)
    evening.start()
    while not isinstance(evening.table.stage, Count):
        evening.table, _ = advance(evening.table, "", evening.at)
    return evening


class TestRolesInPlay:
    SLIDES = (
        "⏸ cards vote",
        *("Werewolf\xa0×2", "Wolves", "Seer", "Village", "Robber", "Village"),
        *("Troublemaker", "Village", "Villager", "Village"),
    )

    def test_they_take_turns_below_the_clock_each_with_its_side(self, talking):
        """The first slide says what the keys do. The box wakes no more often than for the clock alone."""
        seen, wakes = list[str](), 0
        for _ in range(4 * len(self.SLIDES)):
            clock, *slide = shown(talking)
            assert clock[-3] == ":"
            seen.append(" ".join(slide))
            talking.at = talking.due() or 0.0
            talking.send(Tick(talking.at))
            wakes += 1
        assert tuple(seen[::4]) == self.SLIDES
        assert {len(list(group)) for _, group in groupby(seen)} == {4}
        assert talking.at == wakes

    @pytest.mark.parametrize("seconds", [0, 8])
    def test_the_dial_turns_them_by_their_names_and_takes_no_time(self, talking, seconds):
        talking.at += seconds
        talking.send(Tick(talking.at))
        names, (clock, *_) = (self.SLIDES[0], *self.SLIDES[1::2]), shown(talking)
        at = 1 if seconds else 0  # by then a side
        for steps in (1, 2, -3):
            talking.turn(steps)
            at = (at + steps) % len(names)
            assert " ".join(shown(talking)) == f"{clock} {names[at]}"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_clock_stands_still_whatever_is_below_it(self, talking, language):
        session = talking.table.session
        choices = replace(talking.table.choices, languages=(language,))
        setup = replace(session.setup, deck=("paranormal-investigator", "tanner", "doppelganger", "werewolf"))
        talking.table = replace(talking.table, choices=choices, session=replace(session, setup=setup))
        clocks = set[object]()
        for gesture in (*"111111", "back", "1"):
            talking.go(gesture)
            view = look(talking.house, talking.table)
            assert measure(view, talking.house.screen).whole
            clocks.add(measure(view, talking.house.screen).boxes[0])
        assert len(clocks) == 1

    def test_a_game_whose_cards_have_no_sides_shows_what_start_does(self, play_through):
        evening = play_through(Count)
        for _ in range(2):
            assert shown(evening, "1") == ["1:30", "⏸", "key.cards", "key.vote"]


class TestDay:
    def test_it_counts_down_warns_and_ends(self, play_through):
        evening = play_through(Count)
        said: dict[float, list[str]] = {}
        ticks = 0
        while page(evening) == "day":
            evening.at = evening.due()
            effects = evening.send(Tick(evening.at))
            if spoken(effects):
                said[90 - evening.at] = spoken(effects)
            ticks += sum(isinstance(effect, PlaySignal) for effect in effects)
        assert {moment: line for moment, line in said.items() if moment > 0} == {60: ["minute"], 30: ["half"]}
        assert ticks == 10
        assert evening.at == 90

    def test_late_ticks_miss_no_warning(self, play_through):
        evening = play_through(Count)
        evening.at = 29.9
        evening.send(Tick(evening.at))
        evening.at = 30.2
        assert spoken(evening.turn(0)) == ["minute"]

    def test_the_clock_stands_large(self, play_through):
        evening = play_through(Count)
        assert shown(evening)[0] == "1:30"
        evening.at = evening.due()
        assert shown(evening.after(Tick(evening.at)))[0] == "1:29"

    def test_back_stops_the_clock_the_dial_sets_it_and_back_starts_it_again(self, play_through):
        evening = play_through(Count)
        evening.at = 10.0
        assert evening.after("back").due() is None
        evening.at = 500.0
        assert shown(evening, "2") == ["2:20", "day.stopped day.set"]
        assert shown(evening, "-9")[0] == "0:01"
        assert shown(evening, "1 back") == ["0:31", "⏸", "key.cards", "key.vote"]

    def test_the_dial_changes_no_clock_that_runs(self, play_through):
        assert shown(play_through(Count), "3")[0] == "1:30"

    def test_a_press_shows_the_deck_while_the_clock_runs_on(self, play_through):
        evening = play_through(Count)
        assert page(evening, "press") == "deck"
        assert evening.due() == 1.0
        assert page(evening, "back") == "day"

    def test_start_goes_to_the_vote(self, play_through):
        assert isinstance(play_through(Count).after("start").table.session.stage, Ask)

    def test_a_power_cut_costs_a_quarter_of_a_minute_at_most(self, play_through):
        evening = play_through(Count)
        while evening.at < 20:
            evening.at = evening.due()
            evening.send(Tick(evening.at))
        assert recorded(evening)[-1] == Reached(left=75.0)

    def test_the_lamp_tells_the_last_minute(self, play_through):
        evening = play_through(Count)
        assert lamp(evening.house, evening.table) == "day"
        evening.at = 31.0
        evening.send(Tick(evening.at))
        assert lamp(evening.house, evening.table) == "last-minute"

    def test_the_end_can_be_asked_and_refused(self, play_through):
        assert page(play_through(Count), "hold-back back") == "day"
