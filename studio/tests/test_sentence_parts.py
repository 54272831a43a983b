"""Tests parts of sentences: cut out of a longer one, trimmed on both sides, and timed against whole ones."""

import numpy as np
import pytest

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.mastering import master_line
from nightcrier.takes.sound_faults import shortest_of
from nightcrier.takes.soundfiles import SENTENCE_PART, decode_sound
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_studio.delivery import PLAIN
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.engines.spelling import spellings
from nightcrier_studio.pack_build import SpeechTask, speak_part, speak_task
from nightcrier_studio.sentence_times import SENTENCES, _time_of, sentence_times, time_rows, whole_text
from studio.tests.canned import RATE, VOICE
from tests.words.test_sentences import WORDS

EN = Language("en")


class Comma:
    """An engine that says a part for this many seconds, pauses, and says the word after it."""

    needs = ()

    def __init__(self, talk, rest=0.1, tick=False, behind=0.4):
        self.asked, self._talk, self._rest, self._tick, self._behind = [], talk, rest, tick, behind

    def speak(self, text, _manner=PLAIN):
        self.asked.append(text)
        word, behind = (np.trim_zeros(self._talk(seconds)) for seconds in (0.5, self._behind))
        more = [np.zeros(round(self._rest * RATE)), behind] if " " in text else []
        tick = [np.zeros(RATE // 2), 0.3 * np.ones(RATE // 100)] if self._tick else []
        return np.concatenate([word, *more, *tick]), RATE


@pytest.mark.parametrize("tick", [False, True])
def test_the_word_behind_the_comma_is_cut_off_again(talk, tick):
    engine = Comma(talk, tick=tick)
    sound, rate = speak_part(engine, EN, "Seven,")
    assert engine.asked == ["Seven, two."]
    assert len(sound) / rate == pytest.approx(0.52, abs=0.02)


def test_a_lip_that_closes_within_the_part_is_not_taken_for_its_end(talk):
    class Closing(Comma):
        def speak(self, text, _manner=PLAIN):
            sound, rate = super().speak(text)
            return np.concatenate([sound[: rate // 10], np.zeros(rate // 20), np.tile(sound, 2)]), rate

    sound, rate = speak_part(Closing(talk, rest=0), EN, "Claw of the Werewolf,")
    assert len(sound) / rate > 0.9


@pytest.mark.parametrize("comma", [{"rest": 0}, {"behind": 0.6}])
def test_where_the_machine_rests_only_within_the_part_or_nowhere_it_says_the_part_alone(talk, comma):
    engine = Comma(talk, **comma)
    sound, rate = speak_part(engine, EN, "Seven,")
    assert engine.asked == ["Seven, two.", "Seven,"]
    assert len(sound) / rate == pytest.approx(0.5, abs=0.02)


def test_a_part_is_mastered_without_silence_and_a_line_with_a_breath(talk):
    part, line = (
        len(decode_sound(speak_task(VOICE, Comma(talk), SpeechTask(LineId("number.7.on"), text)).clip)) / OPUS_RATE
        for text in ("Seven,", "Seven.")
    )
    assert part == pytest.approx(0.53, abs=0.03)
    assert line >= 0.6


def test_a_short_part_is_not_padded(talk):
    clip = master_line(np.trim_zeros(talk(0.3)), RATE, edges=SENTENCE_PART)
    assert len(decode_sound(clip)) / OPUS_RATE < 0.36
    assert shortest_of("Seven,") < 0.3 < shortest_of("Seven.")


def test_every_language_has_a_word_to_cut_off():
    assert set(spellings()["tails"]) == set(LANGUAGES) == {voice.language for voice in read_voices().values()}


def test_a_sentence_is_written_as_one_for_the_comparison():
    whole = [whole_text(WORDS, EN, sentence) for sentence in SENTENCES]
    assert "It's your turn, seat seven." in whole
    assert "The winners, by seat: one, three, seven." in whole
    assert whole_text(WORDS, Language("ja"), SENTENCES[0]) == "次のかたの番号は、ナナ。"
    winners = [whole_text(WORDS, Language(language), SENTENCES[1]) for language in ("ja", "zh-Hant")]
    assert winners == ["かったかたの番号は、イチ、サン、ナナ。", "獲勝的是座位：一，三，七。"]


def test_what_is_printed_counts_clips_and_the_pauses_between_them(talk):
    clip = master_line(talk(1.0), RATE)
    seconds = len(decode_sound(clip)) / OPUS_RATE
    first, *_ = times = list(sentence_times(WORDS, EN, lambda _text: clip))
    assert (first.composed, first.whole) == (seconds, seconds), "it is recorded whole"
    assert _time_of(WORDS, Language("ja"), ("seat-first", "number.4"), lambda _text: clip) == seconds, "there alone"
    assert times[1].composed == pytest.approx(4 * seconds + 3 * 0.15)
    *rows, last = time_rows("en-male", times)
    assert len(rows) == len(SENTENCES)
    assert "+0 %  deal.turn number.7" in rows[0]
    assert "+213 %  seat-first number.4 points.5" in rows[-2]
    assert last.endswith("all of them")
