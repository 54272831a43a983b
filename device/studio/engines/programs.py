"""Speaking machines that are a program each.

espeak-ng: Persian; and, when told the sounds instead of the script, Mandarin. Open JTalk: Japanese. SVOX Pico:
Italian, Spanish, German, French. RHVoice: English and Ukrainian; statistical voices with free data, in Debian's
contrib and non-free.
"""

from collections.abc import Callable
from xml.sax.saxutils import escape

from device.studio.engines.port import Installer, Need, ProgramEngine, RunProgram
from device.studio.engines.spellings import pinyin, speller

_PROGRAM = Need("espeak-ng", "espeak-ng")
_MBROLA = "mb-"

_A_WORD, _ALONE = 2, 150
"""A single sign, with its stop, is gone before it is heard at the speed of a sentence: it gets this one at most."""


def espeak_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    return _espeak(_espeak_needs(voice), voice, speed, run, speller(language))


def mandarin_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """An engine for Mandarin that is told pinyin: espeak-ng alone reads many characters wrongly."""
    needs = (*_espeak_needs(voice), Need("pypinyin", "pypinyin", Installer.PIP))
    return _espeak(needs, voice, speed, run, pinyin)


def _espeak(
    needs: tuple[Need, ...], voice: str, speed: float, run: RunProgram, spell: Callable[[str], str]
) -> ProgramEngine:
    def words(text: str, out: str) -> tuple[str, ...]:
        pace = min(speed, _ALONE) if len(text) <= _A_WORD else speed
        return "espeak-ng", "-v", voice, "-s", f"{pace:g}", "-w", out, "--stdin"

    return ProgramEngine(needs, words, run, spell)


def _espeak_needs(voice: str) -> tuple[Need, ...]:
    if not voice.startswith(_MBROLA):
        return (_PROGRAM,)
    data = voice.removeprefix(_MBROLA)
    return (_PROGRAM, Need("mbrola", "mbrola"), Need(f"/usr/share/mbrola/{data}/{data}", f"mbrola-{data}"))


_DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
_VOICES = "/usr/share/hts-voice"
_JTALK_QUIET = -6  # dB; at its own level the voice clips short words


def openjtalk_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    file = f"{_VOICES}/{voice}/{voice.replace('-', '_')}.htsvoice"
    words = f"open_jtalk -x {_DICTIONARY} -m {file} -r {speed:g} -fm -1 -g {_JTALK_QUIET} -ow".split()
    needs = (
        Need("open_jtalk", "open-jtalk"),
        Need(_DICTIONARY, "open-jtalk-mecab-naist-jdic"),
        Need(file, f"hts-voice-{voice}"),
    )
    return ProgramEngine(needs, lambda _text, out: (*words, out), run, speller(language))


_PICO_QUIET = 35  # of 100; louder than this Pico clips its own waves
_ENDS = (".", "!", "?", "…")


def pico_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """An engine that is told its text by a word of the command, and nothing on its standard input."""

    def words(text: str, out: str) -> tuple[str, ...]:
        spoken = f'<speed level="{speed:g}">{escape(with_full_stop(text))}</speed>'
        return "pico2wave", f"-l={voice}", f"-w={out}", f'<volume level="{_PICO_QUIET}">{spoken}</volume>'

    return ProgramEngine((Need("pico2wave", "libttspico-utils"),), words, run, lambda _text: "")


def with_full_stop(text: str) -> str:
    """The text with a full stop: Pico swallows half of a last word that has none, and forgets its volume."""
    return text if text.endswith(_ENDS) else f"{text}."


_DATA = "/usr/share/RHVoice/voices"
_PACKAGES = {"en": "rhvoice-english", "uk": "rhvoice-ukrainian"}


def rhvoice_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    needs = (Need("RHVoice-test", "rhvoice"), Need(f"{_DATA}/{voice}", _PACKAGES[language]))
    words = ("RHVoice-test", "-p", voice, "-r", f"{speed:g}", "-q", "max", "-o")
    return ProgramEngine(needs, lambda _text, out: (*words, out), run, speller(language))
