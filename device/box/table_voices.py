"""The voices of the house by what the table chose, and by whose names they can say."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from device.kernel.ids import Language, LineId, name_line
from device.show.cues import Prepare, Speak
from device.sound.port import SpokenBy, Utterance
from device.sound.voices.voice_chain import VoiceChain
from device.table.house import Choices
from device.table.tonight import OF_NUMBERS
from device.words.catalogue import Words
from device.words.naming import by_number, ways_by_name

_ANYBODY = defaultdict[int, str](str)


class TableVoices:
    """Knows all voices. In a language that can say the name of everybody here at once, people go by name, else all by
    number: the first line of a game that speaks of somebody decides it for the whole game. Names are never waited for:
    their speech is begun with whatever comes before."""

    def __init__(self, voices: VoiceChain, words: Words) -> None:
        self._voices, self._words = voices, words
        self._games_before = 0
        self._decided: dict[tuple[Language, frozenset[str]], bool] = {}
        self._by_name: frozenset[Language] = frozenset()
        self._goes_on = False
        self.called_by_number: bool | None = None
        """Whether people who all have names were last called by number, in a language at least; None before anybody
        was called."""

    def choose(self, choices: Choices, games_before: int) -> None:
        """Choose whose voices say what comes now, and which lines they say in other words, anew in each game."""
        if games_before != self._games_before:
            self._games_before = games_before
            self._decided.clear()
        self._voices.choose(choices.voices, games_before, casts=choices.cast == "cast")

    def utterances(self, speech: Speak, choices: Choices) -> Sequence[Utterance]:
        languages = choices.languages[:1] if speech.menu else choices.languages
        by_name = self._said_by_name(speech.names, choices.languages)
        by_person = (
            line in OF_NUMBERS or ways_by_name(self._words, _ANYBODY, line) != (line,) for line in speech.lines
        )
        of_people = any(by_person)  # is said in another way where people go by name
        if of_people and not speech.menu:
            self._decided |= {(each, _people(speech.names)): each in by_name for each in languages}
            self.called_by_number = bool(speech.names) and not by_name.issuperset(languages)
        self._by_name, self._goes_on = by_name, speech.holds and (of_people or self._goes_on)
        found = self._voices.say(speech.lines, languages, partial(self._ways, speech.names, by_name))
        return [said for said in found if not _is_passed_over(said, by_name)] or found

    def ahead(self, coming: Prepare, choices: Choices) -> Sequence[Utterance]:
        """Return the utterances to come, as far as they lie ready; the rest is begun."""
        by_name = self._said_by_name(coming.names, choices.languages)
        return self._voices.ahead(coming.lines, choices.languages, partial(self._ways, coming.names, by_name))

    def reread(self) -> None:
        """Look for a clip that was not there before."""
        self._voices.reread()

    def needs_caption(self, utterance: Utterance) -> bool:
        """Whether people should read along: nothing can say it, the voice is poor, or it tells of numbers, which stand
        on no page."""
        return utterance.line in OF_NUMBERS or self._voices.needs_caption(utterance)

    def _said_by_name(self, names: Mapping[int, str], languages: Sequence[Language]) -> frozenset[Language]:
        """The languages in which they go by name: as a sentence began, else as it was decided in this game, else as
        much as lies ready. What is missing is begun, without waiting."""
        ready = frozenset(each for each in languages if self._are_ready(names, each))
        if self._goes_on and names:
            return self._by_name
        return frozenset(each for each in languages if self._decided.get((each, _people(names)), each in ready))

    def _are_ready(self, names: Mapping[int, str], language: Language) -> bool:
        ready = [self._voices.is_ready(name_line(name), language) for name in names.values()]
        return bool(ready) and all(ready)

    def _ways(
        self, names: Mapping[int, str], by_name: frozenset[Language], language: Language, line: LineId
    ) -> Sequence[LineId]:
        if names and language in by_name:
            return ways_by_name(self._words, names, line)
        return (by_number(line),)


def _people(names: Mapping[int, str]) -> frozenset[str]:
    return frozenset(names.values())


def _is_passed_over(said: Utterance, by_name: frozenset[Language]) -> bool:
    """A name in a list, after its number, that no voice can say; and what is told of numbers, where names are said."""
    if said.line in OF_NUMBERS:
        return said.language in by_name
    return said.spoken_by is SpokenBy.NONE and said.line == name_line(said.text)
