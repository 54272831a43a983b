"""Tests whether a classifier can guess the cards from the costs of a deal: `./run leaks --guess`.

One setting is played with many deals. What everybody may notice is compared elsewhere. This module measures how long
the machine took from each write to the next, how long the processor worked for each picture, and how much memory was in
use then. The median of the deals played around the same time is subtracted, because the machine does other things, too.
A classifier learns from four fifths of the deals which roles the seats were shown, and guesses them for the other
deals."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import compress, product
from math import log, sqrt
from statistics import fmean, median, variance
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from lab.leaks.evening import OVER
from lab.leaks.settings import Setting
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools.progress import ProgressBar

MOST_AUC = 0.55
"""The highest area under the curve that counts as chance, which is 0.5."""
_FOLDS = 5
_CHOSEN = 12
"""The number of moments that the classifier uses: those in which the deals differ most. With all moments, a single
revealing one would be hidden."""
_FEWEST = 8
"""The fewest deals on either side of a question that are enough to learn from."""
_SURE = 1.96
"""The standard errors on each side of an interval of 95 %."""
_GESTURES = 80
"""The number of gestures by the hands: the deal and the first calls. As on a real box, each turn is filled up with
work, which takes time."""
_AROUND = 20
"""The number of deals played in a row that share a median."""


MeteredRow: TypeAlias = tuple[str, str, int, int]
"""A channel, the text written into it, the time, and the processor's working time so far, both in nanoseconds."""


class MeteredDeal(Struct, frozen=True):
    """Holds the measurements of a deal: the name of each, its figure, and how many seats were shown each role."""

    moments: tuple[str, ...]
    spent: tuple[int, ...]
    roles: Counter[str]


class Guessed(Struct, frozen=True):
    """Holds how well a question about the cards was answered: 0.5 is chance, 1 is always. `at` revealed most."""

    question: str
    auc: float
    error: float
    at: str

    @property
    def tells(self) -> bool:
        """Say whether the question was answered better than allowed, by more than chance."""
        return self.auc > MOST_AUC and self.auc - _SURE * self.error > 1 / 2

    def __str__(self) -> str:
        low, high = max(0.0, self.auc - _SURE * self.error), min(1.0, self.auc + _SURE * self.error)
        where = f"; most at {self.at}" if self.tells else ""
        return f"{self.auc:.3f} ({low:.3f} to {high:.3f}) {self.question}{where}"


def metered(rows: Sequence[MeteredRow]) -> MeteredDeal:
    """Return what others can measure of a deal until its cards may be known: the real time and the processor time
    before each thing that they notice, and the pages of memory at each picture."""
    moment, figures, roles = "0", dict[str, int](), dict[str, str]()
    last, heard = rows[0], rows[0][3]
    for row in rows:
        channel, content, real, worked = row
        match channel:
            case "clock":
                moment = content
            case "known" if content.endswith(OVER):
                break
            case "secret" if "=" in (role := content.split(" ")[0]):
                roles.setdefault(*role.split("=", 1))
            case "view":
                figures[f"{len(figures)} at {moment} s, memory"] = int(content.split()[2])
            case "bus" | "sound" | "lamp" | "net":
                if channel == "sound":
                    figures[f"{len(figures)} at {moment} s, work since the last sound"] = worked - heard
                    heard = worked
                figures[f"{len(figures)} at {moment} s, {channel} took"] = real - last[2]
                figures[f"{len(figures)} at {moment} s, {channel} worked"] = worked - last[3]
                last = row
    return MeteredDeal(tuple(figures), tuple(figures.values()), Counter(roles.values()))


def guess_cards(deals: Sequence[MeteredDeal]) -> Iterator[Guessed]:
    """Guess for each role, by time and by memory, whether seats hold it, and whether two do. Raises WrongUse if there
    are too few deals for any question."""
    if len({deal.moments for deal in deals}) > 1:
        raise WrongUse("What all hear and see is not the same in all deals; compare two without --guess.")
    for channel in ("time", "memory"):
        taken = [(name.endswith("memory")) == (channel == "memory") for name in deals[0].moments]
        names = list(compress(deals[0].moments, taken))
        rows = _beside_medians([[log(max(1, figure)) for figure in compress(deal.spent, taken)] for deal in deals])
        for role, seats in product(sorted({role for deal in deals for role in deal.roles}), (1, 2) if names else ()):
            held = [deal.roles[role] >= seats for deal in deals]
            if _FEWEST <= sum(held) <= len(held) - _FEWEST:
                yield guess(f"{channel}: {role} at {seats} seat{'s' * (seats > 1)}", rows, held, names)


def _beside_medians(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return figures minus the median of the deals that were played around the same time."""
    found = list[list[float]]()
    for first in range(0, len(rows), _AROUND):
        around = rows[first : first + _AROUND]
        medians = [median(column) for column in zip(*around, strict=True)]
        found += [[figure - middle for figure, middle in zip(row, medians, strict=True)] for row in around]
    return found


def try_guesses(setting: Setting, deals: int, play: Callable[[Setting, int], Sequence[MeteredRow]]) -> int:
    """Play these deals, print how well each question about their cards is answered, and return 1 if one is too well."""
    if deals < 2 * _FEWEST:
        raise WrongUse(f"{deals} deals are too few to learn from; play some hundred.")
    shown, played = ProgressBar("deals"), list[MeteredDeal]()
    short = replace(setting, gestures=_GESTURES, rests=0, second=False, metered=True)
    for seed in range(deals):
        played.append(metered(play(short, seed)))
        shown(seed + 1, deals)
    found = list(guess_cards(played))
    if not found:
        raise WrongUse("In too few deals a seat looked at its card; add deals.")
    print(f"{short}, {deals} deals, {len(played[0].moments):,} figures of each:", *found, sep="\n")
    return int(any(each.tells for each in found))


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
    """Return the moments in which both sides differ most, the strongest first, each with its weight and middle."""
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
    """Return how often a deal for which the answer is yes scores above one for which it is no, and the standard
    error of that (Hanley and McNeil, 1982)."""
    yes, no = (
        [score for score, is_held in zip(scores, held, strict=True) if is_held is side] for side in (True, False)
    )
    auc = fmean((one > other) + (one == other) / 2 for one in yes for other in no)
    both, twice = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    spread = auc * (1 - auc) + (len(yes) - 1) * (both - auc * auc) + (len(no) - 1) * (twice - auc * auc)
    return auc, sqrt(max(0.0, spread) / (len(yes) * len(no)))
