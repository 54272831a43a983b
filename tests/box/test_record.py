"""Tests what a rehearsal records, and what the log of the box says and never says."""

import json
import logging
from io import StringIO
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.record import RecordWitness
from nightcrier.box.sound.port import BedSet, Said, Signalled, SpokenBy, Utterance
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import Language, LineId, name_line, role_line
from nightcrier.tools.report import FAULT

LINE = Utterance(
    LineId("one-night.seer.wake"), Language("en"), "Seer, wake up.", 1.5, "en-ann", Path("/a/b.opus"), SpokenBy.CLIP
)
VIEW = View("night", Language("en"), (Text("The Seer", Size.LARGE),))


def rows(out: StringIO) -> list[dict[str, object]]:
    return [json.loads(row) for row in out.getvalue().splitlines()]


def test_each_kind_is_a_line_of_json_with_its_moment(tmp_path):
    out = StringIO()
    record = RecordWitness(out, tmp_path)
    record.hear(Said(1.00004, LINE))
    record.hear(BedSet(2.0, "tapping", -17.999, 1.0))
    record.hear(Signalled(3.0, "bell"))
    record.window(4.0, "seer", 12.0)
    record.turn_page(5.0, "night", "home")
    record.lamp(6.0, "night")
    record.hand(Input(7.0, Control.DIAL, Gesture.TURN, -2))
    record.hand(Input(7.5, Control.START, Gesture.PRESS))
    record.fault(Fault(8.0, Part.SOUND, "Gone.", "Wait."))
    record.note_saved(9.0, "journal")
    record.see(10.0, VIEW)
    found = rows(out)
    assert [row["kind"] for row in found] == [
        *("say", "bed", "signal", "window", "state", "lamp", "input", "input", "fault", "saved", "screen")
    ]
    assert (found[0]["t"], found[0]["clip"], found[1]["level_db"]) == (1.0, "b.opus", -18.0)
    assert found[6]["steps"] == -2
    assert "steps" not in found[7]
    assert (tmp_path / str(found[10]["frame"])).read_bytes().startswith(b"\x89PNG")


def test_marks_of_where_a_row_may_break_are_for_the_eye_alone(tmp_path):
    out = StringIO()
    record = RecordWitness(out, tmp_path)
    record.hear(Said(1.0, Utterance(LineId("night"), Language("th"), "ทุกคน\u200bหลับตา", 1.0)))
    record.see(2.0, View("night", Language("th"), (Text("ทุกคน\u200bหลับตา", Size.LARGE),)))
    said, seen = rows(out)
    assert (said["text"], seen["lines"]) == ("ทุกคนหลับตา", ["ทุกคนหลับตา"])


def test_only_the_kinds_asked_for_are_kept():
    out = StringIO()
    record = RecordWitness(out, kinds={"signal"})
    record.hear(BedSet(2.0, "tapping", -18.0, 1.0))
    record.hear(Signalled(3.0, "bell"))
    assert [row["kind"] for row in rows(out)] == ["signal"]


def test_a_picture_that_did_not_change_is_not_kept_twice(tmp_path):
    out = StringIO()
    record = RecordWitness(out, tmp_path)
    record.see(1.0, VIEW)
    record.see(2.0, VIEW)
    assert len(rows(out)) == 1


def test_the_log_tells_faults_in_the_words_the_report_counts(caplog):
    witness = LogWitness()
    with caplog.at_level(logging.INFO, "nightcrier"):
        witness.fault(Fault(1.0, Part.SOUND, "The speaker is gone.", "Plug it in."))
        witness.fault(Fault(2.0, Part.SOUND, "The speaker works.", mended=True))
    first, second = caplog.messages
    assert first == "fault sound: The speaker is gone. Plug it in."
    assert FAULT.match(first)
    assert second == "mended sound: The speaker works."
    assert not FAULT.match(second)


def test_the_log_never_says_what_was_pressed_shown_or_lit(caplog):
    witness = LogWitness()
    with caplog.at_level(logging.DEBUG, "nightcrier"):
        witness.hand(Input(7.0, Control.DIAL, Gesture.TURN, -2))
        witness.see(1.0, VIEW)
        witness.lamp(1.0, "night")
    assert caplog.messages == []


def test_a_line_nobody_can_say_is_logged_without_its_text(caplog):
    silent = Utterance(LineId("one-night.seer.wake"), Language("th"), "secret words", 1.0)
    with caplog.at_level(logging.INFO, "nightcrier"):
        LogWitness().hear(Said(0.0, silent))
        LogWitness().hear(Said(0.0, LINE))
    (message,) = caplog.messages
    assert "one-night.seer.wake" in message
    assert "secret words" not in message


def test_nobodys_name_and_no_role_that_was_said_is_logged(caplog):
    name, role = (
        Utterance(line, Language("th"), "secret words", 1.5) for line in (name_line("Ann"), role_line("seer"))
    )
    with caplog.at_level(logging.DEBUG, "nightcrier"):
        LogWitness().hear(Said(0.0, name))
        LogWitness().hear(Said(0.0, replace(role, spoken_by=SpokenBy.LIVE)))
    assert caplog.messages == ["Says a line, 1.5 s.", "No voice could say a name in th.", "Says a line, 1.5 s."]
