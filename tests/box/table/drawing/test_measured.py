"""Tests that a line is measured by its glyphs and drawn only once it is chosen: no picture of a glyph has an empty
edge, and layouts that turn out too wide or too high draw nothing."""

from functools import reduce
from operator import or_

import pytest
from msgspec.structs import replace

from nightcrier.box.table.drawing.frame import Stand, draw, measure, stands
from nightcrier.box.table.drawing.ink import (
    CLOCK,
    FOLDERS,
    PIXELS,
    SYMBOLS,
    THAI,
    Glyph,
    SizeStep,
    load_strike,
    strike_at,
)
from nightcrier.box.table.drawing.rows import OF_ANY, OF_THAI, PARTS
from nightcrier.box.table.drawing.view import Pair, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS

STRIKES = sorted(path.stem for path in FOLDERS[0].glob("*.strike"))


def is_tight(glyph: Glyph) -> bool:
    columns = Glyph(glyph.advance, glyph.left, 40, glyph.rows, glyph.bits).columns()
    lit = reduce(or_, columns, 0)
    return not columns or bool(columns[0] and columns[-1] and lit & 1 and lit.bit_length() == glyph.rows)


@pytest.mark.parametrize("strike", STRIKES)
def test_no_glyph_has_an_empty_edge_and_none_of_the_clock_leaves_its_place(strike):
    family, _, pixels = strike.rpartition("-")
    strike = load_strike(family, int(pixels))
    glyphs = [strike.glyph(character) for character in strike.characters]
    if family == CLOCK:
        assert all(glyph.left >= 0 and glyph.left + glyph.width <= glyph.advance for glyph in glyphs)
    else:
        assert all(map(is_tight, glyphs))


@pytest.mark.parametrize("family", sorted(PIXELS.keys() - {SYMBOLS}))
@pytest.mark.parametrize("level", [level for level in SizeStep if SizeStep.TIGHT < level < SizeStep.HUGE])
def test_letters_are_as_wide_as_a_line_counts_on_before_it_reads_them(family, level):
    tight, strike = (strike_at(family, each) for each in (SizeStep.TIGHT, level))
    pairs = [(small, tight.glyph(each)) for each in tight.characters if (small := strike.glyph(each))]
    parts = (OF_THAI if family == THAI else OF_ANY)[level]
    assert all(larger.advance * parts >= least.advance * PARTS for larger, least in pairs)


def test_a_new_page_draws_its_rows_and_no_other_way_to_draw_them(monkeypatch):
    drawn: list[Glyph] = []
    joined = Glyph.joined
    monkeypatch.setattr(Glyph, "joined", lambda glyph: (drawn.append(glyph), joined(glyph))[1])
    texts = ("Everybody but these tests has seen a card, and three are left?", "START: no page has this")
    draw(View("tell", Language("en"), (Text(texts[0], Size.LARGE), Text(texts[1], Size.SMALL))), GLASS)
    assert sum(map(len, texts)) >= len(drawn) >= sum(len(text.replace(" ", "")) for text in texts)


FOOT = Text("on now", Size.SMALL)


def test_what_is_known_without_a_measure_is_as_measured():
    texts = [Text(said * n, Size.LARGE) for said in ("See a card. ", "Egg. ") for n in range(1, 30)]
    rows = [(Pair("Seer", "1/3"), text) for text in texts]
    pages = [View("any", Language("en"), (*each, *below), head=True) for each in rows for below in ((), (FOOT,))]
    pages += [View("any", Language("en"), (text, replace(FOOT, sign="seer"))) for text in texts]
    for signed in (True, False):
        sures = [stands(page, GLASS, signed=signed) for page in pages]
        found = [(sure, measure(page, GLASS)) for page, sure in zip(pages, sures, strict=True) if sure is not None]
        fits = [(sure, each, each.whole and each.still and each.signed >= signed) for sure, each in found]
        told = {(sure, fit and (each.apart or "touching")) for sure, each, fit in fits}
        assert told == {(Stand.APART, True), (Stand.WHOLE, "touching"), (Stand.CUT, False)}
