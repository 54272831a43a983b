"""Reads a game as people write it down for `nightcrier judge`, checks its table, and returns the game as a round."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Raw, Struct, field

from nightcrier.box.games.one_night.referee.card_state import CardState, HouseRules, lay_cards, role_called
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.referee.verdict import PlayedRound
from nightcrier.box.games.one_night.rules.calls import call_named, copy_of
from nightcrier.box.games.one_night.rules.deal import (
    CENTER_CARDS,
    CENTER_WOLVES,
    MOST_WITHIN_REACH,
    ONE_NIGHT_FEWEST,
    place_names,
    place_numbers,
)
from nightcrier.box.games.one_night.rules.role_blocks import Copied
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import ADOPTING, DOPPELGANGER, INVESTIGATOR, WOLF_OR_TANNER
from nightcrier.kernel.errors import RefusedGame, near_word, quote_word
from nightcrier.kernel.reading import read_written


def check_table(
    players: Sequence[str], center: Sequence[str], center_wolf: str | None, book: RoleBook = PRINTED
) -> None:
    """Refuse a table that cannot be played."""
    for seat, role in enumerate(players):
        if role not in book.cards:
            raise RefusedGame(f"there is no role {quote_word(role)}{near_word(role, book.cards)}", seat + 1)
    for number, role in enumerate(center, 1):
        if role not in book.cards:
            raise RefusedGame(f"center, C{number}: there is no role {quote_word(role)}{near_word(role, book.cards)}")
    if len(players) < ONE_NIGHT_FEWEST:
        raise RefusedGame(f"a game has at least {ONE_NIGHT_FEWEST} seats, not {len(players)}")
    if len(center) != CENTER_CARDS:
        raise RefusedGame(f"there are exactly {CENTER_CARDS} center cards beside the Alpha Wolf's, not {len(center)}")
    _check_center_wolf("alpha-wolf" in players or "alpha-wolf" in center, center_wolf)


def _check_center_wolf(alpha: bool, center_wolf: str | None) -> None:
    if center_wolf is None:
        if alpha:
            raise RefusedGame("the Alpha Wolf needs the extra center card: center_wolf names it")
        return
    if not alpha:
        raise RefusedGame("the extra center card center_wolf belongs to the Alpha Wolf, who is not in this game")
    if center_wolf not in CENTER_WOLVES:
        raise RefusedGame(f"center_wolf is one of {', '.join(CENTER_WOLVES)}, not {quote_word(center_wolf)}")


def stretches(cards: Sequence[str], seats: int, book: RoleBook = PRINTED) -> list[str]:
    """Return a sentence for each unusual fact about a table, such as more cards than exist. It is still judged."""
    held = Counter(cards)
    lines = [
        f"The boxes hold {book.rows[role].count} of the {role_called(role)}, and this table has {number}."
        for role, number in held.items()
        if number > book.rows[role].count
    ]
    if held["mason"] == 1:
        lines.append("One Mason is alone: Masons come in two.")
    if seats > MOST_WITHIN_REACH:
        lines.append(f"Of {seats} players some cannot reach each other's cards: somebody who does not play moves them.")
    return lines


class NightLine(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    role: str = field(name="as")
    targets: list[str] = []
    direction: str | None = None
    artifact: str | None = None


class OneNightSheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as people write it down. Seats count from 1."""

    game: str
    players: list[str]
    center: list[str]
    center_wolf: str | None = None
    night: list[NightLine] = []
    votes: list[int | None] | None = None
    dead: list[int | str] | None = None
    acts_as: dict[str, str] = {}
    house_rules: HouseRules = HouseRules()


def read_one_night_sheet(sheet: bytes | Raw) -> OneNightSheet:
    return read_written(sheet, OneNightSheet)


def to_round(sheet: OneNightSheet, book: RoleBook = PRINTED) -> PlayedRound:
    """Return the round that a sheet describes. Raises RefusedGame for a broken rule or an unknown name."""
    if sheet.game != "one-night":
        raise RefusedGame(f"the referee judges one-night, not {quote_word(sheet.game)}")
    check_table(sheet.players, sheet.center, sheet.center_wolf, book)
    if sheet.votes is not None and sheet.dead is not None:
        raise RefusedGame("a game has either votes or the dead, not both")
    state = lay_cards(sheet.players, sheet.center, sheet.center_wolf, sheet.house_rules, _acts_as(sheet, book), book)
    return PlayedRound(
        dealt=state,
        actions=[_action(state, entry) for entry in sheet.night],
        votes=None if sheet.votes is None else [None if vote is None else vote - 1 for vote in sheet.votes],
        dead=None if sheet.dead is None else _dead(sheet.dead, state.seats),
    )


def _acts_as(sheet: OneNightSheet, book: RoleBook) -> dict[int, str]:
    cards = dict(zip(place_names(len(sheet.players)), [*sheet.players, *sheet.center, sheet.center_wolf], strict=False))
    settled = {}
    for name, role in sheet.acts_as.items():
        card = cards.get(name)
        if role not in book.cards:
            raise RefusedGame(f"acts_as gives {quote_word(name)} the role {quote_word(role)}, which does not exist")
        if card not in ADOPTING:
            raise RefusedGame(
                f"acts_as is for a Doppelganger or Paranormal Investigator card, and {quote_word(name)} has none"
            )
        if card == INVESTIGATOR and role not in WOLF_OR_TANNER | {INVESTIGATOR}:
            raise RefusedGame(f"acts_as: the Paranormal Investigator at {name} becomes a Werewolf or a Tanner only")
        settled[place_numbers(len(sheet.players))[name]] = role
    return settled


def _action(state: CardState, entry: NightLine) -> RoleAction:
    seat = _seat(entry.seat, state.seats, "an action in the night")
    role = _acting(state, entry.role, seat)
    if role is None:
        raise RefusedGame(
            f"there is no role {quote_word(entry.role)}{near_word(entry.role, state.book.rows)}", seat + 1
        )
    targets = tuple([_place(state, name, seat) for name in entry.targets])
    return RoleAction(seat, role, targets, entry.direction, entry.artifact)


def _acting(state: CardState, name: str, seat: int) -> str | None:
    """Return the row as which a seat acts. A Doppelganger acts in the call of a role that she may have copied; in a
    call of her own, her row is `doppelganger-ID`."""
    dealt, book = state.printed[seat], state.book
    if dealt != DOPPELGANGER:
        return book.acting(name, dealt)
    call = call_named(name, book)
    row = next((row for role in state.deck if (row := book.acting(call.role, role))), None)
    own = row is not None and book.copied_in(book.rows[row], state.deck) is Copied.LATER
    if row and own is not call.copied:
        rule = f"acts as {copy_of(call.role)}" if own else f"acts as {call.role}"
        raise RefusedGame(f"a Doppelganger who copied the {role_called(call.role)} {rule}", seat + 1)
    return row


def _place(state: CardState, name: str, seat: int) -> int:
    place = place_numbers(state.seats).get(name)
    if place is None or place >= len(state.lies):
        allowed = f"P1 to P{state.seats}, C1 to C3" + (", CW" if len(state.lies) > state.seats + CENTER_CARDS else "")
        raise RefusedGame(f"a target is one of {allowed}, not {quote_word(name)}", seat + 1)
    return place


def _dead(dead: list[int | str], seats: int) -> frozenset[int]:
    places = [place_numbers(seats).get(seat, seats) + 1 if isinstance(seat, str) else seat for seat in dead]
    fallen = frozenset([_seat(place, seats, "the list of the dead") for place in places])
    if len(fallen) != len(dead):
        raise RefusedGame("nobody dies twice, but the list of the dead names a seat twice")
    return fallen


def _seat(number: int, seats: int, what: str) -> int:
    if not 1 <= number <= seats:
        raise RefusedGame(f"{what} names a seat from 1 to {seats} only")
    return number - 1
