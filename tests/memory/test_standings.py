"""Who leads and who has won: short tournament, long tournament, no tournament."""

from hypothesis import given
from hypothesis import strategies as st

from device.memory.standings import OUT_AFTER, Evening, Kind, Result, champions, standings

NAMES = ("Ada", "Ben", "Cem", "Dan")


def games(*winners, seats=(1, 2, 3, 4)):
    return [Result(number, "one-night", "first-game", seats, won) for number, won in enumerate(winners, 1)]


def evening(kind, target=2):
    return Evening(1, kind, target, NAMES)


def test_points_and_losses_are_counted_seat_by_seat():
    table = standings(evening(Kind.OPEN), games((1, 2), (2,)))
    assert [(row.seat, row.name, row.won, row.lost) for row in table] == [
        (1, "Ada", 1, 1),
        (2, "Ben", 2, 0),
        (3, "Cem", 0, 2),
        (4, "Dan", 0, 2),
    ]


def test_an_open_evening_has_no_champion():
    assert champions(evening(Kind.OPEN), games((1,), (1,), (1,))) == ()


def test_the_first_to_the_target_wins_a_short_tournament():
    short = evening(Kind.SHORT)
    assert champions(short, games((1,))) == ()
    assert champions(short, games((1,), (1, 2))) == (1,)


def test_a_tie_at_the_target_plays_on_until_one_is_ahead():
    short = evening(Kind.SHORT)
    assert champions(short, games((1, 2), (1, 2))) == ()
    assert champions(short, games((1, 2), (1, 2), (2,))) == (2,)


def test_two_losses_and_out_and_the_last_ones_in_have_won_a_long_tournament():
    long = evening(Kind.LONG)
    assert champions(long, games((1, 2, 3))) == ()
    two = games((1, 2, 3), (1, 2))
    assert [row.out for row in standings(long, two)] == [False, False, False, True]
    assert champions(long, two) == ()
    assert champions(long, [*two, *games((1,), seats=(1, 2, 3))]) == (1, 2)


def test_those_who_go_out_together_share_a_long_tournament():
    long = evening(Kind.LONG)
    assert champions(long, games((), ())) == (1, 2, 3, 4)


def test_nobody_has_won_before_the_first_game():
    assert champions(Evening(1, Kind.LONG, 5, ("Ada", "Ben")), []) == ()
    assert champions(Evening(1, Kind.SHORT, 1, ()), []) == ()


@given(st.lists(st.sets(st.integers(1, 4)).map(tuple), max_size=12), st.sampled_from(Kind), st.integers(1, 4))
def test_a_champion_is_never_behind(winners, kind, target):
    played = games(*winners)
    table = standings(evening(kind, target), played)
    found = champions(evening(kind, target), played)
    if found and kind is Kind.SHORT:
        assert table[found[0] - 1].won == max(row.won for row in table) >= target
    if found and kind is Kind.LONG:
        assert min(table[seat - 1].lost for seat in found) == min(row.lost for row in table)
    assert all(row.out == (kind is Kind.LONG and row.lost >= OUT_AFTER) for row in table)
