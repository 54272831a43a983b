"""What the box shows: the page drawn on the glass, the lamp, and what the witness is told of them.

Of a page of secrets the glass gets one view, every witness the other: what everybody may know."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from device.box.sturdy import Guard, Living
from device.box.witness import Witness
from device.kernel.clock import Beat
from device.kernel.events import Event, Part
from device.panel.port import Frame
from device.table.house import House
from device.table.look import glow, lamp, look
from device.table.state import Table
from device.table.view import View, lines

Draw: TypeAlias = Callable[[View], Frame]


class Glass(Living, Protocol):
    """The screen as the loop meets it: never raises; says when it broke and when it is back."""

    def show(self, frame: Frame) -> Sequence[Event]: ...

    def contrast(self, level: int) -> Sequence[Event]: ...


class Light(Protocol):
    def show(self, state: str) -> None: ...


class Face:
    """Shows what the table looks like, and nothing twice."""

    def __init__(self, house: House, beat: Beat, glass: Glass, light: Light, draw: Draw, witness: Witness) -> None:
        self._house, self._beat, self._witness = house, beat, witness
        self._glass, self._light, self._draw = glass, light, draw
        self._seeing = Guard(beat, Part.SCREEN, "This page", knows_cards=True)
        self._picture = Guard(beat, Part.SCREEN, "Drawing this page", knows_cards=True)
        self._lit = Guard(beat, Part.PANEL, "The lamp")
        self._view: View | None = None  # what stands on the glass
        self._public: View | None = None  # what everybody may know of it
        self._lamp, self._glow = "", -1

    def show(self, table: Table) -> list[Event]:
        """Bring glass and lamp to this. What broke by it is given back."""
        view, events = self._seeing.made(lambda: look(self._house, table))
        if view and view != self._view:
            events += self._turn(view, glow(self._house, table, view))
        return events + self._shine(lamp(self._house, table))

    def _turn(self, view: View, level: int) -> list[Event]:
        """A page that cannot be drawn leaves the picture before it."""
        before, self._view = self._view, view
        frame, events = self._picture.made(lambda: self._draw(view))
        if frame and view.hidden and (before is None or not view.hidden.same_as(before.hidden)):
            self._witness.hidden(self._beat.now(), view.hidden, lines(view), frame)
        events += self._told(view, frame)
        if frame:
            events += [*self._brighten(level), *self._glass.show(frame)]
        return events

    def _told(self, view: View, frame: Frame | None) -> list[Event]:
        """The witness is told what everybody may know, when that changes. What one seat sees is not among it."""
        now, before, events = self._beat.now(), self._public, list[Event]()
        public = view.hidden.public if view.hidden else view
        if public == before:
            return events
        self._public = public
        if before is None or public.page != before.page:
            self._witness.turned(now, public.page, before.page if before else "")
        if view.hidden:
            frame, events = self._picture.made(lambda: self._draw(public))
        if frame:
            self._witness.seen(now, public, frame)
        return events

    def _shine(self, state: str) -> list[Event]:
        if state == self._lamp:
            return []
        self._lamp = state
        self._witness.lamp(self._beat.now(), state)
        _, told = self._lit.made(lambda: self._light.show(state))
        return told

    def _brighten(self, level: int) -> Sequence[Event]:
        if level == self._glow:
            return ()
        self._glow = level
        return self._glass.contrast(level)
