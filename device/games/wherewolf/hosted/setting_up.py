"""Before the first night with a moderator: which roles are in play, and who gets which card."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from device.games.wherewolf.decks.quarter import dark_side, wanted_dark
from device.games.wherewolf.decks.role_draw import MANDATORY
from device.games.wherewolf.hosted.night import latent_steps
from device.games.wherewolf.hosted.preparing import ALL_DEALT, SHUFFLED, CardOrder
from device.games.wherewolf.rules.switches import Switches
from device.games.wherewolf.table.dealing import dealt_by_box, placed_roles, proposed_roles
from device.games.wherewolf.table.phrases import role_word, said_cues, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from device.show.agenda import SilentStep, StageStep, StepResult
from device.show.answers import Option, Picks
from device.show.cues import Call
from device.show.facts import Number
from device.show.stages import HOST, Ask, Marks, Perform, Stage


def setting_up(rules: WolfRules) -> tuple[WolfStep, ...]:
    """The box proposes the roles, the moderator changes them."""
    said = (wolf_line("open"), *((wolf_line("deal.stacked"),) if rules.options.dealing == "stacked" else ()))
    welcome = StageStep(Perform((Call(wolf_word("title")), *said_cues(*said)), "deal"))
    return (welcome, ActualRoles(proposed_roles(rules)))


class ActualRoles(Struct, frozen=True):
    """Which of the possible cards are dealt: as many as there are players."""

    proposed: tuple[str, ...]

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        cards = _cards(rules.possible)
        options = tuple(Option(card, role_word(role)) for card, role in cards)
        first = _cards(self.proposed)
        marks = Marks(rules.players, rules.players, tuple(card for card, _ in first))
        return Ask(HOST, wolf_word("ask.actual"), options, marks=marks)

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        roles = tuple(role for card, role in _cards(rules.possible) if card in picks)
        known = replace(village, actual=roles)
        return StepResult(known, (OddRoles(roles),))


def _cards(roles: tuple[str, ...]) -> list[tuple[str, str]]:
    """Every card with a name of its own: there are two Peasants."""
    count, cards = Counter[str](), []
    for role in roles:
        count[role] += 1
        cards.append((f"{role} {count[role]}", role))
    return cards


class OddRoles(Struct, frozen=True):
    """Where these leave the rules of the set-up, the moderator is asked whether he means it."""

    roles: tuple[str, ...]

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        missing = next((role for role in MANDATORY if role not in self.roles), None)
        wanted, there = wanted_dark(rules.players, Switches()), dark_side(self.roles, Switches())
        if missing is None and wanted == there:
            return None
        quarter = wolf_word("ask.quarter", n=Number(wanted), there=Number(there))
        question = quarter if missing is None else wolf_word("ask.without", role=role_word(missing))
        options = (Option("change", wolf_word("change")), Option("so", wolf_word("play-so")))
        return Ask(HOST, question, options)

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if picks == ("change",):
            return StepResult(village, (ActualRoles(self.roles),))
        return StepResult(village, (DealCards(),))


class DealCards(SilentStep, frozen=True):
    """The box draws who gets which card, and lists them for the pack to be laid in that order; or people deal."""

    def done(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if rules.options.dealing == "entered":
            dealt = placed_roles(rules, village, {})
            return StepResult(dealt, SHUFFLED)
        dealt = dealt_by_box(rules, village)
        return StepResult(dealt, (CardOrder(), *latent_steps(rules, dealt), ALL_DEALT))
