"""Tests the names that people give themselves: which are refused, how they are shortened, and that words stay whole."""

import re

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.facts import SeatMark, SeatName, Word, seats_joined
from nightcrier.box.table.core.names import (
    LEFT_MARK,
    RIGHT_MARK,
    Spelling,
    fact_text,
    has_other_meaning,
    name_refusal,
    number,
    spelling_refusal,
    spelt_names,
)
from nightcrier.box.table.heard.talk import effect_heard, speak
from nightcrier.kernel.ids import Language, LineId, name_line, number_line, person_line, seat_line
from nightcrier.kernel.people import MOST_LETTERS, EveningKind, NumberedPerson, SeatedPerson, is_taken, tidy_name
from nightcrier.kernel.refusal import Refusal
from nightcrier.words.catalogue import LANGUAGES, Words
from nightcrier.words.sentences import names_on_offer

NAMES = {1: SeatedPerson(1, "Ann"), 2: SeatedPerson(2), 3: SeatedPerson(3, "کوروش")}
NUMBERED = {seat: NumberedPerson(each.person, each.name) for seat, each in NAMES.items()}
BESIDE_A_GAP = {
    "en": r"[Ss]eats? \{",
    "fa": r"صندلی \{",
    "uk": r"[Мм]ісц\w \{",
    "de": r"Sitz \{",
    "es": r"[Aa]siento \{",
    "fr": r"[Pp]lace \{",
    "it": r"[Pp]osto \{",
    "ja": r"席\{",
    "th": r"ที่นั่ง ?\{",
    "zh-Hant": r"\} 號",
}
"""Matches words that name a seat before the gap for its number."""
BEFORE_A_NUMBER = {
    "en": r"([Ss]eats?|by seat):?$",
    "fa": r"صندلی(‌های)?:?$",
    "uk": r"([Мм]ісц\w|місцями):?$",
    "de": r"Sitze?:?$",
    "es": r"[Aa]sientos?:?$",
    "fr": r"[Pp]laces? ?:?$",
    "it": r"[Pp]ost[oi]:?$",
    "ja": r"(席|.番号)(は、)?$",
    "th": r"ที่นั่ง(หมายเลข)?$",
    "zh-Hant": r"座位(是)?：?$",
}
"""Matches a line that ends by naming a seat, whose number follows."""


def test_a_number_beside_a_name_is_in_the_figures_of_the_language(real_house):
    assert fact_text(real_house.words, "en", SeatMark(1), NUMBERED) == "1\u00a0Ann"
    assert fact_text(real_house.words, "fa", SeatName(3), NUMBERED) == "۳\u00a0کوروش"
    assert fact_text(real_house.words, "fa", SeatMark(1), NUMBERED) == f"۱\u00a0{RIGHT_MARK}Ann{RIGHT_MARK}"
    assert fact_text(real_house.words, "en", SeatName(2), NUMBERED) == "Seat 2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_no_name_the_seat_is_seen_in_every_language(language, real_house):
    for nobody in ({}, {2: SeatedPerson(2)}, {2: NumberedPerson(2)}):
        seat = number(real_house.words, language, "2")
        assert fact_text(real_house.words, language, SeatMark(2), nobody) == seat
        assert seat in fact_text(real_house.words, language, SeatName(2), nobody)


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "Олена", "کوروش", "نیک‌آهنگ", "สมชาย", "さくら", "小明", "Anna Maria", "R2"]
)
def test_names_of_the_ten_languages_are_names(name):
    assert spelling_refusal(tidy_name(name)) is None


@pytest.mark.parametrize(
    "name",
    ["", " ", "a" * 5000, "a" * (MOST_LETTERS + 1), "a" + "\u0301" * 200, "Ann\n", "Ann\x07", "\u202eAnn", "\u200fAnn",
     "Ann\u2066", "Ann\u200b", "Ann\u00a0B", "🐺", "...", "Ω", "\ue000"],
)  # fmt: skip
def test_what_nobody_could_read_is_no_name(name):
    assert spelling_refusal(tidy_name(name))


def test_spaces_are_tidied_and_letters_take_their_usual_form():
    assert tidy_name("  Anna   Maria ") == "Anna Maria"
    assert tidy_name("Zoe\u0308") == "Zoë"


def test_names_that_nobody_can_tell_apart_are_one():
    assert is_taken("ann", ["Ann"])
    assert is_taken("Ａｎｎ", ["Ann"])
    assert not is_taken("Anna", ["Ann"])
    assert not is_taken("Олена", ["Олеса"])


@pytest.mark.parametrize(
    ("other", "name"),
    [("\u0410nn", "Ann"), ("\u0422\u043e\u043c", "tom"), ("\u0391nn", "Ann"), ("An\u200dn", "Ann"),
     ("\u200cAnn", "Ann"), ("نیک\u200cآهنگ", "نیکآهنگ"), ("\u0407van", "\u00cfvan"),
     ("S\u200beer", "Seer"), ("S\u00adeer", "Seer")],
)  # fmt: skip
def test_letters_of_two_scripts_that_look_alike_make_no_other_name(other, name):
    assert is_taken(other, [name])
    assert is_taken(name, [other])


@pytest.mark.parametrize("name", ["1", "12", "1 2", "۲", "２", "②", "+1", "-1", "3."])
def test_a_number_is_no_name_as_it_would_read_as_a_seat(name):
    assert spelling_refusal(tidy_name(name)) in {Refusal.RESERVED, Refusal.UNSEEN}


SEATS_READ = {
    "en": ["Seat 2", "seat two", "Player #3", "No. 4", "Three", "3rd", "3 A", "Seat three"],
    "fa": ["صندلی ۲", "نفر سه", "سه"],
    "uk": ["Місце 2", "Гравець два"],
    "de": ["Sitz 2", "Platz 2", "Spieler zwei", "Nr. 4", "Drei"],
    "es": ["Asiento 2", "Jugador dos"],
    "fr": ["Place 2", "Joueur deux", "fauteuil 3", "3ème"],
    "it": ["Posto 2", "giocatore due"],
    "ja": ["席2", "２番", "2番の席", "3号"],
    "th": ["ที่นั่ง 2", "คนที่สอง"],
    "zh-Hant": ["2 號", "二號座位", "玩家2", "3号", "三"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_reads_as_a_seat_is_seen_in_every_language(language, real_house):
    words = real_house.words
    assert [
        name for name in SEATS_READ[language] if not has_other_meaning(name, words, [language], real_house.answers)
    ] == []
    assert has_other_meaning(words.screen(language, "seat", n="7"), words, [language], real_house.answers)
    assert not has_other_meaning("Seat 2", words, [Language("uk")], real_house.answers)


def test_what_a_long_name_means_is_not_asked(real_house):
    """A hundred words for a seat can be read in more ways than there is time to try."""
    japanese = [Language("ja")]
    refused = name_refusal("番席" * 100, (), real_house.words, japanese, real_house.answers)
    assert refused is spelling_refusal("番席" * 100, japanese[0])
    assert refused is not None


@pytest.mark.parametrize(
    "name", ["Otto", "Platz", "R2", "Anna 2", "小明", "Noel", "Posto", "Ann", "Norah", "Julia", "Mason"]
)
def test_other_names_mean_a_person_alone_in_all_languages(name, real_house):
    assert not has_other_meaning(name, real_house.words, LANGUAGES, real_house.answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_the_table_offers_is_no_name(language, real_house):
    words = real_house.words
    for key in ("nobody", "people.no-name", "who.newcomer", "place.middle", "turn.done", "ask.result.no"):
        assert has_other_meaning(words.screen(language, key).upper(), words, [language], real_house.answers), key
    for name in ("Start", "BACK"):
        assert has_other_meaning(name, words, [language], real_house.answers)
    for key in ("growl.left", "growl.right"):
        assert has_other_meaning(words.screen(language, key), words, [language], real_house.answers), key
    for name in ("Nobody", "No one", "Center", "Yes", "Done", "Dial", "Werewolves", "Werwölfe", "Left"):
        assert has_other_meaning(name, words, LANGUAGES, real_house.answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_role_of_any_game_is_no_name_in_its_language(language, real_house):
    words = real_house.words
    for role in ("werewolf", "villager", "seer", "tanner"):
        assert has_other_meaning(words.role(language, role), words, [language], real_house.answers)
    assert has_other_meaning(words.screen(language, "wherewolf.innkeeper"), words, [language], real_house.answers)
    assert not has_other_meaning("Gerber", words, [Language("en")], real_house.answers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_that_is_offered_means_anything_else(language, real_house):
    words = real_house.words
    assert [
        name
        for name in names_on_offer(words, language)
        if has_other_meaning(name, words, LANGUAGES, real_house.answers)
    ] == []


@pytest.mark.parametrize(("one", "other"), [("علی", "علي"), ("علی", "على"), ("کامران", "كامران")])
def test_persian_letters_and_arabic_ones_drawn_alike_make_one_name(one, other):
    assert is_taken(other, [one])


@pytest.mark.parametrize(("one", "other"), [("Дар'я", "Дар’я"), ("O'Brien", "Oʼbrien"), ("Jean-Luc", "Jean‑Luc")])
def test_apostrophes_and_hyphens_of_every_kind_are_the_same(one, other):
    assert is_taken(other, [one])


def test_names_are_shortened_step_by_step_and_never_to_the_same():
    names = {1: "Maximiliane Sophie", 2: "Bob", 3: "Anna Maria", 4: "Anna Lena", 5: "ANNE K.", 6: "Anne"}
    assert spelt_names(names, Spelling.WHOLE) == names
    assert spelt_names(names, Spelling.FIRST_WORD) == {1: "Maximiliane", 2: "Bob"}
    assert spelt_names(names, Spelling.SHORT) == {1: "Maxim…", 2: "Bob"}
    assert spelt_names(names, Spelling.NUMBER) == {}


def test_a_seat_is_called_by_who_sits_there(real_house):
    words, en = real_house.words, Language("en")
    assert fact_text(words, en, SeatName(1), NAMES) == "Ann"
    assert fact_text(words, en, SeatName(2), NAMES) == "Seat 2"
    assert fact_text(words, en, Word("ask.vote", {"n": SeatMark(1)}), NAMES) == "Ann points at"
    assert fact_text(words, en, Word("ask.vote", {"n": SeatMark(2)}), NAMES) == "Seat 2 points at"
    assert fact_text(words, en, Word("verdict.dead", {"seats": seats_joined((1, 2))}), NAMES) == "Dead: Ann, 2"


def test_a_name_written_the_other_way_leaves_the_rest_in_its_place(real_house):
    words, dead = real_house.words, Word("verdict.dead", {"seats": seats_joined((3, 1))})
    assert f"{LEFT_MARK}کوروش{LEFT_MARK}, Ann" in fact_text(words, Language("en"), dead, NAMES)
    assert f"کوروش، {RIGHT_MARK}Ann{RIGHT_MARK}" in fact_text(words, Language("fa"), dead, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_says_seat_has_another_for_a_name(language, real_house):
    words: Words = real_house.words
    screen = words.books[language].screen if language in words.books else {}
    assert screen
    beside = re.compile(BESIDE_A_GAP[language])
    speaks = {key for key, text in screen.items() if beside.search(text)} - {"seat"}
    assert {key for key in speaks if f"{key}.named" not in screen} == set()
    assert not {key for key in speaks if key.endswith(".named")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_that_leads_to_a_seat_has_another_that_leads_to_a_name(language, real_house):
    lines = real_house.words.books[language].lines
    before = re.compile(BEFORE_A_NUMBER[language])
    speaks = {line for line, text in lines.items() if before.search(text.text.replace("\u200b", ""))}
    speaks.discard("deal.story.dawn")  # "seat by seat": of all of them
    assert {line for line in speaks if f"{line}.named" not in lines} == set()
    assert not {line for line in speaks if line.endswith(".named")}
    assert {f"{line}.named" for line in speaks} <= {line for line in lines if line.endswith(".named")}


def settled(evening, *names: str) -> None:
    evening.send(Standings(0.0, EveningKind.OPEN, 5, tuple(PersonStanding(name, 0, 0, out=False) for name in names)))


def test_the_voices_are_given_the_names_where_everybody_has_one(evening):
    speech = Speak(1, (LineId("deal.turn"), seat_line(1)))
    settled(evening, "Ann", "Bob", "Cleo")
    named = {1: "Ann", 2: "Bob", 3: "Cleo"}
    assert effect_heard(evening.table, speech) == replace(speech, names=named)
    _, (_, said) = speak(evening.table, person_line(1))
    assert (said.lines, said.names) == (("person.1",), named)
    settled(evening, "Ann", "", "Cleo")
    assert effect_heard(evening.table, speech) == speech


def test_a_seat_and_a_name_can_be_read_by_live_speech(real_house):
    words, de = real_house.words, Language("de")
    assert words.line(de, seat_line(3)) == words.line(de, number_line(3))
    assert words.line(de, name_line("Ann")).spoken == "Ann"
