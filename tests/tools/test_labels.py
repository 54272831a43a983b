"""Tests `nightcrier labels`: what can be felt and read on the labels of each game, on paper and from an embosser."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from nightcrier.box.library import read_offer
from nightcrier.cli import main
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Language
from nightcrier.tools import paper_cards
from nightcrier.tools.command_line import box_folders
from nightcrier.tools.label_sheets import key_cells, label_cells, label_pages, print_rows
from nightcrier.tools.paper_cards import LabelledCard, label_game, pick_codes, words_of
from nightcrier.words.catalogue import LANGUAGES, Words

GERMAN = Language("de")
OFFER = read_offer(box_folders().scenarios, games_in=box_folders().games)
SIGNS = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path):
    """Return a function that runs the command and returns its output folder."""

    def made(*words: str) -> Path:
        assert main(["labels", "--out", str(tmp_path / "sheets"), *words]) == 0
        return tmp_path / "sheets"

    return made


@cache
def words_in(language: Language) -> Words:
    return words_of(OFFER, language)


def cards_of(game: str, language: Language = GERMAN) -> list[LabelledCard]:
    return label_game(words_in(language), language, OFFER.games[game])[1]


def cells_of(brf: str) -> list[list[str]]:
    """Return the pages of a file for an embosser as lines of cells."""
    assert brf.endswith("\r\n\f")
    pages = [page.removesuffix("\r\n").split("\r\n") for page in brf.split("\f")[:-1]]
    return [["".join(chr(0x2800 + SIGNS.index(sign)) for sign in line) for line in page] for page in pages]


def test_each_game_has_labels_and_a_key_for_printer_and_embosser(make):
    made = {file.name for file in make("--language", "ja").iterdir()}
    assert made >= {f"{game}-ja-{kind}" for game in OFFER.games for kind in ("labels-1.svg", "key-1.svg", "key.brf")}
    assert made >= {f"{game}-ja-labels.brf" for game in OFFER.games}


def test_only_one_game_is_made_on_request(make):
    assert {file.name.partition("-en-")[0] for file in make("--game", "growl").iterdir()} == {"growl"}


def test_a_label_shows_the_sign_of_its_role():
    signs = {card.name: card.sign for card in cards_of("one-night")}
    pages = "".join(label_pages(cards_of("one-night"), 56, GERMAN))
    assert all(f'd="{sign}"' in pages for sign in signs.values() if sign)
    assert signs["Seherin"]
    assert 'class="sign"' not in "".join(label_pages([card for card in cards_of("growl") if not card.sign], 56, GERMAN))


def test_labels_of_another_width_leave_no_page_of_those_before(make):
    wide = {file.name for file in make("--game", "one-night", "--width", "90").iterdir()}
    assert {file.name for file in make("--game", "one-night", "--width", "48").iterdir()} < wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_every_game_has_a_code_and_notches_of_its_own(language):
    for game in OFFER.games:
        cards = cards_of(game, language)
        assert {len(card.code) for card in cards} == {2}
        assert len({card.code for card in cards}) == len({card.notches for card in cards}) == len(cards)
        assert all(0 < sum(card.notches) <= 5 and len(card.notches) == 3 for card in cards)
        assert all(card.braille and card.copies for card in cards), game


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finger_finds_the_height_of_a_code(language):
    for game in OFFER.games:
        assert all(set(card.code) - set("⠈⠄⠠⠤⠀") == set(card.code) for card in cards_of(game, language))


def test_a_code_is_made_of_letters_of_the_name_while_there_are_any():
    assert pick_codes(["⠎⠑⠑⠗", "⠎⠑⠁⠝⠉⠑", "⠠⠎⠑⠑⠗⠑⠎⠎", "⠎⠑", ""]) == ["⠎⠑", "⠎⠁", "⠎⠗", "⠁⠁", "⠁⠃"]


def test_all_that_a_player_holds_has_a_label():
    growl = {card.name: card.copies for card in cards_of("growl", Language("en"))}
    assert growl.items() >= {"Bite": 20, "Wound": 16, "Charm": 5, "Salve": 5, "Gold": 12, "Caged": 1}.items()
    assert len(cards_of("wherewolf")) == 35
    assert {card.name: card.copies for card in cards_of("one-night")}.items() >= {"Werwolf": 2, "Hexe": 1}.items()
    assert {"Dorfbewohner", "Werwolf"} < {card.name for card in cards_of("full-moon")}


def test_a_card_in_a_foreign_language_has_the_name_by_which_it_is_called():
    assert "Biss" in {card.name for card in cards_of("growl")}


def test_labels_are_of_one_size_and_their_dots_of_the_true_one(make):
    pages = [
        file.read_text("utf-8") for file in sorted(make("--language", "de", "--width", "60").glob("one-*labels*g"))
    ]
    outlines = re.findall(r'<path d="M([\d.]+) ([\d.]+)h60v([\d.]+)h-', "".join(pages))
    assert len(outlines) == sum(card.copies for card in cards_of("one-night"))
    (height,) = {float(height) for *_, height in outlines}
    assert all(float(left) + 60 <= 200 and float(top) + height <= 287 for left, top, _ in outlines)
    first = [(float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="0.75"', pages[0])]
    assert cards_of("one-night")[0].code == "⠺⠜"
    assert first[:4] == [(15, 16.5), (17.5, 14), (17.5, 16.5), (17.5, 19)]
    assert first[4:7] == [(21, 19), (23.5, 14), (23.5, 16.5)]


def test_the_lower_edge_has_the_notches_in_their_places_and_ends_where_it_began():
    page = label_pages([LabelledCard("Hexe", "", "⠓⠑", (2, 0, 3), 1)], 60, GERMAN)[0]
    edge = re.search(r"h60v[\d.]+(h-.*?)z", page)
    assert edge
    at, cuts = 60.0, list[float]()
    for way, step in re.findall(r"([hv])(-?[\d.]+)", edge[1]):
        if way == "h":
            at += float(step)
        elif step == "-3":
            cuts.append(at)
    assert at == pytest.approx(0, abs=0.2)
    assert [place for cut in sorted(cuts) for place in (1, 2, 3) if 0 < cut - 20 * (place - 1) < 20] == [1, 1, 3, 3, 3]


def test_a_word_that_is_too_long_is_pressed_between_the_edges():
    page = label_pages([LabelledCard("паранормального", "", "", (1, 0, 0), 1)], 56, Language("uk"))[0]
    assert re.search(r"translate\(14 [\d.]+\) scale\(0\.78 1\).*text-anchor:start", page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_print_is_large_and_stays_on_its_label(language):
    for game in OFFER.games:
        for page in label_pages(cards_of(game, language), 56, language):
            sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)" xml:lang="\w', page)]
            assert min(sizes) >= 18 * 25.4 / 72 - 0.01


def test_a_name_is_parted_where_it_may_be():
    assert print_rows("Winkel\u00adadvokat", 48) == ["Winkel-", "advokat"]
    assert print_rows("Winkel\u00adadvokat", 60) == ["Winkeladvokat"]
    assert print_rows("Alpha Wolf", 30) == ["Alpha", "Wolf"]
    assert print_rows("หมอดู\u200bฝึกหัด", 30) == ["หมอดู", "ฝึกหัด"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_embosser_has_the_room_for_each_line_and_page(language):
    for name, game in OFFER.games.items():
        title, cards = label_game(words_in(language), language, game)
        for pages in (cells_of(label_cells(cards, 56)), cells_of(key_cells(title, cards))):
            assert all(len(page) <= 25 and max(map(len, page)) <= 40 for page in pages), name


def test_embossed_labels_have_their_code_and_notches_at_one_place():
    cards = cards_of("one-night")
    marks = {f"⠀{card.code}": "⠤".join("⠇" * count for count in card.notches) for card in cards}
    pages = cells_of(label_cells(cards, 56))
    assert {at % 4 for page in pages for at, line in enumerate(page) if line} == {0, 1}
    rows = [line for page in pages for line in page if line]
    labels = Counter[tuple[str, str]]()
    for codes, bars in zip(rows[::2], rows[1::2], strict=True):
        labels.update(
            (codes[at : at + 10].rstrip("⠀"), bars[at + 1 : at + 10].rstrip("⠀")) for at in range(0, len(codes), 10)
        )
    assert labels == Counter({(code, marks[code]): card.copies for code, card in zip(marks, cards, strict=True)})


def test_the_key_names_each_code():
    title, cards = label_game(words_in(GERMAN), GERMAN, OFFER.games["growl"])
    first, empty, *lines = [line for page in cells_of(key_cells(title, cards)) for line in page]
    assert (first, empty) == ("⠛⠗⠕⠺⠇", "")
    assert [(line[:2], line[3:].partition("⠀")[2]) for line in lines] == [(card.code, card.braille) for card in cards]
    assert [line[3:].partition("⠀")[0] for line in lines[:2]] == ["⠤⠤⠇", "⠤⠇⠤"]


def test_a_name_without_braille_is_told_and_has_a_code(monkeypatch, make, capsys):
    kept = paper_cards.read_braille("de")
    del kept["Hexe"]
    monkeypatch.setattr(paper_cards, "read_braille", lambda _: kept)
    made = make("--language", "de", "--game", "one-night")
    assert "No braille is kept for Hexe: their key has print alone." in capsys.readouterr().err
    assert "Hexe" in "".join(file.read_text("utf-8") for file in made.glob("*key*.svg"))
    assert "⠁⠁" in {card.code for card in cards_of("one-night")}


def test_more_kinds_than_marks_are_refused(monkeypatch):
    monkeypatch.setattr(paper_cards, "NOTCHES", paper_cards.NOTCHES[:34])
    with pytest.raises(WrongUse, match=r"has 35 kinds of cards, and 34 can be marked\."):
        cards_of("wherewolf")


def test_a_game_without_cards_has_no_labels():
    assert (label_pages([], 56, GERMAN), label_cells([], 56)) == ([], "")
