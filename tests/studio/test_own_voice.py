"""A person's voice beyond the microphone: which lines, whose nod, under which licence, and into another house."""

import io
import zipfile

import numpy as np
import pytest
import soundfile

from device.cli import main
from device.commands.named import box_folders
from device.commands.voice_files import VoiceFiles
from device.kernel.ids import Language, LineId
from device.sound.voices.packs import Pack, Quality, ShelvedPack, read_pack
from device.studio import microphone
from device.studio.booth import BoothAnswer
from device.studio.nods import hear_voice
from device.studio.own_pack import own_pack
from device.studio.pack_check import pack_faults
from device.studio.pack_folder import open_pack
from device.studio.script import person_script, voice_script
from device.studio.voice_zip import write_voice
from device.words.catalogue import Book, Line, Words
from tests.studio.canned import CLIP, EN


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state"


class Listener:
    """A booth that records nothing, and keeps what it was asked."""

    def __init__(self, answers=()):
        self.answers, self.shown, self.played = list(answers), [], 0

    def show(self, text):
        self.shown.append(text)

    def ask(self, *answers):
        assert self.answers[0] in answers
        return self.answers.pop(0)

    def wait(self, seconds):
        raise AssertionError(seconds)

    def record(self, count_in):
        raise AssertionError(count_in)

    def play(self, sound, rate):
        self.played += 1


def test_what_a_person_reads_has_no_spelling_of_a_machine_and_no_mark():
    lines = {"paused": Line("Pau\u200bsed.", "Pawzed."), "open": Line("Night.")}
    words = Words({EN: Book({}, {}, lines)})
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


def test_a_voice_is_human_when_somebody_else_has_nodded_to_all_of_it(own):
    script = kept(own, "one", "two")
    again = [BoothAnswer.AGAIN, BoothAnswer.YES, BoothAnswer.QUIT]
    listener = Listener(again)
    assert hear_voice(listener, script, own, "Bob") == (1, 0)
    assert listener.played == 3
    assert "Text of one." in listener.shown[0]
    assert read_pack(own.folder, pytest.fail).quality is Quality.UNCHECKED
    assert hear_voice(Listener([BoothAnswer.YES]), script, own, "Bob") == (1, 0)
    whole = read_pack(own.folder, pytest.fail)
    assert (whole.quality, [clip.nod for clip in whole.clips.values()]) == (Quality.HUMAN, ["Bob", "Bob"])
    kept(own, "two")
    assert read_pack(own.folder, pytest.fail).quality is Quality.UNCHECKED


def test_a_clip_without_a_nod_is_spoken_again(own):
    script = kept(own, "one", "two")
    assert hear_voice(Listener([BoothAnswer.DROP, BoothAnswer.NEXT]), script, own, "Bob") == (0, 1)
    assert list(read_pack(own.folder, pytest.fail).clips) == ["two"]
    assert not (own.folder / "one.opus").exists()


def test_nobody_nods_to_their_own_voice(state, capsys):
    assert main(["voices", "nod", "en", "--person", "Ann", "--listener", "ann"]) == 2
    assert "let somebody else listen" in capsys.readouterr().err
    assert main(["voices", "nod", "en", "--person", "Ann", "--listener", "Bob"]) == 2
    assert "Nothing was recorded" in capsys.readouterr().err


def test_a_second_listener_nods_at_the_terminal(state, monkeypatch, capsys):
    pack = own_pack(state / "voices", EN, "Ann")
    pack.keep(LineId("paused"), "Paused.", CLIP)
    pack.write()
    monkeypatch.setattr(microphone, "load_portaudio", lambda: None)
    monkeypatch.setattr(microphone, "TerminalBooth", lambda _library: Listener([BoothAnswer.YES]))
    assert main(["voices", "nod", "en", "--person", "Ann", "--listener", "Bob"]) == 0
    assert "nodded to 1, to be spoken again 0" in capsys.readouterr().out


def test_a_voice_goes_in_one_zip_into_another_house(state, tmp_path, monkeypatch, capsys):
    assert spoken(state, monkeypatch, "--licence", "CC-BY-4.0", "--only", "paused") == ["paused"]
    pack = own_pack(state / "voices", EN, "Ann")
    pack.nod(LineId("paused"), "Bob")
    pack.write()
    assert main(["voices", "export", "en", "--person", "Ann"]) == 0
    assert "en-ann.zip: 1 clips of Ann. Licence: CC-BY-4.0." in capsys.readouterr().out
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other"))
    assert main(["voices", "import", "en-ann.zip"]) == 0
    before, after = (read_pack(tmp_path / house / "voices/en-ann", pytest.fail) for house in ("state", "other"))
    assert after == before
    assert (after.licence, after.credit, after.quality) == ("CC-BY-4.0", "Ann", Quality.HUMAN)


def spoken(state, monkeypatch, *words):
    """Which lines somebody is asked to speak, and speaks."""
    rate = 22050
    line = 0.4 * np.sin(np.arange(rate) * 0.05) * np.hanning(rate)
    asked = []

    class Speaker(Listener):
        def show(self, text):
            asked.extend([text.split(" · ")[1].split("\n")[0]] if " · " in text else [])

        def ask(self, *answers):
            return BoothAnswer.KEEP if BoothAnswer.KEEP in answers else BoothAnswer.SPEAK

        def wait(self, seconds):
            pass

        def record(self, count_in):
            from device.studio.takes import Take

            return Take(np.pad(line, rate // 2), rate, key=True)

    monkeypatch.setattr(microphone, "load_portaudio", lambda: None)
    monkeypatch.setattr(microphone, "TerminalBooth", lambda _library: Speaker())
    assert main(["voices", "record", "en", "--person", "Ann", *words]) == 0
    return asked


def test_only_some_lines_are_spoken_and_kept_ones_when_asked(state, monkeypatch):
    assert spoken(state, monkeypatch, "--only", "vote.t*") == ["vote.three", "vote.two"]
    assert spoken(state, monkeypatch, "--only", "vote.t*") == []
    assert spoken(state, monkeypatch, "--only", "vote.two", "--redo") == ["vote.two"]


@pytest.mark.parametrize(
    "words",
    [("--only", "no.such"), ("--game", "chess"), ("--deck", "no-deck"), ("--deck", "first-game", "--game", "growl")],
)
def test_lines_that_do_not_exist_are_one_sentence(state, capsys, monkeypatch, words):
    monkeypatch.setattr(microphone, "load_portaudio", lambda: None)
    assert main(["voices", "record", "en", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


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


def test_takes_for_an_older_text_are_refused(state, tmp_path, capsys):
    head = 'language = "en"\nname = "Ann"\nlicence = "own"\ncredit = "Ann"\nquality = "unchecked"\nperson = "Ann"\n'
    listed = head + '[clips]\n"paused" = { file = "paused.wav", seconds = 1.0, hash = "000000000000" }\n'
    file = zipped(tmp_path, **{"pack.toml": listed, "paused.wav": wav()})
    assert main(["voices", "import", file, "--sure"]) == 1
    told = capsys.readouterr()
    assert "paused.wav: it speaks an older text; the line is now: We pause." in told.err
    assert told.out == "0 of 1 recordings taken in.\n"


def test_recordings_that_are_not_there_are_said_to_be_nowhere(state, tmp_path, capsys):
    assert main(["voices", "import", str(tmp_path / "nowhere"), "--language", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"There is no folder or file {tmp_path / 'nowhere'};")


def test_a_zip_leads_nowhere_else_and_must_be_one(state, tmp_path, capsys):
    file = zipped(tmp_path, **{"../../evil.wav": wav(), "paused.wav": wav()})
    main(["voices", "import", file, "--language", "en", "--sure"])
    assert not list(tmp_path.parent.glob("evil*"))
    assert "evil.wav: there is no line 'evil'" in capsys.readouterr().err
    (tmp_path / "none.zip").write_bytes(b"no zip")
    assert main(["voices", "import", str(tmp_path / "none.zip"), "--language", "en"]) == 2
    assert "is damaged, or no zip" in capsys.readouterr().err
    assert main(["voices", "import", zipped(tmp_path, **{"paused.wav": wav()})]) == 2
    assert "Say which language" in capsys.readouterr().err


def test_the_same_voice_is_the_same_zip(own):
    kept(own, "one", "two")
    first, second = io.BytesIO(), io.BytesIO()
    assert write_voice(own, first) == write_voice(own, second) == 2
    assert first.getvalue() == second.getvalue()
