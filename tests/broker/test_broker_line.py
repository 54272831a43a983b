"""Tests the line to a real broker on a local socket, which lets it in, is killed and restarted, or sends rubbish."""

import logging
from random import Random

import msgspec
import pytest

from nightcrier.broker import broker_talk
from nightcrier.broker.broker_client import LARGEST_PACKET
from nightcrier.broker.topics import BrokerMessage
from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.broker_line import BIRTHS, ORDERS
from nightcrier.wire.orders import Order
from nightcrier.wire.wishes import LoudnessWish, PauseWish, ScenarioWish, Wish
from tests.broker.called_broker import Spoken, at_once, listened_to, once_listened_to, played
from tests.broker.small_broker import CONNACK, DISCONNECT, PUBLISH, SmallBroker, marked, packet, text, wanting_answer
from tests.broker.spoken_table import TOPICS
from tests.phone.phones import NIGHT, until

__all__ = ["at_once"]
pytestmark = pytest.mark.usefixtures("at_once")
ALWAYS_AGAIN = 0x28
"""The options of a subscription (MQTT 5, 3.8.3.1): send no retained messages, and leave the retain flag as it was."""


def test_a_table_comes_in_and_leaves_with_a_word():
    table = played(listened_to)
    (guest,) = table.broker.guests
    assert (guest.identity, guest.will) == ("nightcrier-den", (TOPICS.availability, b"offline", True))
    assert guest.largest == LARGEST_PACKET
    assert table.broker.listened == dict.fromkeys((*TOPICS.orders, TOPICS.birth), ALWAYS_AGAIN)
    assert set(table.broker.kept) == {TOPICS.config, TOPICS.state, TOPICS.availability}
    assert (table.broker.said[-1], table.broker.left) == ((TOPICS.availability, b"offline"), [True])
    assert table.log == [table.reached]


def test_it_says_who_it_is(tmp_path):
    (tmp_path / "password").write_text("secret\n")
    table = played(listened_to, name="den", password_file=str(tmp_path / "password"))
    assert [(guest.name, guest.password) for guest in table.broker.guests] == [("den", b"secret")]


def test_a_change_is_said_as_it_comes():
    async def scene(table: Spoken) -> None:
        table.box.shows(NIGHT)
        await until(lambda: b'"phase":"night"' in table.broker.kept[TOPICS.state])

    once_listened_to(scene)


def test_orders_are_wishes():
    async def scene(table: Spoken) -> None:
        table.broker.tell(TOPICS.order(Order.LOUDNESS), b"7")
        table.broker.tell(TOPICS.order(Order.DECK), b"One Night: First Game")
        table.broker.tell(TOPICS.order(Order.PAUSE), b"ON")
        await until(lambda: len(table.box.wished) == 3)

    wished: list[Wish] = [LoudnessWish(7), ScenarioWish("one-night", "first-game"), PauseWish(True)]
    assert once_listened_to(scene).box.wished == wished


def asked(order: Order, payload: bytes, at: str, refuses: str = "") -> list[tuple[str, bytes, bytes]]:
    """Return the answers to an order: topic, payload and properties of each."""

    async def scene(table: Spoken) -> None:
        table.box.refuses, table.box.is_there = refuses, refuses != Refusal.LOST
        table.broker.tell(TOPICS.order(order), payload, about=wanting_answer(at, b"m7"))
        table.broker.tell(TOPICS.birth, b"online")
        await until(lambda: [topic for topic, _ in table.broker.said].count(TOPICS.config) == 2)

    broker = once_listened_to(scene).broker
    told = {TOPICS.config, TOPICS.state, TOPICS.availability, TOPICS.left}
    return [(topic, said, broker.about.get(said, b"")) for topic, said in broker.said if topic not in told]


@pytest.mark.parametrize(
    ("order", "payload", "refuses", "answer"),
    [
        (Order.LOUDNESS, b"7", "", b"done"),
        (Order.DECK, b"One Night: First Game", "net.untaken.away", b"net.untaken.away"),
        (Order.MESSAGE, b"Lunch", "net.hall.unshown", b"net.hall.unshown"),
        (Order.IDENTIFY, b"PRESS", "net.night", b"net.night"),
        (Order.IDENTIFY, b"PRESS", "net.lost", b"net.lost"),
        (Order.DECK, b"no such deck", "", b"net.untaken.absent"),
    ],
)
def test_who_names_a_topic_for_it_is_answered_there(order, payload, refuses, answer):
    at = "nightcrier/den/answer/spring"
    assert asked(order, payload, at, refuses) == [(at, answer, marked(b"m7"))]


@pytest.mark.parametrize(
    "at", ["", "+", "#", "nightcrier/den/answer/+", "nightcrier/den/availability", "nightcrier/attic/answer/spring"]
)
def test_nothing_is_answered_where_it_could_be_taken_for_something_else(at):
    assert asked(Order.LOUDNESS, b"7", at) == []


def test_an_order_that_is_left_to_be_kept_is_none():
    async def scene(table: Spoken) -> None:
        table.broker.tell(TOPICS.order(Order.LOUDNESS), b"20", kept=True)
        table.broker.tell(TOPICS.order(Order.LOUDNESS), b"7")
        await until(lambda: bool(table.box.wished))

    assert once_listened_to(scene).box.wished == [LoudnessWish(7)]


def test_a_flood_of_orders_is_dammed():
    async def scene(table: Spoken) -> None:
        for _ in range(2000):
            table.broker.tell(TOPICS.order(Order.LOUDNESS), b"7", about=wanting_answer(TOPICS.answer("me"), b"m"))
        for _ in range(BIRTHS + 1):
            table.broker.tell(TOPICS.birth, b"online")
        await until(lambda: [topic for topic, _ in table.broker.said].count(TOPICS.config) == BIRTHS + 1)

    table = once_listened_to(scene)
    assert len(table.box.wished) == [topic for topic, _ in table.broker.said].count(TOPICS.answer("me")) == ORDERS


def test_home_assistant_is_told_everything_when_it_is_born():
    async def scene(table: Spoken) -> None:
        before = len(table.broker.said)
        table.broker.tell(TOPICS.birth, b"offline")
        table.broker.tell(TOPICS.birth, b"online")
        await until(lambda: len(table.broker.said) == 2 * before)

    once_listened_to(scene)


def test_rubbish_from_somebody_at_the_broker_is_passed_over():
    rng = Random(11)

    async def scene(table: Spoken) -> None:
        for topic in (*TOPICS.orders, TOPICS.birth, "else/where"):
            for _ in range(40):
                table.broker.tell(topic, rng.randbytes(rng.randrange(2, 1500)))
        table.broker.tell(TOPICS.order(Order.LOUDNESS), b"7")
        await until(lambda: bool(table.box.wished))

    table = once_listened_to(scene)
    assert table.box.wished == [LoudnessWish(7)]
    assert len(table.broker.guests) == 1


def test_a_broker_that_is_killed_and_comes_back_is_told_everything_again():
    async def scene(table: Spoken) -> None:
        await table.broker.die()
        table.broker.said.clear()
        table.broker.listened.clear()
        table.box.shows(NIGHT)
        await until(lambda: len(table.log) > 1)
        await table.broker.open()
        await listened_to(table)
        assert dict(table.broker.said)[TOPICS.availability] == b"online"
        assert msgspec.json.decode(dict(table.broker.said)[TOPICS.state])["phase"] == "night"

    table = once_listened_to(scene)
    assert table.log[0] == table.log[-1] == table.reached


def test_where_no_broker_is_one_sentence_says_where_and_what_to_look_at():
    async def scene(table: Spoken) -> None:
        await table.broker.die()
        await until(lambda: len(table.log) > 2)

    table = once_listened_to(scene)
    assert table.log[2] == (
        f"The broker 127.0.0.1, port {table.broker.port}, does not answer (Connection refused); is Mosquitto running "
        "there, with a listener? It is called again by itself."
    )


def test_a_broker_that_refuses_is_named_once():
    async def scene(table: Spoken) -> None:
        await until(lambda: len(table.broker.guests) == 3)

    table = played(scene, SmallBroker(refuses=0x87))
    (sentence,) = table.log
    assert sentence == (
        f"The broker 127.0.0.1, port {table.broker.port}, refuses us (Not authorized); look at name and password_file "
        "in [net.mqtt], and at whom the broker lets in. It is called again by itself."
    )
    assert table.broker.said == []


@pytest.mark.parametrize(
    "answer", [b"\xff" * 40, b"\x20\x02\x00\x01", b"\x20\x00", b"\x30\x7f" + b"x" * 127, b"\xd0\x01\x00"]
)
def test_a_broker_that_speaks_something_else_is_left_and_called_again(answer):
    async def scene(table: Spoken) -> None:
        table.broker.answers = answer
        await until(lambda: bool(table.log))
        table.broker.answers = b""
        await table.broker.die()
        await table.broker.open()
        await listened_to(table)

    played(scene)


def test_random_bytes_of_a_broker_end_nothing_but_the_conversation():
    rng = Random(3)

    async def scene(table: Spoken) -> None:
        for _ in range(30):
            before = len(table.broker.guests)
            table.broker.answers = packet(CONNACK, b"\0\0\0") + rng.randbytes(rng.randrange(1, 300))
            await until(lambda known=before: len(table.broker.guests) > known)  # type: ignore[misc]
            await table.broker.die()
            await table.broker.open()
        table.broker.answers = b""
        await listened_to(table)

    table = played(scene)
    assert set(map(type, table.box.wished)) <= {LoudnessWish, PauseWish, ScenarioWish}


def test_a_broker_that_never_answers_is_given_up(monkeypatch):
    monkeypatch.setattr(broker_talk, "_ANSWERING", 0.0)

    async def scene(table: Spoken) -> None:
        await until(lambda: bool(table.log))

    table = played(scene, SmallBroker(mute=True))
    assert table.log[0] == (
        f"The broker 127.0.0.1, port {table.broker.port}, says nothing; is that its port? It is called again by itself."
    )


def test_two_of_one_name_are_told_so():
    async def scene(table: Spoken) -> None:
        table.broker.send(packet(DISCONNECT, bytes((0x8E, 0))))
        await until(lambda: len(table.log) > 1)
        await listened_to(table)

    table = once_listened_to(scene)
    assert table.log[1] == (
        f"The broker 127.0.0.1, port {table.broker.port}, ended the conversation (Session taken over); another is "
        "there by the same name: look at table, or at hall, in [net.mqtt]. It is called again by itself."
    )


def test_the_log_is_spared_while_nothing_changes(caplog):
    caplog.set_level(logging.DEBUG)
    played(listened_to)
    assert [record.name for record in caplog.records if record.name.startswith("paho")] == []


def test_the_small_broker_reads_as_it_writes():
    """A packet of more than 127 bytes has a length of two bytes."""
    assert packet(PUBLISH, text("a") + b"\0" + b"x" * 200)[1:3] == bytes((204 % 128 | 128, 204 // 128))
    assert BrokerMessage("a", b"x").kept is False
