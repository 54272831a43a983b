"""The voices of the house: in which order they are asked, and which of their clips can be played."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from device.kernel.errors import BadFile
from device.kernel.ids import Language, LineId
from device.sound.voices.packs import PACK_LIST, Clip, ShelvedPack, is_spoken, rank, read_shelf


class StepsDown:
    """Reports each step down to a lesser voice once."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._reported: set[tuple[str, ...]] = set()

    def note_detour(self, line: LineId, language: Language, passed_over: Sequence[str], taken: str) -> None:
        if passed_over:
            said = f"{line} ({language}): no recording in {passed_over[0]}; {taken} says it."
            self.once(("pack", language, passed_over[0], taken), said)

    def note_silence(self, line: LineId, languages: Sequence[Language], heard: Sequence[Language]) -> None:
        instead = f"only {' and '.join(heard)} is heard" if heard else "a signal, and the text on the screen"
        for language in languages:
            if language not in heard:
                self.once(("silent", language, instead), f"{line} ({language}): no voice can say it; {instead}.")

    def once(self, step: tuple[str, ...], sentence: str) -> None:
        if step not in self._reported:
            self._reported.add(step)
            self._report(sentence)


class VoiceShelf:
    """The voices of a box: `root` holds the packs that came with the house, `own` those people recorded. Packs that
    were read are `kept`, and clips that turned out to be broken are remembered."""

    def __init__(
        self, root: Path, own: Path | None, kept: Path | None, report: Callable[[str], None], steps: StepsDown
    ) -> None:
        self._root, self._own, self._kept, self._report, self._steps = root, own, kept, report, steps
        self._chosen: Mapping[Language, str] = {}
        self._read: dict[Language, list[ShelvedPack]] = {}
        self._broken: set[Path] = set()

    def choose(self, packs: Mapping[Language, str]) -> None:
        """Prefer these packs from now on."""
        if packs != self._chosen:
            self._chosen = dict(packs)
            for language, read in self._read.items():
                read.sort(key=self._order(language))

    def packs(self, language: Language) -> list[ShelvedPack]:
        """The packs of a language, in the order in which they are asked for a line. Read when first needed."""
        if language not in self._read:
            self._read[language] = sorted(self._all(language), key=self._order(language))
        return self._read[language]

    def reread(self) -> None:
        """Read the voices anew: one has new clips."""
        self._read.clear()
        self._broken.clear()

    def is_own(self, shelved: ShelvedPack) -> bool:
        """Whether a person of this box has spoken it: a machine's voice can lie beside people's recordings."""
        return shelved.place.parent == self._own and is_spoken(shelved.pack)

    def file_of(self, shelved: ShelvedPack, line: LineId, clip: Clip) -> Path | None:
        """The path of a clip; None where its file is gone or broken."""
        file = shelved.file_of(clip)
        if file is None:
            fault = BadFile(shelved.place / PACK_LIST, f"clips.{line}.file", f"there is no file {clip.file} beside it")
            self._steps.once(("file", shelved.id, line), str(fault))
        return None if file in self._broken else file

    def set_broken(self, file: Path) -> None:
        """Note that a file is broken, so that it is not played again."""
        self._broken.add(file)

    def is_broken(self, file: Path) -> bool:
        return file in self._broken

    def _all(self, language: Language) -> list[ShelvedPack]:
        packs = read_shelf(self._root, language, self._report, self._kept)
        return packs + (read_shelf(self._own, language, self._report, self._kept) if self._own else [])

    def _order(self, language: Language) -> Callable[[ShelvedPack], tuple[object, ...]]:
        chosen = self._chosen.get(language)
        return lambda shelved: (not self.is_own(shelved), shelved.id != chosen, rank(shelved))
