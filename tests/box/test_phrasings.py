"""Tests that phrasings are drawn from bags with a seed of their own: no card decides them, and no draw is taken from
the deal. After a power cut, the same is said again; the next evening says something else."""

import itertools
from io import StringIO
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Perform, in_the_dark
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.phrasings import CALL, Bags, other_phrasings
from nightcrier.words.catalogue import LAST_RESORT
from tests.box.dealt import ADVISED, DealtBox
from tests.words.test_sentences import WORDS

ENGLISH = WORDS.books[LAST_RESORT].lines
PACK = """language = "en"
name = "Grandma"
licence = "hers"
credit = "Grandma"
quality = "human"
person = "Grandma"
[clips]
"""
DECK = ("robber", "werewolf", "troublemaker", "villager", "drunk", "insomniac")
LINES = ("one-night.open", "one-night.dawn")
NAMED = [each for line in LINES for each in (line, *other_phrasings(line)) if each in ENGLISH]
SEER = "one-night.seer.wake"
LENGTHS = {SEER: 2.0, f"{SEER}.other": 2.5}
TEXTS = {ENGLISH[line].text for line in NAMED}


def speak_all(where: Path) -> None:
    """Make a voice that has recorded all phrasings."""
    pack = where / "voices" / "en-grandma"
    pack.mkdir(parents=True, exist_ok=True)
    rows = [
        f'"{line}" = {{ file = "{line}.opus", seconds = {LENGTHS.get(line, 2.0)} }}\n' for line in (*NAMED, *LENGTHS)
    ]
    (pack / "pack.toml").write_text(PACK + "".join(rows))
    for line in (*NAMED, *LENGTHS):
        (pack / f"{line}.opus").write_bytes(b"x")


def texts(record: list[dict[str, Any]]) -> list[str]:
    return [str(row["text"]) for row in record if row.get("text") in TEXTS]


class PhrasedBox:
    """Runs a box whose voice has clips of all phrasings, drawn from these bags."""

    def __init__(self, where: Path, seed: int, bags: Bags | None = None) -> None:
        self.log = StringIO()
        speak_all(where)
        folders = Folders(where, where / "cache", where, where)
        self.box = Rehearsal(folders, VirtualClock(), SilentPlayer(), seed, RecordWitness(self.log))
        if bags:
            choices = self.box.box.daemon.table.choices
            setups = {**choices.setups, "one-night": Setup("first-game", 3, options={"wording": "full"})}
            self.adopt(choices=replace(choices, game="one-night", setups=setups, bags=bags))
        self.adopt(advised=ADVISED)
        self.start()

    def adopt(self, **changes: object) -> None:
        daemon = self.box.box.daemon
        daemon.adopt((replace(daemon.table, **changes), ()))

    def start(self) -> Self:
        """Press START, and again if cards have to be dealt, and let the night pass."""
        for _ in range(2):
            session = self.session
            if session is None or not isinstance(session.stage, Perform):
                self.box.take(Input(self.box.now, Control.START, Gesture.PRESS))
        self.box.advance(300.0)
        return self

    def leave(self) -> Self:
        """Go home, and confirm the question about it."""
        for control in (Control.BACK, Control.START):
            self.box.take(Input(self.box.now, control, Gesture.HOLD))
            self.box.advance(2.0)
        return self

    @property
    def session(self):
        return self.box.box.daemon.table.session

    def rows(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(row) for row in self.log.getvalue().splitlines()]

    def heard(self) -> list[str]:
        return texts(self.rows())


def test_no_evening_says_what_the_evening_before_has_said(tmp_path):
    evenings = [PhrasedBox(tmp_path, 3, Bags(1)).leave().heard()]
    evenings += [PhrasedBox(tmp_path, seed).leave().heard() for seed in range(3)]
    assert all(len(each) == len(LINES) for each in evenings)
    assert evenings[0] == [ENGLISH[line].text for line in LINES]
    for before, now in itertools.pairwise(evenings):
        assert not {*before} & {*now}


def test_a_cut_says_the_same_again_and_the_game_after_it_something_else(tmp_path):
    box = PhrasedBox(tmp_path, 3, Bags(5, dict.fromkeys(LINES, 3)))
    first, bags = box.heard(), box.session.setup.bags
    box.box.cut()
    box.start()
    assert box.session.setup.bags == bags
    assert {*box.heard()} == {*first}
    box.leave()
    assert box.session is None
    drawn = box.box.box.daemon.table.choices.bags.drawn
    assert {line: drawn[line] for line in LINES} == dict.fromkeys(LINES, 4)
    assert not {*box.start().heard()[-2:]} & {*first}


def test_what_the_last_game_of_an_evening_said_is_known_on_the_next_one(tmp_path):
    box = PhrasedBox(tmp_path, 3, Bags(5)).leave()
    said = box.box.box.daemon.table.choices.bags
    box.box.cut()
    assert box.box.box.daemon.table.choices.bags == said
    assert {LINES[0], CALL} <= said.drawn.keys()


def test_back_says_the_same_again(tmp_path):
    box = PhrasedBox(tmp_path, 3, Bags(5)).leave()
    choices = box.box.box.daemon.table.choices
    box.adopt(choices=replace(choices, game="growl"))
    for control in (Control.START, Control.START, Control.BACK, Control.START, Control.BACK):
        box.box.take(Input(box.box.now, control, Gesture.PRESS))
        box.box.advance(30.0)
    said = [row["text"] for row in box.rows() if row.get("line") == "growl.open"]
    assert len(said) == 3
    assert len({*said}) == 1


@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_no_card_decides_it(tmp_path, drawn):
    heard = {}
    for seed in range(3, 6):
        speak_all(tmp_path / str(seed))
        box = DealtBox(tmp_path / str(seed), DECK, seed, wording="full")
        box.choose_device(bags=Bags(8, {LINES[0]: drawn})).start().everybody_looks()
        box.until(lambda box=box: in_the_dark(box.stage) and texts(box.record))
        heard[box.evening.state.played.dealt.printed] = texts(box.record)
    assert len(heard) > 1
    (said,) = {tuple(each) for each in heard.values()}
    assert len(said) == 1


def call_and_wait(rows: list[dict[str, Any]]) -> tuple[str, float]:
    """Return how the Seer was last called, and the seconds until her window opened."""
    said = [row for row in rows if row.get("line") == SEER][-1]
    opened = next(row["t"] for row in rows if row["kind"] == "window" and row["t"] > said["t"])
    return said["text"], round(opened - said["t"], 3)


def test_a_window_opens_equally_late_after_both_forms_of_a_call(tmp_path):
    heard = [call_and_wait(PhrasedBox(tmp_path / str(drawn), 3, Bags(1, {CALL: drawn})).rows()) for drawn in (0, 1)]
    assert heard == [(ENGLISH[line].text, 2.5) for line in LENGTHS]


def test_a_game_of_an_older_box_is_told_plainly_and_goes_on_so_and_the_next_one_is_drawn(tmp_path):
    box = PhrasedBox(tmp_path, 3, Bags())  # as a journal is read that names none
    plainly = box.heard()
    assert plainly == [ENGLISH[line].text for line in LINES]
    assert call_and_wait(box.rows()) == (ENGLISH[SEER].text, LENGTHS[SEER])
    box.box.cut()
    box.start()
    assert box.session.bags == Bags()
    box.leave()
    bags = box.box.box.daemon.table.choices.bags
    assert (bags.seed, bags.drawn) == (1, {})
    box.start()
    assert not {*box.heard()[-2:]} & {*plainly}


def test_drawing_words_takes_nothing_from_the_deal(tmp_path):
    boxes = [PhrasedBox(tmp_path / str(seed), 3, Bags(seed, dict.fromkeys(LINES, 1))) for seed in range(1, 9)]
    assert len({box.session.seed for box in boxes}) == 1, "the same deal"
    assert len({tuple(box.heard()) for box in boxes}) >= 2, "in other words"
