"""The menus of recording at the box: whose voice, which lines, what others may do with it; and the names to choose
from: the people of the evening, who was chosen last, and those this box has met."""

from functools import partial
from typing import get_args

from msgspec.structs import replace

from device.kernel.booth import Licence
from device.kernel.ids import LineId, name_line, screen_line
from device.table.booth import SPEAKER, call_speaker, line_choices, open_booth, wanted_lines
from device.table.given_names import spelling_refusal
from device.table.house import Choices, House, OwnVoice
from device.table.menus.items import Item, Value, setting
from device.table.page_kinds import SpellPage
from device.table.pages.names import licence_name, value_line, value_name
from device.table.roster import evening_people
from device.table.state import Table, TableStep


def recording_items(house: House, table: Table) -> tuple[Item, ...]:
    own, word = table.choices.own_voice, house.words.screen
    again = [(on, _with(table, replace(own, again=on))) for on in (False, True)]
    name = own.person or word(table.choices.language, "people.no-name")
    return (
        Item(LineId("screen.recording.person"), opens="speakers", shows=name),
        _lines(house, table),
        Item(LineId("screen.recording.begin"), does=_begin),
        setting(house, table, "recording.again", own.again, again),
        _licence(house, table),
    )


def _with(table: Table, own: OwnVoice) -> Choices:
    return replace(table.choices, own_voice=own)


def _lines(house: House, table: Table) -> Item:
    """Of this deck, of one game, of what all games share, or all."""
    own, language = wanted_lines(house, table.choices), table.choices.language
    values = tuple(
        Value(
            house.words.screen(language, f"game.{each}") if each in house.games else _name(house, table, "lines", each),
            (screen_line(f"game.{each}"),) if each in house.games else value_line(house.words, "recording.lines", each),
            _with(table, replace(table.choices.own_voice, lines=each)),
        )
        for each in line_choices(house)
    )
    return Item(LineId("screen.recording.lines"), values, line_choices(house).index(own))


def _name(house: House, table: Table, of: str, value: str) -> str:
    return value_name(house.words, table.choices.language, f"recording.{of}", value)


def _licence(house: House, table: Table) -> Item:
    own, words = table.choices.own_voice, house.words
    values = tuple(
        Value(
            licence_name(words, table.choices.language, licence),
            value_line(words, "recording.licence", licence),
            _with(table, own.under(licence)),
        )
        for licence in get_args(Licence)
    )
    return Item(LineId("screen.recording.licence"), values, get_args(Licence).index(own.licence))


def _begin(house: House, table: Table, at: float) -> TableStep:
    return open_booth(house, table)


def speakers_items(house: House, table: Table) -> tuple[Item, ...]:
    here = (person.name for person in evening_people(table))
    known = table.standings.known if table.standings else ()
    spelt = table.choices.own_voice.person
    names = dict.fromkeys(name for name in (*here, spelt, *known) if name and not spelling_refusal(name))
    return (
        *(Item(name_line(name), does=partial(_called, name), named=name) for name in names),
        Item(LineId("screen.people.spell"), does=_spell),
        Item(LineId("screen.people.no-name"), does=partial(_called, "")),
    )


def _spell(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=SpellPage(table.page, SPEAKER)), ()


def _called(name: str, house: House, table: Table, at: float) -> TableStep:
    return call_speaker(table, name)
