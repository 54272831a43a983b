"""The tournament as the organiser's program has it in hand: what tables tell goes in by itself, what the organiser does
goes through here, and each change is on the disk before anybody sees it."""

from collections.abc import Callable

from device.hall.tournament.told_results import take_results
from device.hall.tournament.tournament_file import TournamentFile
from device.hall.tournament.tournament_state import Tournament
from device.kernel.hall_results import TableResults
from device.kernel.read_message import read_message


class TournamentDesk:
    """`tell` writes a sentence into the log. Raises BadFile where the file cannot be gone on with."""

    def __init__(self, file: TournamentFile, tell: Callable[[str], None]) -> None:
        self._file, self._tell = file, tell
        self.tournament, self.is_kept = file.read(), True

    @property
    def aside(self) -> str:
        """The name of a damaged file that was kept, until somebody has taken it away."""
        return self._file.aside()

    def hear(self, table: str, payload: bytes) -> bool:
        """What a table tells at its topic `results`, as often as it comes: whether anything is new. Before the first
        round there is no tournament that a game could count in."""
        results = read_message(payload, TableResults) if self.tournament.rounds else None
        return results is not None and self.change(lambda now: take_results(now, table, results))

    def change(self, change: Callable[[Tournament], Tournament]) -> bool:
        """Whether anything was. What the change raises, where it cannot be, is passed on, and nothing is changed. Where
        the disk refuses it holds all the same, until this program ends, and is tried again with the next."""
        changed = change(self.tournament)
        if changed == self.tournament:
            return False
        self.tournament = changed
        refused = self._file.write(changed)
        self.is_kept = refused is None
        if refused:
            self._tell(str(refused))
        return True
