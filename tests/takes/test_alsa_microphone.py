"""Tests which microphone the box uses, and ALSA's recording program as one; a script stands in for it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nightcrier.cli import main
from nightcrier.kernel.booth_messages import BoothClosed, LinesWaiting, NoBooth, RollTake, booth_line, read_news
from nightcrier.kernel.ids import LineId
from nightcrier.takes.booth import AlsaMicrophone, NoMicrophone, microphone_device
from nightcrier.takes.pack_folder import own_pack
from studio.tests.canned import CLIP, EN


@pytest.fixture
def recorder(tmp_path, monkeypatch):
    """Return a function that installs a shell script as `arecord` and returns the file with its arguments."""

    def write(script):
        program = tmp_path / "bin" / "arecord"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "$*" >{tmp_path}/called\n{script}\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
        return tmp_path / "called"

    return write


def test_samples_come_as_the_card_gives_them_and_the_end_is_a_pulled_card(recorder, tmp_path):
    (tmp_path / "raw").write_bytes(np.full(4800, -16384, "<i2").tobytes())
    called = recorder(f"cat {tmp_path}/raw")
    microphone = AlsaMicrophone(lambda: "plughw:CARD=Headset,DEV=0")
    microphone.open()
    assert set(microphone.block(0.1)) == {-0.5}
    with pytest.raises(NoMicrophone):
        microphone.block(0.1)
    microphone.close()
    assert called.read_text() == "-q -D plughw:CARD=Headset,DEV=0 -t raw -f S16_LE -c 1 -r 48000\n"


def test_it_listens_no_longer_than_it_is_asked_to(recorder):
    recorder("exec cat /dev/zero")
    microphone = AlsaMicrophone(lambda: "plughw:CARD=Headset,DEV=0")
    microphone.open()
    assert len(microphone.block(0.1)) == 4800
    microphone.close()
    with pytest.raises(NoMicrophone):
        AlsaMicrophone(lambda: "").open()


def test_a_machine_without_the_recorder_has_no_microphone(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoMicrophone):
        AlsaMicrophone(lambda: "plughw:CARD=Headset,DEV=0").open()


def program(environ, orders=(), words=()):
    """Run the booth in its own Python, with these orders, and return the finished process."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "nightcrier", "voices", "booth", "en", *words],
        input=b"".join(map(booth_line, orders)),
        env={**os.environ, **environ},
        capture_output=True,
        check=False,
    )


@pytest.fixture
def booth(tmp_path, monkeypatch, capsysbinary):
    """Return a function that runs the booth in this Python, with nobody to give orders, and returns its news."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    reading, writing = os.pipe()
    os.close(writing)
    with os.fdopen(reading) as orders:
        monkeypatch.setattr(sys, "stdin", orders)

        def told(*words):
            main(["voices", "booth", "en", *words])
            return [read_news(line) for line in capsysbinary.readouterr().out.splitlines()]

        yield told


def test_the_program_tells_the_lines_as_people_read_them_and_ends_with_its_orders(tmp_path):
    environ = {"STATE_DIRECTORY": str(tmp_path / "state"), "PYTHONPATH": str(Path.cwd() / "device")}
    done = program(environ, [RollTake(LineId("no.such"))], ("--only", "vote.t*"))
    waiting = LinesWaiting((("vote.three", "Three."), ("vote.two", "Two.")))
    assert ([read_news(line) for line in done.stdout.splitlines()], done.returncode) == ([waiting], 0)


def test_only_lines_that_were_not_kept_are_told_and_kept_ones_when_asked(tmp_path, booth):
    own = own_pack(tmp_path / "state/voices", EN, "own")
    own.keep(LineId("vote.two"), "Two.", CLIP)
    own.write()
    told = [[line for line, _ in booth("--only", "vote.t*", *redo)[0].lines] for redo in ((), ("--redo",))]
    assert told == [["vote.three"], ["vote.three", "vote.two"]]
    assert booth("--only", "vote.two") == [BoothClosed(NoBooth.NO_LINES)]


def test_a_voice_that_is_there_keeps_its_licence_and_only_a_new_one_takes_the_chosen(tmp_path, booth):
    ben = own_pack(tmp_path / "state/voices", EN, "Ben", "CC-BY-4.0")
    ben.keep(LineId("paused"), "Paused.", CLIP)
    ben.write()
    licences = []
    for person in ("Ben", "Ada"):
        (waiting,) = booth("--only", "vote.two", "--licence", "CC0-1.0", "--person", person)
        licences.append(waiting.licence)
    assert licences == ["CC-BY-4.0", "CC0-1.0"]


def test_the_program_says_so_where_its_libraries_are_missing(tmp_path):
    hidden = tmp_path / "hidden" / "pyloudnorm.py"
    hidden.parent.mkdir()
    hidden.write_text("raise ImportError\n")
    done = program({"STATE_DIRECTORY": str(tmp_path), "PYTHONPATH": f"{hidden.parent}:{Path.cwd() / 'device'}"})
    assert read_news(done.stdout) == BoothClosed(NoBooth.LIBRARIES)
    assert json.loads(done.stdout) == {"type": "closed", "why": "libraries"}


CARDS = """ 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
 1 [PCH            ]: HDA-Intel - HDA Intel PCH
 3 [Headset        ]: USB-Audio - USB Headset
"""
OUT = "00-00: bcm2835 Headphones : bcm2835 Headphones : playback 8\n"
BOARD = "01-00: ALC255 Analog : ALC255 Analog : playback 1 : capture 1\n01-02: Alt : Alt : capture 1\n"
USB = "03-01: USB Audio : USB Audio : playback 1 : capture 1\n"


def asound(folder: Path, pcm: str) -> Path:
    (folder / "cards").write_text(CARDS)
    (folder / "pcm").write_text(pcm)
    return folder


def test_a_usb_card_that_listens_comes_first(tmp_path):
    assert microphone_device(asound(tmp_path, OUT + BOARD + USB), tmp_path) == "plughw:CARD=Headset,DEV=1"
    assert microphone_device(asound(tmp_path, OUT + BOARD), tmp_path) == "plughw:CARD=PCH,DEV=0"


def test_what_only_plays_is_no_microphone(tmp_path):
    assert microphone_device(asound(tmp_path, OUT), tmp_path) == ""
    assert microphone_device(tmp_path / "no", tmp_path) == ""
