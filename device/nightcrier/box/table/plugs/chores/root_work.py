"""Handles sticks and root's chores at the table: asks what to do with a stick, but only on the home page, and says how
each chore ended."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Event
from nightcrier.box.table.core.effects import AskRoot, Remember, Rouse
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import count_lines, number
from nightcrier.box.table.core.signs import moon_due
from nightcrier.box.table.core.state import Feature, Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.frame import has_room
from nightcrier.box.table.drawing.shaping import clusters
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import Item, Menu, Value
from nightcrier.box.table.over.open_to_wishes import WishNotDone, WishRow, is_at_home, is_root_asked
from nightcrier.box.table.over.yes_or_no import Question, QuestionPage, ask_over
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.kernel.chores import BY_PHONE, HALL_SETTINGS, AskedChange, Chore, ChoreDone, StickIn, StickOut
from nightcrier.kernel.ids import LineId, Seconds, name_line, screen_line
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.wishes import ChoreWish

FAILED = screen_line("stick.failed")
_MOST_ROWS = 6
"""The most changes that one page of the glass lists."""
TAKEN_KINDS = ("settings", "decks", "games", "voices", "beds", "removed")
"""The kinds of files that a chore takes, in the order in which the box names them. An empty file removes something."""
_REST: Seconds = 10.0
"""The seconds from the end of one phone's chore until the next may begin. During this time, people at the box have it
to themselves. Also, systemd stops watching a path that is triggered more than ten times a minute."""


class RootWork(Feature, frozen=True):
    stick: StickIn | None = None
    waits: bool = False  # nobody was asked yet what to do with it
    chore: Chore | ChoreDone | None = None  # what root was asked for, then what came of it
    late: tuple[ChoreDone, ...] = ()  # of the card, or that nothing was forgotten: as far as it waits for home
    free: float = 0.0  # from then on a phone may ask root for something again

    @property
    def asks_root(self) -> bool:
        return isinstance(self.chore, Chore)

    def due(self, house: House, table: Table) -> float | None:
        return moon_due(table) if self.asks_root and _is_among(table, STICK_PAGE, CARD_PAGE) else None

    def settle(self, house: House, table: Table, event: Event) -> TableStep:
        """Once the home page is open, show the results that had to wait, and ask what to do with a stick."""
        told, effects = _tell_late(house, table, self, event.at)
        work = root_work(told)
        may_ask = is_at_home(told) or (_is_among(told, STICK_PAGE) and not work.asks_root)
        if not work.waits or not may_ask:
            return told, effects
        return step_after(effects, offer_stick(house, told, event.at))


def root_work(table: Table) -> RootWork:
    return table.of(RootWork) or RootWork()


def ask_root(table: Table, chore: Chore) -> TableStep:
    """Ask root for a chore, and show its page until root answers."""
    asked = table.with_feature(replace(root_work(table), chore=chore))
    return replace(asked, page=_page_of(chore)), (AskRoot(chore),)


def _chore_question(word: str, chore: Chore, *, held: bool = False) -> Question:
    """Return the question whether root should do a chore that replaces or deletes something."""
    return Question(word, lambda _, table, __, ___: ask_root(table, chore), held=held)


GO_BACK, RESTORE, UNDO_RESTORE, FORGET_ALL, LEAVE_HALL, KEEP = CHORE_QUESTIONS = (
    _chore_question("ask.go-back", Chore.BACK),
    _chore_question("ask.restore", Chore.RESTORE),
    _chore_question("ask.restore", Chore.UNDO_RESTORE),
    _chore_question("ask.forget-all", Chore.FORGET, held=True),
    _chore_question("hall.ask-leave", Chore.LEAVE_HALL, held=True),
    replace(
        _chore_question("guests.ask-keep", Chore.KEEP, held=True),
        no=lambda _, table, __, ___: ask_root(table, Chore.TAKE_SENT),  # which begins by removing what was asked
    ),
)


def _page_of(chore: Chore, *, of_card: bool = False) -> ListingPage:
    """Return the page with the result of a chore."""
    return CARD_PAGE if of_card or chore is Chore.FORGET else STICK_PAGE


def ask_by_phone(house: House, table: Table, wish: ChoreWish, at: float) -> TableStep:
    """Ask root for the chore that a phone wishes. While the page of the chore is open, no game can begin. Raises
    WishNotDone if there is no root, while root works, or too soon after the last chore."""
    work = root_work(table)
    if not house.has_root:
        raise WishNotDone(Refusal.ABSENT)
    if at < work.free or is_root_asked(table):
        raise WishNotDone(Refusal.BUSY)
    return ask_root(table.with_feature(replace(work, free=at + _REST)), wish.chore)


def follow_chore(house: House, table: Table, news: StickIn | StickOut | ChoreDone, at: float) -> TableStep:
    work = root_work(table)
    match news:
        case StickIn():
            return table.with_feature(replace(work, stick=news, waits=True)), ()
        case StickOut():
            return _pull_stick(table, replace(work, stick=None, waits=False))
        case ChoreDone(chore=Chore.CLEAR_OUT | Chore.GUESTS_GO, good=True):
            return table, ()  # nobody asked for it by its name
        case ChoreDone():
            rests = replace(work, free=at + _REST) if news.chore in BY_PHONE else work
            return _tell_result(house, table, rests, news, at)
        case _:
            assert_never(news)


def _tell_result(house: House, table: Table, work: RootWork, news: ChoreDone, at: float) -> TableStep:
    """Show the result of a chore on the home page or on the page of the chore. During a game, show nothing, but keep
    important results until the table is at home."""
    if not _may_tell(table, work, news):
        chore = work.chore if news.of_card else None
        return table.with_feature(
            replace(work, chore=chore, late=(*work.late, news) if _is_late(news) else work.late)
        ), ()
    back = news.chore in BY_PHONE and news.chore is not Chore.UPDATE_SENT
    page = None if back else _page_of(news.chore, of_card=news.of_card)
    told = replace(table.with_feature(replace(work, chore=None if back else news)), page=page)
    if news.asks:
        told, said = ask_over(told, _keep_question(house, told, news.asks))
    else:
        told, said = speak(told, *result_lines(news))
    if news.new and news.chore is Chore.TAKE_SENT and told.before.play is not None:  # of the evening that is played
        told = replace(told, choices=replace(told.choices, guests_play=True))
        said = (*said, Remember(told.choices))
    return replace(told, rest=replace(table.rest, touched=at, asleep=False, dozing=False)), (Rouse(), *said)


def _keep_question(house: House, table: Table, asks: Sequence[AskedChange]) -> Question:
    """Return the question whether to keep what guests brought, with what it would change."""
    screen = partial(house.words.screen, table.choices.language)
    rows = [screen("guests.called", was=ask.was, now=ask.now) if ask.was else ask.now for ask in asks]
    word = "hall.ask-join" if all(ask.name == HALL_SETTINGS for ask in asks) else KEEP.word
    return _asked_in_parts(house, table, replace(KEEP, word=word), rows)


def _asked_in_parts(house: House, table: Table, question: Question, rows: Sequence[str]) -> Question:
    """Return the question about the first of these rows. Answering yes leads to the rows that did not fit; otherwise
    people would agree to changes they have not seen."""

    def fits(*told: str) -> bool:
        page = QuestionPage(replace(question, about=" · ".join(told)), None)
        return has_room(page.view(house, table), house.screen)

    most = next((most for most in range(min(len(rows), _MOST_ROWS), 0, -1) if fits(*rows[:most])), 0)
    seen, rest = (rows[:most], rows[most:]) if most else _cut(rows, fits)

    def ask_on(house: House, table: Table, under: Page | None, at: float) -> TableStep:
        return ask_over(replace(table, page=under), _asked_in_parts(house, table, question, rest))

    return replace(question, about=" · ".join(seen), yes=ask_on if rest else question.yes)


def _cut(rows: Sequence[str], fits: Callable[[str], bool]) -> tuple[Sequence[str], Sequence[str]]:
    """Return as much of the first row as fits, up to a space if there is one, and the rest."""
    parts = [*accumulate(clusters(rows[0]))]
    most = parts[bisect_left(parts, x=True, lo=1, key=lambda part: not fits(part)) - 1]
    seen = most[: most.rfind(" ")] if " " in most[1:] else most
    return [seen], [*filter(None, [rows[0][len(seen) :].strip()]), *rows[1:]]


def _may_tell(table: Table, work: RootWork, news: ChoreDone) -> bool:
    """Say whether the result of a chore may be shown now. Nobody waits for a result about the card, so it never
    replaces a page that people use."""
    if news.of_card:
        return is_at_home(table) and not work.asks_root
    return is_at_home(table) or _is_among(table, STICK_PAGE, CARD_PAGE)


def _is_late(news: ChoreDone) -> bool:
    """Say whether a result that cannot be shown now must be shown later. A box that failed to delete everything still
    greets people like a new one, so they must learn of the failure."""
    return news.of_card or bool(news.asks) or (news.chore in {Chore.FORGET, Chore.CLEAR_OUT} and not news.good)


def _tell_late(house: House, table: Table, work: RootWork, at: float) -> TableStep:
    if not work.late or not _may_tell(table, work, work.late[0]) or not is_at_home(table):
        return table, ()
    return _tell_result(house, table, replace(work, late=work.late[1:]), work.late[0], at)


def result_lines(done: ChoreDone) -> tuple[LineId, ...]:
    """Return the lines that say how a chore ended, and how many files of each kind were taken or refused."""
    told = [result_word(done)]
    for key, count in row_counts(done):
        told += [screen_line(key), *count_lines(count)]
    return tuple(told)


def row_counts(done: ChoreDone) -> tuple[tuple[str, int], ...]:
    """Return the keys of the words for what was taken, kind by kind, and for what was refused, each with its number."""
    new = ((f"stick.{kind}", done.new.get(kind, 0)) for kind in TAKEN_KINDS)
    refused = "stick.untaken" if done.of_card else "stick.refused"
    return tuple((key, count) for key, count in (*new, (refused, done.refused)) if done.good and count > 0)


def result_word(done: ChoreDone) -> LineId:
    if not done.good:
        return FAILED
    match done.chore:
        case Chore.KEEP if "hall" in done.new:
            return screen_line("hall.joined")
        case Chore.TAKE | Chore.TAKE_SENT | Chore.KEEP:
            taken = "stick.of-card" if done.of_card else "stick.taken"
            return screen_line(taken if done.new else "stick.none")
        case Chore.SAVE | Chore.SAVE_OUT:
            return screen_line("stick.saved")
        case Chore.RESTORE | Chore.UNDO_RESTORE:
            return screen_line("stick.restored")
        case Chore.UPDATE | Chore.UPDATE_SENT | Chore.BACK:
            return screen_line("stick.switched")
        case Chore.FORGET | Chore.CLEAR_OUT | Chore.GUESTS_GO:
            return screen_line("stick.forgotten")
        case Chore.LEAVE_HALL:
            return screen_line("hall.left")
        case _:
            assert_never(done.chore)


def _is_among(table: Table, *pages: ListingPage) -> bool:
    return isinstance(table.page, ListingPage) and table.page.menu in [page.menu for page in pages]


def _pull_stick(table: Table, work: RootWork) -> TableStep:
    """Leave the page of a stick that was unplugged. If root is still working, show the result later."""
    table = table.with_feature(work)
    if not _is_among(table, STICK_PAGE) or work.chore is not None:
        return table, ()
    return speak(replace(table, page=None), screen_line("stick.pulled"))


def offer_stick(house: House, table: Table, at: float) -> TableStep:
    """Offer what to do with a stick that was just plugged in. Wake a sleeping box, and say the row at the dial."""
    waiting = replace(table.with_feature(replace(root_work(table), waits=False, chore=None)), page=STICK_PAGE)
    first, *_ = stick_items(house, waiting)
    asked, said = speak(waiting, first.line)
    return replace(asked, rest=replace(table.rest, touched=at, asleep=False, dozing=False)), (Rouse(), *said)


def stick_items(house: House, table: Table) -> tuple[Item, ...]:
    work = root_work(table)
    match work.chore:
        case Chore():
            return (Item(screen_line("stick.working"), waits="stick.working"),)
        case ChoreDone():
            return _came_of(house, table, work.chore)
    stick = work.stick or StickIn()
    files = house.words.screen(table.choices.language, "stick.files", n=_number(house, table, stick.files))
    take = Item(
        LineId("screen.stick.take"), does=partial(_choose, Chore.TAKE), shows=files, said=count_lines(stick.files)
    )
    version = (name_line(stick.update),)
    update = Item(LineId("screen.stick.update"), does=partial(_choose, Chore.UPDATE), shows=stick.update, said=version)
    saved = str(stick.saved) if stick.saved > 1 else ""  # in the name of the first file stands no number
    which = count_lines(stick.saved) if saved else ()
    restore = Item(LineId("screen.stick.restore"), asks=RESTORE, shows=saved, said=which)
    return (
        *((take,) if stick.files else ()),
        Item(LineId("screen.stick.save"), does=partial(_choose, Chore.SAVE)),
        *((update,) if stick.update else ()),
        *((restore,) if stick.saved else ()),
        *((Item(LineId("screen.stick.undo"), asks=UNDO_RESTORE),) if stick.has_before else ()),
        Item(LineId("screen.stick.nothing"), does=_leave),
    )


STICK_PAGE, CARD_PAGE = (ListingPage(Menu(name, stick_items, chooses=True), None) for name in ("stick", "card"))


def _came_of(house: House, table: Table, done: ChoreDone) -> tuple[Item, ...]:
    rows = tuple(
        Item(screen_line(key), does=_leave, shows=_number(house, table, count), said=count_lines(count))
        for key, count in row_counts(done)
    )
    return Item(result_word(done), does=_leave), *rows


def _number(house: House, table: Table, count: int) -> str:
    return number(house.words, table.choices.language, str(count))


def _leave(house: House, table: Table, at: float) -> TableStep:
    return replace(table.with_feature(replace(root_work(table), chore=None)), page=None), ()


def _choose(chore: Chore, house: House, table: Table, at: float) -> TableStep:
    return ask_root(table, chore)


_BACK_ROW = (Item(LineId("screen.go-back"), asks=GO_BACK),)
_FORGET_ROW = (Item(LineId("screen.forget-all"), asks=FORGET_ALL),)


def _hall_rows(house: House, table: Table) -> tuple[Item, ...]:
    """Return the rows that name the box's hall and broker, and the row for leaving the hall, which is missing if the
    owner's own settings name the hall."""
    net = house.settings.net
    if not net.hall.name:
        return ()
    names = name_line(net.hall.name), name_line(net.mqtt.broker)
    here = Item(LineId("screen.hall.here"), (Value(f"{net.hall.name} · {net.mqtt.broker}", names, table.choices),))
    return (here, Item(LineId("screen.hall.leave"), asks=LEAVE_HALL)) if house.may_leave_hall else (here,)


CHORES = FeaturePlug(
    hears=dict.fromkeys((StickIn, StickOut, ChoreDone), follow_chore),
    wishes={ChoreWish: WishRow(ask_by_phone, lambda table, wish: is_at_home(table) and wish.chore in BY_PHONE)},
    menus=(STICK_PAGE.menu, CARD_PAGE.menu),
    rows=(
        ("device", lambda house, _: _BACK_ROW if house.has_version_before else ()),
        ("device", lambda house, _: _FORGET_ROW if house.has_root else ()),
        ("device", _hall_rows),
    ),
)
