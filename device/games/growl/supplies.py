"""How many cards of each kind a game needs, and how deep in the pile the nights lie.

Counts are those of the designer's component list and of the rulebook's table of players."""

from msgspec import Struct

FEWEST, MOST = 4, 15
BOX = 10
"""More players than this need cards of a second game: a variant that was hardly tested."""
SNIFF_FROM = 8
HAND = 4
"""Cards each is dealt: one starter and three more."""
NIGHTS = 2

_STARTER_BITES = {4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 4}
_PLAIN = 46
"""The cards of a whole box beside the nights and the Gold: 20 Bites, 16 Wounds, 5 Charms, 5 Salves."""
_MARKED_SIX, _MARKED_NINE = 8, 8


class Supplies(Struct, frozen=True):
    """What `players` need when the box holds `gold` cards of Gold."""

    players: int
    gold: int

    @property
    def bites(self) -> int:
        """Starter Bites: so many are Wolf Zero."""
        return _STARTER_BITES[self.players]

    @property
    def starter_gold(self) -> int:
        return self.players - self.bites

    @property
    def short(self) -> bool:
        """Whether there is too little Gold for the first deal."""
        return self.starter_gold > self.gold

    @property
    def extra(self) -> int:
        """Bites from a second game, and as many Wounds."""
        return 3 * max(0, self.players - BOX)

    @property
    def removed(self) -> int:
        """Marked cards that stay out."""
        if self.players < 6:
            return _MARKED_SIX + _MARKED_NINE
        return _MARKED_NINE if self.players < 9 else 0

    @property
    def pile(self) -> int:
        """What is left after the deal, before the nights go in."""
        return _PLAIN + self.gold + 2 * self.extra - self.removed - HAND * self.players

    @property
    def depths(self) -> tuple[int, ...]:
        """After so many cards of the pile come the nights, the last one after all of them."""
        return (*(self.pile * night // (NIGHTS + 1) for night in range(1, NIGHTS + 1)), self.pile)
