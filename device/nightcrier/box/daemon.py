"""The daemon owns all state. It takes events, asks the table to decide, and passes the decisions to the performers and
the screen.

If one part raises an error, the error becomes a fault, and all other parts keep working."""

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Event, Input, Tick, Wished
from nightcrier.box.face import Display, ReadingPane, ScreenPane
from nightcrier.box.hardware import Hardware
from nightcrier.box.panel.port import Edge
from nightcrier.box.parts import ClockedScreen, FirstStart
from nightcrier.box.performers import Performers
from nightcrier.box.show.cues import WindowOpened
from nightcrier.box.sound.desk.desk import Desk
from nightcrier.box.sturdy import GuardedPart, GuardedPerformers, TimedPart
from nightcrier.box.table.core.effects import (
    Answered,
    AnswerGuest,
    ChoreEffect,
    Effect,
    Entry,
    ForgetName,
    KeepSheet,
    LookUp,
    PortEffect,
    Record,
    Remember,
    ScoreChange,
)
from nightcrier.box.table.core.house import HandsChoice, House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.ground.power_on import boot
from nightcrier.box.table.step import step, table_due
from nightcrier.box.witness import Witness
from nightcrier.box.writer import AT_ONCE
from nightcrier.kernel.clock import Beat
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.guard import FaultGuard
from nightcrier.kernel.refusal import Refusal

_AT_ONCE = 1000
"""The most rounds of due events that one wake-up handles. If there are more, the daemon assumes an endless loop."""

FAILURES_TO_RESTART = 5
"""The number of consecutive crashes in the game's code after which the whole program must restart."""


class RestartNeeded(NightcrierError):
    """Raised to make systemd restart the service. After the third restart the interrupted game is left out."""

    def __init__(self) -> None:
        super().__init__("The game failed inside again and again; the box starts afresh.")


class Ports(Struct, frozen=True):
    hardware: Hardware
    beat: Beat
    witness: Witness
    performers: Performers
    screens: tuple[ClockedScreen, ...]
    loudspeaker: Desk
    keeper: TimedPart
    bookkeeper: TimedPart
    late: TimedPart
    ceiling: TimedPart


class Daemon:
    """Owns all state of the box except its hardware. Other code calls only `take` and `wake`; `due` returns the time at
    which to call `wake`."""

    def __init__(self, house: House, table: Table, ports: Ports) -> None:
        self.house, self.table, self._beat, hardware = house, table, ports.beat, ports.hardware
        self._due_of: Table | None = None  # the table of which `_due` was worked out: it is asked for at every turn
        self._due: float | None = None
        self._hands, self._witness, self._answer = hardware.hands, ports.witness, hardware.answer
        self._followed, self._output = HandsChoice(), hardware.output
        self._writer, self._scores_wait = hardware.writer, False
        self._answers: list[AnswerGuest] = []  # to wishes whose outcome is not shown yet
        first = FirstStart(
            ports.beat,
            house,
            lambda: self.table,
            lambda view: [draw(view, screen.format) for screen in ports.screens],  # none is shown it
            self._perform_one,
        )
        guard = FaultGuard(hardware.clock, Part.GAME, "Getting ready", knows_cards=True)
        self._get_ready = partial(guard.attempt, first.get_ready)
        self._living = (*_sturdy(ports), GuardedPart(first, guard))
        self._performers = GuardedPerformers(ports.performers, hardware.clock)
        self._face = Display(house, ports.beat, hardware, _panes(ports), ports.witness, self.due)
        self._touches = [FaultGuard(hardware.clock, Part.PANEL, "Reading the buttons") for _ in hardware.hands]
        self._rules = FaultGuard(hardware.clock, Part.GAME, "The game", knows_cards=True)

    def boot(
        self,
        entries: Sequence[Entry],
        faults: Sequence[Event] = (),
        *,
        crashed: bool = False,
    ) -> bool:
        """Continue the interrupted game, show a page, then report the faults. Return False if the interrupted game
        cannot be continued."""
        turn, told = self._rules.make(lambda: boot(self.house, self.table, entries, crashed=crashed))
        self.adopt(turn or boot(self.house, self.table, ()))
        self.take(*told, *faults, *self._get_ready())  # after the first picture
        return turn is not None

    def adopt(self, turn: TableStep) -> None:
        """Replace the state of the table, and perform the effects that come with the new state."""
        self.table, effects = turn
        self._follow_choices()
        self._show()
        self._perform(effects)

    def take(self, *things: "Edge | Event") -> None:
        """Handle edges and events in order. Draw the screen only once, after all of them, because drawing takes longer
        than a hand's movement."""
        for thing in things:
            for event in self._gestures(thing) if isinstance(thing, Edge) else [thing]:
                for told in self._news_of_writing():
                    self._step(told)
                self._step(event)
        self._show()

    def wake(self) -> None:
        """Handle everything that is due by now, in order. Call this method at the time that `due` returned."""
        for _ in range(_AT_ONCE):
            now, moment = self._beat.now(), self._table_due()
            polled = (event for part in self._living if part.is_due(now) for event in part.poll())
            events = [*self._writer.news(), *polled]
            if not events and (moment is None or moment > now):
                break
            for event in events:
                self._happen(event)
            if not events and moment is not None:
                self._happen(Tick(moment))
        self._show()

    def _happen(self, event: Event) -> None:
        """Handle one event. Its effects begin at the time of the event, even if the processor is late."""
        with self._beat.of(event.at):
            self._step(Tick(self._beat.now()) if isinstance(event, Tick) else event)

    def due(self) -> float | None:
        moments = [self._table_due(), *[part.due() for part in self._living]]
        return min([moment for moment in moments if moment is not None], default=None)

    def _table_due(self) -> float | None:
        if self._due_of is not self.table:
            self._due_of, self._due = self.table, table_due(self.house, self.table)
        moment = self._due
        return max(moment, self._rules.again) if moment is not None and self._rules.waits else moment

    def _gestures(self, edge: Edge) -> Sequence[Event]:
        return self._touches[edge.hand].attempt(lambda: self._hands[edge.hand].edge(edge))

    def _step(self, event: Event) -> None:
        """Let the table decide about an event. If the game crashes, the event is dropped, and the table stays
        unchanged."""
        if isinstance(event, Input):
            self._witness.hand(event)
        if isinstance(event, Fault):
            self._witness.fault(event)
        turn, told = self._rules.make(lambda: step(self.house, self.table, event))
        if turn:
            self.table, effects = turn
            self._follow_choices()
            if any(isinstance(effect, Record) and isinstance(effect.entry, Answered) for effect in effects):
                self._face.fill_up(self.table)  # before the end of its window is heard
            self._perform(effects)
        elif self._rules.failures >= FAILURES_TO_RESTART:
            raise RestartNeeded
        elif isinstance(event, Wished) and event.number:
            self._answers.append(AnswerGuest(event.guest, event.number, Refusal.ABSENT))
        for fault in told:
            self._step(fault)

    def _follow_choices(self) -> None:
        """Tell the controls what people have chosen for their hands, and tell the loudspeaker which sound card the
        private ear uses."""
        if self._output:
            self._output.chosen_ear = self.table.choices.ear
        if self._followed != self.table.choices.hands:
            self._followed = self.table.choices.hands
            for hands in self._hands:
                hands.follow(self._followed.over(self.house.settings.panel))

    def _perform(self, effects: Sequence[Effect]) -> None:
        last = next((effect for effect in reversed(effects) if isinstance(effect, Record)), None)
        for effect in effects:
            with_last = isinstance(effect, Record) and effect.beside and effect is not last
            for event in self._perform_one(replace(effect, forced=False) if with_last else effect):
                self._step(event)

    def _perform_one(self, effect: Effect) -> Sequence[Event]:
        if isinstance(effect, AnswerGuest):
            self._answers.append(effect)
            return ()
        work = partial(self._performers.perform, effect, self.table.choices, self.table.bags)
        noted = isinstance(effect, Remember) and not self._writer.busy  # a turn of the dial needs no other thread
        if _is_written_beside(effect) and not noted:
            self._scores_wait |= isinstance(effect, ScoreChange)
            return self._writer.do(work)
        if isinstance(effect, Record | LookUp | ForgetName | WindowOpened | ChoreEffect):
            self._writer.settle()
        return *self._writer.news(), *work()

    def _news_of_writing(self) -> Sequence[Event]:
        """Return the results of what was written in the background. If scores are being written, wait for them: the
        next touch may open the page that shows them."""
        if self._scores_wait:
            self._scores_wait = False
            self._writer.settle()
        return self._writer.news()

    def _show(self) -> None:
        events = self._face.show(self.table)
        for event in events:
            self._step(event)
        if events:
            self._show()
        answers, self._answers = self._answers, []
        for answer in answers:
            self._answer(answer)


def _is_written_beside(effect: PortEffect) -> bool:
    """Say whether an effect may be written in the background while its outcome is already shown and said. Such an
    effect reveals no secret and no call, and does not erase a name."""
    if isinstance(effect, Record):
        return effect.beside
    return isinstance(effect, Remember | KeepSheet | ScoreChange) and not isinstance(effect, ForgetName)


def _panes(ports: Ports) -> list[ScreenPane | ReadingPane]:
    """Return a pane for each screen and each reader function."""
    drawn = (ScreenPane(ports.beat, screen) for screen in ports.screens)
    return [*drawn, *(ReadingPane(ports.beat, reader) for reader in ports.hardware.readers)]


def _sturdy(ports: Ports) -> tuple[GuardedPart, ...]:
    """Return all parts that must be called at certain times, in the order in which the daemon calls them."""
    clock, writer = ports.hardware.clock, ports.hardware.writer
    parts: tuple[tuple[TimedPart, Part, str], ...] = (
        *((hands, Part.PANEL, "Waiting for the buttons") for hands in ports.hardware.hands),
        (ports.loudspeaker, Part.SOUND, "The loudspeaker"),
        *((screen, Part.SCREEN, "The screen") for screen in ports.screens),
        (ports.keeper, Part.STATE, "Keeping the settings"),
        (ports.bookkeeper, Part.STATE, "Keeping the scores"),
        (ports.late, Part.CONFIG, "Telling what is broken"),
        (ports.ceiling, Part.SOUND, "Keeping the quiet hours"),
    )
    return tuple(
        GuardedPart(living, FaultGuard(clock, part, what), writer if part is Part.STATE else AT_ONCE)
        for living, part, what in parts
    )
