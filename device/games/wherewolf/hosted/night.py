"""A night that a moderator leads: nightfall, every call, and after the first one the roles that nobody called."""

from device.games.wherewolf.hosted.answers import so_far
from device.games.wherewolf.hosted.asking import HostTell, host_show
from device.games.wherewolf.hosted.call_shows import NIGHT_BED
from device.games.wherewolf.hosted.call_turn import HostedCall
from device.games.wherewolf.hosted.placing import PlaceLatent, PlaceSeat
from device.games.wherewolf.table.phrases import seats_named, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from device.show.agenda import SilentStep, StepResult
from device.show.answers import Picks
from device.show.cues import Call, Show, say_lines
from device.show.facts import Number


def night_steps(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    """The steps from the shutting of the eyes to the last call."""
    calls = tuple(HostedCall(call) for call in rules.calls(village.number))
    rest = (PlaceRest(),) if village.number == 1 and rules.options.dealing == "entered" else ()
    return (host_show(nightfall_cues(rules, village.number)), _all_shut(village), *calls, *rest)


def nightfall_cues(rules: WolfRules, number: int) -> Show:
    """The first time with a word on tapping, for whoever wants all words."""
    tap = (wolf_line("tap"),) if number == 1 and rules.options.wording == "full" else ()
    return (Call(wolf_word("moment.nightfall")), NIGHT_BED, *say_lines(wolf_line("nightfall"), *tap))


def _all_shut(village: WolfVillage) -> HostTell:
    """The moderator says when all eyes are shut; whoever dies of love is touched meanwhile. Every night he is asked, so
    that it tells nothing."""
    touched = so_far(village).night.killed
    touch = (wolf_word("touch", seats=seats_named(touched)),) if touched else ()
    return HostTell((wolf_word("night", n=Number(village.number)), *touch))


class PlaceRest(SilentStep, frozen=True):
    """Ask for the roles that were not called in the first night, seat by seat; then for the moderator's latent
    Peasants."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        free = [seat for seat in range(rules.players) if seat not in village.placed]
        return StepResult(village, (*map(PlaceSeat, free), Latents()))


class Latents(SilentStep, frozen=True):
    """Ask for each Peasant, where the moderator chooses."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        return StepResult(village, latent_steps(rules, village))


def latent_steps(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    peasants = [seat for seat, role in village.placed.items() if role == "peasant"]
    return tuple(map(PlaceLatent, sorted(peasants))) if rules.options.latent == "chosen" else ()
