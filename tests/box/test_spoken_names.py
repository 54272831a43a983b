"""Tests spoken names: by a clip or live speech if the language has one for everybody here, otherwise all by number; and
journals of boxes that knew no people."""

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from nightcrier.box.events import Event, PeopleCalled
from nightcrier.box.library import read_library
from nightcrier.box.performers import Performers, TableVoices
from nightcrier.box.show.cues import COUNT_OF_THREE, Prepare, Say, Speak
from nightcrier.box.sound.voices.packs import Clip, Pack, Quality
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.box.table.core.effects import ForgetName
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.game.tonight import BY_NUMBER, COUNTS, KEEPS
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId, Seconds, name_line, number_line, seat_line, unended_line
from nightcrier.kernel.phrasings import Bags
from nightcrier.takes.pack_folder import PackFolder
from nightcrier.takes.script import voice_script
from nightcrier.words.catalogue import LANGUAGES, Words
from nightcrier.words.sentences import line_for_voice, names_on_offer, split_sentences, text_and_speech, ways_by_name

EN, DE, FA = Language("en"), Language("de"), Language("fa")
WORDS = read_library(standard_folders({}, Path("/nonexistent")), list[Fault]().append).words
TURN = LineId("deal.turn")
NAMES = {1: "Fox", 2: "Ann"}


class LiveSpeaker:
    """Simulates live speech that can say these texts, and records what was begun and what was waited for."""

    def __init__(self, *texts: str) -> None:
        self.texts = set(texts)
        self.begun: set[str] = set()
        self.waited: set[str] = set()

    def begin(self, language: Language, spoken: str) -> None:
        self.begun.add(spoken)

    def is_ready(self, language: Language, spoken: str) -> bool:
        self.begin(language, spoken)
        return spoken in self.texts

    def get(self, language: Language, spoken: str) -> tuple[Path, Seconds] | None:
        self.waited.add(spoken)
        return (Path(spoken), 1.0) if spoken in self.texts else None


def recorded(where: Path, language: Language, but: Collection[str] = ()) -> None:
    """Write a voice pack with a clip for each line of its script."""
    folder = where / f"{language}-all"
    folder.mkdir(parents=True)
    script = [line for line in voice_script(WORDS, language) if line not in but]
    (folder / "clip.opus").write_bytes(b"")
    clips = {line: Clip("clip.opus", 1.0) for line in script}
    PackFolder(folder, Pack(language, "all", "free", "nobody", Quality.OK, engine="none", clips=clips)).write()


class HeardTable:
    """Provides a table in these languages, with a voice pack for each, and returns what its speeches sound like."""

    def __init__(self, where, *languages, live=None, but=(), words=WORDS):
        for language in languages:
            recorded(where, language, but)

        text_of, sentences = partial(text_and_speech, words), partial(split_sentences, words)
        self.voices = TableVoices(VoiceChain(where, text_of, lambda _: None, sentences=sentences, live=live), words)
        self.choices = Choices(languages=languages)

    def hear(self, *lines, names=NAMES, holds=False, second=False):
        speech = Speak(1, lines, second=second, holds=holds, names=names)
        return [f"{each.language} {each.line}" for each in self.voices.utterances(speech, self.choices)]


OWL, OWN = {1: "Fox", 2: "Owl"}, LineId("deal.story.own")
HEARD = {
    "by its clip": ((EN,), (TURN, seat_line(2)), OWL, "en deal.turn.named, en name.Owl"),
    "one cannot be said": ((EN,), (TURN, seat_line(1)), NAMES, "en deal.turn.number.1"),
    "all are numbers": ((EN,), (seat_line(1), seat_line(2)), NAMES, "en number.1, en number.2"),
    "one has no name": ((EN,), (TURN, seat_line(1)), {}, "en deal.turn.number.1"),
    "in no whole sentence, behind its lead": ((EN,), (TURN, seat_line(11)), {}, "en deal.turn, en number.11"),
    "each language in its own way": (
        (EN, DE),
        (TURN, seat_line(2)),
        OWL,
        "en deal.turn.named, en name.Owl, de deal.turn.number.2",
    ),
    "alone, without the word seat": (
        (EN, DE),
        (LineId("seat-first"), seat_line(1), OWN),
        {1: "Otter"},
        "en name.Otter, en deal.story.own, de name.Otter, de deal.story.own",
    ),
    "no time after its number": ((EN,), (number_line(1), name_line("Ann")), {}, "en number.1"),
    "by no voice, alone": ((EN,), (name_line("Ann"),), {}, "en name.Ann"),
    "only where people go by numbers": ((EN, DE), (BY_NUMBER,), OWL, f"de {BY_NUMBER}"),
    "how numbers count, there too": ((EN, DE), (COUNTS,), OWL, f"de {COUNTS}"),
    "who keeps a number, there too": ((EN, DE), (KEEPS,), OWL, f"de {KEEPS}"),
}


@pytest.mark.parametrize(("languages", "lines", "names", "heard"), HEARD.values(), ids=HEARD)
def test_how_a_name_or_a_number_is_said(tmp_path, languages, lines, names, heard):
    assert ", ".join(HeardTable(tmp_path, *languages).hear(*lines, names=names)) == heard


def test_a_free_name_is_said_by_live_speech(tmp_path):
    table = HeardTable(tmp_path, EN, live=LiveSpeaker("Ann"))
    assert table.hear(TURN, seat_line(2)) == ["en deal.turn.named", "en name.Ann"]
    assert table.hear(seat_line(1)) == ["en name.Fox"]


def test_a_sentence_ends_as_it_began_though_a_name_can_be_said_by_now(tmp_path):
    live = LiveSpeaker()
    table = HeardTable(tmp_path, EN, live=live)
    assert table.hear(TURN, holds=True) == ["en deal.turn"]
    live.texts.add("Ann")
    assert table.hear(seat_line(2)) == ["en number.2"]


def test_a_game_goes_on_by_number_though_a_name_can_be_said_by_now(tmp_path):
    live = LiveSpeaker()
    table = HeardTable(tmp_path, EN, live=live)
    table.voices.choose(table.choices, Bags(games=1))
    assert table.hear(TURN, seat_line(1)) == ["en deal.turn.number.1"]
    live.texts.add("Ann")
    assert table.hear(TURN, seat_line(2)) == ["en deal.turn.number.2"]
    table.voices.choose(table.choices, Bags(games=2))
    assert table.hear(TURN, seat_line(2)) == ["en deal.turn.named", "en name.Ann"]


def test_a_game_that_said_so_goes_on_by_number(tmp_path):
    live = LiveSpeaker()
    table = HeardTable(tmp_path, EN, live=live)
    table.voices.choose(table.choices, Bags(games=1))
    assert table.hear(BY_NUMBER) == [f"en {BY_NUMBER}"]
    live.texts.add("Ann")
    assert table.hear(TURN, seat_line(1)) == ["en deal.turn.number.1"]


def test_the_table_is_told_when_people_are_called_in_another_way(tmp_path):
    table, ports = HeardTable(tmp_path, EN, live=LiveSpeaker("Ann")), Mock()
    ports.clock.now.return_value = 3.0
    performers = Performers(
        clock=ports.clock, loudspeaker=ports.loudspeaker, voices=table.voices, keeper=ports, bookkeeper=ports,
        record=ports, ask_root=ports, follow_keys=ports, ear_cards=ports, witness=ports, power_off=ports,
    )  # fmt: skip
    strange = {1: "Fox", 2: "Zzz"}
    called: list[list[Event]] = []
    for lines, names in (((TURN,), NAMES), ((TURN,), strange), ((TURN,), strange), ((TURN,), NAMES)):
        speech = Speak(1, (*map(LineId, lines), seat_line(1)), names=names)
        called.append(
            [told for told in performers.perform(speech, table.choices, Bags()) if isinstance(told, PeopleCalled)]
        )
    by_name, by_number = PeopleCalled(3.0, by_number=False), PeopleCalled(3.0, by_number=True)
    assert called == [[by_name], [by_number], [], [by_name]], "a game that was cut off may have gone by number"


def test_speech_made_on_the_spot_goes_when_a_name_is_forgotten_and_a_refusal_is_told(tmp_path):
    live = Mock(forget=Mock(return_value=NotKept(Path("speech"), OSError(30, "Read-only file system"))))
    voices = TableVoices(VoiceChain(tmp_path, Mock(), Mock(), live=live), WORDS)
    counted = Mock(count=Mock(return_value=[]))
    ports = dict.fromkeys(
        ("loudspeaker", "keeper", "record", "ask_root", "follow_keys", "ear_cards", "witness", "power_off"), Mock()
    )
    performers = Performers(clock=VirtualClock(), voices=voices, bookkeeper=counted, **ports)
    (fault,) = performers.perform(ForgetName("Quirina"), Choices(), Bags())
    assert isinstance(fault, Fault)
    assert "speech: cannot be removed (Read-only file system)" in fault.what
    counted.count.assert_called_once_with(ForgetName("Quirina"))


def test_a_second_language_on_request_is_said_alone(tmp_path):
    table = HeardTable(tmp_path, EN, DE)
    table.choices = Choices(languages=(EN, DE), second_on_back=True)
    assert table.hear(TURN) == ["en deal.turn"]
    assert table.hear(TURN, second=True) == ["de deal.turn"]


def test_a_line_of_nobody_tells_nothing_of_how_people_are_called(tmp_path):
    table = HeardTable(tmp_path, EN)
    table.hear(LineId("deal.story.own"))
    assert table.voices.called_by_number is None


def test_what_is_said_before_a_game_decides_nothing_for_it(tmp_path):
    live = LiveSpeaker()
    table = HeardTable(tmp_path, EN, live=live)
    table.voices.utterances(Speak(1, (seat_line(1),), menu=True, names=NAMES), table.choices)
    table.hear(LineId("deal.story.own"))
    live.texts.add("Ann")
    assert table.hear(TURN, seat_line(2)) == ["en deal.turn.named", "en name.Ann"]


def test_names_are_begun_before_they_are_said_and_never_waited_for(tmp_path):
    live = LiveSpeaker()
    table, names = HeardTable(tmp_path, EN, live=live), {1: "Ann", 2: "Bob", 3: "Cem"}
    table.voices.ahead(Prepare((LineId("deal.story.own"),), names=names), table.choices)
    assert live.begun == set(names.values())
    table.hear(LineId("deal.story.own"), TURN, seat_line(1), names=names)
    assert live.waited == set()
    live.texts |= live.begun
    table.voices.choose(table.choices, Bags(games=2))
    table.hear(TURN, seat_line(1), names=names)
    assert live.waited == {"Ann"}


@pytest.mark.parametrize("name", ["J.R.", "Fox.on", "Fox.other", "role.wake", "A.b.c"])
def test_a_name_with_dots_is_said_whole_by_whoever_says_the_names(tmp_path, name):
    table = HeardTable(tmp_path, EN, live=LiveSpeaker(name))
    table.voices.choose(Choices(languages=(EN,), cast="cast"), Bags(games=7))
    names = {1: "Fox", 2: name}
    lines = (TURN, seat_line(2))
    (_, said) = table.voices.utterances(Speak(1, lines, names=names), table.choices)
    assert (said.text, said.clip) == (name, Path(name))
    assert name_line(name).count(".") == 1


def test_the_clip_of_a_name_within_a_sentence_is_nobodys_name():
    assert WORDS.line(EN, unended_line(name_line("Fox"))) is None
    within = line_for_voice(WORDS, EN, unended_line(name_line("Fox")))
    assert within.text == "Fox,"


def test_a_pack_without_the_other_sentence_says_the_one_it_has(tmp_path):
    table = HeardTable(tmp_path, EN, but={"deal.turn.named"})
    assert table.hear(TURN, seat_line(1), names={1: "Fox"}) == ["en deal.turn", "en name.Fox"]


def test_what_comes_next_is_looked_for_as_it_will_be_said(tmp_path):
    table = HeardTable(tmp_path, EN)
    table.hear(TURN, names={1: "Fox"}, holds=True)
    (ahead,) = table.voices.ahead(Prepare((seat_line(1),), names={1: "Fox"}), table.choices)
    assert ahead.line == "name.Fox"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_voice_learns_the_names_of_the_list_and_the_sentences_with_names(language):
    script = voice_script(WORDS, language)
    assert {name_line(name) for name in names_on_offer(WORDS, language)} <= set(script)
    assert TURN + ".named" in script
    assert all(script.values())


def test_what_says_seat_before_a_number_says_something_else_before_a_name():
    def ways(line: str) -> Sequence[LineId]:
        return ways_by_name(WORDS, NAMES, LineId(line))

    assert ways("deal.turn") == ("deal.turn.named", "deal.turn")
    assert ways("seat-first") == ()
    assert ways("seat.2") == ways("person.2") == ("name.Ann", "number.2")
    assert ways("number.2") == ("number.2",)


def test_a_second_language_says_the_short_form(tmp_path):
    """The second language uses a short form if the line has one."""
    seer, close = LineId("one-night.seer.wake"), LineId("one-night.seer.close")
    lines = HeardTable(tmp_path, EN, DE).hear(seer, close)
    assert lines == [f"en {seer}", f"de {seer}.short", f"en {close}", f"de {close}"]
    assert HeardTable(tmp_path / "one", DE).hear(seer) == [f"de {seer}"]


def test_english_that_speaks_for_a_broken_first_language_says_the_whole_form(tmp_path):
    broken = Words({language: book for language, book in WORDS.books.items() if language != DE})
    (table := HeardTable(tmp_path, EN, words=broken)).choices = Choices(languages=(DE, EN))
    assert table.hear(LineId("one-night.seer.wake"))[-1] == "en one-night.seer.wake"


def test_the_persian_count_has_three_words_and_ends_with_the_others(tmp_path):
    beats = [cue.lines for cue in COUNT_OF_THREE if isinstance(cue, Say)] + [(LineId("vote.now"),)]
    assert [WORDS.title(FA, line) for (line,) in beats] == ["", "سه.", "دو.", "یک!"]
    alone, both = HeardTable(tmp_path / "alone", FA), HeardTable(tmp_path / "both", FA, EN)
    assert [alone.hear(*lines) for lines in beats] == [[], *([f"fa {line}"] for (line,) in beats[1:])]
    assert both.hear(*beats[0]) == ["en vote.three"]
    assert both.hear(*beats[3]) == ["fa vote.now", "en vote.now"]
