"""espeak-ng: Persian; and, when told the sounds instead of the script, Mandarin."""

import re
from collections.abc import Callable
from pathlib import Path

from device.studio.engines.port import Installer, Need, ProgramCall, ProgramEngine, RunProgram

_PROGRAM = Need("espeak-ng", "espeak-ng")
_MBROLA = "mb-"

_A_WORD, _ALONE = 2, 150
"""A single sign, with its stop, is gone before it is heard at the speed of a sentence: it gets this one at most."""


def espeak_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    return ProgramEngine(_needs(voice), _order(voice, speed, str), run)


def mandarin_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """Characters are turned into pinyin first: espeak-ng alone reads many of them wrongly."""
    needs = (*_needs(voice), Need("pypinyin", "pypinyin", Installer.PIP))
    return ProgramEngine(needs, _order(voice, speed, pinyin), run)


_ONE = re.compile(r"(?<!di4 )(?<!shi2 )\byi1 (?=[a-zü]+([1-5]))")
"""The number one before another syllable; in ordinals and in eleven it keeps its tone."""


def pinyin(text: str) -> str:
    """Syllables with tone numbers, as they change beside each other; marks stay as they are."""
    from pypinyin import Style, lazy_pinyin

    # Taiwan writes the particle zhe as it writes the word zhù; the other character of it has only the one reading.
    spelled = text.replace("著", "着")
    syllables = " ".join(lazy_pinyin(spelled, style=Style.TONE3, neutral_tone_with_five=True, tone_sandhi=True))
    return _ONE.sub(lambda one: "yi2 " if one[1] == "4" else "yi4 ", syllables)


def _order(voice: str, speed: float, spelled: Callable[[str], str]) -> Callable[[str, Path], ProgramCall]:
    def order(text: str, out: Path) -> ProgramCall:
        pace = min(speed, _ALONE) if len(text) <= _A_WORD else speed
        return ProgramCall(("espeak-ng", "-v", voice, "-s", f"{pace:g}", "-w", str(out), "--stdin"), spelled(text), out)

    return order


def _needs(voice: str) -> tuple[Need, ...]:
    if not voice.startswith(_MBROLA):
        return (_PROGRAM,)
    data = voice.removeprefix(_MBROLA)
    return (_PROGRAM, Need("mbrola", "mbrola"), Need(f"/usr/share/mbrola/{data}/{data}", f"mbrola-{data}"))
