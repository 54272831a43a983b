"""Tests how well clips are understood: what counts as an error, what is saved, and that planted faults are found."""

import re
import subprocess
from pathlib import Path

import pytest
import soundfile
from msgspec.structs import replace

from nightcrier.kernel.ids import Language, LineId
from nightcrier.tools.command_line import box_folders
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier_studio import hearing as voice_hearing
from nightcrier_studio.__main__ import main
from nightcrier_studio.engines.spelling import pinyin
from nightcrier_studio.heard import Comparison, HeardLine, KeptHearings, edits, is_misread, understood, worst_lines
from nightcrier_studio.hearing import meant_texts
from studio.tests.canned import CLIP, EN, RATE, long_clip
from studio.tests.planted import FAULTY, HEARD, SAID, pack_up, plant_faults

READERS = {"ja": {"人狼": "ジン’ロー", "じんろう": "ジンロー", "仁": "ジン 、"}.get, "zh-Hant": pinyin}
NUMBERS = {"en": {7: "Seven.", 21: "Twenty-one."}, "fa": {7: "هفت."}, "zh-Hant": {7: "七。"}}


def compared(language: str, meant: str, heard: str) -> HeardLine:
    comparison = Comparison(Language(language), NUMBERS.get(language, {}), READERS.get(language, str))
    return comparison.compare(LineId("paused"), meant, heard)


@pytest.mark.parametrize(
    ("language", "meant", "heard"),
    [
        ("en", "Werewolf, look: don't move!", "were wolf look don’t move"),
        ("en", "Seat seven, twenty-one points.", "Seat 7, 21 points"),
        ("en", "The Doppelgänger is awake.", "the doppelganger is a wake"),
        ("de", "Straße, Mörder", "strasse morder"),
        ("uk", "Відьма́ заплющує о́чі.", "відьма заплющує очі"),
        ("fa", "می‌خواهی؟ گلهٔ بزرگ، کِی", "مي خواهي گله بزرگ كی"),
        ("fa", "صندلی هفت", "صندلی ۷"),
        ("fa", "صاحب غول، START", "ساهب قول استارت"),
        ("th", "สับ\u200bการ์ด แจกใหม่", "สับการ์ดแจกใหม่"),
        ("zh-Hant", "請睜眼，帶 zhe5 手牌 7", "请睁眼带着手牌七"),
        ("zh-Hant", "媽媽", "馬罵"),
        ("zh-Hant", "按 START 開始", "按斯大特開始"),
        ("ja", "人狼", "じんろう"),
    ],
)
def test_other_spellings_of_the_same_are_no_errors(language, meant, heard):
    found = compared(language, meant, heard)
    assert (found.wrong, found.words_wrong) == (0, 0)
    assert found.units > 1


@pytest.mark.parametrize(
    ("language", "meant", "heard", "wrong", "units"),
    [
        ("en", "Two cards.", "Too many cards.", 5, 8),
        ("uk", "Цілитель", "Цілител", 1, 8),
        ("uk", "її", "іі", 2, 2),
        ("fa", "شب", "سب", 1, 2),
        ("th", "มา", "ม้า", 1, 2),  # a tone mark makes another word
        ("zh-Hant", "請睜眼", "請閉眼", 1, 3),
        ("ja", "じんろう", "仁", 2, 4),
        ("en", "Full", "for all the world to see and hear", 4, 4),  # no line is wrong more than once
        ("en", "Full", "", 4, 4),
    ],
)
def test_what_sounds_otherwise_is_an_error(language, meant, heard, wrong, units):
    found = compared(language, meant, heard)
    assert (found.wrong, found.units) == (wrong, units)


def test_words_are_counted_where_spaces_part_them():
    found = compared("en", "The werewolf has two cards.", "the were wolf has too cards")
    assert (found.words_wrong, found.words) == (1, 5)
    assert compared("th", "สับการ์ด", "สับ").words == 0
    assert edits(["were", "wolf"], ["werewolf"]) == 0
    assert edits("kitten", "sitting") == 3


def heard_line(name: str, wrong: int, units: int = 10) -> HeardLine:
    return HeardLine(LineId(name), "", "", units, wrong, 2, 1)


def test_a_voice_has_one_share_and_the_interval_in_which_other_lines_would_lie():
    lines = [heard_line(f"line.{number}", number % 3) for number in range(30)]
    found = understood(lines)
    assert (found.lines, found.wrong, found.words_wrong) == (30, 0.1, 0.5)
    assert 0.06 < found.least < 0.08
    assert 0.12 < found.most < 0.14
    assert understood(lines) == found
    assert understood([heard_line("alike", 1)] * 30).most == 0.1


def test_the_worst_lines_stand_first_and_those_without_a_fault_not_at_all():
    lines = [heard_line("good", 0), heard_line("worse", 5), heard_line("worst", 9), heard_line("long", 50, 100)]
    assert [line.line for line in worst_lines(lines)] == ["worst", "long", "worse"]
    assert len(worst_lines([heard_line("bad", 1)] * 30)) == 20


@pytest.mark.parametrize(("language", "wrong"), [("en", 3), ("fa", 7), ("th", 7)])
def test_a_take_may_have_been_misread_from_a_share_on_that_hangs_on_the_language(language, wrong):
    assert is_misread(heard_line("take", wrong), Language(language))
    assert not is_misread(heard_line("take", wrong - 1), Language(language))


def test_a_clip_is_heard_once_and_a_run_that_was_stopped_goes_on(tmp_path):
    asked = []

    def hear(clip: Path, language: Language) -> str:
        asked.append((clip.name, language))
        return "We pause."

    for name, content in (("one.opus", CLIP), ("same.opus", CLIP), ("other.opus", long_clip())):
        (tmp_path / name).write_bytes(content)
    kept = KeptHearings(tmp_path / "state/heard.jsonl", hear)
    assert kept.hear(tmp_path / "one.opus", EN) == kept.hear(tmp_path / "same.opus", EN)
    with (tmp_path / "state/heard.jsonl").open("ab") as file:
        file.write(b'\n{"clip":"\xff","heard":""}\n{"clip":"cut sh')
    again = KeptHearings(tmp_path / "state/heard.jsonl", hear)
    assert again.hear(tmp_path / "one.opus", EN) == "We pause."
    again.hear(tmp_path / "other.opus", EN)
    KeptHearings(tmp_path / "state/heard.jsonl", hear).hear(tmp_path / "other.opus", EN)
    assert asked == [("one.opus", EN), ("other.opus", EN)]


@pytest.fixture
def recorded(monkeypatch):
    """Replace Whisper by recorded answers, and return the list of lines it was asked about."""
    asked = list[str]()

    def hear(clip: Path, _language: Language) -> str:
        asked.append(clip.stem)
        return HEARD[clip.stem]

    monkeypatch.setattr(voice_hearing, "has_ears", lambda: True)
    monkeypatch.setattr(voice_hearing, "hear_clip", hear)
    return asked


def lines_told(printed: str) -> list[str]:
    return re.findall(r"^ +\d+ %  (\S+)$", printed, re.MULTILINE)


def test_planted_faults_are_found_and_nothing_else(tmp_path, recorded, call):
    plant_faults(tmp_path)
    words = ["voices", "heard", "en", "--audio", str(tmp_path), "--state", str(tmp_path / "state")]
    told = call(0, *words, "--all").out
    assert re.search(r"^en-male +10 +24\.0 % letters +\d\.\d to \d\d\.\d % +32\.7 %", told, re.MULTILINE)
    assert lines_told(told) == FAULTY
    assert "meant  It's your turn, seat seven.\n         heard  It's your turn C10." in told
    assert set(recorded) == set(SAID)
    assert call(0, *words).out == told
    assert len(recorded) == len(SAID)


def test_a_release_hears_the_drawn_lines_and_what_has_changed(tmp_path, recorded, monkeypatch, capsys, call):
    pack = plant_faults(tmp_path)
    paused = replace(pack.pack.clips[LineId("paused")], hash="an older text")
    pack.pack = replace(pack.pack, clips={**pack.pack.clips, LineId("paused"): paused})
    pack_up(pack, tmp_path)
    monkeypatch.setattr(voice_hearing, "_DRAWN", 2)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "voices"], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)
    words = ["voices", "heard", "en", "--audio", str(tmp_path), "--state", str(tmp_path / "state")]
    assert main([*words, "--since", "HEAD"]) == 0
    assert recorded == ["one-night.seer.wake", "one-night.insomniac.wake"]
    (pack.folder / pack.pack.clips[LineId("vote.open")].file).write_bytes(long_clip())
    pack_up(pack, tmp_path)
    assert main([*words, "--since", "HEAD"]) == 0
    assert recorded[2:] == ["vote.open"]
    capsys.readouterr()
    assert call(2, *words, "--since", "nowhere").err.startswith("There is no commit 'nowhere' in the checkout")
    for step in (["rm", "-q", "--cached", "voices/en-male.zip"], ["commit", "-qm", "without it"]):
        subprocess.run([*git, *step], check=True)
    assert main([*words, "--since", "HEAD"]) == 0
    assert set(recorded) == SAID.keys() - {"paused"}


def test_what_was_heard_stands_beside_a_take_that_was_misread(tmp_path, recorded, talk, capsys, call, monkeypatch):
    spelled = "one-night.doppelganger.close"  # a machine is given another text of it than people
    monkeypatch.setitem(HEARD, spelled, "She has paws.")
    for seed, line in enumerate((spelled, "vote.open")):
        soundfile.write(tmp_path / f"{line}.wav", talk(seed=seed), RATE)
    words = ["voices", "import", str(tmp_path), "--language", "en", "--person", "Ann", "--sure"]
    told = call(0, *words, "--state", tmp_path / "state").out
    assert f'as the voice of Ann.\n  {spelled}: I heard "She has paws."\n  vote.open\n' in told
    assert (
        main(["voices", "heard", "en", "--pack", "en-ann", "--since", "HEAD", "--state", str(tmp_path / "state")]) == 0
    )
    told = capsys.readouterr().out
    assert re.search(r"^en-ann +2 ", told, re.MULTILINE)
    assert lines_told(told) == [spelled]
    assert len(recorded) == 2


def test_a_text_is_meant_as_people_read_it_and_as_a_machine_is_given_it_where_readings_are_compared(tmp_path):
    house, persian, japanese = VoiceFiles(box_folders(tmp_path), None), Language("fa"), Language("ja")
    assert meant_texts(house, persian) == house.all_texts(persian) != house.script(persian)
    assert meant_texts(house, japanese).items() >= house.script(japanese).items()


def test_takes_are_imported_without_a_recogniser(tmp_path, recorded, talk, call, monkeypatch):
    monkeypatch.setattr(voice_hearing, "has_ears", lambda: False)
    soundfile.write(tmp_path / "paused.wav", talk(), RATE)
    words = ["voices", "import", str(tmp_path), "--language", "en", "--sure", "--state", str(tmp_path / "state")]
    assert (recorded, "  paused\n" in call(0, *words).out) == ([], True)


def test_what_is_missing_is_one_sentence(tmp_path, recorded, call, monkeypatch):
    words = ["voices", "heard", "en", "--state", str(tmp_path)]
    assert "There is no voice 'en-nobody' with clips to hear" in call(2, *words, "--pack", "en-nobody").err
    monkeypatch.setattr(voice_hearing, "lacks_to_read", "To build the voice {}, install something.".format)
    assert "To build the voice ja, install something." in call(1, "voices", "heard", "ja", "--state", tmp_path).err
    monkeypatch.setattr(voice_hearing, "has_ears", lambda: False)
    assert call(1, *words).err.endswith("in the checkout, run: ./run voices heard\n")


STUDIO = Path(".venv-studio")
LOCK = Path("requirements/studio.txt")
UNPLUGGED = """
import socket, sys
socket.socket.connect = socket.getaddrinfo = None
from nightcrier_studio.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def is_made(lock: Path) -> bool:
    return lock.exists() and lock.read_bytes() == LOCK.read_bytes()


@pytest.mark.skipif(not is_made(STUDIO / "made-from"), reason="Whisper hears in the studio: ./run voices list makes it")
def test_whisper_itself_finds_the_planted_faults_without_a_network(tmp_path):
    plant_faults(tmp_path)
    words = ["voices", "heard", "en", "--all", "--audio", str(tmp_path), "--state", str(tmp_path / "state")]
    done = subprocess.run(
        [STUDIO / "bin/python", "-P", "-c", UNPLUGGED, *words], capture_output=True, text=True, check=True
    )
    assert lines_told(done.stdout) == FAULTY
