"""Tests what a table may choose to hear besides words: a sound under each call, a rising drone, a bed by day."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, PlaySignal, Say, SetBed, Speak, Window
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import Count, Perform, Tell
from nightcrier.box.table.core.effects import SetDrone
from nightcrier.kernel.ids import DAY_BED, NOBODY_WAITS, LineId
from tests.box.table.asking import sound_ends
from tests.box.table.evening import Evening
from tests.box.table.stage_games import pass_time

CALLS = tuple(
    cue
    for role in ("seer", "robber", "drunk")
    for cue in (Call(RoleName(role), foley="chime"), Say(LineId(f"{role}.wake")), Window(role, 5.0))
)
NIGHT = Perform((Call(RoleName("night")), Say(LineId("open")), Bed(CHOSEN), *CALLS, SILENCE), "night")
FOLEY = PlaySignal(NOBODY_WAITS, "chime")
BEFORE = AFTER = Tell(0, (Word("won"),))


def choosing(evening: Evening, **choices: object) -> Evening:
    evening.table = replace(evening.table, choices=replace(evening.table.choices, **choices))
    return evening


def through_the_night(evening: Evening) -> Sequence[object]:
    evening.start()
    for _ in range(4):
        pass_time(sound_ends(evening), 6.0)
    return evening.effects


def test_a_foley_sounds_under_the_first_words_of_each_call_and_only_where_it_was_chosen(start_stages):
    assert FOLEY not in through_the_night(start_stages(BEFORE, NIGHT, AFTER))
    effects = through_the_night(choosing(start_stages(BEFORE, NIGHT, AFTER), foley=True))
    assert effects.count(FOLEY) == 3
    calls = [effect for effect in effects if isinstance(effect, Speak) or effect == FOLEY]
    assert all(isinstance(calls[calls.index(FOLEY, n) - 1], Speak) for n in (0, 3, 5))


def test_with_a_foley_a_night_takes_as_long_as_without(start_stages):
    plain, rich = (choosing(start_stages(BEFORE, NIGHT, AFTER), foley=on, drone=on) for on in (False, True))
    for evening in (plain, rich):
        through_the_night(evening)
    assert plain.due() == rich.due()


def test_the_drone_rises_from_call_to_call_and_ends_with_the_bed(start_stages):
    assert not [e for e in through_the_night(start_stages(BEFORE, NIGHT, AFTER)) if isinstance(e, SetDrone)]
    effects = through_the_night(choosing(start_stages(BEFORE, NIGHT, AFTER), drone=True))
    shares = [effect.share for effect in effects if isinstance(effect, SetDrone)]
    assert shares == [pytest.approx(share) for share in (1 / 3, 2 / 3, 1, 0)]


def test_a_night_that_stands_still_or_is_left_has_no_drone(start_stages):
    evening = choosing(start_stages(BEFORE, NIGHT, AFTER), drone=True)
    evening.start()
    for _ in range(2):
        sound_ends(evening)
    assert SetDrone(0.0) in evening.start()
    assert SetDrone(1 / 3) in evening.start()


@pytest.mark.parametrize("chosen", [False, True])
def test_a_bed_lies_under_the_day_where_it_was_chosen_and_goes_with_it(start_stages, *, chosen):
    evening = choosing(start_stages(BEFORE, Count(60.0), AFTER), day_bed=chosen)
    evening.effects.clear()
    begun = [effect.name for effect in evening.after("start").effects if isinstance(effect, SetBed)]
    beds = [effect.name for effect in evening.after("start").effects if isinstance(effect, SetBed)]
    assert begun == [DAY_BED] * chosen
    assert beds == [DAY_BED, ""] * chosen
