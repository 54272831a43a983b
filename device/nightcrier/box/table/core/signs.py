"""Finds the sign of a card, which is that of its role or its side, and the sign for waiting: a moon that fills."""

import math

from nightcrier.box.show.facts import Fact, PrintedName, RoleName, Word
from nightcrier.box.show.plug import Game
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.signs import sign_of, sign_paths
from nightcrier.box.table.drawing.view import CallMarks, Size, Text, View


def card_sign(game: Game, card: str) -> str:
    """Return the name of a card's sign, or an empty text if neither its role nor its side has a sign."""
    return sign_of(_id_of(game.card_fact(card))) or side_sign(game, card)


def side_sign(game: Game, card: str) -> str:
    side = game.card_side(card)
    return sign_of(_id_of(side), "side.") if side else ""


def fact_sign(house: House, table: Table, fact: Fact) -> str:
    """Return the name of the sign of a role, a moment or a card that this fact names or counts, or an empty text."""
    named = fact.fillings.get("role", fact) if isinstance(fact, Word) else fact
    if own := sign_of(_id_of(named)):
        return own
    session, choices = table.session, table.choices
    game = house.games[session.game if session else choices.game]
    cards = (*game.deck(session.setup if session else choices.setup), *(card for card, _ in game.cards()))
    return next((card_sign(game, card) for card in cards if game.card_fact(card) == named), "")


def deck_sign(game: str, scenario: str) -> str:
    """Return the name of the sign of a deck, or else that of its game, or an empty text."""
    return sign_of(scenario, "deck.") or sign_of(game, "game.")


def sign_path(sign: str) -> str:
    return sign_paths().get(sign, "")


def _id_of(fact: Fact) -> str:
    match fact:
        case RoleName(name) | Word(name) | PrintedName(name):
            return name
    return ""


_MOONS = 4


def wait_view(house: House, table: Table, page: str, word: str, *below: Text) -> View:
    """Return a view that shows that the box is still working. Each second, the moon beside the word gets fuller, and
    after the full moon it is new again."""
    language, moon = table.choices.language, f"moon.{int(table.now) % _MOONS}"
    title = Text(house.words.screen(language, word), Size.LARGE, sign=moon)
    return View(page, language, (title, *below), marks=CallMarks())  # no dots: it stands like a call, its edges dark


def moon_due(table: Table) -> float | None:
    """Return when the moon on a waiting page changes next, or None during a game or while the box sleeps, because each
    change wakes the processor."""
    return None if table.session or table.rest.asleep else math.floor(table.now) + 1.0
