"""What is missing or broken keeps its time, is replaced where something can be, and told of."""

from nightcrier.box.events import Ended
from nightcrier.box.sound.port import Signalled
from nightcrier.kernel.faults import Part
from tests.box.sound.desk.said import within


def test_a_missing_signal_is_reported_and_ends_at_once(stage, workshop):
    stage.desk.signal(4, "trumpet")
    stage.desk.signal(5, "trumpet")
    assert stage.desk.poll() == [Ended(0.0, 5)]
    assert workshop.reports == ["There is no signal 'trumpet'; it is left out."]


def test_a_broken_signal_is_a_fault_and_keeps_its_time(stage, player, workshop):
    player.bad = {workshop.assets / "signals/gong.wav"}
    stage.desk.signal(4, "gong")
    fault, ended = stage.run(9.0)
    assert fault.part is Part.VOICES
    assert ended == Ended(0.75, 4)


def test_a_line_nobody_can_say_takes_its_time_behind_a_bell(stage, player, workshop):
    stage.desk.speak(
        1, list(map(within, [workshop.silent("wake", 1.5), workshop.utterance("it", 1.0), workshop.silent("x", 2.0)]))
    )
    assert stage.run(9.0) == [Ended(4.5, 1)]
    assert [note.at for note in stage.notes if isinstance(note, Signalled)] == [0.0, 2.5]
    assert player.heard("play", "queue") == [("play", "it", 1.5)]


def test_a_broken_clip_is_replaced_and_told_of(stage, player, workshop):
    bad = workshop.utterance("wake", 1.0)
    player.bad = {bad.clip}
    stage.replacements = [workshop.utterance("spare", 2.0)]
    stage.desk.speak(1, [bad])
    fault, ended = stage.run(9.0)
    assert str(bad.clip) in fault.what
    assert ended == Ended(2.0, 1)
    assert player.heard("play") == [("play", "spare", 0.0)]


def test_a_broken_clip_in_the_second_language_is_replaced_before_its_turn(stage, player, workshop):
    bad = workshop.utterance("fa", 1.0)
    player.bad = {bad.clip}
    stage.replacements = [workshop.silent("fa", 1.5)]
    stage.desk.speak(1, [within(workshop.utterance("en", 1.0)), bad])
    assert stage.run(9.0)[-1] == Ended(2.5, 1)
    assert [note.at for note in stage.notes if isinstance(note, Signalled)] == [1.0]


def test_a_bed_that_cannot_be_cued_is_told_of_when_it_is_to_be_heard(stage, player, workshop):
    stage.desk.wake()
    player.bad = {workshop.assets / "beds" / "tapping.wav"}
    stage.desk.prepare([], "tapping")
    assert stage.run(2.0) == []
    assert player.heard("cue") == []
