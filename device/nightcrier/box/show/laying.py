"""Contains the steps of laying out paper cards before a game: which cards to take out, which of them to change after an
earlier game, and how they are dealt."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import TABLE, Checklist, Tell
from nightcrier.kernel.ids import LineId

Cards: TypeAlias = tuple[str, ...]


class Laying(Struct, frozen=True):
    """Holds what a game needs to name its cards. `fact` names a card. `line` returns the line for a step (`gather`,
    `cards`, `away`, `come`), or for how to go on (`next`). The box says `dealing` after it has named cards, `dealt` if
    it names none, and `anew` if the same cards are dealt again. `before` returns the cards that a setup has left on the
    table, or nothing if that game had no cards."""

    fact: Callable[[str], Fact]
    line: Callable[[str], LineId]
    before: Callable[[Setup], Cards]
    dealing: Tell
    dealt: Tell
    anew: Tell

    def steps(self, deck: Cards, setup: Setup) -> tuple[Tell, ...]:
        """Return the steps before the first night with this deck. All cards are named if they are new to this table, or
        if nobody knows which cards are on the table. After a game with other cards, only the changes are named, unless
        a list of all cards is shorter. Holding START skips all lists."""
        lying = tuple(map(self.before, setup.before))
        known = [cards for cards, each in zip(lying, setup.before, strict=True) if each.lays_cards]
        if len(known) < max(1, len(lying)) and all(Counter(cards) == Counter(deck) for cards in known):
            lists = (self._list("cards", Counter(deck)),) if setup.named else ()
            return (*lists, replace(self.dealing, back=True)) if lists else (self.dealt,)
        before = lying[0] if all(Counter(cards) == Counter(lying[0]) for cards in lying) else ()
        if Counter(deck) == Counter(before):
            return (self.anew,)
        steps = (*self._changes(deck, before, gather=any(lying)), self.dealing)
        return tuple(replace(step, back=at > 0) for at, step in enumerate(steps))

    def _changes(self, deck: Cards, before: Cards, *, gather: bool) -> Iterator[Tell]:
        """Yield the changes from one deck to another. The first list starts with what people must do first."""
        first = (self.line("gather"),) if gather else ()
        gone, come = Counter(before) - Counter(deck), Counter(deck) - Counter(before)
        if not before or len(gone) + len(come) > len(Counter(deck)):
            yield self._list("cards", Counter(deck), first)
            return
        for name, cards in (("away", gone), ("come", come)):
            if cards:
                yield self._list(name, cards, first)
                first = ()

    def _list(self, name: str, cards: Mapping[str, int], first: Sequence[LineId] = ()) -> Tell:
        facts = tuple(self._counted(card, count) for card, count in cards.items())
        lines, after = (*first, self.line(name)), Checklist((self.line("next"),))
        return Tell(TABLE, facts, lines, skip=True, title=Word(f"lay.{name}"), checklist=after, lays=True)

    def _counted(self, card: str, count: int) -> Fact:
        """Return a card as a fact, with the number of copies if there are several."""
        return Word("lay.card", {"role": self.fact(card), "n": Number(count)}) if count > 1 else self.fact(card)
