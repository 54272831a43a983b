"""Before the first night with a moderator: what to do with the cards, step by step, and whether that is done."""

from collections import Counter
from collections.abc import Sequence

from device.games.wherewolf.table.phrases import role_word, seat_number, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfRules, WolfStep, WolfVillage
from device.show.agenda import PlainStep, StageStep
from device.show.facts import Fact, Joined, Number, Word
from device.show.stages import HOST, Stage, Tell

_ROLES_A_PAGE = 3
_LOOK = wolf_line("prepare.look")
_SEATS = wolf_word("prepare.seats")
"""The glass faces the moderator, who is nobody's seat."""
_GOES_ON, _NIGHT_FALLS = Word("day.next"), Word("lay.begin")


class CardOrder(PlainStep, frozen=True):
    """The box has drawn who gets which card: by seat, one after the other, as the pack is laid."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        seats = sorted(village.placed.items())
        rows = [wolf_word("seat-role", n=seat_number(seat), role=role_word(role)) for seat, role in seats]
        facts = (wolf_word("prepare.stacked"), _SEATS, *rows)
        return Tell(HOST, facts, (wolf_line("prepare"), _LOOK), foot=_GOES_ON, by_one=True)


class ShuffledCards(PlainStep, frozen=True):
    """Tell the moderator that people deal: which cards, where the box knows the roles, and how."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        facts = (wolf_word("prepare.shuffled"), _SEATS, *_cards_by_page(village.actual))
        return Tell(HOST, facts, (wolf_line(f"deal.{rules.options.dealing}"), _LOOK), foot=_GOES_ON, by_one=True)


def _cards_by_page(roles: Sequence[str]) -> tuple[Fact, ...]:
    """The roles with the numbers of their cards, page by page."""
    cards = [Joined((Number(count), role_word(role)), "\u00a0") for role, count in Counter(roles).items()]
    pages = range(0, len(cards), _ROLES_A_PAGE)
    return tuple(Joined(tuple(cards[at : at + _ROLES_A_PAGE])) for at in pages)


ALL_DEALT = StageStep(Tell(HOST, (wolf_word("prepare.dealt"),), foot=_NIGHT_FALLS))
"""Nothing goes on before the moderator says that everybody has a card."""
SHUFFLED: tuple[WolfStep, ...] = (ShuffledCards(), ALL_DEALT)
