"""Files that a phone sends: there as a whole or not at all, a word for each that is not, and only at home. What root
has saved is handed out."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from html import escape, unescape
from pathlib import Path

import pytest
from msgspec.structs import replace

from device.kernel.chores import Chore
from device.kernel.ids import Language
from device.kernel.public_record import LineSaid, Phase, PublicNews
from device.kernel.refusal import Refusal
from device.kernel.sent_files import MOST_SENT, SentNews, sent_news, tell_sent
from device.kernel.wishes import ChoreWish
from device.net import sent_form
from device.net.exchange import PageRequest, RequestRefused
from device.net.gate import EVENING, Gate
from device.net.inbox import PhoneInbox
from device.net.page_words import words_of_page
from device.words.catalogue import LANGUAGES
from tests.net.phones import HOME, HOST, NIGHT, Phones
from tests.net.test_page import WORDS, Tags

DECK = b'[deck]\nname = "Sunday"\n'
EDGE = "----edge"
KIND = f"multipart/form-data; boundary={EDGE}"


@pytest.fixture
def home(tmp_path: Path) -> Phones:
    return Phones(tmp_path, updates=True)


def form(mark: str, name: str, content: bytes) -> bytes:
    """As browsers write it."""
    head = f'--{EDGE}\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{mark}\r\n'
    file = f'--{EDGE}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: x/y\r\n\r\n'
    return (head + file).encode() + content + f"\r\n--{EDGE}--\r\n".encode()


async def pieces_of(body: bytes, size: int) -> AsyncGenerator[bytes, None]:
    for at in range(0, len(body), size):
        yield body[at : at + size]


async def sent(phones: Phones, key: str, pieces: AsyncIterator[bytes], kind: str = KIND) -> None:
    heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": f"nightcrier={key}", "content-type": kind}
    answer = phones.site.answer(PageRequest("POST", "/file", heads, pieces=pieces))
    assert answer.after
    await answer.after()
    assert (answer.status, answer.headers["Location"]) == (303, "/files")


def send(phones: Phones, key: str, name: str, content: bytes, size: int = 7) -> str:
    """What the page says of it."""
    asyncio.run(sent(phones, key, pieces_of(form(phones.mark(key), name, content), size)))
    return told(phones, key)


def saves(where: Path, content: bytes = b"all") -> None:
    """Root has saved this."""
    (where / "out").mkdir()
    (where / "out" / "saved.zip").write_bytes(content)


def told(phones: Phones, key: str) -> str:
    page = phones.ask("/files", key=key).body.decode()
    said = unescape(page.partition('role="alert">')[2].partition("</p>")[0])
    words = words_of_page(WORDS, LANGUAGES[0])
    return next((name for name, text in words.items() if name.startswith("net.file.") and text == said), said)


def chores(phones: Phones) -> list[Chore]:
    """What the box was asked to have root do."""
    return [wish.chore for wish in phones.box.wished if isinstance(wish, ChoreWish)]


def lying(where: Path) -> list[str]:
    folder = where / "sent"
    return sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []


@pytest.mark.parametrize("size", [1, 7, 33, 10_000])
@pytest.mark.parametrize("content", [DECK, b"", b"a\r\n--\r\n------edgy\r\n", b"\r\n------edg" * 50])
def test_what_is_sent_lies_there_to_the_byte_and_the_box_asks_for_it(
    home: Phones, tmp_path: Path, content: bytes, size: int
) -> None:
    key = home.let_in()
    assert send(home, key, "sunday.toml", content, size) == "net.file.sent"
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
        ("deck.toml", b"PK\3\4\0\0", Refusal.KIND),
        ("nightcrier-1.tar.xz", b"\x1f\x8b" * 9, Refusal.KIND),
        ("nightcrier-1.tar.xz.sig", b"signed, really", Refusal.KIND),
        ("deck.toml", b"#" * (MOST_SENT[".toml"] + 1), Refusal.LARGE),
    ],
)
def test_what_does_not_fit_is_one_word_and_what_lay_there_stays(
    home: Phones, tmp_path: Path, name: str, content: bytes, why: Refusal
) -> None:
    key = home.let_in()
    assert send(home, key, "good.toml", DECK) == "net.file.sent"
    home.box.wished.clear()
    assert send(home, key, name, content, 50_000) == why
    assert lying(tmp_path) == ["good.toml"]
    assert chores(home) == []


@pytest.mark.parametrize(
    "name", ["hall.toml", "hall (1).toml", "hall(2).toml", "hall-1.toml", "hall 3.toml", "Hall.toml"]
)
def test_what_lets_the_box_into_a_hall_is_kept_under_its_own_name(home: Phones, tmp_path: Path, name: str) -> None:
    key = home.let_in()
    assert send(home, key, name, DECK) == "net.file.sent"
    assert lying(tmp_path) == ["hall.toml"]


def test_it_is_only_taken_from_a_phone_that_typed_the_code_this_evening(home: Phones, tmp_path: Path) -> None:
    key = home.let_in(keep="yes")
    home.now += EVENING
    assert send(home, key, "hall.toml", DECK) == "net.file.code"
    assert lying(tmp_path) == []
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"
    assert not Gate(0.0, home.kept).is_of_evening(home.kept[0], 0.0)


def test_why_the_box_does_not_look_at_it_is_said_as_the_box_says_it(home: Phones) -> None:
    key = home.let_in()
    home.box.refuses = "stick.working"
    assert send(home, key, "sunday.toml", DECK) == words_of_page(WORDS, LANGUAGES[0])["stick.working"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_word_for_each(language: Language) -> None:
    words = words_of_page(WORDS, language)
    for key in (*Refusal, "net.file.sent", "net.file.later", "stick.taken"):
        assert words[key]


@pytest.mark.parametrize("lost", [3, 40, 200])
def test_what_is_cut_off_leaves_nothing(home: Phones, tmp_path: Path, lost: int) -> None:
    key = home.let_in()
    whole = form(home.mark(key), "sunday.toml", b"#" * 300)
    asyncio.run(sent(home, key, pieces_of(whole[: -len(EDGE) - lost], 7)))
    assert told(home, key) == "net.file.cut"
    assert lying(tmp_path) == []
    assert chores(home) == []


def test_a_card_without_room_keeps_nothing(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
    home.free = 2**26
    assert send(home, key, "sunday.toml", DECK) == "net.file.full"
    assert lying(tmp_path) == []


def test_one_at_a_time_and_the_last_one_alone(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
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


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.HOME])
def test_in_a_game_nothing_is_kept_or_handed_out(home: Phones, tmp_path: Path, phase: Phase) -> None:
    key = home.let_in()
    saves(tmp_path)
    home.box.shows(replace(HOME, phase=phase))
    asyncio.run(sent(home, key, pieces_of(form(home.mark(key), "sunday.toml", DECK), 7)))
    assert home.refused("/saved.zip", key=key) == 404
    home.box.shows(HOME)
    assert told(home, key) == "net.file.busy"
    assert lying(tmp_path) == []


def test_a_game_that_begins_meanwhile_keeps_out_what_is_on_its_way(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
    body = form(home.mark(key), "voice.zip", b"PK" * 50_000)

    async def pieces() -> AsyncGenerator[bytes, None]:
        yield body[:50_000]
        home.box.shows(NIGHT)
        yield body[50_000:]

    asyncio.run(sent(home, key, pieces()))
    home.box.shows(HOME)
    assert told(home, key) == "net.file.busy"
    assert lying(tmp_path) == []


def test_a_game_that_begins_meanwhile_cuts_off_what_is_handed_out(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
    saves(tmp_path, b"x" * 1_000_000)
    stream, before = home.ask("/saved.zip", key=key).stream, open_handles()
    assert stream

    async def fetched() -> None:
        assert await anext(stream)
        home.box.shows(NIGHT)
        with pytest.raises(ConnectionAbortedError):
            await anext(stream)

    asyncio.run(fetched())
    assert open_handles() == before


def test_while_somebody_is_at_the_menus_nothing_is_kept(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
    home.box.refuses = Refusal.AWAY
    assert send(home, key, "sunday.toml", DECK) == words_of_page(WORDS, LANGUAGES[0])[Refusal.AWAY]
    assert lying(tmp_path) == []
    home.box.refuses = ""
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"


def test_an_update_is_asked_for_once_its_signature_lies_beside_it(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
    packed, signed = b"\xfd7zXZ\0packed", b"-----BEGIN SSH SIGNATURE-----\nx"
    assert send(home, key, "nightcrier-9.tar.xz", packed) == "net.file.later"
    assert chores(home) == []
    assert send(home, key, "nightcrier-9.tar.xz.sig", signed) == "net.file.sent"
    assert chores(home) == [Chore.UPDATE_SENT]
    assert lying(tmp_path) == ["nightcrier-9.tar.xz", "nightcrier-9.tar.xz.sig"]
    send(home, key, "sunday.toml", DECK)
    assert lying(tmp_path) == ["sunday.toml"]


def test_without_the_setting_no_update_is_kept(tmp_path: Path) -> None:
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
def test_what_is_no_form_of_the_page_is_refused(
    home: Phones, tmp_path: Path, body: bytes, kind: str, status: int
) -> None:
    key = home.let_in()
    whole = body.replace(b"{mark}", home.mark(key).encode())
    with pytest.raises(RequestRefused) as refused:
        asyncio.run(sent(home, key, pieces_of(whole, 7), kind))
    assert refused.value.status == status
    assert lying(tmp_path) == []


def test_without_a_pass_there_are_no_files(home: Phones, tmp_path: Path) -> None:
    saves(tmp_path)
    assert home.refused("/file", "POST") == 403
    assert home.refused("/saved.zip") == 403
    assert b"saved.zip" not in home.ask("/files").body


def test_what_root_has_saved_is_handed_out_whole(home: Phones, tmp_path: Path) -> None:
    key, content = home.let_in(), bytes(range(256)) * 1000
    assert home.refused("/saved.zip", key=key) == 404
    saves(tmp_path, content)
    answer = home.ask("/saved.zip", key=key)

    async def fetched() -> bytes:
        assert answer.stream
        return b"".join([piece async for piece in answer.stream])

    assert asyncio.run(fetched()) == content
    assert answer.headers["Content-Disposition"] == 'attachment; filename="nightcrier-saved.zip"'
    assert b'<a href="/saved.zip" download>' in home.ask("/files", key=key).body


def test_no_link_is_followed_to_what_is_handed_out(home: Phones, tmp_path: Path) -> None:
    key = home.let_in()
    (tmp_path / "out").mkdir()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "out" / "report.txt").symlink_to(tmp_path / "secret")
    assert home.refused("/report.txt", key=key) == 404
    (tmp_path / "out" / "report.txt").replace(tmp_path / "link")
    (tmp_path / "out" / "report.txt").write_text("report")
    asked = home.ask("/report.txt", key=key)
    (tmp_path / "link").replace(tmp_path / "out" / "report.txt")

    async def begun() -> bytes:
        assert asked.stream
        return await anext(aiter(asked.stream))

    with pytest.raises(OSError, match="symbolic"):
        asyncio.run(begun())


@pytest.mark.parametrize(
    ("news", "said"),
    [
        (SentNews(Chore.TAKE_SENT, new={"decks": 1}), "Taken"),
        (SentNews(Chore.TAKE_SENT), "Nothing new"),
        (SentNews(Chore.TAKE_SENT, reasons=("<b>a.toml: is odd.",)), "Not taken"),
        (SentNews(Chore.UPDATE_SENT, good=False, reasons=("Not signed.",)), "That did not work."),
        (SentNews(Chore.SAVE_OUT), "All is saved"),
        (SentNews(Chore.UPDATE_SENT), "Another version runs"),
    ],
)
def test_what_root_tells_stands_on_the_page(home: Phones, tmp_path: Path, news: SentNews, said: str) -> None:
    key = home.let_in()
    send(home, key, "sunday.toml", DECK)
    before = home.site._kind_of_page()
    tell_sent(news, tmp_path / "told")
    assert home.site._kind_of_page() != before
    page = home.ask("/files", key=key).body.decode()
    tags = Tags(page)
    assert f'<div role="status"><p>{said}</p>' in page
    assert "is looking at it" not in page
    assert not [tag for tag, _ in tags.tags if tag == "b"]
    assert all(escape(reason) in page for reason in news.reasons)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"chore": "dance"}', b"[" * 9000])
def test_news_that_are_none_are_passed_over(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sent.json").write_bytes(content)
    assert sent_news(tmp_path) is None


def test_everything_is_saved_by_a_wish_like_others(home: Phones) -> None:
    key = home.let_in()
    assert home.post("/wish", key, type="chore", chore="save-out") == 303
    assert home.box.wished == [ChoreWish(Chore.SAVE_OUT)]
    assert home.post("/wish", key, type="chore", chore="rm") == 400


def open_handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_who_asks_for_the_head_alone_leaves_nothing_open(home: Phones, tmp_path: Path) -> None:
    """A few hundred of them, and the program could open nothing any more."""
    key = home.let_in()
    saves(tmp_path)
    before = open_handles()
    answers = [home.ask("/saved.zip", "HEAD", key=key) for _ in range(50)]
    assert answers[0].stream
    assert open_handles() == before


def test_a_form_that_trickles_comes_to_an_end(home: Phones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte every nine seconds would be listened to for hours."""
    monkeypatch.setattr(sent_form, "LONGEST_SENDING", 0.0)
    key = home.let_in()

    async def trickling() -> AsyncGenerator[bytes, None]:
        while True:
            await asyncio.sleep(0)
            yield b""

    asyncio.run(sent(home, key, trickling()))
    assert told(home, key) == "net.file.cut"
    assert lying(tmp_path) == []


def test_what_a_power_cut_has_left_of_a_file_is_in_nobodys_way(tmp_path: Path) -> None:
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
def test_a_file_is_looked_at_until_the_box_has_answered(home: Phones, answer: list[PublicNews]) -> None:
    """With root, and without."""
    key = home.let_in()
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"
    before = home.site._kind_of_page()
    for news in answer:
        assert told(home, key) == "net.file.sent"
        home.box.shows(news)
    assert told(home, key) == ""
    assert home.site._kind_of_page() != before
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"


def test_what_was_refused_is_said_whatever_the_box_does(home: Phones) -> None:
    key = home.let_in()
    assert send(home, key, "device.exe", DECK) == "net.file.kind"
    home.box.shows(replace(HOME, page="listing"), HOME, LineSaid("Hello.", HOME.language, 1.0))
    assert told(home, key) == "net.file.kind"


def test_who_saves_everything_reads_no_more_of_the_file_before(home: Phones) -> None:
    key = home.let_in()
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"
    assert home.post("/wish", key, type="chore", chore="save-out") == 303
    assert told(home, key) == ""
