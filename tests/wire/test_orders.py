"""Tests orders from a broker: a list of kinds, each with its own values, and nothing else."""

from random import Random

import pytest

from nightcrier.wire.orders import LONGEST_ORDER, Order, Setting, wish_of_order
from nightcrier.wire.wishes import (
    HelpedWish,
    IdentifyWish,
    LoudnessWish,
    MessageWish,
    PauseWish,
    ScenarioWish,
    SettingWish,
)

LONGEST_TITLE = "ワンナイト人狼: " + "\U0001f43a" * 80
DECKS = {
    "One Night: First Game": ScenarioWish("one-night", "first-game"),
    LONGEST_TITLE: ScenarioWish("one-night", "wolves"),
}


@pytest.mark.parametrize(
    ("order", "payload", "wish"),
    [
        (Order.LOUDNESS, b"1", LoudnessWish(1)),
        (Order.LOUDNESS, b"20", LoudnessWish(20)),
        (Order.DECK, b"One Night: First Game", ScenarioWish("one-night", "first-game")),
        (Order.DECK, LONGEST_TITLE.encode(), ScenarioWish("one-night", "wolves")),
        (Order.PAUSE, b"ON", PauseWish(True)),
        (Order.PAUSE, b"OFF", PauseWish(False)),
        (Order.DECK, b"one-night/first-game", ScenarioWish("one-night", "first-game")),
        (Order.LANGUAGE, b"de", SettingWish("glass", "screen.language", "Deutsch")),
        (Order.MESSAGE, b" Lunch  at one", MessageWish("Lunch at one")),
        (Order.MESSAGE, ("\u0e01\u0e49" * 42).encode(), MessageWish("\u0e01\u0e49" * 42)),
        (Order.IDENTIFY, b"PRESS", IdentifyWish()),
        (Order.HELPED, b"PRESS", HelpedWish()),
    ],
)
def test_an_order_is_a_wish(order, payload, wish):
    assert wish_of_order(order, payload, DECKS) == wish


@pytest.mark.parametrize(
    ("order", "payload"),
    [
        (Order.LOUDNESS, b""),
        (Order.LOUDNESS, b"0"),
        (Order.LOUDNESS, b"21"),
        (Order.LOUDNESS, b"-3"),
        (Order.LOUDNESS, b"3.5"),
        (Order.LOUDNESS, b"1e1"),
        (Order.LOUDNESS, "\u0663".encode()),
        (Order.LOUDNESS, b"9" * 100_000),
        (Order.DECK, b"one-night first-game"),
        (Order.DECK, b""),
        (Order.LANGUAGE, b"Deutsch"),
        (Order.LANGUAGE, b""),
        (Order.MESSAGE, b"  "),
        (Order.MESSAGE, b"x" * 61),
        (Order.MESSAGE, b"two\nrows"),
        (Order.MESSAGE, b"\xff"),
        (Order.IDENTIFY, b""),
        (Order.HELPED, b"ON"),
        (Order.PAUSE, b"on"),
        (Order.PAUSE, b"START"),
        (Order.PAUSE, b"\xff"),
        (Order.PAUSE, b"ON" + b" " * LONGEST_ORDER),
    ],
)
def test_what_is_no_order_is_none(order, payload):
    assert wish_of_order(order, payload, DECKS) is None


def test_random_bytes_are_none():
    """Messages are left out, since any letters make one, and so are values of a menu, which only the table knows."""
    rng = Random(7)
    orders = [order for order in Order if order is not Order.MESSAGE and not isinstance(order.wish, Setting)]
    for _ in range(2000):
        order, payload = rng.choice(orders), rng.randbytes(rng.randrange(3, 60))
        assert wish_of_order(order, payload, DECKS) is None


def test_there_is_no_order_that_begins_or_ends_anything():
    """A game is begun by hand at the box, by somebody who sees that all are seated and the cards are out."""
    assert set(Order) == {
        *(Order.LOUDNESS, Order.DECK, Order.PAUSE, Order.LANGUAGE, Order.BRIGHTNESS),
        *(Order.MESSAGE, Order.IDENTIFY, Order.HELPED, Order.UPDATE),
    }
