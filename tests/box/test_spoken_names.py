"""Names aloud: by live speech where there is any, else the number of the seat alone; and journals of boxes that knew no
people."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from device.box.adapters import TableVoices
from device.kernel.ids import Language, LineId, Seconds, name_line, number_line
from device.show.stages import Setup
from device.sound.port import SpokenBy
from device.sound.voices.voice_chain import LiveSpeech, VoiceChain
from device.table.effects import Began, Entry
from device.table.house import Choices

EN = Language("en")
ANN = (number_line(1), name_line("Ann"))


class Speech(LiveSpeech):
    """Says whatever it is given."""

    def begin(self, language: Language, spoken: str) -> None:
        """Nothing takes time here."""

    def get(self, language: Language, spoken: str) -> tuple[Path, Seconds] | None:
        return Path(spoken), 1.0


def said(tmp_path: Path, lines: Sequence[LineId], live: LiveSpeech | None = None) -> list[tuple[str, str]]:
    def text_of(language: Language, line: LineId) -> tuple[str, str]:
        return (line[5:],) * 2 if line.startswith("name.") else (line, line)

    voices = TableVoices(VoiceChain(tmp_path, text_of, lambda _: None, live=live))
    found = voices.utterances(lines, Choices(languages=(EN,)))
    return [(utterance.text, utterance.spoken_by) for utterance in found]


def test_a_name_is_said_by_live_speech(tmp_path: Path) -> None:
    assert said(tmp_path, ANN, Speech()) == [("number.1", SpokenBy.LIVE), ("Ann", SpokenBy.LIVE)]


def test_a_name_that_no_voice_can_say_costs_no_time(tmp_path: Path) -> None:
    assert said(tmp_path, ANN) == [("number.1", SpokenBy.NONE)]


def test_a_name_alone_is_read_at_least(tmp_path: Path) -> None:
    assert said(tmp_path, ANN[1:]) == [("Ann", SpokenBy.NONE)]


def test_a_journal_of_a_box_that_knew_no_people_is_gone_on_with() -> None:
    line = b'{"type":"began","game":"one-night","setup":{"scenario":"first-game","players":3},"seed":1}'
    assert msgspec.json.decode(line, type=Entry) == Began("one-night", Setup("first-game", 3), 1)
