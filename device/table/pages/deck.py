"""The deck: all cards in play with their counts, then the order in which they are called. By dial; BACK leaves.

During the day, what lies open on the table comes first; what one seat may look at shows while it holds the dial. What
to know, or to lay out, before a deck is played is a page of its own: START begins, BACK thinks again.
"""

from collections import Counter

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, number_line
from device.show.facts import Fact
from device.show.plug import calls_of, card_name, deck_of
from device.show.stages import CallsInOrder, Count, Peek
from device.table.house import House
from device.table.new_game import start_game
from device.table.pages.names import fact_lines, fact_text, number
from device.table.roster import seat_names
from device.table.state import AdvicePage, DeckPage, StagePage, Table, TableStep
from device.table.turns import look_due
from device.table.view import Hidden, Pair, Size, Text, View

_ROWS = 4


def handle_deck(house: House, table: Table, page: DeckPage, event: Input) -> TableStep:
    if event.control is Control.DIAL and event.gesture is Gesture.TURN:
        last = len(_screens(house, table)) - 1
        return replace(table, page=DeckPage(page.under, max(0, min(last, page.index + event.steps)))), ()
    if event.control is Control.DIAL and event.gesture is Gesture.HOLD and _peek(table, page):
        return replace(table, page=replace(page, held=event.at)), ()
    if event.gesture is Gesture.RELEASE:
        return replace(table, page=replace(page, held=None)), ()
    if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
        return replace(table, page=page.under), ()
    return table, ()


def deck_view(house: House, table: Table, page: DeckPage) -> View:
    language, screens = table.choices.language, _screens(house, table)
    rows = screens[min(page.index, len(screens) - 1)]
    public = View("deck", language, rows)
    peek = _peek(table, page)
    if peek is None or look_due(page.held, table.now) is None:
        return public
    seen = tuple(Text(fact_text(house.words, language, seen, seat_names(table)), Size.LARGE) for seen in peek.seen)
    return replace(public, rows=(rows[0], *seen), hidden=Hidden(public, "tell", (peek.who,), peek.seen))


def deck_lines(house: House, table: Table, page: DeckPage) -> tuple[LineId, ...]:
    """For ears: every card with its count, all at once; any touch cuts it."""
    if isinstance(page.under, StagePage):
        return ()
    game = house.games[table.choices.game]
    counts = Counter(deck_of(game, table.choices.setup))
    return tuple(line for card, n in counts.items() for line in (*fact_lines(card_name(game, card)), number_line(n)))


def _peek(table: Table, page: DeckPage) -> Peek | None:
    """What the screen that stands there lets its owner see: these screens are the first ones."""
    stage = _talk(table)
    return stage.peeks[page.index] if stage and page.index < len(stage.peeks) else None


def _talk(table: Table) -> Count | None:
    stage = table.session.stage if table.session else None
    return stage if isinstance(stage, Count) else None


def _open_table(house: House, table: Table) -> list[tuple[Pair | Text, ...]]:
    """A screen for each thing one seat may look at; then all that everybody may see, three to a screen."""
    stage, words, language = _talk(table), house.words, table.choices.language
    if stage is None:
        return []
    hint = Text(words.screen(language, "turn.see"), Size.SMALL)
    alone: list[tuple[Pair | Text, ...]] = [
        (Text(fact_text(words, language, peek.label, seat_names(table)), Size.MEDIUM), hint) for peek in stage.peeks
    ]
    title = Text(words.screen(language, "day.open-table"), Size.SMALL, inverse=True)
    facts = [Text(fact_text(words, language, shown, seat_names(table)), Size.MEDIUM) for shown in stage.facts]
    return alone + [(title, *facts[n : n + _ROWS - 1]) for n in range(0, len(facts), _ROWS - 1)]


def _screens(house: House, table: Table) -> list[tuple[Pair | Text, ...]]:
    """Cards, four to a screen; then the calls, numbered."""
    setup = table.session.setup if table.session else table.choices.setup
    game = house.games[table.session.game if table.session else table.choices.game]
    words, language = house.words, table.choices.language
    counts = Counter(deck_of(game, setup))
    cards = [
        Pair(fact_text(words, language, card_name(game, card)), number(words, language, str(n)))
        for card, n in counts.items()
    ]
    calls = [
        Pair(fact_text(words, language, call), number(words, language, str(n)))
        for n, call in enumerate(_call_order(house, table), start=1)
    ]
    title = Text(words.screen(language, "deck.calls"), Size.SMALL, inverse=True)
    before = _open_table(house, table)
    return (
        before
        + [tuple(cards[n : n + _ROWS]) for n in range(0, len(cards), _ROWS)]
        + [(title, *calls[n : n + _ROWS - 1]) for n in range(0, len(calls), _ROWS - 1)]
    )


def _call_order(house: House, table: Table) -> tuple[Fact, ...]:
    """Of this night, where nights differ."""
    session = table.session
    if session and isinstance(session.play, CallsInOrder):
        return session.play.call_order()
    game, setup = (session.game, session.setup) if session else (table.choices.game, table.choices.setup)
    return calls_of(house.games[game], setup)


def handle_advice(house: House, table: Table, page: AdvicePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            index = max(0, min(len(page.facts) - 1, page.index + event.steps))
            return replace(table, page=replace(page, index=index)), ()
        case Control.START, Gesture.PRESS:
            return start_game(house, table, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return replace(table, page=page.under), ()
    return table, ()


def advice_lines(page: AdvicePage) -> tuple[LineId, ...]:
    return LineId("screen.advice.title"), *fact_lines(page.facts[page.index])


def advice_view(house: House, table: Table, page: AdvicePage) -> View:
    language = table.choices.language
    place = number(house.words, language, f"{page.index + 1}/{len(page.facts)}")
    title = Pair(house.words.screen(language, "advice.title"), place)
    text = Text(fact_text(house.words, language, page.facts[page.index]), Size.LARGE)
    return View("advice", language, (title, text), head=True)
