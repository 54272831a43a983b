"""Finds problems of a deck. Hard findings forbid the deck, soft findings only warn."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from nightcrier.box.games.one_night.rules.deal import (
    MOST_WITHIN_REACH,
    ONE_NIGHT_FEWEST,
    ONE_NIGHT_MOST,
    Deck,
    center_wolf,
    deck_size,
    wolves_in,
)
from nightcrier.box.games.one_night.rules.role_blocks import CardBox
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER
from nightcrier.box.show.deck_checks import NEW_AT_ONCE, Mend, dealt_finding, deck_finding, players_said
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.kernel.ids import LineId

_CROWD = 7  # more than these sit too far from the middle to reach it
FEW_FOR_A_BODYGUARD = 5

_FIRST_ROLES = frozenset({"werewolf", "villager", "seer", "robber", "troublemaker"})
"""The roles of the rulebook's first decks. Every new table may play these roles without a warning."""


def deck_problems(deck: Deck, players: int, book: RoleBook = PRINTED) -> tuple[Word, ...]:
    """Return the findings that forbid this deck, the most important first, or none if the deck may be played."""
    return (*_seats(players), *_cards(deck, players), *_limits(deck, book), *_companions(deck, book))


def deck_warnings(
    deck: Deck,
    players: int,
    fresh: Collection[str] = (),
    *,
    trusted: bool = False,
    dealt: bool = False,
    book: RoleBook = PRINTED,
) -> tuple[Word, ...]:
    """Return the findings that people should know before they play this deck. `fresh` are the roles that this table has
    never played. A `trusted` deck comes from a rulebook, so its cards have no findings. For a `dealt` deck nothing
    needs to be laid out."""
    doubts, early = ((), ()) if trusted else (deck_doubts(deck, players, book), _newcomers(deck, fresh))
    laid = {} if dealt else things_beside(deck, book)
    return (*doubts, *_crowd(players), *early, *(deck_finding(f"warning.{what}") for what in laid))


def problems_of_dealing(players: int) -> tuple[Word, ...]:
    """Return the findings that forbid a game in which the box deals."""
    return (dealt_finding(MOST_WITHIN_REACH),) if players > MOST_WITHIN_REACH else ()


def roles_not_dealt(deck: Deck, book: RoleBook) -> Iterator[Word]:
    """Yield a finding for each role that the box cannot play, either because only people know its rule, or because two
    seats would act at one call."""
    for role in dict.fromkeys(deck):
        if role in book.rows and not book.rows[role].judged:
            yield deck_finding("problem.not-dealt", RoleName(role), mend="over")
    for row in book.called:
        acting = [card for card in deck if card in (row.call.called if row.call else (row.id,))]
        if len(acting) > 1 and row.power and not row.power.alone:
            yield deck_finding("problem.not-dealt", RoleName(acting[0]), mend="over")


def _seats(players: int) -> Iterator[Word]:
    least, most = ONE_NIGHT_FEWEST, ONE_NIGHT_MOST
    if players < least:
        yield deck_finding("problem.too-few-players", said=players_said(least, most), least=least)
    if players > most:
        yield deck_finding("problem.too-many-players", said=players_said(least, most), most=most)


def _cards(deck: Deck, players: int) -> Iterator[Word]:
    have, needed = len(deck), deck_size(players)
    if have != needed:
        what: Mend = "over" if have > needed else "missing"
        n = abs(have - needed)
        yield deck_finding(f"problem.cards-{what}", mend=what, count=n, have=have, needed=needed, n=n)


def _limits(deck: Deck, book: RoleBook) -> Iterator[Word]:
    for role, have in Counter(deck).items():
        if role not in book.cards:
            yield deck_finding("problem.unknown-role", RoleName(role), mend="over")
        elif have > (most := book.cards[role].count):
            yield deck_finding("problem.role-limit", RoleName(role), mend="over", most=most)


def _companions(deck: Deck, book: RoleBook) -> Iterator[Word]:
    if deck.count("mason") == 1:
        yield deck_finding("problem.mason-alone")
    if "alpha-wolf" in deck and center_wolf(deck, book) is None:
        yield deck_finding("problem.center-wolf")


def deck_doubts(deck: Deck, players: int, book: RoleBook = PRINTED) -> tuple[Word, ...]:
    """Return the warnings about the cards of a deck, which do not depend on who plays."""
    found = [] if wolves_in(deck) else [deck_finding("warning.no-wolf")]
    if "insomniac" in deck and not any((deed := book.deed_of(role)) and deed.moves == "others" for role in deck):
        found.append(deck_finding("warning.quiet-insomniac"))
    if "bodyguard" in deck and players <= (n := FEW_FOR_A_BODYGUARD):
        found.append(deck_finding("warning.bodyguard-few", said=(LineId("deck.bodyguard-few"),), n=n))
    return tuple(found)


def _crowd(players: int) -> Iterator[Word]:
    if players > (n := MOST_WITHIN_REACH):
        yield deck_finding("warning.helper", n=n)
    elif players > (n := _CROWD):
        yield deck_finding("warning.crowd", n=n)


def new_roles(deck: Deck, fresh: Collection[str]) -> tuple[str, ...]:
    """Return the roles of a deck that this table has to learn. The roles of the rulebook's first decks are easy."""
    return tuple(role for role in dict.fromkeys(deck) if role in fresh and role not in _FIRST_ROLES)


def unknown_beside_doppelganger(deck: Deck, fresh: Collection[str]) -> tuple[str, ...]:
    """Return the roles that a table should first play without the Doppelganger, if the deck has one. The roles that are
    harder to learn come first. Even the roles of the first decks are among them."""
    others = (role for role in dict.fromkeys(deck) if role in fresh and role != DOPPELGANGER)
    return tuple(sorted(others, key=_FIRST_ROLES.__contains__)) if DOPPELGANGER in deck else ()


def _newcomers(deck: Deck, fresh: Collection[str]) -> Iterator[Word]:
    if others := unknown_beside_doppelganger(deck, fresh):
        yield deck_finding("warning.doppelganger-early", RoleName(others[0]), said=(LineId("deck.doppelganger-early"),))
    elif (n := len(new_roles(deck, fresh))) > NEW_AT_ONCE:
        yield deck_finding("warning.many-new", said=(LineId("deck.many-new"),), n=n)


def shelf_findings(deck: Deck, boxes: Collection[CardBox], fresh: Collection[str], book: RoleBook) -> tuple[Word, ...]:
    """Return a warning if a card is in none of these `boxes`. Only `fresh` roles count, because people must own the
    cards of roles that they have played."""
    rows = (book.rows[role] for role in dict.fromkeys(deck) if role in fresh and role in book.rows)
    lacked = next((row.id for row in rows if row.box and row.box not in boxes), "")
    said = (LineId("deck.other-box"),)
    return (deck_finding("warning.other-box", RoleName(lacked), said=said),) if lacked else ()


def things_beside(deck: Deck, book: RoleBook = PRINTED) -> Mapping[str, str]:
    """Return the things that people lay out beside the cards, each with the role that needs it."""
    laid = {"lay-center-wolf": "alpha-wolf"} if center_wolf(deck, book) else {}
    laid |= {what: role for role in dict.fromkeys(deck) if role in book.rows and (what := book.rows[role].lays)}
    if DOPPELGANGER not in deck:
        return laid
    return {"lay-shields" if what == "lay-shield" else what: role for what, role in laid.items()}
