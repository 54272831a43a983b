"""Tests naming somebody: letter by letter in every script, or with a name that is known."""

import unicodedata
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.table.core.effects import NewEvening, SeatPeople
from nightcrier.box.table.drawing.foot import foot_height
from nightcrier.box.table.drawing.ink import SizeStep, glyph
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage, people_page
from nightcrier.box.table.over.spell import SpellPage, dial_letters
from nightcrier.kernel.people import EveningKind
from nightcrier.kernel.screen import Frame
from tests.box.table.asking import rows, shown
from tests.box.table.evening import Evening
from tests.box.table.people_menu import at_people, in_language, seated
from tests.on_glass import HEIGHT, WIDTH, draw, measure
from tests.sampling import sampled_languages

SIGNS = {ord(" "): "␣", 0x200C: "¬"}
"""Visible signs that the dial shows for characters that nobody could see."""
OF_SEVERAL_WORDS = [
    ("en", "Anna Maria"), ("en", "Zoë"), ("en", "Mary-Jane O'Brien"), ("fa", "نیک\u200cآهنگ"), ("fa", "علی رضا"),
    ("fa", "مؤمن"), ("uk", "Дар'я"), ("uk", "В'ячеслав"), ("de", "Hans-Jörg"), ("de", "René"), ("es", "Agüero"),
    ("es", "María José"), ("fr", "Jean-Luc"), ("fr", "Maëlle D'Arc"), ("it", "Niccolò"), ("it", "Anna-Lisa D'Angelo"),
    ("ja", "あんな・まりあ"), ("ja", "てぃな"), ("th", "ฤดี ใจดี"), ("zh-Hant", "小明・安"), ("zh-Hant", "Amy"),
]  # fmt: skip
"""Names with characters between their letters, or with letters beyond those of a primer's first page."""
WRITTEN = {"fa": "کوروش", "th": "สมชาย", "ja": "さくら", "uk": "Олена", "de": "Jürgen"}


def spelt(evening: Evening, name: str) -> None:
    """Spell a name with the dial, beginning at the list of the people."""
    at_people(evening).press()
    evening.go("press press")
    letters = dial_letters(evening.house, evening.table)
    for letter in name.translate(SIGNS):
        page = evening.table.page
        assert isinstance(page, SpellPage)
        capital = letter if letter in letters else letter.upper()
        evening.turn(letters.index(capital) - page.index)
        evening.press()
    evening.start()


def test_three_gestures_give_somebody_another_name(real):
    assert seated(at_people(real).after("hold 1 press")).name == "Fox"
    assert people_page(real.table.page) == real.table.page


@pytest.mark.parametrize(("language", "name"), WRITTEN.items())
def test_a_name_is_spelt_in_the_letters_of_the_language(real, language, name):
    spelt(in_language(real, language), name)
    assert seated(real).name == name
    assert real.table.page == ListingPage(MENUS["people"], None, 1)
    assert isinstance(real.effects[-2] if len(real.effects) > 1 else None, NewEvening | SeatPeople)


@pytest.mark.parametrize(("language", "name"), OF_SEVERAL_WORDS)
def test_a_name_of_several_words_is_spelt_too(real, language, name):
    spelt(in_language(real, language), name)
    assert seated(real).name == name


def test_a_blank_is_seen_on_the_dial_and_in_the_name_and_stands_alone_between_words(real):
    in_language(real, "en")
    real.table = replace(real.table, page=SpellPage(None, 1))
    assert shown(real, "-1")[:2] == ["␣", "|"]
    assert shown(real, "press")[1] == "|"
    assert shown(real, "1 press -1 press press")[:2] == ["␣", "A␣|"]
    assert shown(real, "1")[0] == "A"
    assert seated(real.after("start")).name == "A"


@pytest.mark.parametrize("language", sampled_languages())
def test_the_mark_of_where_the_name_goes_on_touches_nothing(real, language):
    in_language(real, language)
    for text in ("", "Ann"):
        real.table = replace(real.table, page=SpellPage(None, 2, text))
        view = look(real.house, real.table)
        name, line = measure(view).boxes[1], HEIGHT - foot_height(language)
        lit = [top for top in range(name.top, line) if is_lit(draw(view), top)]
        assert line - max(lit) > 1, text


def is_lit(frame: Frame, row: int) -> bool:
    """Return whether any dot of this row is lit."""
    page = frame[row // 8 * WIDTH : (row // 8 + 1) * WIDTH]
    return any(column >> row % 8 & 1 for column in page)


def test_a_name_that_reads_as_a_seat_is_not_kept(real):
    in_language(real, "de")
    real.table = replace(real.table, page=SpellPage(None, 2, "Platz drei"))
    assert shown(real)[2] == "Geht nicht als Name"
    assert real.start() == ()


@pytest.mark.parametrize("language", sampled_languages())
def test_every_letter_of_the_dial_can_be_seen(real, language):
    letters = dial_letters(in_language(real, language).house, real.table)
    assert len(set(letters)) == len(letters)
    assert all(glyph(language, SizeStep.LARGE, letter) for letter in letters)
    assert not any(unicodedata.category(letter) == "Cf" for letter in letters)


def test_back_takes_the_last_letter_and_then_leaves(real):
    at_people(in_language(real, "en")).press()
    assert shown(real, "press press press")[1] == "A|"
    assert shown(real, "back")[1] == "|"
    assert isinstance(real.after("back").table.page, ListingPage)


@pytest.mark.parametrize(("language", "name", "left"), [("th", "ฤดี", "ฤ"), ("th", "ที่", "")])
def test_back_takes_a_letter_with_its_marks(real, language, name, left):
    at_people(in_language(real, language))
    real.table = replace(real.table, page=SpellPage(real.table.page, 1, text=name))
    assert isinstance(real.after("back").table.page, SpellPage)
    assert real.table.page.text == left


def test_a_name_never_grows_longer_than_the_glass(real):
    at_people(in_language(real, "en")).press()
    real.go("press press")
    for _ in range(60):
        real.press()
        assert measure(look(real.house, real.table)).whole
    assert seated(real.after("start")).name == "A" + "a" * 23


def test_a_name_somebody_has_is_not_kept(real):
    spelt(in_language(real, "en"), "Bob")
    before = len(real.effects)
    real.table = replace(real.table, page=SpellPage(None, 2, "BOB"))
    assert shown(real)[2] == "Name is taken"
    assert len(real.after("start").effects) == before


def test_known_names_and_animals_are_offered_once_and_not_to_two(real):
    in_language(real, "en")
    people = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Ann", "", ""))
    at_people(real.after(Standings(0.0, EveningKind.OPEN, 5, people, known=("Ann", "Zoe", "Fox"))), 1).press()
    offered = list(_through(real.after("press")))
    assert offered[:4] == ["Spell it", "Zoe", "Fox", "Owl"]
    assert "Ann" not in offered
    assert (offered.count("Fox"), offered[-1]) == (1, "No name")


def _through(evening: Evening) -> Iterator[str]:
    for _ in range(30):
        yield shown(evening)[0]
        if shown(evening)[0] == "No name":
            return
        evening.turn(1)


def test_holding_back_leaves_the_letters(evening):
    evening.table = replace(evening.table, page=SpellPage(None, 1))
    assert evening.after("hold-back").table.at_home


def test_back_from_spelling_leads_to_the_same_persons_names(real):
    at_people(in_language(real, "en")).press()
    names = real.after("press").table.page
    assert real.after("press back").table.page == names


def test_once_the_last_is_named_the_list_stands_at_the_last(real):
    last = in_language(real, "en").table.choices.setup.players - 1
    at_people(real, last).press()
    assert real.after("press 1 press").table.page == ListingPage(MENUS["people"], None, last)


def test_start_in_the_list_of_names_keeps_the_name_shown(real):
    at_people(in_language(real, "en")).press()
    name = rows(real, "press 1")[0]
    assert real.after("start").table.session is None
    assert seated(real).name == name
