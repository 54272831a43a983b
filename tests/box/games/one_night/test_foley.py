"""The sound under a call tells who is called, and nothing that the call itself does not tell."""

import tomllib
from pathlib import Path

import pytest

from nightcrier.box.games.one_night.night_show import WAKE, foley_of, night_show
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.show.cues import Call
from nightcrier.box.show.facts import RoleName
from nightcrier.kernel.chance import SeededChance

LISTED = tomllib.loads(Path("assets/audio/sounds.toml").read_text())["signals"]
DECK = ("werewolf", "werewolf", "mason", "mason", "seer", "robber", "drunk", "insomniac")


def test_every_call_has_a_sound_and_every_sound_a_file() -> None:
    sounds = {foley_of(call) for call in WAKE}
    assert sounds == {"paws", "chime", "coins", "steps"}
    assert sounds <= set(LISTED)


@pytest.mark.parametrize("seed", range(3))
def test_it_hangs_on_who_is_called_alone(seed: int) -> None:
    calls = [cue for cue in night_show(DECK, Options(), SeededChance(seed)) if isinstance(cue, Call)]
    roles = [cue for cue in calls if cue.foley]
    assert [cue.title for cue in calls if not cue.foley] == [RoleName(name) for name in ("night", "nudge", "dawn")]
    assert len(roles) == 6
    assert all(isinstance(cue.title, RoleName) and cue.foley == foley_of(cue.title.id) for cue in roles)
