"""The welcome, for a box that was never used before: language, controls, speaker, players, one call to try. START goes
on, BACK goes back, holding START skips the rest. Everything is said and shown, so ears alone or eyes alone will do.

It is remembered step by step, so a power cut costs one step at most; the call to try is asked for again."""

from msgspec.structs import replace

from device.kernel.events import Control, Ended, Gesture, Input, Tick
from device.kernel.ids import LineId, number_line, screen_line
from device.show import conductor
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Hush, Say, Show, Window
from device.show.facts import Word
from device.table.effects import Remember
from device.table.house import Choices, House
from device.table.new_game import first_words
from device.table.pages.home import choose_scenario
from device.table.pages.names import fact_text, number
from device.table.session import chosen_sounds
from device.table.state import HomePage, NoticePage, Page, Table, TableStep, WelcomePage
from device.table.talk import speak
from device.table.view import Size, Text, View
from device.words.catalogue import NAMES

PROMPTS = {
    "start": (Control.START, Gesture.PRESS),
    "back": (Control.BACK, Gesture.PRESS),
    "press": (Control.DIAL, Gesture.PRESS),
    "turn": (Control.DIAL, Gesture.TURN),
}
"""The controls, in the order in which they are tried."""
STEPS = ("language", *PROMPTS, "sound", "players", "call")
_FEET = {"language": "welcome.choose", "sound": "welcome.louder", "players": "welcome.choose"}

PRACTICE: Show = (
    Call(Word("welcome.eyes")),
    Bed(CHOSEN),
    Say(LineId("welcome.call")),
    Call(Word("welcome.awake")),
    Window("welcome", 8.0),
    Call(Word("welcome.morning")),
    Say(LineId("welcome.open")),
    SILENCE,
)


def open_welcome(table: Table, step: str = STEPS[0]) -> TableStep:
    """At this step. That before the call to try is the last one that is remembered."""
    choices = replace(table.choices, welcome=step if step != STEPS[-1] else STEPS[-2])
    return replace(table, page=WelcomePage(step), practice=None, choices=choices), (Remember(choices),)


def handle_welcome(house: House, table: Table, page: WelcomePage, event: Input) -> TableStep:
    if (event.control, event.gesture) == (Control.START, Gesture.HOLD):
        return _leave(table)
    if page.step in PROMPTS:
        return _try_control(table, page, event)
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return _go_on(_answered(table, page), page, event.at)
        case Control.BACK, Gesture.PRESS if page.step != STEPS[0]:
            return _silenced(open_welcome(table, STEPS[STEPS.index(page.step) - 1]))
        case Control.DIAL, Gesture.TURN if page.step == "language":
            return _chosen(house, table, page, _other_language(house, table.choices, event.steps))
        case Control.DIAL, Gesture.TURN if page.step == "players":
            return _chosen(house, table, page, _other_players(house, table.choices, event.steps))
    return table, ()


def run_practice(table: Table, event: Tick | Ended) -> TableStep:
    """Time went by in the call to try, or a line of it was heard."""
    if table.practice is None:
        return table, ()
    if isinstance(event, Ended):
        return _conducted(table, conductor.end_sound(table.practice, event.token, event.at), event.at)
    return _conducted(table, conductor.pass_time(table.practice, event.at), event.at)


def practice_due(table: Table) -> float | None:
    return table.practice.until if table.practice else None


def welcome_lines(table: Table, page: WelcomePage) -> tuple[LineId, ...]:
    """What is said of it to everybody, whether or not menus are spoken. The call to try speaks for itself."""
    choices = table.choices
    match page.step:
        case "language":
            return screen_line(f"language.{choices.language}"), LineId("welcome.language")
        case "players":
            count = number_line(choices.setup.players)
            return (count,) if page.turned else (LineId("welcome.players"), count)
        case "sound":
            return (LineId("welcome.sound"),)
        case "call":
            return ()
    return (screen_line(f"welcome.{page.step}"),)


def welcome_view(house: House, table: Table, page: WelcomePage) -> View:
    words, language = house.words, table.choices.language
    head = Text(words.screen(language, "welcome.skip"), Size.SMALL)
    foot = (Text(words.screen(language, _FEET[page.step]), Size.SMALL),) if page.step in _FEET else ()
    called = conductor.current_call(table.practice) if table.practice else None
    text = fact_text(words, language, called) if called else _main_text(house, table.choices, page.step)
    main = Text(text, Size.LARGE)
    return View("welcome", language, (head, main, *foot), dim=table.practice is not None, head=True)


def _main_text(house: House, choices: Choices, step: str) -> str:
    words, language = house.words, choices.language
    match step:
        case "language":
            return NAMES[language]
        case "players":
            return words.screen(language, "home.players", n=number(words, language, str(choices.setup.players)))
        case "sound":
            return words.screen(language, "welcome.hear")
        case "call":
            return words.screen(language, "welcome.eyes")
    return words.screen(language, f"welcome.{step}")


def _try_control(table: Table, page: WelcomePage, event: Input) -> TableStep:
    """The right one leads on; any other is asked for again."""
    if (event.control, event.gesture) == PROMPTS[page.step]:
        return _go_on(table, page, event.at)
    if event.gesture is Gesture.RELEASE:
        return table, ()
    return speak(table, *welcome_lines(table, page), menu=True)


def _answered(table: Table, page: WelcomePage) -> Table:
    """START at the number that stands there says that so many play, whether or not the dial has been."""
    choices = table.choices
    if page.step != "players":
        return table
    return replace(table, choices=replace(choices, players=choices.setup.players))


def _go_on(table: Table, page: WelcomePage, at: float) -> TableStep:
    if page.step == STEPS[-1]:
        return _leave(table)
    step = STEPS[STEPS.index(page.step) + 1]
    entered, effects = open_welcome(table, step)
    if step != STEPS[-1]:
        return entered, effects
    begun, more = _conducted(entered, conductor.begin_show(PRACTICE, at, token=table.token), at)
    return begun, (Hush(), *effects, *more)


def _leave(table: Table) -> TableStep:
    """Done, or skipped: it never comes again by itself."""
    choices = replace(table.choices, welcome="")
    home = _at_home(table.page)
    return _silenced((replace(table, page=home, practice=None, caption=None, choices=choices), (Remember(choices),)))


def _at_home(page: Page) -> Page:
    """A notice stays until somebody has read it."""
    return replace(page, under=HomePage()) if isinstance(page, NoticePage) else HomePage()


def _silenced(turn: TableStep) -> TableStep:
    table, effects = turn
    return table, (Hush(), conductor.set_bed(SILENCE), *effects)


def _conducted(table: Table, step: conductor.ScoreStep, at: float) -> TableStep:
    score, asked = step
    effects = list(chosen_sounds(table, asked))
    performed = replace(table, practice=score, token=score.token, touched=at)
    if not score.over:
        return performed, tuple(effects)
    left, silence = _leave(performed)
    return left, (*effects, *silence)


def _chosen(house: House, table: Table, page: WelcomePage, choices: Choices) -> TableStep:
    chosen = replace(table, choices=choices, page=replace(page, turned=True))
    return chosen, (Remember(choices), *first_words(house, chosen))


def _other_language(house: House, choices: Choices, steps: int) -> Choices:
    here = house.languages.index(choices.language)
    return replace(choices, languages=(house.languages[(here + steps) % len(house.languages)],))


def _other_players(house: House, choices: Choices, steps: int) -> Choices:
    """So many, and the first scenario on the shelf that so many can play."""
    shelf = [(game, scenario) for game in house.games.values() for scenario in game.scenarios()]
    counts = sorted({n for _, scenario in shelf for n in scenario.players})
    place = max(0, min(len(counts) - 1, counts.index(choices.setup.players) + steps))
    game, scenario = next(each for each in shelf if counts[place] in each[1].players)
    return choose_scenario(replace(choices, players=counts[place]), game, scenario)
