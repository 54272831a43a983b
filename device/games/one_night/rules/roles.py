"""The 23 roles of One Night and Daybreak as rows: facts from the rulebooks, and nothing else.

`wakes` is the wake number of the rulebook ("" = never called by name); `must` marks powers that are not optional;
`counts` is how many cards of it the boxes hold; `moves` tells whether the power moves cards."""

from enum import StrEnum

from msgspec import Struct


class Team(StrEnum):
    VILLAGE = "village"
    WEREWOLF = "werewolf"
    TANNER = "tanner"


class Box(StrEnum):
    """Which box a card comes from."""

    BASE = "base"
    DAYBREAK = "daybreak"


class Role(Struct, frozen=True):
    """One role as printed. `immediate`: a Doppelganger who viewed it acts at once, in her own step."""

    id: str
    team: Team
    box: Box
    count: int = 1
    wakes: str = ""
    must: bool = False
    moves: bool = False
    wolf: bool = False
    immediate: bool = False
    complex: bool = False


_V, _W, _T = Team.VILLAGE, Team.WEREWOLF, Team.TANNER
_B, _D = Box.BASE, Box.DAYBREAK

ROLES = {
    role.id: role
    for role in (
        Role("sentinel", _V, _D, wakes="0", immediate=True),
        Role("doppelganger", _V, _B, wakes="1", must=True, complex=True),
        Role("werewolf", _W, _B, count=2, wakes="2", wolf=True),
        Role("alpha-wolf", _W, _D, wakes="2-B", must=True, moves=True, wolf=True, immediate=True),
        Role("mystic-wolf", _W, _D, wakes="2-C", wolf=True, immediate=True),
        Role("dream-wolf", _W, _D, wolf=True),
        Role("minion", _W, _B, wakes="3"),
        Role("mason", _V, _B, count=2, wakes="4"),
        Role("seer", _V, _B, wakes="5", immediate=True),
        Role("apprentice-seer", _V, _D, wakes="5-B", immediate=True),
        Role("paranormal-investigator", _V, _D, wakes="5-C", immediate=True, complex=True),
        Role("robber", _V, _B, wakes="6", moves=True, immediate=True),
        Role("witch", _V, _D, wakes="6-B", moves=True, immediate=True, complex=True),
        Role("troublemaker", _V, _B, wakes="7", moves=True, immediate=True),
        Role("village-idiot", _V, _D, wakes="7-B", moves=True, immediate=True, complex=True),
        Role("drunk", _V, _B, wakes="8", must=True, moves=True, immediate=True),
        Role("insomniac", _V, _B, wakes="9"),
        Role("curator", _V, _D, wakes="10", complex=True),
        Role("revealer", _V, _D, wakes="11", complex=True),
        Role("villager", _V, _B, count=3),
        Role("tanner", _T, _B),
        Role("hunter", _V, _B),
        Role("bodyguard", _V, _D),
    )
}

WOLVES = frozenset(role.id for role in ROLES.values() if role.wolf)

ARTIFACTS = (
    "claw-of-the-werewolf",
    "brand-of-the-villager",
    "cudgel-of-the-tanner",
    "void-of-nothingness",
    "mask-of-muting",
    "shroud-of-shame",
)

BECOMES = {
    "claw-of-the-werewolf": "werewolf",
    "brand-of-the-villager": "villager",
    "cudgel-of-the-tanner": "tanner",
}
"""The artifacts that change the role of whoever holds them."""
