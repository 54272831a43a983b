"""Provides all randomness of the program: from a seed if a game must be repeatable, from the system if cards are dealt.

The SHA-256 used is the one built into Python, because `hashlib` would load all of OpenSSL, nearly four megabytes."""

import random
from collections.abc import Sequence
from typing import TypeVar

try:
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:  # Python 3.11 keeps it elsewhere, and one that was built without hashes has only those of OpenSSL
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256


def text_digest(text: str) -> bytes:
    """Return thirty-two bytes that identify the text. Nobody can find the text from these bytes."""
    return bytes(sha256(text.encode()).digest())


_T = TypeVar("_T")


class Chance:
    """Makes all random draws from one source."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1, each equally likely."""
        return self._source.randrange(limit)

    def pick(self, things: Sequence[_T]) -> _T:
        return things[self.below(len(things))]

    def shuffle(self, things: Sequence[_T]) -> tuple[_T, ...]:
        return tuple(self._source.sample(things, len(things)))


class SeededChance(Chance):
    """Draws from a seed. The same seed gives the same game."""

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed))


class SystemChance(Chance):
    """Draws from the secure random source of the operating system. Nobody can predict a deal."""

    def __init__(self) -> None:
        super().__init__(random.SystemRandom())


def derive_seed(seed: int, purpose: str, bits: int = 63) -> int:
    """Return a seed of `bits` bits for one purpose. Nobody can find the first seed or other seeds from it."""
    digest = text_digest(f"{purpose} {seed}")
    top = 1 << (bits - 1)
    return top | int.from_bytes(digest) % top
