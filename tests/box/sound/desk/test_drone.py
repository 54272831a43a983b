"""The drone under the night: it comes when it is decoded, rises, goes, and outlives a pulled speaker."""

import pytest

from nightcrier.box.sound.desk.bed_level import DUCK_UP
from nightcrier.box.sound.port import SILENCE_DB, DroneSet, Fader


@pytest.fixture
def humming(workshop, player, staged):
    return staged(player, workshop.sounds({"tapping": 1.0}, {"drone": 1.0}))


def levels(stage):
    return [note.level_db for note in stage.notes if isinstance(note, DroneSet)]


def test_it_rises_with_the_night_and_is_begun_once(humming, player):
    humming.run(1.0)
    for moment, share in enumerate((0.25, 0.5, 1.0), 2):
        humming.desk.drone(share)
        humming.run(moment)
    assert player.heard("drone") == [("drone", "drone", 1.0)]
    assert levels(humming) == sorted(levels(humming))
    assert player.ramps[Fader.DRONE].end_db == levels(humming)[-1] < 0


def test_where_it_is_gone_it_is_silent(humming, player):
    humming.run(1.0)
    humming.desk.drone(0.5)
    humming.run(4.0)
    humming.desk.drone(0.0)
    assert player.ramps[Fader.DRONE].end_db == levels(humming)[-1] == SILENCE_DB


def test_nobody_waits_until_it_is_decoded(humming, player):
    humming.run(1.0)
    player.decoding = {humming.desk._sounds.signal("drone").file}
    humming.desk.drone(0.5)
    assert player.heard("drone") == []
    player.decoding = set()
    humming.run(3.0)
    assert len(player.heard("drone")) == 1


def test_it_is_back_with_the_speaker(humming, player):
    humming.run(1.0)
    humming.desk.drone(0.5)
    player.missing = "gone"
    humming.run(3.0)
    player.missing = ""
    humming.run(6.0)
    assert len(player.heard("drone")) == 2


def test_a_broken_one_is_left_out_and_told_once(humming, player):
    humming.run(1.0)
    player.bad = {humming.desk._sounds.signal("drone").file}
    humming.desk.drone(0.5)
    humming.run(5.0)
    humming.desk.drone(1.0)
    humming.run(8.0)
    assert player.heard("drone") == []
    assert len(humming.events) == 1


def test_what_moves_while_it_rises_moves_no_longer_than_the_bed_on_its_way_up(humming, player):
    humming.run(1.0)
    humming.desk.drone(0.5)
    humming.run(4.0)
    humming.desk.drone(1.0)
    assert player.ramps[Fader.DRONE].seconds <= DUCK_UP
