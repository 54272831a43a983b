"""Contains the page for spelling a name letter by letter. The dial goes through the letters of the language, a press
adds a letter, BACK removes the last letter, and START saves the name. No voice reads letters, so a tick answers
instead. People who cannot see the screen can choose a known name or an animal."""

import re

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import name_refusal, spelling_refusal
from nightcrier.box.table.core.state import Page, Table, TableStep
from nightcrier.box.table.drawing.ink import read_as
from nightcrier.box.table.drawing.shaping import clusters, is_mark
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.evening.people import change_person, evening_people
from nightcrier.box.table.over.listing import next_person_page
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.people import HALF_SPACE, tidy_name
from nightcrier.kernel.refusal import Refusal

_WAITS = "|"
_SHOWN = 8
"""The number of letters that are shown of a long name. Eight of the widest letters fit."""
_UNSEEN = {"␣": " ", "¬": HALF_SPACE}
"""The signs by which the screen shows a space and a half space."""
_SIGNS = str.maketrans({unseen: sign for sign, unseen in _UNSEEN.items()})
_BEGINS_WORD = re.compile(r"(?:^|[ -]|\b[OD]')$")
"""Matches the place before a capital letter in a name: Jean-Luc, Anna Maria, O'Brien. In Dar'ya, a small letter
follows."""


class SpellPage(Page, frozen=True, tag="spell"):
    """The page on which a name is spelled: the name so far, and the letter at the dial."""

    under: Page | None
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
        """Show the letter at the dial at the top, and the name so far in the middle."""
        language, refused = table.choices.language, self.refusal(house, table)
        told = (Text(house.words.screen(language, refused), Size.SMALL),) if refused else ()
        letter = Text(_at_dial(house, table, self), Size.LARGE, inverse=True)
        so_far = Text(_so_far(self.text) + _WAITS, Size.MEDIUM, language=read_as(self.text, language))
        rows = letter, so_far, *told
        foot = foot_of(house, language, "a name, letter by letter")
        return View("spell", language, rows, foot=foot if self.text and not refused else replace(foot, start=""))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()

    def title(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("screen.people.spell"),)

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("keys.spell"),)

    def refusal(self, house: House, table: Table) -> Refusal | None:
        """Return why nobody can have this name: somebody already has it, or it has another meaning at the table. Return
        None if the name is allowed."""
        name, people = tidy_name(self.text), evening_people(table)
        if not name:
            return None
        others = [person.name for number, person in enumerate(people, 1) if number != self.person]
        return name_refusal(name, others, house.words, table.choices.languages, house.answers)

    def keep(self, house: House, table: Table, name: str) -> TableStep:
        left = replace(table, page=next_person_page(table, self.under))
        return change_person(house, left, self.person, name=name)


def _so_far(text: str) -> str:
    """Return the name so far, or only its end if it does not fit."""
    letters = clusters(text.translate(_SIGNS))
    return "".join(letters) if len(letters) <= _SHOWN else "…" + "".join(letters[-_SHOWN:])


def dial_letters(house: House, table: Table) -> str:
    return house.words.screen(table.choices.language, "people.letters")


def _letter(house: House, table: Table, page: SpellPage) -> str:
    """Return the letter at the dial: a capital at the beginning of each word, otherwise a small letter."""
    letter = dial_letters(house, table)[page.index]
    return letter if _BEGINS_WORD.search(page.text) else letter.lower()


def _at_dial(house: House, table: Table, page: SpellPage) -> str:
    """Return the letter at the dial. A mark is shown over the letter to which it would be added."""
    letter = _letter(house, table, page)
    return clusters(page.text)[-1] + letter if is_mark(letter) and page.text else letter


def _longer(house: House, table: Table, page: SpellPage) -> SpellPage:
    """Add the letter at the dial to the name, if it is allowed. A mark or blank must follow a letter, two blanks in a
    row are not allowed, and a name has a maximum length."""
    letter = _letter(house, table, page)
    text = page.text + _UNSEEN.get(letter, letter)
    doubled = letter in _UNSEEN and page.text[-1:] in _UNSEEN.values()
    if doubled or (is_mark(letter) and not page.text) or spelling_refusal(text, table.choices.language):
        return page
    return replace(page, text=text)
