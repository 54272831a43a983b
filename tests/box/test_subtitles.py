"""Tests what the simulated box tells besides its picture: what is said, what it waits for, and the page in words."""

from itertools import groupby
from pathlib import Path

import pytest

from nightcrier.box.assembly import build_box
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.panel.terminal.words import PlainRow, TerminalWords
from nightcrier.box.rehearsal import PictureScreen, ScriptedHands
from nightcrier.box.show.stages import Tell
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.subtitles import HANDS, SubtitleWitness, plain_row
from nightcrier.box.table.drawing.view import Gauge, Pair, Text, View
from nightcrier.box.table.over.loudness_dial import SHOWN_FOR
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.settings import SHIPPED


class Slate:
    """Records what a screen was told, with the times."""

    def __init__(self, clock: VirtualClock) -> None:
        self.captions, self._clock = False, clock
        self.told: list[tuple[float, TerminalWords]] = []

    def tell(self, words: TerminalWords) -> None:
        self.told.append((self._clock.now(), words))

    @property
    def words(self) -> TerminalWords:
        return self.told[-1][1]


class Simulated:
    """Runs a whole box whose subtitles go to a slate."""

    def __init__(self, folder: Path) -> None:
        self.clock = VirtualClock()
        self.slate = Slate(self.clock)
        witness = SubtitleWitness(self.slate, self.clock.now)
        self._hands = ScriptedHands(self.clock, SHIPPED.panel, {})
        self.witness = witness
        hardware = Hardware(
            self.clock,
            SeededChance(1),
            SilentPlayer(),
            (self._hands,),
            (PictureScreen(),),
            witnesses=(witness,),
            readers=(witness.read,),
        )
        self._box = build_box(standard_folders({}, folder), hardware, PowerOn(newcomers=False), [])

    def do(self, pin: str, how: str):
        for event in self._hands.do((pin,), how):
            self._box.daemon.take(event)
        return self

    def begin(self, heard: float = 0.0):
        """Begin a game: START, and answers that the cards are here and nothing needs explaining. START follows each
        step of laying out, once this many seconds of it are heard."""
        self.do("start", "press")
        if self._box.daemon.table.session is None:
            self.do("start", "press")
        if self._box.daemon.table.session is None:
            self.do("back", "press")
        while (session := self._box.daemon.table.session) and isinstance(session.stage, Tell):
            self.pass_time(heard)
            self.do("start", "press")
        return self

    def pass_time(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        while (due := self._box.daemon.due()) is not None and due <= end:
            self.clock.move_to(due)
            self._box.daemon.wake()
        self.clock.move_to(end)

    def until_window(self):
        for _ in range(240):
            if self.slate.words.until is None:
                self.pass_time(0.25)
        assert self.slate.words.until
        return self

    @property
    def left(self) -> float:
        assert self.slate.words.until is not None
        return self.slate.words.until - self.clock.now()


@pytest.fixture
def box(tmp_path):
    return Simulated(tmp_path)


def test_home_is_told_in_words_and_waits_for_hands(box):
    assert PlainRow("First Game") in box.slate.words.rows
    assert (box.slate.words.waits, box.slate.words.until) == (HANDS, None)


def test_the_night_tells_every_line_and_every_window_with_its_seconds(box):
    box.begin(heard=30).pass_time(30)
    said = [line for line, _ in groupby(words.said for _, words in box.slate.told if words.said)]
    first = next(n for n, line in enumerate(said) if line.startswith("Shuffle the cards"))
    assert said[first : first + 6] == [
        "Shuffle the cards. Deal one to each player, and lay three in a row in the center, all face down.",
        "Look at your card, and keep it secret. Then lay it face down where everyone can reach it, and leave it there.",
        "Then press START.",
        "Your eyes stay shut for about one minute.",
        "Night falls over the village. Everyone, close your eyes.",
        "Werewolves, open your eyes and look for each other.",
    ]
    waited = {words.waits: words.until - at for at, words in box.slate.told if words.until is not None}
    assert "werewolf" in waited


def test_the_seconds_stand_still_in_a_pause_and_go_on_after_it(box):
    box.begin().until_window().pass_time(3)
    before = box.left
    box.do("start", "press")
    assert (box.slate.words.waits, box.slate.words.until) == (HANDS, None)
    box.pass_time(20)
    box.do("start", "press").pass_time(1)
    assert abs(box.left - (before - 1)) < 1.5


def test_more_seconds_that_were_given_are_told(box):
    box.begin().until_window().pass_time(5)
    before = box.left
    box.do("dial-press", "press").pass_time(before)
    assert 5 < box.left < 11


def test_a_loudspeaker_that_goes_turns_on_what_is_being_said(box):
    box.witness.fault(Fault(0.0, Part.SCREEN, "It is dark."))
    assert not box.slate.captions
    box.witness.fault(Fault(0.0, Part.SOUND, "It is gone."))
    assert box.slate.captions
    box.slate.captions = False
    box.witness.fault(Fault(0.0, Part.SOUND, "It is back.", mended=True))
    assert not box.slate.captions


def test_the_loudness_is_a_bar_and_a_number_for_whoever_sees_no_picture(box):
    box.witness.read(View("home", Language("en"), (Text("First Game"),), over=Gauge("12", 0.6, 1.0)))
    assert box.slate.words.rows == (PlainRow("First Game"), PlainRow("loudness", "12"), PlainRow(left=0.6))


def test_the_number_of_the_loudness_is_not_told_when_its_picture_has_gone(box):
    box.pass_time(5)
    for pin, how in (("dial-press", "down"), ("dial", "-2"), ("dial-press", "up")):
        box.do(pin, how).pass_time(0.3)
    assert box.slate.words.said == "Eight."
    box.pass_time(SHOWN_FOR + 5)
    assert box.slate.words.said == ""


def test_each_kind_of_row_has_its_words():
    rows = (Text("a", inverse=True), Pair("b", "c"))
    assert [plain_row(row) for row in rows] == [PlainRow("a", inverse=True), PlainRow("b", "c")]
