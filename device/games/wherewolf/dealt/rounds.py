"""The rounds without a moderator, one after the other."""

from device.games.wherewolf.dealt.dawn import DawnRound
from device.games.wherewolf.dealt.deal import DealRound
from device.games.wherewolf.dealt.dusk import DuskRound
from device.games.wherewolf.dealt.secret_round import SecretRound
from device.games.wherewolf.table.village import WolfRules, WolfStep, WolfVillage


def deal_round(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    """Everybody reads who they are."""
    return (SecretRound(DealRound()),)


def dusk_and_dawn(rules: WolfRules, village: WolfVillage) -> tuple[WolfStep, ...]:
    """A night. After it `night` holds all that was done in it, and `suspects` whom everybody named."""
    return SecretRound(DuskRound()), SecretRound(DawnRound())
