"""Works out which calls a night has, which cards of a deck they wake, in which pass the seats choose, and how often."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from nightcrier.box.games.engine.extended import roles_of
from nightcrier.box.games.engine.model import ALL, CallRow, ElectRow, GameFile, RoleRow, Selection, TalkRound, When
from nightcrier.box.games.engine.verbs import SETTING_MARKS, VERBS

MOST_PASSES = 3
MOST_PRESSES = 10
"""The maximum number of presses for one role in a night. With more, a turn at the box would take too long."""


def names_for(game: GameFile, role: RoleRow) -> frozenset[str]:
    """Return the names by which a selection can match this role: its id, its side and its tags."""
    return frozenset((role.id, *role.tags) if game.extends else (role.id, role.side, *role.tags))


def meant_roles(game: GameFile, who: Selection, deck: Collection[str]) -> tuple[str, ...]:
    """Return the roles of this deck that the selection matches, in the order of the file."""
    named, taken, there = frozenset(who.names), frozenset(who.taken), frozenset(deck)
    return tuple(
        role.id
        for role in roles_of(game).values()
        if role.id in there and not (own := names_for(game, role)).isdisjoint(named) and own.isdisjoint(taken)
    )


def listed(game: GameFile, who: Selection, deck: Collection[str]) -> tuple[str, ...]:
    """Return for people the names in a selection: the matching roles of this deck, its marks, or `all` alone."""
    if ALL in who.names:
        return (ALL,)
    return (*meant_roles(game, who, deck), *(mark for mark in game.marks if mark in who.names))


def is_many(game: GameFile, who: Selection, deck: Collection[str]) -> bool:
    """Say whether the selection calls several people: more than one card, a mark, or all."""
    meant = frozenset(meant_roles(game, who, deck))
    return ALL in who.names or any(name in game.marks for name in who.names) or sum(card in meant for card in deck) > 1


def calls_of_night(
    game: GameFile, deck: Collection[str], players: int | None, night: int, switches: Mapping[str, bool]
) -> tuple[CallRow, ...]:
    """Return the calls of a night, in order. If `players` is None, calls for any number of players are included."""
    there = [names_for(game, role) for role in roles_of(game).values() if role.id in deck]
    present = frozenset[str]().union(*there)
    return tuple(
        call
        for call in game.calls
        if is_night(call.when, night)
        and (players is None or call.when.players is None or call.when.players[0] <= players <= call.when.players[1])
        and present.issuperset(call.when.in_deck.names)
        and present.isdisjoint(call.when.without.names)
        and is_switched(call.switch, switches)
        and listed(game, call.who, deck)
    )


def is_night(when: When | TalkRound | ElectRow, night: int) -> bool:
    match when.nights:
        case "first" | "later":
            return (night == 1) == (when.nights == "first")
        case "odd" | "even":
            return night % 2 == (when.nights == "odd")
        case int(number):
            return night == number
    return True


def is_switched(switch: str, switches: Mapping[str, bool]) -> bool:
    """Say whether the switches allow a row. Its `switch` is empty, or names one that must be on or, after `-`, off."""
    return not switch or switches[switch.removeprefix("-")] != switch.startswith("-")


def passes_of(calls: Sequence[CallRow]) -> tuple[int | None, ...]:
    """Return for each call of one night the pass in which its people choose, or None if they choose nothing. A call
    that asks about a mark comes after the calls that set the mark, and a call that follows others comes after all of
    them."""
    setting, last, found = dict[str, int](), 0, list[int | None]()
    for call in calls:
        if not VERBS[call.do.verb].chooses:
            found.append(None)
            continue
        after = [1, last, *(setting[name] + 1 for name in asked_names(call) if name in setting)]
        last = max(after[0], last + 1) if call.do.verb == "trail" else max(after)
        if call.do.verb in SETTING_MARKS:
            setting[call.do.mark] = last
        found.append(last)
    return tuple(found)


def asked_names(call: CallRow) -> set[str]:
    """Return all names in a call whose seats the box must know."""
    asked = [call.who, call.do.of, call.meets.of if call.meets else None, call.do.learns]
    return {name for who in asked if isinstance(who, Selection) for name in who}


def is_called(game: GameFile, who: Selection, role: str) -> bool:
    """Say whether a selection matches the person with this role."""
    named = Selection(tuple(game.roles), who.taken) if ALL in who.names else who
    return bool(meant_roles(game, named, (role,)))


def calls_marked(game: GameFile, call: CallRow) -> bool:
    """Say whether a call wakes the people who have a mark."""
    return not game.marks.keys().isdisjoint(call.who.names)


def most_chosen(call: CallRow) -> int:
    return call.do.count[1] if VERBS[call.do.verb].chooses else 0


def presses_for(call: CallRow) -> int:
    """Return how many times a seat presses for this call. A guess takes one more press, for the role."""
    return most_chosen(call) + (call.do.verb == "guess" and most_chosen(call) > 0)


def press_count(game: GameFile, roles: Iterable[str], calls: Sequence[CallRow]) -> int:
    """Return how many times every seat presses for these calls: the highest number that anybody with one of these roles
    and with all marks may need."""
    by_mark = sum(presses_for(call) for call in calls if calls_marked(game, call))
    by_role = [call for call in calls if not calls_marked(game, call)]
    return by_mark + max(
        sum(presses_for(call) for call in by_role if is_called(game, call.who, role)) for role in frozenset(roles)
    )


def why_with_cards(game: GameFile) -> str:
    """Return why this game must be played with cards, or an empty text if the box can deal it."""
    if game.deal == "cards":
        return "its file does not let the box deal"
    choosing = [call for call in game.calls if VERBS[call.do.verb].chooses]
    presses = press_count(game, game.roles, choosing), sum(row.chooses is not None for row in game.deaths)
    is_much = max(presses) > MOST_PRESSES
    return "a role may choose more than a turn has room for, so the game is played with cards" if is_much else ""
