"""The cards of GROWL: those of the nights with the lines that tell what each does, in the order they are said; how
many of each kind a game needs, and how deep in the pile the nights lie.

Counts are those of the designer's component list and of the rulebook's table of players.
"""

from msgspec import Struct

from nightcrier.box.show.facts import Fact, PrintedName
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.ids import LineId


class GrowlCard(Struct, frozen=True):
    """A card that makes a night. `rest` are the lines after its first."""

    id: str
    rest: tuple[str, ...] = (".more",)
    final: bool = False

    @property
    def lines(self) -> tuple[LineId, ...]:
        return tuple(LineId(f"growl.{self.id}{end}") for end in ("", *self.rest))

    @property
    def name(self) -> Fact:
        return PrintedName(self.id)


GROWL_CARDS = {
    card.id: card
    for card in (
        GrowlCard("blood-hound", ()),
        GrowlCard("caged", ()),
        GrowlCard("hypnosis"),
        GrowlCard("insomnia", ()),
        GrowlCard("seance"),
        GrowlCard("silver-bullet"),
        GrowlCard("gift"),
        GrowlCard("truth-serum"),
        GrowlCard("all-hallows-eve", final=True),
        GrowlCard("accused", final=True),
        GrowlCard("purge", final=True),
        GrowlCard("sleepwalkers", final=True),
        GrowlCard("tempest", final=True),
        GrowlCard("trusted", final=True),
        GrowlCard("unsaved", final=True),
        GrowlCard("unwanted", final=True),
    )
}
"""The cards in the order of what is printed on them, "The" and all: whoever looks for one reads English."""
PLAIN_CARDS = ("bite", "wound", "charm", "salve", "gold")
"""All other kinds of cards, by what is printed on them."""
NIGHT_CARDS = tuple(card.id for card in GROWL_CARDS.values() if not card.final)
FINAL_CARDS = tuple(card.id for card in GROWL_CARDS.values() if card.final)
SECRETS = frozenset({"truth-serum", "blood-hound"})
"""Cards by which somebody sees what is not spoken of until the night is over."""
WOUNDING = frozenset({"silver-bullet", "tempest", "all-hallows-eve"})
"""Cards by which a Wound reaches somebody before cards are passed: who dies of it may end the game there."""


GROWL_FEWEST, GROWL_MOST = 4, 15
PLAYERS_OF_ONE_GAME = 10
"""The most players of one box. More need cards of a second one: a variant that was hardly tested."""
SNIFF_FROM = 8
HAND = 4
"""Cards each is dealt: one starter and three more."""
NIGHTS = 2
_MOST_OFF = 2
"""Cards by which a night may lie above or below its third."""

_STARTER_BITES = {4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 4}
_PLAIN = 46
"""The cards of a whole box beside the nights and the Gold: 20 Bites, 16 Wounds, 5 Charms, 5 Salves."""
_MARKED_SIX, _MARKED_NINE = 8, 8


class Supplies(Struct, frozen=True):
    """The cards that a game of so many players needs, where the box holds so many cards of Gold."""

    players: int
    gold: int
    bites: int  # in the starter deck: so many are Wolf Zero
    extra: int  # Bites from a second game, and as many Wounds
    removed: int  # marked cards that stay out
    pile: int  # what is left after the deal, before the nights go in
    thirds: tuple[int, ...]  # after about so many cards of the pile come the nights, the last one after all of them

    @property
    def starter_gold(self) -> int:
        return self.players - self.bites

    @property
    def short(self) -> bool:
        """Whether there is too little Gold for the first deal."""
        return self.starter_gold > self.gold


def supplies_for(players: int, gold: int) -> Supplies:
    extra, removed = 3 * max(0, players - PLAYERS_OF_ONE_GAME), _number_removed(players)
    pile = _PLAIN + gold + 2 * extra - removed - HAND * players
    thirds = (*(pile * night // (NIGHTS + 1) for night in range(1, NIGHTS + 1)), pile)
    return Supplies(players, gold, _STARTER_BITES[players], extra, removed, pile, thirds)


def draw_depths(supplies: Supplies, chance: Chance) -> tuple[int, ...]:
    """Draw where the nights lie in this game: an exact third would tell everybody the turn."""
    *nights, last = supplies.thirds
    return (*(third + chance.below(2 * _MOST_OFF + 1) - _MOST_OFF for third in nights), last)


def _number_removed(players: int) -> int:
    if players < 6:
        return _MARKED_SIX + _MARKED_NINE
    return _MARKED_NINE if players < 9 else 0
