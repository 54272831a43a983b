"""Speaking machines that are a program each.

espeak-ng: Persian; and, when told the sounds instead of the script, Mandarin. Open JTalk: Japanese. SVOX Pico:
Italian, Spanish, German, French. RHVoice: English and Ukrainian; statistical voices with free data, in Debian's
contrib and non-free.
"""

from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

from device.studio.engines.port import Installer, Need, ProgramCall, ProgramEngine, RunProgram
from device.studio.engines.spellings import pinyin, speller

_PROGRAM = Need("espeak-ng", "espeak-ng")
_MBROLA = "mb-"

_A_WORD, _ALONE = 2, 150
"""A single sign, with its stop, is gone before it is heard at the speed of a sentence: it gets this one at most."""


def espeak_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    return ProgramEngine(_needs(voice), _order(voice, speed, speller(language)), run)


def mandarin_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """Characters are turned into pinyin first: espeak-ng alone reads many of them wrongly."""
    needs = (*_needs(voice), Need("pypinyin", "pypinyin", Installer.PIP))
    return ProgramEngine(needs, _order(voice, speed, pinyin), run)


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


_DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
_VOICES = "/usr/share/hts-voice"
_JTALK_QUIET = -6  # dB; at its own level the voice clips short words


def openjtalk_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    file, spelled = f"{_VOICES}/{voice}/{voice.replace('-', '_')}.htsvoice", speller(language)

    def order(text: str, out: Path) -> ProgramCall:
        words = (
            "open_jtalk",
            "-x",
            _DICTIONARY,
            "-m",
            file,
            "-r",
            f"{speed:g}",
            "-fm",
            "-1",
            "-g",
            f"{_JTALK_QUIET}",
            "-ow",
            str(out),
        )
        return ProgramCall(words, spelled(text), out)

    needs = (
        Need("open_jtalk", "open-jtalk"),
        Need(_DICTIONARY, "open-jtalk-mecab-naist-jdic"),
        Need(file, f"hts-voice-{voice}"),
    )
    return ProgramEngine(needs, order, run)


_PICO_QUIET = 35  # of 100; louder than this Pico clips its own waves
_ENDS = (".", "!", "?", "…")


def pico_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    def order(text: str, out: Path) -> ProgramCall:
        marked = (
            f'<volume level="{_PICO_QUIET}"><speed level="{speed:g}">{escape(with_full_stop(text))}</speed></volume>'
        )
        return ProgramCall(("pico2wave", f"-l={voice}", f"-w={out}", marked), "", out)

    return ProgramEngine((Need("pico2wave", "libttspico-utils"),), order, run)


def with_full_stop(text: str) -> str:
    """With a full stop: Pico swallows half of a last word that has none, and forgets its volume."""
    return text if text.endswith(_ENDS) else f"{text}."


_DATA = "/usr/share/RHVoice/voices"
_PACKAGES = {"en": "rhvoice-english", "uk": "rhvoice-ukrainian"}


def rhvoice_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    spelled = speller(language)

    def order(text: str, out: Path) -> ProgramCall:
        words = ("RHVoice-test", "-p", voice, "-r", f"{speed:g}", "-q", "max", "-o", str(out))
        return ProgramCall(words, spelled(text), out)

    return ProgramEngine((Need("RHVoice-test", "rhvoice"), Need(f"{_DATA}/{voice}", _PACKAGES[language])), order, run)
