"""Prints what a table hears on three evenings in a row, line by line with the silence before each, for people who
read, translate or add words. It uses no recordings, so each line has the phrasing that is drawn for it."""

import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.facts import Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language
from nightcrier.tools.command_line import find_name
from nightcrier.tools.timeline import SOUNDS, moments_of, time_on_clock

_EVENINGS, _MOST_PRESSES, _LONGEST, _GATHERING = 3, 200, 3600.0, 60.0
_UNMEANT = frozenset({"bell", "tick"})
"""Names of signals that stand for lines without a voice, and for the last seconds of a talk."""


class UnvoicedFolders(Folders, frozen=True):
    """Folders of a box with its sounds, but without its voices."""

    @property
    def audio(self) -> Path:
        return self.state / "audio"


def evenings_said(language: Language, game: str | None) -> Iterator[str]:
    """Yield the rows of three evenings of a game in this language."""
    audio = Folders(Path(), Path(), Path()).audio
    for number, record in enumerate(evenings_heard(language, game, _EVENINGS), 1):
        yield f"Evening {number}"
        for each in moments_of(record, audio, record[0]["t"]):
            if each.kind in SOUNDS:
                yield f"{time_on_clock(each.at - record[0]['t'])}  {each.silence:5.1f}  {each.what}"


def evenings_heard(language: Language, game: str | None, evenings: int) -> Iterator[list[dict[str, Any]]]:
    """Yield the record of each of these evenings: what is heard, the windows, and the presses. Each begins with a
    press. The box keeps its state, and is unplugged after each evening."""
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as place:
        heard, state = StringIO(), Path(place)
        folders = UnvoicedFolders(state, state / "cache", state, state)
        folders.audio.mkdir()
        for sounds in ("beds", "signals", "sounds.toml"):
            (folders.audio / sounds).symlink_to(Folders(state, state, state).audio / sounds)
        witness = RecordWitness(heard, kinds=frozenset({"say", "signal", "window", "input"}))
        rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), 0, witness)
        _choose(rehearsal, language, game)
        for _ in range(evenings):
            rehearsal.advance(_GATHERING)  # by then the box has looked up its scores, as at a table
            before = heard.tell()
            _play(rehearsal)
            rows = map(msgspec.json.decode, heard.getvalue()[before:].splitlines())
            yield [row for row in rows if row.get("name") not in _UNMEANT]
            rehearsal.advance(_GATHERING)  # the choices, and what was heard, are on the card
            rehearsal.cut()


def _choose(rehearsal: Rehearsal, language: Language, game: str | None) -> None:
    daemon = rehearsal.box.daemon
    games = daemon.house.games
    found = games[find_name(game, tuple(games), "game") if game else next(iter(games))]
    scenario = found.scenarios()[0]
    choices = daemon.table.choices
    setups = {**choices.setups, found.id: Setup(scenario.id, min(scenario.players))}
    chosen = replace(choices, game=found.id, setups=setups, languages=(language,))
    daemon.adopt((replace(daemon.table, choices=chosen), ()))


def _play(rehearsal: Rehearsal) -> None:
    """Press START whenever the box waits, until the game is over. If that does nothing, turn the dial. All hands are
    raised for the first seat of a vote."""
    daemon, voted = rehearsal.box.daemon, False
    for press in range(_MOST_PRESSES):
        before = daemon.table
        if press and before.at_home:
            return
        match before.stage:
            case Ask(question=Word("house.ask.hands")) if before.session:
                _move(rehearsal, Control.DIAL, Gesture.TURN, (0 if voted else -1) - before.session.cursor.index)
                voted = True
            case _:
                voted = False
        _move(rehearsal, Control.START, Gesture.PRESS)
        if (daemon.table.page, daemon.table.stage) == (before.page, before.stage):
            _move(rehearsal, Control.DIAL, Gesture.TURN, 1)
        elif daemon.table.page:  # it asks whether to end the game
            _move(rehearsal, Control.BACK, Gesture.PRESS)
    raise WrongUse("This game asks for more than START and the dial; choose another.")


def _move(rehearsal: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> None:
    rehearsal.take(Input(rehearsal.now, control, gesture, steps))
    rehearsal.until_idle(_LONGEST)
    rehearsal.until(lambda: not rehearsal.box.desk.speaks, _LONGEST)
