"""Which lines are said at which call: by the rows of the roles, and by the rows below for what is no call of a role."""

from collections.abc import Mapping

from device.games.one_night.rules.blocks import CallPiece, both_forms, wake_piece
from device.games.one_night.rules.night_calls import NightCall
from device.games.one_night.rules.roles import ROLES, Copied, Role
from device.kernel.ids import LineId


def _wake(role: Role) -> tuple[CallPiece, ...]:
    return role.wake or (wake_piece(role.id),)


def _close(role: Role) -> tuple[CallPiece, ...]:
    return role.close or (CallPiece(f"one-night.{role.id}.close"),)


_STEPS = (Copied.NEXT, Copied.LATER)
_CALLED = tuple(role for role in ROLES.values() if role.wakes or role.wake)
_COPIES = {NightCall("", role.id, copied=True).name: role for role in ROLES.values() if role.copied in _STEPS}

WAKE: Mapping[str, tuple[CallPiece, ...]] = {
    **{role.id: _wake(role) for role in _CALLED},
    **{call: role.copied_wake or (wake_piece(call),) for call, role in _COPIES.items()},
}
CLOSE: Mapping[str, tuple[CallPiece, ...]] = {
    **{role.id: _close(role) for role in _CALLED},
    **{call: role.copied_close for call, role in _COPIES.items()},
}
"""What is said at each call, by its name; the rows of the roles say it."""

_DEAL = "deal"

PLACES = tuple(CallPiece(f"one-night.place.{place}") for place in ("left", "middle", "right"))
WHOSE_LEFT = (CallPiece("one-night.places"),)

NIGHT_OPEN = (both_forms("one-night.open"),)
NUDGE_LINES = (both_forms("one-night.nudge"),)
DAWN = (
    both_forms("one-night.dawn"),
    CallPiece("one-night.dawn.curator", with_all=("curator",), unless=_DEAL),
    CallPiece("one-night.dawn.revealer", with_all=("revealer",), unless=_DEAL),
    CallPiece("deal.dawn", with_any=("sentinel", "curator", "revealer"), option=_DEAL),
    CallPiece("deal.dawn.curator", with_all=("curator",), option=_DEAL),
    CallPiece("day.open", "day.open.short", unless=_DEAL),
    CallPiece("deal.day", "day.open.short", option=_DEAL),
)

ONE_MINUTE, THIRTY_SECONDS = LineId("day.one-minute"), LineId("day.thirty-seconds")

VOTE_OPEN = (CallPiece("day.over"), both_forms("vote.open"))
VOTE_COUNTDOWN = (CallPiece("vote.three"), CallPiece("vote.two"), CallPiece("vote.one"))
POINT = (CallPiece("vote.now"),)
AFTER_VOTE = (
    CallPiece("vote.hold", unless=_DEAL),
    # With a Bodyguard all cards are turned at once, for whom he points at decides who dies.
    CallPiece("one-night.reveal.all", with_all=("bodyguard",), unless=_DEAL),
    CallPiece("one-night.reveal.dead", without=("bodyguard",), unless=_DEAL),
    CallPiece("deal.votes", option=_DEAL),
)
RING_VOTE = LineId("vote.ring")  # explained on request


def all_lines() -> frozenset[LineId]:
    """Every line that any night, day or vote of this game can use."""
    moments = (NIGHT_OPEN, WHOSE_LEFT, PLACES, NUDGE_LINES, DAWN, VOTE_OPEN, VOTE_COUNTDOWN, POINT, AFTER_VOTE)
    pieces = [piece for rows in (*WAKE.values(), *CLOSE.values(), *moments) for piece in rows]
    lines = {line for piece in pieces for line in (piece.line, piece.short) if line}
    return frozenset(LineId(line) for line in lines) | {ONE_MINUTE, THIRTY_SECONDS, RING_VOTE}
