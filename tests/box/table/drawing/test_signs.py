"""Tests the signs of roles and sides: all present, whole, unlike each other, and never on a page for one seat."""

import tomllib
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.library import read_offer
from nightcrier.box.table.core.signs import card_sign, side_sign
from nightcrier.box.table.drawing.frame import draw, measure
from nightcrier.box.table.drawing.ink import FOLDERS
from nightcrier.box.table.drawing.signs import sign_paths, sign_picture
from nightcrier.box.table.drawing.view import Pair, Size, Text, View
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import GLASS
from nightcrier.tools.command_line import box_folders

OFFER = read_offer(box_folders().scenarios, games_in=box_folders().games)
DRAWN = sorted(name for name, path in sign_paths().items() if path not in sign_paths())
EN, FA = Language("en"), Language("fa")
LIST = (Pair("Seer", "1", inverse=True, sign="seer"), Pair("Mason", "2"))


def dots(view: View) -> list[list[bool]]:
    """Return the dots of a page, row by row."""
    frame = draw(view, GLASS)
    return [
        [bool(frame[y // 8 * GLASS.width + x] >> y % 8 & 1) for x in range(GLASS.width)] for y in range(GLASS.height)
    ]


def lit(view: View, left: int, right: int) -> int:
    return sum(sum(row[left:right]) for row in dots(view))


def test_a_sign_stands_in_its_square_with_dots_enough():
    for sign, side in product(DRAWN, (24, 32, 40)):
        picture = sign_picture(sign, side)
        assert len(picture.columns) == picture.height == side, sign
        assert all(0 <= column < 1 << side for column in picture.columns), sign
        dots = sum(column.bit_count() for column in picture.columns)
        assert side * side // 6 < dots < side * side * 3 // 4, sign


def test_the_signs_are_those_that_toml_says():
    assert sign_paths() == tomllib.loads((FOLDERS[0].parent / "signs.toml").read_text("utf-8"))


def test_no_two_signs_look_alike():
    for one, other in combinations(DRAWN, 2):
        columns = zip(sign_picture(one, 24).columns, sign_picture(other, 24).columns, strict=True)
        assert sum((left ^ right).bit_count() for left, right in columns) > 40, (one, other)


def test_every_role_of_one_night_has_its_own_sign():
    assert {card_sign(OFFER.games["one-night"], role) for role in ROLES} == set(ROLES)


def test_the_cards_of_other_games_have_at_least_the_sign_of_their_side():
    for game in OFFER.games.values():
        sided = [card for card, _ in game.cards() if game.card_side(card)]
        assert all(card_sign(game, card) and side_sign(game, card) for card in sided), game.id


@pytest.mark.parametrize(("language", "left", "right"), [(EN, 90, 128), (FA, 0, 38)])
def test_a_sign_stands_at_the_end_of_the_rows(language, left, right):
    view = View("deck", language, LIST)
    assert lit(view, left, right) > 300
    assert measure(view, GLASS).whole


@pytest.mark.parametrize("below", [(), (Text("B", Size.SMALL),)])
def test_the_hand_of_a_vote_stands_before_the_word_and_points_to_it(below):
    views = [View("vote", language, (Text("A", Size.LARGE, sign="vote"), *below)) for language in (EN, FA)]
    begins, mirrored = (dots(view) for view in views)
    assert [row[:40] for row in begins] == [row[:-41:-1] for row in mirrored]
    assert lit(views[0], 0, 40) > 300


def test_a_sign_takes_no_letter_from_the_rows():
    bare = View("deck", EN, (Pair("Unruhestifterinnenbund", "1"),) * 3)
    signed = replace(bare, rows=(replace(bare.rows[0], sign="seer"), *bare.rows[1:]))
    assert draw(signed, GLASS) == draw(bare, GLASS)
    assert measure(bare, GLASS).whole
    assert not measure(signed, GLASS).signed


@pytest.mark.parametrize(("language", "sign", "clock"), [(EN, (0, 36), (36, 128)), (FA, (92, 128), (0, 92))])
def test_a_clock_stands_beside_its_sign_and_stays_there_whatever_is_below(language, sign, clock):
    shown = [
        dots(View("day", language, (Text("14:59", Size.HUGE, sign="seer"), *below)))[:40]
        for below in ((), (Text("Seer", Size.LARGE),), (Pair("Seer", "Village"),))
    ]
    assert shown[0] == shown[1] == shown[2]
    assert all(sum(sum(row[left:right]) for row in shown[0]) > 200 for left, right in (sign, clock))


@pytest.mark.parametrize("rows", [LIST, (Text("4:59", Size.HUGE), *LIST)])
def test_a_page_for_one_seat_and_large_letters_have_no_sign(rows):
    bare = tuple(replace(row, sign="") for row in rows if isinstance(row, Text | Pair))
    for secret, least in ((True, 0), (False, 3)):
        view = View("tell", EN, rows, even=secret, least=least)
        assert draw(view, GLASS) == draw(replace(view, rows=bare), GLASS)
