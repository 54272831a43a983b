"""Scores at the table: what is asked of the bookkeeper, and what people see."""

from collections.abc import Callable

from device.kernel.events import Control, Gesture, SeatStanding, Standings
from device.show.stages import Stage, Verdict
from device.table.effects import Amend, CountGame, LookUp, NewEvening
from device.table.look import look
from device.table.state import HomePage, ListingPage, ScoresPage
from device.table.view import view_lines
from tests.table.evening import Evening

Through = Callable[[type[Stage]], Evening]
SEATS = (
    SeatStanding("Ann", 2, 0, out=False),
    SeatStanding("", 1, 1, out=False),
    SeatStanding("", 0, 2, out=True),
)


def shown(evening) -> list[str]:
    return view_lines(look(evening.house, evening.table))


def at(evening, menu: str, index: int) -> None:
    evening.table = evening.table.__class__(
        evening.table.choices, page=ListingPage(menu, HomePage(), index), standings=evening.table.standings
    )


def test_a_verdict_is_written_down_as_it_is_told(play_through: Through, evening) -> None:
    judged = play_through(Verdict)
    assert judged.table.session.stage.winners == (2,)
    evening.start()


def test_the_game_that_was_judged_is_counted(evening) -> None:
    from device.table.session import advance

    evening.start()
    effects = ()
    while not isinstance(evening.table.session.stage, Verdict):
        evening.table, effects = advance(evening.table, "1", 0.0)
    assert CountGame("toy", "first", (0, 1)) in effects


def test_the_standings_are_looked_up_and_shown_seat_by_seat(evening) -> None:
    at(evening, "scores", 0)
    assert evening.press() == (LookUp(),)
    assert shown(evening) == ["score.none"]
    evening.send(Standings(0.0, "open", 5, SEATS))
    assert shown(evening) == ["Ann score.points", "Seat 2 score.points", "Seat 3 score.out"]
    evening.turn(5)
    evening.back()
    assert isinstance(evening.table.page, ListingPage)


def test_the_champion_stands_first(evening) -> None:
    evening.table = evening.table.__class__(evening.table.choices, page=ScoresPage(HomePage()))
    evening.send(Standings(0.0, "short", 2, SEATS, (1,)))
    assert shown(evening) == ["score.champion", "Ann"]
    evening.turn(1)
    assert shown(evening)[0].startswith("Ann")


def test_a_new_evening_has_the_kind_that_was_chosen(evening) -> None:
    at(evening, "scores", 1)
    evening.press()
    evening.turn(2)
    evening.press()
    evening.turn(1)
    assert evening.press() == (NewEvening("short", 5, 3),)
    at(evening, "scores", 1)
    evening.press()
    evening.turn(9)
    evening.press()
    assert evening.table.choices.tournament == "long"


def test_the_last_game_can_be_mended_and_struck(evening) -> None:
    at(evening, "scores", 4)
    assert evening.press() == (Amend(),)
    at(evening, "scores", 3)
    evening.press()
    assert shown(evening)[1:] == ["none"]
    evening.press()
    evening.send(Standings(0.0, "long", 5, SEATS, (), (1, 4, 0)))
    assert shown(evening)[1:] == ["Seat 1", "score.won"]
    assert evening.press() == (Amend((0, 4, 0)),)
    evening.turn(2)
    assert shown(evening)[1:] == ["Seat 3", "score.lost"]
    assert evening.press() == (Amend((1, 4, 1)),)


def test_a_tournament_shows_how_it_stands_after_each_verdict(play_through: Through) -> None:
    evening = play_through(Verdict)
    evening.send(Standings(0.0, "long", 5, SEATS))
    evening.start()
    assert evening.table.page == ScoresPage(HomePage())
    evening.hand(Control.BACK, Gesture.HOLD)
    assert evening.table.page == HomePage()


def test_a_game_is_told_the_points_each_seat_has_from_it_if_as_many_play(evening) -> None:
    evening.send(Standings(0.0, "open", 5, SEATS, ledgers={"toy": (1, 1, 0), "chess": (1, 0, 0)}))
    evening.start()
    assert evening.table.session.setup.ledger == (1, 1, 0)


def test_a_game_is_not_told_the_points_of_another(evening) -> None:
    evening.send(Standings(0.0, "open", 5, SEATS, ledgers={"chess": (2, 1, 0)}))
    evening.start()
    assert evening.table.session.setup.ledger == ()


def test_a_game_of_more_seats_than_before_is_told_nothing(evening) -> None:
    evening.send(Standings(0.0, "open", 5, SEATS[:2], ledgers={"toy": (2, 1)}))
    evening.start()
    assert evening.table.session.setup.ledger == ()
