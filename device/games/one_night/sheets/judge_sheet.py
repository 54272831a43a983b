"""A game as people write it down for `nightcrier judge`: read, checked, and turned into a round."""

import msgspec
from msgspec import Struct, field

from device.games.one_night.referee.card_state import BrokenRule, CardState, HouseRules, lay_cards
from device.games.one_night.referee.night_choices import RoleAction
from device.games.one_night.referee.verdict import PlayedRound
from device.games.one_night.rules.decks import place_names, place_numbers
from device.games.one_night.rules.roles import DOPPELGANGER, INVESTIGATOR, ROLES, WOLF_OR_TANNER
from device.games.one_night.sheets.judge_table import check_table
from device.kernel.decoder_words import place_said, wrong_json
from device.kernel.errors import near_word, quoted

_ADOPTING = frozenset({DOPPELGANGER, INVESTIGATOR})
"""The cards that take on another role."""


class NightLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The choice of one seat in the night."""

    seat: int
    role: str = field(name="as")
    targets: list[str] = []
    direction: str | None = None
    artifact: str | None = None


class OneNightSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A game on paper. Seats count from 1."""

    game: str
    players: list[str]
    center: list[str]
    center_wolf: str | None = None
    night: list[NightLine] = []
    votes: list[int | None] | None = None
    dead: list[int | str] | None = None
    acts_as: dict[str, str] = {}
    house_rules: HouseRules = HouseRules()


def read_sheet(sheet: bytes | msgspec.Raw) -> OneNightSheet:
    """Decode one game. A sheet that cannot be read is refused with what was expected where."""
    try:
        return msgspec.json.decode(sheet, type=OneNightSheet)
    except (msgspec.DecodeError, RecursionError) as error:
        path, sentence = wrong_json(str(error))
        raise BrokenRule(f"{place_said(path)}: {sentence}" if path else sentence) from error


def to_round(sheet: OneNightSheet) -> PlayedRound:
    """The round the sheet tells of. Breaking a rule of the table or naming what does not exist is refused."""
    if sheet.game != "one-night":
        raise BrokenRule(f"the referee judges one-night, not {quoted(sheet.game)}")
    check_table(sheet.players, sheet.center, sheet.center_wolf)
    if sheet.votes is not None and sheet.dead is not None:
        raise BrokenRule("a game has either votes or the dead, not both")
    state = lay_cards(sheet.players, sheet.center, sheet.center_wolf, sheet.house_rules, _acts_as(sheet))
    return PlayedRound(
        dealt=state,
        actions=[_action(state, entry) for entry in sheet.night],
        votes=None if sheet.votes is None else [None if vote is None else vote - 1 for vote in sheet.votes],
        dead=None if sheet.dead is None else _dead(sheet.dead, state.seats),
    )


def _acts_as(sheet: OneNightSheet) -> dict[int, str]:
    cards = dict(zip(place_names(len(sheet.players)), [*sheet.players, *sheet.center, sheet.center_wolf], strict=False))
    settled = {}
    for name, role in sheet.acts_as.items():
        card = cards.get(name)
        if role not in ROLES:
            raise BrokenRule(f"acts_as gives {quoted(name)} the role {quoted(role)}, which does not exist")
        if card not in _ADOPTING:
            raise BrokenRule(
                f"acts_as is for a Doppelganger or Paranormal Investigator card, and {quoted(name)} has none"
            )
        if card == INVESTIGATOR and role not in WOLF_OR_TANNER | {INVESTIGATOR}:
            raise BrokenRule(f"acts_as: the Paranormal Investigator at {name} becomes a Werewolf or a Tanner only")
        settled[place_numbers(len(sheet.players))[name]] = role
    return settled


def _action(state: CardState, entry: NightLine) -> RoleAction:
    seat = _seat(entry.seat, state.seats, "an action in the night")
    if entry.role not in ROLES:
        raise BrokenRule(f"there is no role {quoted(entry.role)}{near_word(entry.role, ROLES)}", seat)
    targets = tuple([_place(state, name, seat) for name in entry.targets])
    return RoleAction(seat, entry.role, targets, entry.direction, entry.artifact)


def _place(state: CardState, name: str, seat: int) -> int:
    place = place_numbers(state.seats).get(name)
    if place is None or place >= len(state.lies):
        allowed = f"P1 to P{state.seats}, C1 to C3" + (", CW" if len(state.lies) > state.seats + 3 else "")
        raise BrokenRule(f"a target is one of {allowed}, not {quoted(name)}", seat)
    return place


def _dead(dead: list[int | str], seats: int) -> frozenset[int]:
    places = [place_numbers(seats).get(seat, seats) + 1 if isinstance(seat, str) else seat for seat in dead]
    fallen = frozenset([_seat(place, seats, "the list of the dead") for place in places])
    if len(fallen) != len(dead):
        raise BrokenRule("nobody dies twice, but the list of the dead names a seat twice")
    return fallen


def _seat(number: int, seats: int, what: str) -> int:
    if not 1 <= number <= seats:
        raise BrokenRule(f"{what} names a seat from 1 to {seats} only")
    return number - 1
