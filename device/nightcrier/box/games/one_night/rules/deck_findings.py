"""Find problems of a deck. Hard findings forbid the deck, soft findings only warn."""

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
from nightcrier.box.show.deck_checks import NEW_AT_ONCE, DeckFinding, Mend, dealt_finding, deck_finding, players_said
from nightcrier.box.show.facts import RoleName
from nightcrier.kernel.ids import LineId

_CROWD = 7  # more than these sit too far from the middle to reach it
FEW_FOR_A_BODYGUARD = 5

_FIRST_ROLES = frozenset({"werewolf", "villager", "seer", "robber", "troublemaker"})
"""The roles of the rulebook's first decks. Every new table may play these roles without a warning."""


_LAYING = {
    "lay-center-wolf": "Lay one more wolf card, any that is left over, crosswise beside the three in the center, for"
    " the Alpha Wolf",
    "lay-artifacts": "Lay the artifacts face down within reach of the center, for the Curator",
    "lay-shield": "Lay the shield token within reach of the center, for the Sentinel",
    "lay-shields": "Lay both shield tokens within reach of the center: for the Sentinel, and for a Doppelgänger who"
    " copies that role",
}


def deck_problems(deck: Deck, players: int, book: RoleBook = PRINTED) -> tuple[DeckFinding, ...]:
    """Return the findings that forbid this deck, the most important first. Return no findings if the deck may be
    played."""
    return (*_seats(players), *_cards(deck, players), *_limits(deck, book), *_companions(deck, book))


def deck_warnings(
    deck: Deck,
    players: int,
    fresh: Collection[str] = (),
    *,
    trusted: bool = False,
    dealt: bool = False,
    book: RoleBook = PRINTED,
) -> tuple[DeckFinding, ...]:
    """Return the findings that people should know before they play this deck. `fresh` are the roles that this table has
    never played. A `trusted` deck comes from a rulebook, so its cards have no findings. For a `dealt` deck nothing is
    laid out."""
    doubts, early = ((), ()) if trusted else (deck_doubts(deck, players, book), _newcomers(deck, fresh))
    laid = {} if dealt else things_beside(deck, book)
    return (*doubts, *_crowd(players), *early, *(deck_finding(f"warning.{what}", _LAYING[what]) for what in laid))


def problems_of_dealing(players: int) -> tuple[DeckFinding, ...]:
    """Return the findings that forbid a game in which the box deals."""
    sentence = (
        f"The box deals for at most {MOST_WITHIN_REACH} players, and there are {players}: play in two groups, or with"
        " cards that somebody who does not play moves for them"
    )
    many = dealt_finding(sentence, MOST_WITHIN_REACH)
    return (many,) if players > MOST_WITHIN_REACH else ()


def roles_not_dealt(deck: Deck, book: RoleBook) -> tuple[DeckFinding, ...]:
    """Return the findings about roles that forbid a game in which the box deals."""
    return tuple(_not_dealt(deck, book))


def _not_dealt(deck: Deck, book: RoleBook) -> Iterator[DeckFinding]:
    """Yield a finding for each role that the box cannot play: because only people know its rule, or because two seats
    would act at one call."""
    for role in dict.fromkeys(deck):
        if role in book.rows and not book.rows[role].judged:
            rule = f"The box does not know the rule of {role}: play with cards, or without that role"
            yield deck_finding("problem.not-dealt", rule, RoleName(role), mend="over")
    for row in book.called:
        acting = [card for card in deck if card in (row.call.called if row.call else (row.id,))]
        if len(acting) > 1 and row.power and not row.power.alone:
            several = f"The box deals {acting[0]} to one seat alone, and the deck has {len(acting)} that act then"
            sentence = f"{several}: play with cards"
            yield deck_finding("problem.not-dealt", sentence, RoleName(acting[0]), mend="over")


def _seats(players: int) -> Iterator[DeckFinding]:
    least, most = ONE_NIGHT_FEWEST, ONE_NIGHT_MOST
    if players < least:
        few = f"One Night needs at least {least} players, and there are {players}: invite somebody"
        yield deck_finding("problem.too-few-players", few, said=players_said(least, most), least=least)
    if players > most:
        many = f"The boxes have cards for at most {most} players, and there are {players}: play in two groups"
        yield deck_finding("problem.too-many-players", many, said=players_said(least, most), most=most)


def _cards(deck: Deck, players: int) -> Iterator[DeckFinding]:
    have, needed = len(deck), deck_size(players)
    if have != needed:
        what: Mend = "over" if have > needed else "missing"
        n, do = abs(have - needed), "take out" if have > needed else "add"
        sentence = f"{players} players need {needed} cards, and the deck has {have}: {do} {n}"
        yield deck_finding(f"problem.cards-{what}", sentence, mend=what, count=n, have=have, needed=needed, n=n)


def _limits(deck: Deck, book: RoleBook) -> Iterator[DeckFinding]:
    for role, have in Counter(deck).items():
        if role not in book.cards:
            unknown = f"There is no role {role} in One Night or Daybreak: leave it out"
            yield deck_finding("problem.unknown-role", unknown, RoleName(role), mend="over")
        elif have > (most := book.cards[role].count):
            over = f"The boxes hold {most} of the card {role}, and the deck has {have}: take out {have - most}"
            yield deck_finding("problem.role-limit", over, RoleName(role), mend="over", most=most)


def _companions(deck: Deck, book: RoleBook) -> Iterator[DeckFinding]:
    if deck.count("mason") == 1:
        alone = "One Mason is missing: Masons come in pairs, so add the other one or leave both out"
        yield deck_finding("problem.mason-alone", alone)
    if "alpha-wolf" in deck and center_wolf(deck, book) is None:
        all_in = "The Alpha Wolf needs one more wolf card for the center, and all are in the deck"
        yield deck_finding("problem.center-wolf", f"{all_in}: swap a Werewolf for another role")


def deck_doubts(deck: Deck, players: int, book: RoleBook = PRINTED) -> tuple[DeckFinding, ...]:
    """Return the warnings about the cards of a deck. They do not depend on who plays."""
    return tuple(_doubts(deck, players, book))


def _doubts(deck: Deck, players: int, book: RoleBook) -> Iterator[DeckFinding]:
    if not wolves_in(deck):
        no_wolf = "No Werewolf is in the deck: add one, or nobody has anything to hide"
        yield deck_finding("warning.no-wolf", no_wolf)
    if "insomniac" in deck and not any((deed := book.deed_of(role)) and deed.moves == "others" for role in deck):
        quiet = "Nobody here moves the Insomniac's card by night"
        yield deck_finding("warning.quiet-insomniac", f"{quiet}: add the Robber or the Troublemaker")
    if "bodyguard" in deck and players <= (n := FEW_FOR_A_BODYGUARD):
        few = f"The Bodyguard is at his best with more than {n} players: choose another role for fewer"
        yield deck_finding("warning.bodyguard-few", few, said=(LineId("deck.bodyguard-few"),), n=n)


def _crowd(players: int) -> Iterator[DeckFinding]:
    if players > (n := MOST_WITHIN_REACH):
        helper = "somebody who does not play stays awake, and moves the cards they point at"
        yield deck_finding("warning.helper", f"With more than {n} players {helper}", n=n)
    elif players > (n := _CROWD):
        crowd = f"With more than {n} players stand up, or sit at a smaller table, so that all can reach the middle"
        yield deck_finding("warning.crowd", crowd, n=n)


def new_roles(deck: Deck, fresh: Collection[str]) -> tuple[str, ...]:
    """Return the roles of a deck that this table has to learn. The roles of the rulebook's first decks are easy."""
    return tuple(role for role in dict.fromkeys(deck) if role in fresh and role not in _FIRST_ROLES)


def unknown_beside_doppelganger(deck: Deck, fresh: Collection[str]) -> tuple[str, ...]:
    """Return the roles of a deck with a Doppelganger that her table should play without her first, those that are
    harder to learn first. Even the roles of the first decks are among them."""
    others = (role for role in dict.fromkeys(deck) if role in fresh and role != DOPPELGANGER)
    return tuple(sorted(others, key=_FIRST_ROLES.__contains__)) if DOPPELGANGER in deck else ()


def _newcomers(deck: Deck, fresh: Collection[str]) -> Iterator[DeckFinding]:
    if others := unknown_beside_doppelganger(deck, fresh):
        early = f"The Doppelgänger is for tables that know the other roles, and {others[0]} is new here"
        sentence, said = f"{early}: first play without her", (LineId("deck.doppelganger-early"),)
        yield deck_finding("warning.doppelganger-early", sentence, RoleName(others[0]), said=said)
    elif (n := len(new_roles(deck, fresh))) > NEW_AT_ONCE:
        sentence = f"{n} roles are new to this table: one or two at a time are easier to learn"
        yield deck_finding("warning.many-new", sentence, said=(LineId("deck.many-new"),), n=n)


def shelf_findings(
    deck: Deck, boxes: Collection[CardBox], fresh: Collection[str], book: RoleBook
) -> tuple[DeckFinding, ...]:
    """Return the finding that a card is in none of these `boxes`. People must have the cards of roles that they have
    played, so only `fresh` roles count."""
    rows = (book.rows[role] for role in dict.fromkeys(deck) if role in fresh and role in book.rows)
    lacked = next((row.id for row in rows if row.box and row.box not in boxes), "")
    sentence = f"The card {lacked} is in a box that is not on your shelf: choose other cards, or say that you have it"
    said = (LineId("deck.other-box"),)
    return (deck_finding("warning.other-box", sentence, RoleName(lacked), said=said),) if lacked else ()


def things_beside(deck: Deck, book: RoleBook = PRINTED) -> Mapping[str, str]:
    """Return the things that people lay out beside the cards. Each thing has the role that needs the thing."""
    laid = {"lay-center-wolf": "alpha-wolf"} if center_wolf(deck, book) else {}
    laid |= {what: role for role in dict.fromkeys(deck) if role in book.rows and (what := book.rows[role].lays)}
    if DOPPELGANGER not in deck:
        return laid
    return {"lay-shields" if what == "lay-shield" else what: role for what, role in laid.items()}
