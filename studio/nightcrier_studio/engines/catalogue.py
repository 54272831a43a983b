"""List the voices that the studio can build, from `voices.toml`, and call the programs that speak with these voices.

Kokoro, a neural network, speaks English, French, Mandarin, Persian and Thai (`kokoro.py`). Open JTalk speaks Japanese,
SVOX Pico Italian, Spanish and German, and RHVoice Ukrainian. The data of Pico and RHVoice are free, and are in Debian's
contrib and non-free."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from xml.sax.saxutils import escape

from msgspec import Meta, Struct

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.box.sound.voices.packs import Quality
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Decibels, Language
from nightcrier.kernel.reading import read_toml
from nightcrier_studio.delivery import Manner
from nightcrier_studio.engines import kokoro, kokoro_nets
from nightcrier_studio.engines.japanese import DICTIONARY
from nightcrier_studio.engines.needs import needs_of
from nightcrier_studio.engines.port import Engine, ProgramEngine, RunProgram
from nightcrier_studio.engines.spelling import speller

_VOICES = "/usr/share/hts-voice"
_JTALK_LOW = -1  # semitones
_JTALK_QUIET = -6  # dB; at its own level the voice clips short words


def openjtalk_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    file = f"{_VOICES}/{voice}/{voice.replace('-', '_')}.htsvoice"

    def words(_text: str, out: str, manner: Manner) -> tuple[str, ...]:
        tempo, tone = f"{speed * manner.pace:.3g}", f"{_JTALK_LOW + manner.semitones:.3g}"
        said = f"open_jtalk -x {DICTIONARY} -m {file} -r {tempo} -fm {tone} -g {_JTALK_QUIET} -ow"
        return *said.split(), out

    return ProgramEngine(needs_of("openjtalk", language, voice), words, run, speller(language))


_PICO_QUIET = 35  # of 100; louder than this Pico clips its own waves
_ENDS = (".", "!", "?")


def pico_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """Return an engine for Pico. Pico reads its text from an argument of the command, not from standard input."""

    spell = speller(voice)

    def words(text: str, out: str, manner: Manner) -> tuple[str, ...]:
        spoken = f'<speed level="{speed * manner.pace:.0f}">{spell(escape(with_full_stop(text)))}</speed>'
        if manner.semitones:
            spoken = f'<pitch level="{100 * manner.pitch:.0f}">{spoken}</pitch>'
        return "pico2wave", f"-l={voice}", f"-w={out}", f'<volume level="{_PICO_QUIET}">{spoken}</volume>'

    return ProgramEngine(needs_of("pico", language, voice), words, run, lambda _text: "")


def with_full_stop(text: str) -> str:
    """Return the text with a full stop at its end. Without it, Pico cuts half of the last word and forgets its
    volume."""
    return text if text.endswith(_ENDS) else f"{text}."


def rhvoice_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    def words(_text: str, out: str, manner: Manner) -> tuple[str, ...]:
        pace, pitch = f"{speed * manner.pace:.0f}", f"{100 * manner.pitch:.0f}"
        return "RHVoice-test", "-p", voice, "-r", pace, "-t", pitch, "-q", "max", "-o", out

    return ProgramEngine(needs_of("rhvoice", language, voice), words, run, speller(language))


_FILE = Path(__file__).with_name("voices.toml")

VOICE_ENGINES: Mapping[str, Callable[[str, str, float, RunProgram], Engine]] = {
    "kokoro": lambda language, voice, speed, _run: kokoro.Kokoro(language, voice, speed, kokoro_nets.run_network),
    "openjtalk": openjtalk_engine,
    "pico": pico_engine,
    "rhvoice": rhvoice_engine,
}


_Gain: TypeAlias = Annotated[Decibels, Meta(ge=-10, le=10)]


class StudioVoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A voice that the studio can build. `tone` holds the gains of its equalizer, for the octaves from 250 Hz to 8 kHz.
    `kbits` is the bit rate of its clips in kbit a second, and `band` is the highest sample rate of the clips."""

    language: Language
    name: str
    engine: Literal["kokoro", "openjtalk", "pico", "rhvoice"]
    voice: str
    speed: Annotated[float, Meta(gt=0)]
    quality: Quality
    licence: str
    credit: str
    shipped: bool = True
    tone: Annotated[tuple[_Gain, ...], Meta(min_length=6, max_length=6)] = ()
    kbits: Annotated[int, Meta(ge=6, le=256)] = 24
    band: Annotated[int, Meta(ge=8000, le=OPUS_RATE)] = OPUS_RATE

    def ready(self, run: RunProgram) -> Engine:
        return VOICE_ENGINES[self.engine](self.language, self.voice, self.speed, run)


def read_voices(file: Path = _FILE) -> dict[str, StudioVoice]:
    return read_toml(file, dict[str, StudioVoice])


def voice_of(language: Language) -> StudioVoice:
    """Return the first voice of a language among the voices that come with the box."""
    return next(voice for voice in read_voices().values() if voice.language == language and voice.shipped)


def choose_voices(
    languages: list[Language], pack: str | None, known: Mapping[str, StudioVoice]
) -> dict[str, StudioVoice]:
    """Return the voices to build, from the `known` voices of the studio. Without `pack`, these are the voices of the
    given languages that come with the box. Otherwise only the named pack is returned."""
    if pack is not None and pack not in known:
        raise WrongUse(f"There is no voice '{pack}'; choose one of {', '.join(known)}.")
    found = {
        name: voice
        for name, voice in known.items()
        if voice.language in languages and (name == pack if pack else voice.shipped)
    }
    if not found and pack is None:
        raise WrongUse(f"The studio has no voice of {', '.join(languages)} that comes with the box.")
    if not found:
        raise WrongUse(f"No voice of {', '.join(languages)} is called '{pack}'; leave that out to see them all.")
    return found
