"""Tests a screen that is unplugged while seats read and choose alone: the show waits for it, and says why."""

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.stages import Count, Perform
from nightcrier.kernel.faults import Fault, Part
from tests.box.table import secret_game
from tests.box.table.asking import shown, spoken
from tests.box.table.evening import Evening

GONE = "The screen does not answer."


def pull(evening: Evening, part: Part = Part.SCREEN) -> list[str]:
    return spoken(evening.send(Fault(evening.at, part, GONE)))


def plug(evening: Evening, part: Part = Part.SCREEN) -> None:
    evening.send(Fault(evening.at, part, "It is back.", mended=True))


def waits(evening: Evening) -> bool:
    session = evening.table.session
    return bool(session and session.score and session.score.paused)


def test_the_turn_waits_and_goes_on_with_what_was_left_of_it(dealt):
    assert pull(dealt.after("4s")) == ["screen.fault.screen"]
    assert waits(dealt)
    plug(dealt.after("300s"))
    assert shown(dealt, "hold") == ["Seer"]
    assert dealt.after("7.9s").due() is not None
    dealt.go("0.2s ended")
    assert shown(dealt)[0] == "Seer"  # the next turn, of that name


def test_with_the_loudspeaker_gone_too_it_waits_for_both(dealt):
    pull(dealt)
    assert pull(dealt, Part.SOUND) == []
    plug(dealt)
    assert waits(dealt)
    plug(dealt, Part.SOUND)
    assert not waits(dealt)


def test_a_show_in_which_nobody_reads_goes_on(dealt):
    session = dealt.after("hold 12s ended 12s 1s 12s").table.session
    assert not (isinstance(session.stage, Perform) and session.stage.acts)
    pull(dealt)
    assert not waits(dealt)


def test_a_round_that_would_begin_without_a_screen_waits_for_it(start_stages):
    read_alone = Perform(secret_game.SHOW, "deal", dict(secret_game.TURNS[:1]))
    evening = start_stages(Count(90.0), read_alone)
    pull(evening)
    assert waits(evening.after("start"))
    assert shown(evening) == ["fault.screen", "fault.screen.help"]
    plug(evening)
    assert not waits(evening)


def test_who_looked_at_dark_glass_has_not_looked(dealt):
    """The hold itself finds the screen dead. Once it works again, the same seat may look, or is called again."""
    pull(dealt.after("hold"))
    plug(dealt)
    assert shown(dealt) == ["Seat 1", "turn.hold"]
    assert shown(dealt, "hold") == ["Seer"]


def test_without_a_screen_nobody_looks_or_chooses(dealt):
    """START goes on without a screen, but a turn that waits for a look comes again as long as the screen is dead."""
    pull(dealt)
    before = dealt.after("start").table.session
    for gesture, steps in ((Gesture.HOLD, 0), (Gesture.RELEASE, 0), (Gesture.TURN, 1), (Gesture.PRESS, 0)):
        assert dealt.hand(Control.DIAL, gesture, steps) == ()
    assert dealt.table.session == before
    session = dealt.after("ended 12s ended").table.session
    assert list(session.stage.acts) == ["seat-1"]
