"""The value of an option that an older box called otherwise is played and shown by the name of today."""

from io import StringIO
from pathlib import Path

import msgspec
import pytest

from device.box.folders import Folders
from device.box.record import RecordWitness
from device.box.rehearsal import Rehearsal
from device.games.growl.options import growl_options
from device.games.one_night.rules.options import options_in
from device.games.wherewolf.table.options import wherewolf_options
from device.kernel.clock import VirtualClock
from device.kernel.ids import LineId
from device.sound.players.silent import SilentPlayer
from device.table.menus.game import options_items

READ = {"one-night": options_in, "growl": growl_options, "wherewolf": wherewolf_options}


def box_that_chose(where: Path, game: str, wording: str) -> Rehearsal:
    setups = {game: {**first_setup(where / "first", game), "options": {"pace": "slow", "wording": wording}}}
    kept = {"version": 1, "choices": {"game": game, "setups": setups}}
    (where / "choices.json").write_bytes(msgspec.json.encode(kept))
    return rehearsal(where)


def first_setup(where: Path, game: str) -> dict[str, object]:
    setup: dict[str, object] = msgspec.to_builtins(rehearsal(where).box.daemon.table.choices.setups[game])
    return setup


def rehearsal(where: Path) -> Rehearsal:
    return Rehearsal(
        Folders(where, where / "cache", where, where), VirtualClock(), SilentPlayer(), 0, RecordWitness(StringIO())
    )


@pytest.mark.parametrize("game", READ)
def test_the_short_wording_of_an_older_box_stays_chosen(tmp_path: Path, game: str) -> None:
    daemon = box_that_chose(tmp_path, game, "expert").box.daemon
    options = daemon.table.choices.setup.options
    assert (READ[game](options).wording, READ[game](options).pace) == ("short", "slow")
    (item,) = [item for item in options_items(daemon.house, daemon.table) if item.line == LineId("screen.wording")]
    assert item.values[item.index].text == "Short"
