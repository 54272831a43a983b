"""Tests choosing the sound card of the private ear in the menu *Device*, which takes it from the speaker at once."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box import assembly
from nightcrier.box.assembly import build_box
from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.sound.players.open_device import Output, SoundCard
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.settings import SHIPPED, SoundSettings

SPEAKER, HEADSET = (SoundCard(n, name, "USB-Audio", name) for n, name in enumerate(("Device", "Headset")))


class ChosenEar:
    """Runs a box with these sound cards, which can be switched on again with the same memory."""

    def __init__(self, where: Path, sound: SoundSettings = SHIPPED.sound) -> None:
        self.where, self.clock, self.output = where, VirtualClock(), Output(sound)
        hardware = Hardware(self.clock, SeededChance(1), SilentPlayer(), output=self.output)
        settings = replace(SHIPPED, table=replace(SHIPPED.table, welcome="never"), sound=sound)
        self.box = build_box(standard_folders({}, where), hardware, PowerOn(settings, newcomers=False), [])

    def open_sounds(self) -> list[str]:
        """Open the menu like a hand, and return the names of its rows."""
        daemon = self.box.daemon
        rows = [item.line for item in MENUS["sound"].items(daemon.house, daemon.table)]
        self.go_to("sound", rows.index("screen.more"))
        self.dial()
        return [item.line for item in MENUS["sounds"].items(daemon.house, daemon.table)]

    def go_to(self, menu: str, row: int) -> None:
        daemon = self.box.daemon
        daemon.adopt((replace(daemon.table, page=ListingPage(MENUS[menu], None, row)), ()))

    def dial(self, steps: int = 0) -> list[str]:
        """Press or turn the dial, and return the lines on the screen."""
        gesture, daemon = Gesture.TURN if steps else Gesture.PRESS, self.box.daemon
        daemon.take(Input(self.clock.now(), Control.DIAL, gesture, steps))
        return view_lines(look(daemon.house, daemon.table))


@pytest.fixture
def plug(monkeypatch):
    """Return a function that sets the sound cards of the machine."""
    return lambda *cards: monkeypatch.setattr(assembly, "read_cards", lambda: list(cards))


def test_a_card_that_is_plugged_in_can_be_chosen_and_is_kept(plug, tmp_path):
    box = ChosenEar(tmp_path)
    plug(SPEAKER)
    assert "screen.ear" not in box.open_sounds()
    plug(SPEAKER, HEADSET)
    row = box.open_sounds().index("screen.ear")
    assert box.output.ear == ""
    box.go_to("sounds", row)
    assert "None" in box.dial()
    assert "Device" in box.dial(1)
    assert "Headset" in box.dial(1)
    box.dial()
    assert box.output.ear == "Headset"
    box.box.close()
    again = ChosenEar(tmp_path)
    assert again.output.ear == "Headset"
    plug(SPEAKER)
    assert "screen.ear" in again.open_sounds()  # it was only pulled, and can be given up
    again.go_to("sounds", row)
    assert "Headset" in again.dial()
    again.dial(-1)
    again.dial()
    assert again.output.ear == ""


def test_the_card_of_the_settings_comes_first_and_back(plug, tmp_path):
    box = ChosenEar(tmp_path, SoundSettings(ear="Headset"))
    plug(SPEAKER, HEADSET)
    box.go_to("sounds", box.open_sounds().index("screen.ear"))
    assert "Headset" in box.dial()
    assert "Device" in box.dial(1)
    box.dial()
    assert box.output.ear == "Device"
    box.dial()
    box.dial(-1)
    box.dial()
    assert box.output.ear == "Headset"
