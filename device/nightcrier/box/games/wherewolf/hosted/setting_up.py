"""Prepare the first night with a moderator: which roles are in play, and what people do with the cards."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.games.wherewolf.decks.role_draw import MANDATORY, dark_side, dark_to_deal
from nightcrier.box.games.wherewolf.hosted.night import latent_steps
from nightcrier.box.games.wherewolf.table.phrases import role_word, seat_number, wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import (
    WolfResult,
    WolfRules,
    WolfStep,
    WolfVillage,
    deal_by_box,
    place_roles,
    propose_roles,
)
from nightcrier.box.show.agenda import PlainStep, RowStep, StageStep, StepResult
from nightcrier.box.show.answers import Option, one_value
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, Word
from nightcrier.box.show.stages import HOST, Ask, Marks, Perform, Stage, Tell

_ROLES_A_PAGE = 3
_LOOK = wolf_line("prepare.look")
_SEATS = wolf_word("prepare.seats")
"""The fact that explains how seats are counted. The moderator has no seat and looks at the glass."""
_GOES_ON, _NIGHT_FALLS = Word("day.next"), Word("lay.begin")


class CardOrder(PlainStep, frozen=True):
    """The page with the order of the cards by seat, as drawn by the box. The moderator sorts the cards in this
    order."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        seats = sorted(village.placed.items())
        rows = [wolf_word("seat-role", n=seat_number(seat), role=role_word(role)) for seat, role in seats]
        facts = (wolf_word("prepare.stacked"), _SEATS, *rows)
        return Tell(HOST, facts, (wolf_line("prepare"), _LOOK), foot=_GOES_ON, by_one=True)


class ShuffledCards(PlainStep, frozen=True):
    """The page that explains to the moderator how people deal. If the box knows the roles, the page also lists the
    cards."""

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        facts = (wolf_word("prepare.shuffled"), _SEATS, *_cards_by_page(village.actual))
        return Tell(HOST, facts, (wolf_line(f"deal.{rules.options.dealing}"), _LOOK), foot=_GOES_ON, by_one=True)


def _cards_by_page(roles: Sequence[str]) -> tuple[Fact, ...]:
    """Return the roles, each with its number of cards, in groups that fit on one page."""
    cards = [Joined((Number(count), role_word(role)), "\u00a0") for role, count in Counter(roles).items()]
    pages = range(0, len(cards), _ROLES_A_PAGE)
    return tuple(Joined(tuple(cards[at : at + _ROLES_A_PAGE])) for at in pages)


ALL_DEALT = StageStep(Tell(HOST, (wolf_word("prepare.dealt"),), foot=_NIGHT_FALLS))
"""The stage that waits until the moderator confirms that every player has a card."""
SHUFFLED: tuple[WolfStep, ...] = (ShuffledCards(), ALL_DEALT)


def setting_up(rules: WolfRules) -> tuple[WolfStep, ...]:
    """Return the steps before the first night. The box proposes the roles, and the moderator can change them."""
    said = (wolf_line("open"), *((wolf_line("deal.stacked"),) if rules.options.dealing == "stacked" else ()))
    welcome = StageStep(Perform((Call(wolf_word("title")), *say_lines(*said)), "deal"))
    return (welcome, ActualRoles())


class ActualRoles(RowStep[WolfRules, WolfVillage], frozen=True):
    """A question about which possible cards are dealt, one for each player. After the answer the cards are dealt.
    Either the box draws who gets which card and shows the order of the cards, or people deal."""

    def row(self, rules: WolfRules, village: WolfVillage) -> AskingRow[WolfResult]:
        known = replace(village, actual=(yield from _ask_roles(rules)))
        if rules.options.dealing == "entered":
            return StepResult(place_roles(rules, known, {}), SHUFFLED)
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


def _cards(roles: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return each card with a unique name. The name is needed because there are two Peasant cards."""
    count, cards = Counter[str](), []
    for role in roles:
        count[role] += 1
        cards.append((f"{role} {count[role]}", role))
    return cards


def _doubt(rules: WolfRules, roles: tuple[str, ...]) -> Ask | None:
    """Return a question whether the moderator really wants these roles. Return None if they fit the rules of the
    set-up."""
    missing = next((role for role in MANDATORY if role not in roles), None)
    wanted, there = dark_to_deal(rules.players), dark_side(roles)
    if missing is None and wanted == there:
        return None
    quarter = wolf_word("ask.quarter", n=Number(wanted), there=Number(there))
    question = quarter if missing is None else wolf_word("ask.without", role=role_word(missing))
    return Ask(HOST, question, (Option("change", wolf_word("change")), Option("so", wolf_word("play-so"))))
