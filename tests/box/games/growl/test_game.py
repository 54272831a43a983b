"""Tests GROWL at the table: scenarios, cards and their counts, names, options, and what prevents a game."""

import pytest

from nightcrier.box.games.growl.cards import (
    FINAL_CARDS,
    GROWL_CARDS,
    GROWL_FEWEST,
    GROWL_MOST,
    NIGHT_CARDS,
    supplies_for,
)
from nightcrier.box.games.growl.options import GROWL_CHOICES, GrowlOptions, growl_options, growl_scenario
from nightcrier.box.show.plug import Game, problems_of
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Tell
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.folders import share
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, Words
from nightcrier.words.shelf import read_words
from tests.box.games.back_and_forth import as_shown
from tests.box.games.facts import keys_of

FILE = b'level = 1\nfewest = 4\nmost = 6\n[names]\nen = "Small"\n'


def setup(players: int = 5, deck: tuple[str, ...] = (), **options) -> Setup:
    return Setup("growl-classic", players, deck, options)


def test_it_is_a_game(game):
    plugged: Game = game
    assert plugged.id == "growl"
    assert plugged.choices() == GROWL_CHOICES
    assert plugged.usual_calls(setup()) == ()
    assert plugged.opening(setup()) == ("growl.open",)


def test_two_ways_to_play_cover_four_to_fifteen(game):
    ways = {scenario.id: scenario.players for scenario in game.scenarios()}
    assert ways == {"growl-classic": tuple(range(4, 11)), "growl-crowd": tuple(range(11, 16))}


def test_the_crowd_is_told_that_it_plays_a_variant(game):
    assert game.warnings(setup(10)) == ()
    assert keys_of(game.warnings(setup(11))) == ["warning.growl-crowd"]


def test_the_deck_is_the_nights_that_may_come(game):
    assert game.cards() == tuple((card, 1) for card in GROWL_CARDS)
    assert game.deck(setup()) == (*NIGHT_CARDS, *FINAL_CARDS)
    assert game.deck(setup(deck=("purge", "caged", "gift", "seer"))) == ("caged", "gift", "purge")


def test_cards_come_in_the_order_of_what_is_printed_on_them(english):
    for kind in (NIGHT_CARDS, FINAL_CARDS):
        printed = [english.role(LAST_RESORT, card).replace("é", "e") for card in kind]
        assert printed == sorted(printed)


def test_a_deck_by_lot_is_two_nights_and_a_final_night(game):
    for seed in range(50):
        deck = game.random_deck(setup(), seed)
        assert [card in FINAL_CARDS for card in deck] == [False, False, True]
        assert game.problems(setup(deck=deck)) == ()


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        (setup(3), "problem.scenario-players"),
        (setup(16), "problem.scenario-players"),
        (setup(5, ("gift", "purge")), "problem.growl-nights"),
        (setup(5, NIGHT_CARDS), "problem.growl-nights"),
    ],
)
def test_what_cannot_be_played_is_refused(game, chosen, problem):
    assert keys_of(game.problems(chosen)) == [problem]
    with pytest.raises(WrongUse, match=problem):
        game.begin(chosen, 0)


@pytest.mark.parametrize(("scenario", "players"), [("growl-classic", 11), ("growl-crowd", 10)])
def test_a_scenario_is_refused_for_more_or_fewer_than_it_is_for(game, scenario, players):
    """A game with this scenario that was already begun still goes on."""
    chosen = Setup(scenario, players)
    assert keys_of(problems_of(game, chosen)) == ["problem.scenario-players"]
    assert game.begin(chosen, 0).stage()


def test_options_that_cannot_be_stay_as_printed():
    assert growl_options({"gold": 11, "pace": "hasty", "draws": 1, "lone_wolf": True}) == GrowlOptions()
    assert growl_options({"gold": 10, "pace": "slow", "draws": True}) == GrowlOptions("slow", gold=10, draws=True)


def test_the_same_seed_and_the_same_answers_lead_to_the_same_stage(game):
    """After a power cut, the game must resume at the prompt that was open."""
    one, other = (game.begin(setup(8, draws=True), 7) for _ in range(2))
    answers = []
    while (stage := one.stage()) is not None:
        answers.append(
            stage.choices[stage.start].value if isinstance(stage, Ask) else "back" if len(answers) == 3 else ""
        )
        one = one.answer(answers[-1])
    for answer in answers:
        other = other.answer(answer)
    assert other == one
    assert "back" in answers


def test_back_from_any_question_leads_to_the_one_before(game):
    play, before = game.begin(setup(8), 1), None
    while (stage := play.stage()) is not None:
        if isinstance(stage, Ask | Tell):
            assert stage.back == (before is not None)
            if before:
                assert as_shown(play.answer("back").stage()) == as_shown(before.stage())
            before = play
        play = play.answer(
            stage.choices[-1 if len(stage.choices) < 3 else stage.start].value if isinstance(stage, Ask) else ""
        )


def test_a_way_to_play_is_read_from_a_file():
    small = growl_scenario(FILE, "small")
    assert (small.id, small.players, small.level) == ("small", (4, 5, 6), 1)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"level = ", "mine.toml: is not TOML: "),
        (b"\xff", "mine.toml: is not UTF-8 text"),
        (FILE.replace(b"most = 6", b"most = 16"), "mine.toml: most: "),
        (FILE.replace(b"level = 1", b""), "mine.toml: level: is missing."),
        (FILE.replace(b"fewest = 4", b"fewest = 7"), "mine.toml: fewest: must not be more than most."),
        (FILE.replace(b'en = "', b'en = "' + b"x" * 81), "mine.toml: names.en: must have at most 80 characters."),
        (FILE.replace(b"en =", b"it ="), "mine.toml: names: needs at least a name in English (en)."),
    ],
)
def test_a_broken_file_is_named_with_the_key(data, said):
    with pytest.raises(BadFile) as fault:
        growl_scenario(data, "mine")
    assert str(fault.value).startswith(said)


STARTER = {
    4: (1, 3), 5: (1, 4), 6: (2, 4), 7: (2, 5), 8: (2, 6), 9: (3, 6),
    10: (3, 7), 11: (3, 8), 12: (4, 8), 13: (4, 9), 14: (4, 10), 15: (4, 11),
}  # fmt: skip
PILE = {4: 26, 5: 22, 6: 26, 7: 22, 8: 18, 9: 22, 10: 18, 11: 20, 12: 22, 13: 24, 14: 26, 15: 28}
MAIN_DECK = {4: 42, 6: 50, 9: 58}


@pytest.mark.parametrize("players", range(GROWL_FEWEST, GROWL_MOST + 1))
def test_the_table_of_the_rulebook(players):
    supplies = supplies_for(players, 12)
    assert (supplies.bites, supplies.starter_gold) == STARTER[players]
    assert supplies.pile == PILE[players]
    assert supplies.extra == {11: 3, 12: 6, 13: 9, 14: 12, 15: 15}.get(players, 0)


@pytest.mark.parametrize("players", range(GROWL_FEWEST, 11))
def test_the_deal_and_the_pile_are_the_main_deck(players):
    wanted = MAIN_DECK[max(fewest for fewest in MAIN_DECK if fewest <= players)]
    assert supplies_for(players, 12).pile + 4 * players == wanted
    assert supplies_for(players, 10).pile + 4 * players == wanted - 2


@pytest.mark.parametrize(("players", "removed"), [(4, 16), (5, 16), (6, 8), (8, 8), (9, 0), (10, 0), (15, 0)])
def test_marked_cards_stay_out_where_few_play(players, removed):
    assert supplies_for(players, 12).removed == removed


def test_fifteen_with_ten_gold_take_the_eleventh_of_the_second_game():
    taken = {players: supplies_for(players, 10).extra_gold for players in range(GROWL_FEWEST, GROWL_MOST + 1)}
    assert {players for players, gold in taken.items() if gold} == {15}
    supplies = supplies_for(15, 10)
    assert (supplies.extra_gold, supplies.gold, supplies.starter_gold, supplies.pile) == (1, 11, 11, 27)
    assert supplies_for(15, 12).extra_gold == 0


def test_more_cards_make_the_pile_thicker_and_its_third_too():
    supplies = supplies_for(6, 12, 19)
    assert (supplies.pile, supplies.third) == (45, 15)
    assert (supplies.bites, supplies.starter_gold, supplies.removed) == (2, 4, 8)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_starter_cards_are_shown_as_printed_and_as_they_are_called_here(language):
    folders = (share("assets") / "words",)
    words = Words({code: read_words(folders, code) for code in {LAST_RESORT, language}})
    shown = words.screen(language, "growl.setup.starter", bites="2", gold="4")
    names = {words.role(code, card) for code in (LAST_RESORT, language) for card in ("bite", "gold")}
    assert [name for name in names if name.lower() not in shown.lower()] == []
