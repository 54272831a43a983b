"""Tests a verdict with a sting: the sting is heard to its end first, and then the words, once."""

from nightcrier.box.events import Ended
from nightcrier.box.show.cues import Hush, PlaySignal
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import VILLAGE_WON, Tell, Verdict
from nightcrier.box.table.core.effects import CountGame
from nightcrier.kernel.ids import LineId
from tests.box.table.asking import spoken

WON = LineId("won")
END = Verdict((1,), (0, 1), (Word("won"),), (WON,), sting=VILLAGE_WON)
BEFORE = Tell(0, (Word("won"),))


def test_the_sting_comes_first_and_the_words_when_it_has_been_heard(start_stages):
    evening = start_stages(BEFORE, END)
    effects = evening.start()
    assert [effect.signal for effect in effects if isinstance(effect, PlaySignal)] == [VILLAGE_WON]
    assert effects.index(Hush()) < next(n for n, effect in enumerate(effects) if isinstance(effect, PlaySignal))
    assert any(isinstance(effect, CountGame) for effect in effects)
    assert not spoken(effects)
    assert spoken(evening.send(Ended(evening.at, evening.table.token))) == [WON]


def test_the_words_come_once(start_stages):
    evening = start_stages(BEFORE, END)
    evening.start()
    evening.send(Ended(evening.at, evening.table.token))
    assert not spoken(evening.send(Ended(evening.at, evening.table.token)))


def test_whoever_asks_for_the_words_before_hears_them_once(start_stages):
    evening = start_stages(BEFORE, END)
    assert spoken(evening.go("start hold")) == [WON]
    assert not spoken(evening.send(Ended(evening.at, evening.table.token)))


def test_start_in_the_music_tells_who_won_before_it_leads_on(start_stages):
    evening = start_stages(BEFORE, END)
    evening.start()
    assert spoken(evening.start()) == [WON]
    assert isinstance(evening.table.session.stage, Verdict)
    evening.start()
    assert evening.table.session is None


def test_a_verdict_without_one_is_said_at_once(start_stages):
    evening = start_stages(BEFORE, Verdict((1,), (0, 1), (Word("won"),), (WON,)))
    assert spoken(evening.start()) == [WON]
