"""Draw the actual roles from the possible roles, so that every legal choice with as many dark cards is equally likely.

About one player in four is on the Shadow's side, and the table chooses how strictly. Two choices count as one choice if
only their Peasant cards differ."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, product
from math import comb
from typing import Literal

from msgspec import Struct

from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.kernel.chance import Chance

ShadowSide = Literal["about", "less", "quarter", "more"]
SHADOW_SIDES: Mapping[ShadowSide, tuple[int, ...]] = {"about": (-1, 0, 1), "less": (-1,), "quarter": (0,), "more": (1,)}
"""The ways in which a table may take the quarter rule, each with the differences from the quarter that it allows."""


def quarter_of(players: int) -> int:
    """Return a quarter of the players, rounded half up: 2 of 8, 3 of 10, 4 of 14."""
    return (players + 2) // 4


def dark_to_deal(players: int) -> int:
    """Return the number of dark cards by the quarter rule, or all dark cards of the box if the quarter is larger. The
    quarter is larger from 22 players on."""
    return min(quarter_of(players), _DARK_CARDS)


def dark_allowed(players: int, side: ShadowSide) -> tuple[int, ...]:
    """Return the numbers of dark cards that the table allows. One card is always dark."""
    return tuple(
        number for more in SHADOW_SIDES[side] if 1 <= (number := dark_to_deal(players) + more) <= _DARK_CARDS
    ) or (_DARK_CARDS,)


def dark_possible(possible: Sequence[str], players: int, side: ShadowSide) -> tuple[int, ...]:
    """Return those of the allowed numbers of dark cards that these possible roles can give."""
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
MONK_LEARNS = 2
"""The number of possible roles outside the game that the Monk must learn."""


ALL_CARDS = sum(card.max for card in ROLE_TABLE.values())


def monk_learns(players: int) -> int:
    """Return the number of possible roles that must stay outside the game if the Monk may be dealt. If nearly all cards
    are dealt, fewer roles are left, and the Monk learns these."""
    return MONK_LEARNS if players + MONK_LEARNS <= ALL_CARDS else 0


class _Bag(Struct, frozen=True):
    """The roles that may be drawn in addition to the mandatory roles: the number of dark roles, and of other roles."""

    dark: tuple[str, ...]
    others: tuple[str, ...]
    dark_wanted: int
    others_wanted: int
    kinds: int
    players: int


class _Shape(Struct, frozen=True):
    """All choices with an equal number of Peasants, either all with the Monk or all without him."""

    peasants: int
    monk: bool
    plain: int
    choices: int


def _bag(possible: Sequence[str], players: int, wanted: int) -> _Bag:
    free = [role for role in possible if role not in MANDATORY]
    dark = tuple(role for role in free if on_dark_side(role))
    others = tuple(role for role in free if not on_dark_side(role))
    return _Bag(dark, others, wanted - 1, players - wanted - 1, len(set(possible)), players)


def _plain(bag: _Bag) -> tuple[str, ...]:
    return tuple(role for role in bag.others if role not in (_MONK, _PEASANT))


def _shapes(bag: _Bag) -> list[_Shape]:
    """Return the legal shapes. The Monk needs two possible roles that are not in play."""
    shapes = []
    for peasants, monk in product(range(min(ROLE_TABLE[_PEASANT].max, bag.others.count(_PEASANT)) + 1), (False, True)):
        plain = bag.others_wanted - peasants - monk
        absent = bag.kinds - bag.players + max(0, peasants - 1)
        if plain >= 0 and (not monk or (_MONK in bag.others and absent >= monk_learns(bag.players))):
            shapes.append(_Shape(peasants, monk, plain, comb(len(_plain(bag)), plain)))
    return shapes


def number_of_choices(possible: Sequence[str], players: int, dark: int) -> int:
    """Return the number of legal choices with so many dark cards."""
    if not set(MANDATORY) <= set(possible) or dark < 1:
        return 0
    bag = _bag(possible, players, dark)
    return comb(len(bag.dark), bag.dark_wanted) * sum(shape.choices for shape in _shapes(bag))


def draw_roles(possible: Sequence[str], players: int, dark: int, chance: Chance) -> tuple[str, ...]:
    """Draw a random legal set of actual roles with so many dark cards, and keep the order of the possible roles. The
    possible roles must allow a game."""
    bag = _bag(possible, players, dark)
    shape = _draw_shape(_shapes(bag), chance)
    drawn = {*MANDATORY, *chance.shuffle(bag.dark)[: bag.dark_wanted], *chance.shuffle(_plain(bag))[: shape.plain]}
    singles = tuple(role for role in possible if role in drawn or (role == _MONK and shape.monk))
    return (*singles, *[_PEASANT] * shape.peasants)


def _draw_shape(shapes: Sequence[_Shape], chance: Chance) -> _Shape:
    """Draw a random shape. The probability of a shape is in proportion to its number of choices."""
    ends = list(accumulate(shape.choices for shape in shapes))
    drawn = chance.below(ends[-1])
    return next(shape for shape, end in zip(shapes, ends, strict=True) if drawn < end)
