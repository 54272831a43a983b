"""What is wrong with a list of possible roles, and what is worth knowing about it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from device.games.wherewolf.decks.quarter import dark_side, quarter_of
from device.games.wherewolf.decks.role_draw import MANDATORY, MONK_LEARNS, number_of_choices
from device.games.wherewolf.rules.refusal import role_title, the_role
from device.games.wherewolf.rules.roles import GUARDS, ROLE_TABLE, Faction, card_copies
from device.games.wherewolf.rules.switches import Switches
from device.kernel.errors import near_word

FEWEST_PLAYERS, MOST_ACTUAL = 8, 36


class Variants(Struct, frozen=True):
    """Ways to play that make some roles useless: roles shown when eliminated, votes with open eyes."""

    role_reveal: bool = False
    open_vote: bool = False


USELESS_REVEALED = ("innkeeper", "bard", "medium")
USELESS_IN_OPEN_VOTE = ("pettifogger", "mayor", "merchant", "orator", "spy")


def role_problems(
    possible: Sequence[str],
    players: int,
    switches: Switches,
    variants: Variants = Variants(),  # noqa: B008
) -> tuple[str, ...]:
    """One sentence for each reason why these possible roles cannot be played so."""
    unknown = [role for role in possible if role not in ROLE_TABLE]
    if unknown:
        hint = near_word(unknown[0], ROLE_TABLE) or "; docs/judge.md has them all"
        return (f"There is no role {unknown[0]!r}{hint}",)
    found = [
        *_numbers(possible, players),
        *_missing(possible),
        *_useless(possible, variants.role_reveal, USELESS_REVEALED, "roles are shown when somebody is eliminated"),
        *_useless(possible, variants.open_vote, USELESS_IN_OPEN_VOTE, "the votes are open"),
        *_monk(possible, players),
    ]
    if not found and not number_of_choices(possible, players, switches):
        found.append(_quarter(possible, players, switches))
    return tuple(found)


def _numbers(possible: Sequence[str], players: int) -> Iterator[str]:
    if not FEWEST_PLAYERS <= players <= MOST_ACTUAL:
        yield f"Wherewolf is for {FEWEST_PLAYERS} to {MOST_ACTUAL} players, not {players}"
    for role, cards in Counter(possible).items():
        if cards > card_copies(role):
            yield f"The box holds {card_copies(role)} of {the_role(role)}, not {cards}"
    if not players <= len(possible) <= 2 * players:
        yield f"For {players} players there are {players} to {2 * players} possible roles, not {len(possible)}"


def _missing(possible: Collection[str]) -> Iterator[str]:
    for role in MANDATORY:
        if role not in possible:
            yield f"The {role_title(role)} is always in play: add it to the possible roles"
    for role in dict.fromkeys(possible):
        needs = ROLE_TABLE[role].needs
        if needs and not set(needs) & set(possible):
            named = " or ".join(role_title(need) for need in needs)
            yield f"The {role_title(role)} makes no sense where no {named} is possible"


def _useless(possible: Collection[str], played: bool, roles: Sequence[str], how: str) -> Iterator[str]:
    for role in roles:
        if played and role in possible:
            yield f"The {role_title(role)} makes no sense where {how}"


def _monk(possible: Sequence[str], players: int) -> Iterator[str]:
    if "monk" in possible and len(possible) < players + MONK_LEARNS:
        yield f"The Monk needs at least {MONK_LEARNS} more possible roles than there are players"


def _quarter(possible: Sequence[str], players: int, switches: Switches) -> str:
    wanted, there = quarter_of(players), dark_side(possible, switches)
    return (
        f"With {players} players {wanted} are on the Shadow's side; of the possible roles {there} are,"
        f" and {len(possible) - there} are not: change them"
    )


def role_warnings(possible: Sequence[str], players: int) -> tuple[str, ...]:
    """What to know before playing with these possible roles."""
    found = []
    criminals = [role for role in possible if ROLE_TABLE[role].faction is Faction.CRIMINALS]
    if GUARDS & set(possible) and not criminals:
        found.append("Guards without possible Criminals make a quieter game: add a Criminal, or leave them out")
    if criminals and not GUARDS & set(possible):
        found.append("Criminals without possible Guards win as soon as the Shadow is gone: a Guard keeps the balance")
    if len(possible) > players + players // 2:
        found.append("More than one possible role in three is not in play: for people who know the game well")
    return tuple(found)


def deal_warnings(roles: Sequence[str], switches: Switches) -> tuple[str, ...]:
    """Where the roles really dealt leave the rules of the set-up."""
    found = []
    if len(roles) < FEWEST_PLAYERS:
        found.append(f"Wherewolf is for {FEWEST_PLAYERS} or more players, and this table has {len(roles)}")
    found += [f"The {role_title(role)} is always in play, but not here" for role in MANDATORY if role not in roles]
    wanted, there = quarter_of(len(roles)), dark_side(roles, switches)
    if wanted != there:
        found.append(f"Of {len(roles)} players {wanted} are on the Shadow's side by the quarter rule, here {there}")
    return tuple(found)
