"""Tests a person's voice apart from recording: its lines, who approves it, its license, and moving to another box."""

import io
import sys
import zipfile

import numpy as np
import pytest
import soundfile

from nightcrier.box.sound.voices.packs import Pack, Quality, ShelvedPack, read_pack
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.mastering import master_line
from nightcrier.takes.pack_folder import own_pack
from nightcrier.takes.script import person_script, voice_script
from nightcrier.takes.sound_faults import pack_faults
from nightcrier.takes.voice_zip import write_voice
from nightcrier.tools.command_line import box_folders
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier.words.catalogue import Book, Line, Words
from nightcrier_studio import nods
from nightcrier_studio.__main__ import main
from nightcrier_studio.nods import NodAnswer, ask_for_nods, load_portaudio
from nightcrier_studio.pack_build import open_pack
from studio.tests.canned import CLIP, EN, RATE


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state"


def test_what_a_person_reads_has_no_spelling_of_a_machine_and_no_mark():
    words = Words({EN: Book({}, {}, {"paused": Line("Pau\u200bsed.", "Pawzed."), "open": Line("Night.")})})
    assert person_script(words, EN) == {"paused": "Paused.", "open": "Night."}
    assert voice_script(words, EN) == {"paused": "Pawzed.", "open": "Night."}


def test_mending_the_machines_spelling_leaves_a_persons_clip_fresh(state, capsys):
    house = VoiceFiles(box_folders(state), None)
    line, language = LineId("role.doppelganger"), Language("it")
    assert house.script(language)[line] != house.texts(language)[line]
    pack = own_pack(state / "voices", language, "Ann")
    pack.keep(line, house.texts(language)[line], CLIP)
    pack.write()
    assert list(pack_faults(ShelvedPack(pack.folder, pack.pack), house.script_of(pack.pack), None)) == []
    assert main(["voices", "list"]) == 0
    (row,) = (row for row in capsys.readouterr().out.splitlines() if "it-ann" in row)
    assert "unchecked" in row
    assert "house 1/" in row


def test_takes_are_held_against_clips_of_the_lines_as_they_are_now(state, tmp_path):
    house = VoiceFiles(box_folders(state), tmp_path / "audio")
    assert house.machine(EN) is None
    script = house.script(EN)
    robot = open_pack(tmp_path / "audio/voices/en-robot", Pack(EN, "Robot", "none", "nobody", Quality.ROBOT))
    robot.keep(LineId("paused"), script[LineId("paused")], CLIP)
    robot.keep(LineId("screen.on"), "An older text.", CLIP)
    robot.write()
    assert list(house.machine(EN).pack.clips) == ["paused"]


def kept(own, *lines):
    for line in lines:
        own.keep(LineId(line), f"Text of {line}.", CLIP)
    own.write()
    return {LineId(line): f"Text of {line}." for line in lines}


@pytest.fixture
def device():
    return Loudspeaker()


@pytest.fixture
def typed(monkeypatch):
    """Return a list to fill with lines that somebody types."""
    answers: list[str] = []
    monkeypatch.setattr("builtins.input", lambda _prompt: answers.pop(0))
    return answers


class Loudspeaker:
    """Stands in for PortAudio. If it is `broken`, there is no speaker."""

    class PortAudioError(Exception):
        pass

    def __init__(self, *, broken=False):
        self.broken, self.played = broken, []

    def play(self, sound, rate, *, blocking):
        if self.broken:
            raise self.PortAudioError("no such device")
        self.played.append((len(sound), rate, blocking))


def test_a_voice_is_human_when_somebody_else_has_nodded_to_all_of_it(own, device, typed, capsys):
    script = kept(own, "one", "two")
    typed[:] = ["again", "x", "", "QUIT"]
    assert ask_for_nods(device, script, own, "Bob") == (1, 0)
    assert device.played == [(48000, 48000, True)] * 3
    assert capsys.readouterr().out.startswith("\n1 of 2 · one\n  Text of one.\n")
    assert read_pack(own.folder, pytest.fail).quality is Quality.UNCHECKED
    typed[:] = ["y"]
    assert ask_for_nods(device, script, own, "Bob") == (1, 0)
    whole = read_pack(own.folder, pytest.fail)
    assert (whole.quality, [clip.nod for clip in whole.clips.values()]) == (Quality.HUMAN, ["Bob", "Bob"])
    kept(own, "two")
    assert read_pack(own.folder, pytest.fail).quality is Quality.UNCHECKED


def test_a_clip_without_a_nod_is_spoken_again(own, device, typed):
    script = kept(own, "one", "two")
    typed[:] = ["d", "n"]
    assert ask_for_nods(device, script, own, "Bob") == (0, 1)
    assert list(read_pack(own.folder, pytest.fail).clips) == ["two"]
    assert not (own.folder / "one.opus").exists()


def test_no_two_answers_begin_with_the_same_letter():
    assert len({answer[0] for answer in NodAnswer}) == len(NodAnswer)


def test_without_portaudio_or_loudspeaker_it_is_said(own, typed, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(NightcrierError, match="sudo apt install libportaudio2"):
        load_portaudio()
    library = object()
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    assert load_portaudio() is library
    typed[:] = ["n"]
    assert ask_for_nods(Loudspeaker(broken=True), kept(own, "one"), own, "Bob") == (0, 0)
    assert "(No loudspeaker to play it: no such device.)" in capsys.readouterr().out


def test_nobody_nods_to_their_own_voice(state, call):
    assert "let somebody else listen" in call(2, "voices", "nod", "en", "--person", "Ann", "--listener", "ann").err
    assert "Nothing was recorded" in call(2, "voices", "nod", "en", "--person", "Ann", "--listener", "Bob").err


@pytest.fixture
def ann(state, device, talk, monkeypatch):
    """Return Ann's pack, which has one clip to listen to."""
    monkeypatch.setattr(nods, "load_portaudio", lambda: device)
    pack = own_pack(state / "voices", EN, "Ann", "CC-BY-4.0")
    pack.keep(LineId("paused"), "Let's pause.", master_line(talk(), RATE))
    pack.write()
    return pack


def test_a_second_listener_nods_at_the_terminal(ann, typed, capsys):
    typed[:] = ["y"]
    assert main(["voices", "nod", "en", "--person", "Ann", "--listener", "Bob"]) == 0
    assert "nodded to 1, to be spoken again 0" in capsys.readouterr().out


def test_where_nobody_can_answer_it_ends_in_one_sentence(ann, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["voices", "nod", "en", "--person", "Ann", "--listener", "Bob"]) == 2
    assert capsys.readouterr().err == "Nobody answers here: run this in a terminal. What was kept is safe.\n"


def test_a_voice_goes_in_one_zip_into_another_house(ann, tmp_path, monkeypatch, capsys):
    ann.nod(LineId("paused"), "Bob")
    ann.write()
    assert main(["voices", "export", "en", "--person", "Ann"]) == 0
    assert "en-ann.zip: 1 clips of Ann. Licence: CC-BY-4.0." in capsys.readouterr().out
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other"))
    assert main(["voices", "import", "en-ann.zip"]) == 0
    before, after = (read_pack(tmp_path / house / "voices/en-ann", pytest.fail) for house in ("state", "other"))
    assert after == before
    assert (after.licence, after.credit, after.quality) == ("CC-BY-4.0", "Ann", Quality.HUMAN)


@pytest.mark.parametrize(
    "words",
    [("--only", "no.such"), ("--game", "chess"), ("--deck", "no-deck"), ("--deck", "first-game", "--game", "growl")],
)
def test_lines_that_do_not_exist_are_one_sentence(state, call, words):
    assert call(2, "voices", "page", "en", *words).err.count("\n") == 1


def zipped(folder, name="takes.zip", **files):
    with zipfile.ZipFile(folder / name, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
    return str(folder / name)


def wav(seconds=1.0):
    content = io.BytesIO()
    tone = 0.4 * np.sin(np.arange(round(22050 * seconds)) * 0.05) * np.hanning(round(22050 * seconds))
    soundfile.write(content, np.pad(tone, 9000), 22050, format="WAV")
    return content.getvalue()


def test_takes_for_an_older_text_are_refused(state, tmp_path, call):
    head = 'language = "en"\nname = "Ann"\nlicence = "own"\ncredit = "Ann"\nquality = "unchecked"\nperson = "Ann"\n'
    listed = head + '[clips]\n"paused" = { file = "paused.wav", seconds = 1.0, hash = "000000000000" }\n'
    told = call(1, "voices", "import", zipped(tmp_path, **{"pack.toml": listed, "paused.wav": wav()}), "--sure")
    assert "paused.wav: it speaks an older text; the line is now: Let's pause." in told.err
    assert told.out == "0 of 1 recordings taken in.\n"


def test_recordings_that_are_not_there_are_said_to_be_nowhere(state, tmp_path, capsys):
    assert main(["voices", "import", str(tmp_path / "nowhere"), "--language", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"There is no folder or file {tmp_path / 'nowhere'};")


def test_a_zip_leads_nowhere_else_and_must_be_one(state, tmp_path, capsys, call):
    file = zipped(tmp_path, **{"../../evil.wav": wav(), "paused.wav": wav()})
    main(["voices", "import", file, "--language", "en", "--sure"])
    assert not list(tmp_path.parent.glob("evil*"))
    assert "evil.wav: there is no line 'evil'" in capsys.readouterr().err
    (tmp_path / "none.zip").write_bytes(b"no zip")
    assert "is damaged, or no zip" in call(2, "voices", "import", tmp_path / "none.zip", "--language", "en").err
    assert "Say which language" in call(2, "voices", "import", zipped(tmp_path, **{"paused.wav": wav()})).err


def test_the_same_voice_is_the_same_zip(own):
    kept(own, "one", "two")
    first, second = io.BytesIO(), io.BytesIO()
    assert write_voice(own, first) == write_voice(own, second) == 2
    assert first.getvalue() == second.getvalue()
