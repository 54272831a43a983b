"""Shows the page of the deck: open facts, all cards with their counts, the order of the calls, the rules.

The dial stops at each row that can be explained, and a press explains it. BACK, START, and a press at any other row
leave the page.

During the day, the open facts come first. A fact for one seat is shown only while that seat holds the dial."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.facts import Fact, Number, Word, fact_lines
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Count, Peek
from nightcrier.box.show.teaching import Topic
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, is_foreign
from nightcrier.box.table.core.signs import card_sign
from nightcrier.box.table.core.state import Page, Table, TableStep
from nightcrier.box.table.drawing.view import Hidden, Pair, Size, Text, View
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.game.conducting import latched_look, look_due
from nightcrier.box.table.over.explain import aim_topic, deck_topic, explain, fact_topic
from nightcrier.kernel.ids import LineId, number_line


class DeckPage(Page, frozen=True, tag="deck"):
    """The page with the open facts of the table, all cards in play, the order of the calls, and the rules. `index` is
    the position of the dial. `held` is when a seat began to hold the dial to look at its own fact."""

    under: Page | None
    index: int = 0
    held: float | None = None

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        stops = deck_stops(house, table)
        stop = _stop(stops, self)
        latch = stop.peek is not None and table.choices.hands.latch
        match event.control, event.gesture:
            case Control.DIAL, Gesture.PRESS if latch:
                return replace(table, page=replace(self, held=latched_look(self.held, event.at))), ()
            case Control.DIAL, Gesture.TURN:
                index = max(0, min(len(stops) - 1, self.index + event.steps))
                return replace(table, page=DeckPage(self.under, index)), ()
            case Control.DIAL, Gesture.HOLD if stop.peek:
                return replace(table, page=replace(self, held=event.at)), ()
            case Control.DIAL, Gesture.HOLD:
                return table, ()  # all of the page is said
            case Control.DIAL, Gesture.PRESS if stop.topic:
                return explain(house, table, (stop.topic,), self)
            case _, Gesture.RELEASE:
                return replace(table, page=replace(self, held=None)), ()
            case _, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, stops = table.choices.language, deck_stops(house, table)
        stop = _stop(stops, self)
        rows = [replace(row, inverse=True, sign=stop.sign) if n == stop.row else row for n, row in enumerate(stop.rows)]
        foot = foot_of(house, language, "deck", min(self.index + 1, len(stops)), len(stops))
        public = View("deck", language, tuple(rows), foot=foot)
        if stop.peek is None or look_due(self.held, table.now) is None:
            return public
        seen = stop.peek.seen
        shown = tuple(Text(fact_text(house.words, language, fact, seating(table)), Size.LARGE) for fact in seen)
        hidden = Hidden(public, "tell", (stop.peek.who,), seen)
        return replace(public, rows=(public.rows[0], *shown), foot=None, even=True, hidden=hidden)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that say all cards, with their counts if these are above one. Once the dial has turned, or
        during a game, return the lines of the row at the dial."""
        if self.index or (self.under is None and table.session):
            return tuple(line for fact in _stop(deck_stops(house, table), self).facts for line in fact_lines(fact))
        game = house.games[table.choices.game]
        counts = Counter(game.deck(table.choices.setup))
        said = ((*fact_lines(game.card_fact(card)), *map(number_line, {n} - {1})) for card, n in counts.items())
        return tuple(line for card in said for line in card)

    def title(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("screen.deck"),)

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("keys.deck"),)

    def due(self, table: Table) -> float | None:
        return look_due(self.held, table.now)


_ROWS = 3

DeckRow: TypeAlias = Pair | Text


class DeckStop(Struct, frozen=True):
    """A position of the dial: a screen, its chosen row (-1 for the whole screen), and the explanation and sign of that
    row."""

    rows: tuple[DeckRow, ...]
    row: int = -1
    facts: tuple[Fact, ...] = ()
    topic: Topic | None = None
    peek: Peek | None = None
    sign: str = ""


class _Entry(Struct, frozen=True):
    row: DeckRow
    facts: tuple[Fact, ...]
    topic: Topic | None = None
    sign: str = ""


def deck_stops(house: House, table: Table) -> tuple[DeckStop, ...]:
    game, setup = _game(table)
    plug, aim = house.games[game], aim_topic(house, game)
    laying = () if table.session else plug.layout_topics(setup)
    rules = (*((aim,) if aim else ()), *(topic for topic in plug.topics(setup) if not topic.before))
    first, last = _taught(house, table, Word("deck.laying"), laying), _taught(house, table, Word("deck.rules"), rules)
    screens = (_cards(house, table), first, _calls(house, table), last)
    return (*_open_table(house, table), *(stop for entries in screens for stop in _stops(entries)))


def _stops(screens: Iterable[Sequence[_Entry]]) -> Iterable[DeckStop]:
    """Yield a position for each row that can be explained. A screen without such rows has one position for all of
    it."""
    for entries in screens:
        rows = tuple(entry.row for entry in entries)
        found = [
            DeckStop(rows, at, entry.facts, entry.topic, sign=entry.sign)
            for at, entry in enumerate(entries)
            if entry.topic is not None
        ]
        yield from found or [DeckStop(rows, facts=tuple(fact for entry in entries for fact in entry.facts))]


def _open_table(house: House, table: Table) -> list[DeckStop]:
    """Return a screen for each fact that one seat alone may look at, and then screens with the facts that everybody may
    see."""
    stage, text = table.stage, _text(house, table)
    if not isinstance(stage, Count):
        return []
    hint = Text(text(Word("turn.see")), Size.SMALL)
    alone = [
        DeckStop((Text(text(peek.label), Size.MEDIUM), hint), facts=(peek.label,), peek=peek) for peek in stage.peeks
    ]
    title = Text(text(Word("day.open-table")), Size.SMALL, inverse=True)
    parts = [stage.facts[n : n + _ROWS - 1] for n in range(0, len(stage.facts), _ROWS - 1)]
    return alone + [DeckStop((title, *(Text(text(fact), Size.MEDIUM) for fact in part)), facts=part) for part in parts]


def _cards(house: House, table: Table) -> Iterable[Sequence[_Entry]]:
    """Return a row for each card. If its printed name is in another language, the translation is below it."""
    game, setup = _game(table)
    plug, text, language = house.games[game], _text(house, table), table.choices.language
    entries: list[_Entry] = []
    for card, n in Counter(plug.deck(setup)).items():
        name, count = plug.card_fact(card), Number(n)
        called = [house.words.role(language, name.id)] if is_foreign(name, language) else []
        row = Pair(text(name), text(count), Size.MEDIUM if called else Size.SMALL)
        entries.append(_Entry(row, (name, count), deck_topic(house, game, card), card_sign(plug, card)))
        entries += [_Entry(Text(translated, Size.SMALL), ()) for translated in called]
    return [entries[n : n + _ROWS] for n in range(0, len(entries), _ROWS)]


def _calls(house: House, table: Table) -> Iterable[Sequence[_Entry]]:
    text, (game, setup) = _text(house, table), _game(table)
    entries = [
        _Entry(Pair(text(call), text(Number(n))), (call,), fact_topic(house, call))
        for n, call in enumerate(house.games[game].usual_calls(setup), start=1)
    ]
    return _with_title(Word("deck.calls"), entries, text)


def _taught(house: House, table: Table, title: Word, topics: Sequence[Topic]) -> Iterable[Sequence[_Entry]]:
    text = _text(house, table)
    entries = [_Entry(Pair(text(topic.title), ""), (topic.title,), topic) for topic in topics]
    return _with_title(title, entries, text)


def _with_title(title: Word, entries: Sequence[_Entry], text: Callable[[Fact], str]) -> Iterable[Sequence[_Entry]]:
    head = _Entry(Text(text(title), Size.SMALL, inverse=True), (title,))
    return [(head, *entries[n : n + _ROWS - 1]) for n in range(0, len(entries), _ROWS - 1)]


def _text(house: House, table: Table) -> Callable[[Fact], str]:
    return lambda fact: fact_text(house.words, table.choices.language, fact, seating(table))


def _game(table: Table) -> tuple[str, Setup]:
    session = table.session
    return (session.game, session.setup) if session else (table.choices.game, table.choices.setup)


def _stop(stops: tuple[DeckStop, ...], page: DeckPage) -> DeckStop:
    return stops[min(page.index, len(stops) - 1)] if stops else DeckStop(())
