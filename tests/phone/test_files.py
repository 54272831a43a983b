"""Tests files sent by a phone: each arrives whole or not at all, is refused with a reason, and only at home."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

import pytest
from msgspec.structs import replace

from nightcrier.kernel.chores import MOST_SENT, Chore
from nightcrier.kernel.refusal import Refusal
from nightcrier.web import uploads
from nightcrier.web.exchange import RequestRefused
from nightcrier.web.forms import words_of_page
from nightcrier.web.uploads import PhoneInbox
from nightcrier.wire.public_record import LineSaid
from nightcrier.words.catalogue import LANGUAGES
from tests.phone.phones import HOME, NIGHT, Phones
from tests.phone.sent_files import DECK, EDGE, KIND, chores, form, lying, pieces_of, send, sent, told
from tests.phone.test_page import WORDS


@pytest.fixture
def key(home):
    return home.let_in()


@pytest.mark.parametrize("size", [1, 7, 33, 10_000])
@pytest.mark.parametrize("content", [DECK, b"", b"a\r\n--\r\n------edgy\r\n", b"\r\n------edg" * 50])
def test_what_is_sent_lies_there_to_the_byte_and_the_box_asks_for_it(home, tmp_path, content, size):
    assert send(home, home.let_in(), "sunday.toml", content, size) == "net.file.sent"
    assert (tmp_path / "sent" / "sunday.toml").read_bytes() == content
    assert chores(home) == [Chore.TAKE_SENT]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("../sunday.toml", DECK, Refusal.FILE_NAME),
        ("/etc/passwd.toml", DECK, Refusal.FILE_NAME),
        ("a\\b.toml", DECK, Refusal.FILE_NAME),
        (".toml", DECK, Refusal.FILE_NAME),
        ("..toml", DECK, Refusal.FILE_NAME),
        ("a\x00b.toml", DECK, Refusal.FILE_NAME),
        ("a" * 200 + ".toml", DECK, Refusal.FILE_NAME),
        ("\u0e01" * 40 + ".toml", DECK, Refusal.FILE_NAME),
        ("", DECK, Refusal.FILE_NAME),
        ("device.exe", DECK, Refusal.KIND),
        ("toml", DECK, Refusal.KIND),
        ("voice.zip", DECK, Refusal.KIND),
        ("voice.zip", b"PK", Refusal.KIND),
        ("deck.toml", b"PK\3\4\0\0", Refusal.KIND),
        ("nightcrier-1.tar.xz", b"\x1f\x8b" * 9, Refusal.KIND),
        ("nightcrier-1.tar.xz.sig", b"signed, really", Refusal.KIND),
        ("deck.toml", b"#" * (MOST_SENT[".toml"] + 1), Refusal.LARGE),
    ],
)
def test_what_does_not_fit_is_one_word_and_what_lay_there_stays(home, key, tmp_path, name, content, why):
    assert send(home, key, "good.toml", DECK) == "net.file.sent"
    home.box.wished.clear()
    assert send(home, key, name, content, 50_000) == why
    assert lying(tmp_path) == ["good.toml"]
    assert chores(home) == []


@pytest.mark.parametrize(
    "name", ["hall.toml", "hall (1).toml", "hall(2).toml", "hall-1.toml", "hall 3.toml", "Hall.toml"]
)
def test_what_lets_the_box_into_a_hall_is_kept_under_its_own_name(home, tmp_path, name):
    assert send(home, home.let_in(), name, DECK) == "net.file.sent"
    assert lying(tmp_path) == ["hall.toml"]


@pytest.mark.parametrize("word", [Refusal.BUSY, Refusal.AWAY])
def test_why_the_box_does_not_look_at_it_is_said_as_the_box_says_it(home, key, tmp_path, word):
    home.box.refuses = word
    assert send(home, key, "sunday.toml", DECK) == words_of_page(WORDS, LANGUAGES[0])[word]
    assert lying(tmp_path) == []
    home.box.refuses = ""
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"


def test_every_language_has_a_word_for_each(language):
    words = words_of_page(WORDS, language)
    for key in (*Refusal, "net.file.sent", "net.file.later", "stick.taken"):
        assert words[key]


@pytest.mark.parametrize("lost", [3, 40, 200])
def test_what_is_cut_off_leaves_nothing(home, key, tmp_path, lost):
    whole = form(home.mark(key), "sunday.toml", b"#" * 300)
    asyncio.run(sent(home, key, pieces_of(whole[: -len(EDGE) - lost], 7)))
    assert told(home, key) == "net.file.cut"
    assert lying(tmp_path) == []
    assert chores(home) == []


def test_a_card_without_room_keeps_nothing(home, key, tmp_path):
    home.free = 2**26
    assert send(home, key, "sunday.toml", DECK) == "net.file.full"
    assert lying(tmp_path) == []


def test_one_at_a_time_and_the_last_one_alone(home, key, tmp_path):
    send(home, key, "first.toml", DECK)
    assert send(home, key, "second.toml", DECK) == "net.file.sent"
    assert lying(tmp_path) == ["second.toml"]

    async def both() -> None:
        forms = [form(home.mark(key), f"{name}.toml", DECK) for name in ("third", "fourth")]
        await asyncio.gather(*(sent(home, key, pieces_of(body, 3)) for body in forms))

    home.inbox._busy = True
    assert send(home, key, "third.toml", DECK) == "net.file.busy"
    home.inbox._busy = False
    asyncio.run(both())
    assert len(lying(tmp_path)) == 1


@pytest.mark.parametrize(
    ("begins", "size", "pace", "is_wanted", "word"),
    [
        (b"PK\3\4", 2**22, 2**15, False, Refusal.CUT),
        (b"PK\3\4", 2**22, 80_000, False, ""),
        (b"PK\3\4", 2**22, 80_000, True, Refusal.CUT),
        (b"PK\3\4", 2**21, 80_000, True, ""),
        (b"rubb", 2**20, 2**15, False, Refusal.KIND),
    ],
)
def test_a_phone_that_sends_slowly_keeps_no_other_from_sending(home, key, begins, size, pace, is_wanted, word):
    """At 64 KiB a second a phone may go on, or one turn if another waits. A file of the wrong kind is cut off."""
    other, body, passed = home.let_in(), form(home.mark(key), "voice.zip", begins.ljust(size)), [0.0]

    async def paced() -> AsyncGenerator[bytes, None]:
        async for piece in pieces_of(body, 2**14):
            yield piece
            passed.append(passed[-1] + len(piece) / pace)
            await asyncio.sleep(0)

    async def all_sent() -> None:
        asyncio.get_running_loop().time = lambda: passed[-1]  # type: ignore[method-assign]
        short = pieces_of(form(home.mark(other), "sunday.toml", DECK), 7)
        await asyncio.gather(sent(home, key, paced()), *([sent(home, other, short)] if is_wanted else []))

    asyncio.run(all_sent())
    assert told(home, key) == (word or "net.file.sent")
    assert not is_wanted or told(home, other) == Refusal.FILE_BUSY
    assert send(home, other, "sunday.toml", DECK) == "net.file.sent"


def test_a_game_that_begins_meanwhile_keeps_out_what_is_on_its_way(home, key, tmp_path):
    body = form(home.mark(key), "voice.zip", b"PK\3\4" * 25_000)

    async def pieces() -> AsyncGenerator[bytes, None]:
        yield body[:50_000]
        home.box.shows(NIGHT)
        yield body[50_000:]

    asyncio.run(sent(home, key, pieces()))
    home.box.shows(HOME)
    assert told(home, key) == "net.file.busy"
    assert lying(tmp_path) == []


def test_an_update_is_asked_for_once_its_signature_lies_beside_it(home, key, tmp_path):
    packed, signed = b"\xfd7zXZ\0packed", b"-----BEGIN SSH SIGNATURE-----\nx"
    assert send(home, key, "nightcrier-9.tar.xz", packed) == "net.file.later"
    assert chores(home) == []
    assert send(home, key, "nightcrier-9.tar.xz.sig", signed) == "net.file.sent"
    assert chores(home) == [Chore.UPDATE_SENT]
    assert lying(tmp_path) == ["nightcrier-9.tar.xz", "nightcrier-9.tar.xz.sig"]
    send(home, key, "sunday.toml", DECK)
    assert lying(tmp_path) == ["sunday.toml"]


def test_without_the_setting_no_update_is_kept(tmp_path):
    phones = Phones(tmp_path)
    key = phones.let_in()
    assert b".tar.xz" not in phones.ask("/files", key=key).body
    assert send(phones, key, "nightcrier-9.tar.xz", b"\xfd7zXZ\0packed") == "net.file.barred"
    assert lying(tmp_path) == []


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (form("wrong", "a.toml", DECK), KIND, 403),
        (b"--" + EDGE.encode() + b"\r\nno head\r\n\r\nx", KIND, 400),
        (b"x" * 5000, KIND, 400),
        (form("{mark}", 'a.toml"; filename="b', DECK).replace(b'name="file"', b'name="mark"'), KIND, 400),
        (form("m" * 500, "a.toml", DECK), KIND, 400),
        (b"type=x", "application/x-www-form-urlencoded", 415),
        (b"", "multipart/form-data", 415),
        (b"", "multipart/form-data; boundary=" + "x" * 99, 415),
    ],
)
def test_what_is_no_form_of_the_page_is_refused(home, key, tmp_path, body, kind, status):
    whole = body.replace(b"{mark}", home.mark(key).encode())
    with pytest.raises(RequestRefused) as refused:
        asyncio.run(sent(home, key, pieces_of(whole, 7), kind))
    assert refused.value.status == status
    assert lying(tmp_path) == []


def test_a_form_that_trickles_comes_to_an_end(home, tmp_path, monkeypatch):
    """If each byte restarted the waiting time, one byte every nine seconds could last for hours."""
    monkeypatch.setattr(uploads, "LONGEST_SENDING", 0.0)
    key = home.let_in()

    async def trickling() -> AsyncGenerator[bytes, None]:
        while True:
            await asyncio.sleep(0)
            yield b""

    asyncio.run(sent(home, key, trickling()))
    assert told(home, key) == "net.file.cut"
    assert lying(tmp_path) == []


def test_what_a_power_cut_has_left_of_a_file_is_in_nobodys_way(tmp_path):
    inbox = PhoneInbox(tmp_path, lambda _: 2**40, updates=False)
    (tmp_path / ".part").write_bytes(b"half")

    async def pieces() -> AsyncIterator[bytes]:
        yield b"[sound]\n"

    asyncio.run(inbox.keep("device.toml", pieces()))
    assert [file.name for file in tmp_path.iterdir()] == ["device.toml"]


@pytest.mark.parametrize(
    "answer",
    [
        [replace(HOME, page="listing", lines=("One moment …",)), HOME],
        [LineSaid("That did not work.", HOME.language, 1.0)],
    ],
)
def test_a_file_is_looked_at_until_the_box_has_answered(home, key, answer):
    """The answer comes either from root, or from a box that cannot ask root."""
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"
    before = home.site._kind_of_page()
    for news in answer:
        assert told(home, key) == "net.file.sent"
        home.box.shows(news)
    assert told(home, key) == ""
    assert home.site._kind_of_page() != before
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"


def test_what_was_refused_is_said_whatever_the_box_does(home, key):
    assert send(home, key, "device.exe", DECK) == "net.file.kind"
    home.box.shows(replace(HOME, page="listing"), HOME, LineSaid("Hello.", HOME.language, 1.0))
    assert told(home, key) == "net.file.kind"
