"""Tests `nightcrier sim` on a computer that cannot play: it says so visibly, and keeps other output off its page."""

import os
from types import SimpleNamespace
from typing import Any

import pytest

from nightcrier.box.hardware import Hardware
from nightcrier.box.sound.port import NoSound, SilentPlayer
from nightcrier.cli import main
from nightcrier.tools import simulation

NO_CARD = "Sound: no card is there."


class Chatter:
    """Simulates a sound player that cannot be opened while its library prints messages."""

    def __init__(self, *_: object) -> None: ...

    def open(self) -> str:
        os.write(2, b"ALSA lib: cannot find card\n")
        raise NoSound(NO_CARD)


class Glass:
    """Simulates a terminal that nobody looks at."""

    lamp = None
    screen: Any = None

    class controls:  # noqa: N801 - an attribute of the box
        open = staticmethod(lambda _put: None)
        levels = staticmethod(lambda: {"start": False, "back": False, "dial": False, "a": False, "b": False})
        close = staticmethod(lambda: None)

    def __init__(self, *_: object) -> None:
        Glass.screen = SimpleNamespace(captions=False)


@pytest.fixture
def played(tmp_path, monkeypatch):
    """Return the list of what the box is started with."""
    started: list[Any] = []

    def play(_where: object, _settings: object, hardware: Hardware, *rest: Any) -> None:
        os.write(2, b"ALSA lib: underrun\n")
        started.extend((hardware.player, rest[-2]))
        assert Glass.screen.captions is isinstance(hardware.player, SilentPlayer)

    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "own"))
    for name, stand_in in {
        "MixerPlayer": Chatter,
        "TerminalBox": Glass,
        "open_hands": lambda *_: (),
        "run_until_stopped": play,
    }.items():
        monkeypatch.setattr(simulation, name, stand_in)
    monkeypatch.setattr(simulation, "stop_on_signals", lambda *_: None)
    return started


def test_without_a_sound_card_it_says_so_once_and_begins_without_a_fault(played, capfd, tmp_path):
    assert main(["sim"]) == 0
    player, faults = played
    assert isinstance(player, SilentPlayer)
    assert list(faults) == []
    assert capfd.readouterr().err == f"{NO_CARD} The box plays without sound, and shows what it says.\n"
    assert (tmp_path / "sim.log").read_text() == "ALSA lib: cannot find card\nALSA lib: underrun\n"


def test_with_sound_the_eye_is_spoken_to_only_when_asked(played, monkeypatch):
    monkeypatch.setattr(Chatter, "open", lambda _: "card")
    monkeypatch.setattr(Chatter, "close", lambda _: None, raising=False)
    assert main(["sim"]) == 0
    assert isinstance(played[0], Chatter)
    assert not Glass.screen.captions


def test_silent_wants_no_sound_card(played, capfd):
    assert main(["sim", "--silent"]) == 0
    player, faults = played
    assert isinstance(player, SilentPlayer)
    assert (list(faults), capfd.readouterr().err) == ([], "")


def test_where_no_log_can_be_kept_it_plays_all_the_same(played, capfd, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "file"))
    assert main(["sim", "--silent"]) == 0
    assert played
    assert capfd.readouterr().err == ""


def test_a_pipe_in_the_place_of_its_log_is_not_waited_for(played, tmp_path):
    os.mkfifo(tmp_path / "sim.log")
    assert main(["sim", "--silent"]) == 0
    assert played
