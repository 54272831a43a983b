"""Tests care: dozing, dimming, sleeping; faults and notices; the lamp."""

from nightcrier.box.events import Gesture, Input, Tick, Touched
from nightcrier.box.show.cues import Prepare
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import Doze, LookUp, Rouse
from nightcrier.box.table.ground.menus import SWITCH_OFF
from nightcrier.box.table.look import glass_contrast, lamp, look
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import DIAL, START, end_game, page, shown, sound_ends


class TestCare:
    def test_the_loudspeaker_dozes_and_a_touch_rouses_it(self, evening):
        evening.at = evening.due()
        assert evening.at == 20.0
        assert evening.send(Tick(evening.at)) == (Doze(),)
        assert Rouse() in evening.send(Touched(25.0, DIAL))
        evening.at = 45.0
        evening.send(Tick(evening.at))
        assert evening.send(Touched(50.0, DIAL)) == (Rouse(), Prepare((LineId("open"),), "tapping"), LookUp())

    def test_the_first_words_of_the_game_that_follows_are_made_ready_when_one_has_ended(self, evening):
        effects = end_game(evening.after("start"))
        assert page(evening) == "home"
        assert effects[-1] == Prepare((LineId("open"),), "tapping")

    def test_the_first_touch_after_power_on_looks_up_how_the_evening_stands_and_no_other_does(self, evening):
        assert evening.send(Touched(1.0, DIAL)) == (LookUp(),)
        assert evening.send(Touched(2.0, DIAL)) == ()

    def test_the_screen_dims_then_sleeps_and_the_first_touch_only_wakes(self, evening):
        for moment in (20.0, 60.0):
            evening.at = evening.due()
            assert evening.at == moment
            evening.send(Tick(evening.at))
        view = look(evening.house, evening.table)
        assert view.dim
        assert glass_contrast(evening.house, evening.table, view) == evening.house.settings.screen.night_contrast
        assert evening.due() == 600.0
        evening.send(Tick(600.0))
        assert (page(evening), lamp(evening.house, evening.table)) == ("sleep", "off")
        assert evening.due() is None
        evening.go(Touched(700.0, START), Input(700.1, START, Gesture.PRESS))
        assert page(evening) == "home"
        evening.go(Touched(701.0, START), Input(701.1, START, Gesture.PRESS))
        assert page(evening) == "night"

    def test_a_fault_is_shown_read_by_dial_and_goes_when_it_is_mended(self, evening):
        evening.send(Fault(0.0, Part.STATE, "The card is full, so nothing can be kept; free some space on it, please."))
        first = shown(evening)
        assert shown(evening, "1") != first
        assert evening.after(Fault(1.0, Part.STATE, "It works again.", mended=True)).table.at_home

    def test_several_wrong_settings_are_all_shown_and_then_leave_home_alone(self, evening):
        evening.send(Fault(0.0, Part.CONFIG, "First key is wrong."))
        evening.send(Fault(0.0, Part.CONFIG, "Second key is wrong."))
        assert evening.table.page.fault.what == "First key is wrong. Second key is wrong."
        assert shown(evening, "press")[-4] == "♟♟♟"

    def test_a_fault_stays_at_the_head_of_home_and_hides_nothing_of_its_foot(self, evening):
        _, *foot = shown(evening)
        evening.send(Fault(0.0, Part.SOUND, "No sound card."))
        assert shown(evening) == ["fault.sound", *foot]
        assert shown(evening, "back back") == ["fault.sound", *foot]

    def test_a_fault_that_is_none_changes_no_page(self, evening):
        assert evening.after(Fault(0.0, Part.SOUND, "Works.", mended=True)).table.at_home

    def test_a_fault_during_the_day_does_not_hide_the_clock(self, play_through):
        evening = play_through(Count)
        seen = shown(evening)
        for part in (Part.SOUND, Part.STATE):
            assert page(evening.after(Fault(0.0, part, "It is broken."))) == "day"
            assert shown(evening) == ["fault.sound", *seen]

    def test_the_lamp_follows_the_night(self, evening):
        assert lamp(evening.house, evening.table) == "home"
        evening.start()
        assert lamp(evening.house, evening.table) == "night"
        sound_ends(sound_ends(evening))
        assert lamp(evening.house, evening.table) == "window"

    def test_a_question_over_a_notice_comes_back_to_it(self, evening):
        evening.table = evening.table.__class__(
            evening.table.choices, page=QuestionPage(SWITCH_OFF, NoticePage(Part.STATE, "x", None))
        )
        assert isinstance(evening.after("back").table.page, NoticePage)
