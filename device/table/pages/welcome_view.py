"""The welcome, step by step: what stands on the screen, and what is said of it."""

from typing import assert_never

from device.kernel.ids import LineId, number_line, screen_line
from device.show.score import current_call
from device.table.house import Choices, House, WelcomeStep
from device.table.page_kinds import WelcomePage
from device.table.pages.names import fact_text, number
from device.table.state import Table
from device.table.view import Size, Text, View
from device.words.catalogue import NAMES

_FEET = {
    WelcomeStep.LANGUAGE: "welcome.choose",
    WelcomeStep.SOUND: "welcome.louder",
    WelcomeStep.PLAYERS: "welcome.choose",
}


def welcome_lines(table: Table, page: WelcomePage) -> tuple[LineId, ...]:
    """What is said of it to everybody, whether or not menus are spoken. The call to try speaks for itself."""
    choices = table.choices
    match page.step:
        case WelcomeStep.LANGUAGE:
            return screen_line(f"language.{choices.language}"), LineId("welcome.language")
        case WelcomeStep.PLAYERS:
            count = number_line(choices.setup.players)
            return (count,) if page.turned else (LineId("welcome.players"), count)
        case WelcomeStep.SOUND:
            return (LineId("welcome.sound"),)
        case WelcomeStep.CALL | WelcomeStep.DONE:
            return ()
        case WelcomeStep.PRESS if page.praised:
            return (LineId("welcome.press"),)
        case WelcomeStep.START | WelcomeStep.BACK | WelcomeStep.PRESS | WelcomeStep.TURN:
            return (screen_line(_request(page)),)
    assert_never(page.step)


def welcome_view(house: House, table: Table, page: WelcomePage) -> View:
    words, language = house.words, table.choices.language
    head = Text(words.screen(language, "welcome.skip"), Size.SMALL)
    foot = (Text(words.screen(language, _FEET[page.step]), Size.SMALL),) if page.step in _FEET else ()
    called = current_call(table.trying) if table.trying else None
    text = fact_text(words, language, called) if called else _main_text(house, table.choices, page)
    main = Text(text, Size.LARGE)
    chosen = (main,) if page.step in {WelcomeStep.LANGUAGE, WelcomeStep.PLAYERS} else ()
    return View("welcome", language, (head, main, *foot), dim=table.trying is not None, head=True, kept=chosen)


def _request(page: WelcomePage) -> str:
    """The word that asks for a control; with praise where the one before was found."""
    plain = page.praised or page.step is WelcomeStep.START
    return f"welcome.{page.step}" if plain else f"welcome.again.{page.step}"


def _main_text(house: House, choices: Choices, page: WelcomePage) -> str:
    words, language = house.words, choices.language
    match page.step:
        case WelcomeStep.LANGUAGE:
            return NAMES[language]
        case WelcomeStep.PLAYERS:
            return words.screen(language, "home.players", n=number(words, language, str(choices.setup.players)))
        case WelcomeStep.SOUND:
            return words.screen(language, "welcome.hear")
        case WelcomeStep.CALL | WelcomeStep.DONE:
            return words.screen(language, "welcome.eyes")
        case WelcomeStep.START | WelcomeStep.BACK | WelcomeStep.PRESS | WelcomeStep.TURN:
            return words.screen(language, _request(page))
    assert_never(page.step)
