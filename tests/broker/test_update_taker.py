"""Tests that an update from the hall is fetched once, only if the box allows it and nobody plays; root is asked to
install it once it is complete."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier import __version__
from nightcrier.broker.hall_messages import SIGNATURE_PATH, UPDATE_PATH, UpdateSource, read_source, version_named
from nightcrier.broker.topics import BrokerMessage
from nightcrier.kernel.chores import Chore, ChoreDone, tell_news
from nightcrier.kernel.files import DISK
from nightcrier.kernel.refusal import Refusal
from nightcrier.kernel.settings import MqttSettings
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.phone.broker_line import BrokerLine
from nightcrier.phone.file_desk import FileDesk
from nightcrier.phone.update_taker import FETCHES, NO_ROOT, HallOffer, UpdateTaker
from nightcrier.web.uploads import CutOff, PhoneInbox
from nightcrier.wire.orders import LONGEST_ORDER, Order
from nightcrier.wire.wishes import AtDoor, ChoreWish
from tests.broker.spoken_table import TOPICS, SpokenTable
from tests.phone.phones import HOME, NIGHT, ThoughtOfBox

PACKED, SIGNED = b"\xfd7zXZ\0packed", b"-----BEGIN SSH SIGNATURE-----\nx"
SOURCE = UpdateSource("10.0.0.5", 8090, "nightcrier-9.9.tar.xz", 7)
WANTED = ChoreWish(Chore.UPDATE_SENT)


class HallBehind:
    """Simulates a hall that hands out `files`; `refuses` is the number of times it turns the box away."""

    def __init__(self, where: Path, *, updates: bool = True) -> None:
        self.where, self.now, self.free = where, 0.0, 2**40
        self.box = ThoughtOfBox()
        self.box.shows(HOME)
        self.inbox = PhoneInbox(where / "sent", lambda _: self.free, updates=updates)
        self.files = {SIGNATURE_PATH: SIGNED, UPDATE_PATH: PACKED}
        self.fetched: list[tuple[str, int, str]] = []
        self.answers = list[Refusal | None]()
        self.before_piece: Callable[[], None] = lambda: None
        desk = FileDesk(self.box, self.inbox, where / "out", where / "told")
        self._begin = lambda: UpdateTaker(desk, self.inbox, self._kept(), lambda: self.now, self._fetch)
        self.taker = self._begin()

    def _kept(self) -> ChoicesFile[HallOffer]:
        return ChoicesFile(DISK, self.where / "update.json", HallOffer)

    def begins_again(self) -> None:
        """Start the program anew, like the installer does."""
        self.taker = self._begin()

    @asynccontextmanager
    async def _fetch(self, host: str, port: int, path: str) -> AsyncIterator[AsyncIterator[bytes]]:
        self.fetched.append((host, port, path))
        if path not in self.files:
            raise CutOff
        yield self._pieces(self.files[path])

    async def _pieces(self, content: bytes) -> AsyncGenerator[bytes, None]:
        for at in range(0, len(content), 5):
            self.before_piece()
            yield content[at : at + 5]

    @property
    def chores(self) -> list[AtDoor]:
        return [wish for wish in self.box.wished if isinstance(wish, ChoreWish)]

    def hears(self, *sources: UpdateSource, mark: bytes = b"") -> list[str]:
        """Send these messages, wait until nothing is being fetched any more, and return the paths that were fetched."""
        before = len(self.fetched)

        async def hear() -> None:
            for source in sources:
                self.taker.hear(msgspec.json.encode(source), self.answers.append, mark)
            while self.taker.is_fetching:
                await asyncio.sleep(0)

        asyncio.run(hear())
        return [path for _, _, path in self.fetched[before:]]

    def root_takes(self, *, good: bool, reasons: tuple[str, ...] = ()) -> None:
        for each in (self.where / "sent").iterdir():
            each.unlink()
        tell_news(ChoreDone(Chore.UPDATE_SENT, good=good, reasons=reasons), self.where / "told")

    def lying(self) -> list[str]:
        folder = self.where / "sent"
        return sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []


@pytest.fixture
def hall(tmp_path):
    return HallBehind(tmp_path)


def test_both_files_are_fetched_where_the_hall_says_and_root_is_asked(tmp_path, hall):
    assert hall.hears(SOURCE) == [UPDATE_PATH, SIGNATURE_PATH]
    assert {(host, port) for host, port, _ in hall.fetched} == {("10.0.0.5", 8090)}
    assert (tmp_path / "sent" / "nightcrier-9.9.tar.xz").read_bytes() == PACKED
    assert (tmp_path / "sent" / "nightcrier-9.9.tar.xz.sig").read_bytes() == SIGNED
    assert hall.chores == [WANTED]


def test_it_is_answered_why_the_box_has_it_not_yet(hall):
    for hall.box.refuses in ("net.untaken", "net.night", ""):
        hall.hears(SOURCE, SOURCE)
    hall.hears(replace(SOURCE, file=f"nightcrier-{__version__}.tar.xz"))
    by_day, by_night, busy = Refusal.ANEW, Refusal.BY_NIGHT, Refusal.BUSY
    assert hall.answers == [by_day, by_day, by_night, by_night, busy, busy, None]


def test_what_is_said_again_is_not_begun_twice(tmp_path, hall):
    assert hall.hears(SOURCE, SOURCE, SOURCE) == [UPDATE_PATH, SIGNATURE_PATH]
    assert hall.hears(SOURCE) == []
    assert hall.chores == [WANTED]
    for each in (tmp_path / "sent").iterdir():
        each.unlink()  # root is at it now
    assert hall.hears(SOURCE) == []
    assert len(hall.chores) == 1


def test_a_box_at_its_menus_is_asked_again(hall):
    hall.before_piece = lambda: setattr(hall.box, "refuses", Refusal.AWAY)
    hall.hears(SOURCE)
    hall.box.refuses = ""
    assert hall.hears(SOURCE) == []
    assert hall.chores == [WANTED, WANTED]
    assert hall.taker.state().refused == 0


def test_one_order_is_one_try_and_another_order_another(hall):
    hall.hears(SOURCE, mark=b"1")
    hall.root_takes(good=False, reasons=("It is for another machine.",))
    assert hall.hears(SOURCE, SOURCE, mark=b"1") == []
    assert hall.hears(SOURCE, mark=b"2") == [UPDATE_PATH, SIGNATURE_PATH]
    assert hall.answers == [Refusal.BUSY, Refusal.UPDATE, Refusal.UPDATE, Refusal.BUSY]
    assert hall.chores == [WANTED, WANTED]


def test_an_update_whose_installer_restarts_the_program_and_fails_is_not_tried_again(hall):
    hall.hears(SOURCE, mark=b"1")
    hall.begins_again()
    assert hall.hears(SOURCE, mark=b"1") == []
    hall.root_takes(good=False, reasons=("The version before is back.",))
    assert hall.hears(SOURCE, mark=b"1") == []
    assert hall.chores == [WANTED]
    assert (hall.taker.state().refused, hall.taker.state().reason) == (SOURCE.made, "The version before is back.")
    assert hall.answers[-1] == Refusal.UPDATE


def test_a_box_that_has_nobody_to_install_it_says_so_once(hall):
    hall.before_piece = lambda: setattr(hall.box, "refuses", Refusal.ABSENT)
    hall.hears(SOURCE)
    hall.box.refuses = ""
    assert hall.hears(SOURCE) == []
    assert hall.chores == [WANTED]
    assert hall.answers == [Refusal.BUSY, Refusal.UPDATE]
    assert (hall.taker.state().refused, hall.taker.state().reason) == (SOURCE.made, NO_ROOT)


def test_what_root_has_refused_is_told_and_not_fetched_again(hall):
    hall.hears(SOURCE)
    assert hall.taker.state().refused == 0
    hall.root_takes(good=False, reasons=("The signature is of no key that this box knows.",))
    assert hall.taker.state().refused == SOURCE.made
    assert hall.taker.state().reason == "The signature is of no key that this box knows."
    assert hall.hears(SOURCE) == []
    assert hall.answers == [Refusal.BUSY, Refusal.UPDATE]
    assert hall.hears(replace(SOURCE, made=8)) == [UPDATE_PATH, SIGNATURE_PATH]
    assert (hall.taker.state().refused, hall.taker.state().reason) == (0, "")


def test_what_root_has_taken_is_not_refused(hall):
    hall.hears(SOURCE)
    hall.root_takes(good=True)
    assert hall.taker.state().refused == 0
    assert hall.hears(SOURCE) == []


def test_what_was_cut_off_is_fetched_when_the_hall_asks_again(hall):
    del hall.files[SIGNATURE_PATH]
    assert hall.hears(SOURCE) == [UPDATE_PATH, SIGNATURE_PATH]
    assert hall.chores == []
    hall.files[SIGNATURE_PATH] = SIGNED
    hall.hears(SOURCE)
    assert hall.chores == [WANTED]


def test_a_hall_that_has_enough_others_costs_nothing_and_is_asked_again(hall):
    del hall.files[UPDATE_PATH]
    for _ in range(3 * FETCHES):
        assert hall.hears(SOURCE) == [UPDATE_PATH]
    assert hall.lying() == []
    hall.files[UPDATE_PATH] = PACKED
    hall.hears(SOURCE)
    assert hall.chores == [WANTED]


@pytest.mark.parametrize("content", [b"\x1f\x8bother", b"", b"<html>"])
def test_what_is_no_update_is_not_kept(hall, content):
    hall.files[UPDATE_PATH] = content
    hall.hears(SOURCE)
    assert hall.lying() == []
    assert hall.chores == []
    assert hall.taker.state().misfit == Refusal.KIND
    hall.files[UPDATE_PATH] = PACKED
    hall.hears(SOURCE)
    assert hall.taker.state().misfit == ""


def test_a_card_without_room_is_told_until_there_is_some(hall):
    hall.free = 0
    hall.hears(SOURCE)
    assert hall.taker.state().misfit == Refusal.FULL
    signature = hall.files.pop(SIGNATURE_PATH)
    hall.free = 2**40
    hall.hears(SOURCE)  # cut off: what was wrong before may be so still
    assert hall.taker.state().misfit == Refusal.FULL
    hall.files[SIGNATURE_PATH] = signature
    hall.hears(SOURCE)
    assert hall.taker.state().misfit == ""
    assert hall.chores == [WANTED]


def test_a_box_that_takes_no_updates_asks_for_nothing(tmp_path):
    hall = HallBehind(tmp_path, updates=False)
    assert hall.hears(SOURCE) == []
    assert (hall.taker.state().version, hall.taker.state().updates) == (__version__, False)


def test_the_version_that_runs_here_is_not_fetched(tmp_path):
    assert HallBehind(tmp_path).hears(replace(SOURCE, file=f"nightcrier-{__version__}.tar.xz")) == []


def test_only_a_box_at_rest_fetches(hall):
    hall.box.refuses = "net.untaken.away"
    assert hall.hears(SOURCE) == []


def test_a_game_that_begins_meanwhile_ends_it(hall):
    hall.before_piece = lambda: hall.box.shows(NIGHT)
    hall.hears(SOURCE)
    assert hall.lying() == []
    hall.before_piece = lambda: None
    hall.box.shows(HOME)
    hall.hears(SOURCE)
    assert hall.chores == [WANTED]


def test_somebody_who_sends_us_there_without_end_wears_out_no_card(hall):
    begun = [hall.hears(replace(SOURCE, made=made)) for made in range(1, 40)]
    assert begun.count([UPDATE_PATH, SIGNATURE_PATH]) == FETCHES
    assert begun[FETCHES:] == [[UPDATE_PATH]] * (39 - FETCHES)  # given up at the first piece
    hall.now += 1800.0
    assert hall.hears(SOURCE) == [UPDATE_PATH, SIGNATURE_PATH]


@pytest.mark.parametrize(
    "host", ["10.0.0.5", "172.16.3.4", "192.168.1.9", "169.254.9.9", "127.0.0.1", "::1", "fd00::5", "fe80::1"]
)
def test_an_address_of_the_home_is_one(host):
    source = replace(SOURCE, host=host)
    payload = msgspec.json.encode(source)
    assert read_source(payload) == source
    assert len(payload) <= LONGEST_ORDER
    assert version_named(source.file) == "9.9"


@pytest.mark.parametrize(
    "host",
    [
        *("8.8.8.8", "172.32.0.1", "100.64.0.1", "0.0.0.0", "255.255.255.255", "224.0.0.1", "192.0.2.1"),  # noqa: S104
        *("2001:db8::1", "::ffff:8.8.8.8", "::", "fe80::1%eth0", "10.0.0.5:80", "10.0.0", "010.0.0.5", "0x0a000005"),
        *("localhost", "hall.local", "evil.example", "10.0.0.5/x", "10.0.0.5@8.8.8.8", "", " 10.0.0.5", "10.0.0.5\n"),
    ],
)
def test_any_other_is_none(host):
    assert read_source(msgspec.json.encode({**msgspec.to_builtins(SOURCE), "host": host})) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("port", 80),
        ("port", 0),
        ("port", 65536),
        ("port", "8090"),
        ("made", -1),
        ("made", 2**62 + 1),
        ("made", 1.5),
        ("file", "nightcrier-9.9.tar.gz"),
        ("file", "../nightcrier-9.9.tar.xz"),
        ("file", "nightcrier-9.9/../../x.tar.xz"),
        ("file", "nightcrier-9.9.tar.xz\n"),
        ("file", "nightcrier-" + "9" * 90 + ".tar.xz"),
        ("path", "/etc/passwd"),
    ],
)
def test_what_is_no_source_is_passed_over(field, value):
    assert read_source(msgspec.json.encode({**msgspec.to_builtins(SOURCE), field: value})) is None


@pytest.mark.parametrize("payload", [b"", b"PRESS", b"{}", b"\xff", b"[" * 900, b"http://10.0.0.5:8090/"])
def test_random_words_are_none(payload):
    assert read_source(payload) is None


def test_the_order_comes_by_the_broker_and_what_was_kept_there_is_none(tmp_path):
    hall, table = HallBehind(tmp_path), SpokenTable()
    settings = MqttSettings(broker="10.0.0.5", table="den")
    line = BrokerLine(settings, TOPICS, table.box, table.voice, lambda: 0.0, print, update=hall.taker)

    async def hear(*, kept: bool) -> bool:
        line._hear(BrokerMessage(TOPICS.order(Order.UPDATE), msgspec.json.encode(SOURCE), kept))
        return hall.taker.is_fetching

    assert not asyncio.run(hear(kept=True))
    assert asyncio.run(hear(kept=False))
    assert table.box.wished == []


def test_what_root_tells_later_of_something_else_changes_nothing(tmp_path, hall):
    hall.hears(SOURCE)
    hall.root_takes(good=False)
    assert hall.taker.state().refused == SOURCE.made
    tell_news(ChoreDone(Chore.SAVE_OUT, good=True), tmp_path / "told")
    assert hall.taker.state().refused == SOURCE.made


def test_root_is_not_asked_for_a_half_of_it(tmp_path, hall):
    """When the second file of an update has come, a deck sent by a phone has already removed the first."""
    packed = tmp_path / "sent" / SOURCE.file
    hall.before_piece = lambda: packed.unlink(missing_ok=True)
    hall.hears(SOURCE)
    assert hall.chores == []
    hall.before_piece = lambda: None
    assert hall.hears(SOURCE) == [UPDATE_PATH, SIGNATURE_PATH]
    assert hall.chores == [WANTED]


def test_what_was_taken_away_by_another_chore_is_fetched_again(tmp_path, hall):
    """The box dropped the wish to update, since it asks root only once in ten seconds, and a deck took its place."""
    hall.hears(SOURCE)
    for each in (tmp_path / "sent").iterdir():
        each.unlink()
    tell_news(ChoreDone(Chore.TAKE_SENT, good=True), tmp_path / "told")
    assert hall.hears(SOURCE) == [UPDATE_PATH, SIGNATURE_PATH]
