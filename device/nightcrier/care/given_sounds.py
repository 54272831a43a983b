"""Check a voice in one file, or a background sound. Each is accepted or refused as a whole. The clips are not mastered,
so a box can do these checks without the studio."""

import io
import re
import wave
from collections.abc import Callable, Collection, Iterator
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from nightcrier.box.sound.ogg import BrokenOgg, sound_seconds
from nightcrier.box.sound.voices.clip_faults import MeasureFile, clip_faults
from nightcrier.box.sound.voices.packs import ShelvedPack, pack_id, pack_places, read_pack
from nightcrier.box.table.core.house import NO_BED
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import DAY_BED, Language
from nightcrier.words.catalogue import LANGUAGES


def inspect_voice(name: str, content: bytes, measure: MeasureFile | None = None) -> tuple[ShelvedPack, list[str]]:
    """Read a voice. Return the voice and its faults as sentences. With `measure`, faults of loudness are found too.
    Raises BadFile if the file is not a voice."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        copy = Path(folder) / name
        copy.write_bytes(content)
        faults = list[str]()
        try:
            shelved = ShelvedPack(copy, read_pack(copy, faults.append))
        except BadFile as fault:
            raise BadFile(fault.file.replace(str(copy), name), fault.key, fault.expected) from None
        told = [fault.replace(str(copy), name) for fault in faults]
        return shelved, [*told, *_clip_faults(shelved, measure)]


def _clip_faults(shelved: ShelvedPack, measure: MeasureFile | None) -> Iterator[str]:
    """Yield the faults of the clips. Each file is checked only once, even if several lines name the file."""
    looked = set[str]()
    for line, clip in shelved.pack.clips.items():
        if clip.file in looked:
            yield f"{line}: {clip.file} is the clip of another line."
        else:
            looked.add(clip.file)
            yield from (f"{line}: {fault}." for fault in clip_faults(shelved, clip, measure))
        if not clip.hash:
            yield f"{line}: nothing tells which text it speaks."


def voice_misfit(shelved: ShelvedPack, shipped: Callable[[Language], Collection[str]]) -> str:
    """Return the reason why this box cannot use a voice, or "" if it can. `shipped` returns the voices of a language
    that came with the box."""
    language = shelved.pack.language
    if language not in LANGUAGES:
        return f"The box does not speak '{language}'; choose from {', '.join(LANGUAGES)}."
    if not re.fullmatch(rf"{re.escape(language)}(-[\w-]+)?", shelved.id):
        return f"Its name has to tell its language: call it {language}-NAME.zip."
    if shelved.id in shipped(language):
        return f"The voice {shelved.id} came with this box; nothing was taken."
    return _NOT_MASTERED if any(clip.file.endswith(_PAGE_SUFFIX) for clip in shelved.pack.clips.values()) else ""


_PAGE_SUFFIX = ".wav"
_NOT_MASTERED = (
    "It holds recordings from the page, which are no voice yet: import it on a computer (./run voices import), "
    "then export it for the box (./run voices export)."
)


def check_voice(shown: str, name: str, content: bytes, shipped: Path) -> None:
    """Refuse a voice that this box cannot use together with the voices that came with it. Raises BadFile."""
    try:
        shelved, faults = inspect_voice(name, content)
    except BadFile as fault:
        raise BadFile(shown, fault.key, fault.expected) from None
    misfit = voice_misfit(shelved, lambda language: {pack_id(place) for place in pack_places(shipped, language)})
    if misfit:
        raise BadFile(shown, "", misfit[0].lower() + misfit[1:].rstrip("."))
    if faults or not shelved.pack.clips:
        why = faults[0].rstrip(".") if faults else "it holds no clips"
        raise BadFile(shown, "", f"is damaged ({why}); copy it again")


_SHORTEST, _LONGEST = 2.0, 3600.0
_FIRST_FRAME = b"\xff\xe0"
"""The lowest value of the first two bytes of an MP3. An MP3 may also begin with the label `ID3`."""


def check_bed(shown: str, name: str, content: bytes) -> None:
    """Refuse a background sound that is damaged, or whose content does not match its name. Raises BadFile."""
    fault = _bed_fault(PurePath(name).suffix, content)
    if PurePath(name).stem in {NO_BED, DAY_BED}:
        fault = "has a name that means something else to the box; rename the file"
    if fault:
        raise BadFile(shown, "", fault)


def _bed_fault(suffix: str, content: bytes) -> str:
    if suffix == ".mp3":
        begins_well = content.startswith(b"ID3") or content[:2] >= _FIRST_FRAME
        return "" if begins_well and len(content) > 1024 else "is no MP3; save it again"
    try:
        seconds = _wave_seconds(content) if suffix == ".wav" else sound_seconds(content)
    except (BrokenOgg, wave.Error, EOFError, RuntimeError) as broken:  # the last of a part that leads out of its file
        why = str(broken) if isinstance(broken, BrokenOgg) else f"cannot be played ({str(broken) or 'cut off'})"
        return f"{why}; save it again{'' if suffix == '.wav' else ', or'} as a WAV with 16 bits"
    if _SHORTEST <= seconds <= _LONGEST:
        return ""
    return f"lasts {seconds:.1f} s; a bed lasts {_SHORTEST:g} to {_LONGEST:g} s"


def _wave_seconds(content: bytes) -> float:
    with wave.open(io.BytesIO(content)) as file:
        frames: int = file.getnframes()
        if len(file.readframes(frames)) < frames * file.getnchannels() * file.getsampwidth():
            raise BrokenOgg("is cut off")
        if not file.getframerate():
            raise BrokenOgg("is damaged")
        seconds: float = frames / file.getframerate()
        return seconds
