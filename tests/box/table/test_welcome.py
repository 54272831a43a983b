"""Tests the welcome of a new box: every step, what is said at it, what a wrong gesture does, and home afterward."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended, Gesture, Tick, Touched
from nightcrier.box.show.cues import Hush, PlaySignal, SetBed
from nightcrier.box.table.core.effects import Doze, Remember, Rouse
from nightcrier.box.table.core.house import WelcomeStep
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.look import look
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.welcome import STEPS, WELCOME, WelcomePage, open_first_steps, open_welcome
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import DIAL, HOLD, START, shown, spoken
from tests.box.table.evening import Evening
from tests.on_glass import measure
from tests.sampling import sampled_languages

TURN = Gesture.TURN


@pytest.fixture
def new(evening):
    """Return an evening on a box at its first power-on."""
    choices = replace(evening.table.choices, welcome=STEPS[0])
    evening.table, effects = boot(evening.house, replace(evening.table, choices=choices), ())
    evening.effects += effects
    return evening


def step_of(evening: Evening) -> str:
    return evening.table.page.step


def go_to(evening: Evening, step: str) -> Evening:
    opening = open_welcome if WelcomeStep(step) in WELCOME else open_first_steps
    evening.table, effects = opening(evening.table, WelcomeStep(step))
    evening.effects += effects
    return evening


def test_all_that_the_welcome_says_stands_on_the_glass_while_it_is_said(new):
    """Somebody who cannot hear had no earlier chance to turn on captions."""
    go_to(new, "sound")
    assert shown(new)[-1] == "key.on"
    text = "Press and turn, then press START."
    assert shown(new.after(Caption(new.at, 1, text, new.table.choices.language, 3.0, heard=True)))[0] == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", ["language", "players"])
def test_how_to_skip_it_stands_above_the_keys(step, language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,))
    view = look(real_house, replace(real_table, choices=choices, page=WelcomePage(WelcomeStep(step))))
    assert view.rows[1].text == real_house.words.screen(language, "welcome.skip")
    assert (view.foot is None, measure(view).whole) == (False, True)


class TestReadingAloud:
    """Tests the last question of the welcome, and holding the dial at home."""

    @pytest.mark.parametrize(("control", "reads"), [(START, True), (Control.BACK, False)])
    def test_start_wants_it_back_does_not_and_home_follows(self, new, control, reads):
        said = spoken(go_to(new, "read").hand(control))
        assert (new.table.page, new.table.choices.spoken_menu) == (None, reads)
        assert (said[0], said.count("home.keys")) == ("home.keys", 1)
        assert ("screen.game.toy" in said) is reads

    def test_the_first_question_comes_again_in_each_language_in_turn(self, new):
        heard = []
        for _ in range(20):
            new.at += 5.0
            due = new.after(Ended(new.at, new.table.token)).due()
            if due is None or due > new.at + 15.0:
                break
            new.at = due
            effects = new.send(Tick(due))
            assert Rouse() in effects or not spoken(effects)
            heard += spoken(effects)[:1]
        languages = [*new.house.languages[1:], new.house.languages[0]]
        assert heard == [f"screen.language.{language}" for language in languages]

    def test_a_language_that_a_hand_has_chosen_stays(self, new):
        new.turn(1)
        assert new.after(Ended(5.0, new.table.token)).due() == 15.0 + 5.0
        assert spoken(new.send(Tick(20.0))) == ["screen.language.it", "welcome.language"]

    def test_a_touch_puts_it_off(self, new):
        new.go(Ended(5.0, new.table.token), Touched(12.0, DIAL))
        assert spoken(new.send(Tick(20.0))) == []
        assert new.table.page.due(new.table) == 27.0

    def test_the_dial_held_at_home_switches_it_and_both_are_said(self, evening):
        on = spoken(evening.go("hold"))
        assert on[:3] == ["screen.spoken-menu", "screen.switch.on", "screen.game.toy"]
        assert on[-2:] == ["home.keys", "home.hold"]
        turned = spoken(evening.turn(1))
        assert turned
        assert "home.keys" not in turned
        assert spoken(evening.go("hold")) == ["screen.spoken-menu", "screen.switch.off"]
        assert spoken(evening.turn(1)) == []


class TestSteps:
    def test_they_come_one_after_the_other_each_said_and_remembered(self, new):
        assert spoken(new.effects) == ["screen.language.en", "welcome.language"]
        lines = []
        for _ in WELCOME[1:]:
            effects = new.start()
            lines += spoken(effects)
            assert Remember(new.table.choices) in effects
            assert new.table.choices.welcome == step_of(new)
        assert lines == ["welcome.sound", "welcome.players", "number.3", "welcome.read"]

    def test_after_it_home_says_once_what_each_control_does(self, new):
        assert spoken(go_to(new, "read").back()) == ["home.keys"]
        assert new.table.at_home
        assert new.table.choices.welcome is WelcomeStep.DONE

    def test_a_language_is_said_by_its_own_name_in_its_own_words(self, new):
        effects = new.turn(1)
        assert new.table.choices.languages == (Language("it"),)
        assert spoken(effects) == ["screen.language.it", "welcome.language"]
        assert "Italiano" in shown(new)

    @pytest.mark.parametrize("step", ["start", "back", "press", "turn"])
    def test_another_control_than_the_one_that_is_asked_for_changes_nothing(self, new, step):
        go_to(new, step)
        wrong = (DIAL, Gesture.PRESS) if step != "press" else (START, Gesture.PRESS)
        asked = "welcome.start" if step == "start" else f"welcome.again.{step}"
        assert spoken(new.hand(*wrong)) == [f"screen.{asked}"]
        assert step_of(new) == step

    def test_only_the_control_that_was_asked_for_is_praised(self, new):
        assert spoken(go_to(new, "start").start()) == ["screen.welcome.back"]
        assert "welcome.back" in shown(new)
        assert spoken(new.press()) == ["screen.welcome.again.back"]
        assert spoken(new.turn(1)) == ["screen.welcome.again.back"]
        assert "welcome.again.back" in shown(new)
        assert spoken(new.back()) == ["welcome.press"]
        assert spoken(new.press()) == ["screen.welcome.turn"]
        assert spoken(new.back()) == ["screen.welcome.again.press"]
        assert "welcome.again.press" in shown(new)

    def test_back_at_the_first_question_asks_it_again(self, new):
        assert spoken(new.back()) == ["screen.language.en", "welcome.language"]

    def test_back_goes_back(self, new):
        assert step_of(go_to(new, "players").after("back")) == "sound"

    def test_back_leads_out_of_the_first_steps_past_the_step_that_asks_for_it(self, new):
        passed = [go_to(new, "turn") and "turn"]
        while new.table.page is not None:
            passed.append(step_of(new))
            new.back()
        assert passed[1:] == ["turn", "press", "start"]
        assert step_of(go_to(new, "back").after("back")) == "press"

    def test_the_loudness_changes_there_as_everywhere(self, new):
        go_to(new, "sound").hand(DIAL, Gesture.PRESS_TURN, 3)
        assert new.table.choices.loudness == 13
        assert step_of(new) == "sound"

    @pytest.mark.parametrize("gesture", [TURN, Gesture.PRESS])
    def test_only_half_of_the_gesture_for_the_loudness_is_answered_by_the_whole_of_it(self, new, gesture):
        loudness = go_to(new, "sound").table.choices.loudness
        assert spoken(new.hand(DIAL, gesture, 1)) == ["welcome.sound"]
        assert (step_of(new), new.table.choices.loudness) == ("sound", loudness)

    def test_players_are_as_many_as_any_game_allows_with_a_scenario_for_them(self, new):
        assert spoken(go_to(new, "players").turn(99)) == ["number.6"]
        assert (new.table.choices.players, new.table.choices.setup.scenario) == (6, "second")
        new.turn(-99)
        assert (new.table.choices.players, new.table.choices.setup.scenario) == (3, "first")

    def test_the_number_that_stands_there_is_kept_without_a_turn(self, new):
        shown_there = go_to(new, "players").table.choices.setup.players
        assert new.table.choices.players == 0
        effects = new.start()
        assert new.table.choices.players == shown_there
        assert Remember(new.table.choices) in effects

    @pytest.mark.parametrize("step", STEPS)
    def test_holding_start_skips_the_rest_for_good(self, new, step):
        effects = go_to(new, step).go("hold-start")
        assert new.table.at_home
        assert new.table.choices.welcome is WelcomeStep.DONE
        assert Hush() in effects
        assert Remember(new.table.choices) in effects
        assert PlaySignal(0, "tick") in effects

    def test_who_skips_the_welcome_is_told_how_to_have_pages_read_aloud(self, new):
        assert spoken(new.go("hold-start")) == ["home.read"]

    def test_the_menu_has_the_controls_to_try_and_the_welcome_never_again(self, evening):
        assert "first-steps" in shown(evening.at_row("screen.first-steps"))
        assert spoken(evening.press()) == ["screen.welcome.start"]
        lines = [*spoken(evening.start()), *spoken(evening.back()), *spoken(evening.press()), *spoken(evening.turn(1))]
        assert lines == ["screen.welcome.back", "welcome.press", "screen.welcome.turn", "welcome.call"]
        assert evening.table.choices.welcome is WelcomeStep.DONE


class TestCallToTry:
    @pytest.fixture
    def called(self, new):
        return go_to(new, "turn").after("1")

    @pytest.mark.parametrize("language", sampled_languages())
    def test_it_says_who_of_those_who_know_no_role_is_called(self, real_house, language):
        """Before eyes are shut, people must hear that one of them is the Seer: whoever pressed START last."""
        said = real_house.words.line(language, LineId("welcome.call"))
        told = said.text.partition("START")
        assert told[1], said.text
        assert len(told[0]) < len(said.text) / 2

    def test_eyes_are_shut_open_and_it_is_over(self, called):
        assert spoken(called.effects)[-1] == "welcome.call"
        assert look(called.house, called.table).dim
        assert "welcome.awake" in shown(called.after(Ended(5.0, called.table.token)))
        called.at = called.due()
        assert called.at == 13.0
        assert spoken(called.send(Tick(called.at))) == ["welcome.open"]
        assert called.after(Ended(20.0, called.table.token)).table.at_home
        assert called.table.choices.welcome is WelcomeStep.DONE
        assert [effect.name for effect in called.effects if isinstance(effect, SetBed)][-1] == ""

    def test_the_loudspeaker_does_not_doze_in_it(self, called):
        called.go(Ended(5.0, called.table.token), Tick(13.0))
        assert called.due() is None
        assert not [effect for effect in called.effects if isinstance(effect, Doze)]

    def test_a_notice_over_it_stays_until_it_is_read(self, called):
        lost = Fault(1.0, Part.SOUND, "The speaker is gone.")
        called.send(lost)
        called.go(Ended(5.0, called.table.token), Tick(13.0))
        assert called.after(Ended(20.0, called.table.token)).table.page == NoticePage(lost, None)

    def test_back_leads_out_of_it_in_silence(self, called):
        assert Hush() in called.back()
        assert step_of(called) == "turn"
        assert called.table.trying is None

    @pytest.mark.parametrize("gesture", [Gesture.PRESS, HOLD])
    def test_whoever_ends_it_while_eyes_are_shut_has_all_open_them(self, called, gesture):
        assert spoken(called.hand(START, gesture)) == ["welcome.open"]
        assert called.table.at_home

    def test_once_all_are_told_to_open_them_start_leads_home_in_silence(self, called):
        called.send(Ended(5.0, called.table.token))
        called.at = 13.0
        assert spoken(called.go(Tick(called.at), "start")) == []
        assert called.table.at_home

    def test_start_leads_out_of_it_too(self, called):
        assert called.after("start").table.at_home
