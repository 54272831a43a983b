"""Tests the saved readings of engines: a changed text is refused until somebody has reviewed it."""

import struct
from functools import cache
from pathlib import Path

import pytest

from nightcrier.box.library import read_library
from nightcrier.box.plugs import screen_only_words
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.script import voice_script
from nightcrier.words.catalogue import LANGUAGES, Words
from nightcrier_studio import making as voice_making
from nightcrier_studio.engines import readers
from nightcrier_studio.engines.catalogue import VOICE_ENGINES, read_voices, voice_of
from nightcrier_studio.engines.kept import read_readings, reading_file
from nightcrier_studio.engines.readers import StressRules, Transducer, needs_to_read, reader_of
from nightcrier_studio.engines.spelling import pinyin, speller, spellings
from nightcrier_studio.making import keep_readings, lines_to_review, read_lines
from tests.owed import owed

EN, OPEN, SEER = Language("en"), LineId("one-night.open"), LineId("one-night.seer.wake")
SCRIPT = {OPEN: "Night falls.", SEER: "Seer, wake up."}


@cache
def house_words(folders: Folders) -> Words:
    return read_library(folders, lambda fault: pytest.fail(fault.what)).words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reading_was_reviewed_since_its_text_changed(language):
    """To fix this, review what `./run voices readings LANG` shows and confirm it with --reviewed, or owe it."""
    words = house_words(standard_folders({}, Path("/nowhere")))
    kept = read_readings(reading_file(voice_making.READINGS, language))
    script = voice_script(words, language, screen_only_words())
    stale = {*lines_to_review(script, kept)}
    owes = owed("readings", language, stale)
    assert (stale - owes, owes - stale) == (set(), set())
    assert [line for line in kept if line not in script] == []


def test_a_line_is_read_again_when_its_text_changes(tmp_path):
    file = reading_file(tmp_path, EN)
    assert lines_to_review(SCRIPT, read_readings(file)) == SCRIPT
    keep_readings(file, SCRIPT, read_lines(SCRIPT, str.upper, lambda _number, _all: None))
    assert read_readings(file)[OPEN].read == "NIGHT FALLS."
    changed = {OPEN: "Night has come."}
    assert lines_to_review(changed, read_readings(file)) == changed
    keep_readings(file, changed, read_readings(file))
    assert list(read_readings(file)) == [OPEN]


def test_readings_are_shown_and_kept_once_they_were_reviewed(tmp_path, monkeypatch, call):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(voice_making, "READINGS", tmp_path)
    monkeypatch.setattr(voice_making, "lacks_to_read", lambda _language: "")
    monkeypatch.setattr(readers, "reader_of", lambda _voice: str.upper)
    told = call(1, "voices", "readings", "en")
    assert f"en {SEER}\n" in told.out
    assert "readings to review" in told.err
    assert not list(tmp_path.glob("*.toml"))
    call(0, "voices", "readings", "en", "--reviewed")
    assert call(0, "voices", "readings", "en").out == ""


def test_what_cannot_be_read_here_is_said_with_what_to_install(tmp_path, monkeypatch, call):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(voice_making, "READINGS", tmp_path)
    monkeypatch.setattr(voice_making, "lacks_to_read", lambda _language: "First run: sudo apt install espeak-ng")
    assert "lines cannot be read. First run: sudo apt install espeak-ng" in call(1, "voices", "readings", "fa").err


def test_what_is_told_to_kokoro_is_read_without_its_weights_and_its_voice():
    french, chinese, thai = (voice_of(Language(language)) for language in ("fr", "zh-Hant", "th"))
    assert [need.what for need in needs_to_read(french)] == ["espeak-ng"]
    assert [*needs_to_read(chinese)] == []
    assert [need.what for need in needs_to_read(thai)] == ["pythaitts"]


def test_every_engine_of_a_shipped_voice_has_a_reader(monkeypatch):
    monkeypatch.setattr(readers, "_ukrainian", lambda: str)
    assert {voice.engine for voice in read_voices().values() if voice.shipped} <= VOICE_ENGINES.keys()
    assert all(reader_of(voice) for voice in read_voices().values() if voice.shipped)


def test_words_are_spelled_for_their_machine_wherever_they_stand():
    ukrainian = speller("uk")
    assert ukrainian("Поруч або коли") == "По\u0301руч або\u0301 коли\u0301"
    assert ukrainian("зно\u0301ву, кольори") == "зно\u0301ву, кольори"
    assert speller("fa")("اون می‌گه.") == "اون می‌گِ."
    assert speller("de")("Abend") == "Abend"


def test_characters_are_read_as_the_words_they_make():
    read = {
        "雙重麻煩": "shuang1 chong2 ma2 fan5",
        "帶着手牌": "dai4 zhe5 shou3 pai2",
        "依人數": "yi1 ren2 shu4",
        "一號座位": "yi1 hao4 zuo4 wei4",
        "一位": "yi2 wei4",  # it changes its tone before another syllable, but not in an ordinal
        "一張": "yi4 zhang1",
        "第一夜": "di4 yi1 ye4",
        "看著": "kan4 zhe5",
        "的": "de5",
        "三分之一的牌": "san1 fen1 zhi1 yi1 de5 pai2",
        "整晚睡覺": "zheng3 wan3 shui4 jiao4",
        "不要不認識": "bu2 yao4 bu2 ren4 shi4",
        "可看中央一張": "ke3 kan4 zhong1 yang1 yi4 zhang1",
        "是 zhe5 張": "shi4 zhe5 zhang1",
    }
    assert {text: pinyin(text).replace("fan2", "fan5") for text in read} == read


def transducer(*states: tuple[int, tuple[tuple[int, int, int], ...]]) -> bytes:
    """Return the content of an RHVoice file with the signs а and А."""
    signs = struct.pack(">H", 2) + b"".join(bytes([len(sign)]) + sign for sign in ("а".encode(), "А".encode()))
    rows = (
        struct.pack(">BI", final, len(arrows)) + b"".join(struct.pack(">IHH", *one) for one in arrows)
        for final, arrows in states
    )
    return signs + struct.pack(">I", len(states)) + b"".join(rows)


def test_a_word_is_stressed_as_the_files_of_rhvoice_tell(tmp_path):
    """The first of two paths through the file is a dead end; a sign that the file does not know stays as it is."""
    file = tmp_path / "stress.fst"
    file.write_bytes(transducer((0, ((1, 2, 2), (2, 2, 3))), (0, ()), (0, ((3, 1, 1),)), (1, ())))
    words = Transducer(file)
    assert words.translate("аб") == ["А", "б"]
    assert words.translate("а") is None
    assert words.translate("") is None


def test_a_word_that_is_in_no_list_is_stressed_by_its_ending(tmp_path):
    file = tmp_path / "stress.fsm"
    states = (({"к": 1}, 0, None), ({"а": 2}, 0, None), ({}, 0, (2, 1)))
    rows = b""
    for ways, fail, piece in states:
        rows += bytes([len(ways)]) + b"".join(struct.pack(">II", ord(sign), to) for sign, to in ways.items())
        rows += struct.pack(">IIB", fail, 0, piece[0] if piece else 0) + (bytes([piece[1]]) if piece else b"")
    file.write_bytes(struct.pack(">I", len(states)) + rows)
    rules = StressRules(file)
    assert rules.stressed("вовка") == len("вовк")
    assert rules.stressed("вік") is None


def test_no_spelling_says_what_it_stands_for_twice():
    marks = str.maketrans("", "", "\u0301")
    assert all(spelled.translate(marks) == word for word, spelled in spellings()["uk"].items())
