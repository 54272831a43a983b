"""The lines of each call of the night, from the rows of the roles; and the lines that belong to no call, in the rows
below."""

from collections.abc import Mapping

from device.games.one_night.rules.blocks import CallPiece, Deed, both_forms, wake_piece
from device.games.one_night.rules.night_calls import NightCall
from device.games.one_night.rules.roles import ROLES, Copied, Role

DEAL_OPTION = "deal"


def _wake(role: Role) -> tuple[CallPiece, ...]:
    first, *others = role.wake or (wake_piece(role.id),)
    return (first, *_shield(role), *others)


def _wake_of_copy(call: str, role: Role) -> tuple[CallPiece, ...]:
    return role.copied_wake or (wake_piece(call), *_shield(role))


def _shield(role: Role) -> tuple[CallPiece, ...]:
    """The pieces that forbid a role to touch a shielded card, in every wording. They are not needed where the box
    deals: it allows no more."""
    power = role.power
    if power is None or power.deed is Deed.SHIELD:
        return ()
    others = ("one-night.shielded",) if power.touches_others else ()
    own = ("one-night.shielded.own",) if power.touches_own else ()
    return tuple(CallPiece(line, with_all=("sentinel",), unless=DEAL_OPTION) for line in (*others, *own))


def _close(role: Role) -> tuple[CallPiece, ...]:
    return role.close or (CallPiece(f"one-night.{role.id}.close"),)


_STEPS = (Copied.NEXT, Copied.LATER)
_CALLED = tuple(role for role in ROLES.values() if role.wakes)
_COPIES = {NightCall("", role.id, copied=True).name: role for role in ROLES.values() if role.copied in _STEPS}

WAKE: Mapping[str, tuple[CallPiece, ...]] = {
    **{role.id: _wake(role) for role in _CALLED},
    **{call: _wake_of_copy(call, role) for call, role in _COPIES.items()},
}
CLOSE: Mapping[str, tuple[CallPiece, ...]] = {
    **{role.id: _close(role) for role in _CALLED},
    **{call: role.copied_close for call, role in _COPIES.items()},
}
"""The pieces that are said at each call, by its name; the rows of the roles have them."""

PLACES = tuple(CallPiece(f"one-night.place.{place}") for place in ("left", "middle", "right"))
WHOSE_LEFT = (CallPiece("one-night.places"),)
HELPER = both_forms("one-night.helper")
"""The piece about who moves the cards of those who cannot reach them."""

NIGHT_OPEN = (both_forms("one-night.open"),)
NUDGE_LINES = (both_forms("one-night.nudge"),)
DAWN = (
    both_forms("one-night.dawn"),
    CallPiece("one-night.dawn.curator", with_all=("curator",), unless=DEAL_OPTION),
    CallPiece("one-night.dawn.revealer", with_all=("revealer",), unless=DEAL_OPTION),
    CallPiece("deal.turn-back", option=DEAL_OPTION),
    CallPiece("deal.dawn", with_any=("sentinel", "curator", "revealer"), option=DEAL_OPTION),
    CallPiece("deal.dawn.curator", with_all=("curator",), option=DEAL_OPTION),
    CallPiece("day.open", "day.open.short", unless=DEAL_OPTION),
    CallPiece("deal.day", "day.open.short", option=DEAL_OPTION),
)
