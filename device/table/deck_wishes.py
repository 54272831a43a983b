"""A wish for another number of one card: what the dial does in the menu of the roles, and with its values alone."""

from device.kernel.ids import Seconds
from device.kernel.wishes import CardWish
from device.show.plug import DeckFace
from device.table.house import House
from device.table.menus.game import roles_items
from device.table.pages.listing import keep_choices
from device.table.refused_wish import WishNotDone
from device.table.state import Table, TableStep


def follow_card_wish(house: House, table: Table, wish: CardWish, at: Seconds) -> TableStep:
    """Of the deck that was shown, and of no other. As at the dial, a deck may be wrong while it is being changed.
    Raises WishNotDone."""
    choices, setup = table.choices, table.choices.setup
    game = house.games[choices.game]
    shown = (wish.game, wish.scenario, wish.players) == (choices.game, setup.scenario, setup.players)
    if not isinstance(game, DeckFace) or not shown:
        raise WishNotDone
    listed = zip(game.cards(), roles_items(house, table), strict=True)
    values = next((item.values for (card, _), item in listed if card == wish.card), ())
    if wish.count >= len(values):
        raise WishNotDone
    if values[wish.count].choices == choices:
        return table, ()
    return keep_choices(house, table, values[wish.count].choices)
