"""The words of the house: every text in every language, with fallback from one language to the next."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from device.kernel.errors import BadFile
from device.kernel.ids import Language, LineId

LANGUAGES = tuple(Language(code) for code in ("en", "fa", "uk", "it", "es", "de", "fr", "zh-Hant", "ja", "th"))
LAST_RESORT = LANGUAGES[0]


class Line(Struct, frozen=True):
    """A text to show and, where a voice needs another spelling, the one to `say`."""

    text: str
    say: str = ""

    @property
    def spoken(self) -> str:
        return self.say or self.text


class Book(Struct, frozen=True, forbid_unknown_fields=True):
    """One language's file. Roles and screen words can be spoken too: `say` holds their spellings by id."""

    name: str
    roles: Mapping[str, str]
    screen: Mapping[str, str]
    lines: Mapping[str, Line]
    say: Mapping[str, str] = {}
