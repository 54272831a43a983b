"""The changes of how the evening stands. A change may have to wait in a note until the scores can be written."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from device.kernel.people import DEFAULT_TARGET, EveningKind, EveningPerson, SeatedPerson


class CountGame(Struct, frozen=True, tag="count"):
    """Write down the points of a game that was judged, by seat, for those who sat there in that evening. Without any,
    they are all who sit there. If it is the first game of all, its evening is of this kind. How the evening stands
    comes back as `Standings`."""

    game: str
    scenario: str
    points: tuple[int, ...]
    seated: tuple[SeatedPerson, ...] = ()
    evening: int = 0
    kind: EveningKind = EveningKind.OPEN
    target: int = DEFAULT_TARGET


class WithdrawGame(Struct, frozen=True, tag="withdraw"):
    """Take back the verdict on the game under way: it counts nothing, and its sheet is no sheet, until the game is
    judged anew."""


class NewEvening(Struct, frozen=True, tag="new-evening"):
    """Begin to count afresh; `target` counts in a short evening. `sits_out` are the numbers of those who do not play
    yet."""

    kind: EveningKind
    target: int
    names: tuple[str, ...]
    sits_out: tuple[int, ...] = ()


class SeatPeople(Struct, frozen=True, tag="seat-people"):
    """Seat these people in the evening: somebody has a name, sits out, comes or leaves. If the evening has a number, no
    other is changed: another may have begun by command; where the number is not known, nothing is changed. `places` are
    the numbers they had before, if somebody has moved or was removed; who is in none of them is no more in this
    evening."""

    people: tuple[EveningPerson, ...]
    evening: int = 0
    places: tuple[int, ...] = ()


class Amend(Struct, frozen=True, tag="amend"):
    """Mend a game of this evening that was dialled in wrong: these are its points, by person; None if it does not count
    at all. `game` is the number of the one that was shown; without one it is the last."""

    points: Mapping[int, int] | None = None
    evening: int = 0
    game: int = 0


ScoreChange: TypeAlias = CountGame | WithdrawGame | NewEvening | SeatPeople | Amend
