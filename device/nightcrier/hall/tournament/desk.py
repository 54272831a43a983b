"""Leads the tournament. Results of tables and changes of the organiser are written to the disk before they are used."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from nightcrier.broker.hall_messages import TableResults, read_message
from nightcrier.hall.tournament.results import result_id, take_results
from nightcrier.hall.tournament.state import Tournament
from nightcrier.hall.tournament.tournament_file import TournamentFile
from nightcrier.kernel.files import NotKept, refusal_reason
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Allowance

_AT_ONCE, _A_SECOND = 6, 0.2
"""The number of messages that one table may send at once, and the number of further messages in a second. This is
enough for a game and its corrections."""
_MOST_KNOWN = 1_000
"""The most tables whose speed of sending is remembered. Without this limit, more and more new names would fill the
memory."""
MOST_BEFORE = 6_000
"""The most games from before the first round that are remembered. 500 tables can send that many games at once."""


class ResultsPace:
    """Delays messages of tables that send results too fast. Only the newest message of a table is kept, because each
    message contains all results that count."""

    def __init__(self, clock: Callable[[], Seconds]) -> None:
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._waiting: dict[str, bytes] = {}

    def take(self, table: str, payload: bytes) -> bool:
        """Say whether the message may be used now. If not, the message is kept for later."""
        if self._may(table):
            self._waiting.pop(table, None)
            return True
        self._waiting[table] = payload
        return False

    def due(self) -> Iterator[tuple[str, bytes]]:
        """Yield the kept messages that may be used now, each with its table."""
        for table in [table for table in self._waiting if self._may(table)]:
            yield table, self._waiting.pop(table)

    def rest_of(self, table: str) -> bytes | None:
        """Return the kept message of a table that sends no more messages, or None."""
        return self._waiting.pop(table, None)

    def rest(self) -> Iterator[tuple[str, bytes]]:
        """Yield all kept messages, each with its table, when the tournament ends."""
        while self._waiting:
            yield self._waiting.popitem()

    def _may(self, table: str) -> bool:
        now = self._clock()
        if table not in self._allowances and len(self._allowances) >= _MOST_KNOWN:
            self._allowances.clear()
        return self._allowances.setdefault(table, Allowance(_AT_ONCE, _A_SECOND, now)).takes(now)


class TournamentDesk:
    """Leads the tournament. `tell` writes a sentence into the log. Raises BadFile if the file cannot be used."""

    def __init__(self, file: TournamentFile, tell: Callable[[str], None], clock: Callable[[], Seconds]) -> None:
        self._file, self._tell, self._pace = file, tell, ResultsPace(clock)
        self.tournament, self.is_kept = file.read(), True
        self._before: dict[str, tuple[str, ...]] = {}

    @property
    def aside(self) -> str:
        """The name of the damaged file that was set aside, or "" after somebody has removed that file."""
        return self._file.aside()

    def hear(self, table: str, payload: bytes) -> bool:
        """Use the results of a table, and return whether anything has changed. If the table sends too fast, its message
        is kept until `look`."""
        return self._pace.take(table, payload) and self._take(table, payload)

    def forget(self, table: str) -> None:
        """Forget a table that has left the hall. Its games from before the first round are forgotten too, so that more
        and more names do not fill the memory."""
        if payload := self._pace.rest_of(table):
            self._take(table, payload)
        self._before.pop(table, None)

    def look(self) -> None:
        """Use the kept messages that have waited long enough."""
        self._take_all(self._pace.due())

    def end(self) -> None:
        """Use all kept messages, because no more messages of tables will arrive."""
        self._take_all(self._pace.rest())

    def change(self, change: Callable[[Tournament], Tournament]) -> bool:
        """Change the tournament, and return whether anything has changed. If `change` raises an error, nothing is
        changed. If the disk cannot be written, the change is valid until this program ends, and is written together
        with the next change."""
        changed = change(self.tournament)
        if changed == self.tournament:
            return False
        if changed.rounds and not self.tournament.rounds:
            self._take_all(self._pace.rest())
            changed = replace(changed, before=self._older_games())
        self.tournament = changed
        refused = self._file.write(changed)
        self.is_kept = refused is None
        if refused:
            self._tell(_not_kept(refused))
        return True

    def _take_all(self, waiting: Iterable[tuple[str, bytes]]) -> None:
        for table, payload in waiting:
            self._take(table, payload)

    def _take(self, table: str, payload: bytes) -> bool:
        """Use the results of a table, and return whether anything has changed. Before the first round only the ids of
        games are kept."""
        results = read_message(payload, TableResults)
        if results is None:
            return False
        if self.tournament.rounds:
            return self.change(lambda now: take_results(now, table, results))
        self._before[table] = tuple(result_id(table, results.evening, game) for game in results.games)
        return False

    def _older_games(self) -> tuple[tuple[str, str], ...]:
        heard = {(table, key) for table, keys in self._before.items() for key in keys}
        older = sorted(set(self.tournament.before) - heard)
        return tuple(sorted(heard.union(older[: max(0, MOST_BEFORE - len(heard))])))


def _not_kept(refused: NotKept) -> str:
    return (
        f"{refused.path} cannot be written ({refusal_reason(refused.why)}): the tournament goes on, but what happened"
        " since is lost when this program ends; make room on the disk, and change something."
    )
