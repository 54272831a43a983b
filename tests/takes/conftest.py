"""Provides the studio tests' artificial sounds and words to the tests of takes."""

from studio.tests.conftest import lines, own, pack, talk, words

__all__ = ["lines", "own", "pack", "talk", "words"]
