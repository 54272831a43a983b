"""Handles the home page, on which the dial chooses a game. START begins the game, or first asks what the box must know.
A press of the dial opens the menu, with the decks of the game, and BACK shows the deck."""

from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Gesture, Input
from nightcrier.box.show.cues import Hush
from nightcrier.box.show.facts import Word
from nightcrier.box.show.plug import problems_of
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import fact_lines, fact_text, number
from nightcrier.box.table.core.page_kinds import HomePage, Page
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.course.evening import is_unsettled
from nightcrier.box.table.course.scenario import (
    choose_game,
    choose_scenario,
    deck_line,
    is_for_others,
    other_number,
    scenario_now,
    scenario_players_lines,
    scenario_players_text,
    shelf_at_home,
    with_players,
)
from nightcrier.box.table.course.session import first_words, start_agreed, tonight_setup
from nightcrier.box.table.course.talk import speak
from nightcrier.box.table.drawing import measure
from nightcrier.box.table.drawing.view import Pair, Size, Text, View
from nightcrier.box.table.pages.deck import DeckPage
from nightcrier.box.table.pages.explain import EXPLAIN, due_topics
from nightcrier.box.table.pages.faults import NoticePage
from nightcrier.box.table.pages.listing import ListingPage
from nightcrier.box.table.pages.loudness_dial import switch_party
from nightcrier.box.table.pages.who_plays import ask_who
from nightcrier.box.table.pages.yes_or_no import Question, ask_over, go_back
from nightcrier.box.table.plugs.registry import hold_start
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import Language, LineId, number_line, screen_line
from nightcrier.words.catalogue import short_code


def begin_or_advise(house: House, table: Table, at: float) -> TableStep:
    """Begin the game. If there is a question or advice about the deck, that is shown first. If the deck cannot be
    played, the box says why and shows it."""
    game, setup = house.games[table.choices.game], table.choices.setup
    silent = table.faults.get(Part.SOUND)
    if silent and _SILENT not in table.advised:
        return replace(table, page=NoticePage(silent, HomePage()), advised=table.advised | {_SILENT}), ()
    if house.asks_number and not table.choices.players:
        return replace(table, page=NumberPage(setup.players)), ()
    if (first := _ask_first(house, table)) is not None:
        return first
    problems = problems_of(game, setup)
    if problems:
        at_roles = isinstance(table.page, ListingPage) and table.page.menu == "roles"
        refused = table if at_roles else replace(table, page=ListingPage("roles", HomePage()))
        return speak(refused, LineId("deck.wrong"))
    number = () if table.anew else other_number(house, table.choices)
    if is_unsettled(table) and not (number and table.choices.players > setup.players):
        return ask_who(house, table, HomePage(), starts=True)
    told = tuple(word for word in game.warnings(tonight_setup(house, table)) if word.key not in table.advised)
    news = (*_champion_news(table), *number, *told)
    if news:
        advised = table.advised | {word.key for word in told}
        said = fact_lines(news[0]) if news[0].said or not news[0].fillings else ()  # what, if there are words for it
        told_of = replace(table, page=AdvicePage(news, HomePage()), advised=advised)
        return speak(told_of, screen_line("advice.title"), *said)
    return offer_or_start(house, table, at)


_SILENT = "fault.sound"


def _ask_first(house: House, table: Table) -> TableStep | None:
    """Ask, before the first game, whether people have the cards or who leads, and how many play if one of them leads.
    Return None if that is known."""
    choices, game, setup = table.choices, house.games[table.choices.game], table.choices.setup
    if choices.explain == "never" or game.id in choices.played:
        return None
    dealt, led = game.setup_for_deal(setup), game.is_led(setup)
    question = LEADS if led else CARDS
    undealt = dealt not in (None, setup) and dealt is not None and not problems_of(game, dealt)
    if undealt and _first_key(question.word, table) not in table.advised:
        return ask_over(replace(table, page=HomePage()), question)
    if not led or _first_key(_LED, table) in table.advised:
        return None
    players = scenario_now(house, choices).players
    return replace(table, page=NumberPage(max(players[0], choices.people_here - 1), led=True)), ()


def _first_key(word: str, table: Table) -> str:
    return f"{word}.{table.choices.game}"


def _has_cards(house: House, table: Table, under: Page, at: float) -> TableStep:
    """Remember until power-off that people have the cards of the game, or lead it, and ask what else is not known."""
    known = {_first_key(question.word, table) for question in (CARDS, LEADS)}
    return begin_or_advise(house, replace(table, page=under, advised=table.advised | known), at)


def _has_no_cards(house: House, table: Table, under: Page, at: float) -> TableStep:
    """Let the box deal, and lead the game."""
    choices = table.choices
    dealt = house.games[choices.game].setup_for_deal(choices.setup) or choices.setup
    choices = choices.with_setup(dealt)
    begun, effects = begin_or_advise(house, replace(table, page=under, choices=choices), at)
    return begun, (Remember(choices), *effects)


CARDS = Question("ask.cards", _has_cards, _has_no_cards, go_back, told="ask.cards.answers")
LEADS = Question("ask.leads", _has_cards, _has_no_cards, go_back, told="ask.leads.answers")
_LED = "led.number"
"""The word that says how many play, and that one leads."""


def _champion_news(table: Table) -> tuple[Word, ...]:
    """Return the question whether people continue a tournament that is won, or nothing without a winner."""
    won = table.standings is not None and bool(table.standings.champions)
    return (Word("advice.won"),) if won and not table.anew else ()


def offer_or_start(house: House, table: Table, at: float) -> TableStep:
    """Begin the game. If the box must first ask who plays, or may offer to explain the game, it does that instead."""
    if is_unsettled(table):
        return ask_who(house, table, HomePage(), starts=True)
    if not due_topics(house, table):
        return start_agreed(house, table, at)
    return ask_over(replace(table, page=HomePage()), EXPLAIN)


_QUESTIONS = frozenset({"advice.other-number", "advice.only-number", "advice.won"})
"""The advice that is a question: START answers yes, and BACK answers no. All other advice is only shown and said."""


class AdvicePage(Page, frozen=True, tag="advice"):
    """The page with what people must know, or lay out, before a deck is played. The dial turns through the advice,
    START continues, and BACK leads back."""

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
    """The page that asks how many people play, if nobody has said so yet, or if one of them has `led` the game from now
    on. The dial counts, START begins the game with that number, and BACK leads home without a number. `turned` means
    that somebody has used the dial, so that only the number is said."""

    number: int
    turned: bool = False
    led: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                turned = _turn_number(house, self.number, event.steps)
                return replace(table, page=replace(self, number=turned, turned=True)), ()
            case Control.START, Gesture.PRESS:
                return _begin_with_number(house, table, self, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=HomePage(), caption=None), (Hush(),)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        head, foot = (Text(words.screen(language, key), Size.SMALL) for key in ("players", "welcome.choose"))
        key = _LED if self.led else "home.players"
        chosen = Text(words.screen(language, key, n=number(words, language, str(self.number))), Size.LARGE)
        return View("number", language, (head, chosen, foot), head=True, kept=(chosen,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        count = number_line(self.number)
        return (count,) if self.turned else (LineId(_LED if self.led else "welcome.players"), count)

    def is_in_hand(self, caption: Caption) -> bool:
        return self.turned


def _turn_number(house: House, now: int, steps: int) -> int:
    """Return the number of players after these detents. All numbers that any game allows can be reached."""
    scenarios = (scenario for game in house.games.values() for scenario in game.scenarios())
    counts = sorted({now, *(n for scenario in scenarios for n in scenario.players)})
    return counts[max(0, min(len(counts) - 1, counts.index(now) + steps))]


def _begin_with_number(house: House, table: Table, page: NumberPage, at: float) -> TableStep:
    """Begin the game as START does on the home page, with the number on this page. If the deck is made for other
    numbers, the box asks whether to play with the nearest one."""
    nearest = min(scenario_now(house, table.choices).players, key=lambda n: abs(n - page.number))
    choices = replace(with_players(table.choices, nearest), players=page.number)
    known = table.advised | ({_first_key(_LED, table)} if page.led else set())
    counted = replace(table, page=HomePage(), choices=choices, caption=None, advised=known)
    begun, effects = begin_or_advise(house, counted, at)
    return begun, (Hush(), Remember(choices), *effects)


HINTS = {
    (Control.BACK, Gesture.PRESS): "back",
    (Control.DIAL, Gesture.TURN): "turn",
    (Control.DIAL, Gesture.PRESS): "press",
}
"""The hints about the controls that the home page of a new box shows."""
FRESH_HINTS = dict.fromkeys(HINTS.values(), 3)
"""How often each control must be used before its hint disappears."""


def handle_home(house: House, table: Table, event: Input) -> TableStep:
    moved, effects = _act(house, table, event)
    used = HINTS.get((event.control, event.gesture), "")
    if used not in moved.choices.hints:
        return moved, effects
    left = {hint: count - (hint == used) for hint, count in moved.choices.hints.items()}
    choices = replace(moved.choices, hints={hint: count for hint, count in left.items() if count > 0})
    return replace(moved, choices=choices), (*effects, Remember(choices))


def home_view(house: House, table: Table) -> View:
    words, choices, language = house.words, table.choices, table.choices.language
    game = words.screen(language, f"game.{choices.game}")
    players = words.screen(language, "home.players", n=_players_text(house, choices))
    head = Pair(game, " ".join(map(short_code, choices.languages)))
    title = Text(words.title(language, deck_line(choices)), Size.LARGE)
    foot = Pair(players, _start(house, language))
    if hints := due_hints(choices):
        return _view_with_hints(house, table, title, Pair(game, players), hints)
    return View("home", language, (head, title, foot), head=True, kept=(title,))


def home_lines(house: House, table: Table) -> tuple[LineId, ...]:
    choices = table.choices
    hints = (screen_line(f"home.{hint}") for hint in due_hints(choices))
    return screen_line(f"game.{choices.game}"), deck_line(choices), *_players_lines(house, choices), *hints


def _act(house: House, table: Table, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return begin_or_advise(house, table, event.at)
        case Control.BACK, Gesture.PRESS:
            return replace(table, page=DeckPage(HomePage())), ()
        case Control.DIAL, Gesture.PRESS:
            return replace(table, page=ListingPage("main", HomePage())), ()
        case Control.DIAL, Gesture.TURN:
            return _turn_games(house, table, event.steps)
        case Control.BACK, Gesture.HOLD:
            return switch_party(table, event.at)
    return hold_start(house, table, event) or (table, ())


def _turn_games(house: House, table: Table, steps: int) -> TableStep:
    """Choose another game, or another scenario of the only game at home. After the last comes the first."""
    shelf = shelf_at_home(house, table.choices)
    games = list(dict.fromkeys(game for game, _ in shelf))
    if len(games) > 1:
        here = games.index(house.games[table.choices.game])
        choices = choose_game(house, table.choices, games[(here + steps) % len(games)])
    else:
        here = next(n for n, (_, scenario) in enumerate(shelf) if scenario.id == table.choices.setup.scenario)
        choices = choose_scenario(table.choices, *shelf[(here + steps) % len(shelf)])
    table = replace(table, choices=choices)
    return table, (Remember(choices), *first_words(house, table))


def _view_with_hints(house: House, table: Table, title: Text, head: Pair, hints: tuple[str, ...]) -> View:
    """Show the home page with the hints of a new box, and START beside the last hint. If a row is too wide, the order
    of the hints changes. If two hints do not fit, only the first is shown."""
    language = table.choices.language
    texts = tuple(house.words.screen(language, f"home.{hint}") for hint in hints)
    views = [
        View("home", language, (head, title, *(Pair(text, "") for text in others), Pair(last, _start(house, language))))
        for *others, last in (texts, texts[::-1], texts[:1])
    ]
    measured = [(view, measure(view, house.screen)) for view in views]
    roomy = next((view for view, found in measured if found.whole and found.apart), None)
    best = roomy or next((view for view, found in measured if found.whole), views[-1])
    return replace(best, kept=(title,))


def _start(house: House, language: Language) -> str:
    return house.words.screen(language, "home.start")


def _players_text(house: House, choices: Choices) -> str:
    """Return the text for the number of players, or for the scenario's numbers if those are others."""
    if is_for_others(choices):
        return scenario_players_text(house, choices)
    return number(house.words, choices.language, str(choices.setup.players))


def _players_lines(house: House, choices: Choices) -> tuple[LineId, ...]:
    if is_for_others(choices):
        return scenario_players_lines(house, choices)
    return number_line(choices.setup.players), LineId("screen.players")


def due_hints(choices: Choices) -> tuple[str, ...]:
    """Return the hints for BACK and the dial that are still shown. Turning the dial comes before pressing it."""
    dial = [hint for hint in ("turn", "press") if hint in choices.hints][:1]
    return tuple(hint for hint in ("back", *dial) if hint in choices.hints)
