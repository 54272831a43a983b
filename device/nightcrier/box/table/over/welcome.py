"""Welcomes people at a box that was never used before: language, speaker, players, and whether to keep reading aloud.
Until somebody touches the box, its first question is asked again in each language. People with a single switch can only
press START. So if nobody answers the last question, it alternates with another: whether one switch is all they have.
The first steps, which are an item of the menu, let people try each control, and one call. START continues, BACK goes
back (except at the step that tries BACK), holding START skips the rest. Everything is both said and shown, so that ears
or eyes alone are enough.

The box saves each step of the welcome, so that a power cut costs at most one step."""

from typing import ClassVar, assert_never

from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended, Gesture, Input, Tick
from nightcrier.box.show import conductor
from nightcrier.box.show.conductor import current_call
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Hush, Say, Show, Window
from nightcrier.box.show.facts import Word
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Remember, Rouse
from nightcrier.box.table.core.house import Choices, House, WelcomeStep
from nightcrier.box.table.core.names import fact_text, number
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.foot import TURN
from nightcrier.box.table.drawing.view import KeyWords, Size, Text, View
from nightcrier.box.table.evening.scenario import choose_scenario
from nightcrier.box.table.game.conducting import choose_sounds
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.hands_menu import has_scanning, switch_hands
from nightcrier.kernel.ids import Language, LineId, Seconds, number_line, screen_line
from nightcrier.words.catalogue import NAMES

PROMPTS = {
    WelcomeStep.START: (Control.START, Gesture.PRESS),
    WelcomeStep.BACK: (Control.BACK, Gesture.PRESS),
    WelcomeStep.PRESS: (Control.DIAL, Gesture.PRESS),
    WelcomeStep.TURN: (Control.DIAL, Gesture.TURN),
}
"""The controls to try, in order."""
WELCOME = (WelcomeStep.LANGUAGE, WelcomeStep.SOUND, WelcomeStep.PLAYERS, WelcomeStep.READ)
FIRST_STEPS = (*PROMPTS, WelcomeStep.CALL)
STEPS = (*WELCOME, *FIRST_STEPS)

_PAGES = {
    WelcomeStep.SOUND: "first power-on, the speaker",
    WelcomeStep.READ: "first power-on, read on aloud?",
    WelcomeStep.HANDS: "first power-on, one switch only?",
}
"""The names of the steps in the table of controls. All other steps are choices of the first power-on."""
_SHOWN = {
    WelcomeStep.SOUND: "welcome.hear",
    WelcomeStep.READ: "welcome.read",
    WelcomeStep.HANDS: "welcome.hands",
    WelcomeStep.CALL: "welcome.eyes",
    WelcomeStep.DONE: "welcome.eyes",
}
"""The words of the steps that are neither a choice nor a control to try."""
OF_ROUGH_VOICE = LineId("welcome.rough")
"""The line that says that a voice is hard to understand, and that people can also read everything it says."""
_UNTOUCHED: Seconds = 15.0
"""The seconds without a touch after which a question, or the one that alternates with it, is asked again."""
_INSTEAD = {WelcomeStep.READ: WelcomeStep.HANDS, WelcomeStep.HANDS: WelcomeStep.READ}
"""Maps a question that nobody has answered to the question that follows it."""
_MOST_INSTEAD = 6
"""The number of times that the other question follows. It is even, so that the question to be answered comes last."""


def open_welcome(table: Table, step: WelcomeStep = WELCOME[0]) -> TableStep:
    """Open the welcome at this step, and save the step."""
    choices = replace(table.choices, welcome=step)
    return replace(table, page=WelcomePage(step), choices=choices), (Remember(choices),)


def open_first_steps(table: Table, step: WelcomeStep = FIRST_STEPS[0], *, praised: bool = False) -> TableStep:
    return replace(table, page=WelcomePage(step, praised=praised), trying=None), ()


HOME_KEYS = LineId("home.keys")
"""The line that says what the controls do at home."""


class WelcomePage(Page, frozen=True, tag="welcome"):
    """A step of the welcome, or of the first steps. `turned` means that somebody has turned the dial, so that the
    question is not said again. `praised` means that people used the right control in the step before, and are praised.
    `asked` counts how often a question was asked again, and `again` is when it may be asked once more."""

    reads_along: ClassVar[bool] = True
    step: WelcomeStep
    turned: bool = False
    praised: bool = False
    asked: int = 0
    again: float | None = None

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        if self.step is WelcomeStep.HANDS:
            return _answer_hands(house, table, self, event)
        if (event.control, event.gesture) == (Control.START, Gesture.HOLD):
            return _skip(table) if self.step in WELCOME else _go_home(table)
        if self.step in PROMPTS:
            return _try_control(house, table, self, event)
        match event.control, event.gesture:
            case ((Control.START | Control.BACK), Gesture.PRESS) if self.step is WelcomeStep.READ:
                choices = replace(table.choices, spoken_menu=event.control is Control.START)
                return _go_on(replace(table, choices=choices), self, event.at)
            case Control.START, Gesture.PRESS:
                return _go_on(_keep_number(table, self), self, event.at)
            case Control.BACK, Gesture.PRESS if self.step is not STEPS[0]:
                return _go_back(table, self)
            case Control.DIAL, Gesture.TURN if self.step is WelcomeStep.LANGUAGE:
                return _choose(table, self, _other_language(house, table.choices, event.steps))
            case Control.DIAL, Gesture.TURN if self.step is WelcomeStep.PLAYERS:
                return _choose(table, self, _other_players(house, table.choices, event.steps))
            case Control.DIAL, Gesture.TURN if self.step in {WelcomeStep.SOUND, WelcomeStep.READ}:
                # Turning alone changes no loudness: that takes a press at once.
                return speak(table, *replace(self, turned=True).lines(house, table), menu=True)
            case (Control.DIAL, Gesture.PRESS | Gesture.HOLD) | (Control.BACK, Gesture.PRESS):
                return speak(table, *replace(self, turned=False).lines(house, table), menu=True)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        foot = _foot(house, language, self.step)
        called = current_call(table.trying) if table.trying else None
        text = fact_text(words, language, called) if called else _main_text(house, table.choices, self)
        main = Text(text, Size.LARGE)
        chosen = (main,) if self.step in {WelcomeStep.LANGUAGE, WelcomeStep.PLAYERS} else ()
        told = "welcome.louder" if self.step is WelcomeStep.SOUND else "welcome.skip" if chosen else ""
        below = (Text(words.screen(language, told), Size.SMALL),) if told else ()
        return View("welcome", language, (main, *below), dim=table.trying is not None, foot=foot, kept=chosen)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that everybody hears at the step, even if menus are not spoken. The call to try has its own
        lines."""
        choices = table.choices
        match self.step:
            case WelcomeStep.LANGUAGE:
                return screen_line(f"language.{choices.language}"), LineId("welcome.language")
            case WelcomeStep.PLAYERS:
                count = number_line(choices.setup.players)
                return (count,) if self.turned else (LineId("welcome.players"), count)
            case WelcomeStep.SOUND:
                rough = house.words.line(choices.language, OF_ROUGH_VOICE) if house.has_screen else None
                tells = rough is not None and bool(rough.text) and not self.turned
                return (OF_ROUGH_VOICE, LineId("welcome.sound")) if tells else (LineId("welcome.sound"),)
            case WelcomeStep.READ | WelcomeStep.HANDS:
                return (LineId(f"welcome.{self.step}"),)
            case WelcomeStep.CALL | WelcomeStep.DONE:
                return ()
            case WelcomeStep.PRESS if self.praised:
                return (LineId("welcome.press"),)
            case WelcomeStep.START | WelcomeStep.BACK | WelcomeStep.PRESS | WelcomeStep.TURN:
                return (screen_line(_request(self)),)
        assert_never(self.step)

    def go_on(self, house: House, table: Table, at: float) -> TableStep:
        """Plan when to ask a question again: the first one until it was asked in each language, and the last one as
        long as people do not use one switch."""
        instead = 0 if has_scanning(house, table) else _MOST_INSTEAD
        most = len(house.languages) if self.step is STEPS[0] else instead if self.step in _INSTEAD else 0
        if self.asked >= most:
            return table, ()
        return replace(table, page=replace(self, again=at + _UNTOUCHED)), ()

    def due(self, table: Table) -> float | None:
        return None if self.again is None else max(self.again, table.rest.touched + _UNTOUCHED)

    def is_in_hand(self, caption: Caption) -> bool:
        return self.turned


def _foot(house: House, language: Language, step: WelcomeStep) -> KeyWords | None:
    """Return the foot of a step. While people try a control, only that control has a word."""
    if step not in PROMPTS:
        return None if step in FIRST_STEPS else foot_of(house, language, _PAGES.get(step, "first power-on"))
    foot, (control, gesture) = foot_of(house, language, "first steps, a control to try"), PROMPTS[step]
    named = TURN if gesture is Gesture.TURN else getattr(foot, control)
    return replace(foot, **{str(each): named if each is control else "" for each in Control})


def ask_in_turn(house: House, table: Table, at: float) -> TableStep:
    """Ask the first question of the welcome again, in the next language, if it is due. Once somebody has chosen a
    language with the dial, it stays in that language. The last question alternates with another."""
    page = table.page
    due = page.due(table) if isinstance(page, WelcomePage) else None
    if not isinstance(page, WelcomePage) or due is None or due > at or table.rest.asleep:
        return table, ()
    stays = page.turned or page.step in _INSTEAD
    choices = table.choices if stays else _other_language(house, table.choices, 1)
    asked = replace(page, step=_INSTEAD.get(page.step, page.step), asked=page.asked + 1, again=None)
    moved = replace(table, page=asked, choices=choices, rest=replace(table.rest, touched=at, dozing=False))
    said, effects = speak(moved, *asked.lines(house, moved), menu=True)
    return said, (Rouse(), Remember(choices), *effects)


def _answer_hands(house: House, table: Table, page: WelcomePage, event: Input) -> TableStep:
    """Let one switch do everything if START is pressed. After any answer, the previous question returns for good."""
    before = replace(page, step=WelcomeStep.READ, asked=_MOST_INSTEAD, again=None)
    match event.control, event.gesture:
        case _, Gesture.RELEASE | Gesture.PRESS_TURN:
            return table, ()
        case Control.START, _:
            return switch_hands(house, replace(table, page=before), *before.lines(house, table))
        case Control.BACK, _:
            return speak(replace(table, page=before), *before.lines(house, table), menu=True)
    return speak(table, *page.lines(house, table), menu=True)


def _try_control(house: House, table: Table, page: WelcomePage, event: Input) -> TableStep:
    """Continue if the right control was used. Otherwise ask for it again, except that BACK goes back."""
    if (event.control, event.gesture) == PROMPTS[page.step]:
        return _go_on(table, page, event.at)
    if (event.control, event.gesture) == PROMPTS[WelcomeStep.BACK]:
        return _go_back(table, page)
    if event.gesture is Gesture.RELEASE or (event.control, event.gesture) == (Control.BACK, Gesture.HOLD):
        return table, ()
    again = replace(page, praised=False)
    return speak(replace(table, page=again), *again.lines(house, table), menu=True)


def _go_back(table: Table, page: WelcomePage) -> TableStep:
    """Open the step before this one. From the first of the first steps, leave for home. The step that tries BACK is
    skipped, because pressing BACK there would lead forward again."""
    if page.step is FIRST_STEPS[0]:
        return _leave_welcome(table)
    before = STEPS[STEPS.index(page.step) - 1]
    if before is WelcomeStep.BACK:
        before = STEPS[STEPS.index(before) - 1]
    return _with_silence((open_welcome if before in WELCOME else open_first_steps)(table, before))


def _keep_number(table: Table, page: WelcomePage) -> Table:
    """Save the number of players on the screen when somebody presses START, even if nobody has turned the dial."""
    choices = table.choices
    if page.step is not WelcomeStep.PLAYERS:
        return table
    return replace(table, choices=replace(choices, players=choices.setup.players))


def _go_on(table: Table, page: WelcomePage, at: float) -> TableStep:
    if page.step is WELCOME[-1]:
        left, effects = _leave_welcome(table)
        told = replace(left, advised=left.advised | {HOME_KEYS})
        return step_after(effects, speak(told, HOME_KEYS))
    if page.step is STEPS[-1]:
        return _go_home(table)
    step = STEPS[STEPS.index(page.step) + 1]
    if step in WELCOME:
        return open_welcome(table, step)
    entered, _ = open_first_steps(table, step, praised=True)
    if step is not STEPS[-1]:
        return entered, ()
    return step_after((Hush(),), _conduct(entered, conductor.begin_show(_CALL_TO_TRY, at, token=entered.token), at))


def _skip(table: Table) -> TableStep:
    """Skip the rest of the welcome, and say how to have pages read aloud."""
    left, effects = _leave_welcome(table)
    return step_after(effects, speak(left, LineId("home.read"), menu=True))


def _go_home(table: Table) -> TableStep:
    """Show the home page. If the call to try has made people shut their eyes, tell everybody to open them."""
    left, effects = _leave_welcome(table)
    if table.trying is None or current_call(table.trying) == _MORNING:
        return left, effects
    return step_after(effects, speak(left, LineId("welcome.open")))


def _choose(table: Table, page: WelcomePage, choices: Choices) -> TableStep:
    return replace(table, choices=choices, page=replace(page, turned=True)), (Remember(choices),)


def _other_language(house: House, choices: Choices, steps: int) -> Choices:
    here = house.languages.index(choices.language)
    return replace(choices, languages=(house.languages[(here + steps) % len(house.languages)],))


def _other_players(house: House, choices: Choices, steps: int) -> Choices:
    """Choose another number of players, and the first scenario in the list that allows it."""
    shelf = [(game, scenario) for game in house.games.values() for scenario in game.scenarios()]
    counts = sorted({n for _, scenario in shelf for n in scenario.players})
    place = max(0, min(len(counts) - 1, counts.index(choices.setup.players) + steps))
    game, scenario = next(each for each in shelf if counts[place] in each[1].players)
    return choose_scenario(replace(choices, players=counts[place]), game, scenario)


def _request(page: WelcomePage) -> str:
    """Return the word that asks for a control. It includes praise if people have used the right one before."""
    plain = page.praised or page.step is WelcomeStep.START
    return f"welcome.{page.step}" if plain else f"welcome.again.{page.step}"


def _main_text(house: House, choices: Choices, page: WelcomePage) -> str:
    words, language = house.words, choices.language
    if page.step is WelcomeStep.LANGUAGE:
        return NAMES[language]
    if page.step is WelcomeStep.PLAYERS:
        return words.screen(language, "home.players", n=number(words, language, str(choices.setup.players)))
    return words.screen(language, _request(page) if page.step in PROMPTS else _SHOWN[page.step])


_MORNING = Word("welcome.morning")
_CALL_TO_TRY: Show = (
    Call(Word("welcome.eyes")),
    Bed(CHOSEN),
    Say(LineId("welcome.call")),
    Call(Word("welcome.awake")),
    Window("welcome", 8.0),
    Call(_MORNING),
    Say(LineId("welcome.open")),
    SILENCE,
)


def run_trying(table: Table, event: Tick | Ended) -> TableStep:
    """Advance the call to try, because time has passed or a line has ended."""
    if table.trying is None:
        return table, ()
    if isinstance(event, Ended):
        return _conduct(table, conductor.end_sound(table.trying, event.token, event.at), event.at)
    return _conduct(table, conductor.pass_time(table.trying, event.at), event.at)


def _leave_welcome(table: Table) -> TableStep:
    """End the welcome or the first steps, whether completed or skipped. The box never shows them again by itself."""
    choices = replace(table.choices, welcome=WelcomeStep.DONE)
    # A notice stays until somebody has read it.
    home = replace(table.page, under=None) if isinstance(table.page, NoticePage) else None
    return _with_silence((replace(table, page=home, trying=None, caption=None, choices=choices), (Remember(choices),)))


def _with_silence(turn: TableStep) -> TableStep:
    return step_after((Hush(), conductor.set_bed(SILENCE)), turn)


def _conduct(table: Table, step: conductor.ScoreStep, at: float) -> TableStep:
    score, asked = step
    effects = list(choose_sounds(table, asked))
    performed = replace(table, trying=score, token=score.token, rest=replace(table.rest, touched=at))
    if not score.over:
        return performed, tuple(effects)
    return step_after(effects, _leave_welcome(performed))
