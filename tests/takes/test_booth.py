"""Tests the booth, which records takes on a box, with known sounds as its microphone, and scripted orders."""

import io
from pathlib import Path

import numpy as np
import pytest

from nightcrier.box.sound.port import SAMPLE_RATE
from nightcrier.box.sound.voices.packs import ShelvedPack, read_pack
from nightcrier.kernel.booth_messages import (
    CountedIn,
    CutTake,
    DropTake,
    KeepTake,
    RollTake,
    Spoilt,
    TakeKept,
    TakeLevel,
    TakeMade,
    TakeSpoilt,
)
from nightcrier.kernel.ids import LineId
from nightcrier.takes.booth import MOST_SPOKEN, BoxBooth, NoMicrophone
from nightcrier.takes.sound_faults import pack_faults
from nightcrier.takes.soundfiles import resample_to
from nightcrier.takes.takes import MachineVoice
from nightcrier.takes.voice_zip import write_voice
from studio.tests.canned import RATE

PAUSED, OPEN = LineId("paused"), LineId("one-night.open")
SCRIPT = {PAUSED: "Paused.", OPEN: "Night falls."}
COUNT_IN = 1.8


class PlayedMicrophone:
    """Simulates a noisy room where `spoken` sounds after the count. The microphone is pulled after `pulled` seconds."""

    def __init__(self, spoken, noise=1e-4, pulled=None):
        heard = np.concatenate([np.zeros(round(COUNT_IN * SAMPLE_RATE)), resample_to(spoken, RATE, SAMPLE_RATE)])
        room = noise * np.random.default_rng(5).standard_normal(len(heard) + 30 * SAMPLE_RATE)
        self._sound = np.clip(np.pad(heard, (0, 30 * SAMPLE_RATE)) + room, -1, 1)
        self._pulled, self._at, self.opened, self.closed = pulled, 0, 0, 0

    def open(self):
        if self._pulled == 0:
            raise NoMicrophone
        self._at, self.opened = 0, self.opened + 1

    def block(self, seconds):
        if self._pulled is not None and self._at >= self._pulled * SAMPLE_RATE:
            raise NoMicrophone
        start, self._at = self._at, self._at + round(seconds * SAMPLE_RATE)
        return self._sound[start : self._at]

    def close(self):
        self.closed += 1


class Hands:
    """Gives these orders one after the other; one during speech comes only after this many levels."""

    def __init__(self, *orders, after=15):
        self._orders, self._after, self.told = list(orders), after, []

    def tell(self, news):
        self.told.append(news)

    def wait(self):
        return self._orders.pop(0) if self._orders else None

    def take_if_there(self):
        levels = sum(isinstance(news, TakeLevel) for news in self.told)
        due = isinstance(self._orders[0], CutTake | DropTake) and levels >= self._after if self._orders else False
        return self._orders.pop(0) if due else None

    @property
    def news(self):
        return [news for news in self.told if not isinstance(news, TakeLevel | CountedIn)]


@pytest.fixture
def recorded(tmp_path, own):
    """Return a function that gives orders while `spoken` sounds, and returns the news."""

    def record(spoken, *orders, machine=None, noise=1e-4, pulled=None, after=15):
        hands, microphone = Hands(*orders, after=after), PlayedMicrophone(spoken, noise, pulled)
        (tmp_path / "takes").mkdir(exist_ok=True)
        booth = BoxBooth(microphone, hands, hands.tell, machine or MachineVoice(None), tmp_path / "takes")
        booth.record(SCRIPT, own)
        assert microphone.closed >= microphone.opened
        return hands

    return record


def test_a_good_take_is_counted_in_metered_made_and_kept(recorded, own, talk):
    hands = recorded(talk(1.0), RollTake(PAUSED), CutTake(), KeepTake(), after=16)
    made, kept = hands.news
    assert [news.left for news in hands.told if isinstance(news, CountedIn)] == [3, 2, 1, 0]
    assert max(news.level_db for news in hands.told if isinstance(news, TakeLevel)) == pytest.approx(-6, abs=0.3)
    assert (made.line, made.doubtful, kept) == (PAUSED, False, TakeKept(PAUSED))
    assert made.seconds == pytest.approx(1.1, abs=0.15)
    pack = read_pack(own.folder, pytest.fail)
    assert (list(pack.clips), pack.person, pack.quality) == ([PAUSED], "Ann Lee", "unchecked")


def test_what_is_kept_passes_the_check_and_goes_into_the_zip(recorded, own, talk):
    recorded(talk(1.0), RollTake(PAUSED), CutTake(), KeepTake(), after=16)
    assert list(pack_faults(ShelvedPack(own.folder, own.pack), SCRIPT, None)) == []
    assert write_voice(own, io.BytesIO()) == 1


def spoken_loudly(talk):
    return np.clip(9 * talk(1.0), -1, 1)


@pytest.mark.parametrize(
    ("spoken", "why", "room"),
    [
        (spoken_loudly, Spoilt.CLIPPED, {}),
        (lambda _talk: np.zeros(RATE), Spoilt.SILENT, {"noise": 0.0}),
        (lambda talk: talk(1.0), Spoilt.NOISY, {"noise": 0.02}),
        (lambda talk: talk(11.0), Spoilt.LONG, {"after": 120}),
    ],
)
def test_a_take_that_cannot_be_used_is_refused_with_its_reason(recorded, own, talk, spoken, why, room):
    hands = recorded(spoken(talk), RollTake(PAUSED), CutTake(), KeepTake(), **room)
    assert hands.news == [TakeSpoilt(why)]
    assert not own.folder.exists()


class Spoken:
    """Simulates a machine voice that takes this many seconds for each line, and finds a take similar or not."""

    def __init__(self, seconds, *, like=True):
        self._seconds, self._like = seconds, like

    def seconds(self, line):
        return self._seconds

    def is_like(self, line, sound, rate):
        return self._like


def test_half_a_line_is_too_short(recorded, talk):
    hands = recorded(talk(0.5), RollTake(OPEN), CutTake(), machine=Spoken(5.0))
    assert hands.news == [TakeSpoilt(Spoilt.SHORT)]


def test_one_that_does_not_sound_like_its_line_can_be_kept(recorded, talk):
    hands = recorded(talk(1.0), RollTake(PAUSED), CutTake(), KeepTake(), machine=Spoken(1.0, like=False), after=16)
    made, kept = hands.news
    assert (made.doubtful, kept) == (True, TakeKept(PAUSED))


@pytest.mark.parametrize("pulled", [0, 0.5, 2.5])
def test_a_microphone_that_is_missing_or_pulled_spoils_the_take_and_no_more(recorded, own, talk, pulled):
    hands = recorded(talk(1.0), RollTake(PAUSED), CutTake(), KeepTake(), pulled=pulled)
    assert hands.news == [TakeSpoilt(Spoilt.NO_MICROPHONE)]
    assert not own.folder.exists()


def test_a_microphone_that_was_forgotten_ends_by_itself(recorded, talk):
    hands = recorded(talk(1.0), RollTake(PAUSED), after=10_000)
    levels = [news for news in hands.told if isinstance(news, TakeLevel)]
    assert len(levels) == pytest.approx(10 * MOST_SPOKEN, abs=1)
    assert isinstance(hands.news[0], TakeMade)


def test_a_take_that_is_given_up_is_told_no_more_and_kept_by_nothing(recorded, own, talk):
    assert recorded(talk(1.0), RollTake(PAUSED), DropTake(), KeepTake()).news == []
    assert recorded(talk(1.0), RollTake(PAUSED), DropTake(), KeepTake(), after=0).news == []
    assert not own.folder.exists()


def test_only_the_last_take_lies_ready_and_under_a_name_of_its_own(recorded, tmp_path, talk):
    again = RollTake(PAUSED), CutTake()
    first, second = recorded(talk(1.0), *again, *again, after=16).news
    assert first.file != second.file
    assert [str(file) for file in (tmp_path / "takes").iterdir()] == [second.file]


def test_what_was_kept_before_the_power_went_is_there(recorded, own, talk, monkeypatch):
    one = RollTake(PAUSED), CutTake(), KeepTake()
    recorded(talk(1.0), *one, after=16)
    before = read_pack(own.folder, pytest.fail)

    def cut(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(own), "write", cut)
    with pytest.raises(KeyboardInterrupt):
        recorded(talk(1.5), RollTake(OPEN), CutTake(), KeepTake(), after=20)
    assert read_pack(own.folder, pytest.fail) == before
    assert all((own.folder / clip.file).is_file() for clip in before.clips.values())


def test_a_disk_that_takes_nothing_is_told(recorded, own, talk, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(own), "keep", full)
    hands = recorded(talk(1.0), RollTake(PAUSED), CutTake(), KeepTake(), after=16)
    assert hands.news[1:] == [TakeSpoilt(Spoilt.NOT_KEPT)]


def test_a_take_is_kept_once_the_disk_takes_it(recorded, own, talk, monkeypatch):
    keep, refusals = type(own).keep, [OSError(28, "No space left on device")]

    def first_full(*given):
        if refusals:
            raise refusals.pop()
        return keep(*given)

    monkeypatch.setattr(type(own), "keep", first_full)
    hands = recorded(talk(1.0), RollTake(PAUSED), CutTake(), KeepTake(), KeepTake(), after=16)
    assert hands.news[1:] == [TakeSpoilt(Spoilt.NOT_KEPT), TakeKept(PAUSED)]
    assert list(read_pack(own.folder, pytest.fail).clips) == [PAUSED]


def test_a_place_for_takes_that_can_only_be_read_is_told(recorded, talk, monkeypatch):
    def read_only(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "unlink", read_only)
    again = RollTake(PAUSED), CutTake()
    assert recorded(talk(1.0), *again, *again, after=16).news[1:] == [TakeSpoilt(Spoilt.NOT_KEPT)]


def test_a_line_that_nobody_asked_for_is_not_listened_to(recorded, talk):
    assert recorded(talk(1.0), RollTake(LineId("no.such"))).told == []
