"""Tests finding beds and signals by name."""

import pytest

from nightcrier.box.sound.desk.sound_list import SoundList


def sounds(workshop, *own):
    return SoundList(workshop.assets, own, workshop.reports.append)


def test_beds_and_signals_are_found_by_name(workshop):
    house = workshop.sounds({"tapping": 1.0}, {"gong": 0.5})
    assert house.bed("tapping").file == workshop.assets / "beds/tapping.wav"
    assert house.signal("gong").seconds == 0.5
    assert workshop.reports == []


def test_peoples_own_files_are_beds_by_their_names(workshop):
    workshop.sounds({"tapping": 1.0})
    own = workshop.folder / "own"
    workshop.tone(own / "beds/sea.ogg")
    (own / "beds/notes.txt").write_text("not a sound")
    house = sounds(workshop, own, workshop.folder / "nowhere")
    assert house.beds() == ("tapping", "sea")
    assert house.bed("sea").file == own / "beds/sea.ogg"


def test_without_a_list_there_is_silence_and_one_sentence(workshop):
    house = sounds(workshop)
    assert house.bed("tapping") is None
    assert house.signal("gong") is None
    assert house.beds() == ()
    assert "sounds.toml: cannot be read" in workshop.reports[0]


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ("[beds.bad]\nfile = 3\nseconds = 1", "beds.bad.file"),
        ('[beds.bad]\nfile = "nowhere.ogg"\nseconds = 1', "beds.bad.file"),
        ('[beds.bad]\nfile = "beds/tapping.wav"\nseconds = -1', "beds.bad.seconds"),
        ("signals = 3", "signals"),
        ('[signals.bad]\nfile = "../sounds.toml"\nseconds = 1', "signals.bad.file"),
    ],
)
def test_a_broken_entry_is_one_sentence(workshop, row, key):
    workshop.sounds({"tapping": 1.0})
    path = workshop.assets / "sounds.toml"
    path.write_text(row + "\n" + path.read_text() if "= 3" in row[:12] else path.read_text() + "\n" + row)
    sounds(workshop).signal("gong")
    assert f"sounds.toml: {key}: " in workshop.reports[0]


def test_a_broken_entry_leaves_the_others(workshop):
    workshop.sounds({"tapping": 1.0})
    path = workshop.assets / "sounds.toml"
    path.write_text(path.read_text() + "\n[beds.bad]\nfile = 3")
    assert sounds(workshop).beds() == ("tapping",)


def test_a_bed_that_turned_out_broken_is_taken_away(workshop):
    house = workshop.sounds({"tapping": 1.0, "fire": 1.0})
    assert house.instead(house.bed("tapping").file) == house.bed("fire") == house.bed("tapping")
    assert house.instead(house.bed("fire").file) is None
