"""Shows the page on the screens of the box, lights the lamps, and passes both on to the witness.

A page with secrets has two views: a secret view for the screens of the box, and a public view for every witness. During
the turn of a seat, every picture is sent whole; otherwise the traffic would reveal how much has changed."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from nightcrier.box.even_work import EvenWork
from nightcrier.box.events import Event
from nightcrier.box.hardware import Hardware, Reader
from nightcrier.box.parts import ClockedScreen
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Session, Table
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.ink import open_letters
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.look import glass_contrast, lamp_sign, look
from nightcrier.box.witness import SecretWitness, Witness
from nightcrier.kernel.clock import Beat
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard
from nightcrier.kernel.ids import Language, Seconds
from nightcrier.kernel.screen import LampState

if TYPE_CHECKING:
    from nightcrier.box.ear import Ear

_PICTURE: Seconds = 0.1
"""The longest time to send a whole picture to the glass, at 100 kHz."""


class ScreenPane:
    """Draws pages on one screen of the box in the format of that screen. Pages for a single seat are drawn, too. If a
    page cannot be drawn, the old picture stays."""

    def __init__(self, beat: Beat, glass: ClockedScreen) -> None:
        self._glass = glass
        self._picture = FaultGuard(beat, Part.SCREEN, "Drawing this page", knows_cards=True)
        self._view: View | None = None
        self._glow = -1

    def draw(self, view: View, level: int, *, whole: bool) -> Callable[[], Sequence[Event]]:
        """Draw this view. Return a function that sends the picture and its brightness to the screen, and returns the
        faults. A `whole` picture is sent even if nothing changed."""
        if view == self._view and not whole:
            return list
        self._view = view
        frame, events = self._picture.make(lambda: draw(view, self._glass.format))
        if frame is None:
            return lambda: events
        return lambda: [*events, *self._brighten(level), *self._glass.show(frame, whole=whole)]

    def ask(self) -> Sequence[Event]:
        return self._glass.ask()

    def _brighten(self, level: int) -> Sequence[Event]:
        if level == self._glow:
            return ()
        self._glow = level
        return self._glass.contrast(level)


class ReadingPane:
    """Passes each page to a reader function, which is used instead of a screen."""

    def __init__(self, beat: Beat, reader: Reader) -> None:
        self._reader = reader
        self._reading = FaultGuard(beat, Part.SCREEN, "Reading this page", knows_cards=True)

    def draw(self, view: View, _level: int, *, whole: bool) -> Callable[[], Sequence[Event]]:
        return lambda: self._reading.make(lambda: self._reader(view))[1]

    def ask(self) -> Sequence[Event]:
        """Return no faults, because a reader function cannot fail like a screen."""
        return ()


class Display:
    """Shows the page of the table. A page that has not changed is not shown again."""

    def __init__(
        self,
        house: House,
        beat: Beat,
        hardware: Hardware,
        panes: Sequence[ScreenPane | ReadingPane],
        witness: Witness,
        due: Callable[[], float | None],
    ) -> None:
        """Prepare the display. `due` returns the next time at which something happens that even work must not delay."""
        self._house, self._beat, self._panes, self._witness = house, beat, panes, witness
        self._secret_witness = next((each for each in hardware.witnesses if isinstance(each, SecretWitness)), None)
        self._onlooking = hardware.onlooking(beat) if hardware.onlooking else None
        self._lights = [(light, FaultGuard(beat, Part.PANEL, "The lamp")) for light in hardware.lamps]
        self._seeing = FaultGuard(beat, Part.SCREEN, "This page", knows_cards=True)
        self._ear, self._hearing = hardware.ear, FaultGuard(beat, Part.GAME, "The private ear", knows_cards=True)
        self._even = EvenWork(hardware.worked, beat)
        self._due = due
        self._table: Table | None = None  # what was shown last
        self._view: View | None = None  # with what one seat alone may see
        self._public: View | None = None  # what everybody may know of it
        self._lamp: tuple[LampState, int, int] | None = None
        self._touched = 0.0
        self._secret = False  # one seat alone sees the glass, or might

    def show(self, table: Table) -> list[Event]:
        if table is self._table and not self._seeing.broken:
            return []
        before, self._table = self._table, table
        if table.session and table.session.keeps_secrets and not (before and before.session):
            for language in self._house.games[table.session.game].shown_in(table.choices.language):
                open_letters(language)
            _open_words(self._house, table.session, table.choices.language)
        found = self._ask_screens(table)
        view, told = self._seeing.make(lambda: look(self._house, table))
        events = [*found, *told]
        if view:
            events += self._show_view(table, view)
            events += self._onlooking.show(self._house, table, view) if self._onlooking else ()
        events += self._shine(*lamp_sign(self._house, table))
        self._even.settle()
        return events

    def _show_view(self, table: Table, view: View) -> list[Event]:
        """Show the view. A page without a secret causes as much data traffic to the glass as a page with one."""
        touched = table.session is not None and table.session.acting is not None  # in a secret turn, to see nothing yet
        before, self._secret = self._secret, view.even or touched
        whole = before or self._secret
        level = glass_contrast(self._house, table, view)
        changes = view != self._view
        drawn = [pane.draw(view, level, whole=whole) for pane in self._panes] if changes or whole else []
        events = list[Event]()
        if changes:
            self._tell_secret(view, self._view)
            events += self._hear(lambda ear: ear.follow(self._house.words, table, view))
        self._view = view  # taking the last one down takes time, too: more, if it held a secret
        self.fill_up(table)
        if changes:
            self._tell_public(view.hidden.public if view.hidden else view)
        events += [event for show in drawn for event in show()]
        return [*events, *self._hear(lambda ear: ear.speak())]

    def _hear(self, do: "Callable[[Ear], None]") -> Sequence[Event]:
        ear = self._ear()
        return self._hearing.make(lambda: do(ear))[1] if ear else ()

    def fill_up(self, table: Table) -> None:
        """Pad the work of this turn in a game with secrets. Otherwise its time would reveal whether a seat is asked or
        nobody was called. The padding never delays the picture past the end of a window, which people hear."""
        session = table.session
        if session and session.keeps_secrets:
            ends = session.score.until if session.score else None
            moments = (self._due(), None if ends is None else ends - _PICTURE)
            self._even.fill(min((moment for moment in moments if moment is not None), default=None))
        else:
            self._even.rest()

    def _ask_screens(self, table: Table) -> list[Event]:
        """Check at every touch in a game with secrets whether the screens still work. Otherwise a dead screen would be
        noticed sooner when a seat has a secret to see, and the fault would reveal that there was one."""
        before, self._touched = self._touched, table.rest.touched
        if table.rest.touched == before or table.session is None or not table.session.keeps_secrets:
            return []
        return [event for pane in self._panes for event in pane.ask()]

    def _tell_secret(self, view: View, before: View | None) -> None:
        """Pass a secret to the witness of a rehearsal. This comes before even work, which hides the time it takes."""
        hidden, known = view.hidden, before.hidden if before else None
        if self._secret_witness and hidden and not hidden.same_as(known):
            self._secret_witness.see_secret(self._beat.now(), view)

    def _tell_public(self, view: View) -> None:
        """Pass the public view to the witness when the view changes. The witness never learns what one seat alone
        sees."""
        now, before, self._public = self._beat.now(), self._public, view
        if view == before:
            return
        if before is None or view.page != before.page:
            self._witness.turn_page(now, view.page, before.page if before else "")
        self._witness.see(now, view)

    def _shine(self, state: LampState, number: int, again: int) -> list[Event]:
        if (state, number, again) == self._lamp:
            return []
        self._lamp = state, number, again
        self._witness.lamp(self._beat.now(), state, number)
        return [fault for light, guard in self._lights for fault in guard.make(partial(light.show, state, number))[1]]


def _open_words(house: House, session: Session, language: Language) -> None:
    """Look up the names of all cards, so that the files with their words are already open. If a file were opened only
    when a seat reads about a card, the delay would reveal which card it is."""
    for card in dict.fromkeys(session.setup.deck):
        fact_text(house.words, language, house.games[session.game].card_fact(card))
