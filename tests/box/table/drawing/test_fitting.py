"""Tests that whatever a view says stays on the screen, and that everything in the samples is shown."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nightcrier.box.table.drawing.view import CallMarks, Pair, Size, Text, View
from nightcrier.kernel.ids import Language
from tests.on_glass import HEIGHT, draw, measure

LETTERS = "abcMW äßіЇжГ ,.-(5)·'’\u00ad\u200b\u200c\u00a0\n" + "گرینهآلا۵ُ،(" + "ก็ปี่ฟ้ญู่ำเาๆ" + "狼人、。「ーッか囧" + "→☃"
TEXTS = st.text(st.sampled_from(LETTERS), max_size=60)
SIZES = st.sampled_from(Size)
TEXT_ROWS = st.builds(Text, TEXTS, SIZES, st.booleans())
PAIRS = st.builds(Pair, TEXTS, st.text(st.sampled_from(LETTERS), max_size=25), SIZES, st.booleans())
ROWS = st.one_of(TEXT_ROWS, PAIRS)
LANGUAGES = st.sampled_from(["en", "fa", "uk", "it", "es", "de", "fr", "zh-Hant", "ja", "th"]).map(Language)
VIEWS = st.builds(View, st.just("any"), LANGUAGES, st.lists(ROWS, max_size=6).map(tuple))


@settings(max_examples=300, deadline=None)
@given(VIEWS)
@example(View("any", Language("th"), (Text("่"), Text("ี่่ี"), Pair("", ""))))
def test_rows_stand_on_the_screen_and_never_on_each_other(view):
    measured = measure(view)
    bottom = 0
    for box in measured.boxes:
        assert box.top >= bottom
        bottom = box.top + box.height
    assert bottom <= HEIGHT
    assert len(draw(view)) == 1024


@settings(max_examples=100, deadline=None)
@given(VIEWS)
def test_nothing_is_lit_outside_the_boxes(view):
    frame = draw(view)
    inside = {y for box in measure(view).boxes for y in range(box.top, box.top + box.height)}
    assert {y for y in range(HEIGHT) if any(frame[y // 8 * 128 + x] >> y % 8 & 1 for x in range(128))} <= inside


@settings(max_examples=100, deadline=None)
@given(VIEWS)
def test_drawing_again_gives_the_same_frame(view):
    assert draw(view) == draw(view)


def test_everything_the_samples_say_is_on_the_screen(views):
    assert [view for view in views if not measure(view).whole] == []


def test_four_small_rows_fit_in_every_language(code, views):
    label = views[9].rows[0]
    four = View("list", Language(code), (label, label, label, Pair(label.label, "12", inverse=True)))
    assert measure(four).whole


@pytest.mark.parametrize("size", [Size.SMALL, Size.MEDIUM, Size.LARGE])
def test_what_is_too_long_for_the_screen_loses_its_end_and_is_told(size):
    for row in (Text("endless " * 40, size), Pair("endless " * 40, "value" * 20, size)):
        assert measure(View("any", Language("en"), (row,))).cut == ("endless " * 40,)


def test_rows_without_room_are_left_out_and_counted():
    measured = measure(View("any", Language("en"), (Text("A row (j)", Size.SMALL),) * 9))
    assert measured.left_out > 0
    assert not measured.whole


def test_a_view_without_rows_is_dark():
    assert draw(View("asleep", Language("en"))) == bytes(1024)


@pytest.mark.parametrize(
    "name", ["Paranormal Investigator", "Apprentice Seer", "Paranormaler Ermittler", "Учениця провидиці"]
)
def test_long_names_stand_large_in_two_lines(name):
    box = measure(View("night", Language("uk"), (Text(name, Size.LARGE),), marks=CallMarks(left=8, blocks=8))).boxes[0]
    assert box.lines == 2
    assert box.height >= 39  # the glass stays dark at both sides


def test_a_large_row_gives_way_before_a_hint_is_cut():
    view = View(
        "any", Language("en"), (Text("Paranormal Investigator", Size.LARGE), *(Text("a hint", Size.SMALL),) * 2)
    )
    large, *hints = measure(view).boxes
    assert [hint.level for hint in hints] == [1, 1]
    assert large.level < 6


def test_the_pairs_of_a_list_are_of_one_size():
    rows = tuple(Pair(name, "1", inverse=name == "預言家") for name in ("狼人", "預言家", "失眠者", "玩家"))
    assert len({box.level for box in measure(View("list", Language("zh-Hant"), rows)).boxes}) == 1


def test_letters_no_size_knows_become_a_box_and_the_rest_stays(lit):
    known, unknown = (
        lit(draw(View("any", Language("en"), (Text(text, Size.SMALL),)))) for text in ("a b", "a \U0001f43a b")
    )
    assert len(unknown) > len(known)


def test_space_left_over_is_shared():
    first, second = measure(View("any", Language("en"), (Text("one", Size.SMALL), Text("two", Size.SMALL)))).boxes
    spaces = (first.top, second.top - first.top - first.height, HEIGHT - second.top - second.height)
    assert max(spaces) - min(spaces) <= 1


@pytest.mark.parametrize("text", ["Vote", "gy", "狼嚎"])
def test_a_word_alone_stands_in_the_middle_by_its_ink(text, lit):
    rows = [y for _, y in lit(draw(View("vote", Language("en"), (Text(text, Size.LARGE),))))]
    assert abs(min(rows) - (HEIGHT - 1 - max(rows))) <= 1
