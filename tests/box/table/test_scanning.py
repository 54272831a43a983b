"""Tests one or two switches: every gesture on every page, at a set pace, without revealing a secret."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended, Gesture, Input, Tick
from nightcrier.box.show.stages import HOST, TABLE
from nightcrier.box.table.core.controls import foot_of, key_words
from nightcrier.box.table.core.effects import SampleVoice
from nightcrier.box.table.core.house import HandsChoice
from nightcrier.box.table.core.state import Scan
from nightcrier.box.table.drawing.foot import foot_height
from nightcrier.box.table.drawing.frame import PageMeasure, above_foot, above_offer, draw, measure
from nightcrier.box.table.drawing.picture import LIT, Care
from nightcrier.box.table.drawing.rows import pictures_that_fit
from nightcrier.box.table.drawing.view import Text, View, view_lines
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.heard.scanning import OFFERS, offer_text
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.explain import EXPLAIN
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.ids import Language, LineId, screen_line
from nightcrier.kernel.screen import GLASS
from nightcrier.kernel.settings import Scanning
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import row_texts
from tests.box.table.evening import Evening
from tests.box.table.reached_rows import REACH
from tests.box.table.secret_game import view
from tests.box.table.test_private_stages import asked, told

HELD = {(control, Gesture.HOLD) for control in Control}
PRESSED = {(control, Gesture.PRESS) for control in Control}
TURNED = {(Control.DIAL, gesture, steps) for gesture in (Gesture.TURN, Gesture.PRESS_TURN) for steps in (1, -1)}
NAMES = [offer.word for offer in OFFERS]


def scans(evening: Evening, scanning: Scanning = "one", *, spoken: bool = False) -> Evening:
    choices = replace(evening.table.choices, hands=HandsChoice(scanning=scanning), spoken_menu=spoken)
    evening.table = replace(evening.table, choices=choices)
    return evening


def wait(evening: Evening, seconds: float) -> Evening:
    """Let this many seconds pass, with every tick that the box asks for."""
    end = evening.at + seconds
    while (due := evening.due()) is not None and due <= end:
        evening.at = max(due, evening.at)
        evening.send(Tick(evening.at))
    evening.at = end
    return evening


def public(evening: Evening) -> View:
    shown = view(evening)
    return shown.hidden.public if shown.hidden else shown


def test_all_that_hands_can_do_is_offered():
    assert {(offer.control, offer.gesture) for offer in OFFERS if not offer.steps} == HELD | PRESSED
    assert {(offer.control, offer.gesture, offer.steps) for offer in OFFERS if offer.steps} == TURNED


NOT_SCANNED = "first power-on, one switch only?"
"""The page that is never asked while somebody scans."""


@pytest.mark.parametrize("name", [name for name in REACH if name != NOT_SCANNED])
def test_on_every_page_what_is_taken_is_the_gesture_itself(name, evening, start_stages):
    """On each page, the switch does what the control does, including hold and turn."""
    reached = REACH[name](evening, start_stages)
    begun = reached.table
    for index, offer in enumerate(OFFERS):
        reached.table = begun
        by_hand = came_of(reached, Input(reached.at, offer.control, offer.gesture, offer.steps))
        reached.table = replace(begun, scan=Scan(index, reached.at + 2.0))
        scans(reached, spoken=begun.choices.spoken_menu)
        assert came_of(reached, Input(reached.at, Control.START, Gesture.PRESS)) == by_hand, offer.word


def came_of(evening: Evening, event: Input) -> tuple[object, list[str]]:
    """Return the page after an event, and the kinds of its effects."""
    effects = evening.send(event)
    return evening.table.page, [type(effect).__name__ for effect in effects]


class TestOneSwitch:
    def test_a_press_begins_and_each_offer_stands_for_its_time(self, evening):
        scans(evening).start()
        seen = []
        for _ in OFFERS:
            seen.append(view(evening).offered)
            wait(evening, 2.0)
        keys = {"scan.press": " · key.menu", "scan.back": " · key.cards"}
        assert seen == [f"{name}{keys.get(name, '')}" for name in NAMES]
        assert view(evening).offered == seen[0]
        assert evening.table.at_home

    def test_an_offer_waits_for_a_page_that_is_read_and_no_longer_once_it_is_left(self, evening):
        scans(evening, spoken=True).hand(Control.DIAL, Gesture.PRESS)
        evening.start()
        evening.send(Caption(evening.at, evening.table.token, "A long help.", "en", 40.0, menu=True))
        assert evening.table.scan.until == evening.at + 40.0
        evening.send(Input(evening.at, Control.BACK, Gesture.PRESS))
        assert evening.table.scan.until <= evening.at + 2.0

    def test_the_pace_is_chosen(self, evening):
        scans(evening).start()
        slow = replace(evening.table.choices.hands, pace=100)
        evening.table = replace(evening.table, choices=replace(evening.table.choices, hands=slow), scan=Scan())
        assert wait(evening.after("start"), 9.9).table.scan.offer == 0
        assert wait(evening, 0.2).table.scan.offer == 1

    def test_what_nobody_takes_ends_after_two_rounds_and_wakes_nobody_any_more(self, evening):
        scans(evening).start()
        assert wait(evening, 2 * 2.0 * len(OFFERS) - 0.1).table.scan.offer is not None
        assert wait(evening, 0.2).table.scan == Scan()
        assert not view(evening).offered
        assert evening.due() == 60.0  # when the unused glass dims

    def test_a_press_takes_the_offer_and_ends_them(self, evening):
        scans(evening).start()
        assert wait(evening, 2.5).after("start").table.page == ListingPage(MENUS["main"], None)
        assert evening.table.scan == Scan()

    @pytest.mark.parametrize(("late", "control"), [(0.3, Control.START), (0.5, Control.DIAL)])
    def test_a_press_that_comes_a_little_late_means_the_offer_before(self, evening, late, control):
        scans(evening).start()
        assert bool(wait(evening, 2.0 + late).after("start").table.session) == (control is Control.START)

    def test_the_tremor_of_the_first_press_takes_nothing(self, evening):
        scans(evening).start()
        wait(evening, 0.3).start()
        assert (evening.table.session, evening.table.scan.offer) == (None, 0)
        assert wait(evening, 0.2).after("start").table.session

    @pytest.mark.parametrize("row", ["swap", "scanning"])
    def test_a_switch_does_not_lock_its_owner_out(self, evening, row):
        """Only another control can change scanning. Otherwise, the switch could turn off what its owner needs."""
        scans(evening)
        names = [item.line for item in MENUS["hands"].items(evening.house, evening.table)]
        page = ListingPage(MENUS["hands"], None, names.index(screen_line(row)), 0)
        changed = replace(page, draft=1 if row == "swap" else 0)
        evening.table = replace(evening.table, page=changed)
        before = evening.table.choices
        assert not at_offer(evening, "scan.press").start()
        assert (evening.table.page, evening.table.choices) == (changed, before)
        assert evening.after("press").table.choices != before

    def test_a_turn_may_be_taken_again_and_the_offers_begin_anew_after_it(self, evening):
        scans(evening.after("press")).start()
        wait(wait(evening, 4.5).after("start"), 1.9)
        assert evening.after("start").table.page == ListingPage(MENUS["main"], None, 2)
        assert wait(evening, 2.0).table.scan.offer == NAMES.index("scan.press")  # START would leave the menu
        assert wait(evening, 2.0).table.scan.offer == 0

    def test_a_slow_finger_on_the_switch_presses_it(self, evening):
        scans(evening)
        for offer in (0, None):
            wait(evening, 0.5)
            for gesture in (Gesture.HOLD, Gesture.RELEASE):
                evening.hand(Control.START, gesture)
            assert (evening.table.scan.offer, bool(evening.table.session)) == (offer, offer is None)

    def test_all_other_controls_work_as_ever_for_others(self, evening):
        scans(evening).start()
        assert isinstance(evening.after("back").table.page, DeckPage)
        assert isinstance(evening.after("back press").table.page, ListingPage)

    def test_a_held_dial_is_let_go_by_the_next_press(self, start_stages):
        evening = scans(start_stages(*told("seer", 3)))
        at_offer(evening, "scan.hold-dial").start()
        assert view_lines(view(evening)) == ["Seer"]
        evening.start()
        assert view(evening).rows[0] == public(evening).rows[0]
        assert evening.table.scan.offer == NAMES.index("scan.hold-dial")

    def test_a_sleeping_box_is_only_woken(self, evening):
        scans(evening)
        evening.table = replace(evening.table, rest=replace(evening.table.rest, swallow=True))
        assert evening.after("start").table.scan == Scan()

    def test_the_settings_count_until_somebody_chooses(self, evening):
        panel = replace(evening.house.settings.panel, scanning="one")
        evening.house = replace(evening.house, settings=replace(evening.house.settings, panel=panel))
        assert evening.after("start").table.scan.offer == 0
        evening.table = replace(evening.table, scan=Scan())
        scans(evening, "off").start()
        assert evening.table.session


class TestTwoSwitches:
    def test_back_goes_on_and_start_takes(self, evening):
        scans(evening, "two").back()
        assert wait(evening.after("back"), 15.0).after("start").table.page == ListingPage(MENUS["main"], None)

    def test_start_is_start_where_nothing_is_offered(self, evening):
        scans(evening, "two").start()
        assert evening.table.session

    def test_an_offer_that_nobody_takes_goes(self, evening):
        scans(evening, "two").back()
        assert wait(evening, 20.0).table.scan == Scan()

    def test_start_lets_a_held_dial_go(self, start_stages):
        evening = scans(start_stages(*told("seer", 3)), "two")
        at_offer(evening, "scan.hold-dial").start()
        evening.start()
        assert (evening.table.scan, evening.table.turned_now.held) == (Scan(), None)  # type: ignore[attr-defined]


def at_offer(evening: Evening, word: str) -> Evening:
    evening.table = replace(evening.table, scan=Scan(NAMES.index(word), evening.at + 2.0))
    return evening


class TestSpeech:
    def test_offers_are_said_with_speech_on_and_a_turn_is_not_said_over_its_item(self, evening):
        scans(evening, spoken=True)
        assert SampleVoice(LineId(f"screen.{NAMES[0]}"), over_page=True) in evening.start()
        assert [effect for effect in at_offer(evening, "scan.on").start() if isinstance(effect, SampleVoice)] == []

    @pytest.mark.parametrize("asks", [False, True])
    @pytest.mark.parametrize("menu", [False, True])
    def test_an_offer_is_said_after_what_it_could_not_be_said_over(self, evening, start_stages, menu, asks):
        evening = start_stages(*asked("seer", TABLE)) if asks else evening
        at_offer(scans(evening, spoken=True), "scan.start")
        evening.send(Caption(evening.at, evening.table.token, "A long explanation.", "en", 40.0, menu=menu))
        said = SampleVoice(LineId("screen.scan.start"), over_page=not asks)
        assert (said in evening.send(Ended(evening.at, evening.table.token))) is (asks or not menu)
        assert said not in evening.send(Ended(evening.at, evening.table.token))

    def test_nothing_is_said_without(self, evening):
        assert [effect for effect in scans(evening).start() if isinstance(effect, SampleVoice)] == []


def trace(evening: Evening) -> list[Any]:
    """Press the switch in one fixed way. Return all that others could see or hear."""
    found: list[Any] = [public(evening)]
    for seconds in (4.5, 0.5, 9.0):
        found += [type(effect).__name__ for effect in evening.start()]
        wait(evening, seconds)
        found += [public(evening), evening.due(), evening.table.scan]
    return found


@pytest.mark.parametrize("who", [3, HOST])
@pytest.mark.parametrize("stages", [asked, told])
def test_other_cards_under_the_same_switch_leave_the_same_trace(start_stages, stages, who):
    traces = [trace(scans(start_stages(*stages(card, who)), spoken=True)) for card in ("seer", "robber")]
    assert traces[0] == traces[1]
    assert not any(each.offered for each in traces[0] if isinstance(each, View))
    assert SampleVoice.__name__ not in traces[0]


def test_in_a_secret_turn_the_glass_alone_shows_the_offers_as_brightly_as_ever(dealt):
    before = public(dealt)
    scans(dealt, spoken=True)
    effects = dealt.start()
    assert (view(dealt).offered, view(dealt).even) == ("scan.hold-dial", True)
    assert public(dealt) == before
    assert not effects
    dealt.turn(1)
    for offer in range(len(OFFERS)):
        dealt.table = replace(dealt.table, scan=Scan(offer, dealt.at + 2.0))
        assert sum(byte.bit_count() for byte in draw(view(dealt), GLASS)) == LIT


def above(page: View) -> tuple[str, PageMeasure]:
    """Return the texts above an offer, and how they are drawn."""
    page = replace(page, foot=None)
    low = above_foot(replace(page, offered="START"), GLASS)
    drawn = above_offer(page, low)
    found = measure(drawn, low)
    return " ".join(view_lines(replace(drawn, rows=drawn.rows[: len(drawn.rows) - found.left_out]))), found


def test_what_a_press_would_answer_stays_above_the_offer(pages_in):
    for page in (replace(page, foot=None) for page in pages_in(Language("en"))):
        shown, found = above(page)
        kept = [text for row in page.kept if row in page.rows for text in view_lines(replace(page, rows=(row,)))]
        assert [text for text in kept if text not in shown or text in found.cut] == [], page
        if page.page == "question":
            assert " ".join(view_lines(page)) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_whose_keys_gave_way_is_whole_above_the_offer(language, real_house, real_table):
    speaking = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
    shown, found = above(QuestionPage(EXPLAIN, None).view(real_house, speaking))
    assert found.whole
    assert real_house.words.screen(language, "ask.explain") in shown


@pytest.mark.parametrize(
    ("page", "gone"), [("fault", "Cannot save"), ("menu", "Compared with the voice"), ("tell", "")]
)
def test_a_long_sentence_is_whole_above_the_offer_without_hint_or_title(page, gone, pages_in):
    found = [each for each in pages_in(Language("en")) if each.page == page and gone in (*row_texts(each), "")]
    assert found
    for each in found:
        shown, drawn = above(each)
        assert drawn.whole
        assert [text for text in row_texts(each) if text not in shown] in ([], [gone])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offer_fits_the_foot_of_the_glass(language, real_house):
    feet = [foot_of(real_house, language, page) for page in key_words()]
    for word in {offer_text(real_house, language, offer, foot) for foot in feet for offer in OFFERS}:
        ways = pictures_that_fit(Text(word), language, foot_height(language) - 1, Care.WHOLE, GLASS)
        assert next(ways, None) is not None, word
