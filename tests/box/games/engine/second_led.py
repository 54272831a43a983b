"""Judges games of the second format: days that are led, elections, and calls that share a power. It was written from
the contract alone, like the rest of the second referee, and works on plain dictionaries."""

from collections import Counter
from typing import Any

from tests.box.games.engine.second_night import Refused, Row, p, ps
from tests.box.games.engine.second_referee import Second, Sheet

Votes = dict[int, list[int]]


def plain(number: float) -> float | int:
    return int(number) if number == int(number) else number


def led(file: Row, game: Row) -> Row:
    """Return the verdict on a written game of the second format, without the reasons, or raise Refused."""
    return LedReferee(file, game, LedSheet(game)).play(len(game["rounds"]))


class LedSheet(Sheet):
    """Reads the choices of a game with led days from its written form."""

    def __init__(self, game: Row) -> None:
        for row in game["rounds"]:
            row.setdefault("night", [])
            row.setdefault("dawn", [])
        super().__init__(game)
        self.dusk = "dusk"
        for number, row in enumerate(self.rounds, 1):
            for at, left in enumerate((row.get("day") or {}).get("left", [])):
                for entry in left.get("dusk", []):
                    targets = [int(place[1:]) for place in ([entry["target"]] if "target" in entry else [])]
                    self.left[number, f"left {at}", entry["seat"], entry["as"]] = {**entry, "targets": targets}

    def died(self, number: int, when: str, seat: int, row: Row, pool: set[int]) -> Row | None:
        return self.left.pop((number, "dawn" if when == "night" else self.dusk, seat, row["id"]), None)

    def finish(self, number: int, phase: str) -> None:
        super().finish(number, self.dusk if phase == "dusk" else phase)


def cast_in(sheet: Row) -> Votes:
    return {int(seat): [int(place[1:]) for place in places] for seat, places in sheet.items()}


class LedReferee(Second):
    """Judges one game of the second format while it is under way."""

    source: LedSheet

    def night(self) -> None:
        self.did: set[tuple[str, int]] = set()
        self.by_day: list[int] = []
        self.listed: list[int] = []
        super().night()

    def key(self, row: Row, seat: int) -> Any:
        """Return the key under which uses are counted: that of the call at the end of a chain of `shares`."""
        calls = {
            each["id"]: each["do"] for each in self.file["call"] if "id" in each and isinstance(each.get("do"), dict)
        }
        call, do = row["id"], row["do"]
        while "shares" in do:
            call, do = do["shares"], calls[do["shares"]]
        return super().key({**row, "id": call}, seat)

    def is_spent(self, row: Row, seat: int) -> bool:
        return super().is_spent(row, seat) or (row["do"].get("not_with"), seat) in self.did

    def chosen(self, row: Row, people: list[int], vain: set[int]) -> dict[int, Row]:
        found = super().chosen(row, people, vain)
        self.did |= {(row["id"], seat) for seat in found}
        return found

    def morning(self) -> None:
        super().morning()
        if self.round().get("elections", {}).keys() - self.nights[-1]["elected"].keys():
            raise Refused

    def round(self) -> Row:
        return self.source.rounds[self.number - 1]

    # votes

    def ballot(self, sheet: Row, voters: list[int], pool: list[int], own: bool) -> Counter[int]:
        """Return the sum of votes for each seat; votes may be halves. `own` says if seats may vote for themselves."""
        found: Counter[Any] = Counter()
        for seat, targets in cast_in(sheet).items():
            if targets and (len(targets) > 1 or seat not in voters or targets[0] not in pool):
                raise Refused
            if targets and targets[0] == seat and not own:
                raise Refused
            found.update({target: self.weight(seat) for target in targets})
        return +found

    def leaders(self, counts: Counter[int]) -> list[int]:
        return [seat for seat in self.alive if counts[seat] and counts[seat] == max(counts.values())]

    def elect(self, moment: str) -> Row:
        found: Row = {}
        for row in self.file.get("elect", []):
            nights = row.get("nights", "first")
            fits = {"every": True, "first": self.number == 1, "later": self.number > 1}.get(
                nights, nights == self.number
            )
            held = any(row["mark"] in self.marks[seat] for seat in self.alive)
            if self.how or row.get("moment", "after") != moment or not fits or held or not self.holds(row):
                continue
            name = row.get("id", row["mark"])
            seat = self.choose(row, self.round().get("elections", {}).get(name, {}))
            found[name] = seat and p(seat)
            if seat:
                self.put(seat, row["mark"])
        return found

    def choose(self, row: Row, sheet: Row) -> int | None:
        """Return the seat that is elected, or None."""
        if "stand" in sheet and not row.get("stand"):
            raise Refused
        stand = [int(place[1:]) for place in sheet.get("stand", [])] if row.get("stand") else self.alive
        if not {*stand} <= {*self.alive} or len({*stand}) < len(stand):
            raise Refused
        voters = [seat for seat in self.alive if not (row.get("stand") and seat in stand)]
        if row.get("stand") and len(stand) < 2:
            if sheet.get("votes") or sheet.get("again"):
                raise Refused
            return stand[0] if stand else None
        counts = self.ballot(sheet.get("votes", {}), voters, stand, own=False)
        leading, _, _ = self.again(counts, sheet.get("again", []), row.get("again", 0), voters, None)
        return leading[0] if len(leading) == 1 else None

    def again(
        self, counts: Counter[int], sheets: list[Row], most: int, voters: list[int], rest: str | None, own: bool = False
    ) -> tuple[list[int], list[Counter[int]], list[int]]:
        """Take the repeated votes on a tie, at most `most`. Return who leads, the sums, and the seats last voted on."""
        leading, sums, tied = self.leaders(counts), list[Counter[int]](), list[int]()
        for sheet in sheets:
            if len(leading) < 2 or len(sums) == most:
                raise Refused
            tied, may = leading, voters
            if not self.file.get("day", {}).get("tied_vote", True) and voters is self.by_day:
                may = [seat for seat in voters if seat not in tied]
            found = self.ballot(sheet, may, tied, own)
            if rest:
                last = [seat for seat in self.listed if seat in tied][-1]
                self.add_rest(found, sheet, may, last)
            sums.append(found)
            leading = self.leaders(found)
        if len(leading) > 1 and len(sums) < most:
            raise Refused
        return leading, sums, tied

    def add_rest(self, counts: Counter[Any], sheet: Row, voters: list[int], last: int) -> None:
        for seat in [seat for seat in voters if not cast_in(sheet).get(seat)]:
            if self.weight(seat):
                counts[last] += self.weight(seat)

    # the day

    def day(self) -> None:
        self.turned, self.by_day, self.listed = {}, self.alive, list[int]()
        sheet, rules = self.round()["day"], self.file.get("day", {})
        ends, gone = self.leave_by_day(sheet.get("left", []))
        self.by_day = self.alive
        if ends:
            if any(sheet.get(key) for key in ("votes", "nominations", "again")) or {"lift", "tie_by"} & sheet.keys():
                raise Refused
            self.voted(rules, Counter(), [], [], "over", gone, [])
        elif rules.get("vote", "none") in ("majority", "listed"):
            counts, accused, again, pyre, out = self.decide(sheet, rules)
            self.voted(rules, counts, accused, again, pyre, gone, out)
        else:
            if sheet.get("again") or {"lift", "tie_by"} & sheet.keys():
                raise Refused
            super().day()
            self.days[-1] |= {"again": [], "list": [], "left": gone}

    def leave_by_day(self, rows: list[Row]) -> tuple[bool, list[str]]:
        """Remove the seats that leave by day without a vote. Return whether this ends the day, and the seats."""
        known, ends, gone = (
            {row["id"]: row for row in self.file.get("leave", []) if self.holds(row)},
            False,
            list[str](),
        )
        self.told_by_day: Row = {}
        for at, each in enumerate(rows):
            seat, row = each["seat"], known.get(each["as"])
            if row is None or seat not in self.alive or self.how or ends or not self.meant(seat, row.get("of", "all")):
                raise Refused
            self.source.dusk = f"left {at}"
            causes = {seat: [row["id"]]}
            self.die(causes, "day")
            self.source.dusk = "dusk"
            self.told_by_day |= self.show(causes) | ({p(seat): self.role[seat]} if row.get("shows") else {})
            self.gone_by_day = {**getattr(self, "gone_by_day", {}), **causes} if at else causes
            gone.append(p(seat))
            self.try_end()
            ends = row.get("ends_day", True)
        if not rows:
            self.gone_by_day = {}
        return ends or bool(self.how), gone

    def decide(self, sheet: Row, rules: Row) -> tuple[Counter[int], list[int], list[Any], str, list[int]]:
        own, rest, pool = rules.get("self", False), None, self.alive
        if rules["vote"] == "listed":
            self.listed, rest = self.nominated(sheet, own), "last" if rules.get("rest") == "last" else None
            pool, one = self.listed, rules.get("one", "out")
            if not pool or (len(pool) == 1 and one != "vote"):
                if sheet.get("votes") or sheet.get("again") or {"lift", "tie_by"} & sheet.keys():
                    raise Refused
                out = pool if pool and (one == "out" or self.number > 1) else []
                return Counter(), [], [], "direct" if out else "none", out
        votes = sheet.get("votes", {})
        counts = self.ballot(votes, self.by_day, pool, own)
        if rest:
            self.add_rest(counts, votes, self.by_day, pool[-1])
        most = rules.get("again", 0)
        leading, sums, tied = self.again(counts, sheet.get("again", []), most, self.by_day, rest, own)
        last = sums[-1] if sums else counts
        if rules.get("need") == "half" and leading and last[leading[0]] * 2 <= len(self.alive):
            leading = []
        pyre, out = self.last_tie(sheet, rules, leading)
        return counts, tied, sums, pyre, out

    def nominated(self, sheet: Row, own: bool) -> list[int]:
        rows = [(row["by"], int(row["of"][1:])) for row in sheet.get("nominations", [])]
        for by, of in rows:
            if not {by, of} <= {*self.alive} or (by == of and not own):
                raise Refused
        if max((*Counter(by for by, _ in rows).values(), *Counter(of for _, of in rows).values(), 0)) > 1:
            raise Refused
        return [of for _, of in rows]

    def last_tie(self, sheet: Row, rules: Row, leading: list[int]) -> tuple[str, list[int]]:
        tie, holders = rules.get("tie", "nobody"), [s for s in self.alive if rules.get("tie_by") in self.marks[s]]
        chosen = sheet.get("tie_by")
        if chosen is not None:
            if len(leading) < 2 or len(holders) != 1 or int(chosen[1:]) not in leading or "lift" in sheet:
                raise Refused
            return "burned", [int(chosen[1:])]
        if "lift" in sheet and (len(leading) < 2 or tie != "lift"):
            raise Refused
        hands = sheet.get("lift", [])
        if not {*hands} <= {*self.alive} or len({*hands}) < len(hands):
            raise Refused
        if len(leading) < 2:
            return "burned" if leading else "none", leading
        if tie == "lift" and sum(map(self.weight, hands)) * 2 > len(self.alive):
            return "lifted", leading
        return ("burned", leading) if tie == "all" else ("tie", [])

    def voted(
        self, rules: Row, counts: Counter[int], accused: list[int], again: list[Any], pyre: str, gone: list[str],
        out: list[int],
    ) -> None:  # fmt: skip
        spared = [seat for seat in out if self.spared(rules, seat, "day")]
        for seat in spared if "spared" in rules else ():
            self.put(seat, rules["spared"])
        burned = [seat for seat in out if seat not in spared]
        causes = {seat: ["vote"] for seat in burned}
        if not self.how:
            self.die(causes, "day")
        every = {**self.gone_by_day, **causes}
        told = {**self.told_by_day, **self.show(causes)}
        listed = {"again": [self.sums(each) for each in again], "list": [p(seat) for seat in self.listed], "left": gone}
        row = {"counts": self.sums(counts), "accused": ps(accused), "run_off": {}, "burned": ps(burned)}
        row |= {"pyre": "spared" if spared and not burned else pyre, "spared": ps(spared), "out": ps(every)}
        self.days.append(self.placed({**row, **listed, "causes": every, "turned": self.turned, "shown": told}))
        if not self.how:
            self.try_end()
        self.drop("day")

    def sums(self, counts: Counter[int]) -> Row:
        return {p(seat): plain(counts[seat]) for seat in sorted(counts)}
