"""Makes all randomness of the house: from a seed where a game must repeat, from the system where cards are dealt.

SHA-256 is that of Python itself: `hashlib` would load all of OpenSSL for it, nearly four megabytes."""

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
    """Return thirty-two bytes from which nobody can find the text."""
    return bytes(sha256(text.encode()).digest())


_T = TypeVar("_T")


class Chance:
    """Makes all draws of the house from one source."""

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
    """Draws by a seed: the same seed gives the same game."""

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed))


class SystemChance(Chance):
    """Draws from the operating system's secure source: nobody can foretell a deal."""

    def __init__(self) -> None:
        super().__init__(random.SystemRandom())


def derive_seed(seed: int, purpose: str, bits: int = 63) -> int:
    """Return a seed for one purpose, of `bits` bits; nobody can find the first seed or another from it."""
    digest = text_digest(f"{purpose} {seed}")
    top = 1 << (bits - 1)
    return top | int.from_bytes(digest) % top
