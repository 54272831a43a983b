"""Tests scripts: Persian is joined and mirrored, Thai marks are in place, Japanese has its own shapes."""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.table.drawing import shaping
from nightcrier.box.table.drawing.ink import BASELINE, SizeStep, ink, read_as, shape_text
from nightcrier.box.table.drawing.shaping import clusters, visual_order
from nightcrier.box.table.drawing.view import Pair, Size, Text, View
from nightcrier.kernel.ids import Language
from tests.on_glass import draw

FA, TH, EN = Language("fa"), Language("th"), Language("en")
OTHERS = tomllib.loads((Path(__file__).parent / "orders.toml").read_text("utf-8"))


@pytest.mark.parametrize(("word", "joined"), OTHERS["joined"])
def test_persian_letters_join_as_another_shaper_joins_them(word, joined):
    assert "".join(shaping.join_persian(clusters(word))).replace("\u200c", "") == joined


def test_a_mark_does_not_part_persian_letters():
    assert [part[0] for part in shaping.join_persian(clusters("بُر"))] == [
        part[0] for part in shaping.join_persian(clusters("بر"))
    ]


def test_lam_and_alef_become_one_even_under_a_mark():
    assert len(shaping.join_persian(clusters("سَلام"))) == len("سلام") - 1


@pytest.mark.parametrize("way", ["from_right", "from_left"])
def test_mixed_texts_are_ordered_as_another_algorithm_orders_them(way):
    ours = [[text, "".join(visual_order(list(text), way == "from_right"))] for text, _ in OTHERS[way]]
    assert ours == OTHERS[way]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("۵ بازیکن", "نکیزاب ۵"),
        ("شب (۲)", "(۲) بش"),
        ("One Night شب", "بش One Night"),
        ("ساعت ۴:۵۹", "۴:۵۹ تعاس"),
        ("«گرگ»", "«گرگ»"),
    ],
)
def test_persian_with_numbers_brackets_and_latin_names(text, seen):
    assert "".join(visual_order(list(text), from_right=True)) == seen


@pytest.mark.parametrize("text", ["شب شد، همه بخوابند", "شب ۲ شد", "شب \u064bشد", "One شب (دو)"])
def test_words_are_shaped_alone_as_they_are_in_their_line(text):
    whole = shaping.join_persian(clusters(text))
    assert shape_text(text, FA) == "".join(visual_order(whole, from_right=True))


def test_rows_are_mirrored_where_people_read_from_the_right(lit):
    left, right = (lit(draw(View("any", language, (Pair("", "5"),)))) for language in (EN, FA))
    assert max(x for x, _ in right) < 64 < min(x for x, _ in left)


def test_a_label_starts_where_people_start_to_read(lit):
    left = lit(draw(View("any", EN, (Pair("Seer", ""),))))
    right = lit(draw(View("any", FA, (Pair("پیشگو", ""),))))
    assert min(x for x, _ in left) == 127 - max(x for x, _ in right) == 2


@pytest.mark.parametrize(
    ("text", "placed"),
    [
        ("ก่", "ก\uf70a"),
        ("กี่", "กี่"),
        ("ป่", "ป\uf705"),
        ("ปี", "ป\uf702"),
        ("ปี่", "ป\uf702\uf713"),
        ("ปู่", "ปู\uf705"),
        ("ฎุ", "ฎ\uf718"),
        ("ญู", "\uf70fู"),
        ("ญา", "ญา"),
        ("น้ำ", "น\u0e4d้า"),
        ("ป่ำ", "ป\uf711\uf713า"),
    ],
)
def test_thai_marks_take_the_place_the_letters_leave(text, placed):
    assert "".join(shaping.place_thai_marks(clusters(text))) == placed


@pytest.mark.parametrize("level", [level for level in SizeStep if level is not SizeStep.HUGE])
@pytest.mark.parametrize("stack", ["ที่", "ผู้", "น้ำ", "ปี่", "ฝั่ง", "ญู่", "ฎุ้", "ฟื้น"])
def test_thai_marks_neither_touch_nor_are_cut(stack, level):
    """Each Thai mark adds pixels of its own, and the picture grows to hold them."""
    whole, base = ink(stack, TH, level), ink(stack[0], TH, level)
    assert whole.above + whole.below > base.above + base.below
    view = View("any", TH, (Text(stack, Size.LARGE),))
    assert sum(map(int.bit_count, draw(view))) == sum(map(int.bit_count, ink(stack, TH, SizeStep.LARGE).columns()))


def test_the_same_character_has_its_own_shape_in_japanese():
    taiwan, japan = (ink("真", Language(code), SizeStep.LARGE) for code in ("zh-Hant", "ja"))
    assert taiwan is not None
    assert japan is not None
    assert taiwan != japan


def test_the_dots_of_a_firm_colon_are_no_bars():
    for code in ("zh-Hant", "ja"):
        assert ink("：", Language(code), SizeStep.SMALL).width == 3, "= has five"


def test_a_page_shows_names_of_other_languages():
    for name in ("English", "فارسی", "Українська", "中文", "日本語", "ไทย"):
        assert ink(name, EN, SizeStep.SMALL) is not None


@pytest.mark.parametrize(("language", "text"), [("zh-Hant", "離開繼續"), ("ja", "はじめての夜"), ("th", "พร้อมเหตุผล")])
def test_thin_letters_become_as_heavy_as_digits_and_no_gap_closes(language, text):
    thin = ink(text, Language(language), SizeStep.TIGHT)
    firm, thin = (
        each.columns() for each in (thin, replace(thin, glyphs=[replace(g, thin=False) for g in thin.glyphs]))
    )
    for y in range(BASELINE + 6):
        was, now = ("".join(".#"[column >> y & 1] for column in columns) for columns in (thin, firm))
        assert len(re.findall("#+", now)) == len(re.findall("#+", was))
        assert not re.search(r"\.#\.\.", f".{now}..")


def test_a_latin_text_ends_with_its_signs_on_a_persian_page_too():
    assert [shape_text(text, read_as(text, FA)) for text in ("new table!", "Ann|")] == ["new table!", "Ann|"]
    assert [read_as("سلام!", FA), read_as("主。", TH), read_as("", FA)] == [FA, TH, FA]


def test_hidden_characters_leave_no_trace():
    assert shape_text("a\u00adb\u200bc\u200ed", EN) == "abcd"
