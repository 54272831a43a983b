"""SVOX Pico: Italian, Spanish, German, French."""

from pathlib import Path
from xml.sax.saxutils import escape

from device.studio.engines.port import Need, ProgramCall, ProgramEngine, RunProgram

_QUIET_ENOUGH = 35  # of 100; louder than this Pico clips its own waves
_ENDS = (".", "!", "?", "…")


def pico_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    def order(text: str, out: Path) -> ProgramCall:
        marked = (
            f'<volume level="{_QUIET_ENOUGH}"><speed level="{speed:g}">{escape(with_full_stop(text))}</speed></volume>'
        )
        return ProgramCall(("pico2wave", f"-l={voice}", f"-w={out}", marked), "", out)

    return ProgramEngine((Need("pico2wave", "libttspico-utils"),), order, run)


def with_full_stop(text: str) -> str:
    """With a full stop: Pico swallows half of a last word that has none, and forgets its volume."""
    return text if text.endswith(_ENDS) else f"{text}."
