"""Compares the time of a sentence that is put together from clips with its time when the machine speaks it whole."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from nightcrier.box.sound.desk.narration import pause_between
from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.box.sound.port import Utterance
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Language, LineId, Seconds, unended_line
from nightcrier.kernel.reading import read_toml
from nightcrier.takes.soundfiles import decode_sound
from nightcrier.words.catalogue import UNHEARD, Words
from nightcrier.words.sentences import join_sentence, line_for_voice, whole_lines

SENTENCES = tuple(map(tuple, read_toml(Path(__file__).with_name("sentences.toml"), dict[str, list[LineId]]).values()))

SpeakText = Callable[[str], bytes]
"""A function that speaks a text and returns the mastered clip."""


class SentenceTime(Struct, frozen=True):
    """Holds the time of one sentence when it is put together from clips, and when it is spoken whole."""

    sentence: tuple[LineId, ...]
    composed: Seconds
    whole: Seconds


def sentence_times(words: Words, language: Language, speak: SpeakText) -> Iterator[SentenceTime]:
    for sentence in SENTENCES:
        whole = _seconds(speak(whole_text(words, language, sentence)))
        yield SentenceTime(sentence, _time_of(words, language, sentence, speak), whole)


def whole_text(words: Words, language: Language, sentence: Sequence[LineId]) -> str:
    """Return the text of the whole sentence, joined like in a book."""
    return join_sentence(language, sentence, [_text(words, language, line) for line in sentence]).translate(UNHEARD)


def _time_of(words: Words, language: Language, sentence: Sequence[LineId], speak: SpeakText) -> Seconds:
    """Return the time of a sentence as the box plays it. A sentence that is recorded whole is one clip; any other is
    played clip by clip."""
    if LineId(".".join(sentence)) in whole_lines(words, language):
        return _seconds(speak(whole_text(words, language, sentence)))
    said = [_utterance(words, language, line, speak, last=False) for line in sentence[:-1]]
    said.append(_utterance(words, language, sentence[-1], speak, last=True))
    pauses = sum(pause_between(before, after) for before, after in pairwise(said))
    return sum(each.seconds for each in said) + pauses


def _utterance(words: Words, language: Language, line: LineId, speak: SpeakText, *, last: bool) -> Utterance:
    """Return a part of a sentence with the time of its clip. A part that is not the last one uses the clip for the
    middle of a sentence, if that clip exists."""
    within = None if last else line_for_voice(words, language, unended_line(line))
    found = within or line_for_voice(words, language, line)
    if found is None:
        raise NightcrierError(f"There is no line '{line}' in {language}.")
    return Utterance(line, language, _text(words, language, line), _seconds(speak(found.spoken)), goes_on=not last)


def _text(words: Words, language: Language, line: LineId) -> str:
    found = words.line(language, line)
    return found.spoken if found else ""


def _seconds(clip: bytes) -> Seconds:
    return len(decode_sound(clip)) / OPUS_RATE


def time_rows(name: str, times: Sequence[SentenceTime]) -> Iterator[str]:
    for each in times:
        yield _row(name, each.composed, each.whole, " ".join(each.sentence))
    yield _row(name, sum(each.composed for each in times), sum(each.whole for each in times), "all of them")


def _row(name: str, composed: Seconds, whole: Seconds, what: str) -> str:
    return f"{name:14} {composed:5.2f} s  {whole:5.2f} s  {100 * (composed / whole - 1):+4.0f} %  {what}"
