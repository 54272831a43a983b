"""Does what START does at home: begins the game, or first asks how many play, says what to know about this deck, asks
who plays, or offers to explain it."""

from msgspec.structs import replace

from device.kernel.events import Caption, Control, Gesture, Input
from device.kernel.ids import LineId, number_line, screen_line
from device.show.cues import Hush
from device.show.facts import Word
from device.show.plug import problems_of, warnings_of
from device.table.chosen_number import other_number, scenario_now, with_players
from device.table.effects import Remember
from device.table.explanations import due_topics
from device.table.house import House
from device.table.new_game import start_agreed
from device.table.page_kinds import HomePage, Page
from device.table.pages.explain import EXPLAIN
from device.table.pages.listing import ListingPage
from device.table.pages.names import fact_lines, fact_text, number
from device.table.pages.question import ask_over
from device.table.pages.who_plays import ask_who
from device.table.roster import is_unsettled
from device.table.state import Table, TableStep
from device.table.talk import speak
from device.table.tonight import tonight_setup
from device.table.view import Pair, Size, Text, View


def begin_or_advise(house: House, table: Table, at: float) -> TableStep:
    """Begin the game; or first ask how many play, or tell what to know about this deck; or say why it cannot be played,
    aloud and on the screen."""
    game, setup = house.games[table.choices.game], table.choices.setup
    if house.asks_number and not table.choices.players:
        return replace(table, page=NumberPage(setup.players)), ()
    problems = problems_of(game, setup)
    if problems:
        at_roles = isinstance(table.page, ListingPage) and table.page.menu == "roles"
        refused = table if at_roles else replace(table, page=ListingPage("roles", HomePage()))
        return speak(refused, LineId("deck.wrong"))
    number = () if table.anew else other_number(house, table.choices)
    if is_unsettled(table) and not (number and table.choices.players > setup.players):
        return ask_who(house, table, HomePage(), starts=True)
    told = tuple(word for word in warnings_of(game, tonight_setup(house, table)) if word.key not in table.advised)
    news = (*_won_already(table), *number, *told)
    if news:
        advised = table.advised | {word.key for word in told}
        said = fact_lines(news[0]) if news[0].said or not news[0].fillings else ()  # what, if there are words for it
        told_of = replace(table, page=AdvicePage(news, HomePage()), advised=advised)
        return speak(told_of, screen_line("advice.title"), *said)
    return offer_or_start(house, table, at)


def _won_already(table: Table) -> tuple[Word, ...]:
    """Ask before each game of a tournament that somebody has won: whoever wants may play on."""
    won = table.standings is not None and bool(table.standings.champions)
    return (Word("advice.won"),) if won and not table.anew else ()


def offer_or_start(house: House, table: Table, at: float) -> TableStep:
    """Begin the game; or first ask who plays it, or whether to explain it, if somebody here may want that."""
    if is_unsettled(table):
        return ask_who(house, table, HomePage(), starts=True)
    if not due_topics(house, table):
        return start_agreed(house, table, at)
    return ask_over(replace(table, page=HomePage()), EXPLAIN)


_QUESTIONS = frozenset({"advice.other-number", "advice.only-number", "advice.won"})
"""What START says yes to, and BACK no; the rest is only told."""


class AdvicePage(Page, frozen=True, tag="advice"):
    """The page that tells by dial what to know, or to lay out, before this deck is played; START goes on, BACK thinks
    again."""

    facts: tuple[Word, ...]
    under: Page
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                index = max(0, min(len(self.facts) - 1, self.index + event.steps))
                return replace(table, page=replace(self, index=index)), ()
            case Control.START, Gesture.PRESS:
                return offer_or_start(house, table, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        place = number(house.words, language, f"{self.index + 1}/{len(self.facts)}")
        title = Pair(house.words.screen(language, "advice.title"), place)
        fact = self.facts[self.index]
        text = Text(fact_text(house.words, language, fact), Size.LARGE)
        foot = (Text(house.words.screen(language, "advice.answers"), Size.SMALL),) if fact.key in _QUESTIONS else ()
        return View("advice", language, (title, text, *foot), head=True, kept=foot)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return LineId("screen.advice.title"), *fact_lines(self.facts[self.index])


class NumberPage(Page, frozen=True, tag="number"):
    """The question how many play, asked by START on a box on which nobody has said so yet. The dial counts, START
    begins the game with so many, BACK leads home, and the number stays unsaid. `turned`: the dial has been, so the
    question need not be said again."""

    number: int
    turned: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                return replace(table, page=NumberPage(_turned(house, self.number, event.steps), turned=True)), ()
            case Control.START, Gesture.PRESS:
                return _begin(house, table, self, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=HomePage(), caption=None), (Hush(),)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        head, foot = (Text(words.screen(language, key), Size.SMALL) for key in ("players", "welcome.choose"))
        chosen = Text(words.screen(language, "home.players", n=number(words, language, str(self.number))), Size.LARGE)
        return View("number", language, (head, chosen, foot), head=True, kept=(chosen,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Say the question to everybody, as in the welcome."""
        count = number_line(self.number)
        return (count,) if self.turned else (LineId("welcome.players"), count)

    def is_in_hand(self, caption: Caption) -> bool:
        return self.turned


def _turned(house: House, now: int, steps: int) -> int:
    """Count on, through all numbers that any game is for."""
    scenarios = (scenario for game in house.games.values() for scenario in game.scenarios())
    counts = sorted({now, *(n for scenario in scenarios for n in scenario.players)})
    return counts[max(0, min(len(counts) - 1, counts.index(now) + steps))]


def _begin(house: House, table: Table, page: NumberPage, at: float) -> TableStep:
    """Do what START does at home, with so many at the table. The deck stays: if it is for others, START asks before it
    is played with the nearest number."""
    nearest = min(scenario_now(house, table.choices).players, key=lambda n: abs(n - page.number))
    choices = replace(with_players(table.choices, nearest), players=page.number)
    begun, effects = begin_or_advise(house, replace(table, page=HomePage(), choices=choices, caption=None), at)
    return begun, (Hush(), Remember(choices), *effects)
