"""From a press to the first sample in the output, beside what a user would have otherwise. `python -m bench.latency`.

Ours is heard twice: at SDL's disk driver, which is the mixer alone, and at a PulseAudio null sink, where the players
that a press could spawn instead, and pyttsx3, are heard as well, by the same ear, in the same run. A number is the time
to the arrival of the piece of sound that holds the first sample: any sound server adds its own."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bench.hearing import DiskEar, Ear, PulseEar, level, muted, progress
from device.kernel.clock import RealClock
from device.kernel.ids import Language, LineId
from device.kernel.settings import SoundSettings
from device.sound.desk.desk import Desk
from device.sound.desk.sound_list import SoundList
from device.sound.player import SAMPLE_RATE
from device.sound.players.mixer import MixerPlayer
from device.sound.players.open_device import Output
from device.sound.port import SpokenBy, Utterance

TIMES = 50
TIMES_SPAWNED = 10
BUFFERS = (512, 1024, 2048)
ALLOWED_MS = 5.0
SPAWNED = {
    "aplay": ["aplay", "-q"],
    "paplay": ["paplay"],
    "ffplay": ["ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet"],
}


def measure(ear: Ear, press: Callable[[], object], after: Callable[[], object], times: int, what: str) -> list[float]:
    """Milliseconds from press to sound."""
    found = []
    for turn in range(times):
        progress(f"{what}: {turn + 1} of {times}")
        heard = ear.first_sample_after(press)
        after()
        if heard is not None:
            found.append(heard * 1000)
    progress("")
    return found


def ours(ear: Ear, driver: str, buffer: int, clip: Path) -> list[float]:
    """A press as the desk gets it: the clip is known, the device open, no bed."""
    clock = RealClock()
    player = MixerPlayer(clock, Output(SoundSettings(buffer=buffer), driver))
    sounds = SoundList(clip.parent, (), lambda _: None)
    desk = Desk(clock, player, sounds, lambda _: None, lambda utterance: utterance, 0.5)
    line = Utterance(LineId("bench"), Language("en"), "", 0.3, "bench", clip, SpokenBy.CLIP)
    with muted():
        desk.wake()
        desk.prepare([line])
        desk.poll()
        ear.first_sample_after(
            lambda: (desk.speak(0, [line]), desk.poll())
        )  # the stream of a sound server starts slowly, once
        desk.hush()
        found = measure(ear, lambda: desk.speak(1, [line]), desk.hush, TIMES, f"{driver}, buffer {buffer}")
        desk.close()
    return found


def spawned(ear: Ear, command: list[str], clip: Path) -> list[float]:
    running: list[subprocess.Popen[bytes]] = []
    silent = subprocess.DEVNULL

    def press() -> None:
        running.append(subprocess.Popen([*command, str(clip)], stdout=silent, stderr=silent))

    return measure(ear, press, lambda: running.pop().wait(), TIMES_SPAWNED, command[0])


SAY = """
import sys, pyttsx3
engine = pyttsx3.init()
print("ready", flush=True)
for line in sys.stdin:
    engine.say("Now")
    engine.runAndWait()
"""


def pyttsx3(ear: Ear) -> list[float]:
    """The engine is made beforehand; a press is `say` and `runAndWait`. A process each, for it may hang."""
    found = []
    for turn in range(TIMES_SPAWNED):
        progress(f"pyttsx3: {turn + 1} of {TIMES_SPAWNED}")
        child = subprocess.Popen(
            [sys.executable, "-c", SAY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        heard = ear.first_sample_after(_press(child))
        child.kill()
        child.wait()
        found += [heard * 1000] if heard is not None else []
    progress("")
    return found


def _press(child: "subprocess.Popen[str]") -> Callable[[], None]:
    if child.stdout:
        child.stdout.readline()

    def press() -> None:
        print(file=child.stdin, flush=True)

    return press


def row(what: str, found: list[float], base: float | None = None) -> float:
    """Print one way, and give back its median."""
    if not found:
        print(f"{what:32}  nothing was heard")
        return 0.0
    middle = median(found)
    ratio = f"{middle / base:8.1f}" if base else " " * 8
    print(f"{what:32}{middle:9.1f}{min(found):9.1f}{max(found):9.1f}{ratio}   n={len(found)}")
    return middle


def main() -> int:
    good = True
    print(f"{'press to first sample, ms':32}{'median':>9}{'least':>9}{'most':>9}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        clip = level(Path(folder) / "clip.wav", 0.3, 0.5)
        for buffer in BUFFERS:
            with DiskEar() as ear:
                found = row(f"ours, disk driver, buffer {buffer}", ours(ear, "disk", buffer, clip))
            length = buffer / SAMPLE_RATE * 1000
            good &= 0 < found <= length + ALLOWED_MS
            print(f"{'':32}  allowed: one buffer and {ALLOWED_MS:.0f} ms = {length + ALLOWED_MS:.1f}")
        beside(clip)
    print("within one buffer and 5 ms" if good else "SLOWER than one buffer and 5 ms")
    return 0 if good else 1


def beside(clip: Path) -> None:
    """The same press handled in other ways, at one sink."""
    if not PulseEar.possible():
        print("To compare with spawned players: apt install pulseaudio pulseaudio-utils libasound2-plugins alsa-utils")
        return
    with PulseEar() as ear:
        row("ours, null sink, buffer 512", ours(ear, "pulseaudio", 512, clip))
        base = row("ours, null sink, buffer 1024", ours(ear, "pulseaudio", 1024, clip))
        for name, command in SPAWNED.items():
            if shutil.which(name):
                row(f"spawned {name}", spawned(ear, command, clip), base)
        if shutil.which("aplay") and shutil.which("espeak-ng"):
            row("pyttsx3 (espeak-ng, aplay)", pyttsx3(ear), base)


if __name__ == "__main__":
    raise SystemExit(main())
