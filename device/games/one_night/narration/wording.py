"""Which lines are said at which call, as rows to be read beside the rulebook. The sentences are in the words."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.night_calls import IMMEDIATE
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ROLES
from device.kernel.ids import LineId


class Piece(Struct, frozen=True):
    """A line, and when it is said: every role of `with_all` in the deck, one of `with_any`, none of `without`,
    the switch `option` on and `unless` off. `short` is the line for experts: the same where it is None, nothing where
    empty."""

    line: str
    short: str | None = None
    with_all: tuple[str, ...] = ()
    with_any: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    option: str = ""
    unless: str = ""

    def fits(self, deck: Deck, options: Options) -> bool:
        return (
            all(role in deck for role in self.with_all)
            and (not self.with_any or any(role in deck for role in self.with_any))
            and not any(role in deck for role in self.without)
            and (not self.option or bool(getattr(options, self.option)))
            and not (self.unless and getattr(options, self.unless))
        )

    def line_for(self, options: Options) -> str:
        return self.line if options.wording == "full" or self.short is None else self.short


def _both(
    line: str, with_all: tuple[str, ...] = (), with_any: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> Piece:
    """A line that has a short form of its own."""
    return Piece(line, f"{line}.short", with_all, with_any, without)


def _call(role: str) -> tuple[Piece, ...]:
    return (_both(f"one-night.{role}.wake"),)


def _wait(role: str) -> Piece:
    return Piece(f"one-night.doppelganger.wait.{role}", "", with_all=(role,))


_DREAM = ("dream-wolf",)
_THUMBS = (
    _both("one-night.thumbs"),
    Piece("one-night.thumbs.dream", with_all=_DREAM),
)
_AWAY = Piece("one-night.thumbs.away")
_LONE = "one-night.werewolf.lone"

WAKE: Mapping[str, tuple[Piece, ...]] = {
    **{role.id: _call(role.id) for role in ROLES.values() if role.wakes},
    "sentinel": (*_call("sentinel"), Piece("one-night.sentinel.shield", "")),
    "doppelganger": (
        *_call("doppelganger"),
        _both("one-night.doppelganger.act", with_any=tuple(sorted(IMMEDIATE))),
        *(_wait("insomniac"), _wait("curator"), _wait("revealer")),
    ),
    "doppelganger-minion": (*_call("doppelganger-minion"), *_THUMBS),
    "werewolf": (
        _both("one-night.werewolf.wake", without=_DREAM),
        _both("one-night.werewolf.wake.dream", with_all=_DREAM),
        Piece(_LONE, f"{_LONE}.short", without=_DREAM, option="lone_wolf"),
        Piece(f"{_LONE}.dream", f"{_LONE}.short", with_all=_DREAM, option="lone_wolf"),
    ),
    "dream-wolf": _call("dream-wolf"),
    "minion": (*_call("minion"), *_THUMBS, Piece("one-night.thumbs.doppelganger", with_all=("doppelganger",))),
    "paranormal-investigator": (*_call("paranormal-investigator"), _both("one-night.paranormal-investigator.stop")),
    "doppelganger-insomniac": _call("doppelganger-insomniac"),
    "doppelganger-curator": _call("doppelganger-curator"),
    "doppelganger-revealer": _call("doppelganger-revealer"),
}

_SLEEP = Piece("one-night.doppelganger.close")

CLOSE: Mapping[str, tuple[Piece, ...]] = {
    **{role.id: (Piece(f"one-night.{role.id}.close"),) for role in ROLES.values() if role.wakes},
    # With a Minion in the deck she stays awake until her Minion step has begun.
    "doppelganger": (Piece(_SLEEP.line, without=("minion",)),),
    "doppelganger-minion": (_AWAY, _SLEEP),
    "werewolf": (Piece(_AWAY.line, with_all=_DREAM), Piece("one-night.werewolf.close")),
    "dream-wolf": (_AWAY,),
    "minion": (_AWAY, Piece("one-night.minion.close")),
    "doppelganger-insomniac": (_SLEEP,),
    "doppelganger-curator": (_SLEEP,),
    "doppelganger-revealer": (_SLEEP,),
}

_DEAL = "deal"

PLACES = tuple(Piece(f"one-night.place.{place}") for place in ("left", "middle", "right"))
WHOSE_LEFT = (Piece("one-night.places"),)

OPEN = (_both("one-night.open"),)
NUDGE = (_both("one-night.nudge"),)
DAWN = (
    _both("one-night.dawn"),
    Piece("one-night.dawn.curator", with_all=("curator",), unless=_DEAL),
    Piece("one-night.dawn.revealer", with_all=("revealer",), unless=_DEAL),
    Piece("deal.dawn", with_any=("sentinel", "curator", "revealer"), option=_DEAL),
    Piece("deal.dawn.curator", with_all=("curator",), option=_DEAL),
    Piece("day.open", "day.open.short", unless=_DEAL),
    Piece("deal.day", "day.open.short", option=_DEAL),
)

ONE_MINUTE, THIRTY_SECONDS = LineId("day.one-minute"), LineId("day.thirty-seconds")

VOTE_OPEN = (Piece("day.over"), _both("vote.open"))
COUNTDOWN = (Piece("vote.three"), Piece("vote.two"), Piece("vote.one"))
POINT = (Piece("vote.now"),)
RECKONING = (
    Piece("vote.hold", unless=_DEAL),
    # With a Bodyguard all cards are turned at once, for whom he points at decides who dies.
    Piece("one-night.reveal.all", with_all=("bodyguard",), unless=_DEAL),
    Piece("one-night.reveal.dead", without=("bodyguard",), unless=_DEAL),
    Piece("deal.votes", option=_DEAL),
)
RING_VOTE = LineId("vote.ring")  # explained on request


def spoken(pieces: Iterable[Piece], deck: Deck, options: Options) -> tuple[LineId, ...]:
    """The lines said of these, for this deck and these options."""
    lines = (piece.line_for(options) for piece in pieces if piece.fits(deck, options))
    return tuple(LineId(line) for line in lines if line)


def all_lines() -> frozenset[LineId]:
    """Every line that any night, day or vote of this game can use."""
    moments = (OPEN, WHOSE_LEFT, PLACES, NUDGE, DAWN, VOTE_OPEN, COUNTDOWN, POINT, RECKONING)
    pieces = [piece for rows in (*WAKE.values(), *CLOSE.values(), *moments) for piece in rows]
    lines = {line for piece in pieces for line in (piece.line, piece.short) if line}
    return frozenset(LineId(line) for line in lines) | {ONE_MINUTE, THIRTY_SECONDS, RING_VOTE}
