"""People meet new people as often as can be: beside what mathematics allows, and beside lots."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from nightcrier.hall.frame import NotSent
from nightcrier.hall.tournament.rounds import close_table, draw_round, leave_seat, seat_late, table_sizes, undo_round
from nightcrier.hall.tournament.seating import (
    FiniteField,
    Meetings,
    SeatingSearch,
    even_tables,
    is_field_size,
    meeting_weight,
    seating_cost,
)
from nightcrier.hall.tournament.state import TableBounds, Tournament, with_people, with_presence
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.errors import WrongUse

TABLES = tuple(f"table-{number}" for number in range(1, 31))


def people(count: int, bounds: TableBounds | None = None) -> Tournament:
    return with_people(
        Tournament(bounds=bounds or TableBounds()), (f"Person {number}" for number in range(1, count + 1))
    )


def of(size: int) -> TableBounds:
    return TableBounds(min(size, 4), 10, size)


def after(tournament: Tournament, rounds: int, tables: int, seed: int = 1) -> Tournament:
    chance = SeededChance(seed)
    for _ in range(rounds):
        tournament = draw_round(tournament, TABLES[:tables], chance)
    return tournament


class CountedMeetings(Meetings):
    """Counts how often pairs have met, and how many others a person has met."""

    def pairs(self) -> Counter[int]:
        """Count how many pairs have met once, twice, and so on."""
        return Counter(times for one, met in self._met.items() for other, times in met.items() if one < other)

    @property
    def average(self) -> float:
        """The number of others that a seated person has met, on average."""
        return sum(map(len, self._met.values())) / len(self._met)


def drawn_meetings(count: int, tables: int, rounds: int) -> CountedMeetings:
    return CountedMeetings(after(people(count, of(round(count / tables))), rounds, tables).rounds)


def meetings_by_lot(count: int, tables: int, rounds: int, seed: int) -> CountedMeetings:
    met, chance = CountedMeetings(), SeededChance(seed)
    for _ in range(rounds):
        row = iter(chance.shuffle(range(count)))
        met.add([[next(row) for _ in range(size)] for size in table_sizes(count, tables, of(round(count / tables)))])
    return met


def coincidences(meetings: CountedMeetings) -> int:
    """Pairs of rounds that have seated the same two at one table: one for a second meeting, three with a third."""
    return sum(comb(times, 2) * pairs for times, pairs in meetings.pairs().items())


def fewest_coincidences(count: int, tables: int, rounds: int) -> int:
    """No seating has fewer, for two reasons. Who sat at one table goes to all tables of another round at best, and
    where they are more than the tables, some meet again. And there are only so many pairs to be met for the first
    time."""
    sizes = table_sizes(count, tables, of(round(count / tables)))
    parts = [divmod(size, tables) for size in sizes]
    of_two_rounds = sum(over * comb(each + 1, 2) + (tables - over) * comb(each, 2) for each, over in parts)
    often, over = divmod(rounds * sum(comb(size, 2) for size in sizes), comb(count, 2))
    by_pairs = (comb(count, 2) - over) * comb(often, 2) + over * comb(often + 1, 2)
    return max(comb(rounds, 2) * of_two_rounds, by_pairs)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 9, 25, 27])
def test_a_field_is_one(size: int) -> None:
    field = FiniteField(size)
    some = range(size) if size < 6 else (0, 1, 2, size - 1)
    for one in some[1:]:
        assert sorted(field.times(one, other) for other in range(size)) == list(range(size))
    for a in some:
        assert sorted(field.plus(a, other) for other in range(size)) == list(range(size))
        for b in some:
            assert field.times(a, b) == field.times(b, a)
            for c in some:
                assert field.times(a, field.plus(b, c)) == field.plus(field.times(a, b), field.times(a, c))
                assert field.times(a, field.times(b, c)) == field.times(field.times(a, b), c)


def test_only_powers_of_primes_are_sizes_of_fields() -> None:
    assert [size for size in range(30) if is_field_size(size)] == [
        *(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29)
    ]


@pytest.mark.parametrize(("tables", "rounds"), [(3, 4), (4, 5), (5, 6), (8, 9)])
def test_all_meet_all_exactly_once_where_that_can_be(tables: int, rounds: int) -> None:
    """Nine people at three tables, sixteen at four ... : an affine plane."""
    everybody = tables * tables
    met = drawn_meetings(everybody, tables, rounds)
    assert met.pairs() == {1: everybody * (everybody - 1) // 2}


@pytest.mark.parametrize(("count", "tables", "rounds"), [(12, 4, 4), (24, 5, 5), (30, 8, 5), (24, 6, 3)])
def test_nobody_meets_twice_while_that_can_be(count: int, tables: int, rounds: int) -> None:
    """Columns no more than tables: as many rounds as there are tables; of other numbers of tables the first ones."""
    assert set(drawn_meetings(count, tables, rounds).pairs()) == {1}


@pytest.mark.parametrize(("count", "tables", "rounds"), [(20, 4, 4), (18, 3, 4), (23, 4, 4)])
def test_where_some_must_meet_again_few_do(count: int, tables: int, rounds: int) -> None:
    """A tenth more than the fewest that any seating could have, and far fewer than by lot."""
    drawn = drawn_meetings(count, tables, rounds)
    lots = [meetings_by_lot(count, tables, rounds, seed) for seed in range(10)]
    least = fewest_coincidences(count, tables, rounds)
    assert least <= coincidences(drawn) <= least * 1.1
    assert coincidences(drawn) < min(map(coincidences, lots))
    assert drawn.average > max(each.average for each in lots)


def test_the_search_finds_the_best_split_of_few_people_and_keeps_it() -> None:
    """Eight people who have sat at two even tables five times: there are 35 ways."""
    everybody, missed = range(1, 9), list[int]()
    for seed in range(20):
        chance, met = SeededChance(seed), CountedMeetings()
        for _ in range(5):
            order = chance.shuffle(everybody)
            met.add((order[:4], order[4:]))
        splits = [(one, [person for person in everybody if person not in one]) for one in combinations(everybody, 4)]
        found = SeatingSearch((everybody[:4], everybody[4:]), met, chance).best()
        if seating_cost(found, met) > min(seating_cost(split, met) for split in splits):
            missed.append(seed)
    assert missed == []


def test_whoever_must_move_knows_most_here_and_fewest_there() -> None:
    met = CountedMeetings()
    met.add([(1, 2), (1, 3), (1, 7)])
    tables = (range(1, 7), range(7, 10), range(10, 13))
    assert even_tables(tables, (4, 4, 4), met) == [[3, 4, 5, 6], [7, 8, 9, 2], [10, 11, 12, 1]]


def again(meetings: CountedMeetings) -> int:
    """Meetings that were not the first one of a pair."""
    return sum((times - 1) * pairs for times, pairs in meetings.pairs().items())


@pytest.mark.parametrize("tables", [1, 2, 5, 12])
def test_tables_are_within_the_bounds_and_as_even_as_can_be(tables: int) -> None:
    for count in range(4, 70):
        sizes = table_sizes(count, tables, TableBounds())
        assert sum(sizes) == min(count, 10 * tables)
        assert all(4 <= size <= 10 for size in sizes)
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) <= tables


def test_tables_come_as_near_to_the_wanted_size_as_they_can() -> None:
    assert table_sizes(30, 12, of(5)) == (5,) * 6
    assert table_sizes(31, 12, of(5)) == (6, 5, 5, 5, 5, 5)
    assert table_sizes(11, 12, TableBounds(5, 5, 5)) == (5, 5)
    assert table_sizes(3, 12, TableBounds()) == ()
    assert table_sizes(30, 0, TableBounds()) == ()


def test_everybody_who_is_here_sits_once_or_sits_out() -> None:
    tournament = after(people(47, of(6)), 3, 4)
    for each in tournament.rounds:
        seated = [person for table in each.tables for person in table.people]
        assert sorted((*seated, *each.sits_out)) == list(tournament.here)
        assert len(each.sits_out) == 7


def test_nobody_sits_out_twice_before_all_have_once() -> None:
    tournament = after(people(12, TableBounds(4, 5, 5)), 6, 2)
    out = [person for each in tournament.rounds for person in each.sits_out]
    assert sorted(out) == sorted(tournament.here)


def test_who_comes_late_or_leaves_costs_the_others_little() -> None:
    chance = SeededChance(3)
    tournament = after(people(25, of(5)), 2, 5)
    tournament = with_presence(with_presence(tournament, 3, here=False), 17, here=False)
    tournament = draw_round(with_people(tournament, ["Late"]), TABLES[:5], chance)
    tournament = draw_round(with_people(tournament, ["Later", "Person 3"]), TABLES[:5], chance)
    tournament = draw_round(tournament, TABLES[:5], chance)
    assert again(CountedMeetings(tournament.rounds)) <= 4
    assert len(tournament.here) == 26
    met_late = Meetings(tournament.rounds[2:]).others(26)
    assert len(met_late) >= 11


def test_a_table_less_seats_all_at_the_others() -> None:
    chance = SeededChance(5)
    tournament = draw_round(after(people(30, of(5)), 2, 6), TABLES[:5], chance)
    assert [len(table.people) for table in tournament.rounds[-1].tables] == [6] * 5


def test_seats_and_tables_are_drawn_by_the_chance_that_is_handed_in() -> None:
    assert after(people(20), 3, 4, seed=8) == after(people(20), 3, 4, seed=8)
    assert after(people(20), 1, 4, seed=8) != after(people(20), 1, 4, seed=9)


@pytest.mark.parametrize(("count", "tables", "said"), [(3, 4, "net.hall.tournament.few"), (12, 0, "net.hall.nobody")])
def test_where_nobody_can_sit_one_word_says_why(count: int, tables: int, said: str) -> None:
    with pytest.raises(NotSent, match=said):
        draw_round(people(count), TABLES[:tables], SeededChance(1))


def test_somebody_late_sits_down_where_there_is_room() -> None:
    tournament = with_people(after(people(19, of(5)), 1, 4), ["Late", "Later"])
    seated = seat_late(tournament, (20, 21, 21)).rounds[-1]
    assert sorted(len(table.people) for table in seated.tables) == [5, 5, 5, 6]
    before = tournament.rounds[-1]
    for table in before.tables:
        assert seated.people_at(table.table)[: len(table.people)] == table.people
    full = replace(tournament, bounds=TableBounds(4, 5, 5))
    assert seat_late(full, (20, 21)).rounds[-1].sits_out == (21,)


def test_a_table_that_is_gone_leaves_nobody_standing() -> None:
    tournament = after(people(18, of(6)), 1, 3)
    closed = close_table(tournament, TABLES[1]).rounds[-1]
    assert {table.table for table in closed.tables} == {TABLES[0], TABLES[2]}
    assert sorted(person for table in closed.tables for person in table.people) == list(tournament.here)
    with pytest.raises(WrongUse, match="choose one of its tables"):
        close_table(tournament, "nowhere")


def test_a_seat_that_is_left_is_nobodys() -> None:
    tournament = after(people(12, of(6)), 1, 2)
    left = leave_seat(tournament, 5).rounds[-1]
    assert sorted(person for table in left.tables for person in table.people) == [p for p in range(1, 13) if p != 5]


def test_a_round_that_was_not_played_is_undone() -> None:
    tournament = after(people(12), 2, 2)
    undone = undo_round(tournament)
    assert undone.rounds == tournament.rounds[:1]
    assert after(undone, 1, 2).rounds[-1].mark != tournament.rounds[-1].mark
    with pytest.raises(WrongUse, match="draw the first one"):
        undo_round(Tournament())


def test_a_third_meeting_is_worse_than_two_second_ones() -> None:
    assert [meeting_weight(times) for times in range(4)] == [0, 1, 4, 9]
    met = CountedMeetings()
    met.add([(1, 2, 3), (4,)])
    assert [met.times(one, other) for one, other in combinations((1, 2, 4), 2)] == [1, 0, 0]
    assert met.average == 2
