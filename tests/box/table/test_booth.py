"""Tests recording at the box: the line on the screen, a take, its results, and all ways out."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Tick, Touched
from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.table.core.effects import DirectTake, HearTake, LeaveBooth, OpenBooth, RereadVoices
from nightcrier.box.table.drawing.view import CallMarks
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.recording.booth import BoothPage, OpenedBooth
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.booth_messages import (
    BoothClosed,
    CountedIn,
    CutTake,
    DropTake,
    KeepTake,
    LinesWaiting,
    NoBooth,
    RollTake,
    Spoilt,
    TakeKept,
    TakeLevel,
    TakeMade,
    TakeSpoilt,
)
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.asking import rows, shown
from tests.box.table.evening import Evening
from tests.box.table.recording import LONG, ONE, TWO, mood, news
from tests.on_glass import measure
from tests.sampling import sampled_languages
from tests.words.test_sentences import WORDS

MADE = TakeMade(ONE, "/takes/take-1.opus", 2.0)


@pytest.fixture
def opened(evening):
    """Return an evening at the first of two lines to record."""
    evening.table = replace(evening.table, page=ListingPage(MENUS["recording"], None, 2))
    news(evening.after("press"), LinesWaiting(((ONE, LONG), (TWO, "Two."))))
    return evening.after("start")


@pytest.fixture
def spoken(opened):
    """Return an evening in which somebody is speaking a line."""
    news(opened.after("start"), CountedIn(3), CountedIn(0), TakeLevel(-30.0))
    return opened


def booth_of(evening: Evening) -> OpenedBooth:
    booth = evening.table.of(OpenedBooth)
    assert booth
    return booth


def test_a_long_line_is_read_in_parts_and_the_dial_goes_on_to_the_next(opened):
    parts = []
    while (booth := opened.table.of(OpenedBooth)) and booth.index == 0:
        parts.append(rows(opened)[0])
        opened.turn(1)
    assert " ".join(parts) == LONG
    assert len(parts) > 1
    assert shown(opened) == ["Two.", "key.leave", "◀2/2▶", "START"]
    assert rows(opened, "5") == ["Two."]
    assert rows(opened, "-1")[0] == parts[-1]
    assert rows(opened, "-99")[0] == parts[0]


def test_a_press_says_the_line_as_it_sounds_now(opened):
    (said,) = (effect for effect in opened.press() if isinstance(effect, Speak))
    assert (said.lines, said.menu) == ((ONE,), True)


def test_a_take_is_counted_in_spoken_heard_and_kept(opened):
    assert opened.start() == (Hush(), DirectTake(RollTake(ONE)))
    news(opened, CountedIn(3))
    assert rows(opened) == ["3", "take.quiet"]
    news(opened, CountedIn(0), TakeLevel(-30.0))
    assert look(opened.house, opened.table).marks == CallMarks(left=8, blocks=16)
    assert opened.start() == (Hush(), DirectTake(CutTake()))
    assert rows(opened) == ["take.working"]
    assert opened.table.page.due(opened.table) is not None
    assert [type(effect) for effect in news(opened, MADE)] == [Hush, HearTake]
    assert LONG.startswith(rows(opened)[0])
    assert [type(effect) for effect in opened.press()] == [Hush, HearTake]
    assert opened.start() == (Hush(), DirectTake(KeepTake()))
    assert news(opened, TakeKept(ONE)) == [Hush(), RereadVoices()]
    assert shown(opened) == ["Two.", "key.leave", "◀2/2▶", "START"]
    assert rows(opened, "-99")[0] == "take.kept"


def test_a_line_is_spoken_from_its_beginning(opened):
    news(opened.after("1 start"), CountedIn(0))
    assert LONG.startswith(rows(opened)[0])
    assert len(rows(opened)) == 1
    assert LONG.startswith(rows(opened, "back")[0])
    news(opened.after("99 start"), CountedIn(0))
    assert shown(opened) == ["Two.", "key.leave", "◀▶", "key.done"]


def test_after_the_last_line_it_stands_there_as_kept(opened):
    news(opened.after("99 start"), CountedIn(0))
    news(opened.after("start"), replace(MADE, line=TWO))
    news(opened.after("start"), TakeKept(TWO))
    assert rows(opened) == ["take.kept", "Two."]


def test_back_speaks_it_again_and_a_doubtful_one_says_so(spoken):
    news(spoken.after("start"), replace(MADE, doubtful=True))
    assert shown(spoken)[0] == "take.unlike"
    assert spoken.back() == (Hush(), DirectTake(RollTake(ONE)))


@pytest.mark.parametrize("why", Spoilt)
def test_what_cannot_be_used_says_why_and_start_tries_again(spoken, why):
    news(spoken, TakeSpoilt(why))
    assert shown(spoken) == [f"take.{why}", "key.leave", "key.again"]
    assert spoken.start() == (Hush(), DirectTake(RollTake(ONE)))
    news(spoken, TakeSpoilt(why))
    assert mood(spoken.after("back")) is BoothMood.READING


def test_a_take_that_the_card_did_not_take_is_kept_by_the_next_start(spoken):
    news(spoken, MADE)
    news(spoken.after("start"), TakeSpoilt(Spoilt.NOT_KEPT))
    assert shown(spoken) == ["take.disk", "key.leave", "key.keep"]
    assert spoken.start() == (Hush(), DirectTake(KeepTake()))
    assert news(spoken, TakeKept(ONE)) == [Hush(), RereadVoices()]
    assert rows(spoken) == ["Two."]


@pytest.mark.parametrize("why", NoBooth)
def test_a_box_that_cannot_record_says_why_and_start_asks_again(opened, why):
    news(opened, BoothClosed(why))
    assert rows(opened)[0] == f"take.{why}"
    assert ("--recording" in rows(opened)) is ("sudo systemd/install" in rows(opened)) is (why is NoBooth.LIBRARIES)
    assert ("key.again" in shown(opened)) is (why is NoBooth.FAILED)
    assert any(isinstance(effect, OpenBooth) for effect in opened.start())
    news(opened, BoothClosed(why))
    assert LeaveBooth() in opened.back()


def test_the_foot_tells_what_start_does_with_a_take():
    feet = [WORDS.screen(Language("en"), f"take.again{what}") for what in ("", ".keep", ".open")]
    assert feet == ["START: again", "START: keep again", "START: try again"]
    for language in LANGUAGES:
        assert len({WORDS.screen(language, f"take.again{what}") for what in ("", ".keep", ".open")}) == 3


@pytest.mark.parametrize("language", sampled_languages())
def test_no_row_of_what_went_wrong_touches_another(spoken, language):
    house, booth = replace(spoken.house, words=WORDS), booth_of(spoken)
    for why, take in ((Spoilt.NOT_KEPT, MADE), *((why, None) for why in (*Spoilt, *NoBooth))):
        mood = BoothMood.CLOSED if isinstance(why, NoBooth) else BoothMood.REFUSED
        choices = replace(spoken.table.choices, languages=(language,))
        table = spoken.table.with_feature(replace(booth, mood=mood, why=why, take=take))
        measured = measure(look(house, replace(table, choices=choices)))
        assert measured.whole
        assert measured.apart


def test_what_comes_of_a_take_that_was_given_up_is_no_news(spoken):
    assert spoken.back() == (Hush(), DirectTake(DropTake()))
    assert news(spoken, MADE, TakeSpoilt(Spoilt.NOISY), CountedIn(2)) == []
    assert mood(spoken) is BoothMood.READING


def test_who_has_gone_on_is_not_sent_back_by_what_is_kept(spoken):
    news(spoken, MADE)
    news(spoken.after("start back"), TakeKept(ONE))
    booth = booth_of(spoken)
    assert (booth.index, booth.kept) == (0, {ONE})


def test_every_way_out_stops_listening(spoken):
    before, booth = spoken.table, booth_of(spoken)
    assert LeaveBooth() in spoken.go("hold-back")
    assert (spoken.table.page, spoken.table.of(OpenedBooth)) == (None, None)
    spoken.table = before.with_feature(replace(booth, mood=BoothMood.READING))
    assert LeaveBooth() in spoken.back()
    assert spoken.table.page == ListingPage(MENUS["recording"], None, 2)
    assert news(spoken, MADE) == []


def test_a_box_that_falls_asleep_stops_listening(spoken):
    due = 0.0
    while not spoken.table.rest.asleep:
        due = max(due, spoken.due() or 0.0)
        effects = spoken.send(Tick(due))
    assert LeaveBooth() in effects
    spoken.at = due
    assert isinstance(spoken.after(Touched(due, Control.START)).table.page, ListingPage)


def test_a_pulled_headset_is_told_and_the_line_stands_there_afterwards(opened):
    assert LeaveBooth() not in opened.send(Fault(0.0, Part.SOUND, "There is no speaker."))
    assert isinstance(opened.table.page, NoticePage)
    assert isinstance(opened.after("press").table.page, BoothPage)
    assert mood(opened) is BoothMood.READING
