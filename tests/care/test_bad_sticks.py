"""Tests sticks with bad files: each gets one sentence, the rest is taken, and the box loses nothing."""

import io
import os
import zipfile
from pathlib import Path
from typing import BinaryIO

import pytest

from nightcrier.box.sound.ogg import steady_ogg
from nightcrier.care import checked_apart, given_sounds
from nightcrier.care import given_files as reading
from nightcrier.care.as_owner import as_service
from nightcrier.care.given_files import files_in, find_folder
from nightcrier.care.taking import Receiver
from nightcrier.cli import main
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, share, standard_folders
from studio.tests.canned import CLIP
from tests.care.given_files import SETTINGS, bomb, deck, files_of, sound

pytestmark = pytest.mark.usefixtures("checked_here")


def of_one_clip(name: str, content: bytes = b"OggS", lines: int = 1) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "pack.toml",
            'language = "en"\nname = "x"\nlicence = "x"\ncredit = "x"\nquality = "ok"\n'
            "[clips]\n" + "".join(f'l{line} = {{ file = "{name}", seconds = 1.0 }}\n' for line in range(lines)),
        )
        archive.writestr(name, content)
    return out.getvalue()


RATELESS = steady_ogg(b"OggS\0\2" + bytes(20) + b"\1\x1e\1vorbis" + bytes(23))
"""An Ogg Vorbis file with a sample rate of zero."""
VORBIS = (share("assets") / "audio/signals/tick.ogg").read_bytes()

BAD = {
    "device.toml": (b"[sound]\nmax_volume = 900\n", "sound.max_volume"),
    "device.TOML": (b"[sound", "is not TOML"),
    "decks/letters.toml": (b"\xff\xfe", "is not UTF-8"),
    "decks/huge.toml": (b"#" * (64 * 1024 + 1), "is larger than 64 KiB"),
    "decks/empty.toml": (b"\n", "is missing"),
    "decks/growl/wrong.toml": (b"level = 9\nfewest = 5\nmost = 6\n[names]\nen = 'x'\n", "level"),
    "decks/first-game.toml": (deck(), "has the name of a deck that came with the box"),
    "decks/First-Game.TOML": (deck(), "has the name of a deck that came with the box"),
    "decks/deep/deeper/deck.toml": (deck(), "is a folder too deep"),
    "decks/bad\u202ename.toml": (deck(), "nobody can see"),
    "decks/bad\nname.toml": (deck(), "nobody can see"),
    "decks/back\\slash.toml": (deck(), "nobody can see"),
    f"decks/{'n' * 101}.toml": (deck(), "too long"),
    "decks/song.mp3": (b"ID3", "is nothing the box knows there"),
    "pictures/me.jpg": (b"\xff\xd8", "is nothing the box knows there"),
    "device.toml.txt": (SETTINGS.encode(), "device.toml.txt: has a second ending, .txt; take it off ("),
    "decks/sunday.TOML.txt": (deck(), "has a second ending, .txt; take it off ("),
    "beds/sea.ogg.mp3.bin": (b"ID3", "has a second ending, .bin; take it off ("),
    "device (1).toml": (SETTINGS.encode(), "device (1).toml: holds settings; call it device.toml, and put it into"),
    "decks/device.toml": (SETTINGS.encode(), "holds settings; call it device.toml, and put it into nightcrier itself"),
    "hall (1).toml": (
        b'[net.hall]\nname = "spring"\n',
        "holds settings; call it hall.toml, and put it into nightcrier",
    ),
    "nightcrier-0.3.0.tar.xz": (b"x", "half of an update, and nightcrier-0.3.0.tar.xz.sig is missing; put both there"),
    "nightcrier-0.4.0.tar.xz.sig": (b"x", "half of an update, and nightcrier-0.4.0.tar.xz is missing; put both there"),
    "nightcrier-0.5.0.tar.xz.sig.txt": (b"x", "has a second ending, .txt; take it off ("),
    "nightcrier-saved (1).zip": (b"PK", "call it nightcrier-saved.zip, and put it into nightcrier itself"),
    "voices/Copy of nightcrier-saved.zip": (b"PK", "is a saved box by its name; call it nightcrier-saved.zip"),
    "voices/it-anna/pack.toml": (b"", "voices/it-anna: is an unpacked voice; put the .zip itself there."),
    "nightcrier-saved/saved.json": (b"{}", "nightcrier-saved: is an unpacked saved box; put the .zip itself there."),
    "Nightcrier/device.toml": (SETTINGS.encode(), "Nightcrier: is a folder nightcrier in the folder nightcrier; put"),
    "game.exe": (b"MZ", "is nothing the box knows there"),
    "voices/en-bomb.zip": (bomb(), "packed in a way that is not played"),
    "voices/en-none.zip": (b"\n", "is no container, or cut short"),
    "voices/en-up.zip": (of_one_clip("../../../etc/passwd"), "is damaged"),
    "voices/en-root.zip": (of_one_clip("/etc/passwd"), "is damaged"),
    "voices/en-rateless.zip": (of_one_clip("a.opus", RATELESS), "l0: a.opus is damaged"),
    "voices/en-vorbis.zip": (of_one_clip("a.opus", VORBIS), "l0: a.opus is not Opus"),
    "voices/en-untold.zip": (of_one_clip("a.opus", CLIP), "l0: nothing tells which text it speaks"),
    "voices/en-many.zip": (of_one_clip("a.opus", CLIP, 5001), "clips: are more than 5000"),
    "beds/rateless.ogg": (RATELESS, "is damaged"),
    "beds/rateless.wav": (sound()[:24] + bytes(4) + sound()[28:], "is damaged"),
    "beds/text.ogg": (b"not a sound at all" * 99, "is not a whole Ogg file; save it again, or as a WAV with 16 bits."),
    "beds/short.wav": (sound(0.1), "lasts 0.1 s"),
    "beds/cut.wav": (sound()[:9000], "is cut off; save it again as a WAV with 16 bits."),
    "beds/none.wav": (sound(), "means something else to the box"),
    "beds/text.mp3": (b"text" * 999, "is no MP3"),
    "beds/part.wav": (sound()[:36] + b"LIST\xff\xff\xff\x7f" + sound()[36:], "cannot be played (cut off)"),
    "beds/odd.wav": (b"RIFF\x10\0\0\0WAVE", "cannot be played"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_sentence_and_costs_only_itself(stick, box, call, name):
    content, told = BAD[name]
    said = call(1, "take", stick({name: content, "decks/good.toml": deck()}))
    assert said.out.startswith("1 deck; one file could not be taken: ")
    assert told in said.out
    assert (said.err, said.out.count("\n")) == ("", 2)
    assert list(files_of(box)) == ["own/scenarios/good.toml"]


def test_a_file_that_many_lines_name_is_looked_at_once(monkeypatch):
    looked = []
    monkeypatch.setattr(given_sounds, "clip_faults", lambda _pack, clip, _measure: looked.append(clip.file) or ())
    _, faults = given_sounds.inspect_voice("en-x.zip", of_one_clip("a.opus", CLIP, 3))
    assert looked == ["a.opus"]
    assert "l2: a.opus is the clip of another line." in faults


def test_several_bad_ones_are_told_one_by_one(stick, box, call):
    said = call(1, "take", stick({name: content for name, (content, _) in BAD.items()}))
    assert said.out.startswith(f"Nothing new; {len(BAD)} files could not be taken, the first is ")
    assert said.err.count("\n") == len(BAD) - 1
    assert files_of(box) == {}


def test_all_that_is_wrong_with_settings_is_told_at_once(stick, box, call):
    """Of settings with faults nothing is used, so the box says only what is wrong, not what it would do with them."""
    wrong = '[screen]\ncontroller = "sh1107"\n[sound]\nmax_volume = 180\nvolum = 1\n[panel]\nlamp_pins = [5, 6]\n'
    said = call(1, "take", stick({"device.toml": wrong, "z.toml": b"?"}))
    assert said.out.startswith("Nothing new; 2 files could not be taken, the first is device.toml: screen.controller:")
    assert [line.split(": ")[1] for line in said.err.splitlines()] == [
        *("sound.volum", "sound.max_volume", "panel.lamp_pins"),
        "is not TOML",
    ]
    assert " used." not in said.out + said.err
    assert (box / "own" / "not-taken.txt").read_text().count("\n") == 5


def test_bad_settings_leave_those_that_were_there(stick, box):
    main(["take", str(stick({"device.toml": SETTINGS}))])
    assert main(["take", str(stick({"device.toml": "[sound]\nmax_volume = 50\nno_such_key = 1\n"}))]) == 1
    assert files_of(box) == {"own/device.toml": SETTINGS.encode()}


@pytest.mark.parametrize("at", [0.1, 0.5, 0.9])
def test_a_voice_that_lost_a_bit_is_not_taken(stick, box, voice, call, at):
    content, clip = bytearray(voice), voice.index(b"OggS")
    content[clip + round(at * (voice.index(b"PK\x03\x04", clip) - clip))] ^= 1
    assert "en-new.zip: is damaged (" in call(1, "take", stick({"voices/en-new.zip": bytes(content)})).out
    assert files_of(box) == {}


def test_a_voice_of_another_language_than_its_name_says_is_refused(stick, box, voice, capsys):
    assert main(["take", str(stick({"voices/it-new.zip": voice}))]) == 1
    assert "its name has to tell its language: call it en-NAME.zip." in capsys.readouterr().out


def test_an_unpacked_voice_is_one_sentence_however_many_clips_it_has(stick, box, call):
    clips = {f"voices/it-anna/a/{n}.opus": b"OggS" for n in range(600)}
    said = call(1, "take", stick({**clips, "voices/it-anna/pack.toml": b"", "z.toml": deck()}))
    assert said.out.startswith("1 deck; one file could not be taken: voices/it-anna: is an unpacked voice; put the")
    assert said.err == ""


def test_what_is_no_file_is_not_opened(stick, box, tmp_path, call):
    """A link could lead anywhere, and reading a pipe might never end."""
    folder = stick({"decks/sunday.toml": deck()}) / "nightcrier"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret.toml").write_bytes(deck())
    (folder / "decks" / "a.toml").symlink_to(tmp_path / "elsewhere" / "secret.toml")
    (folder / "beds").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(folder / "voices.zip")
    said = call(1, "take", tmp_path / "stick")
    assert said.out.startswith("1 deck; 3 files could not be taken, the first is beds: is no plain file;")
    assert list(files_of(box)) == ["own/scenarios/sunday.toml"]


def test_what_became_a_link_or_a_pipe_since_it_was_listed_is_not_read(stick, box, tmp_path):
    folder = stick({"decks/a.toml": deck(), "decks/b.toml": deck()}) / "nightcrier"
    (tmp_path / "elsewhere.toml").write_bytes(deck())
    listed = list(files_in(folder))
    for name in ("a", "b"):
        (folder / "decks" / f"{name}.toml").unlink()
    (folder / "decks" / "a.toml").symlink_to(tmp_path / "elsewhere.toml")
    os.mkfifo(folder / "decks" / "b.toml")
    taken = Receiver(standard_folders()).take(listed)
    assert (len(taken.refused), taken.new) == (2, ())


def test_no_more_than_so_many_files_are_looked_at(stick, box, monkeypatch, capsys):
    monkeypatch.setattr(reading, "_MOST_FILES", 3)
    assert main(["take", str(stick({f"decks/deck-{n}.toml": deck() for n in range(5)}))]) == 1
    assert "3 decks; one file could not be taken" in capsys.readouterr().out


class Crowded:
    """Simulates the result of `os.scandir` for a folder with too many files, or with one that cannot be examined."""

    def __init__(self, entries):
        self.entries = entries

    def __enter__(self):
        return iter(self.entries)

    def __exit__(self, *_):
        pass


class Entry:
    """Simulates an entry of `os.scandir`, and counts how many exist at once."""

    alive, most = 0, 0

    def __init__(self, name, fault=None):
        self.name, self.path, self._fault = name, f"/stick/{name}", fault
        Entry.alive += 1
        Entry.most = max(Entry.most, Entry.alive)

    def __del__(self):
        Entry.alive -= 1

    def is_dir(self, *, follow_symlinks):
        if self._fault:
            raise self._fault
        return False

    def is_file(self, *, follow_symlinks):
        return True


def test_of_a_crowded_folder_only_the_first_ones_are_held(monkeypatch):
    crowd = Crowded(Entry(f"{number:06d}.toml") for number in range(20_000))
    monkeypatch.setattr(reading.os, "scandir", lambda _: crowd)
    found = list(files_in(Path("/stick")))
    assert [each.name for each in found[:-1]] == [f"{number:06d}.toml" for number in range(500)]
    assert "holds more than 500 files" in str(found[-1])
    assert Entry.most < 600


def test_an_entry_that_cannot_be_looked_at_costs_only_itself(monkeypatch):
    entries = [Entry("a.toml"), Entry("b.toml", OSError(5, "Input/output error")), Entry("c.toml")]
    monkeypatch.setattr(reading.os, "scandir", lambda _: Crowded(entries))
    found = list(files_in(Path("/stick")))
    assert str(found.pop(1)) == "b.toml: cannot be read (Input/output error); copy it again."
    assert [each.name for each in found] == ["a.toml", "c.toml"]


class Pulled:
    """Simulates a stick that is pulled out while the second file is read."""

    def __init__(self) -> None:
        self.read = 0

    def __call__(self, path: Path) -> BinaryIO:
        self.read += 1
        if self.read > 1:
            raise OSError(5, "Input/output error")
        return path.open("rb")


def test_a_stick_pulled_while_it_is_read_costs_what_was_not_read(stick, box, monkeypatch, call):
    monkeypatch.setattr(reading, "open_plainly", Pulled())
    said = call(1, "take", stick({f"decks/deck-{n}.toml": deck() for n in range(3)}))
    assert said.out.startswith("1 deck; 2 files could not be taken, the first is decks/deck-1.toml: cannot be read (")
    assert list(files_of(box)) == ["own/scenarios/deck-0.toml"]


class FullDisk(Disk):
    """A disk that has no room for a second deck."""

    def write(self, path: Path, content: bytes) -> None:
        if "deck-1" in path.name:
            path.write_bytes(content[:9])
            raise OSError(28, "No space left on device")
        super().write(path, content)


def test_a_full_card_says_so_and_keeps_what_was_there(stick, box):
    main(["take", str(stick({"decks/deck-1.toml": deck("One")}))])
    given = stick({f"decks/deck-{n}.toml": deck("Two") for n in range(3)})
    folders = standard_folders()
    taken = Receiver(folders, FullDisk()).take(files_in(find_folder(given)))
    assert "decks/deck-1.toml: cannot be kept (No space left on device); make room on its card." in map(
        str, taken.refused
    )
    kept = files_of(box)
    assert kept["own/scenarios/deck-1.toml"] == deck("One")
    assert kept["own/scenarios/deck-2.toml"] == deck("Two")
    assert not [name for name in kept if name.endswith(".new")]


@pytest.mark.usefixtures("box")
def test_where_there_is_no_room_to_look_at_a_file_it_says_so(stick, voice, monkeypatch):
    monkeypatch.setattr(checked_apart, "ROOM", Path("/nowhere"))
    given = stick({"device.toml": SETTINGS, "voices/en-new.zip": voice})
    taken = Receiver(standard_folders()).take(files_in(find_folder(given)))
    why = "cannot be kept (No such file or directory); make room on its card."
    assert [str(fault) for fault in taken.refused] == [
        f"{name}: {why}" for name in ("device.toml", "voices/en-new.zip")
    ]


def test_a_folder_that_cannot_be_read_is_a_sentence(stick, box, monkeypatch):
    folder, real = find_folder(stick({"decks/sunday.toml": deck()})), os.scandir

    def scandir(path):
        if Path(str(path)).name == "decks":
            raise OSError(5, "Input/output error")
        return real(path)

    monkeypatch.setattr(reading.os, "scandir", scandir)
    assert [str(each) for each in files_in(folder)] == ["decks/: cannot be read (Input/output error); copy it again."]


def test_folders_of_the_service_are_written_with_its_rights(stick, box, voice, monkeypatch):
    entered = list[Path]()

    def in_state(folder):
        entered.append(folder)
        return as_service(folder)

    where = Folders(box / "state", box / "cache", box / "run", box / "own")
    given = stick({"voices/en-new.zip": voice, "decks/sunday.toml": deck()})
    monkeypatch.setattr("nightcrier.care.taking.as_service", in_state)
    Receiver(where).take(files_in(find_folder(given)))
    assert set(entered) == {box / "state"}
