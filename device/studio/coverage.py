"""How much of each game every voice can say: the table of `voices list`."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from device.kernel.ids import Language, LineId
from device.sound.voices.packs import ShelvedPack, text_hash

_GAME = "screen.game."
"""The lines that are the names of the games: `screen.game.growl`."""
_HOUSE = "house"
"""What all games share: roles, screen words, common lines."""


class VoiceCoverage(Struct, frozen=True):
    """One voice: of each chapter, how many lines it can say as they are written now, and how many there are."""

    pack: ShelvedPack
    chapters: Mapping[str, tuple[int, int]]


def voice_coverage(pack: ShelvedPack, script: Mapping[LineId, str]) -> VoiceCoverage:
    chapters: dict[str, tuple[int, int]] = {}
    games = {line.removeprefix(_GAME) for line in script if line.startswith(_GAME)}
    for line, spoken in script.items():
        clip = pack.pack.clips.get(line)
        chapter = next((part for part in line.split(".")[:2] if part in games), _HOUSE)
        have, needed = chapters.get(chapter, (0, 0))
        fits = clip is not None and clip.hash == text_hash(spoken)
        chapters[chapter] = (have + fits, needed + 1)
    return VoiceCoverage(pack, chapters)


def coverage_table(languages: Mapping[Language, Iterable[VoiceCoverage]]) -> Iterator[str]:
    """Lines to print. A language without a voice has a line too."""
    for language, voices in languages.items():
        rows = list(voices)
        if not rows:
            yield f"{language:8} no voice; `./run voices build {language}` makes one"
        for row in rows:
            parts = "  ".join(f"{name} {have}/{needed}" for name, (have, needed) in row.chapters.items())
            yield f"{language:8} {row.pack.id:16} {row.pack.pack.quality:13} {parts}"
