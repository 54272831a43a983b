"""Tests the page that records in a browser: its contents, and that its functions judge and write like the studio's."""

import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import numpy as np
import pytest
import soundfile

from nightcrier.box.sound.voices.packs import ShelvedPack, text_hash
from nightcrier.cli import main
from nightcrier.kernel.ids import LineId
from nightcrier.takes import recording_page as page_module
from nightcrier.takes.mastering import UnusableRecording
from nightcrier.takes.pack_folder import own_pack, read_list
from nightcrier.takes.recording_page import LIMITS, page_words, recording_page
from nightcrier.takes.script import person_script
from nightcrier.takes.take_import import ImportRules, import_recordings
from nightcrier.takes.takes import MachineVoice, Take, clean_take
from nightcrier.takes.voice_zip import unpack
from nightcrier.words.catalogue import LANGUAGES
from studio.tests.canned import CLIP, EN, RATE, silently

PARTS = Path(page_module.__file__).with_name("page")
node = pytest.mark.skipif(not shutil.which("node"), reason="the page's functions run in node: sudo apt install nodejs")


def page_of(lines, machine=None, language=EN):
    return recording_page(language, lines, machine, {"its speaker's own": "", "CC0-1.0": "CC0-1.0"})


def told_by(page):
    (row,) = re.findall(r"^const PAGE = (.*);$", page, re.MULTILINE)
    return json.loads(row)


def test_the_words_are_the_same_in_all_languages_and_each_is_used():
    words = page_words()
    script = "".join(file.read_text("utf-8") for file in PARTS.iterdir() if file.name != "words.toml")
    assert set(words) == set(LANGUAGES)
    for language, said in words.items():
        assert said.keys() == words["en"].keys(), language
        assert all(said.values()), language
    assert [word for word in words["en"] if not re.search(rf"\b{word}\b", script)] == []


def test_the_page_holds_the_lines_the_clips_and_the_limits(tmp_path, lines):
    pack = own_pack(tmp_path, EN, "robot")
    pack.keep(LineId("paused"), lines["paused"], CLIP)
    told = told_by(page_of(lines, ShelvedPack(pack.folder, pack.pack)))
    assert [line["id"] for line in told["LINES"]] == list(lines)
    paused = next(line for line in told["LINES"] if line["id"] == "paused")
    assert paused["hash"] == text_hash(lines["paused"])
    assert paused["seconds"] == pytest.approx(1, abs=0.02)
    assert paused["clip"].startswith("data:audio/ogg;codecs=opus;base64,T2dnUw")
    assert [line["clip"] for line in told["LINES"] if line["id"] != "paused"] == [""] * (len(lines) - 1)
    assert told["LIMITS"] == LIMITS


def test_no_text_ends_the_script_and_nothing_is_fetched():
    page = page_of({LineId("odd"): "</script><b>\u2028@style@"})
    assert page.count("</script>") == 1
    assert told_by(page)["LINES"][0]["text"] == "</script><b>\u2028@style@"
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|src=", page)


def test_persian_is_written_from_the_right():
    assert '<html lang="fa" dir="rtl">' in page_of({}, language="fa")
    assert '<html lang="en" dir="ltr">' in page_of({})


def test_the_command_writes_the_chosen_lines(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    assert main(["voices", "page", "it", "--only", "paused"]) == 0
    page = Path("record-it.html").read_text("utf-8")
    assert capsys.readouterr().out.startswith("record-it.html: 1 lines, ")
    told = told_by(page)
    assert [line["id"] for line in told["LINES"]] == ["paused"]
    assert dict(told["LICENCES"])["its speaker's own"] == ""
    assert told["WORDS"] == page_words()["it"]


def checked(tmp_path, what, order):
    (tmp_path / "order.json").write_text(json.dumps(order))
    command = ["node", str(Path(__file__).with_name("page_check.js")), str(PARTS), what, str(tmp_path / "order.json")]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def floats(tmp_path, name, sound):
    (tmp_path / name).write_bytes(np.asarray(sound, "<f4").tobytes())
    return str(tmp_path / name)


def noise(level, seconds, seed=3):
    return 10 ** (level / 20) * np.random.default_rng(seed).standard_normal(round(seconds * RATE))


def in_room(sound, level=-75.0):
    padded = np.pad(sound, round(0.6 * RATE))
    return padded + noise(level, len(padded) / RATE)[: len(padded)]


def verdict(sound, machine):
    try:
        clean_take(Take(sound, RATE), machine)
    except UnusableRecording as fault:
        return str(fault)
    return ""


SAID = {
    "silent": "nothing to hear",
    "clipped": "is clipped",
    "noisy": "over the room",
    "short": "too short",
    "long": "too long",
    "": "",
}


@node
def test_the_page_refuses_what_the_studio_refuses(tmp_path, talk):
    takes = [
        (in_room(talk(1.5)), 1.5, ""),
        (np.zeros(RATE), 1.5, "silent"),
        (np.clip(9 * in_room(talk(1.5)), -1, 1), 1.5, "clipped"),
        (in_room(talk(1.5), -35), 1.5, "noisy"),
        (in_room(talk(1.5)), 6.0, "short"),
        (in_room(talk(7.0)), 1.5, "long"),
        (in_room(talk(10.0)), 0, "long"),
    ]
    order = [
        {"samples": floats(tmp_path, f"{number}.f32", sound), "rate": RATE, "machine": machine}
        for number, (sound, machine, _) in enumerate(takes)
    ]
    found = checked(tmp_path, "judge", {"takes": order, "limits": LIMITS})
    assert [each["fault"] for each in found] == [fault for *_, fault in takes]
    for sound, machine, fault in takes:
        said = verdict(sound, machine or None)
        assert SAID[fault] in said
        assert bool(said) == bool(fault)


@node
def test_what_the_page_cuts_out_holds_the_voice_and_the_room_before_it(tmp_path, talk):
    sound = np.concatenate([noise(-75, 2.0), in_room(talk(1.5)), noise(-75, 2.0)])
    order = {"samples": floats(tmp_path, "a.f32", sound), "rate": RATE, "machine": 1.5}
    (found,) = checked(tmp_path, "judge", {"takes": [order], "limits": LIMITS})
    begins, ends = (found[edge] / RATE for edge in ("from", "to"))
    assert begins == pytest.approx(2.9 - 0.5, abs=0.1)
    assert ends == pytest.approx(2.9 + 1.5 + 0.3, abs=0.1)


@node
def test_the_page_hears_the_room_then_a_voice_then_its_end(tmp_path, talk):
    sound = np.concatenate([noise(-75, 1.4), in_room(talk(2.0)), noise(-75, 3.0)])
    order = {"samples": floats(tmp_path, "a.f32", sound), "rate": RATE, "limits": LIMITS, "block": 512}
    moments = checked(tmp_path, "follow", order)
    assert list(moments) == ["room", "waiting", "speaking", "over"]
    assert moments["waiting"] == pytest.approx(1.0, abs=0.05)
    assert moments["speaking"] == pytest.approx(2.3 + 0.2, abs=0.15)
    assert moments["over"] == pytest.approx(2.3 + 2.0 + 1.5, abs=0.15)


@node
def test_the_pages_zip_is_taken_in_with_name_licence_and_hash(tmp_path, words, talk):
    texts, sound = person_script(words, EN), in_room(talk(1.5))
    takes = [
        {"id": "paused", "hash": text_hash(texts["paused"]), "samples": floats(tmp_path, "a.f32", sound), "rate": RATE},
        {"id": "screen.on", "hash": "older", "samples": floats(tmp_path, "b.f32", sound), "rate": RATE},
    ]
    file = tmp_path / "voice.zip"
    order = {"takes": takes, "out": str(file), "language": "en", "person": 'Zoë "Z"', "licence": "CC0-1.0"}
    assert checked(tmp_path, "zip", order) == 2
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        assert tomllib.loads(archive.read("pack.toml").decode())["person"] == 'Zoë "Z"'
    own = own_pack(tmp_path / "own", EN, "Zoë")
    with unpack(file) as folder:
        listed = read_list(folder)
        assert (listed.licence, listed.quality, listed.clips["paused"].seconds) == (
            "CC0-1.0",
            "unchecked",
            pytest.approx(len(sound) / RATE, abs=0.001),
        )
        back, rate = soundfile.read(folder / "paused.wav")
        assert rate == RATE
        assert np.abs(back - sound).max() < 1e-4
        taken, refused = import_recordings(folder, ImportRules(texts, MachineVoice(None)), own, silently)
    assert taken == ["paused"]
    assert refused == ["screen.on.wav: it speaks an older text; the line is now: On"]
