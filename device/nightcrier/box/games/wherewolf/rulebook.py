"""The rulebook as data: 35 roles as rows, the calls of a night, the switches, and the sentences for broken rules.

Every role that may be in play has a call, even if nobody has the role. If the rulebook leaves a choice, a switch offers
the choice, and the default is our decision."""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Literal

from msgspec import Struct

from nightcrier.box.games.engine.referee.records import WrongEntry


class Faction(StrEnum):
    VILLAGE = "village"
    CITY = "city"
    CRIMINALS = "criminals"
    WOLVES = "wolves"
    VAMPIRE = "vampire"
    LOVER = "lover"
    NONE = "none"


class RoleCard(Struct, frozen=True):
    """A role as printed.

    `first` and `later` are the calls that wake the role in the first and in later nights. `must` and `may` are the
    nights in which the role has to choose or can choose, and `own_seat` says whether itself: `free`, `never`, or by a
    `switch` of the house. A `mystic` asks or helps in its own turn. With `window` the power is used in a Mystic's turn.
    `strength` sorts the wolves. One of the roles in `needs` must be possible."""

    id: str
    faction: Faction
    does: str
    dark: bool = False
    mystic: bool = False
    moon: int = 1
    first: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    own_seat: Literal["free", "never", "switch"] = "free"
    once: bool = False
    window: bool = False
    strength: int = 0
    needs: tuple[str, ...] = ()

    @property
    def shadow(self) -> bool:
        """Say whether the role is a creature of the Shadow, which is a wolf or the Vampire."""
        return self.faction in (Faction.WOLVES, Faction.VAMPIRE)


_VIL, _CIT, _CRI, _NO = Faction.VILLAGE, Faction.CITY, Faction.CRIMINALS, Faction.NONE
_LUP, _VAM, _AMA = Faction.WOLVES, Faction.VAMPIRE, Faction.LOVER
FIRST, LATER = "first", "later"

FIRST_NIGHT = (
    *("seer", "mage", "criminals", "guards", "monk", "vampire-hunter", "priest", "juliet", "guardian-angel"),
    *("amulet", "sword", "wolves", "vampire"),
)
"""The calls of the first night, in their order."""

LATER_NIGHTS = ("seer", "medium", "mage", "witch", "amulet", "sword", "wolves", "vampire", "healer")
"""The calls of every later night, in their order."""

ITEMS = ("amulet", "sword")

ROLE_TABLE = {
    card.id: card
    for card in (
        RoleCard("guardian-angel", _AMA, "picks the Beloved, and is accused or attacked in the Beloved's stead",
                 moon=2, first=("guardian-angel",), must=(FIRST,), own_seat="switch"),
        RoleCard("assassin", _CRI, "kills the Mystic whose turn it is, or a player where that one is not in play",
                 dark=True, moon=2, first=("criminals",), may=(LATER,), once=True, window=True),
        RoleCard("pettifogger", _CIT, "signals in the accusation: takes votes of City and Criminals, accuses others",
                 moon=2),
        RoleCard("bard", _VIL, "has it announced that the Seer found a white aura"),
        RoleCard("courtesan", _CIT, "has the votes for her halved, rounded up", dark=True, moon=2),
        RoleCard("mayor", _CIT, "signals in the run-off: the City roles in play and one more vote", moon=2),
        RoleCard("vampire-hunter", _VIL, "learns whether the Vampire is in play, and kills him who points at him",
                 moon=2, first=("vampire-hunter",), needs=("vampire",)),
        RoleCard("pack-leader", _LUP, "points at a prey; the strongest wolf decides",
                 dark=True, first=("wolves",), later=("wolves",), may=(LATER,), strength=4),
        RoleCard("guild-master", _CRI, "wins a Village or City role over; dies where he points at a Guard or Werewolf",
                 moon=2, first=("criminals",), may=(LATER,), once=True, window=True),
        RoleCard("peasant", _VIL, "may be a Hero, who takes the strongest wolf along, or a Wolf Descendant, who turns"),
        RoleCard("hermit", _VIL, "is protected from all creatures of the Shadow"),
        RoleCard("ghoul", _NO, "opens his eyes with the Vampire, dies in his stead, and wins with him",
                 moon=2, first=("vampire",), later=("vampire",), needs=("vampire",)),
        RoleCard("young-wolf", _LUP, "chooses no prey; when burned, the Pack attacks twice in the next night",
                 dark=True, first=("wolves",), later=("wolves",), strength=1),
        RoleCard("juliet", _AMA, "picks Romeo: they meet, and when one dies, the other dies too",
                 moon=2, first=("juliet",), must=(FIRST,), own_seat="switch"),
        RoleCard("jester", _NO, "wins when burned; the next day's pyre is cancelled"),
        RoleCard("guard", _VIL, "meets the other Guards and learns the number of Criminals", moon=2, first=("guards",)),
        RoleCard("other-guard", _VIL, "meets the other Guards and learns the number of Criminals",
                 moon=2, first=("guards",)),
        RoleCard("corrupt-guard", _CRI, "meets the Criminals, and then the Guards as if one of them",
                 dark=True, moon=2, first=("criminals", "guards")),
        RoleCard("healer", _VIL, "sees who was killed in the night, and once saves one of them",
                 mystic=True, later=("healer",), may=(LATER,), once=True),
        RoleCard("thief", _CRI, "recognises a Mystic in his turn; the first attack on her is cancelled",
                 moon=2, first=("criminals",), may=(LATER,), once=True, window=True),
        RoleCard("pack-wolf", _LUP, "points at a prey, second in strength to the Pack Leader",
                 dark=True, first=("wolves",), later=("wolves",), may=(LATER,), strength=3),
        RoleCard("mage", _VIL, "learns of a player whether he is a Mystic",
                 mystic=True, first=("mage",), later=("mage",), must=(FIRST, LATER), own_seat="switch"),
        RoleCard("medium", _VIL, "learns of an eliminated player whether his aura was dark",
                 mystic=True, later=("medium",), must=(LATER,)),
        RoleCard("merchant", _CIT, "votes for any number of players; each other City role takes a vote off him",
                 moon=2),
        RoleCard("monk", _VIL, "learns two possible roles that are not in play", first=("monk",)),
        RoleCard("orator", _CIT, "keeps other City roles from the pyre, and whom he signals in the run-off", moon=2),
        RoleCard("innkeeper", _VIL, "has it announced that the Seer found a dark aura"),
        RoleCard("madman", _NO, "wins when the wolves' attack eliminates him; their next attack is cancelled"),
        RoleCard("sinner", _VIL, "has a dark aura; the Priest identifies him", dark=True),
        RoleCard("priest", _VIL, "identifies the Sinner, and learns whether the Courtesan is in play",
                 first=("priest",), needs=("sinner", "courtesan")),
        RoleCard("spy", _CRI, "may look at an accusation, and then votes for herself", moon=2, first=("criminals",)),
        RoleCard("witch", _VIL, "protects another player from all creatures of the Shadow for a night",
                 mystic=True, later=("witch",), must=(LATER,), own_seat="never"),
        RoleCard("traitor", _NO, "is identified by the wolves, protected from them, and wins with them",
                 needs=("pack-leader", "pack-wolf", "young-wolf")),
        RoleCard("vampire", _VAM, "makes a Progeny of whom he points at; dies of a Vampire Hunter or Werewolf",
                 dark=True, moon=2, first=("vampire",), later=("vampire",), may=(LATER,), own_seat="switch"),
        RoleCard("seer", _VIL, "learns of a player whether his aura is dark",
                 mystic=True, first=("seer",), later=("seer",), must=(FIRST, LATER), own_seat="switch"),
    )
}  # fmt: skip

PEASANTS = 2
"""The number of Peasant cards. Every other role has one card."""

MYSTICS = frozenset(card.id for card in ROLE_TABLE.values() if card.mystic)
GUARDS = frozenset({"guard", "other-guard"})
"""The Guards except the Corrupt Guard."""
CITY_ROLES = frozenset(card.id for card in ROLE_TABLE.values() if card.faction is Faction.CITY)


def card_copies(role: str) -> int:
    """Return the number of cards of a role in the box."""
    return PEASANTS if role == "peasant" else 1


def in_table_order(roles: Iterable[str]) -> tuple[str, ...]:
    """Return the roles in the order of the table of roles."""
    order = list(ROLE_TABLE)
    return tuple(sorted(roles, key=order.index))


FREE_CALLS = ("wolves", "vampire", *ITEMS)
"""The calls in which a player may choose nobody. Such a choice has no effect."""
RAISES_HAND = {"priest": "sinner", "wolves": "traitor"}
"""The role that raises a hand with shut eyes in a call of the first night, by the name of the call. The awake players
see the hand."""


def _roles_called(call: str, when: str) -> frozenset[str]:
    """Return the roles that a call wakes. A call with the name of a role wakes only this role."""
    if call in ROLE_TABLE:
        return frozenset({call})
    return frozenset(card.id for card in ROLE_TABLE.values() if call in (card.first if when == FIRST else card.later))


CALLED_FIRST = {call: _roles_called(call, FIRST) for call in FIRST_NIGHT}
"""The roles that wake in each call of the first night."""
_CALLED_LATER = {call: _roles_called(call, LATER) for call in LATER_NIGHTS}


def first_calls(possible: Collection[str], items: Collection[str]) -> tuple[str, ...]:
    return tuple([call for call in FIRST_NIGHT if call in items or not CALLED_FIRST[call].isdisjoint(possible)])


def later_calls(possible: Collection[str], items: Collection[str]) -> tuple[str, ...]:
    return tuple([call for call in LATER_NIGHTS if call in items or not _CALLED_LATER[call].isdisjoint(possible)])


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


class RuleBroken(WrongEntry):
    """Raised when a rule was broken. `seat` counts from 0. `number` is the round, counted from 1, or None for the whole
    game."""

    def __init__(self, rule: str, seat: int | None = None, number: int | None = None) -> None:
        super().__init__(rule, None if seat is None else seat + 1, number)


def role_title(role: str) -> str:
    """Return the name of a role in an English sentence. For example, `pack-leader` becomes "Pack Leader"."""
    return role.replace("-", " ").title()


def the_role(role: str) -> str:
    """Return the name of a role with its article in an English sentence. Juliet is a name and has no article."""
    return role_title(role) if role == "juliet" else f"the {role_title(role)}"
