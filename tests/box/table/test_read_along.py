"""Tests that what no good voice says can be read, in large letters, on every page that speaks, until a hand goes on."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended, Gesture, Input, Tick
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import TABLE, Ask, Count, Perform, Tell
from nightcrier.box.table.core.house import WelcomeStep
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.frame import above_foot
from nightcrier.box.table.drawing.rows import pieces
from nightcrier.box.table.drawing.view import Size, Text, View, view_lines
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.heard.captions import around_caption, caption_now, caption_parts
from nightcrier.box.table.look import caption_change_due, look
from nightcrier.box.table.over.explain import ExplainPage, card_topics, explain_head
from nightcrier.box.table.over.welcome import STEPS, WelcomePage
from nightcrier.box.table.over.yes_or_no import END_GAME, QuestionPage
from nightcrier.box.table.step import step
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.screen import GLASS
from tests.hands import is_at_stage
from tests.on_glass import measure
from tests.sampling import sampled, sampled_languages

LONG = "Witch, wake up. You may look at one center card. If you do, swap it with any player's card, even your own."
SAID = Caption(0.0, 7, LONG, Language("en"), 8.0)


def on_the_glass(house: Any, table: Table, said: Caption = SAID) -> list[View]:
    """Return all views while a caption is being said, from its first part to its last."""
    captioned, _ = step(house, table, replace(said, at=table.now))
    views = [look(house, captioned)]
    while (moment := caption_change_due(house, captioned)) is not None:
        captioned = replace(captioned, now=moment)
        views.append(look(house, captioned))
    return views


@pytest.mark.untraced
@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_that_speaks_shows_what_is_said(language, real_house, shown_in):
    """The test takes one table for each page, each stage of each game, and each step of the welcome."""
    text = real_house.words.title(language, LineId("one-night.witch.wake"))
    seen: dict[object, Table] = {}
    for table, _ in shown_in(language):
        stage = type(table.session.stage) if table.session else None
        seen.setdefault((type(table.page), stage, getattr(table.page, "step", "")), table)
    tables = list(seen.values())
    assert {step for step in STEPS if any(table.page == WelcomePage(step) for table in tables)} == set(STEPS)
    for table in sampled(tables, 15):
        waits = table.session is not None and isinstance(table.session.stage, Perform) and table.session.held
        if not waits and not isinstance(table.page, SheetPage):
            views = on_the_glass(real_house, table, replace(SAID, text=text, language=language))
            page = replace(look(real_house, table), chips=())  # which a caption covers
            _, above, below = around_caption(page, GLASS, explain_head(real_house, table))
            parts = caption_parts(text, language, GLASS if page.kept else above_foot(page, GLASS), above, below)
            read = len(above) + 1
            assert [view.rows[:read] for view in views] == [(*above, Text(part, Size.LARGE)) for part in parts]
            assert {len(view.rows) - read for view in views} == {len(below)}, table.page
            assert all(measure(view).whole for view in views), table.page


def test_what_is_explained_keeps_its_name_above_what_is_said(real_house, real_table):
    for topic in card_topics(real_house, "one-night", real_table.choices.setup):
        explained = replace(real_table, page=ExplainPage((topic,), None))
        names = {view_lines(view)[0].partition(" ")[0] for view in on_the_glass(real_house, explained)}
        assert names == {view_lines(look(real_house, explained))[0].partition(" ")[0]}


def test_a_menu_that_speaks_stays_to_be_seen_and_a_welcome_does_not(real_house, real_table):
    spoken, home = replace(SAID, menu=True), replace(real_table, page=None)
    assert {view.rows for view in on_the_glass(real_house, home, spoken)} == {look(real_house, home).rows}
    welcome = replace(real_table, page=WelcomePage(WelcomeStep.PLAYERS))
    assert look(real_house, welcome) not in on_the_glass(real_house, welcome, spoken)


def test_words_that_stand_there_already_are_not_laid_over_themselves(real_house, real_table):
    start = replace(real_table, page=WelcomePage(WelcomeStep.START))
    page = look(real_house, start)
    assert on_the_glass(real_house, start, replace(SAID, text="Press START")) == [page]


def test_the_key_words_of_a_question_stay_below_what_is_said_of_it(real_house, real_table):
    asked = replace(real_table, page=QuestionPage(END_GAME, None))
    both = replace(SAID, text="End this game? Hold START: yes · BACK: no")
    assert {view.foot for view in on_the_glass(real_house, asked, both)} == {look(real_house, asked).foot}


def test_it_goes_when_it_is_said_or_when_a_hand_goes_on(evening):
    read = replace(evening.table, caption=SAID)
    assert step(evening.house, read, Ended(1.0, SAID.token))[0].caption is None
    assert step(evening.house, read, Input(1.0, Control.DIAL, Gesture.TURN, 1))[0].caption is None
    for gesture in (Gesture.RELEASE, Gesture.PRESS_TURN):
        assert step(evening.house, read, Input(1.0, Control.DIAL, gesture, 1))[0].caption == SAID


def test_what_a_voice_says_is_read_only_while_there_is_no_loudspeaker(evening):
    """A caption can appear in the middle of a line, and goes once the speaker works again."""

    def is_read() -> bool:
        return look(evening.house, evening.table) != look(evening.house, replace(evening.table, caption=None))

    evening.send(replace(SAID, at=evening.at, heard=True))
    assert not is_read()
    assert caption_change_due(evening.house, evening.table) is None
    evening.send(Fault(evening.at, Part.SOUND, "The speaker is gone."))
    assert is_read()
    assert caption_change_due(evening.house, evening.table) is not None
    evening.send(Fault(evening.at, Part.SOUND, "The speaker works.", mended=True))
    assert not is_read()


def test_of_two_languages_only_the_one_that_nobody_hears_is_read(evening):
    unheard = Caption(evening.at + 5.0, 7, "Buongiorno.", Language("it"), 2.0)
    assert caption_now(evening.after(replace(SAID, at=evening.at, heard=True, then=unheard)).table) is None
    assert caption_change_due(evening.house, evening.table) == evening.at + 5.0
    evening.at += 5.0
    read = caption_now(evening.after(Tick(evening.at)).table)
    assert read.text == "Buongiorno."


def test_what_start_does_stays_below_what_is_told(start_stages):
    """The foot stays below a long text, since people must see that START may let the night fall at once."""
    evening = start_stages(Tell(TABLE, (), (LineId("long"),)), Tell(TABLE, (Word("won"),)))
    evening.send(replace(SAID, at=evening.at, token=99))
    lines = view_lines(look(evening.house, evening.table))
    assert LONG.startswith(lines[0])
    assert lines[1:] == view_lines(surface(evening.table).view(evening.house, evening.table))


def test_eyes_that_are_shut_have_not_read_it(evening):
    assert is_at_stage(evening.after("start").table)
    night = replace(evening.table, caption=SAID)
    assert step(evening.house, night, Input(night.now, Control.DIAL, Gesture.PRESS))[0].caption == SAID


def test_a_press_answers_only_what_is_seen(evening, play_through):
    """The answer that a press would give stays below the caption, and goes with the dial."""
    play_through(Ask)
    evening.send(replace(SAID, at=evening.at, token=evening.table.token))
    *text, answer = look(evening.house, evening.table).rows
    assert [row.size for row in text] == [Size.LARGE]
    assert answer.inverse
    assert answer.text == "Seat 2"
    assert evening.after("start").table.session.play.answers[-1] == "2"


def test_the_clock_of_the_day_goes_on_below_it(evening, play_through):
    play_through(Count)
    evening.send(replace(SAID, at=evening.at, token=evening.table.token))
    clocks = set()
    for _ in range(3):
        evening.at += 1.0
        evening.send(Tick(evening.at))
        clocks.add(view_lines(look(evening.house, evening.table))[-1])
    assert len(clocks) == 3


def test_the_next_language_comes_when_it_is_said(real_house, real_table):
    then = Caption(4.0, 7, "Buongiorno.", Language("it"), 2.0)
    views = on_the_glass(real_house, replace(real_table, page=None), replace(SAID, seconds=4.0, then=then))
    assert {view.language for view in views[:-1]} == {"en"}
    assert (views[-1].language, view_lines(views[-1])[0]) == ("it", "Buongiorno.")


def test_nothing_is_read_before_its_time(evening):
    evening.send(replace(SAID, at=evening.at, text="", then=replace(SAID, at=evening.at + 5.0)))
    assert look(evening.house, evening.table) == look(evening.house, replace(evening.table, caption=None))
    assert caption_change_due(evening.house, evening.table) == evening.at + 5.0


def thai_parts(house: Any, table: Table, line: str, page: WelcomePage | None) -> list[str]:
    table = replace(table, choices=replace(table.choices, languages=(Language("th"),)), page=page)
    *_, below = around_caption(look(house, table), house.screen, ())
    text = house.words.title(Language("th"), LineId(line))
    return [part.replace("\u200b", "") for part in caption_parts(text, Language("th"), GLASS, (), below)]


def test_a_thai_greeting_is_parted_where_a_clause_ends_and_into_parts_that_can_be_read(real_house, real_table):
    """Thai marks the end of a clause with a space, but also writes a space before START inside a clause."""
    parts = thai_parts(real_house, real_table, "welcome.language", WelcomePage(WelcomeStep.LANGUAGE))
    assert parts == ["สวัสดีครับ หมุนลูกบิดจนถึงภาษาของคุณ", "แล้วกด START ถ้าจะข้ามคำแนะนำ กด START ค้างไว้"]


def test_what_repeats_a_thai_word_stays_with_it(real_house, real_table):
    said = real_house.words.title(Language("th"), LineId("growl.choose"))
    assert " ๆ" in said.replace("\u200b", "")
    parts = thai_parts(real_house, real_table, "growl.choose", None)
    assert len(parts) > 1
    assert [part for part in parts if part.startswith("ๆ")] == []
    assert [piece.text for piece in pieces(said) if piece.text.startswith("ๆ")] == []
