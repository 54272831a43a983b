"""Tests breaking a text into lines."""

import pytest

from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.rows import _cut, pieces, wrap
from nightcrier.box.table.drawing.shaping import THAI_MARKS
from nightcrier.kernel.ids import Language

EN, DE, FR, JA, TH, ZH = (Language(code) for code in ("en", "de", "fr", "ja", "th", "zh-Hant"))


@pytest.mark.parametrize(
    ("text", "language", "size", "most", "width", "lines"),
    [
        # as even as the words allow; a break between hints is better than an even one
        ("open your eyes and look", EN, SizeStep.MEDIUM, 2, 128, ("open your", "eyes and look")),
        ("START · BACK does it again", EN, SizeStep.TIGHT, 2, 128, ("START", "BACK does it again")),
        # a soft hyphen shows only where the word is broken; a hyphen stays with the word before it
        ("Unruhe\u00adstifterin", DE, SizeStep.LARGE, 2, 128, ("Unruhe-", "stifterin")),
        ("Unruhe\u00adstifterin kommt", DE, SizeStep.SMALL, 2, 128, ("Unruhestifterin", "kommt")),
        ("Loup-garou", FR, SizeStep.LARGE, 2, 100, ("Loup-", "garou")),
        # words held together are not parted, and what cannot be narrower is not wrapped
        ("Qui\u00a0?", FR, SizeStep.LARGE, 2, 128, None),
        ("Paranormal Investigator", EN, SizeStep.LARGE, 2, 60, None),
        # Han is broken anywhere, but no line begins with a stop
        ("狼人請睜開眼睛，看看同伴。", ZH, SizeStep.SMALL, 2, 128, ("狼人請睜開眼睛，", "看看同伴。")),
        ("カード「」", JA, SizeStep.SMALL, 3, 128, ("カー", "ド", "「」")),
        # a figure stays with what it counts
        ("夜12枚", JA, SizeStep.LARGE, 2, 128, ("夜", "12枚")),
        ("夜12枚", JA, SizeStep.LARGE, 3, 128, None),
        ("最多 5 人", ZH, SizeStep.LARGE, 2, 128, ("最多", "5 人")),
        ("最多 5 人", ZH, SizeStep.LARGE, 4, 128, None),
        # a name beside its number is broken only where no smaller letters are left
        ("むらさき", JA, SizeStep.LARGE, 2, 128, ("むら", "さき")),
        ("16\u00a0むらさき", JA, SizeStep.LARGE, 2, 128, None),
        ("16\u00a0むらさき", JA, SizeStep.TIGHT, 2, 60, ("16\u00a0む", "らさき")),
        # a line needs no room for the empty part of a stop at its end; a remark in brackets has a line of its own
        ("人狼です。朝です。", JA, SizeStep.GREAT, 2, 128, ("人狼です。", "朝です。")),
        ("ドッペルゲンガー（不眠症）", JA, SizeStep.SMALL, 2, 128, ("ドッペルゲンガー", "（不眠症）")),
        # Thai is broken where it is marked, and becomes smaller before a word is broken that is not
        ("มนุษย์\u200bหมาป่า", TH, SizeStep.LARGE, 2, 128, ("มนุษย์", "หมาป่า")),
        ("มนุษย์\u200bหมาป่า", TH, SizeStep.LARGE, 3, 128, None),
        ("ผู้ไม่ได้รับการช่วยชีวิต", TH, SizeStep.SMALL, 2, 128, None),
    ],
)
def test_where_a_text_is_broken(text, language, size, most, width, lines):
    assert wrap(text, language, size, most, width) == lines


def test_a_clause_is_cut_alone_as_it_is_beside_others():
    text = "Seat 2 is out. Look, or wait; 3 cards, 2 Wolves คุย\u200bกัน แต่\u200bห้าม ๒ คน"
    assert pieces(text) == _cut(text, marked=True, anywhere=False, inside=0)


@pytest.mark.parametrize("lines", [2, 3, 4, 5])
def test_unmarked_thai_is_broken_between_syllables_and_never_before_a_mark(lines):
    broken = wrap("ผู้ไม่ได้รับการช่วยชีวิต", TH, SizeStep.TIGHT, lines, 128)
    assert broken is not None
    assert "".join(broken) == "ผู้ไม่ได้รับการช่วยชีวิต"
    assert not any(line[0] in THAI_MARKS | set("ะาำ") or line[-1] in "เแโใไ" for line in broken)


@pytest.mark.parametrize(
    ("text", "language"),
    [("Qui pointe qui :", "fr"), ("Vraiment là ?", "fr"), ("Noch 12 Spieler", "de"), ("Encore « oui »", "fr")],
)
def test_a_sign_stays_with_its_word_and_a_figure_with_what_it_counts(text, language):
    lines = wrap(text, Language(language), SizeStep.LARGE, 2, 128)
    assert lines[1] in {"qui :", "là ?", "12 Spieler", "« oui »"}
