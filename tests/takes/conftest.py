"""The canned sounds and words of the studio's tests, for those of takes."""

from studio.tests.conftest import lines, own, pack, talk, words

__all__ = ["lines", "own", "pack", "talk", "words"]
