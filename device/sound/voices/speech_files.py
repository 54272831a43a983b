"""A sound file that a speech program wrote: how long it plays, and its dead air, which would keep the table waiting."""

from array import array
from contextlib import suppress
from pathlib import Path

from device.kernel.ids import Seconds

_HEARD = 184  # of 32,768: 45 dB under full scale; the voices are brought close to that
_HEADER = 44
"""Bytes, at least."""
_BLOCK: Seconds = 0.005
_KEPT_BEFORE: Seconds = 0.03
_KEPT_AFTER: Seconds = 0.09


def wave_seconds(file: Path) -> Seconds | None:
    """The length of a WAV file, by its header; None when it is no WAV, or not all of it is there."""
    import wave

    with suppress(OSError, EOFError, RuntimeError, ZeroDivisionError, wave.Error):
        if not file.is_file():  # a pipe would never end
            return None
        with wave.open(str(file)) as sound:
            frames, width = sound.getnframes(), sound.getnchannels() * sound.getsampwidth()
            whole = _HEADER + frames * width <= file.stat().st_size
            return (frames / sound.getframerate() or None) if whole else None
    return None


def cut_dead_air(file: Path) -> None:
    """Leave as much silence before and after the voice as a clip has. Only the two ends are looked at: it takes less
    than a millisecond. What is no single channel of 16 bits stays as it is, and so does what is silent all through."""
    import wave

    with wave.open(str(file)) as sound:
        form, samples = sound.getparams(), sound.readframes(sound.getnframes())
    if (form.nchannels, form.sampwidth) != (1, 2):
        return
    block = round(_BLOCK * form.framerate)
    blocks = [array("h", samples[at : at + 2 * block]) for at in range(0, len(samples) // 2 * 2, 2 * block)]
    first = next((index for index, each in enumerate(blocks) if _is_heard(each)), None)
    if first is None:
        return
    last = next(index for index in range(len(blocks) - 1, -1, -1) if _is_heard(blocks[index]))
    start = max(0, first * block - round(_KEPT_BEFORE * form.framerate))
    end = (last + 1) * block + round(_KEPT_AFTER * form.framerate)
    with wave.open(str(file), "wb") as shorter:
        shorter.setparams(form)
        shorter.writeframes(samples[2 * start : 2 * end])


def _is_heard(block: "array[int]") -> bool:
    return max(block) > _HEARD or min(block) < -_HEARD
