"""Turns the roles and calls of files that extend One Night into rows like the printed ones, and joins both."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_night
from nightcrier.box.games.engine.model import ALL, CallRow, GameFile, RoleRow, Selection
from nightcrier.box.games.one_night.rules.role_blocks import (
    Copied,
    Deed,
    FileCall,
    Handwork,
    Named,
    PlaceKind,
    Power,
    Reach,
    Role,
    Team,
)
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import ROLES, WOLVES

_COUNTS_AS = {"village": "villager", "werewolf": "minion", "tanner": "tanner"}


_VERBS: Mapping[str, tuple[str, Deed | None]] = {
    "look": ("opens the eyes", None),
    "rest": ("keeps the eyes closed", None),
    "point": ("points", None),
    "read": ("looks at what lies ready", None),
    "view": ("lifts a card", Deed.LOOK),
    "peek": ("lifts the own card", Deed.LOOK_AT_OWN),
    "take": ("exchanges two cards, and lifts one", Deed.ROB),
    "trade": ("exchanges two cards", Deed.DRAW),
    "swap": ("exchanges two cards", Deed.SWAP),
    "shift": ("moves the cards of all others by one seat", Deed.SHIFT),
    "shield": ("takes the shield and lays it on a card", Deed.SHIELD),
    "turn": ("turns a card over, and perhaps back", Deed.TURN_OVER),
}
"""The move of the hands at each verb, and the verb's deed, if it has one."""


def book_of(files: Sequence[GameFile]) -> RoleBook:
    """Return the book with the roles of these files. If several have a role with the same name, the first file
    counts."""
    if not files:
        return PRINTED
    out = left_out(files)
    added = [_Adding(file, frozenset(file.roles).difference(out.get(file.id, ()))) for file in files]
    after: dict[str, list[Role]] = {}
    cards, taken = dict[str, Role](), set(ROLES)
    for each in added:
        cards |= each.cards()
    for each in sorted(added, key=lambda each: each.file.id):
        for anchor, row in each.calls(cards, taken):
            taken.add(row.id)
            after.setdefault(anchor, []).append(row)
    called = [row for role in ROLES.values() for row in (role, *_followers(role.id, after))]
    there = {row.id for row in called}
    return RoleBook([*called, *(row for row in cards.values() if row.id not in there)])


def with_copies(file: GameFile) -> GameFile:
    """Return a file whose calls say when a Doppelganger acts in them in a deck of all cards, or nothing if never."""
    book = book_of((file,))
    copied = {row.call.id: book.copied_in(row, book.cards).value for row in book.file_calls if row.call}
    return replace(file, calls=tuple(replace(call, copied=copied[call.id]) for call in file.calls))


def left_out(files: Sequence[GameFile]) -> Mapping[str, Sequence[str]]:
    """Return the roles that are left out, by file, because an earlier file has a role with the same name."""
    seen, out = set[str](), dict[str, Sequence[str]]()
    for file in files:
        if doubled := [role for role in file.roles if role in seen]:
            out[file.id] = doubled
        seen.update(file.roles)
    return out


def _followers(role: str, after: Mapping[str, Sequence[Role]]) -> Iterator[Role]:
    for row in after.get(role, ()):
        yield row
        yield from _followers(row.id, after)


class _Adding(Struct, frozen=True):
    """A file that is being added, with those of its roles that count."""

    file: GameFile
    own: frozenset[str]

    def cards(self) -> dict[str, Role]:
        return {role.id: self._card(role) for role in self.file.roles.values() if role.id in self.own}

    def _card(self, role: RoleRow) -> Role:
        explained = any(f"explain.{role.id}" in words.lines for words in self.file.words.values())
        return Role(
            id=role.id,
            team=Team(role.side),
            box=None,
            count=role.max,
            told=int(explained),
            judged=role.judged and not self._acts_together(role),
            counts_as=_COUNTS_AS[role.side],
        )

    def _acts_together(self, role: RoleRow) -> bool:
        """Say whether this role may have to agree with others on a choice, which none of the house's deeds can do."""
        calls = (call for call in self.file.calls if call.do.together != "each")
        return any(role.id in (called := self._roles(call.who)) and (len(called) > 1 or role.max > 1) for call in calls)

    def calls(self, cards: Mapping[str, Role], taken: set[str]) -> Iterator[tuple[str, Role]]:
        """Yield each call of the first night with the row that precedes the call."""
        names: dict[str, str] = {}
        for call in self.file.calls:
            named = call.id in taken or (call.id in cards and call.id not in self.own)
            names[call.id] = f"{call.id}:{self.file.id}" if named else call.id
            row = cards.get(names[call.id], Role(names[call.id], Team.VILLAGE, None, count=0))
            yield names.get(call.after, call.after), self._called(row, call)

    def _called(self, row: Role, call: CallRow) -> Role:
        hands, deed = _VERBS[call.do.verb]
        power = self._power(call, deed)
        return replace(
            row,
            wakes="+",
            must=power is not None and power.reach is not None and call.do.count[0] > 0,
            power=power,
            copied=Copied(call.copied),
            hands=Handwork(hands, call.seconds),
            call=self._facts(call),
        )

    def _facts(self, call: CallRow) -> FileCall:
        when, lines = call.when, {line for words in self.file.words.values() for line in words.lines}
        rests = call.do.verb == "rest"
        meets = self._reach(call.meets.of or call.who) if call.meets else None
        return FileCall(
            id=call.id,
            file=self.file.id,
            own=self.own if is_night(when, 1) else frozenset(),
            called=self._roles(call.who),
            meets=meets,
            needs=tuple(self._roles(Selection((name,))) for name in when.in_deck.names),
            without=self._roles(when.without),
            players=when.players,
            wakes=not rests or f"{call.id}.wake" in lines,
            closes=not rests or f"{call.id}.close" in lines,
        )

    def _power(self, call: CallRow, deed: Deed | None) -> Power | None:
        if deed is None:
            return None
        who, (least, most) = call.id.replace("-", " ").title(), call.do.count
        if deed is Deed.LOOK_AT_OWN:
            return Power(deed, f"the {who} looks at the own card only", {1: (PlaceKind.OWN,)}, touches_own=True)
        if deed is Deed.SHIFT:
            return Power(deed, f"the {who} chooses only the direction, left or right", {})
        fewest = 2 if deed is Deed.SWAP else max(1, least)
        rule = f"the {who} chooses {least if least == most else f'{least} to {most}'} of {_said(call.do.of)}"
        shapes = {count: (PlaceKind.NAMED,) * count for count in range(fewest, most + 1)}
        return Power(deed, rule, shapes, touches_own=deed in (Deed.ROB, Deed.DRAW), reach=self._reach(call.do.of))

    def _reach(self, who: Selection) -> Reach:
        return Reach(self._named(who.names), self._named(who.taken))

    def _named(self, names: Sequence[str]) -> Named:
        return Named(frozenset(names) - self._ids(), self._roles(Selection(tuple(names))))

    def _ids(self) -> frozenset[str]:
        return frozenset((*ROLES, *self.own))

    def _roles(self, who: Selection) -> frozenset[str]:
        """Return all roles that a selection matches. The word `all` matches those of One Night and of this file."""
        meant = [role for role in sorted(self._ids()) if ALL in who.names or self._is_meant(role, who.names)]
        return frozenset(role for role in meant if not self._is_meant(role, who.taken))

    def _is_meant(self, role: str, names: Sequence[str]) -> bool:
        if role in ROLES:
            return role in names or (role in WOLVES and "wolf" in names)
        return role in names or any(tag in names for tag in self.file.roles[role].tags)


def _said(who: Selection) -> str:
    return " ".join((*who.names, *(f"-{name}" for name in who.taken)))
