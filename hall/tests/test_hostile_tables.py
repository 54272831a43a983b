"""Attacks the hall from the broker, where somebody sends anything at its topics. Nothing ends the conversation, because
a kept message would end it again forever; the page shows all of it as text; and the memory for it is limited."""

import json
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, DECKS, TOPICS, Organisers
from nightcrier.broker.hall_messages import JoinedTable
from nightcrier.broker.topics import TableTopics
from nightcrier.wire.orders import Order
from nightcrier_hall.seen_tables import MOST_JOINED
from tests.phone.test_page import Tags

ODD: tuple[object, ...] = (
    *(None, True, 0, -1, 10**30, 2**63, -(2**70), 1e308, 0.5, "", "x" * 5000, "<script>x</script>", '"><b>', "\x00"),
    *("\u202e", "\U0001f600", "\u0660" * 40, "9" * 31, "\u0e01" * 300, "nan", [], {}, ["a"], {"a": "b"}, [[[[]]]]),
)
"""Values that none of our tables sends."""
RAW = (
    *(
        b"",
        b"NaN",
        b"{",
        b"[" * 60_000,
        b"1" * 5000,
        b'"\\ud800"',
        b'{"title":"\xff"}',
        b"\xef\xbb\xbf{}",
        b"null",
        b"{}",
    ),
    *(
        b'{"title":1e400}',
        b'{"number":1e999}',
        b'{"number":-0}',
        b'{"decks":{"a":"\\udc00"}}',
        b"online\n",
        b"\xc3\x28",
    ),
)


def mangled(rng: Random, honest: object) -> bytes:
    """Return a message in which one or two fields have odd values."""
    fields: dict[str, object] = json.loads(msgspec.json.encode(honest))
    for name in rng.sample(sorted(fields), min(len(fields), rng.randrange(1, 3))):
        fields[name] = rng.choice(ODD)
    return json.dumps(fields, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def honest(rng: Random) -> object:
    return rng.choice((AT_HOME, JoinedTable("One", "en", DECKS), {"number": 1}, {"number": 1, "run": "a", "at": 5.0}))


def some_payload(rng: Random) -> bytes:
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: rng.choice(RAW),
        lambda: rng.randbytes(rng.randrange(200)),
        lambda: mangled(rng, honest(rng)),
        lambda: rng.choice(
            (b"online", b"offline", b"yes", b"no", b"120", "\u0663".encode(), b"-5", b"9" * 7, b"done", b"net.night")
        ),
    )
    return rng.choice(ways)()


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_is_said_ends_the_conversation_or_stands_on_the_page_as_tags(tmp_path, seed):
    rng, organisers = Random(seed), Organisers(tmp_path)
    organisers.joins("one").desk.ask(None, Order.MESSAGE, "Lunch")
    key = organisers.let_in()
    names = ("one", "two", "x" * 32, "+", "#", "", "a/b", "\u0660", "../one")
    for turn in range(1500):
        name, payload = rng.choice(names), some_payload(rng)
        own = TableTopics(name)
        told = (own.state, own.availability, own.left, TOPICS.table(name), own.results)
        topic = rng.choice((*told, own.answer("spring"), "else"))
        organisers.now += rng.choice((0.0, 0.1, 7.0))
        organisers.desk.hear(topic, payload, rng.choice((b"", b"1", b"9" * 5000)))
        if turn % 20 == 0:
            organisers.desk.look()
            tags = Tags(organisers.page(key))
            assert [name for name, _ in tags.tags if name in {"script", "b", "i"}].count("script") == 1
            organisers.said.clear()
    assert set(organisers.desk.hall.tables) <= {"one", "two", "x" * 32}


def test_other_tables_are_not_spoken_for(tmp_path):
    """A message counts for the table of its topic, whatever it says about itself."""
    organisers = Organisers(tmp_path)
    organisers.joins("one").joins("two")
    state = json.loads(msgspec.json.encode(AT_HOME)) | {"help": True, "name": "two", "table": "two"}
    organisers.desk.hear(TableTopics("one").state, json.dumps(state).encode())
    assert [table.name for table in organisers.desk.hall.tables.values() if table.wants_help] == ["one"]


def test_long_words_of_many_tables_fill_no_memory(tmp_path):
    """Each message is 64 KiB and retained by the broker. 500 of them would need more memory than the unit allows."""
    organisers = Organisers(tmp_path)
    organisers.joins("honest")
    long = JoinedTable("", "en", {f"one-night/{number:04}": "x" * 100 for number in range(500)})
    payload = msgspec.json.encode(long)
    for number in range(200):
        organisers.desk.hear(TOPICS.table(f"t{number}"), payload)
    kept = len(organisers.desk.hall.tables) - 1
    assert MOST_JOINED - 2 * len(payload) < kept * len(payload) <= MOST_JOINED
    organisers.desk.hear(TOPICS.table("t0"), msgspec.json.encode(JoinedTable("Small", "en", DECKS)))
    assert organisers.desk.hall.tables["t0"].title == "Small"
    organisers.desk.hear(TableTopics("honest").state, msgspec.json.encode(replace(AT_HOME, message="x" * 5000)))
    state = organisers.desk.hall.tables["honest"].state
    assert state is not None
    assert state.message is None
