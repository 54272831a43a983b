"""Tests the player with the real pygame, on SDL's dummy and disk drivers instead of a card."""

import os
import select
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import soundfile

from nightcrier.box.sound.players.even_player import EvenPlayer
from nightcrier.box.sound.players.mixdown import decode_samples
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output, import_mixer
from nightcrier.box.sound.port import SAMPLE_RATE, BadClip
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.settings import SHIPPED

REPO = Path(__file__).parents[4]
PATIENCE = 60


@pytest.fixture
def dummy(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = MixerPlayer(RealClock(), Output(SHIPPED.sound, "dummy"))
    player.open()
    yield player
    player.close()


def test_what_is_said_in_the_ear_is_one_sound_of_one_length(monkeypatch, workshop):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = EvenPlayer(RealClock(), Output(SHIPPED.sound, "dummy"))
    player.open()
    wave = workshop.tone(workshop.folder / "a.wav", 0.5).read_bytes()
    made = wave[:40] + b"\0\xf0\xff\x7f" + wave[44:]
    assert player.decode(workshop.folder / "none.wav") == player.convert(b"") == player.convert(b"no wave" * 20) == b""
    lengths = set()
    for samples in (player.decode(workshop.tone(workshop.folder / "b.wav", 3.0)), player.convert(made)):
        player.say(samples)
        lengths.add(player._voice._channel.get_sound().get_length())
        player._mixer.stop()
    player.close()
    assert len(lengths) == 1


@contextmanager
def run(program, *arguments, **environ):
    """Run a program, and kill it in the end. Otherwise, a program that hangs would hang its test too."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=REPO,
        env=os.environ | environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            yield child
        finally:
            child.kill()


@pytest.mark.parametrize("name", ["a.wav", "a.ogg", "a.opus", "a.mp3"])
def test_every_format_plays(dummy, workshop, name):
    clip = workshop.tone(workshop.folder / name, 0.1, hz=700)
    dummy.load(clip)
    dummy.play(clip, 0.0)
    dummy.queue(clip, 0.1)
    dummy.signal(clip, 0.0)
    dummy.bed(clip, 0.0)
    dummy.stop(0.0)
    dummy.bed(None, 0.0)


def test_what_was_queued_keeps_its_place_while_it_has_not_begun(dummy, workshop):
    first, second, third = (workshop.tone(workshop.folder / f"{n}.wav", 9.0 - n) for n in range(3))
    dummy.play(first, 0.0)
    dummy.queue(second, 9.0)
    dummy.queue(third, 17.0)
    assert import_mixer().mixer.Channel(0).get_queue().get_length() == pytest.approx(8.0)
    dummy.stop(0.0)


def test_a_corrupt_clip_is_named(dummy, workshop):
    broken = workshop.broken()
    for ask in (dummy.play, dummy.queue, dummy.signal, dummy.bed):
        with pytest.raises(BadClip, match=r"broken\.ogg"):
            ask(broken, 0.0)
    with pytest.raises(BadClip):
        dummy.play(workshop.folder / "nowhere.ogg", 0.0)


def test_a_truncated_clip_is_named_or_plays_what_is_there(dummy, workshop):
    clip = workshop.tone(workshop.folder / "a.ogg", 1.0)
    clip.write_bytes(clip.read_bytes()[:40])
    with pytest.raises(BadClip):
        dummy.play(clip, 0.0)


@pytest.mark.parametrize(("name", "rate"), [("a.wav", 22050), ("a.ogg", 48000), ("a.opus", 24000), ("a.opus", 48000)])
def test_the_file_has_the_samples_the_device_would_play(dummy, workshop, name, rate):
    clip = workshop.tone(workshop.folder / name, 0.5, hz=700, rate=rate)
    raw = np.frombuffer(import_mixer().mixer.Sound(file=str(clip)).get_raw(), np.int16).reshape(-1, 2) / 32768
    ours = decode_samples(clip)
    assert abs(len(raw) - len(ours)) <= 2
    middle = slice(4000, 16000)
    assert np.abs(raw[middle] - ours[middle]).max() < 0.01


SPEAK = """
import sys
from pathlib import Path
from nightcrier.kernel.clock import RealClock
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.kernel.settings import SHIPPED, SoundSettings
from nightcrier.box.sound.players.open_device import Output
player = MixerPlayer(RealClock(), Output(SoundSettings(buffer=512), "disk"))
player.open()
first, second = Path(sys.argv[1]), Path(sys.argv[2])
player.load(second)
player.play(first, 0.0)
player.queue(second, 0.0)
print("queued", flush=True)
sys.stdin.readline()
player.close()
"""


CUED = """
import sys
from pathlib import Path
from nightcrier.kernel.clock import RealClock
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.kernel.settings import SHIPPED, SoundSettings
from nightcrier.box.sound.players.open_device import Output, import_mixer
player = MixerPlayer(RealClock(), Output(SoundSettings(buffer=512), "disk"))
player.open()
music = import_mixer().mixer.music
play, left = music.play, sys.argv[2].count("x")
def busy(**how):  # the processor is taken away until the device has taken of the stream
    global left
    play(**how)
    while left > 0 and music.get_pos() < 30: pass
    left -= 1
music.play = busy
player.cue_bed(Path(sys.argv[1]))
print("cued", flush=True)
sys.stdin.readline()
player.bed(Path(sys.argv[1]), 0.0)
print("begun", flush=True)
sys.stdin.readline()
player.close()
"""


def given_to_the_device(folder, program, *files, steps=1):
    """Return what the program plays, from its first sample on. The program waits for a line before each next step."""
    fifo = folder / "device"
    os.mkfifo(fifo)
    speaker = subprocess.Popen(
        [sys.executable, "-c", program, *map(str, files)],
        cwd=REPO,
        env=os.environ | {"SDL_DISKAUDIOFILE": str(fifo), "SDL_DISKAUDIODELAY": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    raw = b""
    # Opened without waiting for the other end, which a child that crashed would never open.
    opened = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with speaker as child, open(opened, "rb") as device:  # noqa: PTH123 - a descriptor
        assert select.select([device], [], [], PATIENCE)[0], "the device was never opened"
        os.set_blocking(device.fileno(), True)
        child.stdin.write(b"\n" * (steps - 1))
        child.stdin.flush()
        # Coarser than the tone of the room, which sounds before the first sound, too.
        while len(heard := np.trim_zeros(np.fix(np.frombuffer(raw[: len(raw) & -4], np.int16)[::2] / 64), "f")) < 40000:
            block = device.read(4096)
            assert block, "the device ended before all was heard"
            raw += block
        child.stdin.write(b"\n")
        child.stdin.close()
        while device.read(65536):
            pass
    assert child.wait(PATIENCE) == 0
    return heard / 512


@pytest.mark.parametrize("busy", ["", "x", "xxx"])
def test_a_bed_that_was_cued_begins_with_its_first_sample(workshop, busy):
    """The bed begins right even if the processor is busy with something else at that moment."""
    quiet, loud = (workshop.tone(workshop.folder / f"{n}.wav", 0.3, hz=0, level=0.25 + n / 4) for n in range(2))
    bed = workshop.folder / "bed.ogg"
    both = np.concatenate([decode_samples(quiet), decode_samples(loud)])
    soundfile.write(bed, both, SAMPLE_RATE, format="OGG", subtype="VORBIS")
    louder = int(np.argmax(given_to_the_device(workshop.folder, CUED, bed, busy, steps=2) > 0.375))
    assert louder == pytest.approx(0.3 * SAMPLE_RATE, abs=8)


def test_a_queued_clip_follows_without_a_gap_in_what_the_device_is_given(workshop):
    clips = [workshop.tone(workshop.folder / f"{n}.wav", 0.3, hz=0, level=0.25 + n / 4) for n in range(2)]
    levels = given_to_the_device(workshop.folder, SPEAK, *clips)
    length = round(0.3 * SAMPLE_RATE)
    assert levels[:length] == pytest.approx(0.25, abs=0.01)
    assert levels[length : 2 * length] == pytest.approx(0.5, abs=0.01)
    assert levels[2 * length :] == pytest.approx(0.0, abs=0.002)


HANDLED = """
import os, signal, sys
def stop(number, frame):
    os.write(1, b"stopping\\n")  # `print` may be under way
    sys.exit(0)
woken, wake = os.pipe()
os.set_blocking(wake, False)
if sys.argv[1] == "before": signal.signal(signal.SIGTERM, stop)
from nightcrier.kernel.clock import RealClock
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.kernel.settings import SHIPPED, SoundSettings
from nightcrier.box.sound.players.open_device import Output
player = MixerPlayer(RealClock(), Output(SHIPPED.sound, "dummy"))
player.open()
if sys.argv[1] == "after": signal.signal(signal.SIGTERM, stop)
signal.set_wakeup_fd(wake)  # `signal.pause` would sleep on when a signal comes just before it
print("ready", flush=True)
while True: os.read(woken, 1)
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_handler_for_sigterm_runs_with_the_mixer_open(when):
    with run(HANDLED, when) as child:
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGTERM)
        assert child.wait(PATIENCE) == 0
        assert child.stdout.readline() == "stopping\n"


def test_without_a_handler_sigterm_still_ends_the_process():
    with run(HANDLED, "never") as child:
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGTERM)
        assert child.wait(PATIENCE) == -signal.SIGTERM


def test_the_rest_of_pygame_stays_away_until_somebody_wants_it():
    program = """
import sys
from nightcrier.box.sound.players.open_device import import_mixer
mixer, error, *_ = import_mixer()
mixer.init()
assert "pygame.surface" not in sys.modules and "pygame.sprite" not in sys.modules
import pygame
assert not hasattr(pygame, "__no_such_thing__")
assert "pygame.surface" not in sys.modules
assert pygame.Surface and pygame.mixer is mixer and pygame.error is error
assert import_mixer()[:2] == (mixer, error)
"""
    with run(program, SDL_AUDIODRIVER="dummy") as child:
        _, errors = child.communicate(timeout=PATIENCE)
        assert (child.returncode, errors) == (0, "")


def test_a_stream_is_paused_while_clips_end_and_nothing_stands_still(workshop):
    """With pygame's own `pause`, the process hangs forever at one of the first two clips."""
    program = """
import sys
from nightcrier.box.sound.players.open_device import import_mixer
mixer, error, pause, resume = import_mixer()
mixer.init(48000, -16, 2, 128, allowedchanges=0)
mixer.music.load(sys.argv[1])
mixer.music.play(-1)
voice, clip = mixer.Channel(0), mixer.Sound(buffer=bytes(4))
for _ in range(50):
    voice.play(clip)
    while voice.get_busy():
        pause()
        resume()
"""
    with run(program, workshop.tone(workshop.folder / "bed.wav", 0.1), SDL_AUDIODRIVER="dummy") as child:
        assert child.wait(PATIENCE) == 0


def test_no_card_is_one_sentence_and_no_traceback():
    program = """
from nightcrier.kernel.clock import RealClock
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.kernel.settings import SHIPPED, SoundSettings
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import NoSound
try:
    MixerPlayer(RealClock(), Output(SoundSettings(card="nosuch"), "alsa")).open()
except NoSound as error:
    print(error)
"""
    with run(program) as child:
        out, _ = child.communicate(timeout=PATIENCE)
        assert out == "Speaker 'nosuch' is not there; plug it in.\n"
