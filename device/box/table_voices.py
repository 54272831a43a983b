"""The voices of the house by what the table chose, and by whose names they can say."""

from collections.abc import Mapping, Sequence
from functools import partial

from device.kernel.ids import Language, LineId, name_line
from device.show.cues import Prepare, Speak
from device.sound.port import SpokenBy, Utterance
from device.sound.voices.voice_chain import VoiceChain
from device.table.house import Choices
from device.words.catalogue import Words
from device.words.naming import by_number, ways_by_name


class TableVoices:
    """All voices. In a language that can say the name of everybody here, people go by name, else all by number; what
    is said in a row goes on as it began."""

    def __init__(self, voices: VoiceChain, words: Words) -> None:
        self._voices, self._words = voices, words
        self._by_name: frozenset[Language] = frozenset()
        self._goes_on = False

    def choose(self, choices: Choices, wording: int) -> None:
        self._voices.choose(choices.voices, wording, casts=choices.cast == "cast")

    def utterances(self, speech: Speak, choices: Choices) -> Sequence[Utterance]:
        languages = choices.languages[:1] if speech.menu else choices.languages
        if not (self._goes_on and speech.names):
            self._by_name = frozenset(language for language in languages if self._knows_all(speech.names, language))
        self._goes_on = speech.holds
        found = self._voices.say(speech.lines, languages, partial(self._ways, speech.names))
        return [said for said in found if not _is_passed_over(said)] or found

    def ahead(self, coming: Prepare, choices: Choices) -> Sequence[Utterance]:
        return self._voices.ahead(coming.lines, choices.languages, partial(self._ways, coming.names))

    def needs_caption(self, utterance: Utterance) -> bool:
        return self._voices.needs_caption(utterance)

    def _knows_all(self, names: Mapping[int, str], language: Language) -> bool:
        return bool(names) and all(self._voices.can_say(name_line(name), language) for name in names.values())

    def _ways(self, names: Mapping[int, str], language: Language, line: LineId) -> Sequence[LineId]:
        if names and language in self._by_name:
            return ways_by_name(self._words, names, line)
        return (by_number(line),)


def _is_passed_over(said: Utterance) -> bool:
    """A name in a list, after its number, that no voice can say."""
    return said.spoken_by is SpokenBy.NONE and said.line == name_line(said.text)
