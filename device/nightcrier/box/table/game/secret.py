"""Shows what only one seat or the host may see: a secret turn, a private page, the sheet.

In a secret turn the dial moves through the choices, a press chooses, and BACK undoes a choice that has shown nothing
yet. A held dial shows the secret for at most eight seconds. After a press no choice stays on the glass, because others
may have their eyes open.

On the sheet the dial scrolls through rows of small text. A press of the dial opens the menu of the game, if it has one;
any other press leads back to the stage, which has continued in the meantime.

Secrets are hidden from every record. A secret never causes speech, a sound or a change of light."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, assert_never

from msgspec.structs import replace

from nightcrier.box.events import Caption, Control, Gesture, Input
from nightcrier.box.show.answers import Option
from nightcrier.box.show.facts import Fact, RoleName, SeatName, Word
from nightcrier.box.show.game_menu import has_menu
from nightcrier.box.show.plug import SheetKeeper
from nightcrier.box.show.stages import HOST, TABLE, Ask, Prompt, Secret, Tell, in_the_dark
from nightcrier.box.table.core.effects import Chosen, Record
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Page, Session, Table, TableStep, TurnState
from nightcrier.box.table.drawing.frame import is_whole
from nightcrier.box.table.drawing.view import Hidden, Row, Size, Text, View
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.game.conducting import MOST_PRESSES, look_due, turn_state
from nightcrier.box.table.game.session import open_menu
from nightcrier.kernel.ids import LineId


def is_for_turn(event: Input) -> bool:
    """Say whether a gesture belongs to the seat whose turn it is. START never does: it pauses and skips."""
    if event.control is Control.DIAL:
        return event.gesture is not Gesture.PRESS_TURN
    return event.control is Control.BACK and event.gesture is Gesture.PRESS


def handle_turn(
    session: Session, name: str, secret: Secret, event: Input, *, late: bool = False, latch: bool = False
) -> tuple[Session, tuple[Record, ...]]:
    """Do what a gesture means in a secret turn. A `late` press is not written and shows nothing. Otherwise the end of
    the window would wait for the disk, and everybody would hear the delay. With `latch`, a press that would choose
    nothing shows the secret, and the next press hides it, whether or not the seat has a secret."""
    acting = turn_state(session, name)
    if acting.late:
        return session, ()
    if event.gesture is not Gesture.RELEASE:
        acting = replace(acting, touched=True)
    match event.gesture:
        case Gesture.PRESS if late:
            pressed = _press(acting, secret, event.control)
            return replace(session, acting=replace(pressed, pressed=acting.pressed, held=None, late=True)), ()
        case Gesture.PRESS:
            # Every press is written down before it shows anything, whether or not it chose something.
            pressed = _press(acting, secret, event.control)
            counts = pressed.pressed != acting.pressed
            if latch:
                look = secret.prompt(acting.row).look
                pressed = replace(_latched(acting, pressed, event), latched=event.at, look=look)
            acting = pressed
            written = (Record(Chosen(name, acting.row), session.keeps_secrets),) if counts else ()
            return replace(session, acting=acting), written
        case Gesture.TURN:
            acting = _turn(acting, secret.prompt(acting.row), event.steps)
        case Gesture.HOLD:
            look = secret.prompt(acting.row).look
            acting = replace(acting, held=event.at, look=look, looked=True, settled=True)
        case Gesture.RELEASE:
            acting = replace(acting, held=None)
        case Gesture.PRESS_TURN:
            return session, ()
        case _:
            assert_never(event.gesture)
    return replace(session, acting=acting), ()


def turn_view(house: House, table: Table, public: View, acting: TurnState, secret: Secret) -> View:
    """Return what the seat sees. If everybody may see the same, nothing is hidden."""
    kind, facts, rows = _private_rows(house, table, public, acting, secret)
    if not rows:
        return public
    marks = replace(public.marks, of=0) if public.marks and kind != "tell" else None  # a card takes the whole glass
    return replace(public, rows=rows, marks=marks, even=True, hidden=Hidden(public, kind, secret.seats, facts))


def _turn(acting: TurnState, prompt: Prompt, steps: int) -> TurnState:
    """Turn to another choice. The first detent in either direction shows the starting choice."""
    if not prompt.options:
        return acting
    before = acting.index if acting.index >= 0 else prompt.start - (1 if steps > 0 else -1)
    return replace(acting, index=(before + steps) % len(prompt.options))


def _press(acting: TurnState, secret: Secret, control: Control) -> TurnState:
    """Choose with the dial, or undo a choice with BACK. Ignore presses beyond `MOST_PRESSES`, because their number
    would be visible in the journal."""
    if acting.pressed == MOST_PRESSES:
        return acting
    pressed = replace(acting, pressed=acting.pressed + 1, index=-1, held=None)
    if control is Control.DIAL:
        chosen = _choice(acting, secret.prompt(acting.row))
        if not chosen:
            return pressed
        row = (*acting.row, *chosen)  # if what follows has to be confirmed, the seat has to look once more
        return replace(pressed, row=row, looked=acting.looked and not secret.prompt(row).confirm, settled=False)
    if acting.index >= 0 or not acting.row or not _may_go(secret, acting):
        return pressed
    return replace(pressed, row=acting.row[:-1])


def _latched(before: TurnState, pressed: TurnState, event: Input) -> TurnState:
    """Return the turn after this press. The press hides whatever is shown. If nothing is shown and the press has chosen
    nothing, it shows the secret. BACK can only hide it."""
    if before.index >= 0:
        return pressed
    if look_due(before.held, event.at, before.look) is not None or pressed.pressed == before.pressed:
        return replace(pressed, row=before.row, held=None)
    if event.control is Control.BACK or pressed.row != before.row:
        return pressed
    return replace(pressed, held=event.at, looked=True, settled=True)


def _may_go(secret: Secret, acting: TurnState) -> bool:
    """Say whether the seat may undo its last choice. A choice that must be confirmed can be undone until somebody
    looks."""
    before, now = secret.prompt(acting.row[:-1]), secret.prompt(acting.row)
    is_unseen = before.seen == now.seen or (bool(now.confirm) and not acting.settled)
    return is_unseen and not now.final and acting.row[-1] != before.again


def _choice(acting: TurnState, prompt: Prompt) -> tuple[str, ...]:
    """Return the value that a press of the dial chooses, or nothing if it chooses nothing."""
    if acting.index >= 0:
        value = prompt.options[acting.index].value
        return (value,) if value else ()
    return (prompt.confirm,) if acting.looked and prompt.confirm else ()


def _private_rows(
    house: House, table: Table, public: View, acting: TurnState, secret: Secret
) -> tuple[str, tuple[Fact, ...], tuple[Row, ...]]:
    """Return the kind, facts and rows that this seat alone sees, or no rows if everybody sees the same."""
    prompt, words, language = secret.prompt(acting.row), house.words, table.choices.language
    seats = seating(table)
    if prompt.seen and not acting.late and look_due(acting.held, table.now, acting.look):
        texts = (fact_text(words, language, seen, seats) for seen in prompt.seen)
        return "tell", prompt.seen, tuple(map(Text, texts, _sizes(prompt.seen)))
    if acting.index >= 0:
        label = prompt.options[acting.index].label
        return "ask", (label,), (Text(fact_text(words, language, label, seats), Size.LARGE),)
    if hint := _hint(acting, prompt):
        kept_up = prompt.options and look_due(acting.held, table.now, acting.look)
        last = _last(acting, secret) if kept_up else None
        name = Text(fact_text(words, language, last, seats), Size.LARGE) if last else public.rows[0]
        return "ask", (hint,), (name, Text(fact_text(words, language, hint, seats), Size.SMALL))
    return "", (), ()


def _sizes(seen: Sequence[Fact]) -> Sequence[Size]:
    """Return the size of each fact. A single card is the largest word of its page; several cards have equal sizes."""
    first, *others = map(_is_card, seen)
    is_one = not others or (first and not any(others))
    return (Size.LARGE, *(Size.SMALL for _ in others)) if is_one else (Size.MEDIUM,) * len(seen)


def _is_card(fact: Fact) -> bool:
    return isinstance(fact, RoleName) or (isinstance(fact, Word) and "role" in fact.fillings)


def _hint(acting: TurnState, prompt: Prompt) -> Fact | None:
    """Return the fact that says what the seat can do next, or None until the seat has used the controls since the call
    or the pause."""
    if acting.late:
        return Word("turn.done")
    if prompt.confirm:
        return Word("turn.press") if acting.looked else Word("turn.see") if acting.row else None
    if not acting.touched:
        return None
    if prompt.options:
        return Word("turn.see-more" if prompt.seen else "turn.more") if acting.row else None
    if prompt.seen:
        return Word("turn.see")
    return Word("turn.done" if acting.row else "turn.nothing")


def _last(acting: TurnState, secret: Secret) -> Fact | None:
    if not acting.row:
        return None
    options: Iterable[Option] = secret.prompt(acting.row[:-1]).options
    return next((option.label for option in options if option.value == acting.row[-1]), None)


def private_view(
    house: House, table: Table, shown: View, who: int, hint: str, facts: tuple[Fact, ...], rows: tuple[Row, ...]
) -> View:
    """Show `rows` to the person `who` alone. Without rows, show what everybody may know: whose turn it is, and what the
    seat does next. For the host, nothing is added, because only the host looks at the glass."""
    words, language = house.words, shown.language
    public = replace(shown, foot=None)  # which tells of marks
    if who != HOST:
        name = Text(fact_text(words, language, SeatName(who), seating(table)), Size.LARGE)
        public = replace(shown, rows=(name, Text(words.screen(language, hint), Size.SMALL)))
    if not rows:
        return public
    return replace(shown, rows=rows, even=who != HOST, hidden=Hidden(public, shown.page, (who,), facts))


_PAGE = "sheet"
_MOST_ROWS = 6
"""The most rows that any glass can show. Measuring more rows at once would take too long."""


def asks_for_sheet(house: House, table: Table, session: Session, event: Input) -> bool:
    """Say whether START is held to open the sheet. The sheet must not be empty, and the screen must work."""
    held = event.control is Control.START and event.gesture is Gesture.HOLD
    return held and is_led(session) and house.sees(table.faults)


def is_led(session: Session) -> bool:
    """Say whether a host leads this game and looks at the glass."""
    return bool(_sheet(session))


class SheetPage(Page, frozen=True, tag="sheet"):
    """The page with the sheet for the host. The stage continues under it. `index` is the first row that is shown."""

    stays: ClassVar[bool] = True
    index: int = 0

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.gesture:
            case Gesture.TURN | Gesture.PRESS_TURN:
                return _scroll(house, table, self, event.steps), ()
            case Gesture.PRESS if event.control is Control.DIAL and table.session and has_menu(table.session.play):
                return open_menu(replace(table, page=None), event.at)
            case Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=None), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        """Return the view of the sheet. It is as dim as the stage under it, because people may have their eyes shut."""
        rows, dim = _rows(house, table), table.stage is not None and in_the_dark(table.stage)
        first = max(0, min(self.index, len(rows) - 1))  # the sheet may have become shorter meanwhile
        last = next(
            (n for n in range(min(len(rows), first + _MOST_ROWS), first, -1) if _fits(house, table, rows[first:n])),
            first + 1,
        )
        facts = _sheet(table.session)[first:last]
        return private_view(
            house, table, View(_PAGE, table.choices.language, dim=dim), HOST, "", facts, rows[first:last]
        )

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return lines that say what this page is, but never what is on it. While eyes are shut, or while the host
        alone is asked, return no lines."""
        stage = table.stage
        alone = isinstance(stage, Ask | Tell) and stage.who != TABLE
        return () if stage is None or alone or in_the_dark(stage) else (LineId("sheet.for-eyes"),)

    def is_in_hand(self, caption: Caption) -> bool:
        return True


def _scroll(house: House, table: Table, page: SheetPage, steps: int) -> Table:
    """Scroll the sheet, but not beyond the screen with the last row."""
    rows = _rows(house, table)
    end = range(max(0, len(rows) - _MOST_ROWS), len(rows))
    last = next((n for n in end if _fits(house, table, rows[n:])), max(0, len(rows) - 1))
    return replace(table, page=replace(page, index=max(0, min(last, page.index + steps))))


def _rows(house: House, table: Table) -> tuple[Text, ...]:
    language, seats = table.choices.language, seating(table)
    return tuple(Text(fact_text(house.words, language, fact, seats), Size.SMALL) for fact in _sheet(table.session))


def _sheet(session: Session | None) -> tuple[Fact, ...]:
    play = session.play if session else None
    return play.sheet() if isinstance(play, SheetKeeper) else ()


def _fits(house: House, table: Table, rows: tuple[Text, ...]) -> bool:
    return is_whole(View(_PAGE, table.choices.language, rows), house.screen)
