"""Tests that captions appear when their words are said, in the language of these words."""

from pathlib import Path

import pytest

from nightcrier.box.events import Caption
from nightcrier.box.performers import captions_of
from nightcrier.box.show.cues import Speak
from nightcrier.box.sound.desk.narration import pause_between
from nightcrier.box.sound.port import SpokenBy, Utterance
from nightcrier.kernel.ids import Language, LineId

EN, FA = Language("en"), Language("fa")
SPEECH = Speak(7, (LineId("one"), LineId("two")))


def unheard(language: Language, text: str, seconds: float = 2.0, line: str = "one") -> Utterance:
    return Utterance(LineId(line), language, text, seconds)


def heard(language: Language, text: str) -> Utterance:
    return Utterance(LineId("one"), language, text, 3.0, "pack", Path("one.opus"), SpokenBy.CLIP)


def read(*utterances: Utterance) -> list[Caption]:
    found, caption = [], captions_of(SPEECH, utterances, lambda said: said.spoken_by is SpokenBy.NONE, 10.0)
    while caption is not None:
        found.append(caption)
        caption = caption.then
    return found


def test_languages_take_turns_as_they_are_said():
    said = [unheard(EN, "One."), unheard(FA, "یک."), unheard(EN, "Two."), unheard(FA, "دو.")]
    captions = read(*said)
    assert [(each.language, each.text) for each in captions] == [(one.language, one.text) for one in said]
    between = 2.0 + pause_between(said[0], said[1])
    assert [each.at for each in captions] == [10.0 + between * turn for turn in range(4)]
    assert {(each.token, round(each.seconds, 6)) for each in captions} == {(7, 2.0)}


def test_a_list_of_one_language_is_read_in_one_piece():
    (caption,) = read(unheard(EN, "One.", line="number.1"), unheard(EN, "Dr. No", line="name.Dr. No"))
    assert (caption.text, caption.at) == ("One. Dr. No", 10.0)
    assert caption.seconds > 4.0


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ("Night falls over the village.", "Two.", "Everyone, close your eyes.")),
        ("ja", ("夜です。", "二。", "全員、目を閉じてください。")),
        ("zh-Hant", ("天黑了。", "二。", "請閉眼。")),
        ("th", ("หมุนลูกบิด แล้วกด START", "สาม", "หลับตาครับ")),
    ],
)
def test_a_sentence_is_read_for_itself_and_a_name_with_what_it_is_said_in(language, sentences):
    lines = ("night", "number.2", "call")
    said = [unheard(Language(language), text, line=line) for text, line in zip(sentences, lines, strict=True)]
    assert [each.text for each in read(*said)] == [*sentences]
    (whole,) = read(
        Utterance(LineId("one"), EN, "It's your turn,", 2.0, goes_on=True), unheard(EN, "Maximilian the Elder")
    )
    assert whole.text == "It's your turn, Maximilian the Elder"


def test_what_is_heard_well_says_so_and_what_follows_it_waits_for_its_turn():
    first, caption = read(heard(EN, "One."), unheard(FA, "یک."))
    assert (first.text, first.at, first.heard) == ("One.", 10.0, True)
    assert not caption.heard
    assert (caption.language, caption.at) == (FA, 13.0 + pause_between(heard(EN, ""), unheard(FA, "")))
