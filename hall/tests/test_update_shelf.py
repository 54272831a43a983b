"""Tests the update of a hall: the organizer sends it to the page, any box can fetch it, tables that accept updates hear
of it, and it is done when they report the new version."""

import asyncio
from collections.abc import AsyncGenerator

import msgspec
import pytest

from hall.tests.organisers import AT_HOME, HOST, NIGHT, Organisers
from nightcrier.broker.hall_messages import (
    SIGNATURE_PATH,
    UPDATE_PATH,
    JoinedTable,
    UpdateSource,
    UpdateState,
    read_source,
)
from nightcrier.broker.topics import HallTopics, TableTopics
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import PageAnswer, PageRequest, RequestRefused
from nightcrier.web.uploads import LONGEST_SENDING
from nightcrier.wire.orders import Order
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_hall.entrance import hall_words
from nightcrier_hall.seen_tables import ASKED_AGAIN, UPDATED_FOR
from nightcrier_hall.tables_site import TOLD_UPDATE
from nightcrier_hall.update_shelf import MOST_FETCHING
from tests.broker.spoken_table import WORDS
from tests.phone.sent_files import KIND, form, pieces_of

PACKED, SIGNED = b"\xfd7zXZ\0" + b"packed" * 40_000, b"-----BEGIN SSH SIGNATURE-----\nx"
FILE = "nightcrier-9.9.tar.xz"
OLD = UpdateState("0.1.0", updates=True)


def send(organisers: Organisers, key: str, name: str, content: bytes, mark: str = "") -> str:
    """Send a file, and return the path to which the organizer is redirected, whose page shows the result."""
    body = form(mark or organisers.mark(key), name, content)
    cookie = f"{organisers.cookie}={key}"
    heads = {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie, "content-type": KIND}
    answer = organisers.site.answer(PageRequest("POST", "/update", heads, pieces=pieces_of(body, 50_000)))
    assert answer.after
    asyncio.run(_done(answer))
    return answer.headers["Location"]


async def _done(answer: PageAnswer) -> None:
    assert answer.after
    await answer.after()


async def read_whole(stream: AsyncGenerator[bytes, None]) -> bytes:
    return b"".join([piece async for piece in stream])


@pytest.fixture
def key(organisers):
    """Return the key of an organizer who has sent both files."""
    key = organisers.let_in()
    assert send(organisers, key, f"{FILE}.sig", SIGNED) == "/update.later"
    assert send(organisers, key, FILE, PACKED) == "/update.here"
    return key


def joins(organisers: Organisers, name: str, update: UpdateState = OLD) -> Organisers:
    organisers.joins(name)
    tells(organisers, name, update).sent()
    return organisers


def tells(organisers: Organisers, name: str, update: UpdateState) -> Organisers:
    joined = JoinedTable("", "en", {}, update)
    organisers.desk.hear(HallTopics("spring").table(name), msgspec.json.encode(joined))
    return organisers


def sources(organisers: Organisers) -> dict[str, UpdateSource | None]:
    """Return, by table, the sources of the update sent since the last call."""
    told = {TableTopics(name).order(Order.UPDATE): name for name in organisers.desk.hall.tables}
    return {told[topic]: read_source(payload) for topic, payload in organisers.sent() if topic in told}


class TestSentToThePage:
    @pytest.mark.usefixtures("key")
    def test_both_files_lie_there_and_are_handed_out_without_a_pass(self, organisers):
        for path, content in ((UPDATE_PATH, PACKED), (SIGNATURE_PATH, SIGNED)):
            stream = organisers.ask(path).stream
            assert stream
            assert asyncio.run(read_whole(stream)) == content

    def test_before_that_there_is_none(self, organisers):
        key = organisers.let_in()
        send(organisers, key, FILE, PACKED)
        assert organisers.refused(UPDATE_PATH) == 404
        assert organisers.refused(SIGNATURE_PATH) == 404
        organisers.joins("one")
        assert "First send the update" in organisers.post("/send", key, to="all", do="update").body.decode()
        assert 'value="update"' not in organisers.page(key)

    @pytest.mark.parametrize(
        ("name", "content", "came"),
        [
            ("sunday.toml", b"x", "kind"),
            ("en-new.zip", b"PK\3\4", "kind"),
            ("update.tar.xz", PACKED, "kind"),
            ("../nightcrier-9.9.tar.xz", PACKED, "kind"),
            (FILE, b"other", "kind"),
            (f"{FILE}.sig", b"other", "kind"),
            (f"{FILE}.sig", SIGNED + b"x" * 2**14, "large"),
        ],
    )
    def test_what_does_not_fit_is_a_word_and_not_kept(self, organisers, name, content, came):
        key = organisers.let_in()
        assert send(organisers, key, name, content) == f"/update.{came}"
        assert organisers.ask(f"/update.{came}", key=key).status == 200
        assert not organisers.inbox.update

    def test_a_machine_without_room_keeps_nothing(self, organisers):
        organisers.free = 2**26
        assert send(organisers, organisers.let_in(), FILE, PACKED) == "/update.full"

    def test_a_form_without_its_mark_is_refused(self, organisers):
        key = organisers.let_in()
        with pytest.raises(RequestRefused):
            send(organisers, key, FILE, PACKED, mark="x")
        assert organisers.refused("/update", "POST", "") == 403

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_language_says_what_came_of_it(self, language):
        words = hall_words(WORDS, next(each for each in LANGUAGES if each == language))
        assert all(words[key] for key in TOLD_UPDATE.values())


@pytest.mark.usefixtures("key")
class TestHandedOut:
    def test_a_few_at_once_and_the_rest_comes_again(self, organisers):

        async def run() -> None:
            streams = [organisers.ask(UPDATE_PATH).stream for _ in range(MOST_FETCHING + 1)]
            readers = [stream for stream in streams if stream]
            for reader in readers[:MOST_FETCHING]:
                await anext(reader)
            with pytest.raises(TimeoutError):  # it came in the same moment
                await anext(readers[-1])
            assert organisers.refused(UPDATE_PATH) == 503
            assert organisers.ask(SIGNATURE_PATH).status == 200
            await readers[0].aclose()
            assert organisers.ask(UPDATE_PATH).status == 200
            for reader in readers[1:]:
                await reader.aclose()

        asyncio.run(run())

    def test_who_reads_too_slowly_is_left_without_an_end(self, organisers):

        async def run() -> None:
            reader = organisers.ask(UPDATE_PATH).stream
            assert reader
            await anext(reader)
            organisers.now += LONGEST_SENDING + 1
            with pytest.raises(TimeoutError):
                await anext(reader)

        asyncio.run(run())

    def test_no_link_is_followed(self, organisers):
        (organisers.where / "secret").write_bytes(b"secret")
        place = organisers.where / "update" / FILE
        place.unlink()
        place.symlink_to(organisers.where / "secret")
        assert organisers.refused(UPDATE_PATH) == 404


class TestTables:
    def ask(self, organisers: Organisers, key: str, **more: str) -> str:
        organisers.sent()
        return organisers.post("/send", key, **{"to": "all", "do": "update", **more}).headers["Location"]

    def test_those_that_take_updates_are_told_where_it_is(self, organisers, key):
        joins(joins(joins(organisers, "one"), "barred", UpdateState("0.1.0")), "from-before", UpdateState())
        assert self.ask(organisers, key) == "/sent"
        made = organisers.shelf.update.made
        assert sources(organisers) == {"one": UpdateSource("192.168.1.9", 8090, FILE, made)}
        page = organisers.page(key)
        assert page.count("takes no updates") == 2
        assert "0.1.0" in page
        assert f"Update: <bdi>{FILE}</bdi>" in page

    def test_only_the_ticked_ones(self, organisers, key):
        joins(joins(organisers, "one"), "two")
        assert self.ask(organisers, key, to="ticked", **{"t-two": "yes"}) == "/sent"
        assert set(sources(organisers)) == {"two"}

    @pytest.mark.usefixtures("key")
    def test_on_this_very_machine_it_is_called_as_from_elsewhere(self, organisers):
        for host in ("127.0.0.1:8090", "localhost:8090", "hall.local", "[::1]:8090"):
            assert msgspec.json.decode(organisers.shelf.source(host))["host"] == "10.0.0.9"
        assert msgspec.json.decode(organisers.shelf.source("[fd00::7]:8090"))["host"] == "fd00::7"

    @pytest.mark.parametrize("address", ["hall.local", "203.0.113.5"])
    def test_without_an_address_of_the_home_it_is_said(self, organisers, key, address):
        joins(organisers, "one")
        organisers.own_address = address
        body = organisers.marked(key, to="all", do="update")
        heads = {"host": "localhost:8090", "origin": "http://localhost:8090"}
        assert "by its address in figures" in organisers.ask("/send", "POST", key, body, **heads).body.decode()
        assert sources(organisers) == {}

    def test_it_is_asked_again_until_the_table_answers_with_the_new_version(self, organisers, key):
        self.ask(joins(organisers, "one"), key)
        organisers.sent()
        assert set(sources(organisers.later(ASKED_AGAIN))) == {"one"}
        assert "Not taken yet: Update" in organisers.page(key)
        organisers.tells("one", None)
        organisers.tells("one", AT_HOME)
        assert set(sources(organisers)) == {"one"}
        organisers.answers("one", Order.UPDATE)
        assert organisers.desk.hall.tables["one"].asked == ()

    def test_a_table_that_plays_is_asked_at_home(self, organisers, key):
        joins(organisers, "one").tells("one", NIGHT)
        self.ask(organisers, key)
        organisers.answers("one", Order.UPDATE, Refusal.BY_NIGHT)
        organisers.sent()
        assert sources(organisers.later(ASKED_AGAIN)) == {}
        organisers.tells("one", AT_HOME)
        assert set(sources(organisers)) == {"one"}

    def test_what_its_root_has_refused_is_said_and_not_asked_again(self, organisers, key):
        self.ask(joins(organisers, "one"), key)
        made = organisers.shelf.update.made
        tells(organisers, "one", UpdateState("0.1.0", updates=True, refused=made, reason="Its <key> is unknown."))
        organisers.answers("one", Order.UPDATE, Refusal.UPDATE)
        assert organisers.desk.hall.tables["one"].asked == ()
        assert "refused the update" in organisers.page(key)
        assert '<bdi lang="en" dir="ltr">Its &lt;key&gt; is unknown.</bdi>' in organisers.page(key)
        organisers.sent()
        assert sources(organisers.later(ASKED_AGAIN)) == {}

    @pytest.mark.parametrize(
        ("misfit", "told"),
        [("net.file.full", "The box&#x27;s card has no room for it."), ("net.file.large", "too large"), ("<b>", "")],
    )
    def test_why_a_box_does_not_keep_it_is_said_and_it_is_asked_again(self, organisers, key, misfit, told):
        self.ask(joins(organisers, "one"), key)
        assert told in tells(organisers, "one", UpdateState("0.1.0", updates=True, misfit=misfit)).page(key)
        assert "<b>" not in organisers.page(key).replace("<b><bdi>", "")
        organisers.sent()
        assert set(sources(organisers.later(ASKED_AGAIN))) == {"one"}

    def test_nobody_waits_for_ever(self, organisers, key):
        self.ask(joins(organisers, "one"), key)
        organisers.later(UPDATED_FOR)
        assert organisers.desk.hall.tables["one"].asked == ()
