"""Write a text as an engine reads it, so that a mistake can be seen without listening.

A reading is in pinyin, the signs of Kokoro, kana, Thai syllables or Ukrainian with stress marks. Pico does not report
how it reads, so for the languages of Pico the reading is the text itself, with the sounds that are prescribed for some
words.

RHVoice does not report this for a word either, so this file reads the pronunciation files of RHVoice. A transducer is a
table of states. Arrows lead from each state; each arrow reads one sign and writes another. The rules of Ukrainian
stress are an automaton. The automaton finds known parts of a word, and the stressed letter of each part."""

import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.ids import Language
from nightcrier_studio.engines.catalogue import StudioVoice, with_full_stop
from nightcrier_studio.engines.japanese import kana
from nightcrier_studio.engines.kokoro_signs import SIGNS
from nightcrier_studio.engines.needs import Need, needs_of
from nightcrier_studio.engines.port import run_program
from nightcrier_studio.engines.spelling import STRESS, pinyin, speller
from nightcrier_studio.engines.thai import PRONUNCIATION, pronounced

NOTHING, _SAME = 0, 1
"""Numbers of signs in an arrow. `NOTHING` is no sign. An arrow with `_SAME` reads any sign and writes the same sign."""
_FIRST = 2
_ARROW_BYTES = _WAY_BYTES = 8


class Arrow(Struct, frozen=True):
    """Describes an arrow between two states: the state to which it leads, the sign it reads, and the sign it writes."""

    target: int
    takes: int
    gives: int


class Numbers:
    """Reads the numbers in a file, highest byte first. Skipped bytes can be read later."""

    def __init__(self, data: bytes) -> None:
        self._data, self.at = data, 0

    def take(self, form: str) -> tuple[int, ...]:
        found = struct.unpack_from(f">{form}", self._data, self.at)
        self.at += struct.calcsize(f">{form}")
        return found

    def skip(self, length: int) -> None:
        self.at += length

    def text(self) -> str:
        (length,) = self.take("B")
        self.at += length
        return self._data[self.at - length : self.at].decode()


class Transducer:
    """A transducer, read from a file `*.fst`."""

    def __init__(self, file: Path) -> None:
        self._data = Numbers(file.read_bytes())
        self._signs = [self._data.text() for _ in range(*self._data.take("H"))]
        self._numbers = {sign: number for number, sign in enumerate(self._signs, _FIRST)}
        self._begins = [_pass_state(self._data) for _ in range(*self._data.take("I"))]

    def translate(self, signs: Sequence[str]) -> list[str] | None:
        """Return the signs that are written on the first path that reads all `signs`, or None when no path does."""
        given = [(sign, self._numbers.get(sign, _SAME)) for sign in signs]
        return next(self._ways(given, 0, 0), None) if given else None

    def _ways(self, given: Sequence[tuple[str, int]], at: int, state: int) -> Iterator[list[str]]:
        self._data.at = self._begins[state]
        final, many = self._data.take("BI")
        arrows = [Arrow(*self._data.take("IHH")) for _ in range(many)]
        if at == len(given) and final:
            yield []
            return
        written, number = given[at] if at < len(given) else ("", NOTHING)
        for arrow in (each for takes in dict.fromkeys((number, NOTHING)) for each in arrows if each.takes == takes):
            for rest in self._ways(given, at + (arrow.takes != NOTHING), arrow.target):
                yield self._out(arrow, written) + rest

    def _out(self, arrow: Arrow, sign: str) -> list[str]:
        if arrow.gives == NOTHING:
            return []
        return [sign if arrow.gives == _SAME else self._signs[arrow.gives - _FIRST]]


def _pass_state(numbers: Numbers) -> int:
    """Skip a state, and return where the state begins in the file. States are skipped because a file has too many
    states to read them all for a few words."""
    begins = numbers.at
    numbers.skip(_ARROW_BYTES * numbers.take("BI")[1])
    return begins


class StressPiece(Struct, frozen=True):
    """Holds a part of a word that the stress rules know: the number of its letters, and of its stressed letter."""

    letters: int
    stressed: int


class PieceState(Struct, frozen=True):
    """A state of the stress rules. `ways` has the next state for each letter, and `fail` the state when no letter
    fits. `piece` is the part of a word that ends in this state, and `shorter` the state of the next shorter part."""

    ways: Mapping[int, int]
    fail: int
    shorter: int
    piece: StressPiece | None


class StressRules:
    """Applies the Ukrainian stress rules from an `*.fsm` file."""

    def __init__(self, file: Path) -> None:
        self._data = Numbers(file.read_bytes())
        self._begins = [_pass_pieces(self._data) for _ in range(*self._data.take("I"))]

    def stressed(self, word: str) -> int | None:
        """Return the index of the stressed letter of a word, by the last part that fits, or None if no part fits."""
        found, at = self._pieces(f"#{word}#"), 0
        stressed = None
        while at < len(word) + 2:
            if at in found:
                stressed = at + found[at].stressed - 1
            at += found[at].letters if at in found else 1
        return stressed

    def _pieces(self, letters: str) -> dict[int, StressPiece]:
        """Return the longest known part of the word that begins at each letter."""
        found, state = {}, 0
        for end, letter in enumerate(letters, 1):
            state = self._follow(state, ord(letter))
            ends = state if self._state(state).piece else self._state(state).shorter
            while ends:
                piece = self._state(ends).piece
                if piece:
                    found[end - piece.letters] = piece
                ends = self._state(ends).shorter
        return found

    def _follow(self, state: int, letter: int) -> int:
        while state and letter not in self._state(state).ways:
            state = self._state(state).fail
        return self._state(state).ways.get(letter, 0)

    def _state(self, number: int) -> PieceState:
        self._data.at = self._begins[number]
        return _piece_state(self._data)


def _pass_pieces(numbers: Numbers) -> int:
    begins = numbers.at
    numbers.skip(_WAY_BYTES * numbers.take("B")[0])
    numbers.skip(numbers.take("IIB")[2] > 0)
    return begins


def _piece_state(numbers: Numbers) -> PieceState:
    (many,) = numbers.take("B")
    pairs = numbers.take(f"{2 * many}I")
    fail, shorter, letters = numbers.take("IIB")
    ways = dict(zip(pairs[::2], pairs[1::2], strict=True))
    return PieceState(ways, fail, shorter, StressPiece(letters, *numbers.take("B")) if letters else None)


ReadText = Callable[[str], str]
_GUESSED = "?"
"""The mark before a word that is in no dictionary of the engine, which guesses how such a word sounds."""

_RHVOICE = Path("/usr/share/RHVoice/languages")
_VOWELS = "аеиоуюяєії"
_WORD = re.compile(r"[^\W\d_]+(?:[\u0301'’ʼ]+[^\W\d_]*)*")


def reader_of(voice: StudioVoice) -> ReadText:
    readers: Mapping[str, Callable[[], ReadText]] = {
        "kokoro": lambda: _told_kokoro(voice.language),
        "openjtalk": lambda: _kana,
        "pico": lambda: _told_to_pico(voice.voice),
        "rhvoice": _ukrainian,
    }
    return readers[voice.engine]()


def needs_to_read(voice: StudioVoice) -> Sequence[Need]:
    """Return what is needed to read a text as a voice gets it. Kokoro needs less to be read than to speak, because its
    signs come from other programs."""
    if voice.engine == "kokoro":
        dictionary = (PRONUNCIATION,) if voice.language == "th" else ()
        return *needs_of(voice.engine, voice.language, voice.voice), *dictionary
    return voice.ready(run_program).needs


def _told_kokoro(language: Language) -> ReadText:
    """Return a function that writes a text in the form from which Kokoro gets its signs: pinyin, kana or Thai
    syllables, or the signs themselves."""
    return {"zh-Hant": pinyin, "ja": _kana, "th": pronounced}.get(language) or SIGNS[language]


def _told_to_pico(voice: str) -> ReadText:
    spell = speller(voice)
    return lambda text: spell(with_full_stop(text))


def _kana(text: str) -> str:
    return kana(speller("ja")(text))


def _ukrainian() -> ReadText:
    stress, spelled = _ukrainian_stress(), speller("uk")
    return lambda text: _WORD.sub(lambda word: _mark(word[0], stress), spelled(text))


def _ukrainian_stress() -> Callable[[str], int | None]:
    """Return a function that takes a word in small letters. The function returns the index of the letter that RHVoice
    stresses, or None."""
    marks, words = _transducer("Ukrainian/stress_marks.fst"), _transducer("Ukrainian/stress.fst")
    rules = StressRules(_RHVOICE / "Ukrainian/stress.fsm")

    @cache
    def stressed(word: str) -> int | None:
        signs = marks.translate(word) or words.translate(word)
        if signs is None:
            return rules.stressed(word)
        return next((at for at, sign in enumerate(signs) if sign.isupper()), None)

    return stressed


def _mark(word: str, stress: Callable[[str], int | None]) -> str:
    """Return the word with an accent mark over the stressed letter. A word of one syllable gets no mark."""
    plain = word.replace(STRESS, "")
    if sum(letter in _VOWELS for letter in plain.lower()) < 2:
        return plain
    at = stress(word.lower())
    return f"{_GUESSED}{plain}" if at is None else plain[: at + 1] + STRESS + plain[at + 1 :]


@cache
def _transducer(file: str) -> Transducer:
    return Transducer(_RHVOICE / file)
