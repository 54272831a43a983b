"""Tests what the second program is told at home: how the evening stands, and what it may wish for."""

from pathlib import Path

from nightcrier.box.events import Ceiling, Control, Event, Wished
from nightcrier.box.show.stages import Ask, Verdict
from nightcrier.wire.public_record import TableOffers, TableScores
from nightcrier.wire.wishes import LookWish, MendWish, NameWish, StrikeWish, Wish
from tests.box.dealt import DealtBox
from tests.box.fumbling import QUIET
from tests.box.onlooked import KeptLines


class ScoredBox:
    """Runs a box on which a game was played to its end."""

    def __init__(self, where: Path) -> None:
        self.kept = KeptLines()
        self.box = DealtBox(where, QUIET, 1, public=self.kept.witness)
        self.box.start()
        self.box.everybody_looks()
        self.box.until(lambda: self.box.page == "day")
        self.box.do(Control.START)
        self.box.until(lambda: isinstance(self.box.stage, Ask))
        while isinstance(self.box.stage, Ask):
            self.box.do(Control.DIAL)
        self.box.until(lambda: isinstance(self.box.stage, Verdict))
        self.box.rehearsal.advance(20.0)

    def wish(self, wish: Wish) -> None:
        self.box.rehearsal.take(Wished(self.box.rehearsal.now, wish))
        self.box.rehearsal.advance(1.0)

    @property
    def told(self) -> list[TableScores]:
        return [line.news for line in self.kept.read if isinstance(line.news, TableScores)]

    def points(self) -> dict[int, int]:
        return dict(self.told[-1].games[-1].points)


def test_a_game_that_was_counted_is_told_at_home_and_can_be_mended_there(tmp_path):
    scored = ScoredBox(tmp_path)
    assert scored.told == []
    scored.box.do(Control.START)
    scored.wish(LookWish())
    first = scored.told[-1]
    (game,) = first.games
    assert (game.game, game.title) == ("one-night", "First Game")
    assert game.points == {n: each.points for n, each in enumerate(first.people, 1)}
    losers = tuple(person for person, points in game.points.items() if not points)
    scored.wish(MendWish(first.evening, game.number, losers))
    assert scored.points() == {person: int(person in losers) for person in game.points}
    scored.wish(StrikeWish(first.evening, game.number))
    assert scored.told[-1].games == ()
    assert {each.points for each in scored.told[-1].people} == {0}
    assert isinstance(scored.kept.read[-1].news, TableScores | TableOffers)


class OfferingBox:
    """Runs a box at home, and collects what it offers."""

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


def test_a_name_that_was_wished_for_is_offered(tmp_path):
    offering = OfferingBox(tmp_path)
    for name in ("Zoe", "Ann", "Bob"):
        offering.send(Wished(offering.box.rehearsal.now, NameWish(1, name)))
        assert offering.offers.people[0].name == name


def test_under_a_lower_ceiling_less_is_offered(tmp_path):
    offering = OfferingBox(tmp_path)
    offering.send(Ceiling(offering.box.rehearsal.now, 5))
    (volume,) = (each for each in offering.offers.settings if each.item == "screen.loudness")
    assert len(volume.values) == 5
