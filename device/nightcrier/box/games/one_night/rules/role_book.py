"""Holds the roles that a table knows: the printed ones, those of files, and what the file of a deck changes in them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.rules.role_blocks import Copied, Deed, Handwork, Power, Role, power
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER, ROLES, WOLVES

_POWERLESS = power(Deed.LOOK, "this role chooses nothing at night")


class RoleBook:
    """The rows of roles and calls, in the order of the night. A book never changes; each table has its own."""

    def __init__(self, rows: Iterable[Role]) -> None:
        self.rows: Mapping[str, Role] = {row.id: row for row in rows}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RoleBook) and tuple(self.rows.values()) == tuple(other.rows.values())

    def __hash__(self) -> int:
        return hash(tuple(self.rows))

    @cached_property
    def cards(self) -> Mapping[str, Role]:
        """The roles that have cards: the printed ones first, in the order of the night."""
        cards = [row for row in self.rows.values() if row.count]
        return {row.id: row for row in sorted(cards, key=lambda row: row.id not in ROLES)}

    @cached_property
    def places(self) -> Mapping[str, int]:
        return {row: at for at, row in enumerate(self.rows)}

    @cached_property
    def file_calls(self) -> tuple[Role, ...]:
        return tuple(row for row in self.rows.values() if row.call)

    @cached_property
    def called(self) -> tuple[Role, ...]:
        return tuple(row for row in self.rows.values() if row.wakes)

    def power_of(self, role: str) -> Power:
        """Return the power of a role. The power of a role without a night action has no choices."""
        return self.rows[role].power or _POWERLESS

    def deed_of(self, role: str) -> Deed | None:
        """Return the deed of a role's power. Return None if the role has no power."""
        power = self.rows[role].power
        return power.deed if power else None

    def acts_at_once(self, role: str, deck: Sequence[str], players: int) -> tuple[str, ...]:
        """Return the calls in which a Doppelganger acts at once after she saw this role."""
        if role in ROLES and self.rows[role].copied is Copied.AT_ONCE:
            return (role,)
        calls = self.calls_of_copy(role, deck, players)
        return tuple(row.id for row in calls if row.copied is Copied.AT_ONCE and row.power)

    def calls_of_copy(self, role: str, deck: Sequence[str], players: int) -> tuple[Role, ...]:
        """Return the calls of files, made with this deck, in which a Doppelganger acts after she saw this role."""
        return tuple(
            row
            for row in self.file_calls
            if row.call and role in row.call.called and self.copied_in(row, deck) is not Copied.NEVER
            if row.call.is_made(deck, players)
        )

    def copied_in(self, row: Role, deck: Collection[str]) -> Copied:
        """Return when a Doppelganger acts in the call of a file with this deck. She copies no call before her own."""
        copies = row.call and not row.call.called.isdisjoint({*deck} - {DOPPELGANGER})
        late = row.copied is not Copied.AT_ONCE and self.places[row.id] < self.places[DOPPELGANGER]
        return row.copied if copies and DOPPELGANGER in deck and not late else Copied.NEVER

    def acting(self, name: str, role: str) -> str | None:
        """Return the row as which a seat with this role acts in the call of this name, which two files may share."""
        calls = [row.id for row in self.file_calls if row.call and row.call.id == name]
        mine = [call for call in calls if (own := self.rows[call].call) and role in own.called]
        return next(iter([*mine, *([name] if name in self.rows else []), *calls]), None)

    def with_deck(self, order: Sequence[str], seconds: Mapping[str, int], boxes: int) -> "RoleBook":
        """Return the book for a deck that has more boxes, other seconds, or another order of some calls. The reordered
        calls share the places that they had before. A call that comes after one of them moves with it, unless it is
        reordered itself."""
        if (order, seconds, boxes) == ((), {}, 1):
            return self
        rows, order = dict(self.rows), [role for role in order if role in self.rows]
        for role, row in rows.items():
            hands = row.hands if role not in seconds else Handwork(row.hands.does, seconds[role])
            rows[role] = replace(row, hands=hands, count=row.count * (boxes if role in ROLES else 1))
        parts = dict[str, list[Role]]()
        for role, row in rows.items():
            if row.call and role not in order:
                next(reversed(parts.values())).append(row)
            else:
                parts[role] = [row]
        moved = iter(order)
        return RoleBook(row for role in parts for row in parts[next(moved) if role in order else role])

    def within(self, deck: Collection[str], players: int) -> "RoleBook":
        """Return the book of one game, which the journal stores: without the cards of files that are not in this deck,
        and without calls that are not made with it."""
        return RoleBook(
            _within(row, deck)
            for row in self.rows.values()
            if row.id in ROLES or row.id in deck or (row.call and row.call.is_made(deck, players))
        )

    def text(self) -> str:
        """Return the book as a text, which leaves out unchanged printed rows."""
        changed = [row for row in self.rows.values() if row != ROLES.get(row.id)]
        return msgspec.json.encode(_Text(tuple(self.rows), changed)).decode()


def _within(row: Role, deck: Collection[str]) -> Role:
    """Return a row that names no roles of files except those of this deck."""
    there = {*deck, *WOLVES}  # one of the wolves may lie in the center beside the deck
    power = row.power
    return replace(
        row,
        power=replace(power, reach=power.reach.within(there)) if power and power.reach else power,
        call=row.call and row.call.within(deck, there),
    )


class _Text(Struct, frozen=True):
    """A book in the form in which it is stored: the ids of its rows in order, and the rows unlike the printed ones."""

    order: tuple[str, ...]
    rows: list[Role]


@lru_cache(maxsize=2)
def book_of_text(text: str) -> RoleBook | None:
    """Return the book from a stored text, or None if another version of this program wrote the text differently."""
    try:
        kept = msgspec.json.decode(text, type=_Text)
    except msgspec.MsgspecError:
        return None
    rows = {**ROLES, **{row.id: row for row in kept.rows}}
    return RoleBook(rows[role] for role in kept.order) if rows.keys() == set(kept.order) else None


PRINTED = RoleBook(ROLES.values())
"""The book of a table without files."""
