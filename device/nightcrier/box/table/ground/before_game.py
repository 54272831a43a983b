"""Asks and tells whatever must be known before a game begins: how many play, whether they have cards, who leads, which
boxes people have, advice about the deck, and what to explain. Draws random decks, once it knows which boxes people
have."""

from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Gesture, Input
from nightcrier.box.show.cues import Hush
from nightcrier.box.show.facts import Word
from nightcrier.box.show.plug import problems_of
from nightcrier.box.show.setup import DeckOrigin, Setup
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, number, place_lines, whole_lines
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.evening.people import is_unsettled, number_chips
from nightcrier.box.table.evening.scenario import (
    choose_game,
    is_for_others,
    other_number,
    scenario_now,
    seat_leader,
    with_players,
)
from nightcrier.box.table.game.session import next_seed, start_agreed
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.explain import EXPLAIN, due_topics
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import Item, Menu, cards_items, deck_lines
from nightcrier.box.table.over.who_plays import ask_who
from nightcrier.box.table.over.yes_or_no import Agree, Question, ask_over, go_back
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import LineId, number_line, screen_line


def begin_or_advise(house: House, table: Table, at: float) -> TableStep:
    """Begin the game. If there is a question or advice about the deck, show it first. If the deck cannot be played, say
    why, and show the deck."""
    seated = seat_leader(house, table.choices)
    if seated != table.choices:
        return step_after((Remember(seated),), begin_or_advise(house, replace(table, choices=seated), at))
    game, setup = house.games[table.choices.game], table.choices.setup
    silent = table.faults.get(Part.SOUND)
    if silent and _SILENT not in table.advised:
        return replace(table, page=NoticePage(silent, None), advised=table.advised | {_SILENT}), ()
    if house.asks_number and not table.choices.players:
        return replace(table, page=NumberPage(setup.players)), ()
    if (first := _ask_first(house, table)) is not None:
        return first
    problems = problems_of(game, setup)
    if problems:
        at_roles = isinstance(table.page, ListingPage) and table.page.menu == ROLES
        refused = table if at_roles else replace(table, page=ListingPage(ROLES, None))
        # A page that opens says itself what is wrong.
        return speak(refused, LineId("deck.wrong"), *(deck_lines(house, table) if at_roles else ()))
    if game.boxes_to_ask(tonight_setup(house, table), draws=False):
        return ask_over(replace(table, page=None), BOXES)
    number = () if table.anew else other_number(house, table.choices)
    if is_unsettled(table) and not (number and table.choices.players > setup.players):
        return ask_who(house, table, None, starts=True)
    told = tuple(word for word in game.warnings(tonight_setup(house, table)) if word.key not in table.advised)
    is_won = table.standings is not None and table.standings.champions and not table.anew  # does it go on after that?
    news = (*([Word("advice.won")] if is_won else ()), *number, *told)
    if news:
        advised = table.advised | {word.key for word in told}
        told_of = replace(table, page=AdvicePage(news, None), advised=advised)
        return speak(told_of, screen_line("advice.title"), *whole_lines(house.words, news[0]))
    return offer_or_start(house, table, at)


_SILENT = "fault.sound"


def _ask_first(house: House, table: Table) -> TableStep | None:
    """Ask, before the first game, whether people have the cards or who leads, and how many play if one of them leads.
    Return None if all of this is known."""
    choices, game, setup = table.choices, house.games[table.choices.game], table.choices.setup
    if choices.explain == "never" or game.id in choices.played:
        return None
    dealt, led = game.setup_for_deal(setup), game.is_led(setup)
    question = LEADS if led else CARDS
    undealt = dealt is not None and dealt != setup and not problems_of(game, dealt)
    if undealt and _first_key(question.word, table) not in table.advised:
        return ask_over(replace(table, page=None), question)
    if not led or _first_key(_LED, table) in table.advised:
        return None
    leader = not choices.one_leads or choices.leader_plays  # who is among those here
    players = max(scenario_now(house, choices).players[0], choices.people_here - leader)
    return replace(table, page=NumberPage(players, led=True)), ()


def _first_key(word: str, table: Table) -> str:
    return f"{word}.{table.choices.game}"


def _has_cards(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Remember until power-off that people have the cards of the game, or lead it. Then ask for anything still
    unknown."""
    known = {_first_key(question.word, table) for question in (CARDS, LEADS)}
    return begin_or_advise(house, replace(table, page=under, advised=table.advised | known), at)


def _has_no_cards(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Let the box deal and lead the game. The answer is only saved with the game; a power cut before that undoes it."""
    choices = table.choices
    dealt = house.games[choices.game].setup_for_deal(choices.setup) or choices.setup
    known = table.advised | {_DEALS}
    return begin_or_advise(house, replace(table, page=under, choices=choices.with_setup(dealt), advised=known), at)


def unsay_deal(house: House, table: Table) -> TableStep:
    """Forget that people have no cards if they return home before any night has fallen. The answer may have been a
    mistake, so START asks again."""
    if _DEALS not in table.advised or not table.at_home:
        return table, ()
    table, choices = replace(table, advised=table.advised - {_DEALS}), table.choices
    setup, game = choices.setup, house.games[choices.game]
    dealt = game.setup_for_deal(Setup(setup.scenario, setup.players))
    if choices.game in choices.played or dealt is None:
        return table, ()
    options = {option: value for option, value in setup.options.items() if option not in dealt.options}
    choices = choices.with_setup(replace(setup, options=options))
    return replace(table, choices=choices), (Remember(choices),)


CARDS = Question("ask.cards", _has_cards, _has_no_cards, go_back, told="ask.cards.answers")
LEADS = Question("ask.leads", _has_cards, _has_no_cards, go_back, told="ask.leads.answers")
_DEALS = "deals"
"""The key that notes that the box deals the next game, because people have said that they have no cards."""
_LED = "led.number"
"""The key of the message that says how many people play, and that one of them leads."""


def draw_deck(house: House, table: Table, at: float) -> TableStep:
    """Draw another deck at random, and show it at once. If it is not known which boxes people have, ask that first."""
    game, setup = house.games[table.choices.game], table.choices.setup
    if game.boxes_to_ask(setup, draws=True):
        return ask_over(table, BOXES)
    met = table.choices.played.get(game.id, ())
    fresh = tuple(card for card, _ in game.cards() if card not in met)
    deck = game.random_deck(replace(setup, fresh=fresh), table.seed)
    choices = table.choices.with_setup(setup.with_deck(deck, DeckOrigin.DRAWN))
    drawn = replace(table, choices=choices, seed=next_seed(table.seed))
    last = len(ROLES.items(house, drawn)) - 1
    under = replace(table.page, index=last) if isinstance(table.page, ListingPage) else table.page
    return replace(drawn, page=DeckPage(under)), (Remember(choices),)


ROLES = Menu(
    "roles",
    lambda house, table: (*cards_items(house, table), Item(LineId("screen.random-deck"), does=draw_deck)),
)
"""The menu of the deck: a press adds a card, and holding the dial removes one. Its last row draws a random deck."""


def _keep_boxes(answer: int) -> Agree:
    """Return a function that saves this answer for all games, and then begins the game, or draws the deck of the menu
    under the question. If the answer was BACK, which people may have pressed to leave, they keep their own deck until
    another press draws one."""

    def keep(house: House, table: Table, under: Page | None, at: float) -> TableStep:
        setup = table.choices.setup
        boxes = house.games[table.choices.game].boxes_to_ask(setup, draws=True)
        options = {**setup.options, boxes.id: boxes.values[answer]} if boxes else setup.options
        choices = table.choices.with_setup(replace(setup, options=options))
        kept = replace(table, page=under, choices=choices)
        if under is not None and answer == 1 and setup.origin is DeckOrigin.CHOSEN:
            return kept, (Remember(choices),)
        go_on = begin_or_advise if under is None else draw_deck
        return step_after((Remember(choices),), go_on(house, kept, at))

    return keep


BOXES = Question(
    "ask.boxes", _keep_boxes(0), _keep_boxes(1), go_back, _keep_boxes(2), told="ask.boxes.answers", page="which boxes?"
)


def offer_or_start(house: House, table: Table, at: float) -> TableStep:
    """Begin the game. If the box must still ask who plays, or may offer to explain the game, do that instead."""
    if is_unsettled(table):
        return ask_who(house, table, None, starts=True)
    if not due_topics(house, table):
        return start_agreed(house, table, at)
    return ask_over(replace(table, page=None), EXPLAIN)


_QUESTIONS = frozenset({"advice.other-number", "advice.only-number", "advice.won"})
"""The advice that is a question: START means yes, and BACK means no. All other advice is only shown and said."""


class AdvicePage(Page, frozen=True, tag="advice"):
    """The page with what people must know or lay out before a deck is played. The dial turns through the advice, a
    press repeats it, START continues, and BACK leads back."""

    facts: tuple[Word, ...]
    under: Page | None
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                index = max(0, min(len(self.facts) - 1, self.index + event.steps))
                return replace(table, page=replace(self, index=index)), ()
            case Control.DIAL, Gesture.PRESS | Gesture.HOLD:
                return speak(table, *self.lines(house, table))
            case Control.START, Gesture.PRESS:
                return offer_or_start(house, table, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, screen, fact = table.choices.language, house.words.screen, self.facts[self.index]
        foot = foot_of(house, language, "before you start", self.index + 1, len(self.facts))
        if fact.key in _QUESTIONS:
            foot = replace(foot, back=screen(language, "key.no"), start=screen(language, "key.yes"))
        return View("advice", language, (Text(fact_text(house.words, language, fact), Size.LARGE),), foot=foot)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return *whole_lines(house.words, self.facts[self.index]), *place_lines(
            house.words, self.index + 1, len(self.facts)
        )

    def title(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("screen.advice.title"),)

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        asks = self.facts[self.index].key in _QUESTIONS
        return (screen_line("ask.answers") if asks else LineId("keys.begin"),)


class NumberPage(Page, frozen=True, tag="number"):
    """The page that asks how many people play: if nobody has entered this yet, or because one of them leads the game
    (`led`) from now on. The dial counts, a press repeats the question, START begins the game with that number, and BACK
    leads home without it. `turned` means that somebody has used the dial, so that only the number is said."""

    number: int
    turned: bool = False
    led: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                turned = _turn_number(house, self.number, event.steps)
                return replace(table, page=replace(self, number=turned, turned=True)), ()
            case Control.DIAL, Gesture.PRESS | Gesture.HOLD:
                return speak(table, *replace(self, turned=False).lines(house, table))
            case Control.START, Gesture.PRESS:
                return _begin_with_number(house, table, self, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=None, caption=None), (Hush(),)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        foot = foot_of(house, language, "how many play?")
        key = _LED if self.led else "home.players"
        size = Size.LARGE if house.screen.least else Size.MEDIUM  # the same for all numbers, and no larger than chips
        chosen = Text(words.screen(language, key, n=number(words, language, str(self.number))), size)
        chips = () if house.screen.least else number_chips(house, language, range(1, self.number + 1))
        return View("number", language, (chosen,), foot=foot, chips=chips, kept=(chosen,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        count = number_line(self.number)
        return (count,) if self.turned else (LineId(_LED if self.led else "welcome.players"), count)

    def is_in_hand(self, caption: Caption) -> bool:
        return self.turned


def _turn_number(house: House, now: int, steps: int) -> int:
    """Return the number of players after these detents. The dial reaches all numbers that any game allows."""
    scenarios = (scenario for game in house.games.values() for scenario in game.scenarios())
    counts = sorted({now, *(n for scenario in scenarios for n in scenario.players)})
    return counts[max(0, min(len(counts) - 1, counts.index(now) + steps))]


def _begin_with_number(house: House, table: Table, page: NumberPage, at: float) -> TableStep:
    """Begin the game like START on the home page, with the number on this page. If the deck is made for other numbers,
    replace it by the nearest one for this number. If the game has none, ask whether fewer people play."""
    people = replace(table.choices, players=page.number, one_leads=page.led, leader_plays=False)
    choices = choose_game(house, people, house.games[people.game])
    if is_for_others(choices):
        nearest = min(scenario_now(house, choices).players, key=lambda n: abs(n - page.number))
        choices = replace(with_players(choices, nearest), players=page.number)
    known = table.advised | ({_first_key(_LED, table)} if page.led else set())
    counted = replace(table, page=None, choices=choices, caption=None, advised=known)
    begun, effects = begin_or_advise(house, counted, at)
    return begun, (Hush(), Remember(choices), *effects)
