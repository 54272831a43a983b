"""The words of the page: those of the glass. Of a language only what the page says is kept."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from device.kernel.ids import Language
from device.net.orders import Order
from device.words.catalogue import LANGUAGES, LAST_RESORT, UNHEARD
from device.words.shelf import read_words

_KINDS = ("net.", "game.", "menu.", "people.", "score.", "help.score.", "stick.", "help.stick.")
_ASKED = (order.word for order in Order)
_SINGLE = frozenset({"ask.dead", "digits", "nobody", "seat", "verdict.winners", "who.newcomer", *_ASKED})
WRITTEN_LEFTWARD = frozenset({"fa"})


@lru_cache(maxsize=len(LANGUAGES))
def words_of_page(folder: Path, language: Language) -> Mapping[str, str]:
    """Return the words of the page by their keys. Raises BadFile."""
    screen = read_words((folder,), language).screen
    return {key: text.translate(UNHEARD) for key, text in screen.items() if key.startswith(_KINDS) or key in _SINGLE}


def wanted_language(accepted: str) -> Language:
    """The first that a phone asks for and the box has."""
    for asked in accepted[:200].split(","):
        code = asked.partition(";")[0].strip().lower()
        for language in LANGUAGES:
            if code.partition("-")[0] == language.partition("-")[0].lower():
                return language
    return LAST_RESORT
