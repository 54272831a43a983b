"""Checks a list of possible roles, gives advice about the list, or draws a random list.

A random list has one and a half times as many roles as players, as the rulebook advises for experienced players. The
list has no role that the variants make useless."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.games.wherewolf.decks.role_draw import (
    ALL_CARDS,
    MANDATORY,
    ShadowSide,
    dark_allowed,
    dark_possible,
    dark_side,
    dark_to_deal,
    monk_learns,
    on_dark_side,
    quarter_of,
)
from nightcrier.box.games.wherewolf.rulebook import GUARDS, ROLE_TABLE, Faction, Switches, role_title
from nightcrier.box.show.deck_checks import Mend, deck_finding, players_said, shuffle_known_first
from nightcrier.box.show.facts import Word
from nightcrier.kernel.chance import Chance
from nightcrier.kernel.ids import LineId, number_line, screen_line

FEWEST_PLAYERS, _MOST_ACTUAL = 8, ALL_CARDS
_MOST_WITHOUT_MODERATOR = 16
"""The maximum number of players without a moderator. With more, a round in which everybody comes to the box takes too
long."""


class Variants(Struct, frozen=True):
    """The options that decide which lists can be played. Some roles are useless if dead players show their role, or if
    people vote with open eyes. `shadow` is the way in which the table applies the quarter rule."""

    role_reveal: bool = False
    open_vote: bool = False
    shadow: ShadowSide = "about"

    @property
    def useless(self) -> tuple[str, ...]:
        return (*USELESS_REVEALED * self.role_reveal, *USELESS_IN_OPEN_VOTE * self.open_vote)


_Said: TypeAlias = tuple[LineId, ...]
_AS_PRINTED = Variants()
USELESS_REVEALED = ("innkeeper", "bard", "medium")
USELESS_IN_OPEN_VOTE = ("pettifogger", "mayor", "merchant", "orator", "spy")


def _finding(name: str, role: str = "", *, said: _Said = (), mend: Mend = "", count: int = 0, **numbers: int) -> Word:
    named = Word(f"wherewolf.{role}") if role else None
    return deck_finding(f"problem.wherewolf-{name}", named, said=said, mend=mend, count=count, **numbers)


def role_faults(possible: Sequence[str], players: int, variants: Variants = _AS_PRINTED) -> tuple[Word, ...]:
    """Return the reasons why the table cannot play with these possible roles."""
    unknown = [role for role in possible if role not in ROLE_TABLE]
    if unknown:
        return (_finding("needs", unknown[0]),)
    found = [
        *_numbers(possible, players),
        *_find_missing(possible),
        *(_finding("needs", role, mend="over") for role in variants.useless if role in possible),
        *_monk(possible, players),
    ]
    if not found and not dark_possible(possible, players, variants.shadow):
        found.append(_quarter(players, variants.shadow))
    return tuple(found)


def box_faults(players: int) -> tuple[Word, ...]:
    """Return the reason why a game without a moderator cannot have this many players, or nothing if it can."""
    least, most = FEWEST_PLAYERS, _MOST_WITHOUT_MODERATOR
    many = _finding("players", said=players_said(least, most), least=least, most=most)
    return (many,) if players > most else ()


def _numbers(possible: Sequence[str], players: int) -> Iterator[Word]:
    if not FEWEST_PLAYERS <= players <= _MOST_ACTUAL:
        said = players_said(FEWEST_PLAYERS, _MOST_ACTUAL)
        yield _finding("players", said=said, least=FEWEST_PLAYERS, most=_MOST_ACTUAL)
    for role, cards in Counter(possible).items():
        if cards > ROLE_TABLE[role].max:
            yield _finding("needs", role, mend="over")
    if len(possible) < players:
        have, most = len(possible), ALL_CARDS
        yield _finding("count", mend="missing", count=players - have, least=players, most=most, n=have)


def _find_missing(possible: Collection[str]) -> Iterator[Word]:
    for role in MANDATORY:
        if role not in possible:
            yield _finding("mandatory", role, mend="missing")
    for role in dict.fromkeys(possible):
        needs = ROLE_TABLE[role].needs
        if needs and not set(needs) & set(possible):
            yield _finding("needs", role, mend="over")


def _monk(possible: Sequence[str], players: int) -> Iterator[Word]:
    missing = players + monk_learns(players) - len(possible)
    if "monk" in possible and missing > 0:
        said = screen_line("wherewolf.monk"), LineId("deck.missing"), number_line(missing)
        yield _finding("monk", said=said, n=missing)


def _quarter(players: int, side: ShadowSide) -> Word:
    allowed = dark_allowed(players, side)
    least, most = allowed[0], allowed[-1]
    said = LineId("wherewolf.dark-side"), *map(number_line, allowed)
    if least == most:
        return _finding("quarter", said=said, n=least)
    return _finding("about", said=said, least=least, most=most)


def role_advice(possible: Sequence[str], players: int) -> tuple[Word, ...]:
    """Return the findings that people should know before a game with these possible roles."""
    found = []
    criminals = [role for role in possible if ROLE_TABLE[role].side == Faction.CRIMINALS]
    guards = GUARDS & set(possible)
    if guards and not criminals:
        found.append(deck_finding("warning.wherewolf-quiet"))
    if criminals and not guards:
        found.append(deck_finding("warning.wherewolf-no-guard"))
    if len(possible) > 2 * players:
        found.append(deck_finding("warning.wherewolf-twice"))
    elif len(possible) > players + players // 2:
        found.append(deck_finding("warning.wherewolf-many"))
    return tuple(found)


def deal_warnings(roles: Sequence[str], switches: Switches) -> tuple[str, ...]:
    """Return a sentence for each way in which a deal breaks the rules of the set-up."""
    found = []
    if len(roles) < FEWEST_PLAYERS:
        found.append(f"Wherewolf is for {FEWEST_PLAYERS} or more players, and this table has {len(roles)}.")
    found += [f"The {role_title(role)} is always in play, but not here." for role in MANDATORY if role not in roles]
    wanted, there = quarter_of(len(roles)), dark_side(roles, traitor=switches.traitor_in_quarter)
    if wanted != there:
        found.append(f"Of {len(roles)} players {wanted} are on the Shadow's side by the quarter rule, here {there}.")
    return tuple(found)


DRAWS = 200
"""The maximum number of attempts to draw a list. At least two in seven random lists are legal and have no advice."""


def random_roles(players: int, variants: Variants, chance: Chance, fresh: Collection[str] = ()) -> tuple[str, ...]:
    """Draw a random list that is legal and has no advice. If every attempt fails, return the last list. The list has
    more than two `fresh` roles only if the others are not enough."""
    useful = (card for card in ROLE_TABLE.values() if card.id not in variants.useless)
    cards = tuple(card.id for card in useful for _ in range(card.max))
    for _ in range(DRAWS):
        chosen = _choose_roles(shuffle_known_first(cards, fresh, chance), players)
        drawn = tuple(sorted(chosen, key=list(ROLE_TABLE).index))
        if not (role_faults(drawn, players, variants) or role_advice(drawn, players)):
            break
    return drawn


def _choose_roles(shuffled: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the mandatory roles, the required number of dark roles, and then other roles in the shuffled order."""
    first = [role for role in shuffled if role in MANDATORY]
    dark = [role for role in shuffled if on_dark_side(role) and role not in MANDATORY]
    first += dark[: dark_to_deal(players) - 1]
    rest = [role for role in shuffled if role not in first]
    return (*first, *rest[: players + players // 2 - len(first)])
