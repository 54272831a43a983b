"""Finds the best voice for a line in each language of the table, down to a signal and the text on the screen.

    people's own clip -> the chosen pack -> another pack of the language -> live speech -> the table's next language
    -> a signal, with time to read

A clip belongs to its text. A clip of an older text is skipped, unless the words list that text under `was`. A clip
of another line with the same text may be used. Each kind of change to a worse voice is reported once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from nightcrier.box.sound.port import SpokenBy, Utterance
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.sound.voices.packs import Quality, ShelvedPack, StepsDown, TextsNow, VoiceShelf
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.ids import SEAT, Language, LineId, Seconds, fills_a_line, line_said, unended_line, whole_line
from nightcrier.kernel.phrasings import Bags, other_phrasings

Sentences = Callable[[Sequence[LineId]], Sequence[Sequence[LineId]]]
"""A function that groups lines. Each group is spoken as one sentence."""

TextOf = Callable[[Language, LineId], tuple[str, str] | None]
"""A function that returns the text of a line in a language, and the text to speak, or None if the line is missing."""

WaysToSay = Callable[[Language, LineId], Sequence[LineId]]
"""A function that returns the lines that may be said for a line, best first, or none if the line is skipped."""


def as_it_is(language: Language, line: LineId) -> Sequence[LineId]:
    return (line,)


SpokenIn = Callable[[LineId, Sequence[Language]], Sequence[Language]]
"""A function that returns those of the table's languages in which a line is said."""


def each_alone(lines: Sequence[LineId]) -> Sequence[Sequence[LineId]]:
    return [(line,) for line in lines]


_Phrasing = TypeVar("_Phrasing", LineId, Utterance)
_MOST_FOUND = 512
"""The number of lines whose clips are remembered: more than any evening says."""

SECONDS_A_LETTER: Seconds = 0.06
_SECONDS_A_WIDE_SIGN: Seconds = 0.15
"""The seconds to read one Japanese or Chinese character, which stands for a syllable or a word."""
_WIDE = "\u2e80"
"""The first character in the range of Japanese and Chinese characters."""
_UNSEEN = "\u200b"
"""The invisible character that marks where a row may break."""
_SHORTEST_READING: Seconds = 1.5


def _reading_seconds(text: str) -> Seconds:
    wide = sum(sign >= _WIDE for sign in text)
    seconds = SECONDS_A_LETTER * (len(text) - wide - text.count(_UNSEEN)) + _SECONDS_A_WIDE_SIGN * wide
    return max(_SHORTEST_READING, seconds)


class VoiceChain:
    """Holds all voices of a box: its own in `root`, people's in `own`, and live speech."""

    def __init__(
        self,
        root: Path,
        text_of: TextOf,
        report: Callable[[str], None],
        *,
        sentences: Sentences = each_alone,
        spoken_in: SpokenIn = lambda _, languages: languages,
        texts_now: TextsNow = lambda _, __: (),
        older: Callable[[LineId], str | None] = lambda _: None,
        own: Sequence[Path] = (),
        live: SpeechMaker | None = None,
        kept: Path | None = None,
    ) -> None:
        self._text_of, self._live, self._sentences, self._spoken_in = text_of, live, sentences, spoken_in
        self._older, self._casts = older, False
        self._bags: Bags | None = None
        self._found: dict[tuple[Path, LineId, bool], Sequence[Utterance]] = {}
        self._steps = StepsDown(report)
        self._shelf = VoiceShelf(root, own, kept, report, self._steps, texts_now)
        self._joiner = ClipJoiner(self._shelf, text_of)

    def choose(self, packs: Mapping[Language, str], bags: Bags | None = None, *, casts: bool = False) -> None:
        """Prefer these packs from now on, and draw the phrasings of lines from these bags. Without bags, say the first
        phrasing of each line. With `casts`, the next best pack says the calls."""
        self._shelf.choose(packs)
        self._bags, self._casts = bags, casts

    def reread(self) -> None:
        """Read all voices again, because a voice has new clips."""
        self._shelf.reread()
        self._found.clear()

    def read_in(self, languages: Iterable[Language]) -> None:
        """Read the lists of all voices of these languages."""
        for language in languages:
            self._shelf.packs(language)

    def forget_speech(self) -> NotKept | None:
        return self._live.forget() if self._live else None

    def say(
        self, lines: Sequence[LineId], languages: Sequence[Language], ways: WaysToSay = as_it_is
    ) -> tuple[Utterance, ...]:
        """Return each sentence in every language that can be spoken. For a line that no voice can say, return silent
        utterances instead."""
        sentences = self._sentences(lines)
        return tuple(said for sentence in sentences for said in self._say_sentence(sentence, languages, ways))

    def ahead(
        self, lines: Sequence[LineId], languages: Sequence[Language], ways: WaysToSay = as_it_is
    ) -> tuple[Utterance, ...]:
        """Return the clips on disk that `say` would use. For all other lines, start to make live speech, without
        waiting."""
        return tuple(
            clip
            for sentence in self._sentences(lines)
            for language in self._spoken_in(sentence[0], languages)
            for clip in self._joiner.join_parts([*self._clips_ahead(sentence, language, ways)])
        )

    def is_ready(self, line: LineId, language: Language) -> bool:
        """Say whether the line can be heard at once. If not, start to make live speech for it, without waiting."""
        if self._clip(line, language):
            return True
        text = self._text_of(language, line)
        return bool(self._live and text and text[1] and self._live.is_ready(language, text[1]))

    def needs_caption(self, utterance: Utterance) -> bool:
        """Say whether people should read the text of this utterance: if no voice says the line, or if its voice is
        still being tested."""
        if utterance.spoken_by is not SpokenBy.CLIP:
            return utterance.spoken_by is SpokenBy.NONE
        tried = [each for each in self._shelf.packs(utterance.language) if each.pack.quality is Quality.EXPERIMENTAL]
        return any(each.id == utterance.pack for each in tried)

    def instead(self, broken: Utterance) -> Utterance:
        """Return another way to say an utterance whose clip is broken."""
        if broken.clip:
            self._shelf.set_broken(broken.clip)
            self._found.clear()
        found = self._utterance_of(broken.line, broken.language) or self._unspoken(broken.line, broken.language)
        return replace(found, goes_on=broken.goes_on, rest=max(0.0, broken.seconds + broken.rest - found.seconds))

    def _say_sentence(
        self, sentence: Sequence[LineId], languages: Sequence[Language], ways: WaysToSay
    ) -> Iterator[Utterance]:
        rows = [(languages, sentence)]
        if self._older(sentence[-1]) is not None:
            rows = [([each], self._as_recorded(sentence, each)) for each in languages]
        heard = [said for those, lines in rows for line in lines for said in self._say(line, those, ways)]
        for language in dict.fromkeys((*languages, *(each.language for each in heard))):
            yield from self._joiner.join_parts([each for each in heard if each.language == language])

    def _as_recorded(self, sentence: Sequence[LineId], language: Language) -> Sequence[LineId]:
        """Return a sentence without the lines that are empty in this language. If the language's voices have not
        recorded it yet, return the older sentence instead."""
        older = self._older(sentence[-1])
        if older is None:
            return sentence
        worded = [line for line in sentence if fills_a_line(line) or self._text(line, language)]
        if not self._shelf.packs(language) or all(fills_a_line(line) or self._clip(line, language) for line in worded):
            return worded
        return [*filter(None, [LineId(older)]), *filter(fills_a_line, sentence)]

    def _say(self, line: LineId, languages: Sequence[Language], ways: WaysToSay) -> tuple[Utterance, ...]:
        spoken_in = self._spoken_in(line, languages)
        wanted = {language: ways_there for language in spoken_in if (ways_there := ways(language, line))}
        found = tuple(voiced for language, each in wanted.items() if (voiced := self._first_voiced(each, language)))
        if len(found) < len(wanted):
            self._steps.note_silence(line, list(wanted), [utterance.language for utterance in found])
        return found or self._unheard({language: each[-1] for language, each in wanted.items()})

    def _first_voiced(self, ways: Sequence[LineId], language: Language) -> Utterance | None:
        return next((voiced for line in ways if (voiced := self._utterance_of(line, language))), None)

    def _clips_ahead(self, lines: Sequence[LineId], language: Language, ways: WaysToSay) -> Iterator[Utterance]:
        for line in (way for each in self._as_recorded(lines, language) for way in ways(language, each)[:1]):
            if clip := self._clip(line, language):
                yield clip
            elif self._live and (texts := self._live_texts(line, language)):
                self._live.begin(language, texts[0][1])

    def _utterance_of(self, line: LineId, language: Language) -> Utterance | None:
        return self._clip(line, language) or self._speak_live(line, language)

    def _clip(self, line: LineId, language: Language) -> Utterance | None:
        passed_over: list[str] = []
        for shelved in self._packs_for(line, language):
            found = self._clip_of(shelved, line, language)
            if found:
                self._steps.note_detour(line, language, passed_over, found.pack)
                return found
            if not self._shelf.is_own(shelved):
                passed_over.append(shelved.id)
        return None

    def _packs_for(self, line: LineId, language: Language) -> list[ShelvedPack]:
        """Return the packs in the order in which they are tried for this line. Only the name of the line affects the
        order."""
        packs = self._shelf.packs(language)
        return [*packs[1:], *packs[:1]] if self._casts and self._is_call(line, language) else packs

    def _is_call(self, line: LineId, language: Language) -> bool:
        """Say whether the line calls players by their role, tells them what to do, or asks them to close their eyes."""
        who = ".".join(line.split(".")[:2])
        wakes, acts, closes = (self._text_of(language, LineId(f"{who}.{what}")) for what in ("wake", "act", "close"))
        return bool(line.count(".") > 1 and (wakes or (acts and closes)))

    def _clip_of(self, shelved: ShelvedPack, line: LineId, language: Language) -> Utterance | None:
        """Return a clip of this line by this voice, or None. It is drawn from the phrasings that the voice has, which
        are looked up only once."""
        place = shelved.place, line, self._bags is None
        if place not in self._found:
            if len(self._found) >= _MOST_FOUND:
                self._found.clear()
            self._found[place] = self._find_clips(shelved, line, language)
        found = self._found[place]
        return self._draw(line, found) if found else None

    def _find_clips(self, shelved: ShelvedPack, line: LineId, language: Language) -> Sequence[Utterance]:
        """Return this voice's clips of all phrasings of this line."""
        phrasings, pack, by = self._phrasings(line, language), shelved.id, SpokenBy.CLIP
        found = [(each, *there) for each in phrasings if (there := self._shelf.find(shelved, each, by_text=True))]
        longest = max(clip.seconds for _, clip, _ in found) if len(found) > 1 else 0.0
        return [
            Utterance(line, language, self._text(each, language), clip.seconds, pack, file, by, longest=longest)
            for each, clip, file in found
        ]

    def _phrasings(self, line: LineId, language: Language) -> Sequence[LineId]:
        """Return the phrasings of a line in a language. A name has only one, and without bags so does every line. A tip
        has only one, too, because the table has chosen it, and the other tips of its game say something else."""
        if self._bags is None or fills_a_line(line) or line.startswith("tip."):
            return (line,)
        written = takewhile(lambda other: (self._text_of(language, other) or ("", ""))[1], other_phrasings(line))
        return (line, *written)

    def _draw(self, line: LineId, phrasings: Sequence[_Phrasing]) -> _Phrasing:
        return self._bags.draw(line, phrasings) if self._bags and len(phrasings) > 1 else phrasings[0]

    def _live_texts(self, line: LineId, language: Language) -> list[tuple[str, str]]:
        """Return the texts that live speech may say for a line if no voice has a clip of it: the drawn phrasing first,
        then the others. A window begins after the longest of them, whether or not it was ever made."""
        phrasings = self._phrasings(line, language)
        texts = (self._text_of(language, each) for each in dict.fromkeys((self._draw(line, phrasings), *phrasings)))
        return [text for text in texts if text and text[1]]

    def _speak_live(self, line: LineId, language: Language) -> Utterance | None:
        live, texts = self._live, self._live_texts(line, language)
        made = live.get(language, texts[0][1]) if live and texts else None
        if not live or not made or self._shelf.is_broken(made[0]):
            return None
        longest = made[1] * max(len(spoken) for _, spoken in texts) / len(texts[0][1])
        self._steps.report_once(
            ("live", language), f"{line_said(line)} ({language}): no recording; speech made on the spot says it."
        )
        return Utterance(line, language, texts[0][0], made[1], "", made[0], SpokenBy.LIVE, longest=longest)

    def _unheard(self, lines: Mapping[Language, LineId]) -> tuple[Utterance, ...]:
        """Return silent utterances for a line that no voice can say, one per language. Languages with the same text
        share one."""
        read: dict[str, Utterance] = {}
        for language, line in lines.items():
            read.setdefault(self._text(line, language), self._unspoken(line, language))
        known = [said for text, said in read.items() if text]
        return tuple(known or read.values())

    def _unspoken(self, line: LineId, language: Language) -> Utterance:
        texts = {each: self._text(each, language) or line for each in self._phrasings(line, language)}
        text = texts[self._draw(line, tuple(texts))]
        longest = max(map(_reading_seconds, texts.values())) if len(texts) > 1 else 0.0
        return Utterance(line, language, text, _reading_seconds(text), longest=longest)

    def _text(self, line: LineId, language: Language) -> str:
        found = self._text_of(language, line)
        return found[0] if found else ""


_LEAD_AND_FILL = 2
"""The number of lines that a voice may have recorded as one clip: a whole sentence, or its beginning with the seat that
it addresses."""


class ClipJoiner:
    """Joins the parts of a sentence. For this a voice may have extra clips, besides those of single lines."""

    def __init__(self, shelf: VoiceShelf, text_of: TextOf) -> None:
        self._shelf, self._text_of = shelf, text_of

    def join_parts(self, parts: Sequence[Utterance]) -> Iterator[Utterance]:
        """Yield the parts of one sentence. If the voice has one clip of the whole sentence, or of its beginning with
        the seat that it addresses, that clip replaces these parts. All parts before the last spoken one use clips for
        the middle of a sentence."""
        lines = [part.line for part in parts]
        lines = lines[:_LEAD_AND_FILL] if SEAT in lines[:1] else lines
        whole = self._beside(parts[0], whole_line(*lines)) if len(lines) == _LEAD_AND_FILL else None
        if whole:
            parts = [whole, *parts[_LEAD_AND_FILL:]]
        last = max((at for at, part in enumerate(parts) if part.spoken_by is not SpokenBy.NONE), default=0)
        yield from map(self._going_on, parts[:last])
        yield from parts[last:]

    def _going_on(self, part: Utterance) -> Utterance:
        within = replace(part, goes_on=True)
        other = self._beside(part, unended_line(part.line))
        return replace(within, clip=other.clip, seconds=other.seconds) if other else within

    def _beside(self, part: Utterance, line: LineId) -> Utterance | None:
        """Return another line, spoken by the voice of this part, or None if that voice has no such clip."""
        place = part.clip.parent if part.clip else None
        shelved = next((each for each in self._shelf.packs(part.language) if each.place == place), None)
        found = self._shelf.find(shelved, line, by_text=False) if shelved else None
        if not found:
            return None
        (clip, file), text = found, self._text_of(part.language, line)
        return replace(part, line=line, text=text[0] if text else "", clip=file, seconds=clip.seconds)
