"""Explains to the moderator how the cards are dealt before the first night."""

from collections import Counter
from collections.abc import Callable, Sequence

from nightcrier.box.games.engine.hosted.host_steps import Led, LedRules, house_line, house_word, seat_mark
from nightcrier.box.show.agenda import PlainStep, StageStep
from nightcrier.box.show.facts import Fact, Joined, Number
from nightcrier.box.show.stages import HOST, Stage, Tell

_ROLES_A_PAGE = 3
_LOOK = house_line("prepare.look")
_SEATS = house_word("prepare.seats")
"""The fact that explains how seats are counted. The moderator has no seat and looks at the glass."""


class CardOrder(PlainStep, frozen=True):
    """The page with the order of the cards by seat, as drawn by the box. The moderator sorts the cards that way."""

    def stage(self, rules: LedRules[Led], village: Led) -> Stage:
        seats = sorted(village.placed.items())
        numbered = [(seat_mark(rules.seats, seat), rules.role_fact(role)) for seat, role in seats]
        rows = [house_word("seat-role", n=seat, role=role) for seat, role in numbered]
        facts = (house_word("prepare.stacked"), _SEATS, *rows)
        return Tell(HOST, facts, (house_line("prepare"), _LOOK), by_one=True)


class ShuffledCards(PlainStep, frozen=True):
    """The page that explains to the moderator how people deal. If the box knows the roles, the page also lists the
    cards. `dealing` says which line is used."""

    dealing: str

    def stage(self, rules: LedRules[Led], village: Led) -> Stage:
        cards = _cards_by_page(rules.unplaced(village), rules.role_fact)
        facts = (house_word("prepare.shuffled"), _SEATS, *cards)
        return Tell(HOST, facts, (house_line(f"deal.{self.dealing}"), _LOOK), by_one=True)


def _cards_by_page(roles: Sequence[str], role_fact: Callable[[str], Fact]) -> tuple[Fact, ...]:
    """Return the roles, each with its number of cards, in groups that fit on one page."""
    cards = [Joined((Number(count), role_fact(role)), "\u00a0") for role, count in Counter(roles).items()]
    pages = range(0, len(cards), _ROLES_A_PAGE)
    return tuple(Joined(tuple(cards[at : at + _ROLES_A_PAGE])) for at in pages)


ALL_DEALT = StageStep(Tell(HOST, (house_word("prepare.dealt"),)))
"""The stage that waits until the moderator confirms that every player has a card."""
