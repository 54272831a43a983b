"""Holds the rulebook as data: 35 roles and the calls of a night as rows of the engine, the switches, and the sentences
for broken rules.

Every role that may be in play has a call, even if nobody has the role. If the rulebook leaves a choice, a switch offers
the choice, and the default is our decision."""

from collections.abc import Collection
from enum import StrEnum
from typing import Literal

from msgspec import Struct

from nightcrier.box.games.engine.calls import is_night, meant_roles
from nightcrier.box.games.engine.model import CallRow, GameFile, RoleRow, Selection, When


class Faction(StrEnum):
    VILLAGE = "village"
    CITY = "city"
    CRIMINALS = "criminals"
    WOLVES = "wolves"
    VAMPIRE = "vampire"
    LOVER = "lover"
    NONE = "none"


class RoleCard(RoleRow, frozen=True):
    """A role as printed: a row of the engine with the facts that no other game needs. Its side is its faction.

    `must` and `may` are the nights in which the role has to choose or can choose. `own_seat` says whether the role may
    choose itself: `free`, `never`, or by a `switch` of the house. With `window` the power is used in a Mystic's turn.
    `strength` sorts the wolves. One of the roles in `needs` is enough."""

    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    own_seat: Literal["free", "never", "switch"] = "free"
    once: bool = False
    window: bool = False
    strength: int = 0

    @property
    def dark(self) -> bool:
        return _DARK in self.tags

    @property
    def shadow(self) -> bool:
        """Say whether the role is a creature of the Shadow, which is a wolf or the Vampire."""
        return self.side in (Faction.WOLVES, Faction.VAMPIRE)


_VIL, _CIT, _CRI, _NO = Faction.VILLAGE, Faction.CITY, Faction.CRIMINALS, Faction.NONE
_LUP, _VAM, _AMA = Faction.WOLVES, Faction.VAMPIRE, Faction.LOVER
FIRST, LATER = "first", "later"
_DARK, _MYSTIC, _GUARDS = "dark", "mystic", "guards"
"""The tags of roles. A Mystic asks or helps in a turn of its own."""
ITEMS = ("amulet", "sword")

ROLE_TABLE = {
    card.id: card
    for card in (
        RoleCard("guardian-angel", _AMA, must=(FIRST,), own_seat="switch"),
        RoleCard("assassin", _CRI, tags=(_DARK,), may=(LATER,), once=True, window=True),
        RoleCard("pettifogger", _CIT),
        RoleCard("bard", _VIL),
        RoleCard("courtesan", _CIT, tags=(_DARK,)),
        RoleCard("mayor", _CIT),
        RoleCard("vampire-hunter", _VIL, needs=("vampire",)),
        RoleCard("pack-leader", _LUP, tags=(_DARK,), may=(LATER,), strength=4),
        RoleCard("guild-master", _CRI, may=(LATER,), once=True, window=True),
        RoleCard("peasant", _VIL, max=2),
        RoleCard("hermit", _VIL),
        RoleCard("ghoul", _NO, needs=("vampire",)),
        RoleCard("young-wolf", _LUP, tags=(_DARK,), strength=1),
        RoleCard("juliet", _AMA, must=(FIRST,), own_seat="switch"),
        RoleCard("jester", _NO),
        RoleCard("guard", _VIL, tags=(_GUARDS,)),
        RoleCard("other-guard", _VIL, tags=(_GUARDS,)),
        RoleCard("corrupt-guard", _CRI, tags=(_DARK, _GUARDS)),
        RoleCard("healer", _VIL, tags=(_MYSTIC,), may=(LATER,), once=True),
        RoleCard("thief", _CRI, may=(LATER,), once=True, window=True),
        RoleCard("pack-wolf", _LUP, tags=(_DARK,), may=(LATER,), strength=3),
        RoleCard("mage", _VIL, tags=(_MYSTIC,), must=(FIRST, LATER), own_seat="switch"),
        RoleCard("medium", _VIL, tags=(_MYSTIC,), must=(LATER,)),
        RoleCard("merchant", _CIT),
        RoleCard("monk", _VIL),
        RoleCard("orator", _CIT),
        RoleCard("innkeeper", _VIL),
        RoleCard("madman", _NO),
        RoleCard("sinner", _VIL, tags=(_DARK,)),
        RoleCard("priest", _VIL, needs=("sinner", "courtesan")),
        RoleCard("spy", _CRI),
        RoleCard("witch", _VIL, tags=(_MYSTIC,), must=(LATER,), own_seat="never"),
        RoleCard("traitor", _NO),
        RoleCard("vampire", _VAM, tags=(_DARK,), may=(LATER,), own_seat="switch"),
        RoleCard("seer", _VIL, tags=(_MYSTIC,), must=(FIRST, LATER), own_seat="switch"),
    )
}

MYSTICS = frozenset(card.id for card in ROLE_TABLE.values() if _MYSTIC in card.tags)
GUARDS = frozenset({"guard", "other-guard"})
"""The Guards except the Corrupt Guard."""
CITY_ROLES = frozenset(card.id for card in ROLE_TABLE.values() if card.side == Faction.CITY)


PACK_POWERS = ("pack-leader", "pack-wolf", "peasant")
"""The powers that may choose the prey of the wolves, the strongest first. The Peasant's power is the power of a
Descendant who has turned."""
FREE_CALLS = ("wolves", "vampire", *ITEMS)
"""The calls in which a player may choose nobody. Such a choice has no effect."""
RAISES_HAND = {"priest": "sinner", "wolves": "traitor"}
"""The role that raises a hand with shut eyes in a call of the first night, by the id of the call. The awake players see
the hand."""


def _called(nights: Literal["every", "first", "later"], *names: str) -> list[CallRow]:
    return [CallRow(name, Selection((name,)), when=When(nights=nights)) for name in names]


CALLS = (
    *_called("every", "seer"),
    *_called("later", "medium"),
    *_called("every", "mage"),
    *_called("later", "witch"),
    *_called("first", "criminals", "guards", "monk", "vampire-hunter", "priest", "juliet", "guardian-angel"),
    *_called("every", *ITEMS, "wolves", "vampire"),
    *_called("later", "healer"),
)
"""The calls in their order, by the id of a role, a faction, a tag or an item. The referee defines what they do."""
POWERS = {**ROLE_TABLE, **{item: RoleCard(item, "", may=(LATER,), own_seat="never") for item in ITEMS}}
"""The cards by their power: all roles, and the items, whose owners pass them on."""
_GAME = GameFile("wherewolf", POWERS, CALLS, {})
CALLED = {call.id: frozenset(meant_roles(_GAME, call.who, _GAME.roles)) for call in CALLS}
"""The roles that each call wakes, or the item whose owner it wakes."""


def calls_made(number: int, present: Collection[str]) -> tuple[str, ...]:
    """Return the calls of a night. `present` are the possible roles and the items."""
    return tuple([call.id for call in CALLS if is_night(call.when, number) and not CALLED[call.id].isdisjoint(present)])


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of the house. The default of each switch is our decision, and a table can choose the other value."""

    assassin_is_attack: bool = False
    wolves_may_hit_wolves: bool = True
    orator_passive_in_ties: bool = True
    sword_every_pointer: bool = False
    healer_may_save_self: bool = False
    traitor_in_quarter: bool = True
    self_choice: bool = False
    pettifogger_once: bool = False
    kept_item_destroyed: bool = True
    protected_angel_lives: bool = False
    tavern_first_morning: bool = False
    healer_saves_named: bool = False


def role_title(role: str) -> str:
    """Return the name of a role in an English sentence. For example, `pack-leader` becomes "Pack Leader"."""
    return role.replace("-", " ").title()


def the_role(role: str) -> str:
    """Return the name of a role with its article in an English sentence. Juliet is a name and has no article."""
    return role_title(role) if role == "juliet" else f"the {role_title(role)}"
