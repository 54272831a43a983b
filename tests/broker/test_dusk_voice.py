"""One dusk at one table and in its hall: the clocks are measured over the broker and at the door, the box is told the
moment by its own clock, and whoever lies, or falls silent, holds up nobody."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from nightcrier.broker.hall_messages import ClockAnswer, DuskMoment
from nightcrier.broker.topics import BrokerMessage, ClockTopics
from nightcrier.hall.dusk_caller import SOONEST_DUSK, DuskCaller
from nightcrier.kernel.errors import WrongUse
from nightcrier.phone.dusk_voice import DuskVoice
from nightcrier.wire.public_record import ClockTold, Phase, PublicLine, TableShown
from nightcrier.wire.wishes import LONGEST_DUSK, AtDoor, ClockWish, DuskWish
from tests.phone.phones import HOME, ThoughtOfBox

TOPICS = ClockTopics("gallery", "den")
HALL_AHEAD, BOX_AHEAD = 5_000.0, -70.0
"""How far the clocks of the hall and of the box are ahead of that of the program between them."""


class TimedBox(ThoughtOfBox):
    """Answers at its door by its own clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock

    def wish(self, wish: AtDoor) -> bool:
        sent = super().wish(wish)
        if sent and isinstance(wish, ClockWish):
            self._take(PublicLine(round(self._clock() + BOX_AHEAD, 4), ClockTold(wish.number)))
        return sent


class TimedHall:
    """A table, its hall, and a broker between them that takes ten milliseconds each way."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.box = TimedBox(lambda: self.now)
        self.voice = DuskVoice(self.box, TOPICS, lambda: self.now)
        self.caller = DuskCaller("gallery", "run-1", lambda: self.now + HALL_AHEAD)
        self.to_hall: list[BrokerMessage] = []
        self.to_table: list[BrokerMessage] = []
        self.kept: dict[str, bytes] = {}
        self.deaf = False
        self.box.shows(HOME)
        self.voice.speak_to(self.to_hall.append)
        self.caller.speak_to(self.to_table.append)
        self.deliver()

    def deliver(self) -> None:
        """Until nothing is under way."""
        while self.to_hall or self.to_table:
            self.now += 0.010
            asked, self.to_hall[:] = tuple(self.to_hall), ()
            told, self.to_table[:] = tuple(self.to_table), ()
            for message in asked:
                self.kept |= {message.topic: message.payload} if message.kept else {}
                self.caller.hear(message.topic, message.payload)
            for message in () if self.deaf else told:
                self.voice.hear(message.topic, message.payload, False)

    def announce(self, ahead: float) -> None:
        self.caller.announce(ahead)
        self.deliver()

    def look(self, seconds: float = 5.0) -> None:
        self.now += seconds
        self.voice.look()
        self.caller.look()
        self.deliver()

    @property
    def dusks(self) -> list[float | None]:
        return [wish.at for wish in self.box.wished if isinstance(wish, DuskWish)]


@pytest.fixture
def hall() -> TimedHall:
    return TimedHall()


def test_the_box_is_told_the_moment_by_its_own_clock(hall: TimedHall) -> None:
    dusk = hall.now + 60.0
    hall.announce(60.0)
    assert hall.dusks[-1] == pytest.approx(dusk + BOX_AHEAD, abs=0.011)


def test_it_is_told_again_only_where_it_is_known_better(hall: TimedHall) -> None:
    hall.announce(60.0)
    told = len(hall.dusks)
    for _ in range(5):
        hall.look()
    assert len(hall.dusks) <= told + 1


def test_a_moment_that_is_near_is_told_as_well_as_it_is_known(hall: TimedHall) -> None:
    """Once by the first answers, and once by all: the box takes few wishes."""
    hall.voice._hall.forget()
    dusk = hall.now + SOONEST_DUSK
    hall.announce(SOONEST_DUSK)
    assert 1 <= len(hall.dusks) <= 3
    assert hall.dusks[-1] == pytest.approx(dusk + BOX_AHEAD, abs=0.011)
    assert not hall.voice._hall.is_asking


def test_without_a_dusk_nothing_is_wished_and_the_clock_is_asked_for_now_and_then(hall: TimedHall) -> None:
    def asked() -> int:
        return hall.voice._hall._number

    before = asked()
    for _ in range(11):
        hall.look()
    assert asked() == before
    for _ in range(2):
        hall.look()
    assert before < asked() <= before + 8
    assert hall.dusks == []


def test_after_the_dusk_there_is_rest_again(hall: TimedHall) -> None:
    hall.announce(20.0)
    for _ in range(6):
        hall.look()
    before, told = hall.voice._hall._number, len(hall.dusks)
    hall.look()
    assert hall.voice._hall._number == before
    assert len(hall.dusks) == told
    assert hall.caller.left is None


def test_a_dusk_that_is_called_off_is_told_to_be_none(hall: TimedHall) -> None:
    hall.announce(60.0)
    hall.caller.call_off()
    hall.deliver()
    assert hall.dusks[-1] is None
    told = len(hall.dusks)
    hall.look()
    assert len(hall.dusks) == told


def test_a_dusk_that_comes_sooner_is_told_at_once(hall: TimedHall) -> None:
    hall.announce(300.0)
    sooner = hall.now + 10.0
    hall.announce(10.0)
    assert hall.dusks[-1] == pytest.approx(sooner + BOX_AHEAD, abs=0.011)


def test_who_has_missed_the_announcement_hears_the_next(hall: TimedHall) -> None:
    hall.deaf = True
    hall.announce(60.0)
    assert hall.dusks == []
    hall.deaf = False
    hall.look()
    assert len(hall.dusks) >= 1


def test_a_table_that_is_cut_off_has_been_told_and_keeps_it(hall: TimedHall) -> None:
    hall.announce(60.0)
    before = hall.dusks
    hall.voice.speak_to(None)
    hall.now += 30.0
    hall.voice.look()
    assert hall.dusks == before


def test_a_box_that_begins_anew_is_told_again(hall: TimedHall) -> None:
    hall.announce(60.0)
    hall.box._hang_up()
    hall.box.wished.clear()
    hall.box.shows(HOME)
    hall.look()
    assert len(hall.dusks) == 1


def test_a_hall_that_begins_anew_has_another_clock(hall: TimedHall) -> None:
    hall.announce(60.0)
    hall.caller = DuskCaller("gallery", "run-2", lambda: hall.now + 123_456.0)
    hall.caller.speak_to(hall.to_table.append)
    dusk = hall.now + 90.0
    hall.announce(90.0)
    assert hall.dusks[-1] == pytest.approx(dusk + BOX_AHEAD, abs=0.011)


def test_who_waits_is_known_in_the_hall(hall: TimedHall) -> None:
    hall.box.shows(TableShown("dusk", HOME.language, (), Phase.CARDS))
    hall.deliver()
    assert hall.caller.waiting == {"den"}
    assert hall.kept[TOPICS.waits] == b"yes"
    hall.box.shows(HOME)
    hall.deliver()
    assert hall.caller.waiting == set()


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"null",
        b'{"run":"run-1","at":NaN}',
        b'{"run":"run-1","at":1e300}',
        b'{"run":"","at":6000}',
        b'{"run":"run-1"}',
        msgspec.json.encode(DuskMoment("run-1", 1.0)),
        msgspec.json.encode(DuskMoment("run-1", 1000.0 + HALL_AHEAD + LONGEST_DUSK + 60)),
        b"[" * 2000,
    ],
)
def test_what_is_no_moment_or_a_senseless_one_is_told_to_no_box(hall: TimedHall, payload: bytes) -> None:
    hall.voice.hear(TOPICS.dusk, payload, False)
    hall.deliver()
    assert hall.dusks == []


def test_what_was_kept_at_the_broker_is_no_dusk(hall: TimedHall) -> None:
    hall.voice.hear(TOPICS.dusk, msgspec.json.encode(DuskMoment("run-1", hall.now + HALL_AHEAD + 60)), True)
    hall.deliver()
    assert hall.dusks == []


def test_a_flood_of_moments_is_a_few_wishes(hall: TimedHall) -> None:
    for number in range(1000):
        at = hall.now + HALL_AHEAD + 60 + number % 50
        hall.voice.hear(TOPICS.dusk, msgspec.json.encode(DuskMoment("run-1", at)), False)
    hall.deliver()
    assert len(hall.dusks) <= 5
    assert len(hall.box.wished) < 40


def test_an_answer_that_nobody_asked_for_moves_no_clock(hall: TimedHall) -> None:
    lies = [ClockAnswer(number, "run-1", 9e8, 9e8) for number in (0, 500, 10**9)]
    for lie in lies:
        hall.voice.hear(TOPICS.told, msgspec.json.encode(lie), False)
    dusk = hall.now + 60.0
    hall.announce(60.0)
    assert hall.dusks[-1] == pytest.approx(dusk + BOX_AHEAD, abs=0.1)


class TestCaller:
    @pytest.mark.parametrize("ahead", [0.0, SOONEST_DUSK - 0.1, LONGEST_DUSK + 0.1, -5.0, float("nan")])
    def test_a_moment_that_tables_could_not_keep_is_refused_in_one_sentence(self, ahead: float) -> None:
        caller = DuskCaller("gallery", "run-1", lambda: 0.0)
        with pytest.raises(WrongUse, match="5 to 600 seconds; choose a moment between"):
            caller.announce(ahead)
        assert caller.left is None

    def test_rubbish_is_answered_by_nothing(self) -> None:
        said: list[BrokerMessage] = []
        caller = DuskCaller("gallery", "run-1", lambda: 7.0)
        caller.speak_to(said.append)
        root = "nightcrier-hall/gallery/clock"
        for topic in (f"{root}/asked/den", f"{root}/asked", f"{root}/told/den", "x", f"{root}/asked/den/x"):
            for payload in (b"", b"{}", b'{"number":-1}', b"\xff" * 100):
                caller.hear(topic, payload)
        assert said == []
        caller.hear(f"{root}/asked/den", b'{"number":3}')
        assert [message.topic for message in said] == [f"{root}/told/den"]
        assert msgspec.json.decode(said[0].payload) == {"number": 3, "run": "run-1", "heard": 7.0, "told": 7.0}

    def test_without_a_broker_nothing_is_said_and_what_was_announced_is_said_later(self) -> None:
        said: list[BrokerMessage] = []
        caller = DuskCaller("gallery", "run-1", lambda: 7.0)
        caller.announce(60.0)
        caller.hear("nightcrier-hall/gallery/clock/asked/den", b'{"number":3}')
        caller.speak_to(said.append)
        assert [msgspec.json.decode(message.payload) for message in said] == [{"run": "run-1", "at": 67.0}]
        assert not any(message.kept for message in said)

    def test_it_listens_to_its_own_hall(self) -> None:
        caller = DuskCaller("gallery", "run-1", lambda: 0.0)
        assert caller.topics == ("nightcrier-hall/gallery/clock/asked/+", "nightcrier-hall/gallery/clock/waits/+")
        assert TOPICS.heard == ("nightcrier-hall/gallery/clock/told/den", "nightcrier-hall/gallery/clock/dusk")


def test_an_answer_that_nobody_asked_for_is_no_new_run_of_the_hall() -> None:
    hall = TimedHall()
    hall.announce(60.0)
    known, run = hall.voice._dusk, hall.voice._run
    assert known
    for number in (0, 1, 999_999):
        hall.voice.hear(TOPICS.told, msgspec.json.encode(ClockAnswer(number, "other", 1.0, 1.0)), False)
    assert (hall.voice._dusk, hall.voice._run) == (known, run)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_said_of_clocks_the_box_hears_of_moments_soon_alone(seed: int) -> None:
    """Answers, runs and moments by chance, also such as the hall's topics have never seen: what the box is told is a
    moment of its own clock, ahead, and within ten minutes; and it is told a few times a second at most."""
    rng, hall = Random(seed), TimedHall()
    hall.announce(90.0)
    wishes, begun = len(hall.box.wished), hall.now
    stamps = (0.0, 1e9, 5.0, hall.now, hall.now + HALL_AHEAD)
    raw = (b"", b"null", b'{"run":"a","at":1e400}', b'{"run":"","at":5}', b'{"run":"a","at":NaN}', b"[" * 2000, b"\xff")
    for _ in range(800):
        hall.now += rng.choice((0.0, 0.01, 0.5))
        run, at = rng.choice(("run-1", "a", "b")), rng.choice(stamps) + rng.choice((0.0, 1.0, 300.0, 700.0))
        answer = ClockAnswer(hall.voice._hall._number + rng.choice((0, 0, 1)), run, at, at + rng.choice((0.0, 1.0)))
        said = rng.choice((answer, DuskMoment(run, rng.choice((at, None)))))
        payload = rng.choice((msgspec.json.encode(said), msgspec.json.encode(said), rng.choice(raw)))
        topic = rng.choice((TOPICS.told, TOPICS.dusk, "nightcrier-hall/gallery/clock/told/other"))
        hall.voice.hear(topic, payload, rng.random() < 0.1)
        hall.voice.look()
        for wish in hall.box.wished[wishes:]:
            if isinstance(wish, DuskWish) and wish.at is not None:
                assert 0 < wish.at - (hall.now + BOX_AHEAD) <= LONGEST_DUSK + 1
        wishes = len(hall.box.wished)
    dusks = [wish for wish in hall.box.wished if isinstance(wish, DuskWish)]
    assert len(dusks) <= 4 + 0.2 * (hall.now - begun) + 2
