"""The votes of the Final Night, seat by seat: who points at whom is dialled in, the active player breaks a tie, and
somebody dies."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.ending import Fallen
from device.games.growl.phrases import growl_line, seat_lines, seats_to_choose
from device.games.growl.village import GrowlResult, GrowlStep, Rules, Village
from device.show.agenda import StepResult
from device.show.answers import Picks
from device.show.facts import SeatMark, Word
from device.show.stages import Ask, Stage

_TRUST = "trusted"


class Poll(Struct, frozen=True):
    """Asks for one vote after the other; `aloud` calls each seat, where one points after the other. Else all have
    pointed, and whose finger is meant is said."""

    card: str
    voters: tuple[int, ...]
    votes: tuple[int, ...] = ()
    aloud: bool = False

    def stage(self, rules: Rules, village: Village) -> Stage:
        seat = self.voters[len(self.votes)]
        targets = seats_to_choose(other for other in village.living if other != seat or self.card == _TRUST)
        said = (growl_line("points" if self.aloud else "points-at"), *seat_lines((seat,)))
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
    return Decides(seat) if card == _TRUST else Fallen((seat,))
