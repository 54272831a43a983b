"""Every page: what hands do there, what is seen, what the spoken menu says, and when it wants to be woken."""

from typing import assert_never

from device.kernel.events import Input
from device.kernel.ids import LineId
from device.table.house import House
from device.table.page_kinds import (
    AdvicePage,
    BoothPage,
    DeckPage,
    DuskPage,
    ExplainPage,
    HelpPage,
    HomePage,
    ListingPage,
    MessagePage,
    NoticePage,
    NumberPage,
    OutsidePage,
    PhonePage,
    QuestionPage,
    ScoresPage,
    SheetPage,
    SpellPage,
    StagePage,
    WelcomePage,
    WhoPage,
)
from device.table.pages.advice import advice_lines, advice_view, handle_advice
from device.table.pages.deck import deck_lines, deck_view, handle_deck
from device.table.pages.evening_page import evening_lines, evening_view, handle_evening
from device.table.pages.explain import explain_view, handle_explain
from device.table.pages.home import handle_home, home_lines, home_view
from device.table.pages.listing import handle_listing, listing_lines, listing_view
from device.table.pages.notice import handle_notice, notice_lines, notice_view
from device.table.pages.number_page import asked_number_lines, handle_number, number_view
from device.table.pages.question import question_view
from device.table.pages.question_answers import handle_question
from device.table.pages.sheet import handle_sheet, sheet_view
from device.table.pages.stage import handle_stage, stage_lines, stage_view
from device.table.pages.welcome import handle_welcome
from device.table.pages.welcome_view import welcome_lines, welcome_view
from device.table.state import Table, TableStep
from device.table.turns import look_due
from device.table.view import View


def handle_page(house: House, table: Table, event: Input) -> TableStep:
    """A gesture on the page that stands on the screen."""
    match page := table.page:
        case HomePage() | WelcomePage() | NumberPage() | ListingPage() | AdvicePage() | ExplainPage():
            return _handle_outside(house, table, page, event)
        case BoothPage() | PhonePage():
            return _handle_outside(house, table, page, event)
        case MessagePage() | HelpPage() | DuskPage():
            from device.table.pages.hall import handle_hall  # few boxes stand in a hall

            return handle_hall(table, page, event)
        case DeckPage():
            return handle_deck(house, table, page, event)
        case ScoresPage() | WhoPage() | SpellPage():
            return handle_evening(house, table, page, event)
        case StagePage():
            return handle_stage(house, table, page, event)
        case SheetPage():
            return handle_sheet(house, table, page, event)
        case QuestionPage():
            return handle_question(house, table, page, event)
        case NoticePage():
            return handle_notice(house, table, page, event)
        case _:
            assert_never(page)


def _handle_outside(house: House, table: Table, page: OutsidePage, event: Input) -> TableStep:
    match page:
        case HomePage():
            return handle_home(house, table, event)
        case WelcomePage():
            return handle_welcome(house, table, page, event)
        case NumberPage():
            return handle_number(house, table, page, event)
        case ListingPage():
            return handle_listing(house, table, page, event)
        case AdvicePage():
            return handle_advice(house, table, page, event)
        case ExplainPage():
            return handle_explain(house, table, page, event)
        case BoothPage():
            from device.table.pages.booth_page import handle_booth  # few evenings need it

            return handle_booth(house, table, page, event)
        case PhonePage():
            from device.table.pages.phone import handle_phone  # few boxes have a second program

            return handle_phone(table, page, event)
        case _:
            assert_never(page)


def page_view(house: House, table: Table) -> View:
    """What the page shows."""
    match page := table.page:
        case HomePage() | WelcomePage() | NumberPage() | ListingPage() | AdvicePage() | ExplainPage():
            return _outside_view(house, table, page)
        case BoothPage() | PhonePage():
            return _outside_view(house, table, page)
        case MessagePage() | HelpPage() | DuskPage():
            from device.table.pages.hall import hall_view

            return hall_view(house, table, page)
        case DeckPage():
            return deck_view(house, table, page)
        case ScoresPage() | WhoPage() | SpellPage():
            return evening_view(house, table, page)
        case StagePage():
            return stage_view(house, table, page)
        case SheetPage():
            return sheet_view(house, table, page, dim=stage_view(house, table, page.under).dim)
        case QuestionPage():
            return question_view(house, table, page)
        case NoticePage():
            return notice_view(house, table, page)
        case _:
            assert_never(page)


def _outside_view(house: House, table: Table, page: OutsidePage) -> View:
    match page:
        case HomePage():
            return home_view(house, table)
        case WelcomePage():
            return welcome_view(house, table, page)
        case NumberPage():
            return number_view(house, table, page)
        case ListingPage():
            return listing_view(house, table, page)
        case AdvicePage():
            return advice_view(house, table, page)
        case ExplainPage():
            return explain_view(house, table, page)
        case BoothPage():
            from device.table.pages.booth_view import booth_view

            return booth_view(house, table)
        case PhonePage():
            from device.table.pages.phone import phone_view

            return phone_view(house, table, page)
        case _:
            assert_never(page)


def page_lines(house: House, table: Table) -> tuple[LineId, ...]:
    """What the spoken menu says of it. Questions and explanations say themselves; a sheet, and what
    somebody records, is said by nobody."""
    match page := table.page:
        case HomePage() | WelcomePage() | NumberPage() | ListingPage() | AdvicePage() | ExplainPage():
            return _outside_lines(house, table, page)
        case BoothPage() | PhonePage():
            return _outside_lines(house, table, page)
        case DeckPage():
            return deck_lines(house, table, page)
        case ScoresPage() | WhoPage() | SpellPage():
            return evening_lines(house, table, page)
        case StagePage():
            return stage_lines(table, page)
        case SheetPage() | QuestionPage() | MessagePage() | HelpPage() | DuskPage():
            return ()
        case NoticePage():
            return notice_lines(page)
        case _:
            assert_never(page)


def _outside_lines(house: House, table: Table, page: OutsidePage) -> tuple[LineId, ...]:
    match page:
        case HomePage():
            return home_lines(house, table)
        case WelcomePage():
            return welcome_lines(table, page)
        case NumberPage():
            return asked_number_lines(page)
        case ListingPage():
            return listing_lines(house, table, page)
        case AdvicePage():
            return advice_lines(page)
        case ExplainPage() | BoothPage() | PhonePage():
            return ()
        case _:
            assert_never(page)


def page_due(table: Table) -> float | None:
    """The next moment at which the page changes by itself. That of a game goes on whatever stands before it."""
    return look_due(table.page.held, table.now) if isinstance(table.page, DeckPage | StagePage) else None
