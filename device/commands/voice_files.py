"""Finds the voices of a box, and the words they speak, for the verbs of `nightcrier voices`."""

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from device.box.folders import Folders
from device.box.library import library
from device.box.plugs import shown_only_words
from device.feeding.as_owner import is_locked
from device.kernel.errors import WrongUse
from device.kernel.ids import Language, LineId
from device.show.plug import Game
from device.sound.voices.packs import Pack, ShelvedPack, rank, read_shelf, text_hash
from device.studio.script import person_script, voice_script
from device.words.catalogue import LANGUAGES

_NOWHERE = Path(os.devnull)
"""Holds no scenarios of people's own: their names are said by live speech, and need no clips."""


class VoiceFiles:
    """Finds the words and the voices. What is wrong with them gathers in `faults`."""

    def __init__(self, places: Folders, audio: Path | None) -> None:
        self.faults: list[str] = []
        self.audio, self.state, self.recordings = audio or places.audio, places.state, places.recordings
        self.locked = is_locked(self.state)
        if self.locked:
            self.faults.append(f"Recordings in {self.recordings} cannot be seen by you: put sudo before the command.")
        self._places, shipped = places, replace(places, own=_NOWHERE)
        found = library(shipped, lambda fault: self.faults.append(fault.what))
        self.words, self.games = found.words, found.games

    @cached_property
    def decks(self) -> Mapping[str, Game]:
        """Return the games with people's own scenarios, too."""
        return library(self._places, lambda _: None).games

    @property
    def voices(self) -> Path:
        return self.audio / "voices"

    def script(self, language: Language) -> dict[LineId, str]:
        return voice_script(self.words, language, shown_only_words())

    def texts(self, language: Language) -> dict[LineId, str]:
        """Return the lines as people read them."""
        return person_script(self.words, language, shown_only_words())

    def script_of(self, pack: Pack) -> dict[LineId, str]:
        """Return what the clips of this voice have to say: a person keeps to the text, however a machine has to spell
        it."""
        return self.texts(pack.language) if pack.person else self.script(pack.language)

    def packs(self, language: Language) -> list[ShelvedPack]:
        """Return all voices of a language, the best first."""
        return self._best_first(language, [self.voices] if self.locked else [self.recordings, self.voices])

    def shipped(self, language: Language) -> list[ShelvedPack]:
        """Return the voices without anybody's own: what is written of these may be shown to everybody."""
        return [pack for pack in self._best_first(language, [self.voices]) if not pack.pack.person]

    def machine(self, language: Language) -> ShelvedPack | None:
        """Return the best voice to hold a person's take against: its clips of the lines as they are written now."""
        script = self.script(language)
        for shelved in self.shipped(language):
            clips = shelved.pack.clips.items()
            fresh = {line: clip for line, clip in clips if line in script and clip.hash == text_hash(script[line])}
            return replace(shelved, pack=replace(shelved.pack, clips=fresh))
        return None

    def _best_first(self, language: Language, roots: Sequence[Path]) -> list[ShelvedPack]:
        found = [pack for root in roots for pack in read_shelf(root, language, self.faults.append)]
        return sorted(found, key=rank)


def find_language(name: str) -> Language:
    if name not in LANGUAGES:
        raise WrongUse(f"The box does not speak '{name}'; choose from {', '.join(LANGUAGES)}.")
    return Language(name)
