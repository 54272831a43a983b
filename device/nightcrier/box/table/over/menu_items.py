"""Builds the rows of a menu, and the rows for whatever the game itself offers: its choices and its cards.

A value contains the choices that follow from it, so that setting a value needs no code of its own. An item without
values opens another menu, asks a question, or does something. The deck may be wrong while people change it; START
refuses a wrong deck."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.facts import fact_lines
from nightcrier.box.show.plug import Game, option_value, problems_of
from nightcrier.box.show.setup import DeckOrigin, OptionValue, Setup
from nightcrier.box.table.core.effects import Effect, Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import fact_text, is_foreign, number, value_line, value_name, whole_lines
from nightcrier.box.table.core.state import Page, Table, TableStep
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.yes_or_no import Question
from nightcrier.kernel.ids import SEAT, LineId, help_line, name_line, number_line, screen_line
from nightcrier.words.catalogue import LAST_RESORT


class Value(Struct, frozen=True):
    """One position of the dial while an item is being set."""

    text: str
    spoken: tuple[LineId, ...]
    choices: Choices
    helped: bool = True  # False where its word names an item as well, whose line of help is about something else


class Item(Struct, frozen=True):
    """A row of a menu. `line` is its name, on the screen and aloud; `n` is a number in that name."""

    line: LineId
    values: tuple[Value, ...] = ()
    index: int = 0
    opens: "Menu | Page | None" = None
    held: "Do | None" = None  # what holding the dial does
    asks: Question | None = None
    does: "Do | None" = None
    n: int | None = None
    printed: str = ""  # what stands on the card; the line is what it is called here
    named: str = ""  # a name that people gave, in the place of the line
    shows: str = ""  # what stands there now, for an item that opens or does something
    state: str = ""  # how it is now, for an item that does something
    said: tuple[LineId, ...] = ()  # what `shows` is aloud
    effects: tuple[Effect, ...] = ()  # what else happens as it opens
    waits: str = ""  # the word of a page that only says that the box works on

    @property
    def spoken(self) -> tuple[LineId, ...]:
        name = (name_line(self.named),) if self.named else ()
        return (self.line,) if self.n is None else (SEAT, number_line(self.n), *name)


Do = Callable[[House, Table, float], TableStep]
ItemsOf = Callable[[House, Table], tuple[Item, ...]]
"""A function that returns the present rows of a menu."""


class Menu(Struct, frozen=True):
    """A list of settings. In it START begins the next game, but in a menu that `chooses`, START selects the row at the
    dial."""

    name: str
    items: ItemsOf
    chooses: bool = False


def first_help(house: House, *lines: LineId) -> tuple[LineId, ...]:
    found = (help_line(line) for line in lines)
    return tuple(line for line in found if house.words.line(LAST_RESORT, line))[:1]


def value_row(house: House, table: Table, key: str, now: OptionValue, all_: Iterable["Change"]) -> Item:
    """Return a row for these values. A value is on or off, a number, or a word `value.<key>.<value>`. A value without a
    word, such as a voice, is said as its number in the row."""
    words, language = house.words, table.choices.language
    changes = tuple(all_)
    values = tuple(
        Value(value_name(words, language, key, value), value_line(words, key, value) or (number_line(n),), choices)
        for n, (value, choices) in enumerate(changes, 1)
    )
    index = next((n for n, (value, _) in enumerate(changes) if value == now), 0)
    return Item(screen_line(key), values, index)


def field_row(house: House, table: Table, key: str, values: Iterable[OptionValue]) -> Item:
    """Return a row for the values of a field of `Choices`. The row has the name of the field."""
    choices, field = table.choices, key.replace("-", "_")
    changes = [(value, replace(choices, **{field: value})) for value in values]
    return value_row(house, table, key, getattr(choices, field), changes)


Change = tuple[OptionValue, Choices]


def option_rows(menu: str, house: House, table: Table) -> tuple[Item, ...]:
    choices, setup = table.choices, table.choices.setup
    rows = []
    for choice in house.games[choices.game].choices():
        if choice.menu != menu or (choice.word and not house.words.written(screen_line(choice.word))):
            continue  # a switch of a file that gives it no name: only commands know it
        changes = [
            (value, choices.with_setup(replace(setup, options={**setup.options, choice.id: value})))
            for value in choice.values
        ]
        row = value_row(house, table, choice.id, option_value(choice, setup.options), changes)
        rows.append(replace(row, line=screen_line(choice.word or choice.id)))
    return tuple(rows)


MOST_CARDS = 100
"""The most cards that people may put into a deck while changing it. No game has this many players."""


def most_of(game: Game, setup: Setup, role: str) -> int:
    """Return how many copies of this card the deck may have, or 0 if the game does not have the card."""
    deck, limit = game.deck(setup), dict(game.cards()).get(role, 0)
    return min(limit, deck.count(role) + max(0, MOST_CARDS - len(deck)))


def _deck_with(game: Game, setup: Setup, role: str, count: int) -> Setup:
    """Return the setup with `count` copies of this card, and all cards in the order of the game. If the deck is the
    same as that of the scenario again, it counts as the scenario's deck."""
    counts = Counter(game.deck(setup))
    if counts[role] == count:
        return setup
    counts[role] = count
    if counts == Counter(game.deck(setup.with_deck((), DeckOrigin.SCENARIO))):
        return setup.with_deck((), DeckOrigin.CHOSEN)
    places = {role: place for place, (role, _) in enumerate(game.cards())}
    deck = sorted(counts.elements(), key=lambda card: places.get(card, len(places)))
    return setup.with_deck(tuple(deck), DeckOrigin.CHOSEN)


def cards_items(house: House, table: Table) -> tuple[Item, ...]:
    """Return a row for each card in the deck and in the boxes on the shelf. Those of the scenario come first, so that
    no row moves while people change the deck."""
    game, setup = house.games[table.choices.game], table.choices.setup
    own = game.deck(setup.with_deck((), DeckOrigin.SCENARIO))
    known = dict.fromkeys((*own, *game.on_shelf(setup), *game.deck(setup)))
    return tuple(_card_row(house, table, card) for card in known if card in dict(game.cards()))


def _card_row(house: House, table: Table, card: str) -> Item:
    game, language = house.games[table.choices.game], table.choices.language
    have, fact = game.deck(table.choices.setup).count(card), game.card_fact(card)
    (name,) = fact_lines(fact)
    return Item(
        name,
        does=partial(_change_card, card, 1),
        held=partial(_change_card, card, -1),
        printed=fact_text(house.words, language, fact) if is_foreign(fact, language) else "",
        shows=number(house.words, language, str(have)),
        said=(number_line(have),),
    )


def _change_card(card: str, more: int, house: House, table: Table, at: float) -> TableStep:
    game, setup = house.games[table.choices.game], table.choices.setup
    have = game.deck(setup).count(card)
    if more > 0 and have >= most_of(game, setup, card):
        is_last = have >= dict(game.cards())[card]
        return speak(table, LineId("deck.no-more" if is_last else "deck.wrong"))
    return put_card(table, game, card, max(0, have + more))


def put_card(table: Table, game: Game, card: str, count: int) -> TableStep:
    choices = table.choices.with_setup(_deck_with(game, table.choices.setup, card, count))
    return (table, ()) if choices == table.choices else (replace(table, choices=choices), (Remember(choices),))


def roles_footer(house: House, table: Table) -> str:
    """Return the number of cards in a valid deck, or what is wrong with the deck, in one line."""
    game, setup = house.games[table.choices.game], table.choices.setup
    words, language = house.words, table.choices.language
    problems = problems_of(game, setup)
    if problems:
        return fact_text(words, language, problems[0])
    return words.screen(language, "deck.right", n=number(words, language, str(len(game.deck(setup)))))


def deck_lines(house: House, table: Table) -> tuple[LineId, ...]:
    """Return the lines that say that the deck is valid, or what is wrong with it, if there are words for that."""
    problems = problems_of(house.games[table.choices.game], table.choices.setup)
    return whole_lines(house.words, problems[0]) if problems else (LineId("deck.ready"),)
