"""Ask which seat has which role. A role that wakes in the first night is asked for in its call. All other roles are
asked for after this night."""

from msgspec import Struct

from nightcrier.box.games.wherewolf.hosted.call_shows import ask_host, take_time
from nightcrier.box.games.wherewolf.rulebook import CALLED_FIRST, RAISES_HAND
from nightcrier.box.games.wherewolf.table.phrases import role_word, seat_number, seat_options, wolf_word
from nightcrier.box.games.wherewolf.table.village import (
    LOOKED,
    WolfResult,
    WolfRules,
    WolfStep,
    WolfVillage,
    place_roles,
    roles_to_place,
    with_latent,
)
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.stages import Stage


def roles_first_awake(call: str) -> frozenset[str]:
    """Return the roles that open their eyes in a call of the first night. The Ghoul wakes with the Vampire."""
    woken = CALLED_FIRST[call]
    return woken | {"ghoul"} if call == "vampire" else woken


def place_steps(village: WolfVillage, call: str) -> tuple[WolfStep, ...]:
    """Return the questions about roles whose seats become known in a call of the first night."""
    return tuple(PlaceRole(role) for role in roles_to_place(village) if role in roles_first_shown(call))


def roles_first_shown(call: str) -> frozenset[str]:
    """Return the roles that wake in a call of the first night, and the roles that raise a hand in this call."""
    return roles_first_awake(call) | ({RAISES_HAND[call]} if call in RAISES_HAND else set())


class PlaceRole(Struct, frozen=True):
    """A question about which seat has a role."""

    role: str

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        free = [seat for seat in range(rules.players) if seat not in village.placed]
        question = wolf_word("ask.seat", role=role_word(self.role))
        return ask_host(rules, f"seat of {self.role}", question, seat_options(free))

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        taken, (seat,) = take_time(village, picks)
        return StepResult(place_roles(rules, taken, {**taken.placed, int(seat): self.role}))


class PlaceSeat(Struct, frozen=True):
    """A question about the role of a seat. The question is left out if the role is known or only one role is left."""

    seat: int

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        left = sorted(set(roles_to_place(village)))
        if self.seat in village.placed or len(left) == 1:
            return None
        options = [Option(role, role_word(role)) for role in left]
        question = wolf_word("ask.role", n=seat_number(self.seat))
        return ask_host(rules, f"role of {self.seat}", question, options)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if self.seat in village.placed:
            return StepResult(village)
        taken, roles = take_time(village, picks, LOOKED) if picks else (village, picks)
        role = roles[0] if roles else roles_to_place(village)[0]
        return StepResult(place_roles(rules, taken, {**taken.placed, self.seat: role}))


class PlaceLatent(Struct, frozen=True):
    """A question about the secret identity that the moderator gives a Peasant. Two Peasants never have equal secret
    identities."""

    seat: int

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        taken = village.known.table.latent.values()
        names = [name for name in ("hero", "descendant") if name not in taken]
        options = [Option("plain", wolf_word("plain")), *(Option(name, wolf_word(name)) for name in names)]
        question = wolf_word("ask.latent", n=seat_number(self.seat))
        return ask_host(rules, f"latent {self.seat}", question, options, night=village.number > 0)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        identity = picks[0]
        return StepResult(village if identity == "plain" else with_latent(village, {self.seat: identity}))
