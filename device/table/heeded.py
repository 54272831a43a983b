"""When wishes of a second program are heeded: while nobody plays and no hand is in the midst of something. What is not
heeded changes nothing at all, not even the moment the table knows: no night can tell that it was asked."""

from device.kernel.chores import BY_PHONE, Chore
from device.kernel.wishes import (
    AnswerWish,
    ChoreWish,
    DuskWish,
    HallWish,
    LoudnessWish,
    PauseWish,
    ReachedAt,
    ResultWish,
    Wish,
)
from device.show.stages import Count, Stage, Verdict
from device.table.awaited_dusk import may_await_dusk
from device.table.page_kinds import DeckPage, HelpPage, HomePage, MessagePage, Page, PhonePage, StagePage
from device.table.phone_answers import is_answered_by
from device.table.result_wishes import is_entered_by
from device.table.state import Table


def is_at_home(table: Table) -> bool:
    """Whether wishes may change what the next game is."""
    return table.session is None and table.trying is None and isinstance(uncovered(table.page), HomePage | PhonePage)


def is_heeded(table: Table, wish: Wish) -> bool:
    """As for a hand: of a game only the loudness may be changed, by day and at its end, and the clock of the talk, and
    a question about the result be answered; and then the organiser of a hall may say something. The dusk of a hall is
    a moment to wait for, before a game or its night."""
    if isinstance(wish, DuskWish):
        return may_await_dusk(table)
    if isinstance(wish, AnswerWish):
        return is_answered_by(table, wish)
    if isinstance(wish, ResultWish):
        return is_entered_by(table, wish)
    if isinstance(wish, ReachedAt):
        return isinstance(table.page, PhonePage)
    if isinstance(wish, ChoreWish):
        return is_at_home(table) and wish.chore in BY_PHONE and not is_root_asked(table)
    if isinstance(wish, PauseWish):
        return _is_among(table, Count)
    if isinstance(wish, LoudnessWish | HallWish) and table.session is not None:
        return _is_among(table, Count, Verdict)
    return is_at_home(table)


def is_root_asked(table: Table) -> bool:
    """One word at a time: a second one would lie in the place of the first."""
    return isinstance(table.chore, Chore) or (table.wifi is not None and table.wifi.up is None)


def _is_among(table: Table, *stages: type[Stage]) -> bool:
    """Where eyes are open and nobody has the box alone."""
    return table.session is not None and isinstance(table.session.stage, stages) and not _is_read_alone(table.page)


def uncovered(page: Page) -> Page:
    """Without what the organiser of a hall has put over it."""
    return page.under if isinstance(page, MessagePage | HelpPage) else page


def _is_read_alone(over: Page) -> bool:
    """By a seat that holds the dial, or by the host; and a question is answered first."""
    page = uncovered(over)
    return page.held is not None if isinstance(page, DeckPage | StagePage) else True
