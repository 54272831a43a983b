"""Checks whether a gesture during a show did what it should: pause, repeat, loudness, windows."""

from nightcrier.box.show.cues import Call, Show, Window
from nightcrier.box.table.core.effects import Answered, Closed
from nightcrier.box.table.core.house import LOUDEST
from nightcrier.box.table.game.conducting import serves_turn
from tests.box.table.handled import Handled, time_given

LEAST_OF_PASSING = 5.0


def pauses(hand: Handled) -> bool:
    before, after = hand.before.session, hand.after.session
    return bool(before and after and before.score and after.score and before.score.paused != after.score.paused)


def says_again(hand: Handled) -> bool:
    """Return whether the text is repeated from the last call on, in a show or in an announcement."""
    before, after = hand.before.session, hand.after.session
    if before is None or after is None or before.score is None or after.score is None:
        return bool(hand.said)
    call = last_call(before.score.show, before.score.cue)
    return call <= after.score.cue <= max(call + 2, 0) and (after.score.paused or bool(hand.effects))


def last_call(show: Show, cue: int) -> int:
    return max((at for at in range(min(cue + 1, len(show))) if isinstance(show[at], Call)), default=0)


def night_begins(hand: Handled) -> bool:
    """Return whether the night begins, with none of it performed before."""
    before, now = hand.before.session, hand.after.session
    return bool(before and now and before.score is None and now.score)


def louder_or_softer(hand: Handled) -> bool:
    return hand.after.choices.loudness == hand.before.choices.loudness + 1


def as_loud_as_can_be(hand: Handled) -> bool:
    return bool(hand.after.choices.loudness == LOUDEST)


def ten_more(hand: Handled) -> bool:
    return time_given(hand.after) == time_given(hand.before) + 10.0


def ten_more_or_how_to_go_on(hand: Handled) -> bool:
    """Return whether ten seconds were added, or the box said how to go on."""
    before, after = (table.session.score if table.session else None for table in (hand.before, hand.after))
    later = before is not None and after is not None and after.longer == before.longer + 10.0
    return ten_more(hand) or later or hand.said == ("screen.pause.hint",)


def window_done(hand: Handled) -> bool:
    """Return whether the window is over at once, and the next cue has begun."""
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.score
    return bool(after and after.score) and after.score.cue > before.score.cue and not after.score.paused


def window_cut(hand: Handled) -> bool:
    """Return whether the window is over at once, or as soon as five seconds of it have passed."""
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.score
    assert before.score.until
    cue = before.score.show[before.score.cue]
    assert isinstance(cue, Window)
    assert after
    assert after.score
    return after.score.until == before.score.until - cue.seconds + LEAST_OF_PASSING


def skips_on(hand: Handled) -> bool:
    """Return whether the show moves to the next call, or past its end."""
    before, after = hand.before.session, hand.after.session
    assert before
    assert before.score
    if after is None or after.play is not before.play or after.score is None:
        return any(isinstance(entry, Answered | Closed) for entry in hand.entries)
    passed = before.score.show[before.score.cue + 1 : after.score.cue + 1]
    return any(isinstance(cue, Call) for cue in passed)


def skips_past_no_turn(hand: Handled) -> bool:
    """Return whether the show moves to the next call. If this call has a turn to come, it pauses or goes on instead."""
    before = hand.before.session
    return pauses(hand) if before and serves_turn(before) else skips_on(hand)
