"""Prints one deck: its cards, its calls, its length, and the odds of its deal, which are exact and never simulated."""

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from math import comb

from nightcrier.box.games.one_night.day_and_vote import day_seconds
from nightcrier.box.games.one_night.night_show import eyes_shut_part, night_show, taught_roles
from nightcrier.box.games.one_night.rules.calls import call_named
from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, Deck, center_wolf
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_blocks import Role
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER, WOLVES
from nightcrier.box.games.one_night.rules.scenarios import NamedDeck
from nightcrier.box.show.cues import Show, Window, show_length
from nightcrier.box.show.plug import LengthOf, NameOf
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.rows import align_rows


def _in_center(deck: Deck, roles: Collection[str], count: int) -> Fraction:
    """Return the chance that exactly `count` cards of these roles lie in the center."""
    those = sum(role in roles for role in deck)
    if not 0 <= count <= min(CENTER_CARDS, those):
        return Fraction(0)
    return Fraction(comb(those, count) * comb(len(deck) - those, CENTER_CARDS - count), comb(len(deck), CENTER_CARDS))


def all_in_center(deck: Deck, roles: Collection[str]) -> Fraction:
    """Return the chance that all cards of these roles lie in the center."""
    return _in_center(deck, roles, sum(role in roles for role in deck))


def some_in_center(deck: Deck, roles: Collection[str]) -> Fraction:
    """Return the chance that at least one card of these roles lies in the center."""
    return 1 - _in_center(deck, roles, 0)


def no_wolf(deck: Deck) -> Fraction:
    """Return the chance that no player was dealt a Werewolf of any kind."""
    return all_in_center(deck, WOLVES)


def one_wolf(deck: Deck) -> Fraction:
    """Return the chance that exactly one player was dealt a Werewolf of any kind."""
    return _in_center(deck, WOLVES, sum(role in WOLVES for role in deck) - 1)


def deck_sheet(
    named: NamedDeck, players: int, options: Options, name: NameOf, length: LengthOf, known: RoleBook = PRINTED
) -> list[str]:
    """Return the rows of a printed deck. `name` returns the name of a role, `length` the seconds of a spoken line."""
    book = named.book(known)
    deck = named.deck(players, book)
    night = night_show(deck, options, SeededChance(0), book=book)
    first = night_show(deck, options, SeededChance(0), deck, book, taught_roles(deck, options, book))
    return [
        f"{named.scenario.names['en']}, {players} players, level {named.scenario.level} of 5",
        *_cards(deck, name, book),
        *_fillers(named, name),
        *_calls(night, name, book),
        *_times(night, first, day_seconds(players, options), length),
        *_odds(deck, name),
    ]


def _cards(deck: Deck, name: NameOf, book: RoleBook) -> list[str]:
    rows = [["", f"{count} x", name(role), _team(book.rows[role])] for role, count in Counter(deck).items()]
    wolf = center_wolf(deck, book)
    if wolf:
        rows.append(["", "+ 1 x", name(wolf), "or another wolf, beside the center, for the Alpha Wolf"])
    head = f"Deck: {len(deck)} cards, {len(deck) - CENTER_CARDS} dealt and {CENTER_CARDS} in the center"
    return ["", head, *align_rows(rows)]


def _team(role: Role) -> str:
    return "as the role she sees" if role.id == DOPPELGANGER else role.team.value


def _fillers(named: NamedDeck, name: NameOf) -> list[str]:
    if not named.fillers:
        return []
    return [f"One more with each further player: {', '.join(name(role) for role in named.fillers)}"]


def _calls(night: Show, name: NameOf, book: RoleBook) -> list[str]:
    windows = [cue for cue in night if isinstance(cue, Window) and call_named(cue.name, book).role in book.rows]
    rows = [
        ["", f"{n}.", name(call.title(book)), f"{opened.seconds:.0f} s", book.rows[call.role].hands.does]
        for n, (opened, call) in enumerate(((each, call_named(each.name, book)) for each in windows), 1)
    ]
    return ["", "Wake order", *align_rows(rows)]


def _times(night: Show, first: Show, talk: Seconds, length: LengthOf) -> list[str]:
    """Return the rows about times. `first` is the night of a table to which every role is new and is explained."""
    usual, new = (_minutes(show_length(eyes_shut_part(show), length)) for show in (night, first))
    return [
        "",
        f"Night:     about {_minutes(show_length(night, length))}",
        f"Eyes shut: about {usual}, the first time {new}",
        f"Talk:      {_minutes(talk)}",
    ]


def _odds(deck: Deck, name: NameOf) -> list[str]:
    rows = [_odd("no Werewolf among the players", no_wolf(deck))]
    rows.append(_odd("exactly one Werewolf among the players", one_wolf(deck)))
    if "mason" in deck:
        rows.append(_odd("both Masons in the center", all_in_center(deck, {"mason"})))
    for role, count in Counter(deck).items():
        which = name(role) if count == 1 else f"a {name(role)}"
        rows.append(_odd(f"{which} in the center", some_in_center(deck, {role})))
    return ["", "Odds of the deal", *align_rows(rows)]


def _odd(what: str, chance: Fraction) -> list[str]:
    return ["", what, f"{float(chance):6.1%}", str(chance)]


def _minutes(seconds: Seconds) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
