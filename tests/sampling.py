"""Chooses what `./test` plays of a wide axis: languages, seeds, cuts, pages. `./test --whole` plays all of it.

An axis is wide if no row is a rule of its own: of many hand-made faults none was found by a tenth language or a second
seed alone. If each row is a rule (rulings, refusals, routes, hostile files), or if the words of a language are
themselves tested, every row stays."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES

_T = TypeVar("_T")

whole = False
"""Tells whether everything is played. `conftest.py` sets it before any test is read."""


def sampled(every: Iterable[_T], count: int = 1) -> list[_T]:
    """Return all values with `--whole`, else this many in even steps from first to last. A single one is the first."""
    found = list(every)
    if whole or count >= len(found):
        return found
    return [found[at * (len(found) - 1) // max(count - 1, 1)] for at in range(count)]


def so_many(whole_run: int, sample: int) -> int:
    """Return how many games, deals or draws to try: the first number with `--whole`, else the second."""
    return whole_run if whole else sample


power_cuts = Counter[str]()
"""Counts, for each kind, the power cuts that lost nothing. `python -m bench.cuts` prints them."""


def cut_seeds(kind: str, seeds: Iterable[_T]) -> Iterator[_T]:
    """Yield the seed for each power cut of this kind, and count the cut when its test asks for the next. Cuts
    without a kind do not count: they lose something on purpose."""
    for seed in seeds:
        yield seed
        power_cuts[kind] += 1


def sampled_languages(among: Iterable[Language] = LANGUAGES) -> list[Language]:
    """Return all of these languages with `--whole`, else one for each writing: Latin, Persian, Thai, Han with kana."""
    return [language for language in among if whole or language in {"en", "fa", "th", "ja"}]
