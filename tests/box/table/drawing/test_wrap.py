"""Breaking a text into lines."""

import pytest

from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.rows import wrap
from nightcrier.box.table.drawing.shaping import THAI_MARKS
from nightcrier.kernel.ids import Language

EN, DE, JA, TH = (Language(code) for code in ("en", "de", "ja", "th"))


def test_lines_are_as_even_as_the_words_allow():
    assert wrap("open your eyes and look", EN, SizeStep.MEDIUM, 2, 128) == ("open your", "eyes and look")


def test_a_break_between_hints_is_better_than_an_even_one():
    assert wrap("START · BACK does it again", EN, SizeStep.TIGHT, 2, 128) == ("START", "BACK does it again")


def test_a_soft_hyphen_shows_only_where_the_word_is_broken():
    assert wrap("Unruhe\u00adstifterin", DE, SizeStep.LARGE, 2, 128) == ("Unruhe-", "stifterin")
    assert wrap("Unruhe\u00adstifterin kommt", DE, SizeStep.SMALL, 2, 128) == ("Unruhestifterin", "kommt")


def test_a_hyphen_stays_with_the_word_before_it():
    assert wrap("Loup-garou", Language("fr"), SizeStep.LARGE, 2, 100) == ("Loup-", "garou")


def test_words_held_together_are_not_parted():
    assert wrap("Qui\u00a0?", Language("fr"), SizeStep.LARGE, 2, 128) is None


def test_what_cannot_be_narrower_is_not_wrapped():
    assert wrap("Paranormal Investigator", EN, SizeStep.LARGE, 2, 60) is None


def test_han_is_broken_anywhere_but_no_line_begins_with_a_stop():
    first, second = wrap("狼人請睜開眼睛，看看同伴。", Language("zh-Hant"), SizeStep.SMALL, 2, 128)
    assert (first, second) == ("狼人請睜開眼睛，", "看看同伴。")
    assert wrap("カード「」", JA, SizeStep.SMALL, 3, 128) == ("カー", "ド", "「」")


def test_a_figure_stays_with_what_it_counts():
    assert wrap("夜12枚", JA, SizeStep.LARGE, 2, 128) == ("夜", "12枚")
    assert wrap("夜12枚", JA, SizeStep.LARGE, 3, 128) is None
    assert wrap("最多 5 人", Language("zh-Hant"), SizeStep.LARGE, 2, 128) == ("最多", "5 人")
    assert wrap("最多 5 人", Language("zh-Hant"), SizeStep.LARGE, 4, 128) is None


def test_a_name_beside_its_number_is_broken_only_where_no_smaller_letters_are_left():
    assert wrap("むらさき", JA, SizeStep.LARGE, 2, 128) == ("むら", "さき")
    assert wrap("16\u00a0むらさき", JA, SizeStep.LARGE, 2, 128) is None
    assert wrap("16\u00a0むらさき", JA, SizeStep.TIGHT, 2, 60) == ("16\u00a0む", "らさき")


def test_a_line_needs_no_room_for_the_empty_part_of_a_stop_at_its_end():
    assert wrap("人狼です。朝です。", JA, SizeStep.GREAT, 2, 128) == ("人狼です。", "朝です。")


def test_thai_is_broken_where_it_is_marked():
    assert wrap("มนุษย์\u200bหมาป่า", TH, SizeStep.LARGE, 2, 128) == ("มนุษย์", "หมาป่า")
    assert wrap("มนุษย์\u200bหมาป่า", TH, SizeStep.LARGE, 3, 128) is None


@pytest.mark.parametrize("lines", [2, 3, 4, 5])
def test_unmarked_thai_is_broken_between_syllables_and_never_before_a_mark(lines):
    broken = wrap("ผู้ไม่ได้รับการช่วยชีวิต", TH, SizeStep.TIGHT, lines, 128)
    assert broken is not None
    assert "".join(broken) == "ผู้ไม่ได้รับการช่วยชีวิต"
    assert not any(line[0] in THAI_MARKS | set("ะาำ") or line[-1] in "เแโใไ" for line in broken)


def test_unmarked_thai_becomes_smaller_before_a_word_is_broken():
    assert wrap("ผู้ไม่ได้รับการช่วยชีวิต", TH, SizeStep.SMALL, 2, 128) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [("Qui pointe qui :", "fr"), ("Vraiment là ?", "fr"), ("Noch 12 Spieler", "de"), ("Encore « oui »", "fr")],
)
def test_a_sign_stays_with_its_word_and_a_figure_with_what_it_counts(text, language):
    lines = wrap(text, Language(language), SizeStep.LARGE, 2, 128)
    assert lines is not None
    assert lines[1] in {"qui :", "là ?", "12 Spieler", "« oui »"}


def test_a_remark_in_brackets_has_a_line_of_its_own():
    assert wrap("ドッペルゲンガー（不眠症）", JA, SizeStep.SMALL, 2, 128) == ("ドッペルゲンガー", "（不眠症）")
