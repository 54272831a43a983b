"""A press on the pages of the deck tells what stands there, and leaves where that says all."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.games.growl.cards import GROWL_CARDS
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.explain import ExplainPage
from nightcrier.box.table.step import step
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES
from tests.box.table.evening import Evening
from tests.on_glass import measure


def growl_deck(table: Table, language: Language, index: int = 0) -> Table:
    setups = {**table.choices.setups, "growl": Setup("classic", 6)}
    choices = replace(table.choices, game="growl", setups=setups, languages=(language,))
    return replace(table, choices=choices, page=DeckPage(None, index))


def pressed(house: House, table: Table) -> TableStep:
    return step(house, table, Input(table.now, Control.DIAL, Gesture.PRESS, 0))


def test_a_press_on_a_night_card_tells_what_it_does(real_house: House, real_table: Table) -> None:
    for index, (card, its) in enumerate(GROWL_CARDS.items()):
        told, effects = pressed(real_house, growl_deck(real_table, Language("th"), index))
        assert isinstance(told.page, ExplainPage)
        printed = real_house.words.role(Language("en"), card)
        assert view_lines(look(real_house, told))[0].startswith(printed)
        (said,) = (effect.lines for effect in effects if isinstance(effect, Speak))
        assert said == (f"role.{card}", *its.lines)


def test_the_dial_marks_one_night_card_after_the_other_and_all_fit(real_house: House, real_table: Table) -> None:
    for language in LANGUAGES:
        for index in range(len(GROWL_CARDS)):
            view = look(real_house, growl_deck(real_table, language, index))
            assert [row.inverse for row in view.rows].count(True) == 1
            assert measure(view).whole


def test_a_press_where_what_stands_there_says_all_leaves(evening: Evening) -> None:
    evening.back()
    assert isinstance(evening.table.page, DeckPage)
    evening.press()
    assert evening.table.at_home
