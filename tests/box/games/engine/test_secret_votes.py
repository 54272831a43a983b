"""Tests secret votes of a led day: each seat dials its own vote, all hear the sums, and nothing that anybody else sees,
hears or times reveals who has voted for whom."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from nightcrier.box.events import Control
from nightcrier.box.show.cues import Window
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import TABLE, Ask, Perform, Tell
from tests.box.games.engine.small import MANY, SMALL, read
from tests.box.games.engine.test_dealt_nights_at_table import FileBox
from tests.box.games.engine.test_led_day import END, Played
from tests.box.onlooked import KeptLines
from tests.box.wolf_hands import WolfHands, by_name

DEALT = MANY.replace("format = 1", "format = 2\ndeal = 'either'") + END
SECRET = DEALT + "[day]\nballots = 'secret'\n"
AGAIN = SECRET + "vote = 'majority'\nagain = 1\ntied_vote = false\n"
LISTED = "vote = 'listed'\nrest = 'last'\nrounds = [{ nominates = true }]"
CHIEF = "[mark.chief]\nlasts = 'game'\nannounced = true\nvotes = 1.5\n[[elect]]\nmark = 'chief'\n"


class Voted(Played):
    """Plays a dealt game with the given votes, ballot by ballot. `came` groups the voters by what they see and hear."""

    def __init__(self, text: str, *votes: Mapping[int, int], players: int = 6, **more: Any) -> None:
        super().__init__(read(text), players, **more)
        self.votes, self.came = iter(votes), dict[Any, list[int]]()

    def _answer(self, stage: Any) -> Any:
        if not (isinstance(stage, Perform) and stage.page == "vote" and stage.acts):
            return super()._answer(stage)
        (turn,), (first, *_) = stage.acts.values(), self.play.state.state.in_play
        if turn.seat + 1 == first:
            self.now = next(self.votes, {})
        values = [option.value for option in turn.prompt(()).options]
        assert {(cue.seconds, cue.least) for cue in stage.show if isinstance(cue, Window)} == {(22.0, 8.0)}
        equal = len(values), str((stage.show, turn.prompt(()).seen, turn.hint((), False)))
        self.came.setdefault(equal, []).append(turn.seat + 1)
        wanted = f"P{self.now.get(turn.seat + 1, 0):02}"
        return (wanted if wanted in values else values[-1],)

    def sums(self) -> str:
        """Play to the next announced ballot, and return its seats and sums as they are spoken."""
        told = self.until(lambda stage: isinstance(stage, Tell) and stage.title is not None)
        assert (told.who, told.back) == (TABLE, False), "nobody undoes a ballot"
        self.play = self.play.answer("")
        return said(told)


def said(told: Any) -> str:
    return " ".join(line for line in told.lines if line != "seat-first")


def test_each_seat_in_play_votes_in_an_equal_time_and_sums_are_told():
    """In a tie, the tied seats are called like all others, although they have no vote. Nobody votes for itself."""
    voted = Voted(AGAIN, {1: 2, 2: 3, 3: 2, 4: 3, 5: 5}, {1: 3, 4: 3, 5: 2, 2: 3, 3: 2})
    assert voted.sums() == "seat.2 number.2 seat.3 number.2"
    assert voted.sums() == "seat.2 number.1 seat.3 number.2"
    voted.until(lambda stage: isinstance(stage, Perform) and stage.page == "vote" and not stage.acts)
    assert voted.play.state.day_news.pyre.again == [{2: 1, 3: 2}]
    assert [*voted.came.values()] == [[1, 2, 3, 4, 5, 6]] * 2
    assert [options for options, _ in voted.came] == [7, 3]


@pytest.mark.parametrize(
    ("day", "votes", "sums"),
    [
        ("vote = 'run-off'", [{1: 2, 2: 3}, {1: 3, 4: 3}], ["seat.2 number.1 seat.3 number.1", "seat.3 number.2"]),
        ("vote = 'three'\nself = true", [{1: 1, 2: 1}], ["seat.1 number.2"]),
        ("vote = 'majority'", [{}, {1: 2}], ["seat.2 number.1"]),
        (LISTED, [{1: 4, 5: 4}], ["seat.1 number.4 seat.4 number.2"]),
    ],
)
def test_every_vote_of_a_day_is_secret(day, votes, sums):
    voted = Voted(SECRET + day, *votes)
    voted.answers = {"ask.nominates": ["4", "1", "", "", "", ""]}
    assert [voted.sums() for _ in sums] == sums


def test_a_vote_that_is_half_a_one_more_is_told_and_an_election_is_open():
    voted = Voted(AGAIN + CHIEF, {1: 2, 2: 3, 3: 2, 4: 2})
    voted.answers = {"ask.vote": ["2", "1", *["2"] * 4]}
    voted.until(lambda stage: isinstance(stage, Perform) and bool(stage.acts) and stage.page == "vote")
    assert ("ask.vote", "2") in voted.rows
    assert voted.sums() == "seat.2 number.3 seat.3 number.1 vote.half"


def test_where_people_lead_they_write_slips_and_the_host_types_sums_in_halves():
    voted = Played(read(AGAIN + CHIEF), 6, host="moderator")
    voted.answers = {"ask.vote": ["2", "1", *["2"] * 4], "ask.slips": ["0", "3.5", "3"]}
    told = voted.until(lambda stage: isinstance(stage, Tell) and stage.title is not None)
    assert ["day.over", "vote.slips"] in voted.rows
    assert said(told) == "seat.2 number.3 vote.half seat.3 number.3"
    voted.play = voted.play.answer("")
    assert voted.play.state.day_news.pyre.counts == {2: 3.5, 3: 3}


def balloted(where: Path, votes: Sequence[int], disturb: Callable[[FileBox], object]) -> tuple[FileBox, Any]:
    """Return a box after a first ballot with these votes, 0 for nobody, and everything that anybody may know of it: the
    record with its times, the pictures, what a second program hears, and the bytes on the disk."""
    (games := where / "own" / "games").mkdir(parents=True)
    (games / "secret.game.toml").write_text(AGAIN, "utf-8")
    heard, kept = KeptLines(), list[Any]()
    box = FileBox(where, "secret", 6, 3, "box", public=heard.witness)

    def choose(question: str, values: Sequence[str]) -> str:
        kind, _, seat, _ = question.split()
        wanted = f"P{votes[int(seat)]:02}"
        return by_name(question, values) if kind != "_Vote" else wanted if wanted in values else "N00"

    box.begin()
    hands = WolfHands(box, choose)
    while not (isinstance(box.stage, Tell) and box.stage.title):
        hands.act()
        kept.append(box.on_disk())
        if len(kept) % 5 == 0 and box.page == "vote":
            disturb(box)
    return box, ([row for row in box.record if row["kind"] != "input"], box.kept.pictures, heard.lines, kept)


@pytest.mark.parametrize("disturb", [id, FileBox.cut, lambda box: box.do(Control.BACK)], ids=["", "cut", "back"])
def test_nobody_learns_who_has_voted_for_whom_whatever_happens_meanwhile(disturb, tmp_path):
    """Different votes with the same sums make the same record to the second, and the same pictures, lines and bytes on
    the disk. No vote is lost if the power is cut in the middle or BACK is pressed."""
    by_others = [(3, 3, 1, 1, 3, 0), (3, 0, 1, 3, 3, 1)]
    (box, one), (_, other) = (balloted(tmp_path / str(votes), votes, disturb) for votes in by_others)
    assert one == other
    assert said(box.stage) == "seat.1 number.2 seat.3 number.3"
    shown = [line for row in one[0] for line in row.get("lines", ())]
    assert shown[-3:] == ["Vote", "Seat 1: 2, Seat 3: 3", "go on"]
    assert "3" not in shown, "no choice stands on the public glass"


ONE_NIGHT = SMALL.replace("format = 1", "format = 2\ndeal = 'either'") + "[day]\nballots = 'secret'\n"


@pytest.mark.parametrize(("vote", "dialled"), [("majority", True), ("run-off", True), ("listed", False)])
def test_after_the_only_night_each_seat_dials_its_vote_too(vote, dialled):
    """Only people know who is on a list, so they must write slips if the vote is on listed seats."""
    voted = Voted(f"{ONE_NIGHT}vote = '{vote}'", {1: 3, 2: 3, 5: 2}, {1: 2}, host="", deal=True)
    votes = Voted.until(voted, lambda stage: isinstance(stage, Perform) and stage.page == "vote")
    assert bool(votes.acts) is dialled
    if dialled:
        assert voted.sums() == "seat.2 number.1 seat.3 number.2"
    over = voted.until(lambda stage: isinstance(stage, Ask) and stage.question == Word("house.ask.over"))
    assert over.who == TABLE
    assert any("vote.slips" in row for row in voted.rows) is not dialled
