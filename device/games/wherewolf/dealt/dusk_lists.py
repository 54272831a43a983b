"""The lists that a seat dials at dusk: as many as all others, each as long as theirs, whatever it may choose."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.wherewolf.dealt.seat_turn import DialList, dial_list
from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.open_choices import PowerChoice, night_choices
from device.games.wherewolf.rules.roles import ITEMS, MYSTICS, ROLE_TABLE
from device.games.wherewolf.table.phrases import NOBODY, role_word, seat_number, seat_options, wolf_word
from device.games.wherewolf.table.village import WolfRules, WolfVillage
from device.kernel.chance import derived
from device.show.answers import Option
from device.show.facts import Joined

_NOT_TONIGHT, KEEPS = "not-tonight", "keeps"
"""What is chosen where nobody is, beside nobody."""
FIRST, SECOND = "first", "second"
"""Whom a power is for, and its Mystic or second prey. After these come the items, each with its next owner."""


class SeatPowers(Struct, frozen=True):
    """The powers that a seat may use tonight: that of its role, and the items that it holds."""

    own: PowerChoice | None
    items: dict[str, PowerChoice]


def powers_of(state: GameState, seat: int) -> SeatPowers:
    """The powers of a seat by the state at nightfall. A Progeny has none, and nobody has a power that is used up."""
    found = [choice for choice in night_choices(state) if choice.seat == seat]
    own = next((choice for choice in found if choice.power not in ITEMS), None)
    return SeatPowers(own, {choice.power: choice for choice in found if choice.power in ITEMS})


def dusk_picks(rules: WolfRules, village: WolfVillage) -> tuple[str, ...]:
    """The presses of everybody tonight, and what each is for. They depend only on what all may know: the number of the
    night, the possible roles, the items, and whether somebody burned yesterday."""
    if village.number == 1:
        return (FIRST,)
    windows = any(ROLE_TABLE[role].window for role in rules.possible)
    burned = bool(village.rounds and village.rounds[-1].day and village.rounds[-1].day.burned is not None)
    second = windows or (burned and "young-wolf" in rules.possible)
    return (FIRST, *((SECOND,) if second else ()), *rules.items)


def dusk_lists(rules: WolfRules, village: WolfVillage, seat: int) -> tuple[DialList, ...]:
    """The lists of a seat, in the order of the presses."""
    state, powers = village.known, powers_of(village.known, seat)
    length = _length(rules, state)
    lot = derived(rules.seed, f"dusk {village.number} {seat}")
    return tuple(
        dial_list(_options(state, powers, pick), length, derived(lot, pick)) for pick in dusk_picks(rules, village)
    )


def _length(rules: WolfRules, state: GameState) -> int:
    """The length of every list: room for everybody in play and nobody, for all the dead, and for the turn of each
    Mystic or of none."""
    here = len(state.in_play)
    return max(here + 1, len(state.players) - here, len(MYSTICS.intersection(rules.possible)) + 1)


def _options(state: GameState, powers: SeatPowers, pick: str) -> Sequence[Option]:
    """A seat without a power for it names a suspect."""
    own = powers.own
    if pick in powers.items:
        return (*_item_options(pick, powers.items[pick].targets), Option(KEEPS, wolf_word("keeps")))
    if pick == SECOND and own and own.windows:
        turns = [Option(role, wolf_word("in-turn", role=role_word(role))) for role in own.windows]
        return (*turns, Option(_NOT_TONIGHT, wolf_word("not-tonight")))
    if own and own.targets and (pick == FIRST or (pick == SECOND and own.number > 1)):
        return seat_options(own.targets) if own.duty else (*seat_options(own.targets), _NOBODY)
    return suspects(state)


def suspects(state: GameState) -> Sequence[Option]:
    """The options for everybody in play, and for nobody."""
    return (*seat_options(state.in_play), _NOBODY)


_NOBODY = Option(NOBODY, wolf_word(NOBODY))


def _item_options(item: str, targets: Sequence[int]) -> Sequence[Option]:
    name = role_word(item)
    return tuple(Option(str(seat), Joined((name, seat_number(seat)), " → ")) for seat in targets)
