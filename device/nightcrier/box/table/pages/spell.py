"""The page that spells a name letter by letter: the dial goes through the letters of the language, a press takes one,
BACK takes the last away, START keeps the name. No voice reads letters: people who do not see the screen take a known
name or an animal."""

import re

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import name_refusal, spelling_refusal
from nightcrier.box.table.core.page_kinds import Page
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.course.evening import change_person, evening_people
from nightcrier.box.table.drawing.shaping import clusters, is_mark
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.pages.listing import next_person_page
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.people import HALF_SPACE, tidy_name
from nightcrier.kernel.refusal import Refusal

_WAITS = "|"
_SHOWN = 8
"""The letters of a long name that are shown: eight of the widest fit."""
_UNSEEN = {"␣": " ", "¬": HALF_SPACE}
"""The signs that are shown on the dial and in the name for a space and for a half space."""
_SIGNS = str.maketrans({unseen: sign for sign, unseen in _UNSEEN.items()})
_BEGINS_WORD = re.compile(r"(?:^|[ -]|\b[OD]')$")
"""The place of a capital letter in a name: Jean-Luc, Anna Maria, O'Brien; but Dar'ya goes on in small letters."""


class SpellPage(Page, frozen=True, tag="spell"):
    """The page of a name letter by letter: the name up to now, and the letter at the dial."""

    under: Page
    person: int
    text: str = ""
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                index = (self.index + event.steps) % len(dial_letters(house, table))
                return replace(table, page=replace(self, index=index)), ()
            case Control.DIAL, Gesture.PRESS:
                return replace(table, page=_longer(house, table, self)), ()
            case Control.START, Gesture.PRESS if self.text and not self.refusal(house, table):
                return self.keep(house, table, tidy_name(self.text))
            case Control.BACK, Gesture.PRESS if self.text:
                return replace(table, page=replace(self, text="".join(clusters(self.text)[:-1]))), ()
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        """Show the letter at the dial above, and in the middle the name up to now."""
        language = table.choices.language
        hint = self.refusal(house, table) or "people.spell-hint"
        rows = (
            Text(_at_dial(house, table, self), Size.LARGE, inverse=True),
            Text(_so_far(self.text) + _WAITS, Size.MEDIUM),
            Text(house.words.screen(language, hint), Size.SMALL),
        )
        return View("spell", language, rows)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()

    def refusal(self, house: House, table: Table) -> Refusal | None:
        """Return the word that tells why nobody can have this name: somebody has it already, or it has another meaning
        at the table. None if the name is right."""
        name, people = tidy_name(self.text), evening_people(table)
        if not name:
            return None
        others = [person.name for number, person in enumerate(people, 1) if number != self.person]
        return name_refusal(name, others, house.words, table.choices.languages, house.answers)

    def keep(self, house: House, table: Table, name: str) -> TableStep:
        """Give the person this name."""
        left = replace(table, page=next_person_page(table, self.under))
        return change_person(house, left, self.person, name=name)


def _so_far(text: str) -> str:
    """Return the name up to now, or its end if all of it does not fit."""
    letters = clusters(text.translate(_SIGNS))
    return "".join(letters) if len(letters) <= _SHOWN else "…" + "".join(letters[-_SHOWN:])


def dial_letters(house: House, table: Table) -> str:
    """Return what the dial goes through: the letters of the language, then the signs that stand between letters."""
    return house.words.screen(table.choices.language, "people.letters")


def _letter(house: House, table: Table, page: SpellPage) -> str:
    """Return the letter at the dial: a capital at the beginning of each word of a name, else a small letter."""
    letter = dial_letters(house, table)[page.index]
    return letter if _BEGINS_WORD.search(page.text) else letter.lower()


def _at_dial(house: House, table: Table, page: SpellPage) -> str:
    """Return the letter at the dial; a mark is shown on the letter that would carry it."""
    letter = _letter(house, table, page)
    return clusters(page.text)[-1] + letter if is_mark(letter) and page.text else letter


def _longer(house: House, table: Table, page: SpellPage) -> SpellPage:
    """Add the letter at the dial to the name, if it may stand there: no mark or blank before any letter, no two blanks,
    no more letters than a name may have."""
    letter = _letter(house, table, page)
    text = page.text + _UNSEEN.get(letter, letter)
    doubled = letter in _UNSEEN and page.text[-1:] in _UNSEEN.values()
    if doubled or (is_mark(letter) and not page.text) or spelling_refusal(text, table.choices.language):
        return page
    return replace(page, text=text)
