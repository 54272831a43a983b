"""The rules of decks. Hard rules forbid, soft rules warn; each finding has a sentence that mends it."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from msgspec import Struct

from device.games.one_night.rules.decks import (
    MOST_WITHIN_REACH,
    ONE_NIGHT_FEWEST,
    ONE_NIGHT_MOST,
    Deck,
    center_wolf,
    deck_size,
    wolves_in,
)
from device.games.one_night.rules.roles import DOPPELGANGER, ROLES
from device.show.facts import Number, RoleName

_CROWD = 7  # more than these sit too far from the middle to reach it
FEW_FOR_A_BODYGUARD = 5
_NEW_AT_ONCE = 2

INSOMNIACS_MOVERS = frozenset({"robber", "troublemaker"})
"""The roles that give the Insomniac something to find out, as the rulebook names them."""

_FIRST_ROLES = frozenset({"werewolf", "villager", "seer", "robber", "troublemaker"})
"""The roles of the rulebook's first decks: where everybody starts, so never too new."""


Values: TypeAlias = Mapping[str, Number | RoleName]


class DeckFinding(Struct, frozen=True):
    """A thing that is wrong with a deck, or worth knowing. `of_cards`: only where there are real cards to lay out."""

    id: str
    values: Values = {}
    of_cards: bool = False


def finding_numbers(**values: int) -> Mapping[str, Number]:
    """The figures that go into a finding."""
    return {name: Number(value) for name, value in values.items()}


FINDING_SENTENCES = {
    "unknown-scenario": "This scenario is not on the box any more: choose another.",
    "scenario-players": "This scenario is for {least} to {most} players, and there are {n}: choose another one.",
    "too-few-players": "One Night needs at least {least} players, and there are {n}: invite somebody.",
    "too-many-players": "The boxes have cards for at most {most} players, and there are {n}: play in two groups.",
    "too-many-dealt": "The box deals for at most {most} players, and there are {n}: play in two groups, or with cards"
    " that somebody who does not play moves for them.",
    "unknown-role": "There is no role {role} in One Night or Daybreak: leave it out.",
    "cards-missing": "{players} players need {needed} cards, and the deck has {have}: add {n}.",
    "cards-over": "{players} players need {needed} cards, and the deck has {have}: take out {n}.",
    "role-limit": "The boxes hold {most} of the card {role}, and the deck has {have}: take out {n}.",
    "mason-alone": "One Mason is missing: Masons come in pairs, so add the other one or leave both out.",
    "center-wolf": "The Alpha Wolf needs one more wolf card for the center, and all are in the deck: swap a Werewolf"
    " for another role.",
    "no-wolf": "No Werewolf is in the deck: add one, or nobody has anything to hide.",
    "lay-center-wolf": "Lay one more wolf card, any that is left over, crosswise beside the three in the center, for"
    " the Alpha Wolf.",
    "lay-artifacts": "Lay the artifacts face down within reach of the center, for the Curator.",
    "lay-shield": "Lay the shield token within reach of the center, for the Sentinel.",
    "lay-shields": "Lay both shield tokens within reach of the center: for the Sentinel, and for a Doppelgänger who"
    " copies that role.",
    "quiet-insomniac": "Nobody here moves the Insomniac's card by night as the rulebook wants it: add the Robber or the"
    " Troublemaker.",
    "bodyguard-few": "The Bodyguard is at his best with more than {n} players: choose another role for fewer.",
    "doppelganger-early": "The Doppelgänger is for tables that know the other roles, and {role} is new here: first play"
    " without her.",
    "many-new": "{n} roles are new to this table: one or two at a time are easier to learn.",
    "crowd": "With more than {n} players stand up, or sit at a smaller table, so that all can reach the middle.",
    "helper": "With more than {n} players somebody who does not play stays awake, and moves the cards they point at.",
}
"""The sentence of each finding, in the language of the commands; the screen has its own shorter words in every
language."""


def finding_sentence(finding: DeckFinding, name: Callable[[str], str]) -> str:
    """The finding in words; `name` gives a role its name."""
    values = {key: _worded(value, name) for key, value in finding.values.items()}
    return FINDING_SENTENCES[finding.id].format_map(values)


def _worded(value: Number | RoleName, name: Callable[[str], str]) -> str:
    return name(value.id) if isinstance(value, RoleName) else str(value.value)


def deck_problems(deck: Deck, players: int) -> tuple[DeckFinding, ...]:
    """The findings that forbid this deck, the most telling first; empty when it may be played."""
    return (*_seats(players), *_cards(deck, players), *_limits(deck), *_companions(deck))


def deck_warnings(
    deck: Deck, players: int, fresh: Collection[str] = (), *, trusted: bool = False
) -> tuple[DeckFinding, ...]:
    """The findings that a table should know before it plays this deck. `fresh` are roles never played here before.
    Nothing is said against the cards of a deck that is `trusted`: a rulebook prints it, or the box has drawn it."""
    doubts, early = ((), ()) if trusted else (deck_doubts(deck, players), _newcomers(deck, fresh))
    return (*doubts, *_crowd(players), *early, *_laid_out(deck))


def dealing_problems(players: int) -> tuple[DeckFinding, ...]:
    """The findings that forbid the box to deal."""
    many = players > MOST_WITHIN_REACH
    return (DeckFinding("too-many-dealt", finding_numbers(n=players, most=MOST_WITHIN_REACH)),) if many else ()


def _seats(players: int) -> list[DeckFinding]:
    if players < ONE_NIGHT_FEWEST:
        return [DeckFinding("too-few-players", finding_numbers(n=players, least=ONE_NIGHT_FEWEST))]
    if players > ONE_NIGHT_MOST:
        return [DeckFinding("too-many-players", finding_numbers(n=players, most=ONE_NIGHT_MOST))]
    return []


def _cards(deck: Deck, players: int) -> list[DeckFinding]:
    over = len(deck) - deck_size(players)
    if not over:
        return []
    values = finding_numbers(n=abs(over), have=len(deck), needed=deck_size(players), players=players)
    return [DeckFinding("cards-over" if over > 0 else "cards-missing", values)]


def _limits(deck: Deck) -> list[DeckFinding]:
    found = []
    for role, have in Counter(deck).items():
        if role not in ROLES:
            found.append(DeckFinding("unknown-role", {"role": RoleName(role)}))
        elif have > (most := ROLES[role].count):
            values: Values = {"role": RoleName(role), **finding_numbers(have=have, most=most, n=have - most)}
            found.append(DeckFinding("role-limit", values))
    return found


def _companions(deck: Deck) -> list[DeckFinding]:
    found = []
    if deck.count("mason") == 1:
        found.append(DeckFinding("mason-alone"))
    if "alpha-wolf" in deck and center_wolf(deck) is None:
        found.append(DeckFinding("center-wolf"))
    return found


def deck_doubts(deck: Deck, players: int) -> tuple[DeckFinding, ...]:
    """The findings that speak against these cards, whoever plays them."""
    found = []
    if not wolves_in(deck):
        found.append(DeckFinding("no-wolf"))
    if "insomniac" in deck and INSOMNIACS_MOVERS.isdisjoint(deck):
        found.append(DeckFinding("quiet-insomniac"))
    if "bodyguard" in deck and players <= FEW_FOR_A_BODYGUARD:
        found.append(DeckFinding("bodyguard-few", finding_numbers(n=FEW_FOR_A_BODYGUARD)))
    return tuple(found)


def _crowd(players: int) -> list[DeckFinding]:
    if players > MOST_WITHIN_REACH:
        return [DeckFinding("helper", finding_numbers(n=MOST_WITHIN_REACH))]
    return [DeckFinding("crowd", finding_numbers(n=_CROWD))] if players > _CROWD else []


def _newcomers(deck: Deck, fresh: Collection[str]) -> list[DeckFinding]:
    new = [role for role in dict.fromkeys(deck) if role in fresh and role not in _FIRST_ROLES]
    others = [role for role in new if role != "doppelganger"]
    if others and "doppelganger" in deck:
        return [DeckFinding("doppelganger-early", {"role": RoleName(others[0])})]
    return [DeckFinding("many-new", finding_numbers(n=len(new)))] if len(new) > _NEW_AT_ONCE else []


def _laid_out(deck: Deck) -> list[DeckFinding]:
    return [DeckFinding(what, of_cards=True) for what in laid_beside(deck)]


def laid_beside(deck: Deck) -> Mapping[str, str]:
    """The things that are laid out beside the cards, each with the role it is for."""
    laid = {"lay-center-wolf": "alpha-wolf"} if center_wolf(deck) else {}
    laid |= {what: role for role in dict.fromkeys(deck) if role in ROLES and (what := ROLES[role].lays)}
    if DOPPELGANGER not in deck:
        return laid
    return {"lay-shields" if what == "lay-shield" else what: role for what, role in laid.items()}
