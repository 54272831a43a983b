"""Contains the parts of the loop that must be called at certain times: controls, screens, late faults, ceiling, first
START.

Nothing is louder than the ceiling. In quiet hours the ceiling is lower, if the box knows the time of day.

Before the box is ready, it imports what START needs for the chosen game. While nobody uses the box, it loads in small
steps everything else that the first presses need: the first words, the menus, the rules and the calls of the game, its
first two pages, the next game's first page, and the scores. If people choose another game or deck, it loads the same
for that one. Otherwise an early press would wait longer than a later one."""

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.events import Ceiling, Control, Event, Gesture, Input
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.port import NO_HANDS, Controls, Edge, PanelLost, Put, Screen, SteadyScreen
from nightcrier.box.show.plug import Game, problems_of
from nightcrier.box.show.stages import Count, Verdict
from nightcrier.box.table.core.effects import Effect, FollowKeys, LookUp
from nightcrier.box.table.core.house import House, loudness_of
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.game.session import start_game
from nightcrier.box.table.game.tonight import aim_lines, first_words
from nightcrier.box.table.heard.captions import GAPS
from nightcrier.box.table.look import cut_ahead, look
from nightcrier.box.table.over.deck import DeckPage
from nightcrier.box.table.over.explain import ExplainPage, read_ahead
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.step import step
from nightcrier.kernel.clock import Clock, TimeOfDay
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.screen import Frame, ScreenFormat
from nightcrier.kernel.settings import PanelSettings, SoundSettings

if TYPE_CHECKING:
    from nightcrier.box.panel.input_devices import InputDevices


class DecodedHands:
    """Turns the edges of buttons and dial into gestures, with the times of the clock."""

    def __init__(self, clock: Clock, controls: Controls, decoder: Decoder) -> None:
        self._clock, self._controls, self._decoder = clock, controls, decoder

    def edge(self, edge: Edge) -> Sequence[Event]:
        return self._decoder.edge(edge)

    def follow(self, settings: PanelSettings) -> None:
        self._decoder.follow(_settings_of(self._controls, settings))

    def due(self) -> float | None:
        return self._decoder.due()

    def poll(self) -> Sequence[Event]:
        moment = self._decoder.due()
        if moment is None or moment > self._clock.now():
            return ()
        return self._decoder.tick(self._clock.now(), self._controls.levels())

    def close(self) -> None:
        self._controls.close()


class KeyHands:
    """Implements `Controls` for keypads, foot switches and gamepads. Its code is imported, and its thread runs, only if
    people have chosen keys."""

    def __init__(self, settings: PanelSettings, clock: Clock) -> None:
        self._settings, self._clock = _settings_of(self, settings), clock
        self._put: Put = lambda _: None
        self._devices: InputDevices | None = None

    def open(self, put: Put) -> None:
        self._put = put

    def follow(self, effect: FollowKeys) -> None:
        """Listen to these keys from now on. If the machine cannot watch its devices, only the pins work."""
        with suppress(OSError):
            self._devices = self._devices or self._read_in()
            self._devices.follow(effect.uses, by_name=effect.asks)

    def levels(self) -> dict[str, bool]:
        return self._devices.levels() if self._devices else {}

    def close(self) -> None:
        if self._devices:
            self._devices.close()

    def _read_in(self) -> "InputDevices":
        from nightcrier.box.panel.input_devices import InputDevices

        return InputDevices(self._settings, self._clock, self._put)


def open_hands(
    controls: Sequence[Controls], settings: PanelSettings, clock: Clock, put: Put, faults: list[Fault]
) -> tuple[DecodedHands, ...]:
    """Open all controls that work. Each panel has its own decoder; otherwise fingers on two panels would mix."""
    hands: list[DecodedHands] = []
    for each in controls:
        try:
            each.open(_mark_edges(put, len(hands)))
        except PanelLost as lost:
            faults.append(Fault(clock.now(), Part.PANEL, str(lost), NO_HANDS))
        else:
            decoder = Decoder(_settings_of(each, settings), each.levels(), clock.now())
            hands.append(DecodedHands(clock, each, decoder))
    return tuple(hands)


def _settings_of(controls: Controls, settings: PanelSettings) -> PanelSettings:
    """Return the settings for these controls. Keys are never swapped or reversed, because people have chosen what each
    key does."""
    return replace(settings, swap=False, reverse=False) if isinstance(controls, KeyHands) else settings


def _mark_edges(put: Put, hand: int) -> Put:
    """Return a `put` that adds the number of the panel to each edge. Edges of the first panel stay unchanged."""
    return put if hand == 0 else lambda thing: put(replace(thing, hand=hand) if isinstance(thing, Edge) else thing)


class ClockedScreen:
    """Calls a screen with the times of the clock. The screen never raises an error. One event reports that the screen
    broke, and another that it works again."""

    def __init__(self, clock: Clock, screen: Screen) -> None:
        self._clock, self._screen = clock, SteadyScreen(screen)

    @property
    def format(self) -> ScreenFormat:
        return self._screen.format

    def show(self, frame: Frame, *, whole: bool) -> Sequence[Event]:
        return self._screen.show(frame, self._clock.now(), whole=whole)

    def contrast(self, level: int) -> Sequence[Event]:
        return self._screen.contrast(level, self._clock.now())

    def ask(self) -> Sequence[Event]:
        return self._screen.ask(self._clock.now())

    def due(self) -> float | None:
        return self._screen.due()

    def poll(self) -> Sequence[Event]:
        return self._screen.poll(self._clock.now())

    def close(self) -> None:
        self._screen.close()


class LateFaults:
    """Reports, once each, faults that are found only on first use, such as broken words of a language."""

    def __init__(self, faults: list[Fault]) -> None:
        self._faults = faults

    def poll(self) -> Sequence[Event]:
        told = list(self._faults)
        self._faults.clear()
        return told

    def due(self) -> float | None:
        return self._faults[0].at if self._faults else None


LOOK_AGAIN: Seconds = 60.0
"""The seconds between two looks at the time of day, because somebody may set the clock at any moment."""


def ceiling_at(sound: SoundSettings, minute: int | None) -> int:
    """Return the ceiling at a minute of the day. If the minute is unknown, it counts as outside the quiet hours."""
    most = loudness_of(sound.max_volume)
    if minute is None or not is_quiet_at(sound.quiet_hours, minute):
        return most
    return min(most, loudness_of(sound.quiet_volume))


def is_quiet_at(hours: str, minute: int) -> bool:
    """Say whether this minute is within the quiet hours. `hours` is the text of the setting. Quiet hours may span
    midnight, or end at 24:00."""
    if not hours:
        return False
    start, end = (int(time[:2]) * 60 + int(time[3:]) for time in hours.split("-"))
    return start <= minute < end if start <= end else minute >= start or minute < end


class CeilingWatch:
    def __init__(self, clock: Clock, time_of_day: TimeOfDay, sound: SoundSettings) -> None:
        self._clock, self._time_of_day, self._sound = clock, time_of_day, sound
        self.level = self._now()
        self._at = clock.now() + LOOK_AGAIN if sound.quiet_hours else None

    def due(self) -> float | None:
        """Return when to read the time of day again, or None if the ceiling never changes."""
        return self._at

    def poll(self) -> Sequence[Event]:
        now, before = self._clock.now(), self.level
        if self._at is None or now < self._at:
            return ()
        self._at, self.level = now + LOOK_AGAIN, self._now()
        return () if self.level == before else (Ceiling(now, self.level),)

    def _now(self) -> int:
        return ceiling_at(self._sound, self._time_of_day.minute())


REHEARSE_AT: Seconds = 0.3
"""The seconds from power-on to the first step of the preparation, after the first picture and the sound card."""

_PAUSE: Seconds = 0.05
"""The seconds between two steps of the preparation. A press in between waits for one step at most."""
_OF_START = attrgetter("game", "setup", "languages", "lying")  # what the pages hang on that START leads to
TABLE_PIECES = tuple(
    f"nightcrier.box.table.{piece}"
    for piece in ("plugs.recording.menu", "plugs.chores.root_work", "plugs.registry", "ground.menus")
)
"""The modules that no page needs before somebody presses, in the order of `Game.pieces`."""


def _read_in_program() -> Iterator[Sequence[Event]]:
    for piece in TABLE_PIECES:
        import_module(piece)
        yield ()
    for gap in GAPS:
        re.compile(gap)
        yield ()


class FirstStart:
    """Loads in small steps what the first presses need. To do so it begins a game, of which nothing is saved or
    heard."""

    def __init__(
        self,
        clock: Clock,
        house: House,
        table: Callable[[], Table],
        draw: Callable[[View], object],
        perform: Callable[[Effect], Sequence[Event]],
    ) -> None:
        """Prepare the steps. `perform` loads the first words, and looks up the standing of the evening."""
        self._clock, self._house, self._table, self._draw, self._perform = clock, house, table, draw, perform
        self._program, self._pieces = _read_in_program(), self._all_pieces()
        self._at: float | None = clock.now() + REHEARSE_AT
        self._words: Iterator[Sequence[Event]] = iter(())
        self._followed: Table | None = None  # which was last looked at for what comes after it
        self._ahead: Iterator[Sequence[Event]] = iter(())

    def get_ready(self) -> Sequence[Event]:
        """Import what START needs for the chosen game, and draw its first page unseen, before the box is ready."""
        for piece in self._game.pieces():
            import_module(piece)
        if self._table().session is None and not self._is_refused:
            begun, _ = start_game(self._house, self._table(), self._clock.now())
            self._draw(look(self._house, begun))
        return ()

    def due(self) -> float | None:
        """Return the time of the next step, or None after the last. During a game, the steps load only the rest of the
        program and, in the daytime, the pages that may come next."""
        self._follow_table()
        return self._at

    def _follow_table(self) -> None:
        """Start to load another game or deck once it is chosen, and whatever the next topic of an explanation needs."""
        table, before = self._table(), self._followed
        if before is None or table is before:
            return
        self._followed = table
        if (table.page, table.caption) != (before.page, before.caption) or not self._is_open:
            is_ahead = self._is_open and (table.page or table.caption) is not None
            self._ahead = self._coming_pages() if is_ahead else iter(())
            self._at = self._clock.now() + _PAUSE if is_ahead else self._at
        if table.choices is not before.choices:
            self._words, self._at = self._first_words(), self._clock.now() + _PAUSE
            if _OF_START(table.choices) != _OF_START(before.choices):
                self._pieces = chain(self._begun(), self._pieces)

    def poll(self) -> Sequence[Event]:
        """Do one step of the preparation, if it is due."""
        now = self._clock.now()
        if self._at is None or now < self._at:
            return ()
        self._at, table = None, self._table()
        self._followed = self._followed or replace(table, page=None)  # which page stands there is yet to be followed
        more = (self._ahead, self._program) if table.session else (self._words, self._ahead, self._pieces)
        found = next(chain(*more), None)
        if found is not None:
            self._at = now + _PAUSE
        return found or ()

    def _first_words(self) -> Iterator[Sequence[Event]]:
        """Load the words of each language, and prepare the first lines of the next game."""
        for language in self._table().choices.languages:
            self._house.words.books.get(language)
            yield ()
        self._house.words.written(aim_lines(self._table().choices.game)[0])  # a game in a file makes its lines
        yield ()
        yield from map(self._perform, first_words(self._house, self._table()))

    def _coming_pages(self) -> Iterator[Sequence[Event]]:
        """Draw the pages that the dial can open from a list, or prepare the texts that are explained or read next."""
        house, table = self._house, self._table()
        yield from chain(read_ahead(house, table), cut_ahead(house, table))
        turns = ((Gesture.TURN, 1), (Gesture.PRESS, 0)) if isinstance(table.page, ListingPage | DeckPage) else ()
        for gesture, steps in turns:
            onward, _ = step(house, table, Input(self._clock.now(), Control.DIAL, gesture, steps))
            yield ()
            if isinstance(onward.page, ExplainPage):
                yield from read_ahead(house, replace(onward, page=replace(onward.page, index=-1)))
            house.words.books.get(onward.choices.language)  # of which a page shows the first words
            yield from self._draw_ahead(onward)

    def _all_pieces(self) -> Iterator[Sequence[Event]]:
        re.compile(GAPS[0])  # by which the first caption is cut
        yield from self._first_words()
        yield from self._program
        menu, _ = step(self._house, self._table(), Input(self._clock.now(), Control.DIAL, Gesture.PRESS))
        yield from self._draw_ahead(menu)
        onward = yield from self._begun()
        if onward is None or self._is_refused:
            return
        laid = replace(self._table().choices, lying=onward.choices.lying)
        another, _ = start_game(self._house, replace(self._table(), choices=laid), self._clock.now())
        yield from self._draw_ahead(another)  # other letters than the night's: what is said once cards were dealt
        yield self._perform(LookUp())

    def _begun(self) -> Generator[Sequence[Event], None, Table | None]:
        """Load what a game needs until nightfall, and return its table then, or None if the deck is refused."""
        for piece in self._game.pieces():
            import_module(piece)
            yield ()
        if self._is_refused:
            return None
        begun, _ = start_game(self._house, self._table(), self._clock.now())
        yield from self._draw_ahead(begun)
        onward, _ = step(self._house, begun, Input(self._clock.now(), Control.START, Gesture.PRESS))
        yield from self._draw_ahead(onward)
        return onward

    def _draw_ahead(self, table: Table) -> Iterator[Sequence[Event]]:
        yield ()
        view = look(self._house, table)
        yield ()
        self._draw(view)
        yield ()

    @property
    def _is_open(self) -> bool:
        return self._table().session is None or isinstance(self._table().stage, Count | Verdict)

    @property
    def _game(self) -> Game:
        return self._house.games[self._table().choices.game]

    @property
    def _is_refused(self) -> bool:
        """True if the deck's problems would prevent START from beginning a game. People may still change the deck."""
        return bool(problems_of(self._game, self._table().choices.setup))
