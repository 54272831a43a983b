"""The acts that go into the referee: the table as dealt, and what people do at night and by day. Seats count from 0."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.games.wherewolf.rules.switches import Switches


class NightAction(Struct, frozen=True, gc=False):
    """The choice of one seat with one of its powers; `during` is the Mystic whose turn a power of the windows takes."""

    seat: int
    power: str
    targets: tuple[int, ...] = ()
    during: str | None = None


class VoteSignal(Struct, frozen=True, gc=False):
    """A card raised instead of a hand."""

    seat: int
    power: str
    targets: tuple[int, ...]


class VoteSheet(Struct, frozen=True):
    """An accusation or run-off: each seat's votes, or the hands as they were counted; and the signals."""

    votes: Mapping[int, tuple[int, ...]] | None = None
    hands: Mapping[int, int] | None = None
    signals: tuple[VoteSignal, ...] = ()


class DayActs(Struct, frozen=True):
    """The votes of a day. Without a run-off there was none."""

    accusation: VoteSheet
    run_off: VoteSheet | None = None


class RoundActs(Struct, frozen=True):
    """A night and the day after it. Without a day the game is judged up to the morning."""

    night: Sequence[NightAction] = ()
    day: DayActs | None = None


class DealtTable(Struct, frozen=True):
    """The table as dealt, and what else is known before the first night. `shown` is what the Monk learns, where
    somebody chose it."""

    roles: tuple[str, ...]
    possible: tuple[str, ...]
    latent: Mapping[int, str] = {}
    items: Mapping[str, int] = {}
    switches: Switches = Switches()
    shown: tuple[str, ...] = ()
