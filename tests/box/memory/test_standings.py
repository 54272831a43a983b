"""Tests who leads and who has won: short tournament, long tournament, no tournament."""

from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.memory.evening import (
    OUT_AFTER,
    Evening,
    KeptGame,
    evening_champions,
    game_ledgers,
    people_standings,
)
from nightcrier.kernel.people import EveningKind, EveningPerson, GameResult, Presence

NAMES = ("Ada", "Ben", "Cem", "Dan")
PEOPLE = tuple(map(EveningPerson, NAMES))
PRESENCES = (Presence.PLAYS, Presence.SITS_OUT, Presence.PLAYS, Presence.LEFT)


def games(*winners, seats=(1, 2, 3, 4)):
    return [
        GameResult(number, "one-night", "first-game", {seat: int(seat in won) for seat in seats})
        for number, won in enumerate(winners, 1)
    ]


def evening(kind, played=(), target=2, people=PEOPLE):
    return Evening(1, kind, target, people, tuple(map(KeptGame, played)))


def test_points_and_losses_are_counted_seat_by_seat():
    table = people_standings(evening(EveningKind.OPEN), games((1, 2), (2,)))
    assert [(row.name, row.points, row.losses) for row in table] == [
        ("Ada", 1, 1),
        ("Ben", 2, 0),
        ("Cem", 0, 2),
        ("Dan", 0, 2),
    ]


def test_each_game_has_a_ledger_of_its_own():
    growl = GameResult(3, "growl", "growl-classic", {1: 4, 2: 0, 4: 2})
    played = [*games((1, 2), (2,)), growl]
    assert game_ledgers(evening(EveningKind.OPEN, played)) == {"one-night": (1, 2, 0, 0), "growl": (4, 0, 0, 2)}
    assert [row.points for row in people_standings(evening(EveningKind.OPEN), played)] == [5, 2, 0, 2]


def test_an_open_evening_has_no_champion():
    assert evening_champions(evening(EveningKind.OPEN, games((1,), (1,), (1,)))) == ()


def test_the_first_to_the_target_wins_a_short_tournament():
    assert evening_champions(evening(EveningKind.SHORT, games((1,)))) == ()
    assert evening_champions(evening(EveningKind.SHORT, games((1,), (1, 2)))) == (1,)


def test_a_tie_at_the_target_plays_on_until_one_is_ahead():
    assert evening_champions(evening(EveningKind.SHORT, games((1, 2), (1, 2)))) == ()
    assert evening_champions(evening(EveningKind.SHORT, games((1, 2), (1, 2), (2,)))) == (2,)


def test_two_losses_and_out_and_the_last_ones_in_have_won_a_long_tournament():
    assert evening_champions(evening(EveningKind.LONG, games((1, 2, 3)))) == ()
    two = games((1, 2, 3), (1, 2))
    assert [row.out for row in people_standings(evening(EveningKind.LONG), two)] == [False, False, False, True]
    assert evening_champions(evening(EveningKind.LONG, two)) == ()
    assert evening_champions(evening(EveningKind.LONG, [*two, *games((1,), seats=(1, 2, 3))])) == (1, 2)


def test_who_has_left_wins_no_long_tournament_and_who_sits_out_may():
    people = tuple(EveningPerson(name, presence) for name, presence in zip(NAMES, PRESENCES, strict=True))
    assert evening_champions(evening(EveningKind.LONG, games((1, 2, 3, 4)), people=people)) == ()
    gone = (*people[:2], EveningPerson("Cem", Presence.LEFT), people[3])
    assert evening_champions(evening(EveningKind.LONG, games((1, 2, 3, 4)), people=gone)) == (1, 2)


def test_those_who_go_out_together_share_a_long_tournament():
    assert evening_champions(evening(EveningKind.LONG, games((), ()))) == (1, 2, 3, 4)


def test_nobody_has_won_before_the_first_game():
    two = tuple(map(EveningPerson, NAMES[:2]))
    assert evening_champions(evening(EveningKind.LONG, people=two)) == ()
    assert evening_champions(evening(EveningKind.SHORT, target=1, people=())) == ()


@given(st.lists(st.sets(st.integers(1, 4)).map(tuple), max_size=12), st.sampled_from(EveningKind), st.integers(1, 4))
def test_a_champion_is_never_behind(winners, kind, target):
    played = games(*winners)
    table = people_standings(evening(kind), played)
    found = evening_champions(evening(kind, played, target))
    if found and kind is EveningKind.SHORT:
        assert table[found[0] - 1].points == max(row.points for row in table) >= target
    if found and kind is EveningKind.LONG:
        assert min(table[seat - 1].losses for seat in found) == min(row.losses for row in table)
    assert all(row.out == (kind is EveningKind.LONG and row.losses >= OUT_AFTER) for row in table)
