"""Tests recording on a whole box: a line that somebody keeps is heard from then on."""

import json
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.assembly import build_box
from nightcrier.box.events import BoothSaid, Control, Event, Gesture, Input
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import BoothEffect, DirectTake
from nightcrier.box.table.plugs.recording.booth import BoothPage, OpenedBooth
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.booth_messages import KeepTake, TakeKept, TakeMade
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.pack_folder import own_pack
from studio.tests.canned import CLIP

LINE = LineId("sound-test")
TEXT = "This is how loud I am."


class KeepingRoom:
    """Keeps a take when told to, and reports it at once."""

    def __init__(self, recordings: Path) -> None:
        self._pack = own_pack(recordings, Language("en"), "Ann")

    def perform(self, effect: BoothEffect) -> list[Event]:
        if effect != DirectTake(KeepTake()):
            return []
        self._pack.keep(LINE, TEXT, CLIP)
        self._pack.write()
        return [BoothSaid(0.0, TakeKept(LINE))]


class DecodingPlayer(SilentPlayer):
    """Keeps what it has decoded of a clip until its device is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.decoded = set[Path]()

    def play(self, clip: Path, at: float) -> None:
        self.decoded.add(clip)

    def close(self) -> None:
        self.decoded.clear()


def test_what_is_kept_is_heard_from_then_on_and_a_take_before_it_is_kept(tmp_path):
    folders, out = standard_folders({}, tmp_path), StringIO()
    room = KeepingRoom(folders.recordings)
    seen, heard_by = (PictureScreen(),), (RecordWitness(out),)
    hardware = Hardware(
        VirtualClock(), SeededChance(1), SilentPlayer(), screens=seen, witnesses=heard_by, record=room.perform
    )
    daemon = build_box(folders, hardware, PowerOn(), []).daemon

    def heard() -> list[str]:
        said = map(json.loads, out.getvalue().splitlines())
        return [row["pack"] or row["clip"] for row in said if row["kind"] == "say"]

    booth = OpenedBooth(BoothMood.READING, ((LINE, TEXT),))
    daemon.adopt((replace(daemon.table.with_feature(booth), page=BoothPage(None)), ()))
    daemon.take(Input(0.0, Control.DIAL, Gesture.PRESS))
    assert [pack in daemon.house.voices[Language("en")] for pack in heard()] == [True]
    (tmp_path / "take-1.opus").write_bytes(CLIP)
    made = TakeMade(LINE, str(tmp_path / "take-1.opus"), 1.0)
    daemon.adopt((daemon.table.with_feature(replace(booth, mood=BoothMood.CUT)), ()))
    daemon.take(BoothSaid(0.0, made))
    assert heard()[1:] == ["take-1.opus"]
    daemon.take(Input(0.0, Control.START, Gesture.PRESS))
    daemon.take(Input(0.0, Control.DIAL, Gesture.PRESS))
    assert heard()[2:] == ["en-ann"]


def test_what_was_decoded_before_a_take_was_kept_is_forgotten(tmp_path):
    """A line that is recorded again keeps its file name, so a decoded copy of the old sound must not be kept."""
    folders, player = standard_folders({}, tmp_path), DecodingPlayer()
    room = KeepingRoom(folders.recordings)
    hardware = Hardware(VirtualClock(), SeededChance(1), player, record=room.perform)
    daemon = build_box(folders, hardware, PowerOn(), []).daemon
    take = TakeMade(LINE, str(tmp_path / "take-1.opus"), 1.0)
    booth = OpenedBooth(BoothMood.CUT, ((LINE, TEXT),))
    daemon.adopt((replace(daemon.table.with_feature(booth), page=BoothPage(None)), ()))
    daemon.take(BoothSaid(0.0, take))
    assert (before := frozenset(player.decoded))
    daemon.take(Input(0.0, Control.START, Gesture.PRESS))
    assert player.decoded.isdisjoint(before)


@pytest.mark.parametrize("said", [TakeMade(LINE, "/takes/gone.opus", 1.0), TakeKept(LINE)])
def test_news_that_nobody_waits_for_change_nothing(tmp_path, said):
    hardware = Hardware(VirtualClock(), SeededChance(1), SilentPlayer())
    daemon = build_box(standard_folders({}, tmp_path), hardware, PowerOn(), []).daemon
    before = daemon.table
    daemon.take(BoothSaid(0.0, said))
    assert daemon.table == before
