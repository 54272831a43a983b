"""A background sound of people's own: whether it is what its name says, and whole, as far as one can tell without
decoding it."""

import io
import wave
from pathlib import PurePath

from device.kernel.errors import BadFile
from device.kernel.ids import DAY_BED
from device.studio.ogg import BrokenOgg, sound_seconds
from device.table.house import NO_BED

_SHORTEST, _LONGEST = 2.0, 3600.0
_FIRST_FRAME = b"\xff\xe0"
"""An MP3 begins with this or with what is greater, unless a label (`ID3`) comes first."""


def check_bed(shown: str, name: str, content: bytes) -> None:
    """Raises BadFile."""
    fault = _fault(PurePath(name).suffix, content)
    if PurePath(name).stem in {NO_BED, DAY_BED}:
        fault = "has a name that means something else to the box; rename the file"
    if fault:
        raise BadFile(shown, "", fault)


def _fault(suffix: str, content: bytes) -> str:
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
