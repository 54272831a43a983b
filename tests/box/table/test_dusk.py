"""One dusk for all tables of a hall: who has pressed START waits for it, if it was announced; nobody begins who has
not, and nobody waits for ever."""

import math
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Tick, Wished
from nightcrier.box.show.cues import PlaySignal, Prepare, Speak
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Verdict
from nightcrier.box.table.core.effects import Began, Record
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import lamp, look
from nightcrier.box.table.pages.yes_or_no import QuestionPage
from nightcrier.box.table.plugs.hall.hall import AnnouncedDusk, DuskPage
from nightcrier.box.table.power_on import boot
from nightcrier.box.table.public_table import table_shown
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.screen import LampState
from nightcrier.wire.public_record import Phase
from nightcrier.wire.wishes import LONGEST_DUSK, DuskWish
from tests.box.table.evening import Evening

DUSK = 100.0


def announce(evening: Evening, at: float | None = DUSK) -> None:
    assert list(evening.send(Wished(evening.at, DuskWish(at)))) == []


def pass_to(evening: Evening, at: float) -> None:
    evening.at = at
    evening.send(Tick(at))


def waits(evening: Evening) -> bool:
    return isinstance(evening.table.page, DuskPage)


def begun_at(evening: Evening) -> float | None:
    """When the night began; None while it has not."""
    session = evening.table.session
    return session.since if session and session.score and session.score.cue >= 0 else None


@pytest.fixture
def waiting(evening: Evening) -> Evening:
    """The dusk was announced; START was pressed after ten seconds."""
    announce(evening)
    evening.at = 10.0
    evening.start()
    return evening


def test_without_a_dusk_no_table_waits(evening: Evening) -> None:
    evening.start()
    assert evening.table.at_stage
    assert begun_at(evening) == 0.0


def test_the_night_begins_at_the_moment_that_was_announced(waiting: Evening) -> None:
    assert waits(waiting)
    assert waiting.due() == DUSK
    pass_to(waiting, DUSK - 0.01)
    assert waits(waiting)
    pass_to(waiting, DUSK)
    assert begun_at(waiting) == DUSK
    assert waiting.table.at_stage
    assert any(isinstance(effect, Speak) for effect in waiting.effects)


def test_what_is_said_first_is_made_ready_while_it_waits(waiting: Evening) -> None:
    assert any(isinstance(effect, Prepare) for effect in waiting.effects)
    assert any(isinstance(effect, PlaySignal) for effect in waiting.effects)
    assert not any(isinstance(effect, Speak) for effect in waiting.effects)


def test_a_table_that_has_not_pressed_start_begins_nothing(evening: Evening) -> None:
    announce(evening)
    before = evening.table
    pass_to(evening, DUSK + 1)
    assert evening.table.session is None
    assert (evening.table.page, before.page) == (None, None)


def test_who_presses_start_after_it_begins_at_once(evening: Evening) -> None:
    announce(evening)
    evening.at = DUSK + 5
    evening.start()
    assert begun_at(evening) == DUSK + 5


def test_start_begins_now(waiting: Evening) -> None:
    waiting.at = 20.0
    waiting.start()
    assert begun_at(waiting) == 20.0
    pass_to(waiting, DUSK)
    assert begun_at(waiting) == 20.0


@pytest.mark.parametrize("gesture", [Gesture.PRESS, Gesture.HOLD])
def test_back_asks_whether_to_end_and_the_night_does_not_begin_over_the_question(
    waiting: Evening, gesture: Gesture
) -> None:
    waiting.hand(Control.BACK, gesture)
    assert isinstance(waiting.table.page, QuestionPage)
    pass_to(waiting, DUSK + 3)
    assert begun_at(waiting) is None
    waiting.back()
    assert waits(waiting)
    assert waiting.due() == DUSK
    pass_to(waiting, DUSK + 4)
    assert begun_at(waiting) == DUSK + 4


def test_a_game_that_is_ended_while_it_waits_tells_nobody_to_open_the_eyes(waiting: Evening) -> None:
    waiting.back()
    waiting.hand(Control.START, Gesture.HOLD)
    assert waiting.table.session is None
    assert LineId("night.ended") not in [line for e in waiting.effects if isinstance(e, Speak) for line in e.lines]


def test_a_power_cut_while_it_waits_loses_neither_the_game_nor_the_people(waiting: Evening) -> None:
    """The box asks whether to go on, as ever; and waits again, where the second program has told it the moment."""
    entries = tuple(effect.entry for effect in waiting.effects if isinstance(effect, Record))
    assert isinstance(entries[0], Began)
    for told in (False, True):
        again = Evening(waiting.house, boot(waiting.house, Table(waiting.table.choices), entries)[0])
        again.at = 30.0
        if told:
            announce(again)
        again.start()
        assert waits(again) is told
        assert begun_at(again) == (None if told else 30.0)


def test_only_the_first_night_of_a_game_waits(waiting: Evening) -> None:
    pass_to(waiting, DUSK)
    assert waiting.table.session
    assert waiting.table.of(AnnouncedDusk) is None
    before = waiting.table
    announce(waiting, DUSK + 60)
    assert waiting.table == before
    later = replace(waiting.table.session, had_night=True, score=None)
    evening = Evening(waiting.house, replace(waiting.table, session=later))
    announce(evening, DUSK + 60)
    assert evening.table.of(AnnouncedDusk) is None


def test_a_practice_waits_for_nobody(evening: Evening) -> None:
    announce(evening)
    setup = evening.table.choices.setup
    practised = replace(evening.table.choices, setups={evening.table.choices.game: replace(setup, practice=True)})
    evening.table = replace(evening.table, choices=practised)
    evening.start()
    assert evening.table.session is None or not evening.table.session.setup.practice or not waits(evening)


HOSTILE = (0.0, 9.9, 10.0, 10.0 + LONGEST_DUSK + 1, 1e9, math.nan, math.inf, -math.inf)


@pytest.mark.parametrize("moment", HOSTILE)
def test_a_moment_that_is_over_or_far_away_is_none(waiting: Evening, moment: float) -> None:
    before = waiting.table
    announce(waiting, moment)
    assert waiting.table == before


def test_a_dusk_that_is_put_off_again_and_again_holds_nobody_for_ever(waiting: Evening) -> None:
    while waits(waiting) and waiting.at < 10_000:
        announce(waiting, waiting.at + LONGEST_DUSK)
        pass_to(waiting, waiting.at + 30.0)
    assert begun_at(waiting) is not None
    assert waiting.at <= 10.0 + LONGEST_DUSK + 30.0


def test_a_dusk_that_is_called_off_begins_nothing_and_holds_nobody_for_ever(waiting: Evening) -> None:
    announce(waiting, None)
    assert waits(waiting)
    assert waiting.due() == 10.0 + LONGEST_DUSK
    waiting.start()
    assert begun_at(waiting) == 10.0


def test_a_dusk_that_comes_sooner_is_followed(waiting: Evening) -> None:
    announce(waiting, 40.0)
    assert waiting.due() == 40.0


def test_the_page_says_what_it_waits_for_and_what_start_does_and_is_bright(waiting: Evening) -> None:
    view = look(waiting.house, waiting.table)
    words = waiting.house.words
    assert view_lines(view) == [words.screen(view.language, "dusk.waits"), words.screen(view.language, "dusk.start")]
    assert not view.dim
    assert lamp(waiting.house, waiting.table) is LampState.HOME
    shown = table_shown(waiting.house, waiting.table, view)
    assert (shown.page, shown.phase) == ("dusk", Phase.CARDS)


def test_the_dial_sets_the_loudness_while_it_waits(waiting: Evening) -> None:
    before = waiting.table.choices.loudness
    waiting.turn(-2)
    assert waiting.table.choices.loudness == before - 2
    assert waits(waiting)


def test_a_dusk_that_is_known_leaves_all_as_it_was(waiting: Evening) -> None:
    """A changed table is drawn whole while a seat has the glass alone."""
    before = waiting.table
    waiting.at = 20.0
    announce(waiting)
    assert waiting.table is before


@pytest.mark.parametrize("kind", [Perform, Count, Ask, Verdict])
def test_in_a_night_and_after_it_no_dusk_is_heard_of(play_through: Callable[..., Evening], kind: type[Stage]) -> None:
    evening = play_through(kind)
    before = evening.table
    announce(evening, 200.0)
    assert evening.table is before
