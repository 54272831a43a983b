"""What may be wished for is told anew when it has changed, and no hand was at the menus."""

from pathlib import Path

from nightcrier.box.events import Ceiling, Event, Wished
from nightcrier.wire.public_record import TableOffers
from nightcrier.wire.wishes import LookWish, NameWish
from tests.box.dealt import DealtBox
from tests.box.onlooked import KeptLines
from tests.box.test_leaks import QUIET


class OfferingBox:
    """A box at home, and what it offers."""

    def __init__(self, where: Path) -> None:
        self._kept = KeptLines()
        self.box = DealtBox(where, QUIET, 1, public=self._kept.witness)
        self.send(Wished(self.box.rehearsal.now, LookWish()))

    def send(self, event: Event) -> None:
        self.box.rehearsal.take(event)
        self.box.rehearsal.advance(1.0)

    @property
    def offers(self) -> TableOffers:
        return [line.news for line in self._kept.read if isinstance(line.news, TableOffers)][-1]


def test_a_name_that_was_wished_for_is_offered(tmp_path: Path) -> None:
    offering = OfferingBox(tmp_path)
    for name in ("Zoe", "Ann", "Bob"):
        offering.send(Wished(offering.box.rehearsal.now, NameWish(1, name)))
        assert offering.offers.people[0].name == name


def test_under_a_lower_ceiling_less_is_offered(tmp_path: Path) -> None:
    offering = OfferingBox(tmp_path)
    offering.send(Ceiling(offering.box.rehearsal.now, 5))
    (volume,) = (each for each in offering.offers.settings if each.item == "screen.loudness")
    assert len(volume.values) == 5
