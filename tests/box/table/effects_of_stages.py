"""Checks whether a gesture did what it should in talks, announcements and questions, and at the host's sheet."""

from collections.abc import Sequence
from typing import Any

from nightcrier.box.show.answers import BACK, FLOOR_BACK, MENU, SKIP
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.state import LayingOut
from nightcrier.box.table.game.secret import SheetPage, is_led
from nightcrier.box.table.heard.talk import HOW_TO_MARK
from tests.box.table.effects_in_shows import says_again
from tests.box.table.effects_on_pages import asks_to_end
from tests.box.table.handled import Handled, answered, first_value, told_again, turned
from tests.hands import is_at_stage


def takes_back(hand: Handled) -> bool:
    return answered(hand)[:1] in ((BACK,), ((BACK,),)) or any(first_value(value) == BACK for value in answered(hand))


def takes_back_or_asks(hand: Handled) -> bool:
    return takes_back(hand) if getattr(hand.stage, "back", False) else asks_to_end(hand)


def takes_back_or_leaves(hand: Handled) -> bool:
    session = hand.before.session
    if session is None or session.laying is LayingOut.OVER or getattr(hand.stage, "back", False):
        return takes_back_or_asks(hand)
    return hand.after.at_home


def takes_back_or_says(hand: Handled) -> bool:
    return takes_back(hand) if getattr(hand.stage, "back", False) else says_again(hand)


def opens_sheet(hand: Handled) -> bool:
    return isinstance(hand.after.page, SheetPage)


def opens_sheet_or_answers(hand: Handled) -> bool:
    """Return whether the sheet opens if a moderator leads, or otherwise whether an answer is given."""
    session = hand.before.session
    assert session
    return opens_sheet(hand) if is_led(session) else gives_answer(hand)


def opens_game_menu(hand: Handled) -> bool:
    return answered(hand) == (MENU,)


def held_answer(hand: Handled) -> bool:
    """Return whether the answer is the one that the game has for holding the dial."""
    own = getattr(hand.stage, "held", "")
    return any(first_value(value) == own for value in answered(hand))


def held_or_again(hand: Handled) -> bool:
    return held_answer(hand) if getattr(hand.stage, "held", "") else bool(hand.said)


def vote_begins(hand: Handled) -> bool:
    return bool(answered(hand))


def gives_floor_back(hand: Handled) -> bool:
    return answered(hand) == (FLOOR_BACK,)


def clock_stops(hand: Handled) -> bool:
    before, after = hand.before.session, hand.after.session
    return (before.clock.zero is None) != (after.clock.zero is None)


def roles_turn_or_half_a_minute(hand: Handled) -> bool:
    """Return whether a stopped clock with an end got half a minute more, or with any other clock the page turned."""
    before, after = hand.before.session, hand.after.session
    is_set = before.clock.zero is None and not before.clock.up
    page_turned = is_at_stage(hand.after) and hand.after.turned_now.index == hand.page.index + 1
    more = after.clock.seconds(hand.after.now) - before.clock.seconds(hand.after.now)
    return (more, page_turned) == ((30.0, False) if is_set else (0.0, True))


def calls_card(hand: Handled) -> bool:
    return bool(hand.said) and is_at_stage(hand.after) and hand.after.turned_now.called is not None


def explains_day(hand: Handled) -> bool:
    return isinstance(hand.stage, Count) and bool(hand.said) and set(hand.said) <= {*hand.stage.explain}


def explains_day_or_says_all(hand: Handled) -> bool:
    explains = isinstance(hand.stage, Count) and hand.stage.explain
    return explains_day(hand) if explains else told_again(hand)


def goes_on(hand: Handled) -> bool:
    """Return whether the stage, an announcement or a talk, is done."""
    return bool(answered(hand))


def goes_on_by_row(hand: Handled) -> bool:
    return turned(hand) if getattr(hand.stage, "by_one", False) and not answered(hand) else goes_on(hand)


def told_to_the_end(hand: Handled) -> bool:
    """Return whether the whole announcement was skipped, or one part of it if the game wants it heard."""
    return answered(hand)[:1] == (SKIP,) if getattr(hand.stage, "skip", False) else goes_on_by_row(hand)


def gives_answer(hand: Handled) -> bool:
    """Return whether the answer is what the dial shows, or all marked options. Without a mark there is no answer."""
    if hand.stage.marks:
        marked = {hand.stage.choices[at].value for at in hand.page.marked}
        if not marked:
            return hand.said == (HOW_TO_MARK,) and not answered(hand)
        return any(marked <= set(_values(value)) for value in answered(hand))
    shown = hand.stage.choices[hand.page.index].value
    return any(shown in _values(value) for value in answered(hand))


def _values(value: Any) -> Sequence[Any]:
    return value if isinstance(value, tuple) else (value,)


def marks_or_gives(hand: Handled) -> bool:
    return bool(hand.after.turned_now.marked != hand.page.marked) if hand.stage.marks else gives_answer(hand)
