"""What the voice chain needs from outside: texts, sentences, ways to say a line, live speech."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from device.kernel.ids import Language, LineId, Seconds

Sentences = Callable[[Sequence[LineId]], Sequence[Sequence[LineId]]]
"""Parts lines that are said in a row, so that each sentence stands by itself."""

TextOf = Callable[[Language, LineId], tuple[str, str] | None]
"""The text of a line in a language, and the spelling to speak; None when the language lacks it."""

WaysToSay = Callable[[Language, LineId], Sequence[LineId]]
"""What may be said for a line in a language, the best first; nothing where it is left out."""


def as_it_is(language: Language, line: LineId) -> Sequence[LineId]:
    """A line in no other way."""
    return (line,)


def each_alone(lines: Sequence[LineId]) -> Sequence[Sequence[LineId]]:
    """Every line a sentence."""
    return [(line,) for line in lines]


class LiveSpeech(Protocol):
    """Speech made on the spot."""

    def begin(self, language: Language, spoken: str) -> None:
        """This is wanted soon: start making it, without waiting."""
        ...

    def is_ready(self, language: Language, spoken: str) -> bool:
        """Whether the sound is there; else it is begun. Without waiting."""
        ...

    def get(self, language: Language, spoken: str) -> tuple[Path, Seconds] | None:
        """The sound and its length; None when this box cannot, or not in time."""
        ...
