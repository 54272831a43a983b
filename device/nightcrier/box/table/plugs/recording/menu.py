"""Contains the menus of recording: which lines to record, what others may do with the voice, and whose voice it is. It
offers the names of the evening, the last one chosen, and those that this box has met. People can also spell a name."""

from functools import partial
from typing import get_args

from msgspec.structs import replace

from nightcrier.box.show.cues import Hush
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House, OwnVoice
from nightcrier.box.table.core.names import spelling_refusal, value_line, value_name
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.evening.people import evening_people
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import Item, Menu, Value, value_row
from nightcrier.box.table.over.spell import SpellPage
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.box.table.plugs.recording.booth import (
    BoothPage,
    OpenedBooth,
    booth_wish,
    follow_booth,
    line_choices,
    lines_to_record,
)
from nightcrier.box.table.plugs.recording.booth_view import licence_name
from nightcrier.kernel.booth_messages import BoothNews, Licence
from nightcrier.kernel.ids import LineId, name_line, screen_line


def speakers_items(house: House, table: Table) -> tuple[Item, ...]:
    here = (person.name for person in evening_people(table))
    known = table.standings.known if table.standings else ()
    spelt = table.choices.own_voice.person
    names = dict.fromkeys(name for name in (*here, spelt, *known) if name and not spelling_refusal(name))
    return (
        *(Item(name_line(name), does=partial(call_speaker, name), named=name) for name in names),
        Item(LineId("screen.people.spell"), opens=SpeakerPage(table.page, 0)),
        Item(LineId("screen.people.no-name"), does=partial(call_speaker, "")),
    )


def call_speaker(name: str, house: House, table: Table, at: float = 0.0) -> TableStep:
    """Give the voice this name, and return to the menu of recording."""
    choices = replace(table.choices, own_voice=replace(table.choices.own_voice, person=name))
    page = table.page
    while isinstance(page, SpellPage) or (isinstance(page, ListingPage) and page.menu is SPEAKERS):
        page = page.under
    return replace(table, choices=choices, page=page), (Remember(choices),)


class SpeakerPage(SpellPage, frozen=True, tag="speaker"):
    """The page for spelling the name of the speaker, who need not be a person of the evening."""

    def refusal(self, house: House, table: Table) -> None:
        """Accept every name, because anybody may record."""

    def keep(self, house: House, table: Table, name: str) -> TableStep:
        return call_speaker(name, house, table)


def recording_items(house: House, table: Table) -> tuple[Item, ...]:
    own, word = table.choices.own_voice, house.words.screen
    again = [(on, _with(table, replace(own, again=on))) for on in (False, True)]
    name = own.person or word(table.choices.language, "people.no-name")
    return (
        Item(LineId("screen.recording.person"), opens=SPEAKERS, shows=name),
        _lines(house, table),
        Item(LineId("screen.recording.begin"), does=_begin),
        value_row(house, table, "recording.again", own.again, again),
        _licence(house, table),
    )


def _with(table: Table, own: OwnVoice) -> Choices:
    return replace(table.choices, own_voice=own)


def _lines(house: House, table: Table) -> Item:
    own, language = lines_to_record(house, table.choices), table.choices.language
    values = tuple(
        Value(
            house.words.screen(language, f"game.{each}")
            if each in house.games
            else value_name(house.words, language, "recording.lines", each),
            (screen_line(f"game.{each}"),) if each in house.games else value_line(house.words, "recording.lines", each),
            _with(table, replace(table.choices.own_voice, lines=each)),
        )
        for each in line_choices(house)
    )
    return Item(LineId("screen.recording.lines"), values, line_choices(house).index(own))


def _licence(house: House, table: Table) -> Item:
    own, words = table.choices.own_voice, house.words
    texts = [licence_name(words, table.choices.language, licence) for licence in get_args(Licence)]
    changes = [(licence, _with(table, own.under(licence))) for licence in get_args(Licence)]
    row = value_row(house, table, "recording.licence", own.licence, changes)
    return replace(row, values=tuple(replace(v, text=text) for v, text in zip(row.values, texts, strict=True)))


def _begin(house: House, table: Table, at: float) -> TableStep:
    """Ask the recording program for the chosen lines, and open the page that shows the recording."""
    opened = replace(table.with_feature(OpenedBooth()), page=BoothPage(table.page), caption=None)
    return opened, (Hush(), booth_wish(house, table))


SPEAKERS, OF_RECORDING = Menu("speakers", speakers_items, chooses=True), Menu("recording", recording_items)
RECORDING = FeaturePlug(
    hears=dict.fromkeys(get_args(BoothNews), follow_booth),
    menus=(OF_RECORDING, SPEAKERS),
    rows=(("sounds", lambda _, __: (Item(LineId("screen.recording"), opens=OF_RECORDING),)),),
)
