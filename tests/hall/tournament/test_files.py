"""A tournament comes from a spreadsheet, goes to one, and outlives a hall that is killed at any moment."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, ResultPlace, TableResults
from nightcrier.hall.tournament.desk import TournamentDesk
from nightcrier.hall.tournament.results import take_results
from nightcrier.hall.tournament.rounds import draw_round, undo_round
from nightcrier.hall.tournament.spreadsheets import (
    people_as_csv,
    people_of_csv,
    results_as_csv,
    seating_as_csv,
    standings_as_csv,
)
from nightcrier.hall.tournament.state import (
    NameRefused,
    SeatedTable,
    Tournament,
    TournamentGame,
    TournamentRound,
    with_people,
)
from nightcrier.hall.tournament.tournament_file import TournamentFile
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.files import DISK, LARGEST_FILE, Disk, fresh_ones
from nightcrier.kernel.refusal import Refusal
from nightcrier.kernel.rows import no_formula, without_apostrophe

PLACES = tuple(ResultPlace(seat, int(seat == 2)) for seat in range(1, 5))
RESULTS = TableResults(1, (ResultGame(1, "toy", "First", PLACES, "id"),))


@pytest.fixture
def played() -> Tournament:
    rounds = (TournamentRound(1, (SeatedTable("den", (1, 2, 3, 4)),), (5,)),)
    seated = replace(with_people(Tournament(), ["Ada", "=1+1", "Cy", "Di", "Ed"]), rounds=rounds)
    return take_results(seated, "den", RESULTS)


@pytest.mark.parametrize(
    "content",
    [
        b"Ada\nBo\n=1+1\n",
        b"\xef\xbb\xbfname,here\r\nAda,yes\r\nBo,no\r\n'=1+1,\r\n",
        b"no;Name;city\n1;Ada;Rome\n\n;;\n2; Bo ;Bern\n3;=1+1;Oslo\n",
        b'"Ada"\n"Bo"\n"=1+1"',
    ],
)
def test_people_come_from_any_spreadsheet(content: bytes) -> None:
    assert people_of_csv(content, "people.csv") == ("Ada", "Bo", "=1+1")


def test_persian_names_keep_their_half_spaces() -> None:
    names = ("علی\u200cرضا", "Ada")
    assert people_of_csv("\n".join(names).encode(), "people.csv") == names
    with pytest.raises(BadFile, match="stands in line 1"):
        people_of_csv("علی\u200cرضا\nعلیرضا".encode(), "people.csv")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"Ada\nBo\nADA\n", "line 3: 'ADA' stands in line 1, too; add a letter to one of them, as in Anna B."),
        (b"\xff\xfeA", "is not UTF-8 text; save it again as CSV with UTF-8."),
        (b"name\n", "has no names; write one in each line."),
    ],
)
def test_what_is_wrong_with_a_list_is_said_by_line(content: bytes, said: str) -> None:
    with pytest.raises(BadFile) as told:
        people_of_csv(content, "people.csv")
    assert str(told.value) == f"people.csv: {said}"


@pytest.mark.parametrize(
    ("content", "line", "word"),
    [(b"name,x\nAda,1\n,2\n", 3, Refusal.RESERVED), (b"Ada\n" + b"x" * 25, 2, Refusal.LONG)],
)
def test_a_name_that_cannot_be_is_refused_with_its_line(content: bytes, line: int, word: Refusal) -> None:
    with pytest.raises(NameRefused) as why:
        people_of_csv(content, "people.csv")
    assert (why.value.line, why.value.word) == (line, word)


def test_people_go_out_as_they_come_in(played: Tournament) -> None:
    text = people_as_csv(played)
    assert "'=1+1,yes\r\n" in text
    assert people_of_csv(text.encode(), "people.csv") == tuple(person.name for person in played.people)


def test_seating_standings_and_results_go_into_a_spreadsheet(played: Tournament) -> None:
    assert seating_as_csv(played, {"den": "=The den"}).splitlines() == [
        "round,table,title,seat,name", "1,den,'=The den,1,Ada", "1,den,'=The den,2,'=1+1", "1,den,'=The den,3,Cy",
        "1,den,'=The den,4,Di", "1,,,,Ed",
    ]  # fmt: skip
    assert "1,den,den,1,Ada" in seating_as_csv(played, {})
    assert standings_as_csv(played).splitlines()[:3] == [
        "rank,name,points,games,won,company,met,why",
        "1,'=1+1,1,1,1,0.000,3,",
        "2,Ed,0,0,0,0.000,0,fewer points",
    ]
    assert results_as_csv(played).splitlines()[:3] == [
        "round,table,evening,number,game,deck,seat,name,points,counts",
        "1,den,1,1,toy,First,1,Ada,0,yes",
        "1,den,1,1,toy,First,2,'=1+1,1,yes",
    ]


def test_before_any_game_nothing_puts_anybody_behind(played: Tournament) -> None:
    assert [line.rpartition(",")[2] for line in standings_as_csv(replace(played, games=())).splitlines()] == [
        "why", "", "", "", "", "",
    ]  # fmt: skip


def test_a_hall_that_was_killed_goes_on(played: Tournament, tmp_path: Path) -> None:
    file = tmp_path / "hall" / "tournament.json"
    assert TournamentFile(DISK, file).read() == Tournament()
    assert TournamentFile(DISK, file).write(played) is None
    again = TournamentFile(DISK, file).read()
    assert again == played
    assert draw_round(again, ["den"], SeededChance(4)) == draw_round(played, ["den"], SeededChance(4))


class CutDisk(Disk):
    """The power goes at one of the calls."""

    def __init__(self, left: int) -> None:
        self.left = left

    def write(self, path: Path, content: bytes) -> None:
        self._count()
        super().write(path, content)

    def sync(self, path: Path) -> None:
        self._count()
        super().sync(path)

    def rename(self, old: Path, new: Path) -> None:
        self._count()
        super().rename(old, new)

    def _count(self) -> None:
        if not self.left:
            raise OSError("cut")
        self.left -= 1


@pytest.mark.parametrize("calls", range(5))
def test_a_power_cut_leaves_the_old_one_or_the_new_one(played: Tournament, tmp_path: Path, calls: int) -> None:
    file = tmp_path / "tournament.json"
    before = with_people(Tournament(), ["Ada"])
    TournamentFile(DISK, file).write(before)
    refused = TournamentFile(CutDisk(calls), file).write(played)
    assert TournamentFile(DISK, file).read() == (played if calls >= 3 else before)
    assert (refused is None) is (calls >= 4)
    TournamentFile(DISK, file).write(played)
    assert TournamentFile(DISK, file).read() == played
    assert fresh_ones(DISK, file) == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),
        ("a\t=1", "a\t'=1"),
        ("a\r\n@b", "a\r\n'@b"),
        ("=a", "'=a"),
        ("a=b; -c", "a=b; -c"),
        ("\uff1d1", "'\uff1d1"),
    ],
)
def test_no_part_of_a_cell_is_calculated(name: str, shown: str) -> None:
    """Where a spreadsheet parts columns by semicolons or tabs, whatever stands in quotes."""
    assert no_formula(name) == shown
    assert without_apostrophe(shown) == name


def test_what_stands_there_already_is_not_written_again(played: Tournament, tmp_path: Path) -> None:
    kept = TournamentFile(DISK, tmp_path / "tournament.json")
    kept.write(played)
    (tmp_path / "tournament.json").unlink()
    assert kept.write(played) is None
    assert not (tmp_path / "tournament.json").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b'{"tournament":100,"state":{"people":[[1]]}}', b'{"tournament":"x"}', b'{"tournament":1,"state":{}}'],
)
def test_a_damaged_or_older_file_is_kept_and_nothing_begins_over_it(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "tournament.json"
    file.write_bytes(content)
    with pytest.raises(BadFile, match=r"kept as tournament\.json\.broken"):
        TournamentFile(DISK, file).read()
    assert (tmp_path / "tournament.json.broken").read_bytes() == content
    assert TournamentFile(DISK, file).aside() == "tournament.json.broken"
    (tmp_path / "tournament.json.broken").unlink()
    assert TournamentFile(DISK, file).aside() == ""


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tournament.json"
    file.write_bytes(b'{"tournament":101,"state":[]}')
    with pytest.raises(BadFile, match="newer Nightcrier"):
        TournamentFile(DISK, file).read()
    assert file.read_bytes() == b'{"tournament":101,"state":[]}'


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    kept = TournamentFile(DISK, tmp_path / "tournament.json")
    huge = replace(Tournament(), games=(TournamentGame("id", "den", 1, 1, "toy", "x" * LARGEST_FILE, ()),))
    assert kept.write(huge) is not None
    assert not (tmp_path / "tournament.json").exists()


class TestDesk:
    def test_what_a_table_tells_is_on_the_disk_at_once_and_once(self, played: Tournament, tmp_path: Path) -> None:
        file = tmp_path / "tournament.json"
        TournamentFile(DISK, file).write(replace(played, games=()))
        desk, said = TournamentDesk(TournamentFile(DISK, file), print, lambda: 0.0), msgspec.json.encode(RESULTS)
        assert desk.hear("den", said)
        assert not desk.hear("den", said)
        assert not desk.hear("den", b"rubbish")
        assert TournamentDesk(TournamentFile(DISK, file), print, lambda: 0.0).tournament == desk.tournament == played

    def test_before_the_first_round_no_game_is_kept(self, tmp_path: Path) -> None:
        desk = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: 0.0)
        desk.change(lambda now: with_people(now, ["Ada", "Bo", "Cy", "Di"]))
        assert not desk.hear("den", msgspec.json.encode(RESULTS))
        assert desk.tournament.games == ()

    def test_what_cannot_be_changes_nothing(self, played: Tournament, tmp_path: Path) -> None:
        TournamentFile(DISK, tmp_path / "t").write(played)
        desk = TournamentDesk(TournamentFile(DISK, tmp_path / "t"), print, lambda: 0.0)
        with pytest.raises(WrongUse):
            desk.change(undo_round)
        assert desk.tournament == played

    def test_a_disk_that_refuses_costs_no_result(self, played: Tournament, tmp_path: Path) -> None:
        told: list[str] = []
        desk = TournamentDesk(TournamentFile(CutDisk(0), tmp_path / "t"), told.append, lambda: 0.0)
        assert desk.change(lambda _: played)
        assert desk.tournament == played
        assert "cannot be written" in told[0]
        assert "make room on the disk" in told[0]
        assert not desk.is_kept
