"""Print what a table hears on three evenings in a row, line by line with the silence before each, for whoever reads,
translates or adds words. Nothing is recorded there, so each line has the phrasing that is drawn for it."""

import tempfile
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language
from nightcrier.tools.command_line import find_name
from nightcrier.tools.timeline import moments_of, time_on_clock

_EVENINGS, _MOST_PRESSES, _LONGEST = 3, 60, 3600.0
_UNMEANT = frozenset({"bell", "tick"})
"""The signals of lines without a voice, and of the last seconds of a talk."""


class UnvoicedFolders(Folders, frozen=True):
    """Folders of a box with its sounds, but without its voices."""

    @property
    def audio(self) -> Path:
        return self.state / "audio"


def evenings_said(language: Language, game: str | None) -> Iterator[str]:
    """Yield the rows of three evenings of a game in this language. The box is unplugged after each of them."""
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as place:
        heard, state = StringIO(), Path(place)
        folders = UnvoicedFolders(state, state / "cache", state, state)
        folders.audio.mkdir()
        for sounds in ("beds", "signals", "sounds.toml"):
            (folders.audio / sounds).symlink_to(Folders(state, state, state).audio / sounds)
        witness = RecordWitness(heard, kinds=frozenset({"say", "signal"}))
        rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), 0, witness)
        _choose(rehearsal, language, game)
        for evening in range(1, _EVENINGS + 1):
            begun, before = rehearsal.now, heard.tell()
            _play(rehearsal)
            yield f"Evening {evening}"
            record = filter(_is_meant, map(msgspec.json.decode, heard.getvalue()[before:].splitlines()))
            for each in moments_of(record, folders.audio, begun):
                yield f"{time_on_clock(each.at - begun)}  {each.silence:5.1f}  {each.what}"
            rehearsal.cut()


def _choose(rehearsal: Rehearsal, language: Language, game: str | None) -> None:
    daemon = rehearsal.box.daemon
    games = daemon.house.games
    found = games[find_name(game, tuple(games), "game") if game else next(iter(games))]
    scenario = found.scenarios()[0]
    choices = daemon.table.choices
    setups = {**choices.setups, found.id: Setup(scenario.id, min(scenario.players))}
    daemon.adopt(
        (replace(daemon.table, choices=replace(choices, game=found.id, setups=setups, languages=(language,))), ())
    )


def _play(rehearsal: Rehearsal) -> None:
    """Press START whenever the box waits, until the game is over."""
    for press in range(_MOST_PRESSES):
        if press and rehearsal.box.daemon.table.at_home:
            return
        rehearsal.take(Input(rehearsal.now, Control.START, Gesture.PRESS))
        rehearsal.until_idle(_LONGEST)
        rehearsal.until(lambda: not rehearsal.box.desk.speaks, _LONGEST)
    raise WrongUse("This game does not go on by START alone; choose another.")


def _is_meant(row: Mapping[str, Any]) -> bool:
    return row.get("name") not in _UNMEANT
