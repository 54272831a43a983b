"""Plays deals of games, each in a process of its own, for a witness that sees only what the kernel sees.

Everything that people and machines outside could notice goes through a file for each channel: the bus of the screen,
the sound, the lamp, the lines to onlookers, the log. Other files are for the witness alone: the clock of the rehearsal;
what only one seat sees, so that the witness knows which dots are secret and whether the cards differ at all; and the
memory in use.

The hands turn, press and hold at moments drawn from one seed, whatever the cards are. They pause the game, and pull the
plug."""

import gc
import logging
import os
import sys
import time
from collections.abc import Callable, Container
from functools import partial
from importlib import invalidate_caches
from mmap import PAGESIZE
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from lab.leaks.settings import Setting
from nightcrier.box.events import Control, Event, Gesture, Input, Touched
from nightcrier.box.games.engine.village import Village
from nightcrier.box.games.wherewolf.table.village import WolfVillage
from nightcrier.box.onlooking import Onlooker, OnlookingPane, PublicRecordWitness
from nightcrier.box.record import WatchedGlass
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.setup import OptionValue, Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell
from nightcrier.box.sound.port import Heard, SilentPlayer
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.evening.people import seat_anew
from nightcrier.box.table.game.secret import is_led
from nightcrier.box.table.ground.power_on import GO_ON
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.clock import Beat, VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningPerson, Presence
from nightcrier.kernel.screen import LampState

HANDS = (
    *[(Control.DIAL, Gesture.TURN)] * 12,
    *[(Control.DIAL, Gesture.PRESS)] * 10,
    *[(Control.DIAL, Gesture.HOLD)] * 9,
    *[(Control.DIAL, Gesture.RELEASE)] * 3,
    *[(Control.BACK, Gesture.PRESS)] * 2,
    (Control.START, Gesture.PRESS),
)
"""Acts of hands. START, which pauses, is pressed a second time; during a talk it leads to the vote."""
_NAMES = (
    *("Maximiliane", "Bartholomew", "Ann", "Konstantin", "Fox", "Wilhelmina", "Otter", "Anneliese", "Christopherus"),
    *("Bob", "Theodora", "Giovannimaria", "Eva", "Sebastiano"),
)
_CUT_EVERY, _MOST_STARTS, _REST = 60, 5, 10.0
METERED = "metered.json"  # beside the channels: what was noted of a deal that is measured
BEGINS, OVER, TALK = "begins", "over", "talk"
"""The messages that a game begins, and that cards may be known from now on; and the channel for the end of a talk."""

Send: TypeAlias = Callable[[str, str], None]
"""A function that writes text into the file of a channel."""


def open_channels(folder: Path) -> Send:
    """Return a function that writes one file per channel, so that the kernel sees each piece at its moment."""
    folder.mkdir(parents=True)
    wires = dict[str, int]()

    def send(channel: str, content: str) -> None:
        if channel not in wires:
            wires[channel] = os.open(folder / channel, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(wires[channel], content.encode())

    return send


class Meter:
    """Sends, and notes the time of each sending, both by the machine's clock and by the processor's work."""

    def __init__(self, send: Send, worked: Callable[[], int], watch: Callable[[], int]) -> None:
        self._send, self.worked, self._watch, self.rows = send, worked, watch, list[tuple[str, str, int, int]]()

    def __call__(self, channel: str, content: str) -> None:
        self.rows.append((channel, content, self._watch(), self.worked()))
        self._send(channel, content)


class ToldClock(VirtualClock):
    """A clock that tells the witness each time to which it moves."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send

    def move_to(self, moment: float) -> None:
        before = self.now()
        super().move_to(moment)
        if self.now() != before:
            self._send("clock", f"{self.now():.6f}")


class ToldPlayer(SilentPlayer):
    """A sound device whose driver can be watched: each call that changes what is heard goes into the channel."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        for name in ("open", "close", "load", "play", "queue", "stop", "signal", "cue_bed", "bed", "drone", "turn"):
            setattr(self, name, partial(self._tell, send, name, getattr(self, name)))

    @staticmethod
    def _tell(send: Send, name: str, call: Callable[..., object], *told: object) -> object:
        send("sound", f"{name} {' '.join(map(str, told))}")
        return call(*told)


class ChannelWitness(LogWitness, PublicRecordWitness):
    """Writes the log and the lines to onlookers like a real box, and reports what only one seat sees. It is the
    lamp, too."""

    def __init__(self, send: Send, ends: Container[str]) -> None:
        PublicRecordWitness.__init__(self, lambda line, _: send("net", line.decode()))
        self._send, self._ends, self.talked, self.over = send, ends, False, False

    def hear(self, heard: Heard) -> None:
        LogWitness.hear(self, heard)
        PublicRecordWitness.hear(self, heard)

    def turn_page(self, at: float, page: str, before: str) -> None:
        super().turn_page(at, page, before)
        if page in ("vote", "ask", "verdict", "tell") and not self.talked:
            self._send(TALK, OVER)
            self.talked = True
        if page in self._ends and not self.over:
            self._send("known", f"{at:.6f} {OVER}")
            self.over = True

    def show(self, state: LampState, number: int = 0) -> None:
        self._send("lamp", f"{state} {number}")

    def close(self) -> None:
        """Do nothing, because the channel stays open."""

    def see_secret(self, at: float, view: View) -> None:
        hidden, role = view.hidden, ""
        if hidden and hidden.kind == "tell" and len(hidden.seats) == 1 and isinstance(hidden.facts[0], RoleName):
            role = f"{hidden.seats[0]}={hidden.facts[0].id}"
        self._send("secret", f"{role} {view_lines(view)}")

    def hear_secret(self, at: float, lines: object) -> None:
        """Report nothing, because only the seat itself hears what is said in the ear."""


class ToldGlass(WatchedGlass):
    """Sends the transfers of one order to the screen together, since the witness stops the program for each."""

    def __init__(self, send: Send) -> None:
        self._send, self._sent = send, list[str]()
        super().__init__(lambda commands, dots: self._sent.append(f"{commands.hex()}:{dots.hex()}"))

    def _do(self, deed: Callable[[], None]) -> None:
        super()._do(deed)
        if self._sent:
            self._send("bus", " ".join(self._sent))
            self._sent.clear()


class ToldPane(OnlookingPane):
    """Reports after each picture what only one seat sees in it, or that it belongs to a turn in which a seat might
    look. Also reports the memory in use and its peak, which any program may read."""

    def __init__(self, beat: Beat, onlooker: Onlooker, send: Send) -> None:
        super().__init__(beat, onlooker)
        self._send, self._memory = send, os.open("/proc/self/statm", os.O_RDONLY)

    def show(self, house: House, table: Table, view: View) -> list[Event]:
        turn = table.session is not None and table.session.acting is not None
        which = view.hidden.kind if view.hidden else "secret" if view.even else "cover" if turn else "public"
        most = getrusage(RUSAGE_SELF).ru_maxrss * 1024 // PAGESIZE
        self._send("view", f"{which} {os.pread(self._memory, 99, 0).decode().strip()} {most}")
        return super().show(house, table, view)


def chosen(choices: Choices, setting: Setting) -> Choices:
    """Return the choices of a table that plays by this setting."""
    options: dict[str, OptionValue] = {"deal": True, "host": "box", "pace": setting.pace}
    said = (setting.language, "de" if setting.language == "en" else "en")[: 1 + setting.both]
    setup = Setup(setting.scenario, setting.players, setting.deck, options)
    return replace(
        choices,
        game=setting.game,
        setups={**choices.setups, setting.game: setup},
        played={setting.game: setting.deck},  # nothing is explained anew, and no card is advised against
        languages=tuple(map(Language, said)),
        captions=setting.captions,
        letters=setting.letters,
        spoken_menu=setting.spoken,
        hands=replace(choices.hands, turned=setting.turned, latch=setting.latch, scanning="off"),
    )


def play(setting: Setting, seed: int, where: Path, send: Send) -> None:
    """Play an evening below the folder `where`, to the end of the talk, with hands that do not depend on the cards."""
    state, config = where / "state", where / "settings.toml"
    state.mkdir(parents=True, exist_ok=True)
    config.write_text(f'[sound]\near = "{"Ear" * setting.ear}"\n', "utf-8")
    games = [Path("docs/games").resolve(), *map(Path, filter(None, [setting.folder]))]
    folders = replace(standard_folders({}, state), tried_games=tuple(games))
    clock = ToldClock(send)
    witness = ChannelWitness(send, setting.ends)
    rehearsal = Rehearsal(
        folders,
        clock,
        ToldPlayer(send),
        seed,
        witness,
        config,
        screen=ToldGlass(send),
        onlooking=lambda beat: ToldPane(beat, witness.look, send),
        worked=send.worked if isinstance(send, Meter) else None,
        lamps=(witness,),
    )
    if setting.second:  # what a short one leaves behind is there
        _begin(rehearsal, setting, 0.0)
        _play(rehearsal, send, Random(1), witness, replace(setting, gestures=setting.gestures // 3))
    _begin(rehearsal, setting, 5.0 * setting.second)
    _play(rehearsal, send, Random(0), witness, setting)
    rehearsal.box.close()


def _begin(rehearsal: Rehearsal, setting: Setting, after: float) -> None:
    """Begin a game after this many seconds at home. The table is in the state of one that plays its second game."""
    daemon = rehearsal.box.daemon
    daemon.adopt((replace(daemon.table, choices=chosen(daemon.table.choices, setting), session=None, page=None), ()))
    if setting.named:
        people = [EveningPerson(name, Presence.PLAYS) for name in _NAMES[: setting.players]]
        daemon.adopt(seat_anew(daemon.house, daemon.table, people))
    rehearsal.advance(after)
    for _ in range(_MOST_STARTS):  # a box that sleeps is woken, and what is advised is read
        if daemon.table.session is None:
            _do(rehearsal, Control.START, Gesture.PRESS)
    session = daemon.table.session
    if session is None or not session.keeps_secrets or is_led(session):
        raise SystemExit(f"{setting.game}: the box does not deal this game to {setting.players} players")
    scanning = replace(daemon.table.choices.hands, scanning=setting.scanning)  # with it START would not begin at once
    daemon.adopt((replace(daemon.table, choices=replace(daemon.table.choices, hands=scanning)), ()))


def _play(rehearsal: Rehearsal, send: Send, hands: Random, witness: ChannelWitness, setting: Setting) -> None:
    """Make random gestures, and cut the power now and then. After that do only what the game waits for, until a talk
    and its vote are over."""
    witness.talked, witness.over = False, False
    send("known", f"{rehearsal.now:.6f} {BEGINS}")
    news = _News(send, by_day=setting.told_by_day)
    for number in range(setting.gestures + setting.rests):
        acts = number < setting.gestures
        if acts and number % _CUT_EVERY == _CUT_EVERY - 1:
            rehearsal.cut()
            _do(rehearsal, Control.START, Gesture.PRESS)
        stage = news.follow(rehearsal, hands.choice((0.3, 1.0, 2.0, 4.0)) if acts else _REST)
        if acts and stage and not witness.over:
            _act(rehearsal, hands, stage if setting.gentle else None)
        elif stage is None or witness.over or (witness.talked and isinstance(stage, Count)):
            break
        else:
            _serve(rehearsal, stage, setting)


class _News:
    """Reports to the witness when everybody learns something new."""

    def __init__(self, send: Send, *, by_day: bool) -> None:
        self._send, self._told, self._by_day = send, "", by_day

    def follow(self, rehearsal: Rehearsal, seconds: float) -> Stage | None:
        """Let time pass, and look at each stage. Return the last one, or None when the game is over."""
        end = rehearsal.now + seconds
        while True:
            before = rehearsal.now
            stage, known = _known(rehearsal, by_day=self._by_day)
            if known != self._told:
                self._told = known
                self._send("known", f"{before:.6f} {known}")
            if stage is None or before >= end:
                return stage
            _until_stage_ends(rehearsal, end - before)


def _until_stage_ends(rehearsal: Rehearsal, most: float) -> None:
    """Let time pass until the present stage is over, but for `most` seconds at most."""
    daemon, end = rehearsal.box.daemon, rehearsal.now + most
    stage = daemon.table.stage
    rehearsal.until(lambda: daemon.table.stage is not stage, most)
    if daemon.table.stage is stage:
        rehearsal.advance(end - rehearsal.now)


def _serve(rehearsal: Rehearsal, stage: Stage, setting: Setting) -> None:
    """Do what the game waits for: look at a turn, answer, end a pause or a talk that counts up. Nothing is scanned."""
    daemon = rehearsal.box.daemon
    daemon.adopt((replace(daemon.table, choices=chosen(daemon.table.choices, setting)), ()))
    session, page = daemon.table.session, daemon.table.page
    if isinstance(page, QuestionPage) and page.ask != GO_ON:
        _do(rehearsal, Control.BACK, Gesture.PRESS)
    elif page or (session and ((session.score and session.score.paused) or (session.clock and session.clock.up))):
        _do(rehearsal, Control.START, Gesture.PRESS)
    elif isinstance(stage, Ask):
        _do(rehearsal, *_gently(stage, Control.DIAL, Gesture.PRESS))
    elif session and session.acting and not session.acting.looked:
        _do(rehearsal, Control.DIAL, Gesture.HOLD)


def _act(rehearsal: Rehearsal, hands: Random, gently: Stage | None) -> None:
    control, gesture = hands.choice(HANDS)
    if gently and (control, gesture) != (Control.START, Gesture.PRESS):
        control, gesture = _gently(gently, control, gesture)
    _do(rehearsal, control, gesture, hands.choice((-2, -1, 1, 2, 3)) if gesture is Gesture.TURN else 0)
    if control is Control.START:
        _do(rehearsal, control, gesture)


def _gently(stage: Stage, control: Control, gesture: Gesture) -> tuple[Control, Gesture]:
    """Return an act that chooses nobody: by day the first answer, which is nobody, and at night no press."""
    if isinstance(stage, Ask):
        return (Control.START if stage.marks else Control.DIAL), Gesture.PRESS
    return (control, Gesture.RELEASE) if (control, gesture) == (Control.DIAL, Gesture.PRESS) else (control, gesture)


def _known(rehearsal: Rehearsal, *, by_day: bool) -> tuple[Stage | None, str]:
    """Return the stage of the game, and everything that everybody knows: the result of the vote, who is out, what
    was shown, who was accused and burned; with `by_day` also what the morning and the talk reveal. Two deals may
    differ once this differs."""
    session = rehearsal.box.daemon.table.session
    if session is None or isinstance(session.stage, Tell):
        return None, ""
    stage, village = session.stage, getattr(session.play, "state", None)
    told: tuple[object, ...] = ()
    match stage:
        case Perform(page=page) if page == "vote" or (page == "dawn" and by_day):
            told = stage.show
        case Count() if by_day:
            told = (*stage.facts, *stage.peeks)
    match village:
        case Village():
            nights = [(each.night.shown, each.night.announced) for each in village.judged]
            days = [(each.day.shown, each.day.saved, each.day.pyre.out) for each in village.judged if each.day]
            return stage, str((told, village.state.in_play, nights, days, village.state.end))
        case WolfVillage():
            out = [(player.out.number, player.out.when) if player.out else None for player in village.known.players]
            return stage, str((told, out, [(row.day.accused, row.day.burned) for row in village.rounds if row.day]))
    return stage, str(told)


def _do(rehearsal: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> None:
    now = rehearsal.now
    rehearsal.take(Touched(now, control), Input(now, control, gesture, steps))


def _deal(setting: Setting, seed: int, where: Path) -> None:
    """Play one deal. With a meter, save its measurements beside its channels."""
    send = open_channels(where / "channels")
    if setting.metered:
        send = meter = Meter(send, time.thread_time_ns, time.perf_counter_ns)
        play(setting, seed, where, send)
        (where / METERED).write_bytes(msgspec.json.encode(meter.rows))
    else:
        play(setting, seed, where, send)


def main() -> None:
    """Play the deal that each line asks for, in a fresh process. Answer with the number of the process, and how it
    ended."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(message)s", level=logging.DEBUG)
    gc.disable()
    print(os.getpid(), 0, flush=True)
    for line in sys.stdin:
        setting, seed, where = msgspec.json.decode(line, type=tuple[Setting, int, str])
        child = os.fork()
        if not child:
            invalidate_caches()  # else Python lists a folder only where it has changed since the start
            _deal(setting, seed, Path(where))
            sys.stderr.flush()
            os._exit(0)
        print(child, os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main()
