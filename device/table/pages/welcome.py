"""The welcome, for a box that was never used before: language, controls, speaker, players, one call to try. START goes
on, BACK goes back (but for the step that tries it, which it leads on), holding START skips the rest. Everything is said
and shown, so ears alone or eyes alone will do.

It is remembered step by step, so a power cut costs one step at most; the call to try is asked for again."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.cues import Hush
from device.table.call_to_try import begin_trying, eyes_shut, leave_welcome, silenced
from device.table.effects import Remember
from device.table.house import Choices, House, WelcomeStep
from device.table.page_kinds import WelcomePage
from device.table.pages.home import choose_scenario
from device.table.pages.welcome_view import welcome_lines
from device.table.state import Table, TableStep
from device.table.talk import speak
from device.table.tonight import first_words

PROMPTS = {
    WelcomeStep.START: (Control.START, Gesture.PRESS),
    WelcomeStep.BACK: (Control.BACK, Gesture.PRESS),
    WelcomeStep.PRESS: (Control.DIAL, Gesture.PRESS),
    WelcomeStep.TURN: (Control.DIAL, Gesture.TURN),
}
"""The controls, in the order in which they are tried."""
STEPS = tuple(step for step in WelcomeStep if step is not WelcomeStep.DONE)


def open_welcome(table: Table, step: WelcomeStep = STEPS[0], *, praised: bool = False) -> TableStep:
    """At this step. That before the call to try is the last one that is remembered."""
    choices = replace(table.choices, welcome=step if step is not STEPS[-1] else STEPS[-2])
    return replace(table, page=WelcomePage(step, praised=praised), trying=None, choices=choices), (Remember(choices),)


def handle_welcome(house: House, table: Table, page: WelcomePage, event: Input) -> TableStep:
    if (event.control, event.gesture) == (Control.START, Gesture.HOLD):
        return _left(table)
    if page.step in PROMPTS:
        return _try_control(table, page, event)
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return _go_on(_answered(table, page), page, event.at)
        case Control.BACK, Gesture.PRESS if page.step is not STEPS[0]:
            return silenced(open_welcome(table, _before(page.step)))
        case Control.DIAL, Gesture.TURN if page.step is WelcomeStep.LANGUAGE:
            return _chosen(house, table, page, _other_language(house, table.choices, event.steps))
        case Control.DIAL, Gesture.TURN if page.step is WelcomeStep.PLAYERS:
            return _chosen(house, table, page, _other_players(house, table.choices, event.steps))
        case Control.DIAL, Gesture.TURN | Gesture.PRESS if page.step is WelcomeStep.SOUND:
            return speak(table, *welcome_lines(table, page), menu=True)  # louder is by both at once
    return table, ()


def _try_control(table: Table, page: WelcomePage, event: Input) -> TableStep:
    """The right one leads on; any other is asked for again, but BACK goes back as everywhere."""
    if (event.control, event.gesture) == PROMPTS[page.step]:
        return _go_on(table, page, event.at)
    if (event.control, event.gesture) == PROMPTS[WelcomeStep.BACK]:
        return silenced(open_welcome(table, _before(page.step)))
    if event.gesture is Gesture.RELEASE:
        return table, ()
    again = replace(page, praised=False)
    return speak(replace(table, page=again), *welcome_lines(table, again), menu=True)


def _before(step: WelcomeStep) -> WelcomeStep:
    """The step before; past the one that tries BACK, where the same press would lead on again."""
    before = STEPS[STEPS.index(step) - 1]
    return _before(before) if before is WelcomeStep.BACK else before


def _answered(table: Table, page: WelcomePage) -> Table:
    """START at the number that stands there says that so many play, whether or not the dial has been."""
    choices = table.choices
    if page.step is not WelcomeStep.PLAYERS:
        return table
    return replace(table, choices=replace(choices, players=choices.setup.players))


def _go_on(table: Table, page: WelcomePage, at: float) -> TableStep:
    if page.step is STEPS[-1]:
        return _left(table)
    step = STEPS[STEPS.index(page.step) + 1]
    entered, effects = open_welcome(table, step, praised=page.step in PROMPTS)
    if step is not STEPS[-1]:
        return entered, effects
    begun, more = begin_trying(entered, at)
    return begun, (Hush(), *effects, *more)


def _left(table: Table) -> TableStep:
    """Home; nobody is left there with eyes shut."""
    left, effects = leave_welcome(table)
    if not eyes_shut(table):
        return left, effects
    told, said = speak(left, LineId("welcome.open"))
    return told, (*effects, *said)


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
