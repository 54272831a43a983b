"""Lists the cards of GROWL: the Night cards with their lines, and the number of cards for a game.
The numbers are from the designer's component list and from the rulebook's table of players."""

from msgspec import Struct

from nightcrier.box.show.facts import Fact, PrintedName, RoleName
from nightcrier.kernel.ids import LineId


class GrowlCard(Struct, frozen=True):
    """A Night card. `rest` are the lines that are said after the first line of the card."""

    id: str
    rest: tuple[str, ...] = (".more",)
    final: bool = False
    printed: bool = True  # its id is the name on a card

    @property
    def lines(self) -> tuple[LineId, ...]:
        return tuple(LineId(f"growl.{self.id}{end}") for end in ("", *self.rest))

    @property
    def name(self) -> Fact:
        return PrintedName(self.id) if self.printed else RoleName(self.id)


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
"""The Night cards, sorted by their printed English names including "The", because people look for cards by name."""
ANOTHER_NIGHT = GrowlCard("another-night", (), printed=False)
"""Stands for any Night card of an expansion. It is the answer if a card comes up whose text only people can read."""
HAND_CARDS = {"bite": 20, "wound": 16, "charm": 5, "salve": 5, "gold": 12}
"""All kinds of cards except the Night cards, by their printed names and in the order of the rulebook, with their number
in one bought game. Some copies of the game have only ten Gold cards."""
NIGHT_CARDS = tuple(card.id for card in GROWL_CARDS.values() if not card.final)
FINAL_CARDS = tuple(card.id for card in GROWL_CARDS.values() if card.final)
SECRETS = frozenset({"truth-serum", "blood-hound"})
"""The cards that show a player something secret. Nobody may talk about the secret before the night is over."""
WOUNDING = frozenset({"silver-bullet", "tempest", "all-hallows-eve", ANOTHER_NIGHT.id})
"""The cards that may give a player a Wound before cards are passed. If this player dies, the game may end."""


GROWL_FEWEST, GROWL_MOST = 4, 15
PLAYERS_OF_ONE_GAME = 10
"""The maximum number of players for the cards of one bought game. Two allow more, but few people have tested this."""
SNIFF_FROM = 8
HAND = 4
"""The number of cards dealt to each player: one starter and three more cards."""
NIGHTS = 2

_STARTER_BITES = {4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4, 15: 4}
_PLAIN = sum(HAND_CARDS.values()) - HAND_CARDS["gold"]
_MARKED_SIX, _MARKED_NINE = 8, 8


class Supplies(Struct, frozen=True):
    """The cards that a game needs for its number of players. `gold` are the Gold cards in play: as many as the bought
    game has, and more if the first deal needs more."""

    players: int
    gold: int
    bites: int  # in the starter deck: so many are Wolf Zero
    extra: int  # Bites from a second game, and as many Wounds
    extra_gold: int  # from the second game, too: 15 players are dealt 11, and some bought games have 10
    removed: int  # marked cards that stay out
    pile: int  # what is left after the deal, with the cards of expansions, before the nights go in

    @property
    def third(self) -> int:
        """Return a third of the pile, which is about the number of cards before each night."""
        return self.pile // (NIGHTS + 1)

    @property
    def starter_gold(self) -> int:
        return self.players - self.bites


def supplies_for(players: int, gold: int, more: int = 0) -> Supplies:
    """Return the cards for this number of players, with the Gold cards of one bought game, and with `more` cards from
    expansions in the deck."""
    bites = _STARTER_BITES[players]
    extra_gold = max(0, players - bites - gold)
    extra = 3 * max(0, players - PLAYERS_OF_ONE_GAME)
    removed = _MARKED_NINE * (players < 9) + _MARKED_SIX * (players < 6)
    pile = _PLAIN + gold + extra_gold + more + 2 * extra - removed - HAND * players
    return Supplies(players, gold + extra_gold, bites, extra, extra_gold, removed, pile)


def growl_card(card: str) -> GrowlCard:
    return GROWL_CARDS.get(card, ANOTHER_NIGHT)
