"""Does what the table asks: passes each effect to its port, and each text to the chosen voices. Decides nothing about
the game."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Caption, EarCards, EarSaid, Event, PeopleCalled
from nightcrier.box.keeper import DiskKeeper
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.show.cues import Hush, PlaySignal, Prepare, SetBed, Speak, WindowOpened
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sound.desk.narration import pause_between
from nightcrier.box.sound.port import SpokenBy, Utterance
from nightcrier.box.sound.voices.voice_chain import VoiceChain, WaysToSay
from nightcrier.box.table.core.effects import (
    AskRoot,
    BoothEffect,
    ChoreEffect,
    DirectTake,
    Doze,
    FindEarCards,
    FollowKeys,
    ForgetName,
    HearTake,
    KeyEffect,
    LeaveBooth,
    OpenBooth,
    PortEffect,
    PowerOff,
    Record,
    Remember,
    RereadVoices,
    Rouse,
    SampleVoice,
    ScoreEffect,
    SetDrone,
    SetLoudness,
)
from nightcrier.box.table.core.house import NO_BED, Choices
from nightcrier.box.table.game.tonight import OF_NUMBERS
from nightcrier.box.table.over.welcome import OF_ROUGH_VOICE
from nightcrier.box.witness import Witness
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.ids import COUNTS, FILLS, NOBODY_WAITS, Language, LineId, Seconds, name_line
from nightcrier.kernel.phrasings import Bags
from nightcrier.kernel.state_file import name_left_fault
from nightcrier.words.catalogue import Words
from nightcrier.words.sentences import by_number, ways_by_name

_ANYBODY = defaultdict[int, str](str)


class TableVoices:
    """Holds all voices, and decides whether people are called by name or by number. A language uses names if it can say
    all of them at once. The first line about a person decides for the whole game. The box never waits for names: their
    speech is made while an earlier line is being said."""

    def __init__(self, voices: VoiceChain, words: Words) -> None:
        self._voices, self._words = voices, words
        self._games = 0
        self._decided: dict[tuple[Language, frozenset[str]], bool] = {}
        self._by_name: frozenset[Language] = frozenset()
        self._goes_on = False
        self.owed: Seconds = 0.0  # by which a call is shorter than its longest phrasings: the rest before its window
        self.called_by_number: bool | None = None
        """True if all people have names, but at least one language last called them by number. None before the first
        call."""

    def choose(self, choices: Choices, bags: Bags) -> None:
        """Choose the voices that speak next, and the bags from which they draw the phrasing of each line."""
        if bags.games != self._games:
            self._games = bags.games
            self._decided.clear()
        drawn = bags if choices.crier == "full" else Bags(bags.seed)
        self._voices.choose(choices.voices, drawn if bags.seed else None, casts=choices.cast == "cast")

    def utterances(self, speech: Speak, choices: Choices) -> Sequence[Utterance]:
        languages = choices.languages[:1] if speech.menu else choices.languages_said(second=speech.second)
        by_name = self._languages_by_name(speech.names, choices.languages)
        by_person = (
            line in OF_NUMBERS or ways_by_name(self._words, _ANYBODY, line) != (line,) for line in speech.lines
        )
        of_people = any(by_person)  # is said in another way where people go by name
        if of_people and not speech.menu:
            self._decided |= {(each, _people(speech.names)): each in by_name for each in languages}
            self.called_by_number = bool(speech.names) and not by_name.issuperset(languages)
        self._by_name, self._goes_on = by_name, speech.holds and (of_people or self._goes_on)
        found = self._voices.say(speech.lines, languages, self._ways_of(speech.names, by_name, choices))
        said = [each for each in found if not self._is_left_unsaid(each, by_name)] or found
        rest = self.owed + sum(max(0.0, each.longest - each.seconds) for each in said) if speech.even else 0.0
        self.owed = rest if speech.holds else 0.0
        return [*said[:-1], replace(said[-1], rest=rest - self.owed)] if said else said

    def ahead(self, coming: Prepare, choices: Choices) -> Sequence[Utterance]:
        """Return the coming utterances that are ready, and start to make the others."""
        by_name = self._languages_by_name(coming.names, choices.languages)
        languages = choices.languages_said(second=False)
        return self._voices.ahead(coming.lines, languages, self._ways_of(coming.names, by_name, choices))

    def reread(self) -> None:
        """Look again for clips that were missing."""
        self._voices.reread()

    def forget_speech(self) -> NotKept | None:
        return self._voices.forget_speech()

    def needs_caption(self, utterance: Utterance) -> bool:
        """Say whether people should be able to read the utterance: if no good voice can say it, or if it is about
        people's numbers, which no page shows."""
        return utterance.line in OF_NUMBERS or self._voices.needs_caption(utterance)

    def _is_left_unsaid(self, said: Utterance, by_name: frozenset[Language]) -> bool:
        """Say whether the voices skip a line. They skip a name that no voice can say, because the person's number is
        said anyway; a line about numbers, if the language calls people by name; and the line about a rough voice, if a
        good voice says it."""
        if said.line in OF_NUMBERS:
            return said.language in by_name
        if said.line == OF_ROUGH_VOICE:
            return not self._voices.needs_caption(said)
        return said.spoken_by is SpokenBy.NONE and said.line == name_line(said.text)

    def _languages_by_name(self, names: Mapping[int, str], languages: Sequence[Language]) -> frozenset[Language]:
        """Return the languages that call people by name: during a sentence, the same as before; in a game, those of the
        first decision; before any decision, those whose names are ready. Speech for missing names is started, but not
        waited for."""
        ready = frozenset(each for each in languages if self._are_ready(names, each))
        if self._goes_on and names:
            return self._by_name
        return frozenset(each for each in languages if self._decided.get((each, _people(names)), each in ready))

    def _are_ready(self, names: Mapping[int, str], language: Language) -> bool:
        ready = [self._voices.is_ready(name_line(name), language) for name in names.values()]
        return bool(ready) and all(ready)

    def _ways_of(self, names: Mapping[int, str], by_name: frozenset[Language], choices: Choices) -> WaysToSay:
        """Return the lines that may say a line in a language, best first, or none if the text is empty in this
        language. A second language uses the short form of a line if there is one, because the table has just heard the
        whole line in the first."""

        def ways(language: Language, line: LineId) -> Sequence[LineId]:
            if names and language in by_name:
                return ways_by_name(self._words, names, line)
            found, short = by_number(line), LineId(f"{line}.short")
            if (said := self._words.line(language, found)) and not said.text:
                return ()
            first = choices.languages[0]
            heard = language != first and found == line and self._words.line(first, found)
            return (short, found) if heard and self._words.line(language, short) else (found,)

        return ways


def _people(names: Mapping[int, str]) -> frozenset[str]:
    return frozenset(names.values())


class Performers:
    """Holds the ports, and passes each effect to the port that can do it."""

    def __init__(
        self,
        *,
        clock: Clock,
        loudspeaker: Desk,
        voices: TableVoices,
        keeper: DiskKeeper,
        bookkeeper: Scorebook,
        record: Callable[[BoothEffect], list[Event]],
        ask_root: Callable[[ChoreEffect], list[Event]],
        follow_keys: Callable[[KeyEffect], None],
        ear_cards: Callable[[], tuple[str, ...]],
        witness: Witness,
        power_off: Callable[[], None],
    ) -> None:
        self._clock, self._loudspeaker, self._voices = clock, loudspeaker, voices
        self._record, self._ask_root, self._follow_keys, self._power_off = record, ask_root, follow_keys, power_off
        self._ear_cards = ear_cards
        self._by_number: bool | None = None  # what the table was told; after a power cut it may know another way
        self._page = NOBODY_WAITS  # the token of what is read of a page
        self._keeper, self._bookkeeper, self._witness = keeper, bookkeeper, witness

    def perform(self, effect: PortEffect, choices: Choices, bags: Bags) -> list[Event]:
        """Perform the effect, and return the events that follow at once. The bags determine the phrasing of a line."""
        if isinstance(effect, Speak | Prepare | SampleVoice):
            self._voices.choose(choices, bags)
        elif isinstance(effect, ScoreEffect):
            refused = self._voices.forget_speech() if isinstance(effect, ForgetName) else None
            faults = [name_left_fault(self._clock.now(), refused)] if refused else []
            return [*faults, *self._bookkeeper.count(effect)]
        match effect:
            case Speak():
                return self._speak(effect, self._voices.utterances(effect, choices))
            case Prepare():
                ahead = self._voices.ahead(effect, choices)
                self._loudspeaker.prepare(ahead, _bed_sound(effect.bed), effect.signal)
            case SampleVoice(line, over_page):
                over = self._page if over_page else NOBODY_WAITS
                if self._loudspeaker.is_quiet(over, over_bed=over_page):
                    self._loudspeaker.speak(over, self._voices.utterances(Speak(over, (line,), menu=True), choices))
            case HearTake(token, take):
                clip = Utterance(take.line, choices.language, "", take.seconds, "", Path(take.file), SpokenBy.CLIP)
                self._loudspeaker.speak(token, (clip,))
            case RereadVoices():
                self._voices.reread()
                self._loudspeaker.sleep()  # what was decoded of the clips before goes with the device
            case PlaySignal(token, signal):
                self._loudspeaker.signal(token, signal)
            case Hush():
                self._voices.owed = 0.0
                self._loudspeaker.hush()
            case SetBed(name, level_db, ramp):
                self._loudspeaker.bed(_bed_sound(name), level_db, ramp)
            case SetDrone(share):
                self._loudspeaker.drone(share)
            case SetLoudness(voice, bed):
                self._loudspeaker.loudness(voice, bed)
            case FindEarCards():
                return [EarSaid(self._clock.now(), EarCards(self._ear_cards()))]
            case Doze():
                self._loudspeaker.sleep()
            case Rouse():
                self._loudspeaker.wake()
            case WindowOpened(name, seconds):
                self._witness.window(self._clock.now(), name, seconds)
            case Remember(kept):
                return self._keeper.remember(kept)
            case Record(entry, sealed, empty):
                return self._keeper.record(entry, sealed=sealed, empty=empty, forced=effect.forced)
            case OpenBooth() | DirectTake() | LeaveBooth():
                return self._record(effect)
            case AskRoot():
                return self._ask_root(effect)
            case FollowKeys():
                self._follow_keys(effect)
            case PowerOff():
                self._power_off()
            case _:
                assert_never(effect)
        return []

    def _speak(self, speech: Speak, utterances: Sequence[Utterance]) -> list[Event]:
        self._page = speech.token if speech.menu else NOBODY_WAITS
        self._loudspeaker.speak(speech.token, utterances, holds=speech.holds)
        read = captions_of(speech, utterances, self._voices.needs_caption, self._clock.now())
        return [*([read] if read else []), *self._people_called()]

    def _people_called(self) -> list[Event]:
        """Return an event if people are now called in another way. If they are called by number, the glass shows the
        number beside each name."""
        called = self._voices.called_by_number
        if called is None or called == self._by_number:
            return []
        self._by_number = called
        return [PeopleCalled(self._clock.now(), called)]


def _bed_sound(name: str) -> str:
    return "" if name == NO_BED else name


_Timed = tuple[Seconds, Utterance]


def captions_of(
    speech: Speak, utterances: Sequence[Utterance], needs_caption: Callable[[Utterance], bool], at: float
) -> Caption | None:
    """Return the caption of the first text. It links to the captions of the texts that follow."""
    read: Caption | None = None
    for heard, timed in reversed(list(_texts(utterances, needs_caption))):
        (begins, first), (ends, last) = timed[0], timed[-1]
        by_ear = heard and not speech.shown
        text = " ".join(said.text for _, said in timed)
        seconds = ends + last.seconds - begins
        read = Caption(at + begins, speech.token, text, first.language, seconds, speech.menu, read, by_ear)
    return read


def _texts(
    utterances: Sequence[Utterance], needs_caption: Callable[[Utterance], bool]
) -> Iterator[tuple[bool, list[_Timed]]]:
    """Yield the spoken text in groups of one language, each with True if a voice says it well, and False if people must
    read it. Each sentence begins a new group; otherwise a caption could break in the middle of one."""
    group = list[_Timed]()
    for timed in _with_beginnings(utterances):
        before, said = group[-1][1] if group else timed[1], timed[1]
        if _begins_anew(before, said) or needs_caption(before) != needs_caption(said):
            yield not needs_caption(before), group
            group = []
        group.append(timed)
    if group:
        yield not needs_caption(group[-1][1]), group


_LISTED = ("role.", *FILLS, *COUNTS)
"""The prefixes of the ids of names, numbers and roles, which are shown together in one caption. All other texts are
sentences, even short ones: in some languages a sentence has only ten characters."""


def _begins_anew(before: Utterance, said: Utterance) -> bool:
    listed = before.line.startswith(_LISTED) and said.line.startswith(_LISTED)
    return (before is not said and not before.goes_on and not listed) or before.language != said.language


def _with_beginnings(utterances: Sequence[Utterance]) -> Iterator[_Timed]:
    """Yield each utterance with its beginning in seconds."""
    begins: Seconds = 0.0
    for said, following in zip_longest(utterances, utterances[1:]):
        yield begins, said
        begins += said.seconds + said.rest + (pause_between(said, following) if following else 0.0)
