"""An evening at the table, page by page: what hands do, what is asked of the performers, what the screen shows."""

from collections.abc import Callable

import pytest

from device.kernel.chance import derived
from device.kernel.events import Caption, Control, Ended, Fault, Gesture, Input, Part, Tick, Touched
from device.kernel.ids import Language, LineId
from device.show.effects import Hush, Opened, Prepare, SetBed, Sound, Speak
from device.show.stages import Ask, Count, Setup, Stage, Tell, Verdict
from device.table.effects import (
    Answered,
    Began,
    Closed,
    Doze,
    Entry,
    PowerOff,
    Reached,
    Record,
    Remember,
    Rouse,
    Volume,
)
from device.table.look import glow, lamp, look
from device.table.state import Deck, Home, Listing, Notice, Question, Staged
from device.table.step import boot
from device.table.view import Bar, lines
from tests.table.evening import Evening

START, BACK, DIAL = Control.START, Control.BACK, Control.DIAL
HOLD = Gesture.HOLD
Through = Callable[[type[Stage]], Evening]


def shown(evening: Evening) -> list[str]:
    return lines(look(evening.house, evening.table))


def page(evening: Evening) -> str:
    return look(evening.house, evening.table).page


def spoken(effects: object) -> list[str]:
    return [line for effect in effects if isinstance(effect, Speak) for line in effect.lines]


def recorded(evening: Evening) -> list[Entry]:
    return [effect.entry for effect in evening.effects if isinstance(effect, Record)]


def sound_ends(evening: Evening, seconds: float = 1.0) -> None:
    evening.at += seconds
    evening.send(Ended(evening.at, evening.table.token))


def until_window(evening: Evening) -> None:
    evening.start()
    sound_ends(evening)
    sound_ends(evening)


class TestHome:
    def test_the_dial_goes_through_the_scenarios_in_a_ring(self, evening) -> None:
        evening.turn(1)
        assert evening.table.choices.setup.scenario == "second"
        evening.turn(1)
        assert evening.table.choices.setup.scenario == "first"

    def test_a_scenario_for_others_does_not_make_the_table_forget_how_many_sit_there(self, evening) -> None:
        evening.press()
        evening.press()
        evening.turn(0)
        evening.press()
        evening.back()
        evening.turn(1)
        assert evening.table.choices.setup.players == 4
        evening.turn(1)
        assert evening.table.choices.setup.players == 3

    def test_another_scenario_keeps_the_players_where_it_can(self, evening) -> None:
        evening.turn(1)
        assert evening.table.choices.setup.players == 4

    def test_it_shows_game_scenario_players_and_languages(self, evening) -> None:
        assert shown(evening) == ["game.toy EN", "First game", "3 players home.start"]

    def test_persian_has_its_own_digits(self, evening) -> None:
        evening.press()
        evening.turn(5)
        evening.press()
        evening.turn(2)
        evening.press()
        evening.hand(BACK, HOLD)
        assert shown(evening)[2].startswith("۳ بازیکن")

    def test_start_begins_the_game_and_writes_it_down_first(self, evening) -> None:
        effects = evening.start()
        setup = Setup("first", 3, fresh=("robber", "seer", "villager"))
        assert effects[0] == Record(Began("toy", setup, derived(7, "game")))
        assert Speak(1, (LineId("open"),)) in effects
        assert page(evening) == "night"

    def test_the_second_game_of_the_evening_has_another_seed_and_no_new_roles(self, evening) -> None:
        evening.start()
        evening.hand(BACK, HOLD)
        evening.start()
        evening.start()
        began = [entry for entry in recorded(evening) if isinstance(entry, Began)]
        assert began[0].seed != began[1].seed
        assert began[1].setup.fresh == ()

    def test_back_shows_the_deck_and_back_again_comes_home(self, evening) -> None:
        evening.back()
        assert shown(evening) == ["Seer 1", "Robber 1", "villager 4"]
        evening.turn(1)
        assert shown(evening) == ["deck.calls", "Seer 1", "The Robber 2"]
        evening.turn(9)
        evening.back()
        assert evening.table.page == Home()

    def test_a_hold_of_start_does_nothing(self, evening) -> None:
        assert evening.hand(START, HOLD) == ()


class TestAdvice:
    def test_what_to_know_comes_once_before_the_deck_is_played(self, evening) -> None:
        evening.turn(1)
        evening.start()
        assert shown(evening) == ["advice.title 1/2", "Lay out 1"]
        evening.turn(1)
        assert shown(evening) == ["advice.title 2/2", "stand-up"]
        evening.start()
        assert page(evening) == "night"
        evening.hand(BACK, HOLD)
        evening.start()
        evening.start()
        assert page(evening) == "night"

    def test_back_thinks_again(self, evening) -> None:
        evening.turn(1)
        evening.start()
        evening.press()
        evening.back()
        assert evening.table.page == Home()


class TestMenu:
    def test_a_press_takes_an_item_in_hand_and_a_press_keeps_it(self, evening) -> None:
        evening.press()
        evening.press()
        evening.turn(1)
        assert shown(evening)[1:] == ["players", "4"]
        effects = evening.press()
        assert evening.table.choices.setup.players == 4
        assert Remember(evening.table.choices) in effects

    def test_back_leaves_a_value_as_it_was(self, evening) -> None:
        evening.press()
        evening.press()
        evening.turn(1)
        evening.back()
        assert evening.table.choices.setup.players == 3
        evening.back()
        assert evening.table.page == Home()

    def test_values_stop_at_their_ends(self, evening) -> None:
        evening.press()
        evening.press()
        evening.turn(99)
        evening.press()
        assert evening.table.choices.setup.players == 5

    def test_items_go_round(self, evening) -> None:
        evening.press()
        evening.turn(-1)
        assert shown(evening)[1] == "device"

    def test_every_menu_opens_and_back_leads_home(self, evening) -> None:
        evening.press()
        rounds = len(shown(evening)[0])
        for index in range(12):
            evening.table = evening.table.__class__(evening.table.choices, page=Listing("main", Home(), index))
            evening.press()
            assert shown(evening)
            for _ in range(4):
                evening.back()
            assert evening.table.page == Home()
        assert rounds

    def test_two_languages_change_places(self, evening) -> None:
        self._set(evening, 6, 1)
        assert evening.table.choices.languages == ("en", "it")
        self._set(evening, 5, 1)
        assert evening.table.choices.languages == ("it",)

    def test_a_voice_is_offered_where_there_is_more_than_one(self, evening) -> None:
        self._set(evening, 7, 1)
        assert evening.table.choices.voices == {"en": "bob"}

    def test_a_bed_can_be_chosen(self, evening) -> None:
        self._set(evening, 8, 1)
        assert evening.table.choices.bed == "fire"

    def test_the_options_are_those_of_the_game(self, evening) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("options", Home()))
        assert shown(evening)[1:] == ["pace", "Normal"]
        evening.press()
        evening.turn(-1)
        evening.press()
        assert evening.table.choices.setup.options == {"pace": "slow"}

    def test_a_deck_that_is_wrong_is_refused_with_the_reason(self, evening) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("roles", Home()))
        evening.press()
        evening.turn(-1)
        evening.press()
        assert shown(evening)[-1] == "1 cards missing"
        assert spoken(evening.start()) == ["deck.wrong"]
        assert evening.table.session is None

    def test_a_random_deck_is_shown_at_once(self, evening) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("main", Home(), 4))
        evening.press()
        assert isinstance(evening.table.page, Deck)
        assert shown(evening) == ["Robber 6"]

    def test_start_begins_from_any_menu(self, evening) -> None:
        evening.press()
        evening.start()
        assert page(evening) == "night"

    def test_the_sound_test_speaks(self, evening) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("device", Home(), 1))
        assert spoken(evening.press()) == ["sound-test"]

    def test_switching_off_is_asked_first(self, evening) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("device", Home(), 6))
        evening.press()
        assert PowerOff() in evening.start()
        assert page(evening) == "question"
        evening.back()
        assert isinstance(evening.table.page, Listing)

    def test_the_spoken_menu_says_item_and_value_and_is_cut_by_the_next_turn(self, evening) -> None:
        self._device(evening, 3)
        evening.press()
        evening.turn(1)
        evening.press()
        effects = evening.turn(1)
        assert effects[0] == Hush()
        assert spoken(effects) == ["screen.check", "screen.check.fine"]
        effects = evening.turn(3)
        assert spoken(effects) == ["screen.loudness", "number.12"]

    def test_advice_notices_and_questions_speak_too(self, evening) -> None:
        evening.send(Fault(0.0, Part.SCREEN, "The screen is gone."))
        evening.press()
        evening.turn(1)
        assert spoken(evening.start()) == ["screen.advice.title", "number.1"]
        assert spoken(evening.turn(1)) == ["screen.advice.title", "screen.stand-up"]

    def test_without_a_screen_the_menu_speaks_by_itself(self, evening) -> None:
        evening.send(Fault(0.0, Part.SCREEN, "The screen is gone."))
        evening.press()
        assert spoken(evening.turn(1))

    def _device(self, evening, index: int) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("device", Home(), index))

    def _set(self, evening, index: int, steps: int) -> None:
        evening.table = evening.table.__class__(evening.table.choices, page=Listing("main", Home(), index))
        evening.press()
        evening.turn(steps)
        evening.press()


class TestNight:
    def test_it_runs_by_itself_from_the_first_word_to_the_day(self, evening) -> None:
        evening.start()
        while page(evening) == "night":
            if evening.due() is None:
                sound_ends(evening)
            else:
                evening.at = evening.due()
                evening.send(Tick(evening.at))
        assert page(evening) == "day"
        windows = [effect.name for effect in evening.effects if isinstance(effect, Opened)]
        assert windows == ["seer", "robber"]
        beds = [effect.name for effect in evening.effects if isinstance(effect, SetBed)]
        assert beds == ["tapping", ""]
        assert recorded(evening)[-1] == Answered("")

    def test_each_call_is_written_down_as_it_comes(self, evening) -> None:
        until_window(evening)
        assert [entry.cue for entry in recorded(evening) if isinstance(entry, Reached)] == [0, 2]

    def test_the_screen_names_the_call_and_the_bar_runs_down(self, evening) -> None:
        until_window(evening)
        view = look(evening.house, evening.table)
        assert lines(view) == ["Seer"]
        assert view.rows[-1] == Bar(1.0)
        assert view.dim
        evening.at = evening.due()
        evening.send(Tick(evening.at))
        assert look(evening.house, evening.table).rows[-1] == Bar(11 / 12)

    def test_start_pauses_and_goes_on(self, evening) -> None:
        until_window(evening)
        evening.at += 2
        assert Hush() in evening.start()
        assert page(evening) == "pause"
        assert evening.due() is None
        evening.at += 100
        evening.start()
        assert page(evening) == "night"

    def test_back_repeats_the_call(self, evening) -> None:
        until_window(evening)
        assert spoken(evening.back()) == ["seer.wake"]

    def test_a_press_gives_ten_more_seconds(self, evening) -> None:
        until_window(evening)
        before = evening.table.session.score.until
        evening.press()
        assert evening.table.session.score.until == before + 10

    def test_holding_start_skips_to_the_next_call(self, evening) -> None:
        until_window(evening)
        assert spoken(evening.hand(START, HOLD)) == ["robber.wake"]

    def test_the_dial_sets_voice_and_bed_and_press_turn_the_bed_alone(self, evening) -> None:
        until_window(evening)
        assert Volume(14 / 20, 14 / 20) in evening.turn(2)
        assert Volume(14 / 20, 11 / 20) in evening.hand(DIAL, Gesture.PRESS_TURN, -3)
        assert Volume(1 / 20, 1 / 20) in evening.turn(-99)

    def test_the_end_is_asked_aloud_and_no_goes_on_where_it_was(self, evening) -> None:
        until_window(evening)
        assert "screen.ask.end-game" in spoken(evening.hand(BACK, HOLD))
        assert page(evening) == "question"
        evening.at += 5
        evening.back()
        assert page(evening) == "night"
        assert evening.due() is not None

    def test_yes_ends_the_game_and_forgets_it(self, evening) -> None:
        until_window(evening)
        evening.hand(BACK, HOLD)
        evening.start()
        assert evening.table.page == Home()
        assert recorded(evening)[-1] == Closed()

    def test_the_dial_says_neither_yes_nor_no(self, evening) -> None:
        until_window(evening)
        evening.hand(BACK, HOLD)
        evening.press()
        assert page(evening) == "question"

    def test_a_line_nobody_can_say_is_shown_while_it_lasts(self, evening) -> None:
        evening.start()
        token = evening.table.token
        evening.send(Caption(evening.at, token, "Morning.", Language("en")))
        assert shown(evening) == ["Morning."]
        sound_ends(evening)
        assert evening.table.caption is None

    def test_a_pulled_speaker_holds_the_night_and_the_line_comes_again(self, evening) -> None:
        evening.start()
        sound_ends(evening)
        evening.send(Fault(evening.at, Part.SOUND, "The speaker is gone."))
        assert page(evening) == "fault"
        assert lamp(evening.house, evening.table) == "fault"
        assert evening.due() is None
        evening.send(Fault(evening.at + 5, Part.SOUND, "The speaker is back.", mended=True))
        assert page(evening) == "night"
        assert spoken(evening.effects[-3:]) == ["seer.wake"]

    def test_start_goes_on_without_a_speaker(self, evening) -> None:
        evening.start()
        evening.send(Fault(evening.at, Part.SOUND, "The speaker is gone."))
        evening.start()
        assert page(evening) == "night"
        evening.send(Fault(evening.at, Part.SOUND, "The speaker is back.", mended=True))
        assert page(evening) == "night"

    def test_a_speaker_pulled_during_a_pause_changes_nothing(self, evening) -> None:
        evening.start()
        evening.start()
        evening.send(Fault(evening.at, Part.SOUND, "The speaker is gone."))
        assert page(evening) == "pause"


class TestDay:
    def test_it_counts_down_warns_and_ends(self, play_through: Through) -> None:
        evening = play_through(Count)
        said: dict[float, list[str]] = {}
        ticks = 0
        while page(evening) == "day":
            evening.at = evening.due()
            effects = evening.send(Tick(evening.at))
            if spoken(effects):
                said[90 - evening.at] = spoken(effects)
            ticks += sum(isinstance(effect, Sound) for effect in effects)
        assert {moment: line for moment, line in said.items() if moment > 0} == {60: ["minute"], 30: ["half"]}
        assert ticks == 10
        assert evening.at == 90

    def test_late_ticks_miss_no_warning(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.at = 29.9
        evening.send(Tick(evening.at))
        evening.at = 30.2
        assert spoken(evening.turn(0)) == ["minute"]

    def test_the_clock_stands_large(self, play_through: Through) -> None:
        evening = play_through(Count)
        assert shown(evening)[0] == "1:30"
        evening.at = evening.due()
        evening.send(Tick(evening.at))
        assert shown(evening)[0] == "1:29"

    def test_the_dial_adds_and_takes_half_minutes(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.turn(2)
        assert shown(evening)[0] == "2:30"
        evening.turn(-9)
        assert shown(evening)[0] == "0:01"

    def test_back_stops_the_clock_and_starts_it_again(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.at = 10.0
        evening.back()
        assert evening.due() is None
        evening.at = 500.0
        evening.turn(1)
        assert shown(evening)[:2] == ["1:50", "day.stopped"]
        evening.back()
        assert shown(evening)[0] == "1:50"

    def test_a_press_shows_the_deck_while_the_clock_runs_on(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.press()
        assert page(evening) == "deck"
        assert evening.due() == 1.0
        evening.back()
        assert page(evening) == "day"

    def test_start_goes_to_the_vote(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.start()
        assert isinstance(evening.table.session.stage, Ask)

    def test_a_power_cut_costs_a_quarter_of_a_minute_at_most(self, play_through: Through) -> None:
        evening = play_through(Count)
        while evening.at < 20:
            evening.at = evening.due()
            evening.send(Tick(evening.at))
        assert recorded(evening)[-1] == Reached(left=75.0)

    def test_the_lamp_tells_the_last_minute(self, play_through: Through) -> None:
        evening = play_through(Count)
        assert lamp(evening.house, evening.table) == "day"
        evening.at = 31.0
        evening.send(Tick(evening.at))
        assert lamp(evening.house, evening.table) == "last-minute"

    def test_the_end_can_be_asked_and_refused(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.hand(BACK, HOLD)
        evening.back()
        assert page(evening) == "day"


class TestAskingAndTelling:
    def test_an_answer_is_chosen_by_dial_and_given(self, play_through: Through) -> None:
        evening = play_through(Ask)
        assert shown(evening) == ["who", "Seat 2"]
        evening.turn(1)
        assert shown(evening) == ["who", "Seat 1"]
        effects = evening.press()
        assert effects[0] == Record(Answered("1"))
        assert isinstance(evening.table.session.stage, Tell)

    def test_facts_are_read_one_by_one(self, play_through: Through) -> None:
        evening = play_through(Tell)
        assert shown(evening) == ["Seer"]
        evening.turn(1)
        assert shown(evening) == ["Robber is number 2"]
        evening.start()
        assert isinstance(evening.table.session.stage, Verdict)

    def test_after_the_verdict_comes_home(self, play_through: Through) -> None:
        evening = play_through(Verdict)
        assert (page(evening), shown(evening)) == ("verdict", ["Seat 2 wins"])
        evening.start()
        assert evening.table.page == Home()

    def test_a_step_can_be_taken_back_where_the_game_allows_it(self, play_through: Through) -> None:
        evening = play_through(Tell)
        assert evening.back()[0] == Record(Answered("back"))

    def test_who_knows_it_all_skips(self, play_through: Through) -> None:
        evening = play_through(Tell)
        assert evening.hand(START, HOLD)[0] == Record(Answered("skip"))

    @pytest.mark.parametrize("kind", [Ask, Verdict])
    def test_back_asks_for_the_end(self, play_through: Through, kind: type[Stage]) -> None:
        evening = play_through(kind)
        evening.back()
        assert page(evening) == "question"
        evening.back()
        assert isinstance(evening.table.page, Staged)


class TestPowerCut:
    def test_a_night_goes_on_at_the_call_that_was_cut(self, evening) -> None:
        until_window(evening)
        entries = recorded(evening)
        evening.table, effects = boot(evening.house, evening.table.__class__(evening.table.choices), entries)
        assert page(evening) == "question"
        assert spoken(effects) == ["screen.ask.go-on", "screen.ask.answers"]
        effects = evening.start()
        assert spoken(effects) == ["seer.wake"]
        assert any(isinstance(effect, SetBed) and effect.name == "tapping" for effect in effects)

    def test_a_day_goes_on_with_what_was_left(self, play_through: Through) -> None:
        evening = play_through(Count)
        entries = [Began("toy", Setup("first", 3), 7), Answered(""), Reached(left=45.0)]
        evening.table, _ = boot(evening.house, evening.table.__class__(evening.table.choices), entries)
        evening.at = 0.0
        evening.start()
        assert shown(evening)[0] == "0:45"

    def test_no_forgets_it(self, evening) -> None:
        entries = [Began("toy", Setup("first", 3), 7)]
        evening.table, _ = boot(evening.house, evening.table, entries)
        assert Record(Closed()) in evening.back()
        assert evening.table.session is None

    @pytest.mark.parametrize(
        "entries",
        [
            [],
            [Reached(5)],
            [Began("toy", Setup("first", 3), 7), Closed()],
            [Began("unknown", Setup("first", 3), 7)],
            [Began("toy", Setup("first", 3), 7), *[Answered("")] * 5],
        ],
    )
    def test_nothing_to_go_on_with_is_home(self, evening, entries: list[Entry]) -> None:
        evening.table, _ = boot(evening.house, evening.table, entries)
        assert evening.table.page == Home()


class TestCare:
    def test_the_loudspeaker_dozes_and_a_touch_rouses_it(self, evening) -> None:
        evening.at = evening.due()
        assert evening.at == 20.0
        assert evening.send(Tick(evening.at)) == (Doze(),)
        assert evening.send(Touched(25.0, DIAL)) == (Rouse(), Prepare((LineId("open"),)))

    def test_the_screen_dims_then_sleeps_and_the_first_touch_only_wakes(self, evening) -> None:
        evening.at = evening.due()
        evening.send(Tick(evening.at))
        evening.send(Tick(70.0))
        view = look(evening.house, evening.table)
        assert view.dim
        assert glow(evening.house, evening.table, view) == evening.house.night_contrast
        assert evening.due() == 600.0
        evening.send(Tick(600.0))
        assert page(evening) == "sleep"
        assert lamp(evening.house, evening.table) == "off"
        assert evening.due() is None
        evening.send(Touched(700.0, START))
        evening.send(Input(700.1, START, Gesture.PRESS))
        assert page(evening) == "home"
        evening.send(Touched(701.0, START))
        evening.send(Input(701.1, START, Gesture.PRESS))
        assert page(evening) == "night"

    def test_a_fault_is_shown_read_by_dial_and_goes_when_it_is_mended(self, evening) -> None:
        evening.send(Fault(0.0, Part.STATE, "The card is full, so nothing can be kept; free some space on it, please."))
        first = shown(evening)
        evening.turn(1)
        assert shown(evening) != first
        evening.send(Fault(1.0, Part.STATE, "It works again.", mended=True))
        assert evening.table.page == Home()

    def test_several_wrong_settings_are_all_shown_and_then_leave_home_alone(self, evening) -> None:
        evening.send(Fault(0.0, Part.CONFIG, "First key is wrong."))
        evening.send(Fault(0.0, Part.CONFIG, "Second key is wrong."))
        assert evening.table.page.what == "First key is wrong. Second key is wrong."
        evening.press()
        assert shown(evening)[-1].startswith("3 players")

    def test_a_fault_stays_at_the_foot_of_home(self, evening) -> None:
        evening.send(Fault(0.0, Part.SOUND, "No sound card."))
        evening.back()
        assert shown(evening) == ["First game", "fault.sound"]

    def test_a_fault_that_is_none_changes_no_page(self, evening) -> None:
        evening.send(Fault(0.0, Part.SOUND, "Works.", mended=True))
        assert evening.table.page == Home()

    def test_a_fault_during_the_day_does_not_hide_the_clock(self, play_through: Through) -> None:
        evening = play_through(Count)
        evening.send(Fault(0.0, Part.STATE, "The card is full."))
        assert page(evening) == "day"

    def test_the_lamp_follows_the_night(self, evening) -> None:
        assert lamp(evening.house, evening.table) == "home"
        evening.start()
        assert lamp(evening.house, evening.table) == "night"
        sound_ends(evening)
        sound_ends(evening)
        assert lamp(evening.house, evening.table) == "window"

    def test_a_question_over_a_notice_comes_back_to_it(self, evening) -> None:
        evening.table = evening.table.__class__(
            evening.table.choices, page=Question("power-off", Notice(Part.STATE, "x", Home()))
        )
        evening.back()
        assert isinstance(evening.table.page, Notice)
