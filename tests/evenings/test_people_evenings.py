"""Tests evenings of people who come and go: a long tournament up to its champion, somebody late, somebody who leaves
early, and power cuts around the counting."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_files import content_of, evening_file
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.evening.people import tournament_of
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind, EveningPerson
from nightcrier.kernel.state_file import ChoicesFile
from tests.evenings.rehearsed import Rehearsed

NAMES = ("Ann", "کوروش", "สมชาย", "さくら", "Олена")
HERE = Path(__file__)
LONGEST = 400
"""The most steps of one game before a test gives up."""
LOSING = {"Who died?": ("0.3 dial +1",), "Who has a wolf card?": ("0.3 dial +1", "0.3 dial press")}
"""Gestures for the questions of One Night that make the first person the wolf, and dead."""


class PeopleEvening:
    """Plays a box by giving the first answer to every question, except that the first person loses One Night."""

    def __init__(self, where: Path) -> None:
        self.box = Rehearsed(where)

    def do(self, *actions: str) -> None:
        for action in actions:
            self.box.perform(HERE, 0, action)

    @property
    def page(self) -> str:
        return str(self.box.last("state")["page"])

    @property
    def shown(self) -> list[str]:
        return list(self.box.last("screen")["lines"])

    def home(self) -> None:
        self.do("0.3 back press", "0.3 back hold", "1 wait")
        assert self.page == "home"

    def turn_to(self, wanted: str, *, most: int = 40) -> None:
        for _ in range(most):
            if any(wanted in line for line in self.shown):
                return
            self.do("0.3 dial +1")
        raise AssertionError(f"{wanted} never comes: {self.shown}")

    def play(self) -> None:
        """Play a game from START at home to the page after the verdict."""
        self.do("0.5 start press")
        for _ in range(LONGEST):
            self.do("until idle 900", "0.3 wait")
            if self.page in {"home", "scores"}:
                return
            self.go_on()
        raise AssertionError(f"never over: {self.shown}")

    def go_on(self) -> None:
        self.do(*(action for question in LOSING if question in self.shown for action in LOSING[question]))
        self.do("0.3 start press", "0.3 wait")

    def standings(self) -> dict[str, str]:
        """Return each person's first value on the scores page: points or losses, or that they are out."""
        found: dict[str, str] = {}
        for name, value in self._rows():
            if value and name != "First":  # to how many points stands above them
                found.setdefault(name, value)
        return found

    def _rows(self) -> Iterator[tuple[str, str]]:
        for _ in range(6):
            for line in self.shown:
                name, _, value = line.replace("\u200e", "").partition(" ")
                yield name, value
            self.do("0.3 dial +1")


def begun(where: Path, kind: str, *names: str) -> PeopleEvening:
    """Return a box with an evening of this kind already begun, where all these people play."""
    people = tuple(map(EveningPerson, names))
    evening_file(where / "evenings", 1).parent.mkdir(parents=True)
    evening_file(where / "evenings", 1).write_bytes(content_of(Evening(1, EveningKind(kind), 5, people)))
    chosen = Choices(players=len(names), tournament=tournament_of(EveningKind(kind), 5))
    assert ChoicesFile(Disk(), where / "choices.json", Choices).save(chosen) is None
    return PeopleEvening(where)


def test_five_people_play_a_long_tournament_over_two_games_to_its_champion(tmp_path):
    evening = begun(tmp_path, "long", *NAMES)
    evening.do("1 dial +1", "0.3 dial -1")
    assert "♟♟♟♟♟" in evening.shown
    evening.play()
    assert evening.shown[:3] == ["Standings", "Ann Losses: 1", "\u200eکوروش\u200e Losses: 0"]
    evening.do("0.3 back press")
    evening.turn_to("GROWL")
    evening.play()
    players = [5]
    for _ in range(12):
        if evening.shown[0].startswith("Winner tonight"):
            break
        evening.home()
        evening.turn_to("First Game")
        players.append(evening.shown[-4].count("♟"))
        evening.play()
    assert players == sorted(players, reverse=True)
    assert players[-1] < 5
    assert evening.shown[0].startswith("Winner tonight")
    champions = evening.shown[1].replace("\u200e", "").split(", ")
    standing = evening.standings()
    assert all(standing[name] in {"Losses: 0", "Losses: 1"} for name in champions)
    assert [name for name in NAMES if standing[name] != "Out"] == champions
    evening.home()
    evening.do("0.5 start press")
    assert evening.shown[:2] == ["The tournament is over", "New evening"]
    evening.do("0.3 back press")
    assert "♟♟♟♟♟" in evening.shown


def test_somebody_comes_late_and_somebody_leaves_early(tmp_path):
    """Three people become four, then three again: whoever stays keeps every point."""
    evening = begun(tmp_path, "short", *NAMES[:3])
    evening.do("1 dial +1", "0.3 dial -1")
    evening.play()
    first = evening.standings()
    evening.home()
    evening.do("0.5 dial press", "0.3 dial +1", "0.3 dial press", "0.3 dial +1", "0.3 dial press")
    assert evening.shown[:2] == ["Who else plays?", "Somebody new"]
    evening.do("0.3 dial press", "0.3 back press")
    assert "♟♟♟♟" in evening.shown
    evening.play()
    second = evening.standings()
    assert list(second) == [*NAMES[:3], "Seat"]
    assert all(second[name] >= first[name] for name in NAMES[:3])
    evening.home()
    evening.do("0.5 dial press", "0.3 dial +1", "0.3 dial press", "0.3 dial -1", "0.3 dial press")
    assert evening.shown[:2] == ["Who sits out?", "Ann"]
    evening.do("0.3 dial press", "0.3 back press")
    evening.play()
    assert evening.standings()["Ann"] == second["Ann"]


@pytest.mark.parametrize("presses", [0, 1])
def test_a_cut_around_the_counting_counts_once_and_for_the_same_people(tmp_path, presses):
    evening = begun(tmp_path, "short", *NAMES[:4])
    evening.do(
        "1 dial +1", "0.3 dial -1", "0.5 dial press", "0.3 dial +1", "0.3 dial press", "0.3 dial -1", "0.3 dial press"
    )
    evening.do("0.3 dial press", "0.3 back press", "0.5 start press")
    for _ in range(LONGEST):
        evening.do("until idle 900", "0.3 wait")
        if evening.page == "verdict":
            break
        evening.go_on()
    evening.do(*["0.3 dial +1"] * presses, "0.2 power cut", "3 wait", "0.5 start press", "3 wait")
    assert evening.page == "verdict"
    evening.do("0.3 start press", "0.3 wait")
    assert evening.page == "scores"
    standings = evening.standings()
    assert sum(int(value[-1]) for value in standings.values()) == 2
    assert standings["Ann"] == "Points: 0"
