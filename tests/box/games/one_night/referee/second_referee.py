"""A second referee, written from the rules text alone and sharing nothing with the first: slow, literal, mutable.

It takes a legal game as `nightcrier judge` reads it and walks through the night call by call, moving card objects
about. It never refuses anything: the random games it is asked about are legal."""

from typing import Any

WOLF_CARDS = ["werewolf", "alpha-wolf", "mystic-wolf", "dream-wolf"]
CALLED = {
    "0": "sentinel",
    "1": "doppelganger",
    "1-minion": "",
    "2": "",
    "2-B": "alpha-wolf",
    "2-C": "mystic-wolf",
    "3": "minion",
    "4": "",
    "5": "seer",
    "5-B": "apprentice-seer",
    "5-C": "paranormal-investigator",
    "6": "robber",
    "6-B": "witch",
    "7": "troublemaker",
    "7-B": "village-idiot",
    "8": "drunk",
    "9": "insomniac",
    "9a": "insomniac",
    "10": "curator",
    "10a": "curator",
    "11": "revealer",
    "11a": "revealer",
}
"""Maps the wake order of the rules text to names; calls that wake several cards have none."""

AT_ONCE = {
    *("seer", "apprentice-seer", "paranormal-investigator", "robber", "witch", "troublemaker"),
    *("village-idiot", "drunk", "sentinel", "alpha-wolf", "mystic-wolf"),
}

IN_THE_BOXES = {"villager": 3, "werewolf": 2, "mason": 2}
"""How many cards of these roles the boxes hold. Every other role has one."""
MUST, MOVES_THE_OWN = {"doppelganger", "alpha-wolf", "drunk"}, {"robber", "drunk", "insomniac"}

TOKENS = {"claw-of-the-werewolf": "werewolf", "brand-of-the-villager": "villager", "cudgel-of-the-tanner": "tanner"}


class Card:
    """Holds a card on the table. `became` is the role that it plays as once a Doppelganger or P.I. has changed."""

    def __init__(self, face: str) -> None:
        self.face = face
        self.became: str | None = None


class Table:
    """Holds everything on the table, and what every player has seen."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.size = len(game["players"])
        self.people = [f"P{n}" for n in range(1, self.size + 1)]
        self.dealt = dict(zip(self.people, game["players"], strict=True))
        self.lying = {person: Card(self.dealt[person]) for person in self.people}
        self.lying.update({f"C{n + 1}": Card(face) for n, face in enumerate(game["center"])})
        if game.get("center_wolf"):
            self.lying["CW"] = Card(game["center_wolf"])
        self.own = dict(self.lying)
        self.viewed: dict[str, str] = {}
        self.shielded: set[str] = set()
        self.tokens: dict[str, str] = {}
        self.open: set[str] = set()
        self.stopped: list[tuple[str, str]] = []
        self.seen: dict[str, list[Any]] = {person: [] for person in self.people}
        self.wishes = {(f"P{entry['seat']}", entry["as"]): entry for entry in game.get("night", [])}
        for place, role in game.get("acts_as", {}).items():
            self.lying[place].became = role
            if self.dealt.get(place) == "doppelganger":
                self.viewed[place] = role

    def look(self, who: str, place: str) -> str:
        face = self.lying[place].face
        self.seen[who].append({"place": place, "card": face})
        return face

    def swap(self, here: str, there: str) -> None:
        self.lying[here], self.lying[there] = self.lying[there], self.lying[here]

    def is_wolf_tonight(self, person: str) -> bool:
        return self.dealt[person] in WOLF_CARDS or self.viewed.get(person) in WOLF_CARDS

    def is_tonight(self, person: str, role: str) -> bool:
        return self.dealt[person] == role or self.viewed.get(person) == role

    # -- the deeds -------------------------------------------------------------------------------------------------

    def act(self, who: str, role: str) -> None:
        wish = self.wishes.get((who, role))
        if wish is not None:
            targets = self.reached(role, wish.get("targets") or [])
            free = [place for place in targets if place not in self.shielded]
            if (free != targets and role != "sentinel") or (who in self.shielded and role in MOVES_THE_OWN):
                self.stopped.append((who, role))
            getattr(self, f"as_{role.replace('-', '_')}")(who, free, wish)

    def reached(self, role: str, targets: list[str]) -> list[str]:
        """Return the cards that somebody reaches. A P.I. stops at the first card that changes his role."""
        if role == "paranormal-investigator":
            for at, place in enumerate(targets, 1):
                if place not in self.shielded and self.lying[place].face in [*WOLF_CARDS, "tanner"]:
                    return targets[:at]
        return targets

    def as_looker(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        for place in free:
            self.look(who, place)

    as_seer = as_apprentice_seer = as_mystic_wolf = as_werewolf = as_looker

    def as_sentinel(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        self.shielded.update(wish["targets"])

    def as_doppelganger(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        for place in free:
            self.viewed[who] = self.own[who].became = self.look(who, place)
            if self.viewed[who] in AT_ONCE:
                self.act(who, self.viewed[who])

    def as_paranormal_investigator(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        for place in free:
            face = self.look(who, place)
            if face in [*WOLF_CARDS, "tanner"]:
                self.own[who].became = "tanner" if face == "tanner" else "werewolf"
                return

    def as_robber(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        if free and who not in self.shielded:
            self.swap(who, free[0])
            self.look(who, who)

    def as_witch(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        self.look(who, free[0])
        if len(free) == 2:
            self.swap(*free)

    def as_troublemaker(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        if len(free) == 2:
            self.swap(*free)

    def as_alpha_wolf(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        if free:
            self.swap("CW", free[0])

    def as_drunk(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        if who not in self.shielded:
            self.swap(who, free[0])

    def as_insomniac(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        if who not in self.shielded:
            self.look(who, who)

    def as_curator(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        if free:
            self.tokens[free[0]] = wish["artifact"]

    def as_revealer(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        for place in free:
            if self.look(who, place) not in [*WOLF_CARDS, "tanner"]:
                self.open.add(place)

    def as_village_idiot(self, who: str, free: list[str], wish: dict[str, Any]) -> None:
        ring = [person for person in self.people if person != who and person not in self.shielded]
        cards = [self.lying[person] for person in ring]
        turned = cards[-1:] + cards[:-1] if wish["direction"] == "left" else cards[1:] + cards[:1]
        self.lying.update(zip(ring, turned, strict=True))

    # -- the night -------------------------------------------------------------------------------------------------

    def sleep(self) -> None:
        for call, role in CALLED.items():
            for person in self.people:
                if call in {"1-minion", "2", "3", "4"}:
                    self.meet(call, person)
                elif call.endswith("a"):
                    if self.viewed.get(person) == role:
                        self.act(person, role)
                elif self.dealt[person] == role:
                    self.act(person, role)
                    self.catch_up(call, person)

    def catch_up(self, call: str, person: str) -> None:
        """Let a Doppelganger who had already viewed, as `acts_as` says, do what her role does at once."""
        copied = self.viewed.get(person)
        if call == "1" and (person, "doppelganger") not in self.wishes and copied in AT_ONCE:
            self.act(person, copied)

    def meet(self, call: str, person: str) -> None:
        wolves = [other for other in self.people if other != person and self.is_wolf_tonight(other)]
        masons = [other for other in self.people if other != person and self.is_tonight(other, "mason")]
        if call == "2" and self.is_wolf_tonight(person) and not self.is_tonight(person, "dream-wolf"):
            self.recognise(person, wolves)
            self.act(person, "werewolf")
        if call == "1-minion" and self.viewed.get(person) == "minion":
            self.recognise(person, wolves)
        if call == "3" and self.dealt[person] == "minion":
            self.recognise(person, wolves)
        if call == "4" and self.is_tonight(person, "mason"):
            self.recognise(person, masons)

    def recognise(self, who: str, others: list[str]) -> None:
        if others:
            self.seen[who].append({"seats": others})

    # -- what people are warned of ---------------------------------------------------------------------------------

    def warnings(self) -> list[str]:
        found = [f"Seat {who[1:]}, the {called(role)}, was stopped by a shield" for who, role in self.stopped]
        found = [f"{line}: what it forbids was left out." for line in found]
        cards = [card.face for card in self.own.values()]
        for role in {*cards}:
            there, held = IN_THE_BOXES.get(role, 1), cards.count(role)
            if held > there:
                found.append(f"The boxes hold {there} of the {called(role)}, and this table has {held}.")
        if cards.count("mason") == 1:
            found.append("One Mason is alone: Masons come in two.")
        if self.size > 10:
            said = "some cannot reach each other's cards: somebody who does not play moves them."
            found.append(f"Of {self.size} players {said}")
        for person in filter(self.shirks, self.people):
            duty = called(self.viewed.get(person, self.dealt[person]))
            said = f"Seat {person[1:]}, the {duty}, must act and did nothing: judged as if nothing was done."
            found.append(said)
        return found

    def shirks(self, person: str) -> bool:
        """Say whether somebody had to act, could, and did not. A Doppelganger who viewed before the night is exempt."""
        role = self.viewed.get(person, self.dealt[person])
        copied = role != self.dealt[person]
        if role not in MUST or self.chose(person, role) or (copied and not self.chose(person, "doppelganger")):
            return False
        others = [other for other in self.people if other != person and other not in self.shielded]
        if role == "drunk":
            return person not in self.shielded
        if role == "alpha-wolf":
            wolf = (lambda other: self.dealt[other] == role) if copied else self.is_wolf_tonight
            others = [other for other in others if not wolf(other)]
        return bool(others)

    def chose(self, person: str, role: str) -> bool:
        return bool(self.wishes.get((person, role), {}).get("targets"))

    # -- the end ---------------------------------------------------------------------------------------------------

    def role(self, person: str) -> str:
        card = self.lying[person]
        return TOKENS.get(self.tokens.get(person, ""), card.became or card.face)

    def team(self, person: str) -> str:
        role = self.role(person)
        if role in WOLF_CARDS or role == "minion":
            return "werewolf"
        return "tanner" if role == "tanner" else "village"


def called(role: str) -> str:
    return role.replace("-", " ").title()


def count_votes(table: Table, votes: list[int | None]) -> tuple[dict[str, int], list[str], list[str]]:
    """Return each seat's votes, the protected seats and the dead."""
    points = {p: f"P{v}" for p, v in zip(table.people, votes, strict=True) if v is not None}
    guards = [person for person in table.people if table.role(person) == "bodyguard"]
    safe = {points[guard] for guard in guards if guard in points}
    counts = {person: sum(1 for p, at in points.items() if at == person and p not in guards) for person in table.people}
    in_danger = {person: votes for person, votes in counts.items() if person not in safe}
    dead: set[str] = set()
    if in_danger and max(in_danger.values()) >= 2:
        dead = {person for person, votes in in_danger.items() if votes == max(in_danger.values())}
    while True:
        shot = {points[p] for p in dead if table.role(p) == "hunter" and p in points} - safe - dead
        if not shot:
            break
        dead |= shot
    return counts, [p for p in table.people if p in safe], [p for p in table.people if p in dead]


def who_wins(table: Table, dead: list[str], house_rules: dict[str, bool]) -> list[str]:
    """Return the winners, following the table of winners line by line."""
    minion_must_live = house_rules.get("minion_must_live", False)
    cudgel_fell = any(table.tokens.get(person) == "cudgel-of-the-tanner" for person in dead)
    wolves = [person for person in table.people if table.role(person) in WOLF_CARDS]
    minions = [person for person in table.people if table.role(person) == "minion"]
    tanners = [person for person in table.people if table.role(person) == "tanner"]
    villagers = [person for person in table.people if table.team(person) == "village"]
    winners = [tanner for tanner in tanners if tanner in dead]
    if wolves:
        if any(wolf in dead for wolf in wolves):
            winners += villagers
        elif not winners:
            winners += wolves + minions
    elif not dead or (house_rules.get("unharmed_village_wins") and set(dead) <= {*minions, *tanners}):
        winners += villagers
    elif house_rules.get("cudgel_stops_team") and cudgel_fell:
        pass
    elif any(person not in minions for person in dead):
        winners += [minion for minion in minions if not (minion_must_live and minion in dead)]
    return [person for person in table.people if person in winners]


def second_opinion(game: dict[str, Any]) -> dict[str, Any]:
    """Return the verdict with the same keys as the command prints, without the sentences."""
    table = Table(game)
    table.sleep()
    verdict: dict[str, Any] = {
        "players": {
            person: {
                "card": table.lying[person].face,
                "plays_as": table.role(person),
                "team": table.team(person),
                "artifact": table.tokens.get(person),
                "shield": person in table.shielded,
                "face_up": person in table.open,
            }
            for person in table.people
        },
        "center": {place: card.face for place, card in table.lying.items() if place.startswith("C")},
        "told": {person: seen for person, seen in table.seen.items() if seen},
    }
    dead = game.get("dead")
    if game.get("votes") is not None:
        verdict["counts"], verdict["protected"], dead = count_votes(table, game["votes"])
    elif dead is not None:
        dead = [f"P{seat}" for seat in sorted(dead)]
    if dead is not None:
        verdict |= {"dead": dead, "winners": who_wins(table, dead, game.get("house_rules", {}))}
    if warnings := table.warnings():
        verdict["warnings"] = sorted(warnings)
    return verdict
