"""Tests the scores on the page: they match the screen in every language, and forms name the game they mean."""

import pytest
from msgspec.structs import replace

from nightcrier.kernel.people import EveningKind
from nightcrier.phone.page import PagePart
from nightcrier.wire.public_record import TableScores
from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import HOME, OFFERS, SCORES
from tests.phone.test_page import Tags, writer


def page(scores: TableScores | None = SCORES, language: str = "en") -> str:
    return writer(language).table(HOME, OFFERS, None, scores, PagePart.SCORES)


def test_the_evening_stands_there_as_on_the_glass():
    text = page()
    assert "<caption>First to 5</caption>" in text
    assert "<p>Winner tonight: <bdi>Ann</bdi></p>" in text
    assert not [typed for typed in ("<b>", "<deck>") if typed in text], "what was typed is text there, too"
    assert '<th scope="row"><bdi>Ann</bdi></th><td>Points: 5</td><td>5</td><td>0</td></tr>' in text
    assert '<th scope="row">Seat 3</th><td>Out</td><td></td><td>0</td></tr>' in text
    long = page(replace(SCORES, kind=EveningKind.LONG, champions=()))
    assert "<caption>Two losses: out</caption>" in long
    assert "<td>Losses: 1</td>" in long
    assert "Winner tonight" not in long


def test_the_newest_games_stand_there_below_their_numbers():
    many = tuple(replace(SCORES.games[0], number=n) for n in range(1, 10))
    text = page(replace(SCORES, games=(*many, replace(SCORES.games[1], number=10))))
    assert text.count("<li>") == 5
    assert "<li>10. One Night, <bdi>Own &lt;deck&gt;</bdi></li></ul>" in text
    assert '<th scope="col">Standings</th><th scope="col">6</th>' in text
    assert text.count("<td>5</td>") == 4


def test_the_last_game_can_be_mended_and_struck_and_no_other():
    tags = Tags(page())
    games = [each["value"] for tag, each in tags.tags if tag == "input" and each.get("name") == "game"]
    assert games == ["2", "2"]
    ticked = {each["name"]: "checked" in each for tag, each in tags.tags if str(each.get("name")).startswith("won-")}
    assert ticked == {"won-1": False, "won-2": True, "won-3": False}
    (sure,) = (each for tag, each in tags.tags if each.get("name") == "sure")
    assert "required" in sure
    assert tags.unlabelled == []
    assert "<span><bdi>Ann</bdi>: Won</span></label>" in page(), "one part of its row"


@pytest.mark.parametrize("scores", [None, replace(SCORES, people=())])
def test_before_the_first_game_it_says_so(scores):
    text = page(scores)
    assert "No games yet" in text
    assert "scores.csv" not in text
    assert 'value="strike"' not in text


def test_a_game_whose_people_have_gone_offers_nothing_to_mend():
    text = page(replace(SCORES, games=(replace(SCORES.games[0], points={}),)))
    assert 'value="mend"' not in text
    assert 'value="strike"' not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language_with_its_digits(language):
    text = page(language=language)
    for raw in ("net.csv", "score.", "{n}", "\u200b"):
        assert f">{raw}" not in text
    assert ("\u06f5" in text) is (language == "fa")


def test_games_of_a_file_that_was_taken_away_stay_readable():
    """The page has no words for the game, so it shows the scenario's name, and the rest as it was counted."""
    text = page(replace(SCORES, games=(replace(SCORES.games[0], game="fox-hunt", scenario="fox-hunt", title="Foxes"),)))
    assert "Foxes, <bdi>Foxes</bdi></li>" in text
    assert "fox-hunt" not in text
