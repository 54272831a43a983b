"""Finds the roles whose seats become known in a call of the first night, and asks for the Peasants' secret identities.
All other roles are asked for after this night."""

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import ask_host
from nightcrier.box.games.engine.hosted.placing import PlaceRole
from nightcrier.box.games.wherewolf.rulebook import CALLED, RAISES_HAND
from nightcrier.box.games.wherewolf.table.phrases import seat_number, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage, with_table
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.stages import Stage


def roles_first_awake(call: str) -> frozenset[str]:
    """Return the roles that open their eyes in a call of the first night. The Ghoul wakes with the Vampire."""
    woken = CALLED[call]
    return woken | {"ghoul"} if call == "vampire" else woken


def place_steps(rules: WolfRules, village: WolfVillage, call: str) -> tuple[WolfStep, ...]:
    """Return the questions about roles whose seats become known in a call of the first night."""
    return tuple(PlaceRole(role) for role in rules.unplaced(village) if role in roles_first_shown(call))


def roles_first_shown(call: str) -> frozenset[str]:
    """Return the roles that wake in a call of the first night, and the roles that raise a hand in this call."""
    return roles_first_awake(call) | ({RAISES_HAND[call]} if call in RAISES_HAND else set())


class PlaceLatent(Struct, frozen=True):
    """A question about the secret identity that the moderator gives a Peasant. No two Peasants have the same one."""

    seat: int

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        taken = village.known.table.latent.values()
        names = [name for name in ("hero", "descendant") if name not in taken]
        options = [Option("plain", wolf_word("plain")), *(Option(name, wolf_word(name)) for name in names)]
        question = wolf_word("ask.latent", n=seat_number(self.seat))
        return ask_host(rules.seed, village, f"latent {self.seat}", question, options)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        table, identity = village.known.table, picks[0]
        if identity == "plain":
            return StepResult(village)
        return StepResult(with_table(village, replace(table, latent={**table.latent, self.seat: identity})))
