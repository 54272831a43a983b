"""The votes of the Final Night: who points at whom is dialled in, the active player breaks a tie, somebody dies."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import GrowlStep, StepResult
from device.games.growl.deaths import Fallen
from device.games.growl.phrases import growl_line, number_lines, seats_to_choose
from device.games.growl.village import Rules, Village
from device.show.facts import Number, Word
from device.show.stages import Ask, Stage

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
        said = (growl_line("points"), *number_lines((seat,))) if self.aloud else ()
        return Ask(0, Word("ask.vote", {"n": Number(seat)}), targets, lines=said)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        known = replace(self, votes=(*self.votes, int(value)))
        if len(known.votes) < len(self.voters):
            return StepResult(village, (known,))
        first = leaders(known.votes)
        return StepResult(village, (Tie(self.card, first) if len(first) > 1 else _chosen(self.card, first[0]),))


class Tie(Struct, frozen=True):
    """The active player decides among those with equally many votes."""

    card: str
    seats: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage:
        said = (growl_line("tie"), *number_lines((village.active,)))
        return Ask(0, Word("growl.ask.tie", {"n": Number(village.active)}), seats_to_choose(self.seats), lines=said)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return StepResult(village, (_chosen(self.card, int(value)),))


class Decides(Struct, frozen=True):
    """The most trusted says who dies: anybody living, even himself."""

    seat: int

    def stage(self, rules: Rules, village: Village) -> Stage:
        said = (growl_line("trusted.decides"), *number_lines((self.seat,)))
        return Ask(0, Word("growl.ask.victim", {"n": Number(self.seat)}), seats_to_choose(village.living), lines=said)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return StepResult(village, (Fallen((int(value),)),))


def leaders(votes: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most votes, by seat."""
    counts = Counter(votes)
    most = max(counts.values())
    return tuple(sorted(seat for seat, count in counts.items() if count == most))


def _chosen(card: str, seat: int) -> GrowlStep:
    return Decides(seat) if card == TRUST else Fallen((seat,))
