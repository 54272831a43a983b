"""Collects the lines that a box sends to onlookers, beside its own record."""

from collections.abc import Callable

from nightcrier.box.hardware import Onlooking
from nightcrier.box.onlooking import OnlookingPane, PublicRecordWitness
from nightcrier.box.witness import Witness, Witnesses
from nightcrier.kernel.clock import Beat
from nightcrier.wire.public_record import PublicLine, TableShown, read_public_line


class KeptLines:
    """Collects all lines that go out, through a witness for the box."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.witness = PublicRecordWitness(lambda line, _: self.lines.append(line))

    @property
    def read(self) -> list[PublicLine]:
        return [read_public_line(line) for line in self.lines]

    @property
    def tables(self) -> list[TableShown]:
        return [line.news for line in self.read if isinstance(line.news, TableShown)]

    def before(self, *pages: str) -> list[bytes]:
        """Return the lines that went out before the moment of the first of these pages."""
        ends = (line.at for line in self.read if isinstance(line.news, TableShown) and line.news.page in pages)
        end = next(ends, None)
        return [line for line in self.lines if end is None or read_public_line(line).at < end]


def watched(witness: Witness, public: PublicRecordWitness | None) -> Witness:
    return Witnesses((witness, public)) if public else witness


def onlooked(public: PublicRecordWitness | None) -> Callable[[Beat], Onlooking] | None:
    return (lambda beat: OnlookingPane(beat, public.look)) if public else None
