"""Turns edges into gestures. The decoder has no thread and no clock: the loop gives it edges and calls it when it is
due.

The kernel stamps edges with their times, and they arrive in this order. An edge that waited in the queue is judged by
its time stamp. Levels are read at the present time, so they count only if nothing moves. If the decoder is called late
while edges wait in the queue, it could see a release before its edge, or a false hold. So a late call is delayed for a
moment, and has an effect only if no edge arrives in that moment."""

from collections.abc import Mapping

from nightcrier.box.events import Control, Event, Gesture, HeldAtPowerOn, Input, Touched
from nightcrier.box.panel import button, dial
from nightcrier.box.panel.button import Sign, Timing
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.faults import Fault, Flaw, Part
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.settings import PanelSettings

SWITCHES = {"start": Control.START, "back": Control.BACK, "dial-press": Control.DIAL}
_NAMES = {"start": "START", "back": "BACK", "dial-press": "the dial"}
_SIGNS = {"start": "START", "back": "BACK", "dial-press": "dial_press"}
"""The names of the switches as printed beside them or used in the settings. They are the same in every language."""
TREMOR: Seconds = 0.3
"""The time from the start of a press in which a single detent of the dial does not count, because a shaking finger
moves the dial while it presses. People who turn the pressed dial turn it farther, or press for longer."""

_LATE: Seconds = 0.01
_MOMENT: Seconds = 0.005

_GESTURES = {Sign.PRESS: Gesture.PRESS, Sign.HOLD: Gesture.HOLD, Sign.RELEASE: Gesture.RELEASE}


class Decoder:
    """Reads three switches and a dial. If two switches are closed together, both are ignored until both are open."""

    def __init__(self, settings: PanelSettings, levels: Mapping[str, bool] | None = None, at: float = 0.0) -> None:
        levels = levels or {}
        self.follow(settings)
        self._switches = {pin: button.switch_at_power_on(levels.get(pin, False), at) for pin in SWITCHES}
        self._dial = dial.dial_at_power_on((levels.get("dial-a", False), levels.get("dial-b", False)))
        self._number: int | None = None  # of the last edge
        self._moving = False
        self._press_turning = False
        self._put_off: float | None = None
        self._jammed: tuple[str, ...] = ()  # told
        self._shaken: list[int] = []  # detents of a press that may be a tremor

    def follow(self, settings: PanelSettings) -> None:
        self._settings = settings
        self._timing = Timing(settings.bounce_ms / 1000, settings.hold_ms / 1000, settings.strike_ms / 1000)
        swapped = {"start": Control.BACK, "back": Control.START} if settings.swap else {}
        self._controls = SWITCHES | swapped

    def edge(self, edge: Edge) -> list[Event]:
        """Take in an edge, and return the resulting gestures."""
        self._put_off = None
        events = self._advance(edge.at)
        if edge.pin in SWITCHES:
            events += self._keep_switch(
                edge.pin, button.take_edge(self._switches[edge.pin], edge.active, edge.at, self._timing)
            )
        elif edge.pin in ("dial-a", "dial-b"):
            events += self._turn(edge)
        self._find_lost_edge(edge)
        return events

    def due(self) -> float | None:
        """Return the time at which `tick` must be called, or None while nobody touches the panel."""
        return self._put_off if self._put_off is not None else self._next()

    def tick(self, now: float, levels: Mapping[str, bool]) -> list[Event]:
        """Advance the time to `now`, given the present levels of the pins. Return the resulting gestures."""
        if self._too_late(now):
            return []
        events = self._read_levels(now, levels)
        if self._dial.rest is not None and self._dial.rest <= now:
            events += self._rest_when_due(now, levels)
        events += self._advance(now)
        return sorted(events + self._read_levels(now, levels), key=lambda event: event.at) + self._jam_faults(now)

    def _next(self) -> float | None:
        moments = [button.switch_due(switch, self._timing) for switch in self._switches.values()]
        own = self._dial.rest, self._tremor_until()
        return min((moment for moment in (*moments, *own) if moment is not None), default=None)

    def _too_late(self, now: float) -> bool:
        """Say whether this call must be delayed because it is late. A call is delayed only once."""
        moment = self._next()
        if self._put_off is None and moment is not None and now > moment + _LATE:
            self._put_off = now + _MOMENT
        elif self._put_off is not None and now >= self._put_off:
            self._put_off = None
        return self._put_off is not None

    def _advance(self, at: float) -> list[Event]:
        events: list[Event] = []
        moment = self._next()
        while moment is not None and moment <= at:
            if self._dial.rest is not None and self._dial.rest <= moment:
                events += self._stand(moment)
            if (until := self._tremor_until()) is not None and until <= moment:
                events += self._tell_turns(moment)
            for pin, switch in self._switches.items():
                events += self._keep_switch(pin, button.age_switch(switch, moment, self._timing))
            self._spoil_chords(moment)
            moment = self._next()
        return events

    def _read_levels(self, now: float, levels: Mapping[str, bool]) -> list[Event]:
        """Correct the state of switches that have lost an edge, and return the resulting events."""
        events: list[Event] = []
        for pin, switch in self._switches.items():
            events += self._keep_switch(
                pin, button.read_level(switch, levels.get(pin, switch.level), now, self._timing)
            )
        return events

    def _keep_switch(self, pin: str, step: button.SwitchStep) -> list[Event]:
        before, (self._switches[pin], signs) = self._switches[pin], step
        control = self._controls[pin]
        told = [_event_of(at, control, sign) for at, sign in signs]
        if not self._switches["dial-press"].closed:
            self._press_turning = False
            if before.sure:
                self._shaken = []  # a tremor: the press counts
            elif self._shaken:
                told += self._tell_turns(before.quiet or before.since)  # a spark: no finger was there
        return told

    def _spoil_chords(self, at: float) -> None:
        down = [pin for pin, switch in self._switches.items() if button.is_under_finger(switch, at)]
        if len(down) > 1:
            for pin in down:
                self._switches[pin] = button.spoil_press(self._switches[pin])

    def _jam_faults(self, at: float) -> list[Event]:
        """Report once which switches stay closed, and report when none is jammed any more."""
        jammed = tuple(pin for pin, switch in self._switches.items() if button.is_jammed(switch, at))
        if jammed == self._jammed:
            return []
        self._jammed = jammed
        if not jammed:
            return [Fault(at, Part.PANEL, "No button is stuck any more.", mended=True)]
        names = " and ".join(_NAMES[pin] for pin in jammed)
        what = f"Down for too long: {names}; let go, or look at the wire and at `active_low`."
        return [Fault(at, Part.PANEL, what, "The others work.", flaws=tuple(Flaw(_SIGNS[pin]) for pin in jammed))]

    def _turn(self, edge: Edge) -> list[Event]:
        self._dial, steps = dial.turn_dial(self._dial, edge.pin, edge.active, edge.at, self._settings.edges_per_detent)
        return self._turn_events(edge.at, steps)

    def _find_lost_edge(self, edge: Edge) -> None:
        """Look for a gap in the numbers of the edges. It means that the kernel had no space for an edge of some pin."""
        if edge.number is not None and self._number is not None and edge.number > self._number + 1:
            self._dial = dial.doubt_edges(self._dial, edge.at)
        self._number = edge.number

    def _rest_when_due(self, now: float, levels: Mapping[str, bool]) -> list[Event]:
        """Let the dial rest when its rest is due. If the contacts contradict the edges, wait: another edge may still
        arrive."""
        if "dial-a" not in levels or "dial-b" not in levels:
            return self._stand(now)
        contacts = levels["dial-a"], levels["dial-b"]
        if not self._dial.looked and not dial.stands_as(self._dial, contacts):
            self._dial = dial.put_off_rest(self._dial, now)
            return []
        return self._stand(now, contacts)

    def _stand(self, at: float, contacts: dial.Contacts | None = None) -> list[Event]:
        self._dial, steps = dial.rest_dial(self._dial, self._settings.edges_per_detent, contacts)
        events = self._turn_events(at, steps)
        self._moving = False
        return events

    def _turn_events(self, at: float, steps: int) -> list[Event]:
        if not steps:
            return []
        self._shaken.append(-steps if self._settings.reverse else steps)
        until = self._tremor_until()
        is_tremor = until is not None and at < until and abs(sum(self._shaken)) <= 1
        return [] if is_tremor else self._tell_turns(at)

    def _tremor_until(self) -> float | None:
        """Return the time until which one detent may be a tremor of the finger that presses the dial. Return None if no
        detent waits, or if the dial is turned on purpose."""
        switch = self._switches["dial-press"]
        waits = self._shaken and switch.closed and not (switch.spoiled or switch.held)
        return switch.since + TREMOR if waits else None

    def _tell_turns(self, at: float) -> list[Event]:
        """Return the waiting detents as turns of the dial, or as turns of the pressed dial if it is pressed."""
        gesture = Gesture.PRESS_TURN if self._is_pressed_turn(at) else Gesture.TURN
        turns = [Input(at, Control.DIAL, gesture, steps) for steps in self._shaken]
        self._shaken = []
        began, self._moving = not self._moving, True
        return [Touched(at, Control.DIAL), *turns] if began else [*turns]

    def _is_pressed_turn(self, at: float) -> bool:
        """Say whether the dial is being turned while pressed. From the first detent on, such a press belongs to the
        turn, and is neither a press nor a hold."""
        switch = self._switches["dial-press"]
        if not button.is_under_finger(switch, at):
            return False
        if switch.spoiled and not self._press_turning:
            return False
        self._press_turning = True
        self._switches["dial-press"] = button.lend_to_turn(switch, at)
        return True


def _event_of(at: float, control: Control, sign: Sign) -> Event:
    match sign:
        case Sign.DOWN:
            return Touched(at, control)
        case Sign.POWER_ON:
            return HeldAtPowerOn(at, control)
        case _:
            return Input(at, control, _GESTURES[sign])
