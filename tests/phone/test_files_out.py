"""Tests that files saved by root can be downloaded, only at home, and that the page shows root's news."""

import asyncio
from html import escape

import pytest
from msgspec.structs import replace

from nightcrier.kernel.chores import CHORE_NEWS, AskedChange, Chore, ChoreDone, read_sent_news, tell_news
from nightcrier.wire.public_record import Phase
from nightcrier.wire.wishes import ChoreWish
from tests.phone.phones import HOME, NIGHT
from tests.phone.sent_files import DECK, form, lying, open_handles, pieces_of, saves, send, sent, told
from tests.phone.test_page import Tags


@pytest.fixture
def key(home):
    return home.let_in()


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.HOME])
def test_in_a_game_nothing_is_kept_or_handed_out(home, key, tmp_path, phase):
    saves(tmp_path)
    home.box.shows(replace(HOME, phase=phase))
    asyncio.run(sent(home, key, pieces_of(form(home.mark(key), "sunday.toml", DECK), 7)))
    assert home.refused("/saved.zip", key=key) == 404
    home.box.shows(HOME)
    assert told(home, key) == "net.file.busy"
    assert lying(tmp_path) == []


def test_a_game_that_begins_meanwhile_cuts_off_what_is_handed_out(home, key, tmp_path):
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


def test_without_a_pass_there_are_no_files(home, tmp_path):
    saves(tmp_path)
    assert home.refused("/file", "POST") == 403
    assert home.refused("/saved.zip") == 403
    assert b"saved.zip" not in home.ask("/files").body


def test_what_root_has_saved_is_handed_out_whole(home, tmp_path):
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


def test_no_link_is_followed_to_what_is_handed_out(home, key, tmp_path):
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
        (ChoreDone(Chore.TAKE_SENT, new={"decks": 1}), "Taken"),
        (ChoreDone(Chore.TAKE_SENT), "Nothing new"),
        (
            ChoreDone(Chore.TAKE_SENT, asks=(AskedChange("hall.toml", "spring · 10.0.0.5"),)),
            "The box asks on its screen whether this stays. Hold START there.",
        ),
        (ChoreDone(Chore.TAKE_SENT, reasons=("<b>a.toml: is odd.",)), "Not taken"),
        (ChoreDone(Chore.UPDATE_SENT, good=False, reasons=("Not signed.",)), "That did not work."),
        (ChoreDone(Chore.SAVE_OUT), "All is saved"),
        (ChoreDone(Chore.UPDATE_SENT), "Another version runs"),
    ],
)
def test_what_root_tells_stands_on_the_page(home, key, tmp_path, news, said):
    send(home, key, "sunday.toml", DECK)
    before = home.site._kind_of_page()
    tell_news(news, tmp_path / "told")
    assert home.site._kind_of_page() != before
    page = home.ask("/files", key=key).body.decode()
    tags = Tags(page)
    assert f'<div role="status"><p>{said}</p>' in page
    assert "is looking at it" not in page
    assert not [tag for tag, _ in tags.tags if tag == "b"]
    assert all(escape(reason) in page for reason in news.reasons)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"chore": "dance"}', b"[" * 9000])
def test_news_that_are_none_are_passed_over(tmp_path, content):
    (tmp_path / CHORE_NEWS).write_bytes(content)
    assert read_sent_news(tmp_path) is None


def test_everything_is_saved_by_a_wish_like_others(home, key):
    assert home.post("/wish", key, type="chore", chore="save-out") == 303
    assert home.box.wished == [ChoreWish(Chore.SAVE_OUT)]
    assert home.post("/wish", key, type="chore", chore="rm") == 400


def test_who_asks_for_the_head_alone_leaves_nothing_open(home, key, tmp_path):
    """If each request left a file open, a few hundred would keep the program from opening any more."""
    saves(tmp_path)
    before = open_handles()
    answers = [home.ask("/saved.zip", "HEAD", key=key) for _ in range(50)]
    assert answers[0].stream
    assert open_handles() == before


def test_who_saves_everything_reads_no_more_of_the_file_before(home, key):
    assert send(home, key, "sunday.toml", DECK) == "net.file.sent"
    assert home.post("/wish", key, type="chore", chore="save-out") == 303
    assert told(home, key) == ""
