"""The course of a game: night, morning and day, again and again, until the referee finds an end."""

from msgspec.structs import replace

from device.games.wherewolf.dealt.dawn import DawnRound
from device.games.wherewolf.dealt.deal import DealRound
from device.games.wherewolf.dealt.dusk import DuskRound
from device.games.wherewolf.dealt.secret_round import SecretRound
from device.games.wherewolf.hosted.night import night_steps
from device.games.wherewolf.hosted.script_only import script_steps
from device.games.wherewolf.hosted.setting_up import setting_up
from device.games.wherewolf.table.dealing import deal_by_box, propose_roles
from device.games.wherewolf.table.lead import offer_to_lead
from device.games.wherewolf.table.morning import Morning
from device.games.wherewolf.table.options import WherewolfOptions
from device.games.wherewolf.table.sheet_rows import sheet_rows
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage, at_nightfall
from device.show.agenda import AgendaGame, SilentStep, StepResult, at_first_stage
from device.show.answers import Picks
from device.show.facts import Fact
from device.show.setup import Setup

DUSK_AND_DAWN: tuple[WolfStep, ...] = (SecretRound(DuskRound()), SecretRound(DawnRound()))
"""A night without a moderator. After it `night` holds all that was done in it, and `suspects` whom everybody named."""


class WherewolfPlay(AgendaGame[WolfRules, WolfVillage], frozen=True):
    """A game under way."""

    def sheet(self) -> tuple[Fact, ...]:
        """The rows of the moderator's sheet; none where nobody leads."""
        return sheet_rows(self.state) if self.state.led else ()


class Round(SilentStep, frozen=True):
    """The next night and its day. What was done before it stands."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        offer = offer_to_lead(rules, village)
        if offer:
            return StepResult(replace(village, offered=True), (*offer, Round()), settles=True)
        fallen = at_nightfall(village)
        night = night_steps(rules, fallen) if fallen.led else DUSK_AND_DAWN
        return StepResult(fallen, (*night, Morning(), Round()), settles=True)


def _first_steps(rules: WolfRules) -> tuple[WolfVillage, tuple[WolfStep, ...]]:
    """The village before the first night, and all that is to be done."""
    options = rules.options
    if options.host == "moderator":
        village = WolfVillage(led=True)
        if options.dealing == "unknown":
            return village, script_steps(rules)
        return village, (*setting_up(rules), Round())
    village = deal_by_box(rules, WolfVillage(led=False, actual=propose_roles(rules)))
    return village, (SecretRound(DealRound()), Round())


def begin_game(possible: tuple[str, ...], options: WherewolfOptions, setup: Setup, seed: int) -> WherewolfPlay:
    """The game at its first stage. Whoever knows the seed knows the deal, so nobody may read what is written."""
    rules = WolfRules(possible, setup.players, options, seed)
    village, steps = _first_steps(rules)
    return at_first_stage(WherewolfPlay(rules, village, steps, keeps_secrets=True))
