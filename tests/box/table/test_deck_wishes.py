"""Tests that wishes change a deck card by card, like the dial at the roles, and no other deck."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import MOST_CARDS
from nightcrier.box.table.wishes import deck_offer
from nightcrier.wire.wishes import CardWish, ScenarioWish
from nightcrier.words.catalogue import LANGUAGES, UNHEARD
from tests.box.table.asking import wish
from tests.box.table.evening import Evening


def card(evening: Evening, name: str, count: int) -> CardWish:
    choices = evening.table.choices
    return CardWish(choices.game, choices.setup.scenario, choices.setup.players, name, count)


@pytest.mark.parametrize(("row", "name", "count"), [(0, "seer", 0), (1, "robber", 0), (2, "villager", 5)])
def test_a_card_is_set_as_by_the_dial(evening, row, name, count):
    hand = Evening(evening.house, replace(evening.table, page=ListingPage(MENUS["roles"], None, row)))
    pressed = hand.go("hold" if row < 2 else "press")
    assert wish(evening, card(evening, name, count)) == list(pressed) != []
    assert evening.table.choices == hand.table.choices
    assert evening.table.choices.setup.origin is DeckOrigin.CHOSEN


def test_back_at_the_cards_of_the_scenario_it_is_that_again(evening):
    before = evening.table.choices
    wish(evening, card(evening, "seer", 0))
    wish(evening, card(evening, "seer", 1))
    assert evening.table.choices == before


def test_choosing_the_scenario_again_brings_its_own_cards_back(evening):
    before = evening.table.choices
    wish(evening, card(evening, "villager", 3))
    assert isinstance(wish(evening, ScenarioWish("toy", "first"))[0], Remember)
    assert evening.table.choices.setup.deck == before.setup.deck == ()


@pytest.mark.parametrize(
    "other",
    [
        CardWish("toy", "first", 3, "villager", 10),
        CardWish("toy", "first", 3, "seer", 1),
        CardWish("toy", "first", 3, "werewolf", 1),
        CardWish("toy", "first", 4, "seer", 0),
        CardWish("toy", "second", 3, "seer", 0),
        CardWish("none", "first", 3, "seer", 0),
    ],
)
def test_another_deck_and_what_the_dial_would_not_find_is_left(evening, other):
    before = evening.table
    assert evening.table.choices.setup.players == 3
    assert wish(evening, other) == []
    assert evening.table == before


def test_a_deck_grows_no_longer_than_any_game_needs(evening, monkeypatch):
    choices = evening.table.choices
    full = choices.setup.with_deck(("villager",) * (MOST_CARDS - 1), DeckOrigin.CHOSEN)
    evening.table = replace(evening.table, choices=choices.with_setup(full))
    made, with_deck = list[int](), Setup.with_deck

    def counted(setup: Setup, deck: tuple[str, ...], origin: DeckOrigin) -> Setup:
        made.append(len(deck))
        return with_deck(setup, deck, origin)

    monkeypatch.setattr(Setup, "with_deck", counted)
    assert wish(evening, card(evening, "seer", 1)) != []
    assert len(made) <= 3, "only decks of the one card are made"
    assert wish(evening, card(evening, "robber", 1)) == []
    assert max(made) == MOST_CARDS
    assert wish(evening, card(evening, "seer", 0)) != []


def test_the_deck_is_offered_with_every_card_of_the_game(real):
    deck = deck_offer(real.house, real.table)
    assert deck.title == "First Game"
    assert sum(each.count for each in deck.cards) == deck.players + 3
    assert [each.id for each in deck.cards[:23]] == list(ROLES), "roles of files stand behind"
    assert all(0 <= each.count <= each.most for each in deck.cards)


def test_it_tells_what_the_foot_of_the_roles_tells_and_what_start_would_say(real):
    deck = deck_offer(real.house, real.table)
    assert deck.told[0] == f"{deck.players + 3} cards: ready"
    assert set(deck.odds) == {"no-wolf", "one-wolf"}
    wish(real, card(real, "werewolf", 0))
    wrong = deck_offer(real.house, real.table)
    foot = view_lines(ListingPage(MENUS["roles"], None).view(real.house, real.table))[1]
    assert wrong.told[0] == foot.translate(UNHEARD) != deck.told[0]
    assert wrong.odds == {}
    wish(real, card(real, "insomniac", 1))
    wish(real, card(real, "hunter", 1))
    warned = deck_offer(real.house, real.table)
    assert (warned.title, warned.told[0]) == ("Own deck", deck.told[0])
    assert "Add a Werewolf" in warned.told
    assert warned.odds == {"no-wolf": 100, "one-wolf": 0}


def test_the_odds_are_those_of_the_rulebook(real):
    """A game of three has no Werewolf among them in 20% of all deals, as counted in docs/proofs/decks.md."""
    setup = real.table.choices.setup
    three = replace(real.table.choices, setups={"one-night": replace(setup, scenario="first-game", players=3)})
    deck = deck_offer(real.house, replace(real.table, choices=three))
    assert deck.odds == {"no-wolf": 20, "one-wolf": 60}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_tells_its_deck_in_every_language(real, language):
    for game in real.house.games.values():
        wish(real, ScenarioWish(game.id, game.scenarios()[0].id))
        choices = replace(real.table.choices, languages=(language,))
        deck = deck_offer(real.house, replace(real.table, choices=choices))
        assert all(each.name and "\u200b" not in each.name for each in deck.cards)
        assert deck.told
