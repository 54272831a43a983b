"""Tests the marks of a call: a block that goes out takes few bytes, and a sign makes room for the name beside it."""

from itertools import pairwise

import pytest

from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.signs import sign_paths, sign_picture
from nightcrier.box.table.drawing.view import CallMarks, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS, Frame
from tests.on_glass import measure
from tests.sampling import sampled_languages
from tests.words.test_languages import _book

MOST_BYTES, LAST_PAGE = 15, 7 * GLASS.width
EN = Language("en")


def drawn(language: Language, *marks: int) -> Frame:
    return draw(View("night", language, (Text("1", Size.LARGE, sign="seer"),), marks=CallMarks(*marks)), GLASS)


@pytest.mark.parametrize("blocks", range(1, 17))
def test_a_block_that_goes_out_changes_few_bytes(blocks):
    frames = [drawn(EN, 3, 9, left, blocks) for left in range(blocks + 1)]
    for before, after in pairwise(frames):
        changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        assert 0 < len(changed) <= MOST_BYTES
        assert min(changed) >= LAST_PAGE


def test_persian_marks_run_from_the_right():
    ways = [drawn(language, 1, 3, 1, 3) for language in (EN, Language("fa"))]
    marks = [(frame[: GLASS.width], frame[LAST_PAGE:]) for frame in ways]
    assert [row[::-1] for row in marks[0]] == [*marks[1]] != [*marks[0]]


@pytest.mark.parametrize("language", sampled_languages())
def test_a_name_keeps_its_letters_beside_its_sign_and_the_edge_stays_dark(language):
    roles = _book(language).roles
    for sign in roles.keys() & sign_paths().keys():
        view = View("night", language, (Text(roles[sign], Size.LARGE, sign=sign),), marks=CallMarks(20, 20, 8, 8))
        frame, measured = draw(view, GLASS), measure(view)
        assert not any(frame[at] for at in range(len(frame)) if at % GLASS.width in (0, 1, 126, 127)), sign
        assert measured.whole, sign
        assert not measured.signed or measured.boxes[0].level >= SizeStep.MEDIUM, sign


@pytest.mark.parametrize("sign", ["seer", "werewolf", "pause"])
def test_an_outlined_sign_lacks_what_lies_deep_inside(sign):
    whole, outlined = sign_picture(sign, 40).columns, sign_picture(sign, 40, outlined=True).columns
    assert all(column & ~full == 0 for column, full in zip(outlined, whole, strict=True))
    assert sum(map(int.bit_count, outlined)) < sum(map(int.bit_count, whole)) * 0.9
