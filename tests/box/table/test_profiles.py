"""Tests reading aloud and one switch, chosen at the welcome by waiting, or by holding a control at power-on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Ended, Gesture, HeldAtPowerOn, Tick, Touched
from nightcrier.box.performers import captions_of
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.stages import Perform
from nightcrier.box.sound.port import SpokenBy, Utterance
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import HandsChoice, WelcomeStep
from nightcrier.box.table.ground.power_on import GO_ON
from nightcrier.box.table.look import look
from nightcrier.box.table.over.welcome import WelcomePage, open_welcome
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.ids import Language, LineId
from tests.box.table.asking import BACK, DIAL, HOLD, START, shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.reached import VOTE

ONE_SWITCH = HandsChoice(scanning="one", strike=5, latch=True)
ON = ["screen.scanning", "screen.value.scanning.one", "screen.help.scanning"]
OFF = ["screen.scanning", "screen.value.scanning.off"]


@pytest.fixture
def asked(evening):
    """Return an evening at the last question of the welcome."""
    evening.table, _ = open_welcome(evening.table, WelcomeStep.READ)
    return evening


def wait(evening: Evening) -> list[str]:
    """Touch nothing from the end of the words until the box reacts. Return the lines that it says then."""
    evening.at += 2.0
    evening.send(Ended(evening.at, evening.table.token))
    due = evening.table.page.due(evening.table)
    if due is None:
        return []
    evening.at = due
    return spoken(evening.send(Tick(due)))


def hold_at_power_on(evening: Evening, control: Control) -> list[str]:
    evening.at += 4.0
    effects = evening.send(HeldAtPowerOn(evening.at, control))
    if effects:
        assert Remember(evening.table.choices) in effects
    return spoken(effects)


class TestWelcome:
    def test_left_alone_it_asks_for_one_switch_and_then_again_a_few_times(self, asked):
        heard = []
        while len(heard) < 20 and (said := wait(asked)):
            heard += said
        assert heard == ["welcome.hands", "welcome.read"] * 3
        assert asked.table.page == WelcomePage(WelcomeStep.READ, asked=6)
        assert asked.table.choices.hands == HandsChoice()

    def test_each_stands_for_fifteen_seconds_and_the_hand_is_told_by_the_glass(self, asked):
        wait(asked)
        assert (asked.at, shown(asked)) == (2.0 + 15.0, ["welcome.hands", "key.no", "key.again", "key.yes"])
        wait(asked)
        assert asked.at == 17.0 + 2.0 + 15.0

    @pytest.mark.parametrize("gesture", [Gesture.PRESS, HOLD])
    def test_start_then_is_one_switch_and_the_question_comes_again(self, asked, gesture):
        wait(asked)
        assert spoken(asked.hand(START, gesture)) == [*ON, "welcome.read"]
        assert asked.table.choices.hands == ONE_SWITCH
        assert asked.table.choices.welcome is WelcomeStep.READ
        assert wait(asked) == []

    def test_with_it_both_may_be_had(self, asked):
        wait(asked)
        asked.go("start start")
        assert look(asked.house, asked.table).offered == "scan.start · key.yes"
        asked.at += 0.5  # else the press would be a tremor's
        assert asked.after("start").table.at_home
        assert asked.table.choices.spoken_menu

    def test_back_is_no_and_the_dial_has_it_asked_again(self, asked):
        wait(asked)
        assert spoken(asked.press()) == spoken(asked.turn(1)) == ["welcome.hands"]
        assert wait(asked) == ["welcome.read"]
        assert wait(asked) == ["welcome.hands"]
        assert spoken(asked.back()) == ["welcome.read"]
        assert asked.table.choices.hands == HandsChoice()
        assert wait(asked) == []

    @pytest.mark.parametrize("answer", [START, BACK])
    def test_an_answer_after_the_words_are_over_stays_too(self, asked, answer):
        wait(asked)
        asked.at += 2.0
        asked.after(Ended(asked.at, asked.table.token)).hand(answer, Gesture.PRESS)
        assert asked.table.page.due(asked.table) is None

    def test_a_touch_puts_it_off(self, asked):
        asked.go(Ended(2.0, asked.table.token), Touched(12.0, DIAL))
        assert asked.table.page.due(asked.table) == 27.0

    def test_nobody_is_asked_where_one_switch_does_everything_already(self, asked):
        asked.table = replace(asked.table, choices=replace(asked.table.choices, hands=HandsChoice(scanning="two")))
        assert wait(asked) == []


class TestPowerOn:
    def test_start_gives_one_switch_and_takes_it_back(self, evening):
        own = HandsChoice(pace=40, turned=True)
        evening.table = replace(evening.table, choices=replace(evening.table.choices, hands=own))
        assert hold_at_power_on(evening, START) == ON
        assert evening.table.choices.hands == replace(ONE_SWITCH, pace=40, turned=True)
        evening.start()
        assert look(evening.house, evening.table).offered == "scan.start"
        assert hold_at_power_on(evening, START) == OFF
        assert evening.table.choices.hands == replace(own, scanning="off")
        assert not look(evening.house, evening.table).offered

    def test_the_dial_gives_reading_aloud_and_takes_it_back(self, evening):
        assert hold_at_power_on(evening, DIAL)[:3] == ["screen.spoken-menu", "screen.switch.on", "screen.game.toy"]
        assert evening.table.choices.spoken_menu
        assert hold_at_power_on(evening, DIAL) == ["screen.spoken-menu", "screen.switch.off"]
        assert not evening.table.choices.spoken_menu

    def test_with_both_one_switch_is_told_with_all_of_the_page(self, evening):
        hold_at_power_on(evening, DIAL)
        said = hold_at_power_on(evening, START)
        assert (said[:3], said[3]) == (ON, "screen.game.toy")

    def test_back_means_nothing(self, evening):
        before = evening.table
        assert hold_at_power_on(evening, BACK) == []
        assert evening.table.choices == before.choices

    @pytest.mark.parametrize("control", [START, DIAL])
    def test_it_is_shown_too_though_a_voice_says_it(self, evening, control):
        hold_at_power_on(evening, control)
        (speech,) = [effect for effect in evening.effects if isinstance(effect, Speak)]
        said = Utterance(LineId("one"), Language("en"), "What is said", 3.0, "", Path("clip"), SpokenBy.CLIP)
        caption = captions_of(speech, [said], lambda _: False, evening.at)
        assert caption
        assert "What is said" in shown(evening.after(caption))
        hidden = captions_of(replace(speech, shown=False), [said], lambda _: False, evening.at)
        assert hidden
        assert "What is said" not in shown(evening.after(hidden))

    def test_the_welcome_goes_on_where_it_was(self, asked):
        assert hold_at_power_on(asked, START) == [*ON, "welcome.read"]
        assert asked.table.page == WelcomePage(WelcomeStep.READ)

    def test_in_a_game_it_counts_while_the_box_asks_whether_to_go_on(self, start_stages):
        evening = start_stages(VOTE)
        assert isinstance(evening.table.stage, Perform)
        assert hold_at_power_on(evening, START) == []
        assert hold_at_power_on(evening, DIAL) == []
        evening.table = replace(evening.table, page=QuestionPage(GO_ON, evening.table.page))
        assert hold_at_power_on(evening, START) == [*ON, "screen.ask.go-on", "screen.ask.answers"]
