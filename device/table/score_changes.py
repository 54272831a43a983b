"""What changes how the evening stands. It may have to wait in a note until the scores can be written."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from device.kernel.people import DEFAULT_TARGET, EveningKind, EveningPerson, SeatedPerson


class CountGame(Struct, frozen=True, tag="count"):
    """A game was judged: write down its points, by seat, for those who sat there in that evening. Without any, they are
    all who sit there. Where it is the first game of all, its evening is of this kind. How the evening stands comes back
    as `Standings`."""

    game: str
    scenario: str
    points: tuple[int, ...]
    seated: tuple[SeatedPerson, ...] = ()
    evening: int = 0
    kind: EveningKind = EveningKind.OPEN
    target: int = DEFAULT_TARGET


class WithdrawGame(Struct, frozen=True, tag="withdraw"):
    """The verdict on the game under way was taken back: it counts nothing, and its sheet is no sheet, until the game is
    judged anew."""


class NewEvening(Struct, frozen=True, tag="new-evening"):
    """Begin to count afresh; `target` counts in a short evening. `sits_out` are the numbers of those who do not play
    yet."""

    kind: EveningKind
    target: int
    names: tuple[str, ...]
    sits_out: tuple[int, ...] = ()


class SeatPeople(Struct, frozen=True, tag="seat-people"):
    """These are the people of the evening now: somebody has a name, sits out, comes or leaves. Of no other evening than
    this one, where it has a number yet: another may have begun by command, and nothing is changed where the number is
    not known. `places` are the numbers they had before, where somebody has moved or was removed; who is in none of them
    is no more in this evening."""

    people: tuple[EveningPerson, ...]
    evening: int = 0
    places: tuple[int, ...] = ()


class Amend(Struct, frozen=True, tag="amend"):
    """A game of this evening was dialled in wrong: these are its points, by person; None when it does not count at all.
    `game` is the number of the one that was shown; without one it is the last."""

    points: Mapping[int, int] | None = None
    evening: int = 0
    game: int = 0


ScoreChange: TypeAlias = CountGame | WithdrawGame | NewEvening | SeatPeople | Amend
