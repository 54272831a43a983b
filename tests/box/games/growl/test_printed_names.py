"""The starter cards are found by what is printed on them: English in every edition, with the translation beside it."""

import pytest

from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, Words
from nightcrier.words.shelf import read_words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_starter_cards_are_shown_as_printed_and_as_they_are_called_here(language: Language) -> None:
    folders = (share("assets") / "words",)
    words = Words({code: read_words(folders, code) for code in {LAST_RESORT, language}})
    shown = words.screen(language, "growl.setup.starter", bites="2", gold="4")
    names = {words.role(code, card) for code in (LAST_RESORT, language) for card in ("bite", "gold")}
    assert [name for name in names if name.lower() not in shown.lower()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_foot_of_a_turn_says_what_start_and_the_dial_do(language: Language) -> None:
    words = Words({language: read_words((share("assets") / "words",), language)})
    start, turning = words.screen(language, "growl.turn.keys"), words.screen(language, "home.turn")
    dial = turning.replace("\u00a0", " ").split(":")[0].split(" ")[0]
    assert start.startswith("START")
    assert dial.lower()[:3] in start.lower()
