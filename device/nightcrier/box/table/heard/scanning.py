"""Lets one or two switches do everything. The box offers the gestures of all controls in turn, and a press of a switch
takes one.

With one switch, START begins the offers. Each offer lasts for a while, and START takes the present one. With two
switches, BACK goes to the next offer, and START takes the present one, or is a plain START if nothing is offered.
Turning the dial stays on offer until its result was read; then the offers start over. If the dial was held, the next
press releases it. All other controls work as usual, for other people.

The offers, their order and their pace are the same for every seat that is asked, and cover everything that hands can
do. While a seat has its turn, the glass shows them and the private ear says them, only to that seat: nothing else about
them is said, recorded or sent. While the first words of the dawn open all eyes, nothing is offered."""

from collections.abc import Mapping
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Ended, Event, Gesture, Input
from nightcrier.box.show.conductor import call_start, current_call
from nightcrier.box.show.cues import DAYBREAK, Call, Say, Window
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.stages import HOST, NIGHT_PAGE, TABLE, Ask, Perform, Tell
from nightcrier.box.table.core.effects import SampleVoice
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Scan, Table
from nightcrier.box.table.drawing.foot import TURN
from nightcrier.box.table.drawing.rows import BETWEEN_HINTS
from nightcrier.box.table.drawing.view import Hidden, KeyWords, View
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.heard.captions import is_performed
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.loudness_dial import gauge_due, is_private
from nightcrier.kernel.ids import Language, Seconds, screen_line
from nightcrier.kernel.settings import Scanning


class OfferedGesture(Struct, frozen=True):
    """A gesture that scanning offers, with the key of the word for it."""

    word: str
    control: Control
    gesture: Gesture
    steps: int = 0


OFFERS = (
    OfferedGesture("scan.start", Control.START, Gesture.PRESS),
    OfferedGesture("scan.press", Control.DIAL, Gesture.PRESS),
    OfferedGesture("scan.on", Control.DIAL, Gesture.TURN, 1),
    OfferedGesture("scan.turn-back", Control.DIAL, Gesture.TURN, -1),
    OfferedGesture("scan.back", Control.BACK, Gesture.PRESS),
    OfferedGesture("scan.hold-dial", Control.DIAL, Gesture.HOLD),
    OfferedGesture("scan.hold-start", Control.START, Gesture.HOLD),
    OfferedGesture("scan.hold-back", Control.BACK, Gesture.HOLD),
    OfferedGesture("scan.louder", Control.DIAL, Gesture.PRESS_TURN, 1),
    OfferedGesture("scan.softer", Control.DIAL, Gesture.PRESS_TURN, -1),
)
"""All gestures, in the order in which they are offered. The gesture that continues comes first."""

_ORDER = tuple(range(len(OFFERS)))
_START, _HOLD_DIAL = ([offer.word for offer in OFFERS].index(word) for word in ("scan.start", "scan.hold-dial"))
_IN_A_LIST = (1, 0, *_ORDER[2:])
"""The order in a menu. A press comes first, because it opens the item. START would leave the menu for a game."""
_IN_A_TURN = (_HOLD_DIAL, *(at for at in _ORDER if at not in (_START, _HOLD_DIAL)), _START)
"""The order while a seat is asked, as indexes into `OFFERS`. Holding the dial comes first, because it lets the seat
read. START would only pause."""

_SWITCHES: Mapping[Scanning, int] = {"off": 0, "one": 1, "two": 2}
_ROUNDS = 2
"""How often all gestures are offered to one switch before the offers end."""
_STANDS: Seconds = 20.0
"""The time that an offer to two switches lasts."""
_LATE: Seconds = 0.4
"""The first moments of an offer to one switch, at most half of its time. A press in this time was meant for the
previous offer, or is a tremor of the press that started the offers."""


def scan_gesture(house: House, table: Table, event: Input) -> tuple[Table, Input | None]:
    """Return the gesture that this one means in scanning, or None if the switch only moved on to another offer."""
    switches = _switches(house, table)
    if event.control not in switches or table.rest.swallow:
        return table, event
    if event.gesture is Gesture.RELEASE:
        return table, None
    scan = table.scan
    let_go = Input(event.at, Control.DIAL, Gesture.RELEASE) if scan.held else None
    begins = scan.offer is None and len(switches) == 1
    if _opens_eyes(table) and (event.control is Control.BACK or begins):
        return table, let_go
    if event.control is Control.BACK or begins:
        rest = replace(table.rest, touched=event.at)
        moved = replace(table, scan=_next(house, table, event.at), now=max(table.now, event.at), rest=rest)
        return moved, let_go
    if let_go:
        return replace(table, scan=Scan()), let_go
    offered = _START if scan.offer is None else scan.offer
    taken = scan.before if event.at < scan.late else offered
    return (table, None) if taken is None else _take(house, table, taken, event.at)


def keeps_switch(house: House, before: Table, moved: Table) -> bool:
    """Say whether a switch that took an offer can also take the next one. Whether and with which switches people scan
    can only be changed by other controls, because a switch could lock its owner out."""
    panel, now = (each.choices.hands.over(house.settings.panel) for each in (before, moved))
    return (panel.scanning, panel.swap) == (now.scanning, now.swap)


def pass_offer(house: House, table: Table, at: float) -> Table:
    """Return the table with the next offer, if the present one has lasted long enough. After the last round, nothing is
    offered."""
    scan = table.scan
    if scan.until is None or at < scan.until:
        return table
    return replace(table, scan=_next(house, table, scan.until) if scan.left or scan.taken else Scan())


def await_reading(table: Table, moved: Table, event: Event | None) -> Table:
    """Return the table `moved` with an offer that lasts until the page whose reading begins now was read or left. While
    a seat is asked, this is never done, because the pace must be the same for all seats."""
    until = moved.scan.until
    if until is None or _is_secret(moved):
        return moved
    if isinstance(event, Caption) and event.menu:
        read = replace(moved, scan=replace(moved.scan, until=max(until, event.at + event.seconds)))
        return await_reading(table, read, event.then)
    if event and table.caption and table.caption.menu and moved.caption is None:
        soon = event.at + moved.choices.hands.pace / 10
        return replace(moved, scan=replace(moved.scan, until=min(until, soon)))
    return moved


def end_offers(table: Table, moved: Table) -> Table:
    """Return the table without anything that was offered or held in another turn, or while one person alone looked.
    Otherwise others would see who has pressed, or that the next press only releases the dial."""
    return moved if moved.scan == Scan() or _turn(table) == _turn(moved) else replace(moved, scan=Scan())


def say_offer(table: Table, moved: Table, event: Event) -> tuple[SampleVoice, ...]:
    """Return the effect that says a new offer, or one that had to wait for another sound. Return nothing in a show and
    while one seat is asked, because everybody would hear how often somebody presses."""
    offer, cuts = moved.scan.offer, not isinstance(moved.page or moved.stage, Ask)
    waited = isinstance(event, Ended) and table.caption is not None and not (cuts and table.caption.menu)
    is_heard = waited and moved.caption is None and moved.token == table.token
    if offer is None or (offer == table.scan.offer and not is_heard) or is_performed(moved) or _is_secret(moved):
        return ()
    return (SampleVoice(screen_line(OFFERS[offer].word), over_page=cuts),)


def with_offer(house: House, table: Table, view: View) -> View:
    """Show the offer at the foot of the page. While one person alone is asked, the public page does not have it,
    because others could see how often that person presses."""
    if table.scan.offer is None or gauge_due(table) is not None:
        return view
    text = offer_text(house, view.language, OFFERS[table.scan.offer], view.foot)
    if view.hidden or not _is_secret(table):
        return replace(view, offered=text, chips=())
    return replace(view, offered=text, even=True, hidden=Hidden(view, "ask", (), ()))


def offer_text(house: House, language: Language, offer: OfferedGesture, foot: KeyWords | None) -> str:
    """Return the name of an offer, followed by the word that the foot of the page has for it."""
    named = house.words.screen(language, offer.word)
    word: str = getattr(foot, offer.control, "") if offer.gesture is Gesture.PRESS else ""
    return named if word in ("", "START") or "/" in word or word[0] == TURN[0] else f"{named} {BETWEEN_HINTS} {word}"


def _switches(house: House, table: Table) -> tuple[Control, ...]:
    return (Control.START, Control.BACK)[: _SWITCHES[table.choices.hands.over(house.settings.panel).scanning]]


def _is_secret(table: Table) -> bool:
    """Say whether one person alone is asked or told something now, or might be."""
    session, stage = table.session, table.stage
    if session is None or isinstance(table.page, SheetPage):
        return session is not None
    seats = isinstance(stage, Perform) and session.keeps_secrets and session.score is not None
    in_show = seats and not (session.score and session.score.paused)
    return in_show or is_private(session) or (isinstance(stage, Ask | Tell) and stage.who != TABLE)


def _opens_eyes(table: Table) -> bool:
    """Say whether the first words after the turns of a night are opening all eyes. These eyes must not see what an
    earlier press has put on the glass."""
    score = table.session.score if table.session else None
    if score is None or not isinstance(table.stage, Perform) or not _is_secret(table):
        return False
    start = call_start(score)
    before, now = score.show[:start], score.show[start : score.cue]
    if table.stage.page != NIGHT_PAGE:  # a village's day breaks in a show of its own
        return DAYBREAK in score.show and not any(isinstance(cue, Say) for cue in (*before, *now))
    rest = takewhile(lambda cue: not isinstance(cue, Call), score.show[start + 1 :])
    acted, acts = (any(isinstance(cue, Window) for cue in cues) for cues in (before, rest))
    return acted and not acts and not any(isinstance(cue, Say) for cue in now)


def _turn(table: Table) -> tuple[Fact | None, int] | None:
    """Return a value that identifies this secret turn, or None while everybody may look."""
    session, stage = table.session, table.stage
    if session is None or not _is_secret(table):
        return None
    if isinstance(stage, Perform) and session.score:
        return current_call(session.score), call_start(session.score)
    return None, stage.who if isinstance(stage, Ask | Tell) else TABLE


def _next(house: House, table: Table, at: float) -> Scan:
    scan, alone = table.scan, len(_switches(house, table)) == 1
    stands = table.choices.hands.pace / 10 if alone else _STANDS
    late = at + min(_LATE, stands / 2) if alone else at
    is_for_host = isinstance(table.page, SheetPage) or (isinstance(table.stage, Ask | Tell) and table.stage.who == HOST)
    in_list = _IN_A_LIST if isinstance(table.page, ListingPage) else _ORDER
    order = _IN_A_TURN if _is_secret(table) and not is_for_host else in_list
    if scan.offer is None or scan.taken:
        return Scan(order[0], at + stands, _ROUNDS * len(OFFERS) - 1 if alone else 0, late, scan.offer)
    following = order[(order.index(scan.offer) + 1) % len(order)]
    return Scan(following, at + stands, max(0, scan.left - 1), late, scan.offer)


def _take(house: House, table: Table, taken: int, at: float) -> tuple[Table, Input]:
    """Take an offer. If it turns the dial, it stays on offer for its full time."""
    offer = OFFERS[taken]
    scan = Scan(held=(offer.control, offer.gesture) == (Control.DIAL, Gesture.HOLD))
    if offer.steps:
        scan = replace(_next(house, table, at), offer=taken, late=at, taken=True)
    return replace(table, scan=scan), Input(at, offer.control, offer.gesture, offer.steps)
