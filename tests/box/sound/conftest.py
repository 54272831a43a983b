"""Provides sound for the tests: generated clips, packs and sounds, and a desk driven by a virtual clock."""

import shutil
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
import soundfile

from nightcrier.box.events import Event
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.port import (
    SAMPLE_RATE,
    BadClip,
    BedSet,
    Fader,
    Heard,
    NoSound,
    Ramp,
    SoundPlayer,
    SpokenBy,
    Utterance,
)
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.ids import Language, LineId
from tests.box.sound.made_up import Box


class Workshop:
    """Writes sound files and the lists that name them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.assets = folder / "assets"
        self.reports: list[str] = []

    def tone(self, path, seconds=0.5, hz=440.0, level=0.5, rate=SAMPLE_RATE):
        path.parent.mkdir(parents=True, exist_ok=True)
        moments = np.arange(round(seconds * rate)) / rate
        kind = {
            ".ogg": ("OGG", "VORBIS"),
            ".opus": ("OGG", "OPUS"),
            ".flac": ("FLAC", "PCM_16"),
            ".mp3": ("MP3", "MPEG_LAYER_III"),
        }
        form, coding = kind.get(path.suffix, ("WAV", "PCM_16"))
        soundfile.write(path, level * np.cos(2 * np.pi * hz * moments), rate, format=form, subtype=coding)
        return path

    def noise(self, path: Path, seconds: float, level: float = 0.1) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        noise = np.random.default_rng(1).normal(size=(round(seconds * SAMPLE_RATE), 2)) * level
        soundfile.write(path, noise, SAMPLE_RATE, format="WAV", subtype="PCM_16")
        return path

    def broken(self, name: str = "broken.ogg") -> Path:
        path = self.folder / name
        path.write_bytes(b"this is no sound " * 100)
        return path

    def pack(self, name: str, clips: dict[str, float], *, root: str = "voices", **fields: str) -> Path:
        """Make a pack whose clips are empty files, which is enough for everything except playing them."""
        folder = self.folder / root / name
        folder.mkdir(parents=True, exist_ok=True)
        language, _, _ = name.partition("-")
        about = {"language": language, "name": name, "licence": "CC0", "credit": "x", "quality": "good"}
        rows = [f'{key} = "{value}"' for key, value in (about | fields).items()] + ["[clips]"]
        for line, seconds in clips.items():
            (folder / f"{line}.opus").write_bytes(b"x")
            rows.append(f'"{line}" = {{ file = "{line}.opus", seconds = {seconds}, hash = "000000000000" }}')
        (folder / "pack.toml").write_text("\n".join(rows), "utf-8")
        return folder

    def contain(self, folder: Path) -> Path:
        """Pack the files of a voice pack into one container, and remove the folder."""
        container = folder.with_name(f"{folder.name}.zip")
        with ZipFile(container, "w") as archive:
            for file in sorted(folder.iterdir()):
                archive.write(file, file.name)
        shutil.rmtree(folder)
        return container

    def sounds(self, beds: dict[str, float] | None = None, signals: dict[str, float] | None = None) -> SoundList:
        """Make beds (noise) and signals (tones) of these lengths in seconds."""
        rows = []
        for table, entries in (("beds", beds or {}), ("signals", signals or {})):
            for name, seconds in entries.items():
                path = self.assets / table / f"{name}.wav"
                self.noise(path, seconds) if table == "beds" else self.tone(path, seconds, hz=880)
                rows.append(f'[{table}.{name}]\nfile = "{table}/{name}.wav"\nseconds = {seconds}')
        self.assets.mkdir(exist_ok=True)
        (self.assets / "sounds.toml").write_text("\n".join(rows), "utf-8")
        return SoundList(self.assets, [], self.reports.append)

    def utterance(self, line: str, seconds: float = 0.5, language: str = "en", clip: Path | None = None) -> Utterance:
        clip = clip or self.folder / f"{line}.wav"
        return Utterance(LineId(line), Language(language), line, seconds, "pack", clip, SpokenBy.CLIP)

    def silent(self, line: str, seconds: float) -> Utterance:
        return Utterance(LineId(line), Language("en"), line, seconds)


class FakePlayer:
    """Records what it is asked to do. Its device can be unplugged, and its clips can be broken."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.ramps: dict[Fader, Ramp] = {}
        self.turns: list[tuple[Fader, Ramp]] = []
        self.missing = ""
        self.notice = ""
        self.bad: set[Path | None] = set()
        self.decoding: set[Path | None] = set()
        self.is_open = False
        self.on_play: Callable[[], None] = lambda: None

    def open(self) -> str:
        if self.missing:
            raise NoSound(self.missing)
        self.is_open = True
        self.asked.append(("open",))
        return self.notice

    def close(self) -> None:
        self.is_open = False
        self.asked.append(("close",))

    def alive(self) -> bool:
        return not self.missing

    def load(self, clip: Path) -> None:
        self._note("load", clip.stem)

    def is_ready(self, clip: Path) -> bool:
        return clip not in self.decoding

    def play(self, clip: Path, at: float) -> None:
        self._refuse(clip)
        self._note("play", clip.stem, at)
        self.on_play()

    def queue(self, clip: Path, at: float) -> None:
        self._refuse(clip)
        self._note("queue", clip.stem, at)

    def stop(self, at: float) -> None:
        self._note("stop", at)

    def signal(self, sound: Path, at: float) -> None:
        self._refuse(sound)
        self._note("signal", sound.stem, at)

    def cue_bed(self, loop: Path) -> None:
        self._refuse(loop)
        self._note("cue", loop.stem)

    def bed(self, loop: Path | None, at: float) -> None:
        self._refuse(loop)
        self._note("bed", loop.stem if loop else None, at)

    def drone(self, loop: Path, at: float) -> None:
        self._refuse(loop)
        self._note("drone", loop.stem, at)

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        self.ramps[fader] = ramp
        self.turns.append((fader, ramp))

    def poll(self, now: float) -> None: ...

    def due(self) -> float | None:
        return None

    def heard(self, *kinds: str) -> list[tuple[object, ...]]:
        return [each for each in self.asked if each[0] in kinds]

    def _note(self, *what: object) -> None:
        assert self.is_open, f"{what} asked of a closed device"
        self.asked.append(what)

    def _refuse(self, clip: Path | None) -> None:
        if clip in self.bad and clip:
            raise BadClip(clip)


FIRST_VOLUME = 0.5


class Stage:
    """Connects a desk with a player, and drives them like the loop of a box."""

    def __init__(self, player: SoundPlayer, sounds: SoundList, clock: VirtualClock | None = None) -> None:
        self.clock = clock or VirtualClock()
        self.notes: list[Heard] = []
        self.replacements: list[Utterance] = []
        self.desk = Desk(
            self.clock, player, sounds, self.notes.append, lambda _: self.replacements.pop(0), FIRST_VOLUME
        )
        self.events: list[Event] = []

    def _instead(self, _: Utterance) -> Utterance:
        return self.replacements.pop(0)

    def run(self, until: float) -> list[Event]:
        """Let time pass and poll the desk whenever it is due. Return the events."""
        happened = []
        while (due := self.desk.due()) is not None and due <= until:
            self.clock.move_to(due)
            happened += self.desk.poll()
        self.clock.move_to(until)
        happened += self.desk.poll()
        self.events += happened
        return happened

    def beds(self, until: float | None = None) -> list[tuple[float, str, float, float]]:
        """Return the beds that were set by this time."""
        if until is not None:
            self.run(until)
        return [(round(n.at, 9), n.name, n.level_db, round(n.ramp, 9)) for n in self.notes if isinstance(n, BedSet)]


@pytest.fixture
def workshop(tmp_path):
    return Workshop(tmp_path)


@pytest.fixture
def player():
    return FakePlayer()


@pytest.fixture
def stage(workshop, player):
    return Stage(player, workshop.sounds({"tapping": 1.0, "fire": 1.0}, {"gong": 0.75, "bell": 0.25}))


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """Return a function that makes a new stage for each example of a property. The sound files are made only once."""
    workshop = Workshop(tmp_path_factory.mktemp("house"))
    sounds = workshop.sounds({"tapping": 1.0, "fire": 1.0}, {"gong": 0.75})

    def make() -> tuple[Stage, FakePlayer, Workshop]:
        player = FakePlayer()
        return Stage(player, sounds), player, workshop

    return make


@pytest.fixture
def staged():
    """Return the class of stages, for tests that bring their own player."""
    return Stage


@pytest.fixture
def box(tmp_path):
    """Return a function that makes a mixer player with a simulated pygame and simulated cards."""
    return lambda **settings: Box(tmp_path, **settings)
