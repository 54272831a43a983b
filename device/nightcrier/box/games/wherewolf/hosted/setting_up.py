"""Prepares the first night with a moderator: which roles are in play, and what people do with the cards."""

from collections import Counter

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.dealing import ALL_DEALT, CardOrder, ShuffledCards
from nightcrier.box.games.engine.hosted.host_steps import house_line
from nightcrier.box.games.wherewolf.decks.role_draw import (
    MANDATORY,
    MONK_LEARNS,
    dark_allowed,
    dark_side,
    dark_to_deal,
)
from nightcrier.box.games.wherewolf.hosted.night import latent_steps
from nightcrier.box.games.wherewolf.table.phrases import role_word, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import (
    WolfResult,
    WolfRules,
    WolfStep,
    WolfVillage,
    deal_by_box,
    propose_roles,
    roles_for_monk,
)
from nightcrier.box.show.agenda import RowStep, StageStep, StepResult
from nightcrier.box.show.answers import Option, one_value
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Number
from nightcrier.box.show.stages import HOST, Ask, Marks, Perform


def setting_up(rules: WolfRules) -> tuple[WolfStep, ...]:
    """Return the steps before the first night. The box proposes the roles, and the moderator can change them."""
    stacked = (house_line("deal.stacked"),) if rules.options.dealing == "stacked" else ()
    said = (wolf_line("open"), *stacked, wolf_line("deal.choose"))
    welcome = StageStep(Perform((Call(wolf_word("title")), *say_lines(*said)), "deal"))
    return (welcome, ActualRoles())


class ActualRoles(RowStep[WolfRules, WolfVillage], frozen=True):
    """A question about which possible cards are dealt, one for each player. After the answer the cards are dealt.
    Either the box draws who gets which card and shows the order of the cards, or people deal."""

    def row(self, rules: WolfRules, village: WolfVillage) -> AskingRow[WolfResult]:
        actual = yield from _ask_roles(rules)
        known = replace(village, actual=actual, shown=(yield from _ask_for_monk(rules, actual)))
        if rules.options.dealing == "entered":
            return StepResult(rules.place(known, {}), (ShuffledCards("entered"), ALL_DEALT))
        dealt = deal_by_box(rules, known)
        return StepResult(dealt, (CardOrder(), *latent_steps(rules, dealt), ALL_DEALT))


def _ask_roles(rules: WolfRules) -> AskingRow[tuple[str, ...]]:
    """Ask for the roles until the moderator wants no more changes. The first list is the proposal of the box."""
    roles, cards = propose_roles(rules), _cards(rules.possible)
    options = tuple(Option(card, role_word(role)) for card, role in cards)
    while True:
        marks = Marks(rules.players, rules.players, tuple(card for card, _ in _cards(roles)))
        picks = yield Ask(HOST, wolf_word("ask.actual"), options, marks=marks)
        roles = tuple(role for card, role in cards if card in picks)
        doubt = _doubt(rules, roles)
        if doubt is None or one_value((yield doubt)) != "change":
            return roles


def _ask_for_monk(rules: WolfRules, actual: tuple[str, ...]) -> AskingRow[tuple[str, ...]]:
    """Ask which roles the Monk learns, at least two, if the moderator wants to choose them. The first list is the
    proposal of the box. Return no roles if the box decides."""
    absent = tuple(role for role in dict.fromkeys(rules.possible) if role not in actual)
    if rules.options.monk_roles == "drawn" or "monk" not in actual or len(absent) <= MONK_LEARNS:
        return ()
    marks = Marks(MONK_LEARNS, len(absent), roles_for_monk(rules, actual))
    picks = yield Ask(HOST, wolf_word("ask.monk"), tuple(Option(role, role_word(role)) for role in absent), marks=marks)
    return tuple(role for role in absent if role in picks)


def _cards(roles: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each card with a unique name. The name is needed because there are two Peasant cards."""
    count, cards = Counter[str](), []
    for role in roles:
        count[role] += 1
        cards.append((f"{role} {count[role]}", role))
    return cards


def _doubt(rules: WolfRules, roles: tuple[str, ...]) -> Ask | None:
    """Return the question of whether the moderator really wants these roles, or None if they fit the set-up rules."""
    missing = next((role for role in MANDATORY if role not in roles), None)
    there = dark_side(roles)
    if missing is None and there in dark_allowed(rules.players, rules.options.shadow):
        return None
    quarter = wolf_word("ask.quarter", n=Number(dark_to_deal(rules.players)), there=Number(there))
    question = quarter if missing is None else wolf_word("ask.without", role=role_word(missing))
    return Ask(HOST, question, (Option("change", wolf_word("change")), Option("so", wolf_word("play-so"))))
