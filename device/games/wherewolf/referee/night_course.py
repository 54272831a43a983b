"""A night while it is resolved: what was chosen, the marks of death with their causes, and what was told."""

from msgspec import Struct

from device.games.wherewolf.referee.acts import NightAction
from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.records import NightRecord, ToldEntry

ToldAnswer = bool | int | tuple[int, ...] | tuple[str, ...]


class NightCourse(Struct):
    """A night under way. `marks` are kill marks by seat with their causes, `followers` those who die of love; `kept` is
    whom the Amulet saved from love, `warded` whom the Witch protects, `windows` the powers used in a Mystic's turn."""

    state: GameState
    chosen: dict[str, NightAction]
    windows: dict[str, list[NightAction]]
    marks: dict[int, list[str]]
    told: list[ToldEntry]
    notified: set[int]
    turned: dict[int, str]
    refused: list[int]
    refused_vampire: list[int]
    destroyed: list[str]
    saved: list[int]
    followers: set[int]
    warded: int | None = None
    kept: int | None = None
    seer_found: bool | None = None

    def tell(self, seat: int, power: str, answer: ToldAnswer, target: int | None = None) -> None:
        self.told.append(ToldEntry(seat, power, answer, target))

    def mark(self, seat: int, cause: str) -> None:
        """A kill mark; the same cause twice is one."""
        causes = self.marks.setdefault(seat, [])
        if cause not in causes:
            causes.append(cause)

    def destroy(self, item: str) -> None:
        del self.state.items[item]
        self.destroyed.append(item)

    def causes_of(self, seat: int) -> tuple[str, ...]:
        love = ["lover"] if seat in self.followers else []
        return (*self.marks.get(seat, ()), *love)

    def seats_to_die(self) -> list[int]:
        """The seats that are to die this night, in order."""
        return sorted(self.followers.union(self.marks)) if self.marks or self.followers else []

    def record(self) -> NightRecord:
        return NightRecord(
            tuple(self.told),
            tuple(sorted(self.notified)),
            {seat: self.causes_of(seat) for seat in self.seats_to_die()},
            tuple(self.saved),
            self.turned,
            tuple(self.refused),
            tuple(self.refused_vampire),
            tuple(self.destroyed),
        )


def new_course(state: GameState) -> NightCourse:
    """A night in which nothing has happened yet."""
    return NightCourse(state, {}, {}, {}, [], set(), {}, [], [], [], [], set())
