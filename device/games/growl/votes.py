"""The votes of the Final Night: who points at whom is dialled in, the active player breaks a tie, somebody dies. Then
its nights of pointing: the Unwanted, at whom both neighbors point, and the Unsaved, whose hand is the last."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.ending import Fallen
from device.games.growl.phrases import count_in, growl_line, growl_lines, seat_lines, seats_to_choose
from device.games.growl.village import GrowlResult, GrowlStep, Rules, Village
from device.show.agenda import ShowStep, StepResult, TellStep
from device.show.facts import SeatMark, Word
from device.show.stages import Ask, Option, Picks, Stage

TRUST = "trusted"


class Poll(Struct, frozen=True):
    """Asks for one vote after the other; `aloud` calls each seat, where one points after the other."""

    card: str
    voters: tuple[int, ...]
    votes: tuple[int, ...] = ()
    aloud: bool = False

    def stage(self, rules: Rules, village: Village) -> Stage:
        seat = self.voters[len(self.votes)]
        targets = seats_to_choose(other for other in village.living if other != seat or self.card == TRUST)
        said = (growl_line("points"), *seat_lines((seat,))) if self.aloud else ()
        return Ask(0, Word("ask.vote", {"n": SeatMark(seat)}), targets, lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        known = replace(self, votes=(*self.votes, int(picks[0])))
        if len(known.votes) < len(self.voters):
            return StepResult(village, (known,))
        first = leaders(known.votes)
        return StepResult(village, (Tie(self.card, first) if len(first) > 1 else _chosen(self.card, first[0]),))


class Tie(Struct, frozen=True):
    """The active player decides among those with equally many votes."""

    card: str
    seats: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage:
        said = (growl_line("tie"), *seat_lines((village.active,)))
        return Ask(0, Word("growl.ask.tie", {"n": SeatMark(village.active)}), seats_to_choose(self.seats), lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, (_chosen(self.card, int(picks[0])),))


class Decides(Struct, frozen=True):
    """The most trusted says who dies: anybody living, even himself."""

    seat: int

    def stage(self, rules: Rules, village: Village) -> Stage:
        said = (growl_line("trusted.decides"), *seat_lines((self.seat,)))
        return Ask(0, Word("growl.ask.victim", {"n": SeatMark(self.seat)}), seats_to_choose(village.living), lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village, (Fallen((int(picks[0]),)),))


def leaders(votes: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most votes, by seat."""
    counts = Counter(votes)
    most = max(counts.values())
    return tuple(sorted(seat for seat, count in counts.items() if count == most))


def _chosen(card: str, seat: int) -> GrowlStep:
    return Decides(seat) if card == TRUST else Fallen((seat,))


LEFT, RIGHT = "left", "right"
MOST_UNWANTED = 2


class Sides(Struct, frozen=True):
    """Asks each who pointed for the side. Neighbors are the nearest of those who took part; no more than two die at
    once. Of k who point, at most k/2 are pointed at from both sides: the rounds are few, and end by themselves."""

    among: tuple[int, ...]
    pointed: tuple[str, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        seat = self.among[len(self.pointed)]
        choices = tuple(Option(side, Word(f"growl.{side}")) for side in (LEFT, RIGHT))
        return Ask(0, Word("growl.ask.side", {"n": SeatMark(seat)}), choices)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        known = replace(self, pointed=(*self.pointed, picks[0]))
        if len(known.pointed) < len(self.among):
            return StepResult(village, (known,))
        both = unwanted(self.among, known.pointed)
        if not both:
            return StepResult(village, (TellStep((Word("growl.all-live"),), growl_lines("all-live")),))
        if len(both) <= MOST_UNWANTED:
            return StepResult(village, (Fallen(both),))
        again = count_in(growl_line("unwanted.again"), *seat_lines(both))
        return StepResult(village, (ShowStep(again, "vote"), Sides(both)))


def unwanted(among: tuple[int, ...], pointed: tuple[str, ...]) -> tuple[int, ...]:
    """Those at whom both neighbors point. The left neighbor of a seat is the next in the row."""
    count = len(among)
    return tuple(
        seat for at, seat in enumerate(among) if pointed[at - 1] == LEFT and pointed[(at + 1) % count] == RIGHT
    )


class Saves(Struct, frozen=True):
    """Whom this seat saves of those whose hands are still up; nothing to ask where there is only one."""

    saver: int
    raised: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if len(self.raised) == 1:
            return None
        said = (growl_line("saves"), *seat_lines((self.saver,)))
        return Ask(0, Word("growl.ask.saves", {"n": SeatMark(self.saver)}), seats_to_choose(self.raised), lines=said)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        if len(self.raised) == 1:
            return StepResult(village, (Fallen(self.raised),))
        saved = int(picks[0])
        return StepResult(village, (Saves(saved, tuple(seat for seat in self.raised if seat != saved)),))
