"""Keeps the connection to the box. News from the box is kept and passed on, and wishes are sent. If the box is gone or
has ended the connection, the program connects again, with longer and longer waits."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

import msgspec

from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Allowance, Refusal
from nightcrier.web.changes import Changes
from nightcrier.web.own_address import own_address
from nightcrier.wire.public_record import (
    LineSaid,
    Phase,
    PublicLine,
    RoleInPlay,
    RolesInPlay,
    SignalHeard,
    TableOffers,
    TableScores,
    TableShown,
    WishDone,
    WishRefused,
    read_public_line,
)
from nightcrier.wire.wishes import AtDoor, Do, LookWish, ReachedAt, Wish, is_heard, wish_line

LONGEST_NEWS = 256 * 1024
WISHES, WISHES_A_SECOND = 32, 4.5
"""The number of wishes that may be sent at once, and the number of further wishes in a second. Both are for phones,
broker and hall together. The box ends the connection above a somewhat higher limit."""
MOST_ASKED = 64
"""The maximum number of questions without an answer: one for each phone. If there are more, the oldest is given up."""
SETTLING: Seconds = 5.0
"""The longest wait for an answer. The first name of an evening takes long, because the box must first read all its
words."""
HearAnswer = Callable[[Refusal | None], None]
_AT_REST = frozenset({"home", "phone", "sleep"})
"""The pages of the glass that are shown when nobody plays and nobody uses a menu."""
_FIRST_WAIT: Seconds = 0.5
_LONGEST_WAIT: Seconds = 15.0


class BoxLine(Changes):
    """Keeps the connection to the box. `table`, `offers` and `scores` are the newest news of each kind. `said` is the
    last line that was said on the page that the glass shows. All four are None while the box does not answer. `roles`
    are the roles in play while people talk."""

    def __init__(self, path: Path, clock: Callable[[], Seconds]) -> None:
        super().__init__()
        self._path, self._clock = path, clock
        self._wishes = Allowance(WISHES, WISHES_A_SECOND, clock())
        self.table: TableShown | None = None
        self.offers: TableOffers | None = None
        self.scores: TableScores | None = None
        self.said: LineSaid | None = None
        self.roles: tuple[RoleInPlay, ...] = ()
        self._asking: dict[int, HearAnswer] = {}
        self._asked = 0
        self._writer: asyncio.StreamWriter | None = None
        self._hearers: list[Callable[[PublicLine], None]] = []

    def overhear(self, hearer: Callable[[PublicLine], None]) -> None:
        """Call `hearer` from now on with news that is not kept: a line that begins, or a signal."""
        self._hearers.append(hearer)

    def wish(self, wish: AtDoor) -> bool:
        """Send a wish, and say whether it was sent. A wish is not sent if the box could not read it, or if there are
        too many wishes. The box would otherwise end the connection for everybody."""
        if self._writer is None or self._writer.is_closing() or not is_heard(wish):
            return False
        if not self._wishes.takes(self._clock()):
            return False
        self._writer.write(wish_line(wish))
        return True

    def ask(self, wish: Wish, answered: HearAnswer) -> bool:
        """Send a wish, and say whether it was sent. `answered` is called once, after listeners know the changes: with
        None if the wish was granted, or with the reason for a refusal. `answered` gets LOST if the wish is not sent, or
        if the box is gone before it answers."""
        self._asked += 1
        number = self._asked
        self._asking[number] = answered
        while len(self._asking) > MOST_ASKED:
            self._answer(next(iter(self._asking)), Refusal.LOST)
        went_out = self.wish(Do(number, wish))
        if not went_out:
            self._answer(number, Refusal.LOST)
        return went_out

    async def wait_for_answer(self, answers: Sequence[Refusal | None], patience: Seconds = SETTLING) -> Refusal | None:
        """Wait until `answers` holds an answer, and return that answer. Return LOST if no answer comes in time."""
        return answers[0] if await self.wait_until(lambda: bool(answers), patience) else Refusal.LOST

    @property
    def is_at_home(self) -> bool:
        """Say whether nobody plays. During a game, the processor of the machine is kept free for the game."""
        return self.table is not None and self.table.phase is Phase.HOME

    @property
    def is_at_rest(self) -> bool:
        """Say whether nobody plays and nobody uses the menus."""
        return self.is_at_home and self.table is not None and self.table.page in _AT_REST

    async def run(self) -> None:
        """Connect to the box again and again, until this call is canceled."""
        wait = _FIRST_WAIT
        while True:
            heard = await self._call()
            wait = _FIRST_WAIT if heard else min(_LONGEST_WAIT, wait * 2)
            await asyncio.sleep(wait)

    async def _call(self) -> bool:
        """Have one conversation with the box until it ends. Return whether the box has sent anything."""
        heard = False
        try:
            reader, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_NEWS)
            self._writer.write(wish_line(LookWish()))
            while line := await reader.readline():
                self._take(read_public_line(line))
                heard = True
        except (OSError, ValueError, msgspec.DecodeError):
            pass  # not there, or not what it should be: it is called again
        finally:
            self._hang_up()
        return heard

    def _take(self, line: PublicLine) -> None:
        match line.news:
            case TableShown() as table:
                self._turn_to(table)
            case TableOffers() as offers:
                self.offers = offers
            case TableScores() as scores:
                self.scores = scores
            case RolesInPlay(roles):
                self.roles = roles
            case LineSaid() as said:
                self.said = said
                self._pass_on(line)
            case SignalHeard():
                self._pass_on(line)
                return  # no page shows it
            case WishDone(number):
                self._answer(number, None)
            case WishRefused(number, word):
                self._answer(number, word)
            case _:
                assert_never(line.news)
        self._changed()

    def _answer(self, number: int, word: Refusal | None) -> None:
        if answered := self._asking.pop(number, None):
            answered(word)

    def _pass_on(self, line: PublicLine) -> None:
        for hearer in self._hearers:
            hearer(line)

    def _turn_to(self, table: TableShown) -> None:
        if self.table is None or table.page != self.table.page:
            self.said = None
        self.table = table

    def _hang_up(self) -> None:
        if self._writer:
            self._writer.close()
        self._writer = self.table = self.offers = self.scores = self.said = None
        self.roles = ()
        for number in tuple(self._asking):
            self._answer(number, Refusal.LOST)
        self._changed()


def tell_address(box: BoxLine, port: int, shown_print: str = "") -> None:
    """Send the box the address of the page and the fingerprint of its certificate while the glass shows a code."""
    table = box.table
    if isinstance(table, TableShown) and table.code:
        address = own_address()
        where = f"{address}:{port}" if address else ""
        if not where or where not in table.lines:
            box.wish(ReachedAt(where, shown_print))
