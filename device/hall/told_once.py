"""What came of a form, until the page that follows has said it."""

from typing import NamedTuple


class CountedWord(NamedTuple):
    """A word of the page, and the number that stands in it."""

    word: str
    n: int


class ToldOnce:
    """By the mark of its organiser."""

    def __init__(self) -> None:
        self._words: dict[str, CountedWord] = {}

    def keep(self, mark: str, word: CountedWord) -> None:
        self._words[mark] = word

    def take(self, mark: str) -> CountedWord | None:
        """None where it was said already."""
        return self._words.pop(mark, None)
