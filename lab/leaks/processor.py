"""Try whether the processor time of a box tells its cards: `./run leaks SCRIPT --cpu DEALS`.

A script is played with many deals, each as on a box that was just switched on. What everybody hears and sees, and each
press, is a moment; of each the processor time since the last one is noted. A classifier learns from four fifths of the
deals which roles the seats were shown, and guesses it of the others."""

import gc
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import log, sqrt
from pathlib import Path
from statistics import fmean, variance

from msgspec import Struct

from nightcrier.box.events import Input
from nightcrier.box.rehearsal import PictureScreen, Rehearsal
from nightcrier.box.show.facts import RoleName
from nightcrier.box.sound.port import Heard, Said, SilentPlayer
from nightcrier.box.table.drawing.view import View
from nightcrier.box.witness import Witness
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.screen import Frame
from nightcrier.tools.progress import ProgressBar
from nightcrier.tools.simulation import ScriptAction, perform_action, read_script

MOST_AUC = 0.55
"""The most by which the guesses may be better than none (0.5)."""
_FOLDS = 5
_CHOSEN = 12
"""The moments that the classifier goes by: those in which the deals differ most. All would hide a single one."""
_FEWEST = 8
"""The fewest deals on either side of a question that can be learnt from."""
_SURE = 1.96
"""The standard errors on each side of an interval of 95 %."""


class MeteredDeal(Struct, frozen=True):
    """The moments of a deal, the nanoseconds before each, and how many seats were shown each role."""

    moments: tuple[str, ...]
    spent: tuple[int, ...]
    roles: Counter[str]


class Guessed(Struct, frozen=True):
    """How well a question about the cards was answered: 0.5 is chance, 1 is always. `at` told most."""

    question: str
    auc: float
    error: float
    at: str

    @property
    def tells(self) -> bool:
        """Say whether it was answered better than may be, and not by chance."""
        return self.auc > MOST_AUC and self.auc - _SURE * self.error > 1 / 2

    def __str__(self) -> str:
        low, high = max(0.0, self.auc - _SURE * self.error), min(1.0, self.auc + _SURE * self.error)
        where = f"; most at {self.at}" if self.tells else ""
        return f"{self.auc:.3f} ({low:.3f} to {high:.3f}) {self.question}{where}"


class _Meter(Witness):
    """Notes the processor time at each public moment before a page, and the roles that seats were shown. A page is seen
    when its picture comes."""

    def __init__(self, clock: VirtualClock, worked: Callable[[], int], until: str) -> None:
        self._clock, self._worked, self._until, self._over = clock, worked, until, False
        self.moments, self.spent, self.roles = list[str](), list[int](), dict[int, str]()
        self._last = worked()

    def note(self, what: str) -> None:
        if not self._over:
            self.moments.append(f"{self._clock.now():.2f} s, {what}")
            self.spent.append(self._worked() - self._last)
            self._last = self._worked()

    def hear(self, heard: Heard) -> None:
        self.note(f"line {heard.utterance.line}" if isinstance(heard, Said) else "sound")

    def window(self, at: float, name: str, seconds: Seconds) -> None:
        self.note(f"window {name}")

    def turn_page(self, at: float, page: str, before: str) -> None:
        self._over |= page == self._until

    def hand(self, event: Input) -> None:
        self.note(f"{event.control} {event.gesture}")

    def see_secret(self, at: float, view: View) -> None:
        hidden = view.hidden
        if hidden and hidden.kind == "tell" and len(hidden.seats) == 1 and isinstance(hidden.facts[0], RoleName):
            self.roles.setdefault(hidden.seats[0], hidden.facts[0].id)

    def hear_secret(self, at: float, lines: Sequence[str]) -> None:
        """Note nothing: what is said in the ear tells nobody but its seat."""


class _MeteredScreen(PictureScreen):
    """Notes when a picture comes, as a camera would."""

    def __init__(self, note: Callable[[str], None]) -> None:
        super().__init__()
        self._note = note

    def show(self, frame: Frame) -> None:
        super().show(frame)
        self._note("picture")


def measure_deal(actions: Sequence[ScriptAction], seed: int, until: str, worked: Callable[[], int]) -> MeteredDeal:
    """Play one deal as on a box that was just switched on: nothing was drawn before."""
    _forget_all()
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as state:
        clock, player = VirtualClock(), SilentPlayer()
        meter = _Meter(clock, worked, until)
        folders, screen = standard_folders({}, Path(state)), _MeteredScreen(meter.note)
        rehearsal = Rehearsal(folders, clock, player, seed, meter, screen=screen, worked=worked)
        for action in actions:
            rehearsal.advance(action.after)
            perform_action(rehearsal, player, action)
        rehearsal.box.close()
    return MeteredDeal(tuple(meter.moments), tuple(meter.spent), Counter(meter.roles.values()))


def _forget_all() -> None:
    """Empty all that the program keeps of what it has worked out."""
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith("nightcrier.box") else ():
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def try_processor(script: Path, deals: int, until: str, worked: Callable[[], int] = time.thread_time_ns) -> int:
    """Play so many deals, print how well each question about their cards is answered, and return 1 if one tells."""
    if deals < 2 * _FEWEST:
        raise WrongUse(f"{deals} deals are too few to learn from; play some hundred.")
    actions, shown = read_script(script), ProgressBar("deals")
    played = []
    for seed in range(deals):
        played.append(measure_deal(actions, seed, until, worked))
        shown(seed + 1, deals)
    if len({deal.moments for deal in played}) > 1:
        raise WrongUse(f"{script}: what all hear and see is not the same in all deals; compare two without --cpu.")
    found = list(guess_cards(played))
    if not found:
        raise WrongUse(f"{script}: in too few deals a seat looked at its card; let each hold the dial, or add deals.")
    print(*found, sep="\n")
    return int(any(each.tells for each in found))


def guess_cards(deals: Sequence[MeteredDeal]) -> Iterator[Guessed]:
    """Guess of each role whether seats hold it, and whether two do."""
    rows = [_figures(deal) for deal in deals]
    names = [*deals[0].moments, *(f"the whole before {line}" for line in _lines(deals[0]))]
    for role in sorted({role for deal in deals for role in deal.roles}):
        for seats in (1, 2):
            held = [deal.roles[role] >= seats for deal in deals]
            if _FEWEST <= sum(held) <= len(held) - _FEWEST:
                yield guess(f"{role} at {seats} seat{'s' * (seats > 1)}", rows, held, names)


def _lines(deal: MeteredDeal) -> list[str]:
    return [moment for moment in deal.moments if ", line " in moment]


def _figures(deal: MeteredDeal) -> list[float]:
    """Return the processor time of each moment, and between one line and the next; as logarithms, so that one moment at
    which the machine did something else counts little."""
    whole, between = list[float](), 0
    for moment, spent in zip(deal.moments, deal.spent, strict=True):
        between += spent
        if ", line " in moment:
            whole.append(between)
            between = 0
    return [log(max(1, figure)) for figure in (*deal.spent, *whole)]


def guess(question: str, rows: Sequence[Sequence[float]], held: Sequence[bool], names: Sequence[str]) -> Guessed:
    scores, best = [0.0] * len(rows), Counter[int]()
    for fold in range(_FOLDS):
        learnt = [at for at in range(len(rows)) if at % _FOLDS != fold]
        weights = _learn([rows[at] for at in learnt], [held[at] for at in learnt])
        best[weights[0][0]] += 1
        for at in range(fold, len(rows), _FOLDS):
            scores[at] = sum(weight * (rows[at][moment] - middle) for moment, weight, middle in weights)
    (moment, _), *_ = best.most_common(1)
    return Guessed(question, *_auc(scores, held), names[moment])


def _learn(rows: Sequence[Sequence[float]], held: Sequence[bool]) -> list[tuple[int, float, float]]:
    """Return the moments in which both sides differ most, the first most of all: each with its weight and middle."""
    found = list[tuple[float, int, float, float]]()
    for moment, figures in enumerate(zip(*rows, strict=True)):
        yes, no = (
            [figure for figure, is_held in zip(figures, held, strict=True) if is_held is side] for side in (True, False)
        )
        apart, within = fmean(yes) - fmean(no), variance(yes) / len(yes) + variance(no) / len(no)
        if apart:
            spread = sqrt(within) + 1e-9
            found.append(
                (abs(apart) / spread, moment, apart / (spread * spread * len(rows)), (fmean(yes) + fmean(no)) / 2)
            )
    return [each[1:] for each in sorted(found, reverse=True)[:_CHOSEN]] or [(0, 0.0, 0.0)]


def _auc(scores: Sequence[float], held: Sequence[bool]) -> tuple[float, float]:
    """Return how often a deal that has it scores above one that does not, and the standard error of that (Hanley and
    McNeil, 1982)."""
    yes, no = (
        [score for score, is_held in zip(scores, held, strict=True) if is_held is side] for side in (True, False)
    )
    auc = fmean((one > other) + (one == other) / 2 for one in yes for other in no)
    both, twice = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    spread = auc * (1 - auc) + (len(yes) - 1) * (both - auc * auc) + (len(no) - 1) * (twice - auc * auc)
    return auc, sqrt(max(0.0, spread) / (len(yes) * len(no)))
