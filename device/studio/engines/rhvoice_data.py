"""The files of pronunciation of RHVoice, read here because the program does not tell how it reads a word.

A transducer is a table of states: from each, arrows that take in one sign and give out another. The rules of Ukrainian
stress are an automaton that finds pieces of a word and tells which of their letters is stressed."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

NOTHING, _SAME = 0, 1
"""Numbers of signs: an arrow takes nothing in or gives nothing out; or it takes any sign, and gives out the same."""
_FIRST = 2
_ARROW_BYTES = _WAY_BYTES = 8


class Arrow(Struct, frozen=True):
    """An arrow between two states: the state it leads to, the sign it takes, and the sign it gives out."""

    target: int
    takes: int
    gives: int


class Numbers:
    """Numbers, the highest byte first, out of a file. What is passed over can be read later."""

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
        """The signs that come out, by the first way through; None where there is no way."""
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
    """Pass over a state, and return where it begins: there are too many to read them all for a few words."""
    begins = numbers.at
    numbers.skip(_ARROW_BYTES * numbers.take("BI")[1])
    return begins


class StressPiece(Struct, frozen=True):
    """A piece of a word that the rules know: how many letters, and which of them is stressed."""

    letters: int
    stressed: int


class PieceState(Struct, frozen=True):
    """A state of the rules: where each letter leads, where to go on when none does, the next shorter piece, and the
    piece that ends here."""

    ways: Mapping[int, int]
    fail: int
    shorter: int
    piece: StressPiece | None


class StressRules:
    """The rules of stress, read from a file `*.fsm`."""

    def __init__(self, file: Path) -> None:
        self._data = Numbers(file.read_bytes())
        self._begins = [_pass_pieces(self._data) for _ in range(*self._data.take("I"))]

    def stressed(self, word: str) -> int | None:
        """The letter of a word that is stressed, by the last piece that fits; None where no piece fits."""
        found, at = self._pieces(f"#{word}#"), 0
        stressed = None
        while at < len(word) + 2:
            if at in found:
                stressed = at + found[at].stressed - 1
            at += found[at].letters if at in found else 1
        return stressed

    def _pieces(self, letters: str) -> dict[int, StressPiece]:
        """The longest piece that begins at each letter."""
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
