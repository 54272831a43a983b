"""Draws small random game files and games, and spoils games in one place. The second referee plays each game while it
is drawn, so that most choices are legal."""

import json
from copy import deepcopy
from random import Random
from typing import Any

from tests.box.games.engine.second_night import Row, p
from tests.box.games.engine.second_referee import Second

GROUPS = ("east", "west", "odd", "even")
VERBS = (
    *("view", "take", "trade", "swap", "shift", "copy", "turn", "shield", "mark", "mark", "unmark", "ask", "compare"),
    *("number", "trail", "guess", "block", "convert", "look", "peek", "mark", "mark", "rest"),
)
PLAIN, PAIR = {"look", "rest", "peek", "number"}, {"swap", "compare"}


def random_file(chance: Random) -> Row:
    """Return a random file as the tables of its TOML. Over many seeds, every kind of event and end occurs."""
    roles = [f"r{at}" for at in range(chance.randint(3, 6))]
    marks = [f"m{at}" for at in range(chance.randint(1, 4))]
    names = [*GROUPS, *roles, *marks]
    file: Row = {"format": 1, "players": [4, 8], "nights": "many", "side": {"east": {}, "west": {}}}
    file["role"] = {role: random_role(chance, at) for at, role in enumerate(roles)}
    file["mark"] = {mark: random_mark(chance) for mark in marks}
    file["switch"] = {"s0": {"default": chance.random() < 0.5}}
    tags = {tag for row in file["role"].values() for tag in row["tags"]}
    names = [name for name in names if name not in GROUPS[2:] or name in tags]
    calls = chance.randint(2, 6)
    file["call"] = [random_call(chance, at, names, roles, marks) for at in range(calls)]
    file["dawn"] = [random_dawn(chance, names, marks) for _ in range(chance.randint(1, 3))]
    file["death"] = [random_death(chance, at, names, roles, marks) for at in range(chance.randint(0, 3))]
    file["day"] = random_day(chance, names)
    file["end"] = [random_end(chance, at, names, marks) for at in range(chance.randint(0, 3))]
    called = {f"c{at}{of}": f"Call {at}" for at in range(calls) for of in ("", ".of")}
    file["words"] = {"en": {"name": "Drawn", "roles": {role: role for role in roles}, "calls": called}}
    return file


def random_role(chance: Random, at: int) -> Row:
    row: Row = {"side": chance.choice(GROUPS[:2]) if at > 1 else GROUPS[at], "fills": at == 0}
    row["tags"] = [tag for tag in GROUPS[2:] if chance.random() < 0.4]
    row |= {"seen": chance.choice(GROUPS[:2])} if chance.random() < 0.3 else {}
    return row | ({"votes": chance.randint(0, 3)} if chance.random() < 0.3 else {})


def random_mark(chance: Random) -> Row:
    row: Row = {"lasts": chance.choice(("night", "night", "day", "game"))}
    row |= {key: True for key in ("felt", "announced") if chance.random() < 0.3}
    return row | ({"votes": chance.randint(0, 3)} if chance.random() < 0.3 else {})


def selection(chance: Random, names: list[str], more: tuple[str, ...] = ()) -> list[str]:
    """Return one to three names, favoring those in `more`."""
    first = chance.choice(more) if more and chance.random() < 0.6 else chance.choice(names)
    others = [chance.choice(("", "-")) + chance.choice([*names, *more]) for _ in range(chance.choice((0, 0, 1, 2)))]
    return [first, *others]


def switched(chance: Random) -> Row:
    return {"switch": chance.choice(("s0", "-s0"))} if chance.random() < 0.1 else {}


def random_call(chance: Random, at: int, names: list[str], roles: list[str], marks: list[str]) -> Row:
    row: Row = {"id": f"c{at}", "who": selection(chance, names, ("all", "east", "west"))}
    if chance.random() < 0.3:
        how = chance.choice(("eyes", "thumbs", "pointed"))
        row["meets"] = {"how": how}
        row["meets"] |= {"of": selection(chance, names)} if how != "eyes" else {}
        row["meets"] |= {"by": roles[0]} if how == "pointed" else {}
    if chance.random() < 0.3:
        row["when"] = {"nights": chance.choice(("first", "later", "odd", "even", 1, 2))}
        key = chance.choice(("in_deck", "without"))
        row["when"] |= {key: [chance.choice([*GROUPS[:2], *roles])]} if chance.random() < 0.3 else {}
    row["do"] = random_do(chance, chance.choice(VERBS), names, roles, marks)
    return row | switched(chance)


def random_do(chance: Random, verb: str, names: list[str], roles: list[str], marks: list[str]) -> Row:
    do: Row = {"verb": verb}
    if verb in ("mark", "unmark", "guess"):
        do["mark"] = chance.choice(marks)
    if verb in ("ask", "number"):
        plain = verb == "ask" and chance.random() < 0.5
        do["learns"] = chance.choice(("role", "side")) if plain else selection(chance, names)
    if verb == "convert":
        do["into"] = chance.choice(roles)
        do |= {"spares": selection(chance, names)} if chance.random() < 0.5 else {}
    if (verb not in PLAIN and verb != "shift") or verb == "number":
        reach = selection(chance, names, ("all", "others", "neighbours", "dead"))
        do |= {"of": reach} if chance.random() < 0.7 else {}
    if verb not in PLAIN:
        most = 1 if verb in ("take", "trade", "copy", "guess", "shift") else 3
        least, pairs = chance.randint(0, 1), [chance.choice((0, 2)), 2]
        do |= {"count": pairs if verb in PAIR else [least, chance.randint(1, most)]} if chance.random() < 0.5 else {}
        do |= {"uses": chance.randint(0, 2)} if chance.random() < 0.3 else {}
        do |= {"not_twice": True} if chance.random() < 0.3 else {}
        do |= {"together": chance.choice(("all", "most", "first", "each"))} if chance.random() < 0.4 else {}
    return do


def random_dawn(chance: Random, names: list[str], marks: list[str]) -> Row:
    row: Row = {"dies": chance.choice(marks)} | switched(chance)
    row |= {"cause": chance.choice(("bite", "blow"))} if chance.random() < 0.5 else {}
    row |= {"unless": [chance.choice(marks)]} if chance.random() < 0.3 else {}
    return row | {key: selection(chance, names) for key in ("spares", "spares_once") if chance.random() < 0.25}


def random_death(chance: Random, at: int, names: list[str], roles: list[str], marks: list[str]) -> Row:
    row: Row = {"id": f"d{at}", "of": selection(chance, names, ("all",))} | switched(chance)
    row |= {"cause": ["vote", "d0"]} if chance.random() < 0.2 else {}
    match chance.randint(0, 5):
        case 0 | 1:
            row["takes"] = selection(chance, names, ("neighbours",))
        case 2 | 3:
            row["chooses"] = selection(chance, names, ("all", "others", "neighbours"))
            row |= {"mark": chance.choice(marks)} if chance.random() < 0.3 else {}
        case 4:
            row["powerless"] = selection(chance, names)
        case _:
            row["becomes"] = {"who": selection(chance, names, ("all",)), "into": chance.choice(roles)}
    return row


def random_day(chance: Random, names: list[str]) -> Row:
    scheme = chance.choice(("none", "majority", "majority", "three", "run-off", "run-off", "nomination", "nomination"))
    day: Row = {
        "vote": scheme,
        "show": chance.choice(("nothing", "side", "role")),
        "tie": chance.choice(("nobody", "all")),
    }
    day |= {"need": chance.choice(("most", "half"))} if scheme == "majority" else {}
    return day | {key: selection(chance, names) for key in ("spares", "spares_once") if chance.random() < 0.2}


def random_end(chance: Random, at: int, names: list[str], marks: list[str]) -> Row:
    wins = [] if chance.random() < 0.1 else selection(chance, names, ("all", "east", "west"))
    while len(text := random_condition(chance, names, marks, 1)) > 200:
        """Draw again, since a file with such a long condition would be refused."""
    row: Row = {"id": f"e{at}", "if": text, "wins": wins} | switched(chance)
    return row | {key: value for key, value in (("living", True), ("stops", False)) if chance.random() < 0.25}


def random_condition(chance: Random, names: list[str], marks: list[str], deep: int) -> str:
    if deep and chance.random() < 0.4:
        one, other = (random_condition(chance, names, marks, deep - 1) for _ in range(2))
        return chance.choice(("{} and {}", "{} or {}", "not {}", "({} or {}) and {}")).format(one, other, one)
    sums = (" + ".join(random_term(chance, names, marks) for _ in range(chance.randint(1, 2))) for _ in range(2))
    return chance.choice(("==", "<", "<=", ">", ">=", "!=")).join(f" {each} " for each in sums).strip()


def random_term(chance: Random, names: list[str], marks: list[str]) -> str:
    what = chance.choice(("alive", "alive", "dead", "dealt", "burned", "killed", "", ""))
    if not what:
        return chance.choice(("night", "players", "1", "2", "3", "night - 1"))
    among = [name for name in names if what != "dealt" or name not in marks]
    return f"{what}({', '.join(selection(chance, among, ('all',)))}){chance.choice(('', '', ' * 2'))}"


def as_toml(file: Row) -> str:
    """Return the TOML text of a game file."""
    heads = {key: value for key, value in file.items() if not isinstance(value, dict | list) or key == "players"}
    text = "".join(f"{key} = {plain(value)}\n" for key, value in heads.items())
    for key, value in file.items():
        if key == "day":
            text += f"[day]\n{rows(value)}"
        elif isinstance(value, dict):
            text += "".join(f"[{key}.{name}]\n{rows(row)}" for name, row in value.items())
        elif key not in heads:
            text += "".join(f"[[{key}]]\n{rows(row)}" for row in value)
    return text


def rows(table: Row) -> str:
    return "".join(f"{key} = {plain(value)}\n" for key, value in table.items())


def plain(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {plain(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


class Drawn:
    """Draws every choice at random, and writes it on a sheet."""

    def __init__(self, chance: Random, roles: list[str]) -> None:
        self.chance, self.roles, self.rounds = chance, roles, list[Row]()

    def sheet(self, number: int) -> Row:
        while len(self.rounds) < number:
            self.rounds.append({"night": [], "dawn": []})
        return self.rounds[number - 1]

    def called(self, number: int, seat: int, call: Row, pool: set[int]) -> Row | None:
        do, draw = call["do"], self.chance
        verb, entry = do["verb"], {"seat": seat, "as": call["id"]}
        pair = verb in PAIR
        least, most = do.get("count", [2, 2] if pair else [1, 1])
        count = draw.choice((0, 2)) if pair else draw.randint(least, most)
        if call["spent"] or draw.random() < 0.15 or (verb != "shift" and len(pool) < max(count, 1)):
            return None
        same = draw.random() < 0.5 and do.get("together", "each") != "each"
        count = 0 if verb == "shift" else count
        targets = sorted(pool)[:count] if same else draw.sample(sorted(pool), count)
        if verb == "shift":
            entry["direction"] = draw.choice(("left", "right"))
        if verb == "guess" and targets:
            entry["role"] = draw.choice(self.roles)
        entry["targets"] = [p(each) for each in targets]
        self.sheet(number)["night"].append(entry)
        return {**entry, "targets": targets}

    def died(self, number: int, when: str, seat: int, row: Row, pool: set[int]) -> Row | None:
        if not pool or self.chance.random() < 0.2:
            return None
        target = self.chance.choice(sorted(pool))
        where = self.sheet(number)["dawn"] if when == "night" else self.sheet(number)["day"].setdefault("dusk", [])
        where.append({"seat": seat, "as": row["id"], "target": p(target)})
        return {"targets": [target]}

    def has_day(self, number: int) -> bool:
        self.sheet(number)["day"] = {}
        return True

    def votes(self, number: int, key: str, voters: list[int], pool: list[int]) -> dict[int, list[int]]:
        few = self.chance.sample(pool, min(2, len(pool)))
        found = {seat: [self.chance.choice(few)] for seat in voters if self.chance.random() < 0.8}
        found = {seat: targets for seat, targets in found.items() if targets != [seat]}
        written = {"votes": {str(seat): [p(each) for each in targets] for seat, targets in found.items()}}
        self.sheet(number)["day"] |= written if key == "votes" else {key: written}
        return found

    def nominations(self, number: int, seats: list[int]) -> list[Row]:
        by, of = (self.chance.sample(seats, min(2, len(seats))) for _ in range(2))
        found = [
            {"by": one, "of": other, "hands": [seat for seat in seats if self.chance.random() < 0.6]}
            for one, other in zip(by, of, strict=True)
            if one != other
        ]
        self.sheet(number)["day"]["nominations"] = [{**row, "of": p(row["of"])} for row in found]
        return found

    def finish(self, number: int, phase: str) -> None:
        """Accept everything: a drawn game has no choices that nobody asked for."""


def random_game(file: Row, chance: Random) -> Row:
    """Return a random game of this file that is legal up to its last round."""
    roles, (least, most) = list(file["role"]), file["players"]
    game: Row = {"game": "drawn", "players": chance.choices(roles, k=chance.randint(least, min(most, least + 4)))}
    game |= {"deck": chance.sample(roles, len(roles) - 1)} if chance.random() < 0.2 else {}
    game |= {"house_rules": {each: chance.random() < 0.5 for each in file.get("switch", {})}}
    source = Drawn(chance, roles)
    second = Second(file, game, source)
    nights = 4 if file["nights"] == "many" else 1
    for number in range(1, nights + 1):
        source.sheet(number)
        second.night()
        second.morning()
        if second.how or (number == nights and chance.random() < 0.5):
            break
        source.has_day(number)
        second.day()
        if second.how:
            break
    return game | {"rounds": source.rounds}


def spoilt(game: Row, chance: Random) -> Row:
    """Return the game with one thing changed, which may or may not break a rule."""
    game = deepcopy(game)
    row = chance.choice(game["rounds"])
    entries = [*row["night"], *row["dawn"], *row.get("day", {}).get("dusk", [])]
    place, seat = p(chance.randint(1, 9)), chance.randint(1, 9)
    match chance.randint(0, 7):
        case 0 if entries:
            chance.choice(entries)["seat"] = seat
        case 1 if entries:
            entry = chance.choice(entries)
            entry.pop("target", None)
            entry["targets"] = chance.sample([p(each) for each in range(1, 9)], chance.randint(0, 3))
        case 2 if row["night"]:
            row["night"].append(dict(chance.choice(row["night"])))
        case 3:
            row["night"].append({"seat": seat, "as": f"c{chance.randint(0, 6)}", "targets": [place]})
        case 4:
            row["dawn"].append({"seat": seat, "as": f"d{chance.randint(0, 3)}", "target": place})
        case 5 if "day" in row:
            del row["day"]
        case 6 if "day" in row:
            spoil_day(row["day"], chance, seat, place)
        case _:
            game["rounds"].append({"night": [], "dawn": []})
    return game


def spoil_day(day: Row, chance: Random, seat: int, place: str) -> None:
    sheets = [each for each in (day, day.get("accusation"), day.get("run_off")) if each and "votes" in each]
    if sheets:
        chance.choice(sheets)["votes"][str(seat)] = [place]
    elif "nominations" in day:
        day["nominations"].append({"by": seat, "of": place, "hands": [chance.randint(1, 8)]})
    day |= {"run_off": {"votes": {}}} if chance.random() < 0.2 else {}
