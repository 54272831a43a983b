"""What tables tell of their games comes in when it may: not before the first round, and not without a pause."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, ResultPlace, TableResults
from nightcrier.hall.tournament.desk import MOST_BEFORE, TournamentDesk
from nightcrier.hall.tournament.rounds import draw_round
from nightcrier.hall.tournament.state import SeatedTable, Tournament, TournamentRound, with_people
from nightcrier.hall.tournament.tournament_file import TournamentFile
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.files import DISK

GAME = ResultGame(1, "toy", "", tuple(ResultPlace(seat, seat % 2) for seat in range(1, 5)), "first")
SEATED = TournamentRound(1, (SeatedTable("den", (1, 2, 3, 4)),))


def told(*games: ResultGame) -> bytes:
    return msgspec.json.encode(TableResults(1, games))


def test_a_game_that_was_told_before_the_first_round_never_counts(tmp_path: Path) -> None:
    """The box tells it again with the next, and after a start of the hall the broker does."""
    desk = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: 0.0)
    desk.change(lambda now: with_people(now, ["Ada", "Bo", "Cy", "Di"]))
    trial = replace(GAME, number=0, id="trial")
    desk.hear("den", told(trial))
    desk.change(lambda now: draw_round(now, ("den",), SeededChance(1)))
    later = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: 0.0)
    for each in (desk, later):
        each.hear("den", told(trial, GAME))
        assert [(game.id, game.counts) for game in each.tournament.games] == [("first", True)]


def test_what_waits_while_the_first_round_is_drawn_was_told_before_it(tmp_path: Path) -> None:
    now = 0.0
    desk = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: now)
    desk.change(lambda it: with_people(it, ["Ada", "Bo", "Cy", "Di"]))
    trials = [replace(GAME, number=number, id=f"trial-{number}") for number in range(8)]
    for number in range(1, 9):
        desk.hear("den", told(*trials[:number]))
    desk.change(lambda it: draw_round(it, ("den",), SeededChance(1)))
    now = 60.0
    desk.look()
    desk.hear("den", told(*trials, GAME))
    assert [game.id for game in desk.tournament.games] == ["first"]


def test_of_who_has_left_before_the_first_round_nothing_is_kept(tmp_path: Path) -> None:
    """Under ever new names; what waits of them is not kept either."""
    desk = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: 0.0)
    desk.change(lambda now: with_people(now, ["Ada", "Bo", "Cy", "Di"]))
    for name in ("one", "two"):
        for number in range(8):
            desk.hear(name, told(replace(GAME, id=f"{name}-{number}")))
    desk.forget("one")
    desk.look()
    desk.change(lambda now: draw_round(now, ("den",), SeededChance(1)))
    assert desk.tournament.before == (("two", "two-7"),)


def test_a_game_that_waits_counts_where_its_table_leaves(tmp_path: Path) -> None:
    file = TournamentFile(DISK, tmp_path / "t")
    file.write(replace(with_people(Tournament(), ["Ada", "Bo", "Cy", "Di"]), rounds=(SEATED,)))
    desk = TournamentDesk(file, print, lambda: 0.0)
    for number in range(8):
        desk.hear("den", told(replace(GAME, number=number, id=f"id-{number}")))
    desk.forget("den")
    assert "id-7" in {game.id for game in desk.tournament.games}


def test_what_was_played_before_the_first_round_has_an_end(tmp_path: Path) -> None:
    """The first round is undone and drawn again and again."""
    file = TournamentFile(DISK, tmp_path / "t")
    older = tuple(("den", f"id-{number}") for number in range(MOST_BEFORE))
    file.write(replace(with_people(Tournament(), ["Ada", "Bo", "Cy", "Di"]), before=older))
    desk = TournamentDesk(file, print, lambda: 0.0)
    desk.hear("den", told(GAME))
    desk.change(lambda now: draw_round(now, ("den",), SeededChance(1)))
    assert len(desk.tournament.before) == MOST_BEFORE
    assert ("den", "first") in desk.tournament.before


def test_one_that_tells_without_a_pause_is_written_now_and_then(tmp_path: Path) -> None:
    file, now = TournamentFile(DISK, tmp_path / "t"), 0.0
    file.write(replace(with_people(Tournament(), ["Ada", "Bo", "Cy", "Di"]), rounds=(SEATED,)))
    desk = TournamentDesk(file, print, lambda: now)

    def tells(points: int) -> bool:
        return desk.hear("den", told(replace(GAME, places=(ResultPlace(1, points), *GAME.places[1:]))))

    def known() -> int:
        return desk.tournament.games[0].places[0].points

    assert sum([tells(number) for number in range(1_000)]) < 10
    assert desk.hear("attic", told(replace(GAME, id="other")))
    desk.look()
    assert known() < 10
    now = 6.0
    desk.look()
    assert known() == 999
    assert file.read() == desk.tournament
    assert not tells(5)
    assert known() == 999
    desk.end()
    assert known() == 5
    assert file.read() == desk.tournament


def test_it_is_known_of_so_many_tables_how_often_they_tell(tmp_path: Path) -> None:
    desk = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: 0.0)
    for number in range(3_000):
        desk.hear(f"t{number}", b"{}")
    assert len(desk._pace._allowances) <= 1_000
