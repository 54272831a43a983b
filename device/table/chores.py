"""What root does for the box, as the table sees it: a stick that is put in asks what to do, only at home, and what came
of it is said."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.chores import BY_PHONE, Chore, ChoreDone, ChoreNews, StickIn, StickOut, WifiDown, WifiUp
from device.kernel.ids import LineId, Seconds, number_line, screen_line
from device.kernel.people import MOST_PEOPLE
from device.table.effects import AskRoot, Rouse
from device.table.heeded import is_at_home
from device.table.page_kinds import HomePage, ListingPage
from device.table.state import Table, TableStep
from device.table.talk import speak

STICK_PAGE, CARD_PAGE = (ListingPage(menu, HomePage()) for menu in ("stick", "card"))
FAILED = screen_line("stick.failed")
KINDS = ("settings", "decks", "voices", "beds", "removed")
"""Of what is taken, in the order in which they are told; an empty file takes away."""
_REST: Seconds = 10.0
"""Between two that a phone asks for: systemd gives up a path that is triggered more than ten times a minute."""


def ask_root(table: Table, chore: Chore) -> TableStep:
    """Asked for; until it is done the page says so."""
    return replace(table, chore=chore, page=STICK_PAGE), (AskRoot(chore),)


def ask_by_phone(table: Table, chore: Chore, at: float) -> TableStep:
    """No game begins meanwhile without a hand that leaves the page; one wish too soon after another is none."""
    if at < table.chore_free:
        return table, ()
    return ask_root(replace(table, chore_free=at + _REST), chore)


def follow_chore(table: Table, news: ChoreNews, at: float) -> TableStep:
    match news:
        case StickIn():
            return replace(table, stick=news, stick_waits=True), ()
        case StickOut():
            return _pulled(replace(table, stick=None, stick_waits=False))
        case ChoreDone():
            return _done(table, news, at)
        case WifiUp() | WifiDown():
            from device.table.own_wifi import follow_wifi  # few boxes ever have one

            return follow_wifi(table, news, at)
        case _:
            assert_never(news)


def _done(table: Table, news: ChoreDone, at: float) -> TableStep:
    """Said at home, and where it was asked about; in a game nothing is. What came of the card waits for home."""
    done = replace(table, chore=news)
    if not (is_at_home(table) or _is_asked(table)):
        return replace(done, chore=None, of_card=news if news.of_card else table.of_card), ()
    back = news.chore in BY_PHONE and news.chore is not Chore.UPDATE_SENT
    page = CARD_PAGE if news.of_card else STICK_PAGE
    shown = replace(done, page=HomePage(), chore=None) if back else replace(done, page=page)
    told, said = speak(shown, *done_lines(news))
    return replace(told, touched=at, asleep=False, dozing=False), (Rouse(), *said)


def may_offer_stick(table: Table) -> bool:
    """At home, or where one was asked about and root is not at it."""
    return is_at_home(table) or (_is_asked(table) and not isinstance(table.chore, Chore))


def tell_of_card(table: Table, at: float) -> TableStep:
    """At home, what had to wait for it."""
    if table.of_card is None or not is_at_home(table):
        return table, ()
    return _done(replace(table, of_card=None), table.of_card, at)


def done_lines(done: ChoreDone) -> tuple[LineId, ...]:
    """How it went, in one word; then how much there is of each kind, and how much was not taken."""
    counted = (line for key, count in counted_rows(done) for line in (screen_line(key), *_said_number(count)))
    return done_word(done), *counted


def counted_rows(done: ChoreDone) -> tuple[tuple[str, int], ...]:
    """The words of what was taken, kind by kind, and of what was not."""
    new = ((f"stick.{kind}", done.new.get(kind, 0)) for kind in KINDS)
    return tuple((key, count) for key, count in (*new, ("stick.refused", done.refused)) if done.good and count)


def _said_number(count: int) -> tuple[LineId, ...]:
    """Every voice counts as far as there can be people; a larger one stands on the glass alone."""
    return (number_line(count),) if count <= MOST_PEOPLE else ()


def done_word(done: ChoreDone) -> LineId:
    if not done.good:
        return FAILED
    match done.chore:
        case Chore.TAKE | Chore.TAKE_SENT:
            taken = "stick.of-card" if done.of_card else "stick.taken"
            return screen_line(taken if done.new else "stick.none")
        case Chore.SAVE | Chore.SAVE_OUT:
            return screen_line("stick.saved")
        case Chore.RESTORE | Chore.UNDO_RESTORE:
            return screen_line("stick.restored")
        case Chore.UPDATE | Chore.UPDATE_SENT | Chore.BACK:
            return screen_line("stick.switched")
        case Chore.FORGET:
            return screen_line("stick.forgotten")
        case _:
            assert_never(done.chore)


def _is_asked(table: Table) -> bool:
    return isinstance(table.page, ListingPage) and table.page.menu == STICK_PAGE.menu


def _pulled(table: Table) -> TableStep:
    """While root is at it, what comes of that is still told."""
    if not _is_asked(table) or table.chore is not None:
        return table, ()
    return speak(replace(table, page=HomePage()), screen_line("stick.pulled"))
