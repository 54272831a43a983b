"""Tests that a night led by a moderator leaks nothing to the network, nor does the time before it: whoever holds which
card, and whoever answers a call, the public record and the news for a broker are the same, except for the moments at
which all hear words."""

from itertools import groupby
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.wherewolf.hosted.night import AbsentWait
from nightcrier.box.show.stages import Ask, Perform, Tell, in_the_dark
from nightcrier.box.table.game.secret import is_led
from nightcrier.broker.topics import BrokerMessage
from nightcrier.kernel.faults import Cause, Fault, Part
from nightcrier.kernel.ids import Language
from nightcrier.wire.public_record import LineSaid, Phase, PublicNews, SignalHeard, TableShown
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.onlooked import KeptLines
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.broker.spoken_table import SpokenTable

WOLVES = "seer pack-leader pack-wolf mage medium witch healer hermit peasant peasant jester assassin"
CITY = "seer pack-leader priest sinner guard other-guard vampire ghoul vampire-hunter monk thief witch mage courtesan"
POSSIBLE = {"wolves": WOLVES, "city": CITY}
DEALS, NIGHTS, SEATS = 3, 2, 8


class HostedNight(Struct):
    """Holds what a box sent out in one night, and the calls that nobody answered."""

    record: list[PublicNews]
    broker: list[BrokerMessage]
    absent: set[str]

    @property
    def calls(self) -> list[int]:
        return [call for call, _ in groupby(news.call for news in self.record if isinstance(news, TableShown))]

    @property
    def pages(self) -> set[str]:
        return {news.page for news in self.record if isinstance(news, TableShown)}


class HostedEvening:
    """Plays a moderator who opens the sheet whenever the box waits in the dark. Once in each call, he opens the menu of
    the game; then the speaker fails and returns, the battery runs empty, and he asks to end but goes on. In every other
    call of the first night, he has the call repeated instead. In every other deal, he holds the dial once in each call
    that allows it."""

    def __init__(self, where: Path, possible: str, seed: int, dealing: str) -> None:
        self.kept, self.spoken = KeptLines(), SpokenTable()
        self.spoken.begin()
        options = {"dealing": dealing, "assembly": 3, "latent": "chosen"}
        public, files = self.kept.witness, ForgetfulDisk()
        self.box = WolfBox(where, possible.split(), SEATS, seed, files=files, public=public, **options)
        self.hands, self.nights, self._read = WolfHands(self.box), list[HostedNight](), 0
        self.before = HostedNight([], [], set())
        self.opened, self.asked, self._opens = set[tuple[int, int]](), set[tuple[int, int]](), seed % 2
        table = self.box.rehearsal.box.daemon.table  # in two languages a call takes longest
        choices = replace(table.choices, languages=(Language("uk"), Language("ja")))
        self.box.rehearsal.box.daemon.adopt((replace(table, choices=choices), ()))
        self.box.begin()

    @property
    def shown(self) -> TableShown:
        return self.kept.tables[-1]

    def act(self) -> None:
        call = len(self.nights), self.shown.call
        if is_quiet(self.box):
            self.box.do(Control.START, Gesture.HOLD)
            self.box.do(Control.START)
            if call not in self.asked:
                self.box.do(Control.START, Gesture.HOLD)
                self.box.do(Control.DIAL)
                self.box.do(Control.BACK)
                self.asked.add(call)
                self._interrupt()
        steps = self.box.play.steps
        if isinstance(steps[0], AbsentWait):
            self.nights[-1].absent.add(steps[0].call)
        stage = self.box.stage
        if self._opens and isinstance(stage, Ask | Tell | Perform) and stage.held and call not in self.opened:
            self.opened.add(call)
            self.box.do(Control.DIAL, Gesture.HOLD)
        else:
            self.hands.act()
        self._sort()

    def _interrupt(self) -> None:
        rehearsal = self.box.rehearsal
        if len(self.nights) == 1 and self.shown.call % 2:
            stage, score = self.box.stage, self.box.table.session.score
            rehearsal.advance(max(0.0, score.until - 0.3 - rehearsal.now) if score and score.until else 0.0)
            self.box.do(Control.DIAL, Gesture.HOLD)
            rehearsal.advance(0.4)  # the bed falls, and the line begins
            rehearsal.until(lambda: not rehearsal.box.desk.speaks, 40)
            assert self.box.stage == stage, "a moderator who is asked hears it to its end, so nobody's wait cuts it"
            return
        rehearsal.take(Fault(rehearsal.now, Part.SOUND, "Gone."))
        rehearsal.take(Fault(rehearsal.now, Part.SOUND, "Back.", mended=True))
        rehearsal.take(Fault(rehearsal.now, Part.POWER, "Empty.", cause=Cause.EMPTY))
        self.box.do(Control.BACK, Gesture.HOLD)
        rehearsal.advance(2.0)
        self.box.do(Control.BACK)

    def _sort(self) -> None:
        """Sort the news into the night in which they came, or into what came before the first. Times are left out."""
        for line in self.kept.read[self._read :]:
            if isinstance(line.news, TableShown) and line.news.phase is Phase.NIGHT and not self._is_night():
                self.nights.append(HostedNight([], [], set()))
            before = len(self.spoken.said)
            self.spoken.box.shows(line.news)
            if self._is_night() or not self.nights:
                part = self.nights[-1] if self.nights else self.before
                part.record.append(line.news)
                part.broker += self.spoken.said[before:]
        self._read = len(self.kept.lines)

    def _is_night(self) -> bool:
        table = self.spoken.box.table
        return table is not None and table.phase is Phase.NIGHT


def is_quiet(box: WolfBox) -> bool:
    """Return whether the box waits in the dark, for a moderator with a sheet or as if for him."""
    waits = isinstance(box.stage, Ask | Tell) or (isinstance(box.stage, Perform) and box.stage.still)
    return waits and in_the_dark(box.stage) and is_led(box.session)


@pytest.mark.parametrize("dealing", ["stacked", "entered"])
@pytest.mark.parametrize("possible", POSSIBLE)
def test_other_cards_tell_the_network_the_same(possible, dealing, tmp_path):
    deals, opened, before = [], set[tuple[int, int]](), []
    for seed in range(DEALS):
        evening = HostedEvening(tmp_path / str(seed), POSSIBLE[possible], seed, dealing)
        while len(evening.nights) < NIGHTS or evening.shown.phase is Phase.NIGHT:
            evening.act()
        deals.append(evening.nights)
        before.append(evening.before)
        opened |= evening.opened
    assert all(evening == before[0] for evening in before)
    for number, nights in enumerate(zip(*deals, strict=True), 1):
        calls = nights[0].calls  # by the list of the first night: nightfall, and what is not in it, has no number
        assert number > 1 or calls == list(range(1 + len(evening.box.play.rules.calls(1))))
        assert all(night.calls == calls for night in nights)
        assert all(night.pages == {"night", "question"} for night in nights)
        assert all(night.record == nights[0].record for night in nights)
        assert all(night.broker == nights[0].broker for night in nights)
        events = [message for message in nights[0].broker if message.topic.endswith("event/call")]
        assert len(events) == sum(call > 0 for call in calls)
        assert sum(isinstance(news, LineSaid | SignalHeard) for news in nights[0].record) > len(calls)
    assert opened
    assert len({frozenset(nights[0].absent) for nights in deals}) > 1


def test_the_number_of_a_call_outlasts_a_power_cut_and_goes_back_with_the_table(tmp_path):
    evening = HostedEvening(tmp_path, WOLVES, 1, "stacked")
    box = evening.box
    while not (isinstance(box.stage, Ask | Tell) and evening.shown.call == 2):
        evening.act()
    box.cut()
    assert (evening.shown.page, evening.shown.call) == ("night", 2)
    while evening.shown.call < 3:
        evening.act()
    box.do(Control.BACK)
    assert isinstance(box.stage, Ask | Tell)
    assert evening.shown.call == 3
    back = len(evening.kept.tables) - 1
    while evening.shown.call < 4:
        evening.act()
    assert [call for call, _ in groupby(table.call for table in evening.kept.tables[back:])] == [3, 2, 3, 4]


def test_where_the_box_leads_dusk_and_dawn_of_a_night_each_call_seats_by_their_numbers(tmp_path):
    kept = KeptLines()
    box = WolfBox(tmp_path, WOLVES.split(), SEATS, 1, files=ForgetfulDisk(), public=kept.witness, host="box")
    box.begin()
    hands = WolfHands(box)
    while kept.tables[-1].phase is not Phase.DAY:
        hands.act()
    night = [table.call for table in kept.tables if table.phase is Phase.NIGHT]
    assert [call for call, _ in groupby(night)] == [*range(SEATS + 1)] * 2
