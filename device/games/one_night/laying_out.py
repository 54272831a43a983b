"""The steps in which One Night is laid out with paper cards: the cards of the deck, one to each and three in a row,
what lies beside them, and a look at the own card. Before the next game it is the same again, or the cards that go and
come, and then the same steps."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from device.games.one_night.narration import HELPER, WHOSE_LEFT
from device.games.one_night.rules.deck_rules import things_beside
from device.games.one_night.rules.decks import Deck, has_helper, in_order
from device.kernel.ids import LineId, number_line, role_line
from device.show.facts import Fact, Number, RoleName, Word
from device.show.stages import TABLE, Tell
from device.show.teaching import Topic

_NIGHT_NEXT = Word("lay.begin")
_NEXT_STEP = Word("lay.next")
_GOES_ON = LineId("one-night.lay.next")
CARDS_DEALT = Tell(TABLE, (Word("lay.dealt"),), (LineId("one-night.deal"),), foot=_NIGHT_NEXT, lays=True)
_DEAL_ANEW = Tell(TABLE, (Word("lay.anew"),), (LineId("one-night.again"),), foot=_NIGHT_NEXT)
"""No night begins while cards may still lie in a pile: before every one with cards, in every wording; anew where the
same lie as the last game, or a practice, left them."""


def layout_steps(deck: Deck) -> Iterator[Topic]:
    """Lay out the cards in the order of the rulebook; before that, say who moves the cards where many play."""
    if has_helper(deck):
        yield _HELPER
    yield replace(_step("cards"), listed=tuple(_card(role, count) for role, count in Counter(deck).items()))
    yield _step("deal", *(LineId(piece.line) for piece in WHOSE_LEFT))
    yield from _beside(deck)
    yield _step("look")


def layout_anew(deck: Deck, lying: Sequence[Deck]) -> tuple[Tell, ...]:
    """The steps with the cards of the games before: none before the first, or where one was played without cards;
    several where nobody knows which lie there. The same cards are dealt anew. Of others, those that go and come are
    named, or all, if these are fewer or nobody knows what lies there; then all is laid out as for a first game. Holding
    START skips the rest."""
    before = lying[0] if len({in_order(each) for each in lying}) == 1 else ()
    if Counter(deck) == Counter(before):
        return (_DEAL_ANEW,)
    helped = has_helper(deck) and not has_helper(before)
    gathered = (_tell(_step("gather")),) if any(lying) else ()
    helper = (_tell(_HELPER),) if helped else ()
    dealt = map(_tell, (_step("deal"), *_beside(deck)))
    steps = (*gathered, *helper, *_name_changes(deck, before), *dealt, CARDS_DEALT)
    return tuple(replace(step, back=at > 0) for at, step in enumerate(steps))


def _name_changes(deck: Deck, before: Deck) -> Iterator[Tell]:
    gone, come = Counter(before) - Counter(deck), Counter(deck) - Counter(before)
    if not before or len(gone) + len(come) > len(Counter(deck)):
        gone, come = Counter(), Counter()
        yield _name_cards("cards", Counter(deck))
    for name, cards in (("away", gone), ("come", come)):
        if cards:
            yield _name_cards(name, cards)


def _name_cards(name: str, cards: Mapping[str, int]) -> Tell:
    listed = tuple(_card(role, count) for role, count in cards.items())
    said = (line for role, count in cards.items() for line in _card_lines(role, count))
    step = _step(name)
    heard = (*step.lines, *said, _GOES_ON)
    return Tell(TABLE, listed, heard, skip=True, title=step.title, foot=_NEXT_STEP, lays=True)


def _tell(step: Topic) -> Tell:
    return Tell(TABLE, (step.title,), (*step.lines, _GOES_ON), skip=True, foot=_NEXT_STEP, lays=True)


def _beside(deck: Deck) -> Iterator[Topic]:
    """List what lies beside the cards."""
    for what, role in things_beside(deck).items():
        yield Topic(RoleName(role), (LineId(f"one-night.{what}"),))


def _card(role: str, count: int) -> Fact:
    """A card, with the number of copies to take out where it is more than one."""
    return Word("lay.card", {"role": RoleName(role), "n": Number(count)}) if count > 1 else RoleName(role)


def _card_lines(role: str, count: int) -> tuple[LineId, ...]:
    """The lines for a card, with the number of copies to take out where it is more than one."""
    return (role_line(role), number_line(count)) if count > 1 else (role_line(role),)


def _step(name: str, *more: LineId) -> Topic:
    return Topic(Word(f"lay.{name}"), (LineId(f"one-night.lay.{name}"), *more))


_HELPER = Topic(Word("lay.helper"), (LineId(HELPER.line),))
