"""The cards in the box: deck and center shuffled, and the Alpha Wolf's extra card drawn from the wolves that were left
over; then who acts on the screen at each call."""

from collections.abc import Sequence

from device.games.one_night.dealt.presses import list_lengths
from device.games.one_night.dealt.turn import RoleTurn
from device.games.one_night.referee.card_state import CardState, HouseRules
from device.games.one_night.referee.card_state import lay_cards as lay
from device.games.one_night.referee.night_choices import choices
from device.games.one_night.referee.whole_night import awake_seats
from device.games.one_night.rules.decks import CENTER_CARDS, Dealt, Deck
from device.games.one_night.rules.decks import shuffle_deal as shuffle
from device.games.one_night.rules.night_calls import call_named
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ROLES
from device.games.one_night.sheets.judge_table import CENTER_WOLVES
from device.kernel.chance import Chance, SeededChance, derived


def deal_cards(deck: Deck, chance: Chance) -> Dealt:
    """Deal: every order of the cards is equally likely, and so is every wolf card of the boxes that is not in the
    deck."""
    dealt = shuffle(deck, chance)
    if dealt.center_wolf is None:
        return dealt
    spare = [wolf for wolf in CENTER_WOLVES for _ in range(ROLES[wolf].count - deck.count(wolf))]
    return Dealt(dealt.players, dealt.center, chance.pick(spare))


def deal_table(deck: Deck, options: Options, seed: int) -> CardState:
    """The table before the night. What else is drawn of this seed tells nobody anything of the deal."""
    dealt = deal_cards(deck, SeededChance(derived(seed, "deal")))
    rules = HouseRules(
        minion_must_live=options.minion_must_live,
        cudgel_stops_team=options.cudgel_stops_team,
        lone_wolf=options.lone_wolf,
    )
    return lay(dealt.players, dealt.center, dealt.center_wolf, rules)


def same_roles(now: Sequence[str], before: Sequence[str]) -> bool:
    """Whether somebody would get the same role again."""
    return len(now) == len(before) and any(map(str.__eq__, now, before))


def turn_of(state: CardState, call: str, seed: int) -> RoleTurn:
    """The turn of this call. Those who only recognise each other do it by eyes and thumbs: nobody acts."""
    night_call = call_named(call)
    role, seats = night_call.role, awake_seats(state, night_call)
    alone = len(seats) == 1 and (not ROLES[role].gathers or bool(choices(state, seats[0], role)))
    roles = state.printed[: state.seats + CENTER_CARDS]  # without the extra wolf, which nobody knows
    lengths = list_lengths(role, roles, state.seats, len(state.lies) - state.seats)
    return RoleTurn(state, role, seats[0] if alone else None, derived(seed, f"call {call}"), lengths)
