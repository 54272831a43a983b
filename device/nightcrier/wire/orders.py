"""Lists the orders that a table accepts through a broker. Each row has the name, the words, who may give the order, and
the wish.

The entities of Home Assistant and the forms of the organizer are made from these rows. Orders come from outside, and
are checked strictly."""

from collections.abc import Callable, Mapping
from enum import Flag, StrEnum, auto
from typing import Self, TypeAlias

from msgspec import Struct

from nightcrier.kernel.ids import Language
from nightcrier.wire.wishes import (
    HelpedWish,
    IdentifyWish,
    LoudnessWish,
    MessageWish,
    PauseWish,
    ScenarioWish,
    SettingWish,
    Wish,
    is_heard,
    tidy_message,
)
from nightcrier.words.catalogue import LANGUAGES, NAMES

LONGEST_ORDER = 256
"""The maximum size of an order, in bytes. A message of 60 letters may need nearly all of them."""
LONGEST_CHOICE = 512
"""The maximum size of the choice of a deck, in bytes. It contains the title of the game and the title of the deck, of
80 letters with four bytes each."""
PRESS, ON, OFF = "PRESS", "ON", "OFF"
"""The texts that a button and a switch of Home Assistant send."""
_SWITCH = {ON: True, OFF: False}
_Decks: TypeAlias = Mapping[str, ScenarioWish]
_Maker: TypeAlias = Callable[..., Wish | None]


class OrderKind(StrEnum):
    """The types of orders, named like the platforms of Home Assistant."""

    CHOOSE = "select"
    NUMBER = "number"
    TEXT = "text"
    TICK = "switch"
    PRESS = "button"


class Who(Flag):
    """The people who may give an order. A program at the broker may give every order. Home Assistant has an entity for
    the order. The organizer of a hall has a form for a single table, or one order for all tables."""

    NOBODY = 0
    HOME = auto()
    FORM = auto()
    ALL = auto()


def _deck(text: str, decks: _Decks) -> Wish | None:
    return decks.get(text) or next((deck for deck in decks.values() if deck_id(deck) == text), None)


def _language(text: str, _: _Decks) -> Wish | None:
    return SettingWish("glass", "screen.language", NAMES[Language(text)]) if text in LANGUAGES else None


class Setting(Struct, frozen=True):
    """Reads the value for an item of a menu. The box checks whether it has the item."""

    menu: str
    item: str

    def __call__(self, text: str, _: _Decks) -> Wish | None:
        return SettingWish(self.menu, self.item, text) if text else None


class Order(StrEnum):
    """An order; its value is the last part of its topic. `word` is its name for pages and for its entity. `wish` makes
    a wish from the text of the order. `shown` is the field of the state with the present value. The wish is None if the
    second program itself obeys the order (`phone/update_taker.py`)."""

    def __new__(cls, topic: str, word: str, kind: OrderKind, who: Who, wish: _Maker, shown: str = "") -> Self:
        order = str.__new__(cls, topic)
        order._value_ = topic
        order.word, order.kind, order.who, order.wish, order.shown = word, kind, who, wish, shown or topic
        return order

    word: str
    kind: OrderKind
    who: Who
    wish: _Maker
    shown: str

    MESSAGE = "message", "net.hall.message", OrderKind.TEXT, Who.FORM | Who.ALL, MessageWish
    DECK = "deck", "scenario", OrderKind.CHOOSE, Who.HOME | Who.FORM | Who.ALL, _deck
    LOUDNESS = "loudness", "loudness", OrderKind.NUMBER, Who.HOME | Who.FORM | Who.ALL, LoudnessWish
    LANGUAGE = "language", "language", OrderKind.CHOOSE, Who.FORM | Who.ALL, _language
    IDENTIFY = "identify", "net.hall.identify", OrderKind.PRESS, Who.FORM | Who.ALL, IdentifyWish
    PAUSE = "pause", "paused", OrderKind.TICK, Who.HOME | Who.FORM, PauseWish, "paused"
    BRIGHTNESS = "brightness", "brightness", OrderKind.CHOOSE, Who.HOME, Setting("glass", "screen.brightness")
    HELPED = "helped", "net.hall.answer", OrderKind.PRESS, Who.NOBODY, HelpedWish
    UPDATE = "update", "net.hall.update", OrderKind.PRESS, Who.FORM, lambda: None


def wish_of_order(order: Order, payload: bytes, decks: _Decks) -> Wish | None:
    longest = LONGEST_CHOICE if order.kind is OrderKind.CHOOSE else LONGEST_ORDER
    try:
        said = _arguments(order.kind, payload.decode() if len(payload) <= longest else "", decks)
    except UnicodeDecodeError:
        return None
    wish = None if said is None else order.wish(*said)
    return wish if wish and is_heard(wish) else None


def _arguments(kind: OrderKind, text: str, decks: _Decks) -> tuple[object, ...] | None:
    match kind:
        case OrderKind.NUMBER if text.isascii() and text.isdecimal() and len(text) <= 2:
            return (int(text),)
        case OrderKind.TICK if text in _SWITCH:
            return (_SWITCH[text],)
        case OrderKind.TEXT if tidy := tidy_message(text):
            return (tidy,)
        case OrderKind.CHOOSE:
            return text, decks
        case OrderKind.PRESS if text == PRESS:
            return ()
    return None


def deck_id(deck: ScenarioWish) -> str:
    """Return a name of the deck that is the same at tables of every language."""
    return f"{deck.game}/{deck.scenario}"
