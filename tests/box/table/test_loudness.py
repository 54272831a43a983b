"""Tests that the pressed dial changes the loudness wherever people are together, with a picture, and nowhere else."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Ceiling, Control, Gesture, Tick
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import CHOSEN, Bed, Hush
from nightcrier.box.show.facts import SeatName, Word
from nightcrier.box.show.stages import HOST, Ask, Count, Tell, Verdict
from nightcrier.box.table.core.effects import Remember, SampleVoice, SetLoudness
from nightcrier.box.table.core.house import LOUDEST
from nightcrier.box.table.drawing.frame import GAUGE_HEIGHT, draw
from nightcrier.box.table.drawing.view import Gauge
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.look import look
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.loudness_dial import SHOWN_FOR, loudness_now
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.screen import GLASS
from tests.box.table.asking import page, rows, spoken, until_window
from tests.box.table.evening import Evening
from tests.box.table.stage_games import BackPlay

SEATS = tuple(Option(str(n), SeatName(n)) for n in range(1, 9))
END = Tell(0, (Word("won"),))
BED = Bed(CHOSEN, -3.0)


def press_turn(evening: Evening, steps: int) -> tuple[object, ...]:
    return tuple(evening.hand(Control.DIAL, Gesture.PRESS_TURN, steps))


def is_unmoved(evening: Evening, steps: int = 3) -> bool:
    """Return whether turning the pressed dial is neither heard nor shown."""
    choices, effects = evening.table.choices, press_turn(evening, steps)
    heard = any(isinstance(effect, SetLoudness | SampleVoice) for effect in effects)
    return not heard and evening.table.choices == choices and look(evening.house, evening.table).over is None


class TestEverywhere:
    def test_at_home_with_a_picture_and_the_number_aloud(self, evening):
        assert press_turn(evening, 2) == (
            SetLoudness(12 / 20, 14 / 20),
            Remember(evening.table.choices),
            SampleVoice(LineId("number.12")),
        )
        assert look(evening.house, evening.table).over == Gauge("12", 12 / 20, 1.0)
        assert page(evening) == "home"

    @pytest.mark.parametrize("ceiling", [LOUDEST, 15])
    def test_at_home_one_hold_is_the_loudness_of_a_party_and_the_next_that_of_before(self, evening, ceiling):
        press_turn(evening.after(Ceiling(0.0, ceiling)), -3)
        for loudness in (ceiling, 7, ceiling):
            effects = evening.go("hold-back")
            assert SetLoudness(loudness / 20, min(20, loudness + 2, ceiling) / 20) in effects
            assert SampleVoice(LineId(f"number.{loudness}")) in effects
            assert look(evening.house, evening.table).over == Gauge(str(loudness), loudness / 20, ceiling / 20)

    def test_in_menus_it_leaves_row_and_value_alone(self, evening):
        before = rows(evening, "press")
        press_turn(evening, -4)
        assert evening.table.choices.loudness == 6
        assert rows(evening) == [*before, "6"]

    def test_in_questions_the_answer_stays(self, start_stages):
        for who in (0, HOST):
            evening = start_stages(Ask(who, Word("who"), SEATS), END)
            press_turn(evening, 1)
            assert (evening.table.choices.loudness, evening.table.turned_now.index) == (11, 0)

    def test_in_the_day_and_on_its_deck(self, play_through):
        evening = play_through(Count)
        press_turn(evening, 1)
        assert isinstance(evening.after("press").table.page, DeckPage)
        press_turn(evening, 1)
        assert evening.table.choices.loudness == 12
        assert isinstance(evening.table.page, DeckPage)

    def test_a_show_is_heard_itself(self, evening):
        until_window(evening)
        assert not [effect for effect in press_turn(evening, 1) if isinstance(effect, SampleVoice)]
        assert look(evening.house, evening.table).over is not None
        assert look(evening.house, evening.table).dim

    def test_it_is_never_turned_off(self, evening):
        press_turn(evening, -99)
        assert evening.table.choices.loudness == 1
        press_turn(evening, 99)
        assert evening.table.choices.loudness == LOUDEST


class TestDistance:
    """Tests that the difference that people chose between voice and bed outlives every turn."""

    @pytest.mark.parametrize(
        ("voice", "bed", "turns"), [(18, 10, (6, -2)), (10, 18, (6, -6)), (3, 12, (-9, 2)), (9, 2, (-5, 5))]
    )
    def test_at_the_ends_it_is_kept(self, evening, voice, bed, turns):
        evening.table = replace(evening.table, choices=replace(evening.table.choices, loudness=voice, bed_loudness=bed))
        for steps in turns:
            press_turn(evening, steps)
        assert loudness_now(evening.table) == SetLoudness(voice / 20, bed / 20)

    def test_the_menu_takes_the_bed_along(self, evening):
        evening.at_row("screen.loudness").go("press -4")
        assert SetLoudness(6 / 20, 8 / 20) in evening.press()


class TestHeldTooLong:
    """Tests a press so slow that it counts as a hold before the dial turns. What the hold began must end."""

    @pytest.mark.parametrize(
        "stage",
        [
            Count(90.0, explain=(LineId("said"),)),
            Tell(0, (Word("won"),), lines=(LineId("said"),)),
            Ask(0, Word("who"), SEATS, lines=(LineId("said"),)),
            Verdict((), (1,), (Word("won"),), (LineId("said"),)),
        ],
    )
    def test_speech_stops(self, start_stages, stage):
        evening = start_stages(stage, END)
        evening.hand(Control.DIAL, Gesture.PRESS_TURN, 1)
        assert spoken(evening.go("hold")) == ["said"]
        effects = press_turn(evening, 2)
        assert effects[0] == Hush()
        assert SetLoudness(13 / 20, 15 / 20) in effects
        assert Hush() not in press_turn(evening, 1)

    def test_speech_that_nobody_held_for_goes_on(self, start_stages):
        evening = start_stages(Count(90.0, explain=(LineId("said"),)), END)
        evening.after("hold").hand(Control.DIAL, Gesture.RELEASE)
        assert Hush() not in press_turn(evening, 1)

    def test_an_answer_is_taken_back(self, start_stages):
        asked = Ask(HOST, Word("who"), SEATS, held="more")
        evening = start_stages(asked, Tell(HOST, (Word("won"),), back=True), END, kind=BackPlay)
        assert page(evening, "2 hold") == "tell"
        press_turn(evening, 1)
        assert (page(evening), evening.table.choices.loudness) == ("ask", 11)


class TestPicture:
    def test_it_goes_by_itself(self, evening):
        press_turn(evening, 1)
        assert evening.due() == SHOWN_FOR
        evening.send(Tick(SHOWN_FOR))
        assert look(evening.house, evening.table).over is None
        assert evening.due() != SHOWN_FOR

    def test_only_its_own_strip_of_the_glass_changes(self, evening):
        before = draw(look(evening.house, evening.table), GLASS)
        press_turn(evening, 1)
        after = draw(look(evening.house, evening.table), GLASS)
        kept = (GLASS.height - GAUGE_HEIGHT) // 8 * GLASS.width
        assert before[:kept] == after[:kept]
        assert before != after

    def test_another_loudness_is_another_picture(self, evening):
        press_turn(evening, 1)
        one = draw(look(evening.house, evening.table), GLASS)
        press_turn(evening, 1)
        assert one != draw(look(evening.house, evening.table), GLASS)


class TestNothingIsHeard:
    def test_in_a_secret_turn(self, dealt):
        assert current_turn(dealt.after("ended").table.session)
        assert is_unmoved(dealt)

    @pytest.mark.parametrize(
        "stage",
        [
            Ask(3, Word("who"), SEATS),
            Tell(3, (Word("won"),)),
            Ask(0, Word("who"), SEATS, night=BED),
            Tell(HOST, (Word("won"),), night=BED),
        ],
    )
    def test_in_private_and_in_the_dark(self, start_stages, stage):
        assert is_unmoved(start_stages(stage, END))

    def test_while_the_dial_is_held_to_look(self, evening):
        evening.table = replace(evening.table, page=DeckPage(None, held=0.0))
        assert is_unmoved(evening)


class TestCeiling:
    @pytest.fixture
    def capped(self, evening):
        evening.table = replace(evening.table, ceiling=8)
        return evening

    def test_nothing_is_heard_above_it(self, capped):
        assert loudness_now(capped.table) == SetLoudness(8 / 20, 8 / 20)
        assert not [effect for effect in press_turn(capped, 5) if isinstance(effect, SetLoudness)]
        assert look(capped.house, capped.table).over == Gauge("8", 8 / 20, 8 / 20)

    def test_what_was_chosen_above_it_comes_back_when_it_is_gone(self, capped):
        press_turn(capped, 1)
        assert capped.table.choices.loudness == 10
        assert loudness_now(replace(capped.table, ceiling=LOUDEST)) == SetLoudness(10 / 20, 12 / 20)

    def test_the_bed_keeps_its_distance(self, capped):
        choices = replace(capped.table.choices, loudness=20, bed_loudness=14)
        assert loudness_now(replace(capped.table, choices=choices)) == SetLoudness(8 / 20, 2 / 20)

    def test_the_menu_ends_there_and_the_sound_test_obeys(self, capped):
        assert rows(capped.at_row("screen.loudness"))[:2] == ["loudness", "8"]
        assert rows(capped, "press 5")[1] == "8"
        assert spoken(effects := capped.at_row("screen.sound-test").press()) == ["sound-test"]
        assert SetLoudness(8 / 20, 8 / 20) in effects

    @pytest.mark.parametrize(("voice", "bed"), [(15, 12), (15, 20), (10, 12), (9, 1), (20, 14)])
    def test_a_detent_down_makes_nothing_louder(self, capped, voice, bed):
        capped.table = replace(capped.table, choices=replace(capped.table.choices, loudness=voice, bed_loudness=bed))
        before = loudness_now(capped.table)
        press_turn(capped, -1)
        after = loudness_now(capped.table)
        assert after.voice == 7 / 20
        assert after.bed <= before.bed

    def test_a_value_in_hand_above_it_becomes_the_loudest_there_is(self, evening):
        evening.at_row("screen.loudness").after("press").turn(LOUDEST)
        assert rows(evening.after(Ceiling(0.0, 8)))[:2] == ["loudness", "8"]
        assert loudness_now(evening.after("press").table).voice == 8 / 20

    def test_how_low_it_was_turned_is_for_the_quiet_hours_alone(self, capped):
        press_turn(capped, -3)
        assert loudness_now(capped.table).voice == 5 / 20
        assert loudness_now(capped.after(Ceiling(0.0, LOUDEST)).table) == SetLoudness(10 / 20, 12 / 20)
        assert loudness_now(capped.after(Ceiling(0.0, 8)).table).voice == 5 / 20
        press_turn(capped, 9)
        assert loudness_now(capped.table).voice == 8 / 20

    def test_a_power_cut_keeps_how_low_it_was_turned(self, capped):
        assert [effect for effect in press_turn(capped, -3) if isinstance(effect, Remember)] == [
            Remember(capped.table.choices)
        ]
        assert capped.table.choices.low_loudness == 5
