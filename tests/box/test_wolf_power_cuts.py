"""Tests power cuts in a game of Wherewolf: it goes on at the same call, with the same entries. Also, the journal of the
longest game is small, and read once."""

from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.keeper import DiskKeeper
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.box.table.core.effects import Entry
from tests.box.games.wherewolf.table.host import text_of
from tests.box.memory.conftest import ForgetfulDisk, PowerCut
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.sampling import so_many

POSSIBLE = ("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "sinner")
SEATS, NIGHTS, FEWEST_CUTS = 8, 2, 40
WAYS = {"box": 7, "moderator": 3}
"""The number of entries between two cuts, by who leads."""


def village_box(where: Path, host: str) -> WolfBox:
    """Return a box at the beginning of a game."""
    return WolfBox(where, POSSIBLE, SEATS, 3, files=ForgetfulDisk(), host=host).begin()


def course_of(play: WherewolfPlay) -> tuple[object, ...]:
    """Return what a game has come to: all that was entered, and what is asked now. The times that a moderator took are
    left out, since they differ after a cut."""
    stage = play.stage()
    asked = (
        text_of(stage.question) if isinstance(stage, Ask) else sorted(stage.acts) if isinstance(stage, Perform) else ""
    )
    step = play.steps[0]
    return replace(play.state, times=()), type(stage), asked, getattr(step, "rows", ())


def is_over(box: WolfBox) -> bool:
    """Return whether two nights and two votes are over."""
    return box.village.number > NIGHTS


def uncut(where: Path, host: str) -> list[tuple[object, ...]]:
    """Play without cuts, and return every state of the game in order."""
    box = village_box(where, host)
    hands, found = WolfHands(box), [course_of(box.play)]
    while not is_over(box):
        hands.act()
        if course_of(box.play) != found[-1]:
            found.append(course_of(box.play))
    return found


class Scissors:
    """Cuts the power at every nth entry, in turn just before and just after it is written."""

    def __init__(self, every: int, patch: pytest.MonkeyPatch) -> None:
        self.cuts = 0
        written, count = DiskKeeper.record, 0

        def record(keeper: DiskKeeper, entry: Entry, **how: Any) -> Any:
            nonlocal count
            count += 1
            if count % every:
                return written(keeper, entry, **how)
            self.cuts += 1
            if self.cuts % 2:
                written(keeper, entry, **how)
            raise PowerCut

        patch.setattr(DiskKeeper, "record", record)


@pytest.mark.parametrize("host", WAYS)
def test_wherever_it_is_cut_the_same_game_goes_on(host, tmp_path, monkeypatch):
    whole, box = uncut(tmp_path / "uncut", host), village_box(tmp_path / "cut", host)
    hands, scissors, at = WolfHands(box), Scissors(WAYS[host], monkeypatch), 0
    while not is_over(box):
        row = box.session.acting.row if box.session.acting else ()
        try:
            hands.act()
        except PowerCut:
            goes_on(box.cut(), whole[at : at + 2], row)
        at = whole.index(course_of(box.play), at)
    assert course_of(box.play) == whole[-1]
    assert scissors.cuts >= FEWEST_CUTS
    print(f"{host}: {scissors.cuts} cuts in {len(whole)} moments of the game")


def goes_on(box: WolfBox, moments: Sequence[tuple[object, ...]], row: tuple[str, ...]) -> None:
    """Check that the game goes on at the moment of the cut or the next one, and that no choice was lost."""
    assert course_of(box.play) in moments
    if course_of(box.play) == moments[0]:
        chosen = box.session.acting.row if box.session.acting else ()
        assert chosen[: len(row)] == row


MANY, ROUNDS = 16, so_many(8, 3)
LARGE = (
    *("seer", "pack-leader", "pack-wolf", "young-wolf", "vampire", "mage", "medium", "witch", "healer", "monk", "spy"),
    *("assassin", "thief", "guild-master", "guard", "other-guard", "hermit", "peasant", "sinner", "priest", "traitor"),
)
LARGEST = 250_000
"""The most bytes that a round may take in the journal."""
FREE = ("nobody", "not-tonight", "keeps", "so")


def nobody_dies(question: str, values: Sequence[str]) -> str:
    """Leave optional powers unused, and make every vote a tie between seats 1 and 2, so that all stay to the end."""
    if question.startswith("BallotRound"):
        return str(int(question.split()[2]) % 2)
    if "ask.hands" in question:
        return "4" if question.endswith(("n=1", "n=2")) else "0"
    return next((free for free in FREE if free in values), values[0])


class ReadsCounted(ForgetfulDisk):
    """Records which of its files were read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: list[str] = []

    def read(self, path: Path) -> bytes:
        self.reads.append(path.name)
        return super().read(path)


@pytest.mark.parametrize(("host", "most"), [("box", 1500), ("moderator", 190)])
def test_the_journal_of_many_rounds_with_sixteen_seats_is_small_and_read_once(host, most, tmp_path):
    disk = ReadsCounted()
    box = WolfBox(tmp_path, LARGE, MANY, 1, files=disk, host=host, amulet_sword=True)
    hands = WolfHands(box.begin(), nobody_dies)
    while box.village.number <= ROUNDS:
        hands.act()
    size, entries, pad = box.on_disk()
    before = box.play
    assert len(before.state.known.in_play) == MANY
    assert all(played.acts.day and played.acts.day.run_off for played in before.state.rounds)
    assert size < LARGEST * ROUNDS
    assert entries < most * ROUNDS
    disk.reads.clear()
    begun = process_time()
    box.rehearsal.cut()
    seconds = process_time() - begun
    assert box.play == before
    assert [disk.reads.count(name) for name in ("journal.jsonl", "seal")] == [1, 1]
    print(f"{host}: {size} bytes in {entries} entries, {pad} bytes of pad, {seconds:.2f} s to go on")
