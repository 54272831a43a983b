"""Tests the line to the box: it outlasts a box that goes away, and believes only lines of the record."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from nightcrier.box import net_door
from nightcrier.kernel.refusal import Refusal
from nightcrier.phone import box_line
from nightcrier.phone.box_line import MOST_ASKED, WISHES, WISHES_A_SECOND, BoxLine, tell_address
from nightcrier.wire.public_record import WishDone, WishRefused, public_line
from nightcrier.wire.wishes import AnswerWish, Do, LookWish, LoudnessWish, NameWish, ReachedAt, read_wish
from tests.phone.phones import HOME, NIGHT, OFFERS, ON_GLASS, ThoughtOfBox, until


class Conversation:
    """Simulates a box that sends these lines to each caller, and then hangs up or waits."""

    def __init__(self, path: Path) -> None:
        self.path, self.heard, self.calls, self.open = path, list[object](), 0, 0
        self.says: list[bytes] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        self.open += 1
        writer.write(self.says.pop(0) if self.says else b"")
        while not self.says and (line := await reader.readline()):
            self.heard.append(read_wish(line))
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        self.open -= 1


async def hung_up(box: Conversation, calling: asyncio.Task[None]) -> None:
    """Wait until the box has heard two wishes, then end the call."""
    await until(lambda: len(box.heard) == 2)
    calling.cancel()
    await until(lambda: calling.done() and not box.open)
    await asyncio.sleep(0)


def test_it_calls_again_and_knows_nothing_meanwhile(tmp_path, monkeypatch):
    monkeypatch.setattr(box_line, "_FIRST_WAIT", 0.0)
    monkeypatch.setattr(box_line, "_LONGEST_WAIT", 0.0)
    box, line, known = Conversation(tmp_path / "s"), BoxLine(tmp_path / "s", lambda: 0.0), list[object]()
    line.listen(lambda: known.append(line.table))
    box.says = [
        public_line(0.0, HOME) + public_line(0.0, OFFERS),
        b"no line\n",
        b"x" * (box_line.LONGEST_NEWS + 10),
        public_line(0.0, NIGHT),
    ]

    async def run() -> None:
        calling = asyncio.ensure_future(line.run())
        await asyncio.sleep(0)
        assert not line.wish(LoudnessWish(3))
        server = await asyncio.start_unix_server(box.answer, box.path)
        async with server:
            await until(lambda: line.table == NIGHT)
            assert line.wish(LoudnessWish(3))
            await hung_up(box, calling)

    asyncio.run(run())
    assert HOME in known
    assert None in known
    assert box.calls == 4
    assert box.heard == [LookWish(), LoudnessWish(3)]


def test_a_wish_that_wants_an_answer_finds_it_under_its_number():
    """Wishes without an answer must not be remembered forever."""
    box, newest, answers = ThoughtOfBox(), MOST_ASKED + 1, list[tuple[int, Refusal | None]]()
    box.at_once = False
    for number in range(1, newest + 1):
        box.ask(LoudnessWish(3), lambda word, number=number: answers.append((number, word)))
    box.shows(WishDone(1), WishRefused(newest, Refusal.TAKEN), WishDone(newest))
    assert answers == [(1, Refusal.LOST), (newest, Refusal.TAKEN)]


def test_a_box_that_is_gone_has_answered(tmp_path):
    """The box is gone once before the wish, and once after it."""
    box, line = Conversation(tmp_path / "s"), BoxLine(tmp_path / "s", lambda: 0.0)
    answers, asked = list[Refusal | None](), list[bool]()
    box.says = [public_line(0.0, HOME)]

    def ask() -> None:
        asked.append(line.ask(LoudnessWish(3), answers.append))
        box.says = [b""]  # it hangs up once it has heard this

    async def run() -> None:
        assert not line.ask(LoudnessWish(3), answers.append)
        calling = asyncio.ensure_future(line.run())
        line.listen(lambda: ask() if line.table == HOME and not asked else None)
        async with await asyncio.start_unix_server(box.answer, box.path):
            await until(lambda: bool(asked) and line.table is None)
            await hung_up(box, calling)

    asyncio.run(run())
    assert (answers, asked) == ([Refusal.LOST, Refusal.LOST], [True])
    assert box.heard == [LookWish(), Do(2, LoudnessWish(3))]


def test_a_box_that_stays_away_is_called_ever_more_patiently(tmp_path, monkeypatch):
    waits = list[float]()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 6:
            raise KeyError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with pytest.raises(KeyError):
        asyncio.run(BoxLine(tmp_path / "nobody", lambda: 0.0).run())
    assert waits == [1.0, 2.0, 4.0, 8.0, 15.0, 15.0]


@pytest.mark.parametrize(
    "wish", [NameWish(1, "\x01" * 96), ReachedAt(f"{'host' * 15}.local:8080"), AnswerWish(1.0, ("x" * 64,) * 12)]
)
def test_what_the_box_would_take_for_no_wish_is_not_said(tmp_path, wish):
    """The box would cut off a page that sends such a wish, and with it all phones."""
    box, line = Conversation(tmp_path / "s"), BoxLine(tmp_path / "s", lambda: 0.0)

    async def run() -> None:
        server = await asyncio.start_unix_server(box.answer, box.path)
        async with server:
            calling = asyncio.ensure_future(line.run())
            await until(lambda: bool(box.heard))
            assert not line.wish(wish)
            assert line.wish(LoudnessWish(3))
            await hung_up(box, calling)

    asyncio.run(run())
    assert box.heard == [LookWish(), LoudnessWish(3)]


def test_all_who_wish_together_are_fewer_than_the_box_shows_out(tmp_path):
    """If the page allowed more wishes than the box does, the box would cut it off, and with it all phones."""
    assert WISHES + 2 < net_door.WISHES
    assert WISHES_A_SECOND < net_door.WISHES_A_SECOND
    now = 0.0
    box, line = Conversation(tmp_path / "s"), BoxLine(tmp_path / "s", lambda: now)

    async def run() -> list[bool]:
        nonlocal now
        async with await asyncio.start_unix_server(box.answer, box.path):
            calling = asyncio.ensure_future(line.run())
            await until(lambda: len(box.heard) == 1)
            went, now = [line.wish(LoudnessWish(3)) for _ in range(WISHES + 5)], 1.0
            went.append(line.wish(LoudnessWish(3)))
            await until(lambda: len(box.heard) == WISHES + 2)
            calling.cancel()
            await until(lambda: calling.done() and not box.open)
        return went

    assert asyncio.run(run()) == [*[True] * WISHES, *[False] * 5, True]


def test_address_and_print_are_told_while_a_code_stands_on_the_glass(phones, monkeypatch):
    monkeypatch.setattr(box_line, "own_address", lambda: "10.0.0.7")
    tell_address(phones.box, 8080)
    assert phones.box.wished == []
    phones.box.shows(ON_GLASS)
    tell_address(phones.box, 8080, "A" * 64)
    assert phones.box.wished == [ReachedAt("10.0.0.7:8080", "A" * 64)]
    phones.box.shows(HOME)


def test_a_machine_in_no_network_says_so_and_has_no_port_there(phones, monkeypatch):
    monkeypatch.setattr(box_line, "own_address", lambda: "")
    phones.box.shows(ON_GLASS)
    tell_address(phones.box, 8080)
    assert phones.box.wished == [ReachedAt("")]
    phones.box.shows(HOME)
