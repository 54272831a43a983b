"""The pages of the people and their points: what hands do there, what is seen, what the spoken menu says."""

from typing import assert_never

from device.kernel.events import Input
from device.kernel.ids import LineId
from device.table.house import House
from device.table.page_kinds import EveningPage, ScoresPage, SpellPage, WhoPage
from device.table.pages.scores import handle_scores, scores_lines, scores_view
from device.table.pages.spell import handle_spell, spell_view
from device.table.pages.who_plays_page import handle_who, who_lines, who_view
from device.table.state import Table, TableStep
from device.table.view import View


def handle_evening(house: House, table: Table, page: EveningPage, event: Input) -> TableStep:
    match page:
        case ScoresPage():
            return handle_scores(house, table, page, event)
        case WhoPage():
            return handle_who(house, table, page, event)
        case SpellPage():
            return handle_spell(house, table, page, event)
        case _:
            assert_never(page)


def evening_view(house: House, table: Table, page: EveningPage) -> View:
    match page:
        case ScoresPage():
            return scores_view(house, table, page)
        case WhoPage():
            return who_view(house, table, page)
        case SpellPage():
            return spell_view(house, table, page)
        case _:
            assert_never(page)


def evening_lines(house: House, table: Table, page: EveningPage) -> tuple[LineId, ...]:
    match page:
        case ScoresPage():
            return scores_lines(table)
        case WhoPage():
            return who_lines(house, table, page)
        case SpellPage():
            return ()
        case _:
            assert_never(page)
