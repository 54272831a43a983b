"""Judges nights as part of a second referee, written from the contract alone. It reads the TOML of a file and works on
plain dictionaries. What people choose comes from a `Source`: a sheet, or chance."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

Row = dict[str, Any]
NO_CHOICE = {"look", "rest", "point", "read", "peek", "number"}
ONE_BY_ONE, AT_ONCE = {"view", "ask", "trail"}, {"take", "copy", "compare", "guess"}


class Refused(Exception):
    """Raised when a written game breaks a rule."""


class Source(Protocol):
    """Supplies the choices of a game, from a sheet or at random."""

    def called(self, number: int, seat: int, call: Row, pool: set[int]) -> Row | None: ...
    def died(self, number: int, when: str, seat: int, row: Row, pool: set[int]) -> Row | None: ...
    def has_day(self, number: int) -> bool: ...
    def votes(self, number: int, key: str, voters: list[int], pool: list[int]) -> dict[int, list[int]] | None: ...
    def nominations(self, number: int, seats: list[int]) -> list[Row]: ...
    def finish(self, number: int, phase: str) -> None:
        """Refuse any choice that nobody asked for."""


def listed(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def wanted(names: Any) -> tuple[set[str], set[str]]:
    every = listed(names)
    return {name for name in every if name[0] != "-"}, {name[1:] for name in every if name[0] == "-"}


def p(seat: int) -> str:
    return f"P{seat}"


def ps(seats: Iterable[int]) -> list[str]:
    return [p(seat) for seat in sorted(seats)]


class SecondNight:
    """Judges the nights of one game under way."""

    def __init__(self, file: Row, game: Row, source: Source) -> None:
        self.file, self.source = file, source
        self.roles: dict[str, Row] = file["role"]
        self.dealt = dict(enumerate(game["players"], 1))
        least, most = file["players"]
        self.on = {name: row.get("default", False) for name, row in file.get("switch", {}).items()}
        self.deck = set(game.get("deck") or game["players"])
        rules = game.get("house_rules") or {}
        if not least <= len(self.dealt) <= most or not {*self.deck, *game["players"]} <= self.roles.keys():
            raise Refused
        if not rules.keys() <= self.on.keys():
            raise Refused
        self.on.update(rules)
        self.role = dict(self.dealt)
        self.marks: dict[int, set[str]] = {seat: set() for seat in self.dealt}
        self.gone: dict[int, Row] = {}
        self.powerless: set[int] = set()
        self.used: Counter[Any] = Counter()
        self.before: dict[Any, set[int]] = {}
        self.once: set[Any] = set()
        self.kept: list[str] = []
        self.how: str | None = None
        self.winners: set[int] = set()
        self.number = 0
        self.warnings: list[str] = []
        self.nights: list[Row] = []
        self.days: list[Row] = []

    # who is meant

    @property
    def alive(self) -> list[int]:
        return [seat for seat in self.dealt if seat not in self.gone]

    def called_by(self, role: str, seen: bool = False) -> set[str]:
        row = self.roles[role]
        return {role, row.get("seen", row["side"]) if seen else row["side"], *row.get("tags", [])}

    def meant(self, seat: int, names: Any, seen: bool = False) -> bool:
        plus, minus = wanted(names)
        own = self.called_by(self.role[seat], seen) | self.marks[seat]
        return bool(plus & {*own, "all"}) and not minus & own

    def pool(self, names: Any, seat: int) -> set[int]:
        plus, minus = wanted(names)
        add, less = ({one for name in each for one in self.named(name, seat)} for each in (plus, minus))
        return add - less

    def named(self, name: str, seat: int) -> set[int]:
        alive = self.alive
        if name == "neighbours":
            ring = [one for one in self.dealt if one in alive or one == seat]
            at = ring.index(seat)
            return {ring[at - 1], ring[(at + 1) % len(ring)]} - {seat}
        if name in ("all", "others", "dead"):
            return {"all": set(alive), "others": {*alive} - {seat}, "dead": set(self.gone)}[name]
        return {one for one in alive if name in self.called_by(self.role[one]) | self.marks[one]}

    def holds(self, row: Row) -> bool:
        switch = row.get("switch", "")
        return not switch or self.on[switch.lstrip("-")] != (switch[0] == "-")

    # the night

    def calls(self) -> Iterator[Row]:
        deck = {name for role in self.deck for name in self.called_by(role)}
        for row in self.file.get("call", []):
            when, number = row.get("when", {}), self.number
            night = when.get("nights", "every")
            fits = {"every": True, "first": number == 1, "later": number > 1, "odd": number % 2, "even": number % 2 < 1}
            least, most = when.get("players", [2, 50])
            plus, minus = wanted(row["who"])
            roles = any(plus & self.called_by(role) and not minus & self.called_by(role) for role in self.deck)
            if (
                self.holds(row)
                and fits.get(night, night == number)
                and least <= len(self.dealt) <= most
                and {*listed(when.get("in_deck", []))} <= deck
                and not {*listed(when.get("without", []))} & deck
                and (roles or plus & {"all", *self.file.get("mark", {})})
            ):
                yield row

    def night(self) -> None:
        self.number += 1
        self.dusk = dict(self.role)
        self.told: dict[int, list[Row]] = {}
        self.felt: set[int] = set()
        self.turned: dict[int, str] = {}
        self.shown: dict[int, str] = {}
        self.shields: set[int] = set()
        self.blocked: set[int] = set()
        self.paths: dict[int, set[int]] = {}
        self.now: dict[Any, set[int]] = {}
        for row in self.calls():
            self.call(row)
        self.source.finish(self.number, "night")
        self.before = self.now

    def is_called(self, seat: int, names: Any) -> bool:
        plus, minus = wanted(names)
        own = self.called_by(self.dusk[seat])
        may = {"all"} | self.marks[seat] | (own if self.dusk[seat] in self.deck else set())
        return bool(plus & may) and not minus & (own | self.marks[seat])

    def tell(self, seat: int, row: Row, answer: Any, **target: Any) -> None:
        self.told.setdefault(seat, []).append({"as": row["id"], **target, "answer": answer})

    def call(self, row: Row) -> None:
        do = row.get("do", "look")
        row = {**row, "do": {"verb": do} if isinstance(do, str) else do, "id": row.get("id") or listed(row["who"])[0]}
        people = [seat for seat in self.alive if self.is_called(seat, row["who"])]
        vain = {seat for seat in people if seat in self.blocked | self.powerless}
        met = row.get("meets", {}).get("of")
        group = people if met is None else [seat for seat in self.alive if self.meant(seat, met)]
        for seat in people if "meets" in row else ():
            self.tell(seat, row, ps({*group} - {seat}))
        if row["do"]["verb"] in NO_CHOICE:
            for seat in people:
                self.unasked(row, row["do"], seat, vain)
        else:
            self.act(row, people, vain, self.chosen(row, people, vain))

    def key(self, row: Row, seat: int) -> Any:
        return row["id"], seat if row["do"].get("together", "each") == "each" else 0

    def is_spent(self, row: Row, seat: int) -> bool:
        return bool(row["do"].get("uses")) and self.used[self.key(row, seat)] >= row["do"]["uses"]

    def chosen(self, row: Row, people: list[int], vain: set[int]) -> dict[int, Row]:
        do, found, able = row["do"], dict[int, Row](), list[int]()
        least, of = self.least_most(do)[0], do.get("of", "others")
        pools = {seat: self.pool(of, seat) for seat in people}
        spent = {seat: self.is_spent(row, seat) for seat in people}
        if {each.lstrip("-") for each in listed(of)} & self.file.get("mark", {}).keys():
            for seat in [seat for seat in people if not spent[seat]]:
                self.tell(seat, row, None if seat in vain else ps(pools[seat]))
        for seat in people:
            bars = self.before.get(self.key(row, seat), set()) if do.get("not_twice") else set()
            pool = set() if spent[seat] else pools[seat] - bars
            entry = self.source.called(self.number, seat, {**row, "spent": spent[seat]}, pool)
            if entry and self.checked(do, entry, pool, spent[seat]):
                found[seat] = entry
            elif least and not spent[seat] and (do["verb"] == "shift" or len(pool) >= least):
                able.append(seat)
        for seat in able if not found or do.get("together", "each") == "each" else ():
            said = f"Round {self.number}, seat {seat}: {row['id']} must choose and did not: judged as not done."
            self.warnings.append(said)
        return found

    def least_most(self, do: Row) -> tuple[int, int]:
        least, most = do.get("count", [2, 2] if do["verb"] in ("swap", "compare") else [1, 1])
        return least, most

    def act(self, row: Row, people: list[int], vain: set[int], chosen: dict[int, Row]) -> None:
        do, shared = row["do"], row["do"].get("together", "each") != "each"
        for seat, entry in chosen.items():
            if seat in vain:
                self.in_vain(row, do["verb"], seat, entry)
            if not shared:
                self.use(self.key(row, seat), entry)
                if seat not in vain:
                    self.deed(row, do, seat, entry, [seat])
        acting = [seat for seat in people if seat not in vain]
        if shared and (agreed := self.agreed(do, {seat: chosen[seat] for seat in acting if seat in chosen})):
            self.use(self.key(row, 0), agreed)
            self.deed(row, do, acting[0], agreed, acting)
        for seat in acting:
            self.paths.setdefault(seat, set()).update(chosen.get(seat, {}).get("targets", []))

    def use(self, key: Any, entry: Row) -> None:
        self.used[key] += 1
        self.now[key] = set(entry["targets"])

    def checked(self, do: Row, entry: Row, pool: set[int], spent: bool) -> bool:
        """Say whether anything was chosen, or raise Refused if the choice breaks a rule."""
        verb, targets = do["verb"], entry["targets"]
        pair, (least, most) = verb in ("swap", "compare"), self.least_most(do)
        if (verb == "shift" and targets) or (verb != "shift" and entry.get("direction")):
            raise Refused
        if bool(entry.get("role")) != (verb == "guess" and bool(targets)):
            raise Refused
        if entry.get("role") and entry["role"] not in self.roles:
            raise Refused
        if verb == "shift":
            if entry.get("direction") not in (None, "left", "right") or (
                entry.get("direction") and (spent or not most)
            ):
                raise Refused
            return bool(entry.get("direction"))
        if targets and (spent or len(targets) > most or len(targets) < (2 if pair else least)):
            raise Refused
        if len({*targets}) < len(targets) or not {*targets} <= pool:
            raise Refused
        return bool(targets)

    def agreed(self, do: Row, proposals: dict[int, Row]) -> Row | None:
        if not proposals:
            return None
        if do["together"] == "first":
            order = list(self.roles)
            return proposals[min(proposals, key=lambda seat: (order.index(self.dusk[seat]), seat))]
        what = {seat: repr((sorted(e["targets"]), e.get("role"), e.get("direction"))) for seat, e in proposals.items()}
        votes = Counter(what.values())
        best = [each for each, count in votes.items() if count == max(votes.values())]
        if len(best) > 1 or (do["together"] == "all" and len(votes) > 1):
            return None
        return next(proposals[seat] for seat in proposals if what[seat] == best[0])

    def in_vain(self, row: Row, verb: str, seat: int, entry: Row) -> None:
        targets = [p(each) for each in entry["targets"]]
        for each in targets if verb in ONE_BY_ONE else ():
            self.tell(seat, row, None, target=each)
        if verb in AT_ONCE:
            self.tell(seat, row, None, target=targets if verb == "compare" else targets[0])

    def unasked(self, row: Row, do: Row, seat: int, vain: set[int]) -> None:
        if do["verb"] == "peek" and (seat in vain or seat not in self.shields):
            self.tell(seat, row, None if seat in vain else self.role[seat])
        if do["verb"] == "number":
            number = sum(self.meant(one, do["learns"], seen=True) for one in self.pool(do.get("of", "all"), seat))
            self.tell(seat, row, None if seat in vain else number)

    def put(self, seat: int, mark: str) -> None:
        self.marks[seat].add(mark)
        if self.file["mark"][mark].get("felt"):
            self.felt.add(seat)

    def deed(self, row: Row, do: Row, seat: int, entry: Row, to: list[int]) -> None:
        """Carry out a call, and tell its answers to the seats in `to`."""
        verb, targets, cards = do["verb"], entry["targets"], self.role
        free = [each for each in targets if each not in self.shields]
        moves = len(free) == len(targets) and (verb == "swap" or seat not in self.shields)
        answers: list[tuple[Any, Any]] = []
        match verb:
            case "view":
                answers = [(p(each), cards[each]) for each in free]
            case "take" | "trade" | "swap" if moves:
                one, other = targets if verb == "swap" else (seat, *targets)
                cards[one], cards[other] = cards[other], cards[one]
                answers = [(p(other), cards[seat])] if verb == "take" else []
            case "copy" if moves:
                cards[seat] = cards[targets[0]]
                answers = [(p(targets[0]), cards[seat])]
            case "shift":
                ring = [each for each in self.alive if each != seat and each not in self.shields]
                step = 1 if entry["direction"] == "left" else -1
                cards.update({ring[(at + step) % len(ring)]: cards[each] for at, each in enumerate(ring)})
            case "turn":
                self.shown.update({each: cards[each] for each in free})
            case "shield":
                self.shields.update(targets)
            case "mark":
                for each in targets:
                    self.put(each, do["mark"])
            case "unmark":
                for each in targets:
                    self.marks[each].discard(do["mark"])
            case "ask":
                answers = [(p(each), self.question(do["learns"], each)) for each in targets]
            case "compare":
                one, other = (self.question("side", each) for each in targets)
                answers = [([p(each) for each in targets], one == other)]
            case "trail":
                answers = [(p(each), ps(self.paths.get(each, ()))) for each in targets]
            case "guess":
                right = cards[targets[0]] == entry["role"]
                self.put(targets[0] if right else seat, do["mark"])
                answers = [(p(targets[0]), right)]
            case "block":
                self.blocked.update(targets)
            case "convert":
                for each in targets:
                    if not self.meant(each, do.get("spares", [])):
                        cards[each] = self.turned[each] = do["into"]
                        self.tell(each, row, do["into"])
        for target, answer in answers:
            for each in to:
                self.tell(each, row, answer, target=target)

    def question(self, learns: Any, seat: int) -> Any:
        role = self.roles[self.role[seat]]
        if learns == "role":
            return self.role[seat]
        return role.get("seen", role["side"]) if learns == "side" else self.meant(seat, learns, seen=True)
