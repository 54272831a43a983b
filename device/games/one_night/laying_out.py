"""How One Night is laid out with paper cards, step by step: the cards of the deck, one to each and three in a row, what
lies beside them, and a look at the own card."""

from collections.abc import Iterator

from device.games.one_night.narration import HELPER, WHOSE_LEFT
from device.games.one_night.rules.deck_rules import laid_beside
from device.games.one_night.rules.decks import Deck, has_helper
from device.kernel.ids import LineId
from device.show.facts import RoleName, Word
from device.show.teaching import Topic


def layout_steps(deck: Deck) -> Iterator[Topic]:
    """In the order of the rulebook; before that, who moves the cards where many play."""
    if has_helper(deck):
        yield Topic(Word("lay.helper"), (LineId(HELPER.line),))
    yield _step("cards")
    yield _step("deal", *(LineId(piece.line) for piece in WHOSE_LEFT))
    for what, role in laid_beside(deck).items():
        yield Topic(RoleName(role), (LineId(f"one-night.{what}"),))
    yield _step("look")


def _step(name: str, *more: LineId) -> Topic:
    return Topic(Word(f"lay.{name}"), (LineId(f"one-night.lay.{name}"), *more))
