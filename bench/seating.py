"""How often people meet again: rounds as the hall draws them, beside seats by lot, and the fewest that any seating
could have. `python -m bench.seating` prints a table, and measures no time: it belongs to no round of the benchmarks."""

from collections import Counter
from collections.abc import Sequence
from math import comb

from device.hall.tournament.draw_round import draw_round
from device.hall.tournament.seating_search import Meetings
from device.hall.tournament.tournament_people import with_people
from device.hall.tournament.tournament_state import TableBounds, Tournament
from device.kernel.chance import SeededChance

CASES = (
    *((9, 3, 4), (16, 4, 5), (25, 5, 6), (64, 8, 9)),
    *((20, 4, 6), (24, 4, 6), (30, 5, 8), (36, 6, 6), (47, 8, 6), (250, 50, 8)),
)
"""People, tables, rounds."""
_LOTS = 20


class CountedMeetings(Meetings):
    """Counts how often pairs have met, and how many others a person has met."""

    def pairs(self) -> Counter[int]:
        """Count how many pairs have met once, twice, and so on."""
        return Counter(times for one, met in self._met.items() for other, times in met.items() if one < other)

    @property
    def average(self) -> float:
        """The number of others that a seated person has met, on average."""
        return sum(map(len, self._met.values())) / len(self._met)


def drawn_meetings(people: int, tables: int, rounds: int, seed: int = 1) -> CountedMeetings:
    """As the hall seats them."""
    size = people // tables
    tournament = Tournament(bounds=TableBounds(min(size, 4), size + 1, size))
    tournament = with_people(tournament, (f"Person {number}" for number in range(people)))
    chance, names = SeededChance(seed), [f"table-{number}" for number in range(tables)]
    for _ in range(rounds):
        tournament = draw_round(tournament, names, chance)
    return CountedMeetings(tournament.rounds)


def meetings_by_lot(people: int, tables: int, rounds: int, seed: int) -> CountedMeetings:
    """Where each round is shuffled."""
    met, chance = CountedMeetings(), SeededChance(seed)
    for _ in range(rounds):
        row = iter(chance.shuffled(range(people)))
        met.add([[next(row) for _ in range(size)] for size in _sizes(people, tables)])
    return met


def coincidences(meetings: CountedMeetings) -> int:
    """Pairs of rounds that have seated the same two at one table: one for a second meeting, three with a third."""
    return sum(comb(times, 2) * pairs for times, pairs in meetings.pairs().items())


def fewest_coincidences(people: int, tables: int, rounds: int) -> int:
    """No seating has fewer, for two reasons. Who sat at one table goes to all tables of another round at best, and
    where they are more than the tables, some meet again. And there are only so many pairs to be met for the first
    time."""
    sizes = _sizes(people, tables)
    of_two_rounds = sum(_split(size, tables) for size in sizes)
    often, over = divmod(rounds * sum(comb(size, 2) for size in sizes), comb(people, 2))
    by_pairs = (comb(people, 2) - over) * comb(often, 2) + over * comb(often + 1, 2)
    return max(comb(rounds, 2) * of_two_rounds, by_pairs)


def _split(size: int, tables: int) -> int:
    each, over = divmod(size, tables)
    return over * comb(each + 1, 2) + (tables - over) * comb(each, 2)


def _sizes(people: int, tables: int) -> tuple[int, ...]:
    each, over = divmod(people, tables)
    return (each + 1,) * over + (each,) * (tables - over)


def _row(people: int, tables: int, rounds: int) -> Sequence[str]:
    drawn = drawn_meetings(people, tables, rounds)
    lots = [meetings_by_lot(people, tables, rounds, seed) for seed in range(_LOTS)]
    by_lot = sum(map(coincidences, lots)) / _LOTS
    average = sum(each.average for each in lots) / _LOTS
    told = (coincidences(drawn), fewest_coincidences(people, tables, rounds), f"{by_lot:.0f}")
    others = (f"{drawn.average:.1f}", f"{average:.1f}", max(drawn.pairs()), max(max(each.pairs()) for each in lots))
    return [str(each) for each in (people, tables, rounds, *told, *others)]


def main() -> None:
    head = "people", "tables", "rounds", "again, drawn", "at least", "by lot"
    print(f"| {' | '.join((*head, 'others met, drawn', 'by lot', 'most often, drawn', 'by lot'))} |")
    print("|---" * 10 + "|")
    for case in CASES:
        print(f"| {' | '.join(_row(*case))} |", flush=True)


if __name__ == "__main__":
    main()
