"""Tests live speech with simulated child processes, and one real one."""

import os
import subprocess
import sys
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest

from nightcrier.box.sound.voices.live_speech import MADE_AT_ONCE, SPEECH_LIMIT, SPEECHES_KEPT, SpeechMaker
from nightcrier.box.sound.voices.speech_programs import (
    ESPEAK,
    RHVOICE,
    SYSTEM_VOICE,
    LiveVoice,
    SpeechProgram,
    find_program,
    pipe_speech,
    start_child,
)
from nightcrier.kernel.clock import VirtualClock
from tests.box.sound.voices.waves import tone, write_wav


class FakeChild:
    """Simulates a child process that ends with a status, or never ends if the status is None."""

    def __init__(self, status):
        self.status, self.killed = status, False

    def poll(self):
        return self.status

    def wait(self, timeout=None):
        if self.status is None and not self.killed:
            raise subprocess.TimeoutExpired("child", timeout)
        return self.status or 0

    def kill(self):
        self.killed = True


class Shop:
    """Makes live speech with fake children that write a second of silence."""

    def __init__(self, tmp_path, status=0, installed=("espeak-ng",)):
        self.status, self.children, self.commands, self.reports = status, [], [], []
        self.clock, self.seconds = VirtualClock(), 1.0
        self.folder = tmp_path / "live"
        self.live = SpeechMaker(
            self.folder,
            self.clock,
            self.reports.append,
            programs=(RHVOICE, ESPEAK),
            start=self.start,
            which=lambda program: f"/usr/bin/{program}" if program in installed else None,
        )

    def start(self, command, text):
        self.commands.append((*command, text))
        if self.status == 0:
            write_wav(command[-1], self.seconds)
        self.children.append(FakeChild(self.status))
        return self.children[-1]


@pytest.fixture
def shop(tmp_path):
    return Shop(tmp_path)


def test_a_sentence_is_made_once_and_kept(shop):
    file, seconds = shop.live.get("it", "Buonanotte")
    assert (file.parent, seconds) == (shop.folder, 1.0)
    assert shop.live.get("it", "Buonanotte") == (file, seconds)
    (command,) = shop.commands
    assert (command[:4], command[-1]) == (("/usr/bin/espeak-ng", "-v", "it", "-s"), "Buonanotte")
    assert [each.name for each in shop.folder.iterdir()] == [file.name]


def test_what_was_begun_ahead_is_not_begun_again(shop):
    shop.live.begin("it", "Buonanotte")
    shop.live.begin("it", "Buonanotte")
    assert shop.live.get("it", "Buonanotte")
    assert len(shop.commands) == 1


def test_the_better_engine_is_asked_first(tmp_path):
    shop = Shop(tmp_path, installed=("RHVoice-test", "espeak-ng"))
    shop.live.get("en", "Night")
    shop.live.get("uk", "Nich")
    assert [command[:3] for command in shop.commands] == [
        ("/usr/bin/RHVoice-test", "-p", "bdl"),
        ("/usr/bin/RHVoice-test", "-p", "natalia"),
    ]


@pytest.mark.parametrize(("language", "spoken"), [("th", "x"), ("uk", "x"), ("zh-Hant", "天黑"), ("ja", "夜です")])
def test_what_an_engine_says_badly_it_does_not_say(shop, language, spoken):
    assert shop.live.get(language, spoken) is None
    assert shop.commands == []


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("de", "Анна"),
        ("fr", "สมชาย"),
        ("en", "علی"),
        ("es", "Ελένη"),
        ("it", "さくら"),
        ("fa", "Анна"),
        ("ja", "Bo"),
        ("ja", "สมชาย"),
        ("zh-Hant", "さくら"),
        ("de", "Bo Анна"),
    ],
)
def test_a_name_in_letters_of_another_script_is_not_spelled_aloud(shop, language, name):
    assert not shop.live.is_ready(language, name)
    assert shop.live.get(language, name) is None
    assert shop.commands == []


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("de", "Şükrü"),
        ("fr", "Łukasz"),
        ("en", "Éva-Maria 2"),
        ("fa", "علی"),
        ("fa", "Bo"),
        ("ja", "さくら"),
        ("ja", "エマー"),
        ("uk", "Мар\u02bcяна"),
        ("uk", "Bo"),
        ("en", "J.R."),
        ("es", "Mª José"),
    ],
)
def test_a_name_in_letters_it_reads_is_spoken(tmp_path, language, name):
    assert Shop(tmp_path, installed=("RHVoice-test", "espeak-ng")).live.get(language, name)


@pytest.mark.parametrize(
    ("language", "name"),
    [("ja", "夜子"), ("ja", "エマ"), ("zh-Hant", "天"), ("th", "สมชาย"), ("uk", "Анна"), ("de", "Bo")],
)
def test_a_voice_of_the_system_reads_the_script_of_its_language(language, name):
    assert SYSTEM_VOICE.can(language, name)
    assert not SYSTEM_VOICE.can(language, "Ελένη")


def test_pinyin_and_kana_are_spoken(shop):
    assert shop.live.get("zh-Hant", "tian1 hei1")
    assert shop.live.get("ja", "よるです")


def test_without_an_engine_there_is_no_live_speech(tmp_path):
    assert Shop(tmp_path, installed=()).live.get("en", "Night") is None


def test_one_that_fails_is_told_once_and_not_tried_again(tmp_path):
    shop = Shop(tmp_path, status=1)
    assert shop.live.get("en", "Night") is None
    assert shop.live.get("en", "Night") is None
    assert len(shop.commands) == 1
    assert shop.reports == ["Live speech failed with status 1; check that the voice is installed."]


def test_one_that_is_slow_is_waited_for_only_a_moment_and_used_later(tmp_path):
    shop = Shop(tmp_path, status=None)
    assert shop.live.get("en", "Night") is None
    write_wav(shop.commands[0][-2])
    shop.children[0].status = 0
    assert shop.live.get("en", "Night")
    assert len(shop.commands) == 1


def test_what_is_made_ahead_is_never_waited_for_and_only_a_few_at_once(tmp_path):
    shop = Shop(tmp_path, status=None)
    names = [f"Person {number}" for number in range(MADE_AT_ONCE + 2)]
    assert not any(shop.live.is_ready("en", name) for name in names)
    assert len(shop.children) == MADE_AT_ONCE
    for child, command in zip(shop.children, shop.commands, strict=True):
        child.status = 0
        write_wav(command[-2])
    assert [shop.live.is_ready("en", name) for name in names] == [True] * MADE_AT_ONCE + [False] * 2
    assert len(shop.children) == len(names)


def test_one_that_is_stuck_is_ended(tmp_path):
    shop = Shop(tmp_path, status=None)
    shop.live.get("en", "Night")
    shop.clock.move_to(SPEECH_LIMIT + 0.1)
    assert shop.live.get("en", "Night") is None
    assert shop.children[0].killed
    assert len(shop.reports) == 1
    assert shop.live.get("en", "Night") is None
    assert len(shop.commands) == 1


def test_closing_ends_what_is_still_being_made(tmp_path):
    shop = Shop(tmp_path, status=None)
    shop.live.begin("en", "Night")
    shop.live.close()
    assert shop.children[0].killed


def test_when_a_name_is_forgotten_no_sound_and_no_file_name_tells_of_it(shop):
    shop.live.get("en", "Quirina")
    shop.status = None
    shop.live.begin("en", "Night, Quirina")
    write_wav(shop.commands[1][-2])
    assert shop.live.forget() is None
    assert list(shop.folder.iterdir()) == []
    assert shop.children[1].killed
    assert shop.live.forget() is None, "there may be none"


def test_a_sound_that_the_disk_does_not_remove_is_told(shop, monkeypatch):
    shop.live.get("en", "Quirina")
    monkeypatch.setattr(Path, "unlink", Mock(side_effect=OSError(30, "Read-only file system")))
    assert shop.live.forget().path == shop.folder


def test_an_empty_file_is_a_failure(tmp_path):
    shop = Shop(tmp_path)
    shop.seconds = 0.0
    assert shop.live.get("en", "Night") is None
    assert len(shop.reports) == 1


def test_where_nothing_can_be_written_it_says_so_once(tmp_path):
    shop = Shop(tmp_path)
    shop.folder.write_text("a file where a folder is wanted")
    assert shop.live.get("en", "Night") is None
    assert "cannot be made in" in shop.reports[0]


def cut_short(path):
    path.write_bytes(path.read_bytes()[:50])


def emptied(path):
    path.write_bytes(b"")


def made_a_pipe(path):
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("spoil", [cut_short, emptied, made_a_pipe])
def test_what_a_power_cut_has_left_of_a_file_is_made_again(shop, spoil):
    file, seconds = shop.live.get("en", "Night")
    spoil(file)
    assert shop.live.get("en", "Night") == (file, seconds)
    assert (len(shop.commands), shop.reports) == (2, [])


def test_a_disk_that_takes_no_more_when_it_is_done_costs_this_one_alone(shop, monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "replace", refuse)
        assert shop.live.get("en", "Night") is None
        assert shop.live.get("en", "Night") is None
    assert shop.reports == [f"Live speech cannot be kept in {shop.folder}: No space left on device."]
    assert list(shop.folder.iterdir()) == []
    assert shop.live.get("en", "Day")


def test_the_oldest_files_make_room(shop):
    shop.folder.mkdir()
    for number in range(SPEECHES_KEPT + 3):
        write_wav(shop.folder / f"{number}.wav", 0.01)
    shop.live.get("en", "Night")
    assert len(list(shop.folder.iterdir())) == SPEECHES_KEPT + 1


def test_a_real_child_reads_the_text_and_writes_the_file(tmp_path):
    program = "import sys; open(sys.argv[1], 'w').write(sys.stdin.read())"
    assert start_child([sys.executable, "-c", program, str(tmp_path / "out")], "Gute Nacht, 夜").wait(30) == 0
    assert (tmp_path / "out").read_text() == "Gute Nacht, 夜"


@pytest.mark.parametrize(
    ("code", "heard"),
    [
        ("import sys; print(sys.stdin.read(), end='')", b"Night"),
        ("import sys; sys.stdin.close(); print('x' * 500_000, end='')", b"x" * 500_000),
        ("import time; print('Ni', flush=True); time.sleep(60)", b""),
        ("import os; os.abort()", b""),
        ("import time; print('x' * 2**20, end='', flush=True); time.sleep(60)", b""),
        ("while True: print('x' * 2**20, end='')", b""),
    ],
    ids=["said", "long", "hanging", "broken", "hanging behind a full pipe", "endless"],
)
def test_speech_for_one_listener_comes_through_a_pipe_whole_or_not_at_all(code, heard):
    program = SpeechProgram(sys.executable, ("-c", code, "{out}"), {"en": LiveVoice("en")})
    patience = 60.0 if heard else 1.0
    assert pipe_speech("en", "Night", patience, (program,)) == heard


def test_speech_longer_than_its_pipe_is_heard_to_its_end(tmp_path, monkeypatch):
    os.mkfifo(full := tmp_path / "full")
    polls = chain((full.read_bytes,), repeat(lambda: [1]))
    waits = Mock(poll=lambda _: next(polls)())
    monkeypatch.setattr("select.poll", lambda: waits)
    code = f"print('x' * 2**20, end='', flush=True); open({str(full)!r}, 'w').close(); print('y' * 10**6, end='')"
    program = SpeechProgram(sys.executable, ("-c", code, "{out}"), {"en": LiveVoice("en")})
    assert pipe_speech("en", "Night", 1.0, (program,)) == b"x" * 2**20 + b"y" * 10**6


def test_where_no_program_can_say_it_nothing_comes_through_a_pipe():
    missing = SpeechProgram("no-such-program-anywhere", ("{out}",), {"en": LiveVoice("en")})
    assert pipe_speech("en", "Night", 1.0, (missing,)) == pipe_speech("th", "Night", 1.0, (missing,)) == b""


def test_programs_are_looked_for_where_programs_are():
    assert find_program("sh")
    assert find_program("no-such-program-anywhere") is None


def test_every_engine_gets_the_file_it_is_to_write():
    for engine in (RHVOICE, ESPEAK, SYSTEM_VOICE):
        assert str(engine.command("p", LiveVoice("v"), "/out.wav")[-1]) == "/out.wav"


def test_live_speech_is_cut_before_it_is_played(shop, monkeypatch):
    monkeypatch.setattr(f"{__name__}.write_wav", lambda path, _seconds: tone(path, 0.0, 0.5, 0.35))
    assert shop.live.get("it", "Buonanotte")[1] == pytest.approx(0.59, abs=0.011)


def test_every_live_voice_is_asked_for_the_loudness_of_a_clip():
    for program in (RHVOICE, ESPEAK):
        for voice in program.voices.values():
            assert str(voice.loudness) in program.command("x", voice, Path("y.wav"))
            assert 100 < voice.loudness <= 200
