"""What root does for the box, as the table sees it: a stick that is put in asks what to do, only at home, and what came
of it is said."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.chores import BY_PHONE, Chore, ChoreDone, ChoreNews, StickIn, StickOut, WifiDown, WifiUp
from device.kernel.ids import LineId, Seconds, number_line, screen_line
from device.kernel.people import MOST_PEOPLE
from device.kernel.refusal import Refusal
from device.table.effects import AskRoot, Rouse
from device.table.heeded import is_at_home
from device.table.page_kinds import HomePage, ListingPage
from device.table.refused_wish import WishNotDone
from device.table.state import Table, TableStep
from device.table.talk import speak

STICK_PAGE, CARD_PAGE = (ListingPage(menu, HomePage()) for menu in ("stick", "card"))
FAILED = screen_line("stick.failed")
TAKEN_KINDS = ("settings", "decks", "voices", "beds", "removed")
"""Of what is taken, in the order in which they are told; an empty file takes away."""
_REST: Seconds = 10.0
"""Between two that a phone asks for: systemd gives up a path that is triggered more than ten times a minute."""


def ask_root(table: Table, chore: Chore) -> TableStep:
    """Asked for; until it is done the page says so."""
    return replace(table, chore=chore, page=_page_of(chore)), (AskRoot(chore),)


def _page_of(chore: Chore, *, of_card: bool = False) -> ListingPage:
    """Where it stands, and what comes of it."""
    return CARD_PAGE if of_card or chore is Chore.FORGET else STICK_PAGE


def ask_by_phone(table: Table, chore: Chore, at: float) -> TableStep:
    """No game begins meanwhile without a hand that leaves the page; one wish too soon after another is none. Raises
    WishNotDone."""
    if at < table.chore_free:
        raise WishNotDone(Refusal.BUSY)
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
    """Said at home, and where it was asked about; in a game nothing is. What nobody has asked for waits for home."""
    if not _may_tell(table, news):
        chore = table.chore if news.of_card else None
        return replace(table, chore=chore, late=(*table.late, news) if _is_late(news) else table.late), ()
    back = news.chore in BY_PHONE and news.chore is not Chore.UPDATE_SENT
    page = HomePage() if back else _page_of(news.chore, of_card=news.of_card)
    told, said = speak(replace(table, page=page, chore=None if back else news), *done_lines(news))
    return replace(told, touched=at, asleep=False, dozing=False), (Rouse(), *said)


def _may_tell(table: Table, news: ChoreDone) -> bool:
    """What came of the card nobody waits for: it does not take the place of what is read or under way."""
    if news.of_card:
        return is_at_home(table) and not isinstance(table.chore, Chore)
    return is_at_home(table) or _is_among(table, STICK_PAGE, CARD_PAGE)


def _is_late(news: ChoreDone) -> bool:
    """A box that could not forget greets people as a new one: they have to hear of it all the same."""
    return news.of_card or (news.chore is Chore.FORGET and not news.good)


def tell_late(table: Table, at: float) -> TableStep:
    """At home, what had to wait for it."""
    if not table.late or not _may_tell(table, table.late[0]) or not is_at_home(table):
        return table, ()
    return _done(replace(table, late=table.late[1:]), table.late[0], at)


def may_offer_stick(table: Table) -> bool:
    """At home, or where one was asked about and root is not at it."""
    return is_at_home(table) or (_is_asked(table) and not isinstance(table.chore, Chore))


def done_lines(done: ChoreDone) -> tuple[LineId, ...]:
    """How it went, in one word; then how much there is of each kind, and how much was not taken."""
    counted = (line for key, count in counted_rows(done) for line in (screen_line(key), *_said_number(count)))
    return done_word(done), *counted


def counted_rows(done: ChoreDone) -> tuple[tuple[str, int], ...]:
    """The words of what was taken, kind by kind, and of what was not; the card says elsewhere why."""
    new = ((f"stick.{kind}", done.new.get(kind, 0)) for kind in TAKEN_KINDS)
    refused = "stick.untaken" if done.of_card else "stick.refused"
    return tuple((key, count) for key, count in (*new, (refused, done.refused)) if done.good and count > 0)


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
    return _is_among(table, STICK_PAGE)


def _is_among(table: Table, *pages: ListingPage) -> bool:
    return isinstance(table.page, ListingPage) and table.page.menu in {page.menu for page in pages}


def _pulled(table: Table) -> TableStep:
    """While root is at it, what comes of that is still told."""
    if not _is_asked(table) or table.chore is not None:
        return table, ()
    return speak(replace(table, page=HomePage()), screen_line("stick.pulled"))
