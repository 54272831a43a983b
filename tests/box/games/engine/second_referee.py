"""Judges deaths, days, ends and whole games for the second referee, and reads choices from a sheet."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.box.games.engine.second_night import Refused, Row, SecondNight, p, ps, wanted

COUNTS = re.compile(r"(alive|dead|dealt|burned|killed) *\(([^()]*)\)")


class Second(SecondNight):
    """Judges one game from its first night to its verdict."""

    def morning(self) -> None:
        causes: dict[int, list[str]] = {}
        marked: set[int] = set()
        for row in filter(self.holds, self.file.get("dawn", [])):
            for seat in self.alive:
                if {row["dies"], *row.get("with", [])} <= self.marks[seat]:
                    marked.add(seat)
                    if not (self.marks[seat] & {*row.get("unless", [])} or self.spared(row, seat, "night")):
                        causes.setdefault(seat, []).append(row.get("cause", row["dies"]))
        elected = self.elect("before")
        self.die(causes, "night")
        announced = self.announced()
        shown = {**self.show(causes), **{p(seat): role for seat, role in self.shown.items()}}
        told = {p(seat): entries for seat, entries in self.told.items()}
        night = {"told": told, "notified": ps(self.felt), "killed": ps(causes), "saved": ps(marked - self.gone.keys())}
        news = {"turned": self.turned, "announced": announced, "shown": shown}
        self.nights.append(self.placed({**night, "causes": causes, **news}))
        self.drop("night")
        self.try_end()
        elected |= {} if self.how else self.elect("after")
        self.nights[-1] |= {"elected": elected} if self.file["format"] > 1 else {}
        self.nights[-1]["announced"] |= self.announced()

    def announced(self) -> Row:
        return {
            mark: ps(seats)
            for mark, row in self.file.get("mark", {}).items()
            if row.get("announced") and (seats := [seat for seat in self.alive if mark in self.marks[seat]])
        }

    def elect(self, moment: str) -> Row:
        return {}

    def placed(self, row: Row) -> Row:
        return {
            key: {p(n) if isinstance(n, int) else n: each for n, each in value.items()}
            if isinstance(value, dict)
            else value
            for key, value in row.items()
        }

    def spared(self, row: Row, seat: int, when: str) -> bool:
        if self.meant(seat, row.get("spares", [])):
            return True
        if (when, seat) not in self.once and self.meant(seat, row.get("spares_once", [])):
            self.once.add((when, seat))
            return True
        return False

    def leave(self, seat: int, causes: list[str], when: str) -> None:
        self.gone[seat] = {"round": self.number, "when": when, "cause": causes}

    def die(self, causes: dict[int, list[str]], when: str) -> None:
        wave = dict(causes)
        while wave:
            for seat, found in wave.items():
                self.leave(seat, found, when)
            doomed: dict[int, list[str]] = {}
            for row in filter(self.holds, self.file.get("death", [])):
                dead = [seat for seat, found in wave.items() if {*row.get("cause", found)} & {*found}]
                dead = [seat for seat in dead if not {*row.get("not_cause", [])} & {*wave[seat]}]
                for other in self.follow(row, [seat for seat in dead if self.meant(seat, row["of"])], when):
                    doomed[other] = [*doomed.get(other, []), row["id"]]
            causes |= doomed
            wave = doomed
        self.source.finish(self.number, "dawn" if when == "night" else "dusk")

    def follow(self, row: Row, dead: list[int], when: str) -> set[int]:
        """Apply one death row to these deaths. Return who else dies."""
        if "takes" in row:
            return {one for seat in dead for one in self.pool(row["takes"], seat)}
        if "powerless" in row and dead:
            self.powerless |= {one for one in self.alive if self.meant(one, row["powerless"])}
        if "becomes" in row and dead:
            for one in [one for one in self.alive if self.meant(one, row["becomes"]["who"])]:
                self.role[one] = self.turned[one] = row["becomes"]["into"]
        if "chooses" not in row:
            return set()
        pools = {seat: self.pool(row["chooses"], seat) for seat in dead}
        chosen = {seat: self.last_choice(row, seat, pool, when) for seat, pool in pools.items()}
        if "mark" not in row:
            return {one for seat in dead if seat not in self.powerless for one in chosen[seat]}
        for one in {one for seat in dead for one in chosen[seat]}:
            self.marks[one].add(row["mark"])
        return set()

    def last_choice(self, row: Row, seat: int, pool: set[int], when: str) -> list[int]:
        entry = self.source.died(self.number, when, seat, row, pool)
        if entry is None or not (entry["targets"] or entry.get("role") or entry.get("direction")):
            return []
        if len(entry["targets"]) != 1 or not {*entry["targets"]} <= pool or entry.get("role") or entry.get("direction"):
            raise Refused
        return list(entry["targets"])

    def show(self, seats: Iterable[int]) -> Row:
        how = self.file.get("day", {}).get("show", "nothing")
        sides = {p(seat): self.roles[self.role[seat]]["side"] for seat in seats if how == "side"}
        return sides | {p(seat): self.role[seat] for seat in seats if how == "role"}

    def drop(self, lasts: str) -> None:
        for mark, row in self.file.get("mark", {}).items():
            for marks in self.marks.values() if row.get("lasts", "night") == lasts else ():
                marks.discard(mark)

    # the day

    def weight(self, seat: int) -> int:
        says = [self.file["mark"][mark].get("votes") for mark in self.marks[seat]]
        says = [votes for votes in says if votes is not None]
        return 0 if 0 in says else max([*says, self.roles[self.role[seat]].get("votes", 1)])

    def count(self, key: str, voters: list[int], pool: list[int]) -> Counter[int]:
        votes = self.source.votes(self.number, key, voters, pool)
        found: Counter[int] = Counter()
        for seat, targets in (votes or {}).items():
            if not targets:
                continue
            if len(targets) > 1 or seat not in voters or targets[0] not in pool or targets[0] == seat:
                raise Refused
            found[targets[0]] += self.weight(seat)
        return +found

    def day(self) -> None:
        self.turned = {}
        rules, alive = self.file.get("day", {}), self.alive
        scheme, out, accused, runoff = rules.get("vote", "none"), list[int](), list[int](), Counter[int]()
        counts, pyre = Counter[int](), "none"
        if scheme in ("majority", "three"):
            counts = self.count("votes", alive, alive)
            need = 2 if scheme == "three" else (len(alive) // 2 + 1 if rules.get("need") == "half" else 1)
            out = [seat for seat in alive if counts[seat] == max(counts.values(), default=0) >= need]
        elif scheme == "nomination":
            for row in self.nominations(alive):
                counts[row["of"]] = sum(map(self.weight, row["hands"]))
            counts = +counts
            accused = [seat for seat in alive if counts[seat] * 2 > len(alive)]
            out = [seat for seat in accused if counts[seat] == max(counts.values())]
        elif scheme == "run-off":
            counts = self.count("accusation", alive, alive)
            steps = sorted(set(counts.values()), reverse=True)
            accused = [seat for seat in alive if counts[seat] and counts[seat] == steps[0]]
            if len(accused) == 1 and len(steps) > 1:
                accused = [seat for seat in alive if counts[seat] in steps[:2]]
            if len(accused) > 1:
                runoff = self.count("run_off", [seat for seat in alive if seat not in accused], accused)
                out = [seat for seat in accused if runoff[seat] and runoff[seat] == max(runoff.values())]
            else:
                out = accused
        if out:
            pyre = "direct" if scheme == "run-off" and len(accused) == 1 else "burned"
        if len(out) > 1 and scheme != "three" and rules.get("tie", "nobody") == "nobody":
            pyre, out = "tie", []
        spared = [seat for seat in out if self.spared(rules, seat, "day")]
        burned = [seat for seat in out if seat not in spared]
        causes = {seat: ["vote"] for seat in burned}
        self.die(causes, "day")
        row = {"counts": dict(counts), "accused": ps(accused), "pyre": "spared" if spared and not burned else pyre}
        shown = {"run_off": {seat: runoff[seat] for seat in accused if len(accused) > 1 and scheme == "run-off"}}
        more = {"burned": ps(burned), "spared": ps(spared), "out": ps(causes), "shown": self.show(causes)}
        self.days.append(self.placed({**row, **shown, **more, "causes": causes, "turned": self.turned}))
        self.try_end()
        self.drop("day")

    def nominations(self, alive: list[int]) -> list[Row]:
        rows = self.source.nominations(self.number, alive)
        for row in rows:
            if not {row["by"], row["of"], *row["hands"]} <= {*alive} or row["by"] == row["of"]:
                raise Refused
            if len({*row["hands"]}) < len(row["hands"]):
                raise Refused
        if max((*Counter(row["by"] for row in rows).values(), *Counter(row["of"] for row in rows).values(), 0)) > 1:
            raise Refused
        return rows

    # the end

    def try_end(self) -> None:
        rows = [row for row in self.file.get("end", []) if self.holds(row)]
        now = [row for row in rows if self.true(row["if"])]
        self.kept += [row["id"] for row in now if not row.get("stops", True) and row["id"] not in self.kept]
        stop = next((row for row in now if row.get("stops", True)), None)
        if stop:
            self.how = stop["id"]
            for row in [row for row in rows if row["id"] in self.kept] + [stop]:
                among = self.alive if row.get("living") else self.dealt
                self.winners |= {seat for seat in among if self.meant(seat, row["wins"])}

    def true(self, text: str) -> bool:
        plain = COUNTS.sub(lambda found: str(self.number_of(found[1], found[2])), text)
        return bool(eval(plain, {"__builtins__": {}}, {"night": self.number, "players": len(self.dealt)}))  # noqa: S307

    def number_of(self, what: str, inside: str) -> int:
        names = [name.strip() for name in inside.split(",")]
        if what == "dealt":
            plus, minus = wanted(names)
            own = [self.called_by(role) for role in self.dealt.values()]
            return sum(bool(plus & (each | {"all"})) and not minus & each for each in own)
        seats = {
            "alive": self.alive,
            "dead": list(self.gone),
            "burned": [seat for seat in self.gone if "vote" in self.gone[seat]["cause"]],
            "killed": [seat for seat in self.gone if self.gone[seat]["when"] == "night"],
        }
        return sum(self.meant(seat, names) for seat in seats[what])

    def play(self, rounds: int) -> Row:
        """Play up to this many rounds. Return the verdict without its reasons."""
        if rounds > (60 if self.file.get("nights") == "many" else 1):
            raise Refused
        for number in range(1, rounds + 1):
            if self.how or len(self.days) < number - 1:
                raise Refused
            self.night()
            self.morning()
            if self.source.has_day(number):
                if self.how:
                    raise Refused
                self.day()
        return self.verdict()

    def verdict(self) -> Row:
        players = {
            p(seat): {
                "role": role,
                "side": self.roles[role]["side"],
                "in_play": seat not in self.gone,
                "out": self.gone.get(seat),
                "marks": sorted(self.marks[seat]),
            }
            for seat, role in self.role.items()
        }
        end = {"how": self.how, "round": self.number if self.how else None}
        return {
            "nights": self.nights,
            "days": self.days,
            "players": players,
            "end": end,
            "winners": ps(self.winners),
            "warnings": self.warnings,
        }


class Sheet:
    """Reads the choices of a game from its written form."""

    def __init__(self, game: Row) -> None:
        self.rounds: list[Row] = game["rounds"]
        self.left: dict[Any, Row] = {}
        for number, row in enumerate(self.rounds, 1):
            day = row.get("day") or {}
            for phase, entries in (("night", row["night"]), ("dawn", row["dawn"]), ("dusk", day.get("dusk", []))):
                for entry in entries:
                    key = (number, phase, entry["seat"], entry["as"])
                    if key in self.left:
                        raise Refused
                    written = [entry["target"]] if entry.get("target") else entry.get("targets", [])
                    self.left[key] = {**entry, "targets": [int(place[1:]) for place in written]}

    def called(self, number: int, seat: int, call: Row, pool: set[int]) -> Row | None:
        return self.left.pop((number, "night", seat, call["id"]), None)

    def died(self, number: int, when: str, seat: int, row: Row, pool: set[int]) -> Row | None:
        return self.left.pop((number, "dawn" if when == "night" else "dusk", seat, row["id"]), None)

    def has_day(self, number: int) -> bool:
        return "day" in self.rounds[number - 1]

    def votes(self, number: int, key: str, voters: list[int], pool: list[int]) -> dict[int, list[int]] | None:
        day = self.rounds[number - 1]["day"]
        if key == "run_off" and key not in day:
            raise Refused
        sheet = day if key == "votes" else day.pop(key, {})
        return {int(seat): [int(place[1:]) for place in places] for seat, places in sheet.get("votes", {}).items()}

    def nominations(self, number: int, seats: list[int]) -> list[Row]:
        rows = self.rounds[number - 1]["day"].get("nominations", [])
        return [{**row, "of": int(row["of"][1:])} for row in rows]

    def finish(self, number: int, phase: str) -> None:
        if any(key[:2] == (number, phase) for key in self.left):
            raise Refused
        if phase == "dusk" and "run_off" in self.rounds[number - 1]["day"]:
            raise Refused
