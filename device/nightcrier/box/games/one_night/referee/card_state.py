"""Holds the cards on the table at one moment of the night, as a value that never changes. Every action returns a new
value, or is refused if the action breaks a rule."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import AWAKE_WOLVES, BECOMES, DOPPELGANGER, WOLVES


def role_called(role: str) -> str:
    """Return a role's name in an English sentence. For example, `alpha-wolf` becomes "Alpha Wolf"."""
    return role.replace("-", " ").title()


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The options for rules that people interpret differently. The defaults are the printed rules. The narrator uses
    the last two options."""

    minion_must_live: bool = False
    cudgel_stops_team: bool = False
    unharmed_village_wins: bool = False
    lone_wolf: bool = False
    move_your_card: bool = True
    curator_before_revealer: bool = True


PRINTED_RULES = HouseRules()


def house_rules(options: Options) -> HouseRules:
    """Return the rules that a table has chosen in its options."""
    return msgspec.convert(options, HouseRules, from_attributes=True)


NO_PLACES: frozenset[int] = frozenset()


class CardState(Struct, frozen=True):
    """The cards in three layers: the role that each seat acts as at night, the card before the seat, and the artifact
    on the card."""

    seats: int
    printed: tuple[str, ...]  # by card: its face
    lies: tuple[int, ...]  # by place: the card that lies there now
    plays: tuple[str, ...]  # by card: what it plays as; a Doppelganger's or P.I.'s card keeps this when it moves
    nights: tuple[str, ...]  # by seat: the role that acts at night; a Doppelganger's is what she viewed
    artifacts: tuple[str | None, ...]  # by seat
    rules: HouseRules = PRINTED_RULES
    shields: frozenset[int] = NO_PLACES
    face_up: frozenset[int] = NO_PLACES
    book: RoleBook = PRINTED

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards of the deck, without the extra wolf, which nobody knows."""
        return self.printed[: self.seats + CENTER_CARDS]

    def face(self, place: int) -> str:
        """Return the printed role of the card that now lies at a place."""
        return self.printed[self.lies[place]]

    def holds(self, seat: int, role: str) -> bool:
        """Say whether a seat acts as this role tonight: it was dealt the role, or a Doppelganger viewed it."""
        if role == "werewolf":
            return self.nights[seat] in AWAKE_WOLVES
        if call := self.book.rows[role].call:
            return self.printed[seat] in call.called or self.nights[seat] in call.called
        return self.printed[seat] == role or self.nights[seat] == role

    def wolf_seats(self) -> tuple[int, ...]:
        """Return the seats that others recognize as Werewolves in the night, by open eyes or thumbs."""
        return tuple([seat for seat, role in enumerate(self.nights) if role in WOLVES])


def lay_cards(
    players: Sequence[str],
    center: Sequence[str],
    center_wolf: str | None = None,
    rules: HouseRules = PRINTED_RULES,
    acts_as: Mapping[int, str] | None = None,
    book: RoleBook = PRINTED,
) -> CardState:
    """Return a table as dealt. `acts_as` maps places of Doppelganger and P.I. cards to the roles as which they play."""
    printed = (*players, *center) if center_wolf is None else (*players, *center, center_wolf)
    plays, nights = list(printed), list(players)
    for place, role in (acts_as or {}).items():
        plays[place] = role
        if place < len(players) and printed[place] == DOPPELGANGER:
            nights[place] = role
    return CardState(
        seats=len(players),
        printed=printed,
        lies=tuple(range(len(printed))),
        plays=tuple(plays),
        nights=tuple(nights),
        artifacts=(None,) * len(players),
        rules=rules,
        book=book,
    )


def roles_at_dawn(state: CardState) -> tuple[str, ...]:
    """Return the role of each seat at the end of the night. An artifact that changes the role overrides the card."""
    plays, lies = state.plays, state.lies
    return tuple(
        [
            plays[lies[seat]] if artifact is None else BECOMES.get(artifact, plays[lies[seat]])
            for seat, artifact in enumerate(state.artifacts)
        ]
    )
