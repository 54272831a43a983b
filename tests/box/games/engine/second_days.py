"""The second referee of a day that is led, made from the contract alone: elections, lists, votes again, and ties."""

from copy import deepcopy
from typing import Any

from tests.box.games.engine.second_night import Refused, Row, p, ps
from tests.box.games.engine.second_referee import Second, Sheet


def seats(places: Any) -> list[int]:
    return [int(place[1:]) for place in places]


def plain(counts: dict[int, float]) -> Row:
    return {p(seat): int(votes) if votes == int(votes) else votes for seat, votes in counts.items() if votes}


class SecondLed(Second):
    """One game under way whose days are led."""

    def __init__(self, file: Row, game: Row) -> None:
        self.paper = deepcopy(game["rounds"])
        super().__init__(file, game, Sheet(game))

    def key(self, row: Row, seat: int) -> Any:
        return row["do"].get("shares", row["id"]), seat if row["do"].get("together", "each") == "each" else 0

    def votes_of(self, cast: Row, pool: list[int], barred: list[int], rest: int = 0) -> dict[int, float]:
        found, own = dict.fromkeys(pool, 0.0), self.file.get("day", {}).get("self", False)
        for voter in self.alive:
            targets = seats(cast.get(str(voter), []))
            if targets and (voter in barred or targets[0] not in pool or (targets[0] == voter and not own)):
                raise Refused
            if voter not in barred and (targets or rest):
                found[targets[0] if targets else rest] += self.weight(voter)
        return {seat: votes for seat, votes in found.items() if votes}

    def first_of(self, counts: dict[int, float]) -> list[int]:
        return sorted(seat for seat in counts if counts[seat] == max(counts.values()))

    def on_night(self, row: Row) -> bool:
        night = row.get("nights", "first")
        return bool(
            {"every": True, "first": self.number == 1, "later": self.number > 1}.get(night, night == self.number)
        )

    def elect(self, moment: str) -> Row:
        found: Row = {}
        for row in self.file.get("elect", []):
            held = row.get("moment", "after") == moment and self.on_night(row) and self.holds(row)
            if held and not any(row["mark"] in self.marks[seat] for seat in self.alive):
                name = row.get("id", row["mark"])
                chosen = self.paper[self.number - 1].get("elections", {}).get(name, {})
                winner = self.winner(row, chosen)
                found[name] = p(winner) if winner else None
                if winner:
                    self.marks[winner].add(row["mark"])
        return found

    def winner(self, row: Row, chosen: Row) -> int:
        pool = seats(chosen.get("stand", [])) if row.get("stand") else self.alive
        barred, again = pool if row.get("stand") else [], chosen.get("again", [])
        if row.get("stand") and len(pool) < 2:
            return pool[0] if pool else 0
        first = self.first_of(self.votes_of(chosen.get("votes", {}), pool, barred))
        for cast in again:
            first = self.first_of(self.votes_of(cast, first, barred))
        if len(first) > 1 and len(again) < row.get("again", 0):
            raise Refused
        return first[0] if len(first) == 1 else 0

    def day(self) -> None:
        self.turned = {}
        rules, day = self.file.get("day", {}), self.paper[self.number - 1]["day"]
        named = seats(each["of"] for each in day.get("nominations", []))
        pool = named if rules["vote"] == "listed" else self.alive
        rest, again = named if rules.get("rest") == "last" else [], list[Row]()
        counts: dict[int, float] = {}
        how, out, accused = "none", list[int](), list[int]()
        if rules["vote"] == "listed" and len(named) == 1 and rules.get("one", "out") != "vote":
            out = [] if rules.get("one") == "not-first" and self.number == 1 else named
            how = "direct" if out else "none"
        elif pool:
            counts = self.votes_of(day.get("votes", {}), pool, [], rest[-1] if rest else 0)
            out = self.first_of(counts)
            for cast in day.get("again", []):
                accused = out
                last = [seat for seat in rest if seat in out][-1:] or [0]
                found = self.votes_of(cast, out, [] if rules.get("tied_vote", True) else out, last[0])
                again.append(plain(found))
                out = self.first_of(found)
            if len(out) > 1 and len(again) < rules.get("again", 0):
                raise Refused
            how, out = self.last_tie(rules, day, out)
        spared = [seat for seat in out if self.spared(rules, seat, "day")]
        for seat in spared:
            self.marks[seat] |= {rules["spared"]} if "spared" in rules else set()
        burned = [seat for seat in out if seat not in spared]
        causes = {seat: ["vote"] for seat in burned}
        self.die(causes, "day")
        row = {"counts": plain(counts), "accused": ps(accused), "pyre": "spared" if spared and not burned else how}
        row |= {
            "burned": ps(burned),
            "spared": ps(spared),
            "out": ps(causes),
            "shown": self.show(causes),
            "run_off": {},
        }
        led = {"again": again, "list": [p(seat) for seat in named], "left": []}
        self.days.append(self.placed({**row, **led, "causes": causes, "turned": self.turned}))
        self.try_end()
        self.drop("day")

    def last_tie(self, rules: Row, day: Row, out: list[int]) -> tuple[str, list[int]]:
        if len(out) < 2:
            return ("burned", out) if out else ("none", [])
        if "tie_by" in day:
            holders = [seat for seat in self.alive if rules["tie_by"] in self.marks[seat]]
            if len(holders) != 1:
                raise Refused
            return "burned", seats([day["tie_by"]])
        if rules.get("tie") == "lift" and 2 * sum(map(self.weight, day.get("lift", []))) > len(self.alive):
            return "lifted", out
        return ("burned", out) if rules.get("tie") == "all" else ("tie", [])
