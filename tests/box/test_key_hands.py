"""Tests keys as hands of a box: their code is loaded only once people have chosen one, and their choice applies from
power-on."""

import queue
import subprocess
import sys
from functools import partial

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, KeyUse, Stop
from nightcrier.box.hardware import Hardware
from nightcrier.box.library import first_choices, read_library
from nightcrier.box.loop import Inbox, count_start, run_until_stopped
from nightcrier.box.panel import input_devices
from nightcrier.box.panel.port import Edge
from nightcrier.box.parts import KeyHands, open_hands
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import FollowKeys
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.settings import SHIPPED, PanelSettings
from nightcrier.kernel.state_file import ChoicesFile
from tests.box.panel.pads import PATIENCE, PaperFolder

LEFT = 105
KEYS = {f"046d:c31c/{LEFT}": KeyUse.LEFT}


@pytest.fixture
def paper(tmp_path, monkeypatch):
    """Return the folder in which keys find their simulated devices."""
    folder = PaperFolder(tmp_path / "input")
    on_paper = partial(input_devices.InputDevices, folder=folder.folder, call=folder.ioctl)
    monkeypatch.setattr(input_devices, "InputDevices", on_paper)
    return folder


def test_a_key_to_the_left_turns_to_the_left_on_a_box_whose_controls_are_reversed(paper):
    inbox: queue.SimpleQueue[Edge | Event] = queue.SimpleQueue()
    wiring, clock = PanelSettings(swap=True, reverse=True), VirtualClock(100.0)
    keys = KeyHands(wiring, clock)
    (hands,) = open_hands((keys,), wiring, clock, inbox.put, [])
    assert keys.levels() == {}
    hands.follow(wiring)
    keys.follow(FollowKeys(KEYS))
    keypad = paper.plug(0, {LEFT})
    keypad.until_grabbed()
    keypad.press(LEFT, 99.0)
    events: list[Event] = []
    for _ in range(4):
        edge = inbox.get(timeout=PATIENCE)
        assert isinstance(edge, Edge)
        events += hands.edge(edge)
    assert Input(99.0, Control.DIAL, Gesture.TURN, -1) in events
    hands.close()


def test_a_machine_on_which_nothing_can_be_watched_plays_with_its_pins(monkeypatch):
    def refuse() -> int:
        raise OSError("folders cannot be watched")

    monkeypatch.setattr(input_devices, "open_watch", refuse)
    keys = KeyHands(SHIPPED.panel, VirtualClock())
    keys.follow(FollowKeys(KEYS))
    assert keys.levels() == {}
    keys.close()


def test_what_few_boxes_use_is_not_read_in_before():
    rare = ["panel.input_devices", "ear", "table.scanning", "table.profiles", "table.plugs.keys.keys"]
    code = f"import sys, nightcrier.tools.run; print([n for n in {rare} if f'nightcrier.box.{{n}}' in sys.modules])"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("keys", [KEYS, {}], ids=["chosen", "none"])
def test_what_was_chosen_is_followed_from_power_on(keys, tmp_path):
    folders, clock, followed = standard_folders({}, tmp_path), VirtualClock(), list[FollowKeys]()
    folders.state.mkdir(parents=True, exist_ok=True)
    choices = replace(first_choices(read_library(folders, print)), keys=keys)
    ChoicesFile(Disk(), folders.state / "choices.json", Choices).save(choices)
    hardware = Hardware(clock, SeededChance(1), SilentPlayer(), follow_keys=followed.append)
    inbox: Inbox = queue.SimpleQueue()
    inbox.put(Stop(0.0))
    with count_start(folders) as crashes:
        run_until_stopped(folders, SHIPPED, hardware, inbox, [], crashes)
    assert followed == ([FollowKeys(keys)] if keys else [])
