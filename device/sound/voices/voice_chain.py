"""Who says a line: for every language of the table the best there is, down to a signal and the text on the screen.

    people's own clip -> the chosen pack -> another pack of the language -> live speech -> the table's next language
    -> a signal, with time to read

Each kind of step down is reported once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from device.kernel.chance import text_digest
from device.kernel.errors import BadFile
from device.kernel.ids import Language, LineId, Seconds, fills_a_line, on_line, other_line, whole_line
from device.sound.port import SpokenBy, Utterance
from device.sound.voices.packs import PACK_LIST, QUALITY_RANK, Clip, Quality, ShelvedPack, read_shelf
from device.sound.voices.steps_down import StepsDown
from device.sound.voices.voice_ports import LiveSpeech, Sentences, TextOf, WaysToSay, as_it_is, each_alone

SECONDS_A_LETTER: Seconds = 0.06
_SHORTEST_READING: Seconds = 1.5
_LEAD_AND_FILL = 2
"""So many lines are a sentence that a voice may have whole."""


class VoiceChain:
    """All voices of the house: `root` holds the packs that came with it, `own` those people recorded."""

    def __init__(
        self,
        root: Path,
        text_of: TextOf,
        report: Callable[[str], None],
        *,
        sentences: Sentences = each_alone,
        own: Path | None = None,
        live: LiveSpeech | None = None,
        kept: Path | None = None,
    ) -> None:
        self._root, self._own, self._text_of, self._report = root, own, text_of, report
        self._live, self._kept, self._sentences = live, kept, sentences
        self._chosen: dict[Language, str] = {}
        self._casts, self._games_before = False, 0
        self._shelves: dict[Language, list[ShelvedPack]] = {}
        self._broken: set[Path] = set()
        self._steps = StepsDown(report)

    def choose(self, packs: Mapping[Language, str], games_before: int = 0, *, casts: bool = False) -> None:
        """Prefer these packs from now on, and say what has two phrasings as this number draws it, the same in every
        language; zero is the first phrasing of all. Who `casts`, has the next best pack say the calls."""
        self._chosen, self._games_before, self._casts = dict(packs), games_before, casts

    def packs(self, language: Language) -> list[ShelvedPack]:
        """The packs of a language, in the order in which they are asked for a line. Read when first needed."""
        if language not in self._shelves:
            self._shelves[language] = self._read(language)
        chosen = self._chosen.get(language)
        return sorted(self._shelves[language], key=lambda s: (not self._is_own(s), s.id != chosen))

    def reread(self) -> None:
        """A voice has new clips."""
        self._shelves.clear()
        self._broken.clear()

    def say(
        self, lines: Sequence[LineId], languages: Sequence[Language], ways: WaysToSay = as_it_is
    ) -> tuple[Utterance, ...]:
        """Each sentence in every language of the table that can be heard; silent utterances where none can."""
        sentences = self._sentences(lines)
        return tuple(said for sentence in sentences for said in self._say_sentence(sentence, languages, ways))

    def ahead(
        self, lines: Sequence[LineId], languages: Sequence[Language], ways: WaysToSay = as_it_is
    ) -> tuple[Utterance, ...]:
        """What `say` will find, as far as it is on disk; live speech for the rest is begun, without waiting."""
        return tuple(
            clip
            for sentence in self._sentences(lines)
            for language in languages
            for clip in self._joined(list(self._clips_ahead(sentence, language, ways)))
        )

    def is_ready(self, line: LineId, language: Language) -> bool:
        """Whether this line can be heard at once; else live speech for it is begun, without waiting."""
        if self._clip(line, language):
            return True
        text = self._text_of(language, line)
        return bool(self._live and text and self._live.is_ready(language, text[1]))

    def needs_caption(self, utterance: Utterance) -> bool:
        """Whether people should read along: nothing says it, or a voice that is still being tried out."""
        if utterance.spoken_by is not SpokenBy.CLIP:
            return utterance.spoken_by is SpokenBy.NONE
        return any(
            s.pack.quality is Quality.EXPERIMENTAL for s in self.packs(utterance.language) if s.id == utterance.pack
        )

    def instead(self, broken: Utterance) -> Utterance:
        """Another way to hear this, now that its clip turned out to be broken."""
        if broken.clip:
            self._broken.add(broken.clip)
        found = self._voiced(broken.line, broken.language) or self._unspoken(broken.line, [broken.language])
        return replace(found, goes_on=broken.goes_on)

    def _say_sentence(
        self, sentence: Sequence[LineId], languages: Sequence[Language], ways: WaysToSay
    ) -> Iterator[Utterance]:
        heard = [said for line in sentence for said in self._say(line, languages, ways)]
        for language in languages:
            yield from self._joined([each for each in heard if each.language == language])

    def _joined(self, parts: Sequence[Utterance]) -> Iterator[Utterance]:
        """One sentence, in one clip where the voice has one; else each part but the last that is heard goes on, by its
        voice's clip for that where it has one."""
        whole = self._whole(*parts) if len(parts) == _LEAD_AND_FILL else None
        if whole:
            yield whole
            return
        last = max((at for at, part in enumerate(parts) if part.spoken_by is not SpokenBy.NONE), default=0)
        yield from map(self._going_on, parts[:last])
        yield from parts[last:]

    def _whole(self, lead: Utterance, fill: Utterance) -> Utterance | None:
        return self._beside(lead, whole_line(lead.line, fill.line))

    def _going_on(self, part: Utterance) -> Utterance:
        within = replace(part, goes_on=True)
        other = self._beside(part, on_line(part.line))
        return replace(within, clip=other.clip, seconds=other.seconds) if other else within

    def _beside(self, part: Utterance, line: LineId) -> Utterance | None:
        """This line by the voice that says a part."""
        place = part.clip.parent if part.clip else None
        shelved = next((each for each in self.packs(part.language) if each.place == place), None)
        clip = shelved.pack.clips.get(line) if shelved else None
        file = self._file(shelved, line, clip) if shelved and clip else None
        if not clip or not file:
            return None
        return replace(part, line=line, text=self._text(line, part.language), clip=file, seconds=clip.seconds)

    def _say(self, line: LineId, languages: Sequence[Language], ways: WaysToSay) -> tuple[Utterance, ...]:
        wanted = {language: ways_there for language in languages if (ways_there := ways(language, line))}
        found = tuple(voiced for language, each in wanted.items() if (voiced := self._first_voiced(each, language)))
        if len(found) < len(wanted):
            self._steps.note_silence(line, list(wanted), [utterance.language for utterance in found])
        plain = [each[-1] for each in wanted.values()][:1]
        return found or tuple(self._unspoken(each, list(wanted)) for each in plain)

    def _first_voiced(self, ways: Sequence[LineId], language: Language) -> Utterance | None:
        return next((voiced for line in ways if (voiced := self._voiced(line, language))), None)

    def _clips_ahead(self, lines: Sequence[LineId], language: Language, ways: WaysToSay) -> Iterator[Utterance]:
        for line in (way for each in lines for way in ways(language, each)[:1]):
            clip, text = self._clip(line, language), self._text_of(language, line)
            if clip:
                yield clip
            elif self._live and text:
                self._live.begin(language, text[1])

    def _read(self, language: Language) -> list[ShelvedPack]:
        packs = read_shelf(self._root, language, self._report, self._kept)
        packs += read_shelf(self._own, language, self._report, self._kept) if self._own else []
        return sorted(packs, key=lambda s: (QUALITY_RANK[s.pack.quality], s.id))

    def _is_own(self, shelved: ShelvedPack) -> bool:
        """Whether a person of this box has spoken it: a machine's voice can lie beside people's recordings."""
        return shelved.place.parent == self._own and not shelved.pack.engine

    def _voiced(self, line: LineId, language: Language) -> Utterance | None:
        return self._clip(line, language) or self._spoken_live(line, language)

    def _clip(self, line: LineId, language: Language) -> Utterance | None:
        passed_over: list[str] = []
        for shelved in self._cast(line, language):
            found = self._clip_of(shelved, line, language)
            if found:
                self._steps.note_detour(line, language, passed_over, shelved.id)
                return found
            if not self._is_own(shelved):
                passed_over.append(shelved.id)
        return None

    def _cast(self, line: LineId, language: Language) -> list[ShelvedPack]:
        """The packs in the order in which they are asked for this line, by nothing but its name."""
        packs = self.packs(language)
        return [*packs[1:], *packs[:1]] if self._casts and self._is_call(line, language) else packs

    def _is_call(self, line: LineId, language: Language) -> bool:
        """Whether it calls somebody by name, tells them what to do, or sends them to sleep again."""
        who = ".".join(line.split(".")[:2])
        wakes, acts, closes = (self._text_of(language, LineId(f"{who}.{what}")) for what in ("wake", "act", "close"))
        return bool(line.count(".") > 1 and (wakes or (acts and closes)))

    def _clip_of(self, shelved: ShelvedPack, line: LineId, language: Language) -> Utterance | None:
        """This line by this voice, in the phrasing that was drawn where it has that."""
        for phrased in self._phrasings(line):
            clip = shelved.pack.clips.get(phrased)
            file = self._file(shelved, phrased, clip) if clip else None
            if clip and file:
                text = self._text(phrased, language)
                return Utterance(line, language, text, clip.seconds, shelved.id, file, SpokenBy.CLIP)
        return None

    def _phrasings(self, line: LineId) -> tuple[LineId, ...]:
        """Every line for itself: else an evening would be all this or all that. Names have one phrasing."""
        if not self._games_before or fills_a_line(line):
            return (line,)
        return (other_line(line), line) if text_digest(f"{line} {self._games_before}")[0] % 2 else (line,)

    def _file(self, shelved: ShelvedPack, line: LineId, clip: Clip) -> Path | None:
        file = shelved.file_of(clip)
        if file is None:
            fault = BadFile(shelved.place / PACK_LIST, f"clips.{line}.file", f"there is no file {clip.file} beside it")
            self._steps.once(("file", shelved.id, line), str(fault))
        return None if file in self._broken else file

    def _spoken_live(self, line: LineId, language: Language) -> Utterance | None:
        text = self._text_of(language, line)
        made = self._live.get(language, text[1]) if self._live and text else None
        if not text or not made or made[0] in self._broken:
            return None
        self._steps.once(("live", language), f"{line} ({language}): no recording; speech made on the spot says it.")
        return Utterance(line, language, text[0], made[1], "", made[0], SpokenBy.LIVE)

    def _unspoken(self, line: LineId, languages: Sequence[Language]) -> Utterance:
        """Silence for as long as it takes to read the line from the screen."""
        language = next((each for each in languages if self._text_of(each, line)), languages[0])
        text = self._text(line, language) or line
        return Utterance(line, language, text, max(_SHORTEST_READING, SECONDS_A_LETTER * len(text)))

    def _text(self, line: LineId, language: Language) -> str:
        found = self._text_of(language, line)
        return found[0] if found else ""
