"""Draws the actual roles from the possible roles, so that every legal choice with the same number of dark cards is
equally likely.

About one player in four is on the Shadow's side, and the table chooses how strictly. Two choices count as one if they
differ only in their Peasant cards."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, product
from math import comb
from typing import Literal

from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.kernel.chance import Chance

ShadowSide = Literal["about", "less", "quarter", "more"]
SHADOW_SIDES: Mapping[ShadowSide, tuple[int, ...]] = {"about": (-1, 0, 1), "less": (-1,), "quarter": (0,), "more": (1,)}
"""The ways in which a table may apply the quarter rule, each with the differences from the quarter that it allows."""


def quarter_of(players: int) -> int:
    """Return a quarter of the players, rounded half up: 2 of 8, 3 of 10, 4 of 14."""
    return (players + 2) // 4


def dark_to_deal(players: int) -> int:
    """Return the number of dark cards by the quarter rule, but no more than the box has. From 22 players on, the
    quarter is larger than that."""
    return min(quarter_of(players), _DARK_CARDS)


def dark_allowed(players: int, side: ShadowSide) -> tuple[int, ...]:
    """Return the numbers of dark cards that the table allows. There is always at least one dark card."""
    return tuple(
        number for more in SHADOW_SIDES[side] if 1 <= (number := dark_to_deal(players) + more) <= _DARK_CARDS
    ) or (_DARK_CARDS,)


def dark_possible(possible: Sequence[str], players: int, side: ShadowSide) -> tuple[int, ...]:
    """Return which of the allowed numbers of dark cards are possible with these roles."""
    return tuple(dark for dark in dark_allowed(players, side) if number_of_choices(possible, players, dark))


def on_dark_side(role: str, *, traitor: bool = True) -> bool:
    """Say whether the quarter rule counts a role. The rule counts wolves of the Pack, the Vampire, and the Traitor
    unless `traitor` is false."""
    return ROLE_TABLE[role].shadow or (role == "traitor" and traitor)


def dark_side(roles: Iterable[str], *, traitor: bool = True) -> int:
    """Return how many of the roles the quarter rule counts."""
    return sum(on_dark_side(role, traitor=traitor) for role in roles)


_DARK_CARDS = dark_side(ROLE_TABLE)


MANDATORY = ("seer", "pack-leader")
_MONK, _PEASANT = "monk", "peasant"
_DARK = frozenset(filter(on_dark_side, ROLE_TABLE))
_DRAWN_APART = {*_DARK, _MONK, _PEASANT}
MONK_LEARNS = 2
"""The number of possible roles outside the game that the Monk must learn."""


ALL_CARDS = sum(card.max for card in ROLE_TABLE.values())


def monk_learns(players: int) -> int:
    """Return the number of possible roles that must stay outside the game if the Monk may be dealt. If nearly all cards
    are dealt, fewer roles are left, and the Monk learns those."""
    return MONK_LEARNS if players + MONK_LEARNS <= ALL_CARDS else 0


def _sides(possible: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the roles that may be drawn in addition to the mandatory ones: the dark ones, and those that are neither
    dark nor Monk nor Peasant."""
    free = [role for role in possible if role not in MANDATORY]
    return [role for role in free if role in _DARK], [role for role in free if role not in _DRAWN_APART]


def _shapes(possible: Sequence[str], players: int, dark: int) -> dict[tuple[int, int], int]:
    """Return how many choices have each number of Peasants and Monks. A Monk is drawn only if enough possible roles
    stay out of the game."""
    found, (_, plain) = dict[tuple[int, int], int](), _sides(possible)
    for peasants, monks in product(range(possible.count(_PEASANT) + 1), range(possible.count(_MONK) + 1)):
        wanted = players - dark - 1 - peasants - monks
        out = len(set(possible)) - players + max(0, peasants - 1)
        if wanted >= 0 and (not monks or out >= monk_learns(players)):
            found[peasants, monks] = comb(len(plain), wanted)
    return found


def number_of_choices(possible: Sequence[str], players: int, dark: int) -> int:
    """Return the number of legal choices with this number of dark cards."""
    if not set(MANDATORY) <= set(possible) or dark < 1:
        return 0
    return comb(len(_sides(possible)[0]), dark - 1) * sum(_shapes(possible, players, dark).values())


def draw_roles(possible: Sequence[str], players: int, dark: int, chance: Chance) -> tuple[str, ...]:
    """Draw a random legal set of actual roles with this number of dark cards, in the order of the possible roles. The
    possible roles must allow a game."""
    darks, plain = _sides(possible)
    shapes = _shapes(possible, players, dark)
    at = chance.below(sum(shapes.values()))
    peasants, monks = next(shape for shape, end in zip(shapes, accumulate(shapes.values()), strict=True) if at < end)
    drawn = {*MANDATORY, *chance.shuffle(darks)[: dark - 1]}
    drawn.update(chance.shuffle(plain)[: players - dark - 1 - peasants - monks], [_MONK] * monks)
    return (*(role for role in possible if role in drawn), *[_PEASANT] * peasants)
