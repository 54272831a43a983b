"""Defines the actions that go into the referee, and the records that come out of it. Seats count from 0."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.rulebook import Switches


class NightAction(Struct, frozen=True, gc=False):
    """The choice of one seat with one of its powers. `during` names the Mystic in whose turn it is used, or is None."""

    seat: int
    power: str
    targets: tuple[int, ...] = ()
    during: str | None = None


VoteSignal = NightAction
"""The signal of a card that a player raised instead of a hand."""


class VoteSheet(Struct, frozen=True):
    """The sheet of an accusation or run-off: either the votes of each seat or the counted hands, and the signals."""

    votes: Mapping[int, tuple[int, ...]] | None = None
    hands: Mapping[int, int] | None = None
    signals: tuple[VoteSignal, ...] = ()


class DayActs(Struct, frozen=True):
    """The votes of a day. `run_off` is None if the day had no run-off."""

    accusation: VoteSheet
    run_off: VoteSheet | None = None


class RoundActs(Struct, frozen=True):
    """The choices of a night and of the day after it. If `day` is None, the game is judged until the morning."""

    night: Sequence[NightAction] = ()
    day: DayActs | None = None


class DealtTable(Struct, frozen=True):
    """The table as dealt, with other facts known before the first night. `shown` are the roles that the Monk learns, if
    somebody chose them."""

    roles: tuple[str, ...]
    possible: tuple[str, ...]
    latent: Mapping[int, str] = {}
    items: Mapping[str, int] = {}
    switches: Switches = Switches()
    shown: tuple[str, ...] = ()


class ToldEntry(Struct, frozen=True, gc=False):
    """One thing that a seat learns: the power or turn, the seat asked about, and the answer."""

    seat: int
    power: str
    answer: bool | int | tuple[int, ...] | tuple[str, ...]
    target: int | None = None


def seats_met(told: Iterable[ToldEntry], seat: int, powers: Collection[str]) -> list[int]:
    answers = [entry.answer for entry in told if entry.seat == seat and entry.power in powers]
    return [other for answer in answers if isinstance(answer, tuple) for other in answer if isinstance(other, int)]


class MorningRecord(Struct, frozen=True):
    """The news of a morning. `tavern` is dark, white or none, or None if nobody listens in the tavern."""

    eliminated: tuple[int, ...]
    tavern: str | None
    lost: tuple[str, ...]


class DayRecord(Struct, frozen=True):
    """The votes of a day, after the effect of every power, and its pyre. `cancelled_by` is Orator, Jester or Amulet."""

    accusation: Mapping[int, int]
    accused: tuple[int, ...]
    run_off: Mapping[int, int] = {}
    burned: int | None = None
    pyre: str = "none"
    destroyed: tuple[str, ...] = ()
    cancelled_by: str = ""
