"""How One Night is laid out with paper cards, step by step: the cards of the deck, one to each and three in a row, what
lies beside them, and a look at the own card. And what to do with them before the next game."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from device.games.one_night.narration import HELPER, WHOSE_LEFT
from device.games.one_night.rules.deck_rules import laid_beside
from device.games.one_night.rules.decks import Deck, has_helper
from device.kernel.ids import LineId
from device.show.facts import Fact, Number, RoleName, Word
from device.show.stages import TABLE, Tell
from device.show.teaching import Topic

NIGHT_NEXT = Word("lay.begin")
CARDS_DEALT = Tell(TABLE, (Word("lay.dealt"),), (LineId("one-night.deal"),), foot=NIGHT_NEXT)
DEAL_ANEW = Tell(TABLE, (Word("lay.anew"),), (LineId("one-night.again"),), foot=NIGHT_NEXT)
"""Before every night with cards, in every wording; anew where they lie as the last game, or a practice, left them."""


def before_night_falls(*, again: bool) -> Tell:
    """No night begins while cards may still lie in a pile."""
    return DEAL_ANEW if again else CARDS_DEALT


def layout_steps(deck: Deck) -> Iterator[Topic]:
    """In the order of the rulebook; before that, who moves the cards where many play."""
    if has_helper(deck):
        yield Topic(Word("lay.helper"), (LineId(HELPER.line),))
    yield replace(_step("cards"), listed=tuple(_card(role, count) for role, count in Counter(deck).items()))
    yield _step("deal", *(LineId(piece.line) for piece in WHOSE_LEFT))
    for what, role in laid_beside(deck).items():
        yield Topic(RoleName(role), (LineId(f"one-night.{what}"),))
    yield _step("look")


def _card(role: str, count: int) -> Fact:
    """How many of it to take out, where that is more than one."""
    return Word("lay.card", {"role": RoleName(role), "n": Number(count)}) if count > 1 else RoleName(role)


def _step(name: str, *more: LineId) -> Topic:
    return Topic(Word(f"lay.{name}"), (LineId(f"one-night.lay.{name}"), *more))
