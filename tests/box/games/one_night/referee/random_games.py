"""Draws random legal games as `nightcrier judge` reads them, without the engine, from the dealt cards alone.

Rare things are made common: Doppelgangers, shields, the Alpha Wolf, targets under shields, tables beyond the boxes."""

from random import Random
from typing import Any

BOXES = [
    *["werewolf"] * 2,
    *["villager"] * 3,
    *["mason"] * 2,
    *("seer", "robber", "troublemaker", "tanner", "drunk", "hunter", "insomniac", "minion", "doppelganger"),
    *("sentinel", "alpha-wolf", "mystic-wolf", "dream-wolf", "apprentice-seer", "paranormal-investigator"),
    *("witch", "village-idiot", "revealer", "curator", "bodyguard"),
]
SPICE = ["doppelganger"] * 3 + ["sentinel", "curator", "paranormal-investigator", "robber", "alpha-wolf"]
WOLVES = ["werewolf", "alpha-wolf", "mystic-wolf", "dream-wolf"]
ARTIFACTS = [
    *("claw-of-the-werewolf", "brand-of-the-villager", "cudgel-of-the-tanner"),
    *("void-of-nothingness", "mask-of-muting", "shroud-of-shame"),
]
ACTING = [
    *("sentinel", "doppelganger", "alpha-wolf", "mystic-wolf", "seer", "apprentice-seer", "paranormal-investigator"),
    *("robber", "witch", "troublemaker", "village-idiot", "drunk", "insomniac", "curator", "revealer"),
]
LATER = {"insomniac", "curator", "revealer"}


class GameMaker:
    """Draws one random game step by step. Seats count from 1."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.size = rng.randint(3, 10) if rng.random() < 0.95 else rng.randint(11, 13)
        self.deal()
        self.night: list[dict[str, Any]] = []
        self.acts_as: dict[str, str] = {}
        self.shields: set[int] = set()
        self.copies: dict[int, str] = {}
        self.tokens: dict[int, str] = {}
        self.rules = {
            switch: rng.random() < 0.5
            for switch in (
                "minion_must_live",
                "cudgel_stops_team",
                "unharmed_village_wins",
                "lone_wolf",
                "curator_before_revealer",
            )
        }

    def deal(self) -> None:
        rng = self.rng
        beyond = rng.random() < 0.1 or self.size > 10
        cards, bag = [rng.choice(SPICE) for _ in range(rng.randint(0, 3))], list(BOXES)
        if not beyond:
            cards = list(dict.fromkeys(cards))
            for card in cards:
                bag.remove(card)
        rng.shuffle(bag)
        cards = (cards + bag)[: self.size + 3]
        rng.shuffle(cards)
        self.players, self.center = cards[:-3], cards[-3:]
        self.center_wolf = rng.choice(["werewolf", "mystic-wolf", "dream-wolf"]) if "alpha-wolf" in cards else None
        self.middle = ["C1", "C2", "C3"] + (["CW"] if self.center_wolf else [])

    def others(self, seat: int) -> list[str]:
        return [f"P{other}" for other in range(1, self.size + 1) if other != seat]

    def play(self) -> dict[str, Any]:
        self.settle_adoptions()
        for role in ACTING:
            for seat, dealt in enumerate(self.players, 1):
                if dealt == role:
                    self.turn(seat, role)
            if role == "doppelganger":
                self.lone_look()
            for seat, copied in self.copies.items():
                if copied == role and role in LATER:
                    self.turn(seat, role)
        self.rng.shuffle(self.night)
        game = {"game": "one-night", "players": self.players, "center": self.center, "center_wolf": self.center_wolf}
        return game | {"night": self.night, "acts_as": self.acts_as, "house_rules": self.rules} | self.ending()

    def settle_adoptions(self) -> None:
        places = [*(f"P{n + 1}" for n in range(self.size)), "C1", "C2", "C3"]
        for place, card in zip(places, self.players + self.center, strict=True):
            if card == "doppelganger" and self.rng.random() < 0.1:
                self.acts_as[place] = self.rng.choice(BOXES)
                if place[0] == "P" and self.acts_as[place] != "alpha-wolf":
                    self.copies[int(place[1:])] = self.acts_as[place]
            if card == "paranormal-investigator" and self.rng.random() < 0.05:
                self.acts_as[place] = self.rng.choice(["werewolf", "tanner"])

    def turn(self, seat: int, role: str) -> None:
        settled = f"P{seat}" in self.acts_as and role == self.players[seat - 1]
        if settled or self.rng.random() < 0.15:
            return
        entry: dict[str, Any] = {"seat": seat, "as": role}
        choice = getattr(self, role.replace("-", "_"))(seat, entry)
        if choice is not None:
            entry["targets"] = choice
        self.night.append(entry)
        if role == "doppelganger":
            self.become(seat, int(choice[0][1:]))

    def become(self, seat: int, viewed: int) -> None:
        if viewed in self.shields:
            return
        first = self.players.index("doppelganger") + 1
        if seat != first:
            return  # the first Doppelganger may have moved the cards: what a second one sees is not known here
        self.copies[seat] = copied = self.players[viewed - 1]
        if copied in set(ACTING) - LATER - {"doppelganger"}:
            self.turn(seat, copied)

    def one_other(self, seat: int, entry: dict[str, Any]) -> list[str]:
        return [self.rng.choice(self.others(seat))]

    def one_center(self, seat: int, entry: dict[str, Any]) -> list[str]:
        return [self.rng.choice(self.middle)]

    doppelganger = mystic_wolf = robber = revealer = one_other
    apprentice_seer = drunk = one_center

    def sentinel(self, seat: int, entry: dict[str, Any]) -> list[str]:
        shielded = self.rng.choice(self.others(seat))
        self.shields.add(int(shielded[1:]))
        return [shielded]

    def alpha_wolf(self, seat: int, entry: dict[str, Any]) -> list[str]:
        """Choose anybody but a Werewolf. A Doppelganger only avoids the Alpha Wolf; a second one's copy is unknown."""
        if self.players[seat - 1] == "doppelganger":
            legal = [p for p in self.others(seat) if self.players[int(p[1:]) - 1] != "alpha-wolf"]
        else:
            legal = [p for p in self.others(seat) if not self.maybe_wolf(int(p[1:]))]
        return [self.rng.choice(legal)] if legal else []

    def maybe_wolf(self, seat: int) -> bool:
        dealt = self.players[seat - 1]
        second = dealt == "doppelganger" and self.players.index("doppelganger") + 1 != seat
        settled = self.acts_as.get(f"P{seat}") if dealt == "doppelganger" else None
        return dealt in WOLVES or self.copies.get(seat) in WOLVES or settled in WOLVES or second

    def lone_look(self) -> None:
        if not self.rules["lone_wolf"]:
            return
        wolves = [seat for seat in range(1, self.size + 1) if self.maybe_wolf(seat)]
        if len(wolves) == 1:
            seat = wolves[0]
            role = self.copies.get(seat, self.players[seat - 1])
            if role in WOLVES and role != "dream-wolf":
                self.night.append({"seat": seat, "as": "werewolf", "targets": [self.rng.choice(self.middle)]})

    def seer(self, seat: int, entry: dict[str, Any]) -> list[str]:
        return self.one_other(seat, entry) if self.rng.random() < 0.5 else self.rng.sample(self.middle, 2)

    def paranormal_investigator(self, seat: int, entry: dict[str, Any]) -> list[str]:
        return self.rng.sample(self.others(seat), self.rng.randint(1, 2))

    def witch(self, seat: int, entry: dict[str, Any]) -> list[str]:
        return [self.rng.choice(self.middle), f"P{self.rng.randint(1, self.size)}"]

    def troublemaker(self, seat: int, entry: dict[str, Any]) -> list[str]:
        return self.rng.sample(self.others(seat), 2)

    def village_idiot(self, seat: int, entry: dict[str, Any]) -> None:
        entry["direction"] = self.rng.choice(["left", "right"])

    def insomniac(self, seat: int, entry: dict[str, Any]) -> list[str] | None:
        return [f"P{seat}"] if self.rng.random() < 0.5 else None

    def curator(self, seat: int, entry: dict[str, Any]) -> list[str]:
        target = self.rng.choice([n for n in range(1, self.size + 1) if n not in self.tokens])
        entry["artifact"] = self.rng.choice([a for a in ARTIFACTS if a not in self.tokens.values()])
        if target not in self.shields:
            self.tokens[target] = entry["artifact"]
        return [f"P{target}"]

    def ending(self) -> dict[str, Any]:
        rng = self.rng
        kind = rng.random()
        if kind < 0.04:
            return {}
        seats = range(1, self.size + 1)
        if kind < 0.12:
            return {"dead": rng.sample(list(seats), rng.randint(0, 3))}
        popular = rng.sample(list(seats), 2)
        return {"votes": [self.vote(seat, popular) for seat in seats]}

    def vote(self, seat: int, popular: list[int]) -> int | None:
        if self.rng.random() < 0.03:
            return None
        other = [voted for voted in (popular if self.rng.random() < 0.6 else range(1, self.size + 1)) if voted != seat]
        return self.rng.choice(other)


def random_game(rng: Random) -> dict[str, Any]:
    """Return one legal game."""
    return GameMaker(rng).play()
