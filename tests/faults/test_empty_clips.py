"""Tests empty clips in every place of a night, under the real pygame: the next best clip is heard instead.

A sound of zero length on one of pygame's channels raises no error: it ends the process."""

import shutil
import struct
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Ended, Event
from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sound.desk.sound_list import SoundList
from nightcrier.box.sound.players.mixer import MixerPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import Heard, Said, Signalled
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.clock import Clock, VirtualClock
from nightcrier.kernel.folders import Folders, share, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.settings import SHIPPED
from tests.box.stage import Stage
from tests.shipped import lay_out, shipped_clip

AUDIO = share("assets") / "audio"


def wave(claimed: int, held: bytes) -> bytes:
    """Return a WAV file that claims to hold this many bytes."""
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 2, 48000, 192_000, 4, 16)
    return b"RIFF" + struct.pack("<I", 36 + claimed) + b"WAVE" + form + b"data" + struct.pack("<I", claimed) + held


def without_sound(content: bytes) -> bytes:
    """Return the first two pages of an Ogg file, which describe its sound but hold none."""
    second = content.index(b"OggS", 4)
    return content[: content.index(b"OggS", second + 4)]


EMPTY = {
    "no bytes": b"",
    "a WAV of no length": wave(0, b""),
    "a WAV that lacks all it claims": wave(100_000, b""),
    "a WAV of half a moment": wave(2, b"\0\0"),
    "an Opus of two pages": without_sound(sound_content(shipped_clip("en-female", "number.5"))),
    "a Vorbis of two pages": without_sound((AUDIO / "signals/bell.ogg").read_bytes()),
}


def place_of(voice: str, line: str) -> str:
    return f"voices/{voice}/{shipped_clip(voice, line).name}"


PLACES = {
    "a line": place_of("en-male", "one-night.open"),
    "the second language": place_of("it-female", "one-night.nudge.short"),
    "a signal": "signals/wolf-howl.ogg",
    "the bed": "beds/tapping.ogg",
}
MINE = """language = "en"\nname = "Me"\nlicence = "CC0"\ncredit = "me"\nquality = "human"\nperson = "me"
[clips]\n"one-night.seer.wake" = { file = "mine.opus", seconds = 2.0 }\n"""


class SpeakerWithNotes(MixerPlayer):
    """Plays like the box, and notes each bed."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock, Output(SHIPPED.sound, "dummy"))
        self.beds: list[str] = []

    def bed(self, loop: Path | None, at: float) -> None:
        super().bed(loop, at)
        self.beds.append(loop.stem if loop else "")


@pytest.fixture(autouse=True)
def _dummy(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(scope="module")
def audio(tmp_path_factory):
    """Return a folder with English and Italian voices and all sounds, in which tests can empty files."""
    audio = tmp_path_factory.mktemp("audio")
    for pack in ("en-female", "en-male", "it-female"):
        lay_out(pack, audio / "voices" / pack)
    for name in ("signals", "beds"):
        shutil.copytree(AUDIO / name, audio / name)
    (audio / "sounds.toml").symlink_to(AUDIO / "sounds.toml")
    return audio


@pytest.fixture
def house(tmp_path, monkeypatch, audio):
    root = tmp_path / "share"
    (root / "assets").mkdir(parents=True)
    (root / "assets/audio").symlink_to(audio)
    for name in ("words", "fonts"):
        (root / "assets" / name).symlink_to(share("assets") / name)
    (root / "config").symlink_to(share("config"))
    monkeypatch.setattr("nightcrier.kernel.folders.share", lambda name: root / name)
    own = tmp_path / "own"
    own.mkdir()
    (own / "device.toml").write_text('[table]\nlanguages = ["en", "it"]\n', "utf-8")
    return replace(standard_folders({}, tmp_path / "state"), own=own)


def record(house: Folders, clip: bytes) -> Path:
    """Save a recording of a line by somebody at the table, and return its file."""
    pack = house.recordings / "en-me"
    pack.mkdir(parents=True)
    (pack / "pack.toml").write_text(MINE, "utf-8")
    (pack / "mine.opus").write_bytes(clip)
    return pack / "mine.opus"


@pytest.mark.parametrize("empty", EMPTY.values(), ids=EMPTY)
def test_a_night_with_an_empty_clip_in_every_place_is_played_with_the_next_best(house, empty):
    emptied = [house.audio / place for place in PLACES.values()]
    for clip in emptied:
        clip.write_bytes(empty)
    emptied.append(record(house, empty))
    players: list[SpeakerWithNotes] = []

    def speaker(clock: VirtualClock) -> SpeakerWithNotes:
        players.append(SpeakerWithNotes(clock))
        return players[0]

    box = Stage(house, config=house.own / "device.toml", sound=speaker)
    box.begin_night()
    box.rehearsal.until_idle(900)
    box.rehearsal.box.close()

    said = {(row["line"], row["language"]): row for row in box.kinds("say")}
    instead = said["one-night.open", "en"]
    assert instead["pack"] == "en-male"
    assert instead["clip"].startswith("one-night.open.other")  # the voice has it in other words
    assert said["one-night.seer.wake", "en"]["pack"] == "en-male"
    unspoken = said["one-night.nudge.short", "it"]  # the only wording
    assert (unspoken["spoken_by"], unspoken["clip"]) == ("none", None)
    assert ("bell", unspoken["t"]) in [(row["name"], row["t"]) for row in box.kinds("signal")]
    assert players[0].beds == ["tapping-bright", "", "day", ""]
    faults = [row["what"] for row in box.kinds("fault")]
    assert [sum(str(clip) in fault for fault in faults) for clip in emptied] == [1] * len(emptied)
    assert [row["role"] for row in box.kinds("window")] == ["werewolf", "seer", "robber", "troublemaker", "nudge"]
    assert ("vote.now", "it") in said


class EmptySpeech:
    """Simulates a synthesizer that ends without an error but produces no sound."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __call__(self, command: list[str], text: str) -> "EmptySpeech":
        Path(command[-1]).write_bytes(self.content)
        return self

    def poll(self) -> int:
        return 0

    def wait(self, timeout: float | None = None) -> int:
        return 0

    def kill(self) -> None: ...


@pytest.mark.parametrize("empty", EMPTY.values(), ids=EMPTY)
def test_live_speech_that_is_empty_becomes_a_bell_and_the_text(tmp_path, empty):
    clock, notes = VirtualClock(), list[Heard]()
    live = SpeechMaker(tmp_path, clock, lambda _: None, start=EmptySpeech(empty), which=lambda program: program)
    voices = VoiceChain(tmp_path, lambda *_: ("Wake up.", "Wake up."), lambda _: None, live=live)
    player, sounds = MixerPlayer(clock, Output(SHIPPED.sound, "dummy")), SoundList(AUDIO, (), print)
    desk = Desk(clock, player, sounds, notes.append, voices.instead, 0.5)
    desk.speak(1, voices.say([LineId("wake")], [Language("en")]))
    assert ends(desk, clock) == [1]
    assert [note.utterance.clip for note in notes if isinstance(note, Said)] == [None]
    assert [note.name for note in notes if isinstance(note, Signalled)] == ["bell"]
    desk.close()


def ends(desk: Desk, clock: VirtualClock) -> list[int]:
    """Let ten seconds pass, and return the tokens of what ended."""
    events: list[Event] = []
    while (due := desk.due()) is not None and due <= 10.0:
        clock.move_to(due)
        events += desk.poll()
    return [event.token for event in events if isinstance(event, Ended)]
