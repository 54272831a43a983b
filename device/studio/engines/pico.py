"""SVOX Pico: Italian, Spanish, German, French."""

from pathlib import Path
from xml.sax.saxutils import escape

from device.studio.engines.port import Need, Order, Program, Run

QUIET_ENOUGH = 35  # of 100; louder than this Pico clips its own waves
ENDS = (".", "!", "?", "…")


def engine(_language: str, voice: str, speed: float, run: Run) -> Program:
    def order(text: str, out: Path) -> Order:
        marked = f'<volume level="{QUIET_ENOUGH}"><speed level="{speed:g}">{escape(ended(text))}</speed></volume>'
        return Order(("pico2wave", f"-l={voice}", f"-w={out}", marked), "", out)

    return Program((Need("pico2wave", "libttspico-utils"),), order, run)


def ended(text: str) -> str:
    """With a full stop: Pico swallows half of a last word that has none, and forgets its volume."""
    return text if text.endswith(ENDS) else f"{text}."
