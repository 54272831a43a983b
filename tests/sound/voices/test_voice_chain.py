"""Who says a line, down the whole chain."""

from pathlib import Path

import pytest

from device.sound.port import SpokenBy
from device.sound.voices.voice_chain import SECONDS_A_LETTER, VoiceChain

TEXTS = {("en", "wake"): ("Wake up.", "Wake up."), ("it", "wake"): ("Svegliati.", "Sve-gliati.")}


class FakeLive:
    """Speaks the languages it is given."""

    def __init__(self, *languages):
        self.languages, self.begun = languages, []

    def begin(self, language, spoken):
        self.begun.append((language, spoken))

    def is_ready(self, language, spoken):
        self.begin(language, spoken)
        return language in self.languages

    def get(self, language, spoken):
        return (Path(f"/live/{language}.wav"), 2.0) if language in self.languages else None


@pytest.fixture
def voices(workshop):
    def make(live=None, texts=TEXTS):
        return VoiceChain(
            workshop.folder / "voices",
            lambda language, line: texts.get((language, line)),
            workshop.reports.append,
            own=workshop.folder / "own",
            live=live,
        )

    return make


def test_the_chosen_pack_says_it(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    folder = workshop.pack("en-b", {"wake": 2.0})
    house = voices()
    house.choose({"en": "en-b"})
    (utterance,) = house.say(["wake"], ["en"])
    assert (utterance.pack, utterance.seconds, utterance.clip) == ("en-b", 2.0, folder / "wake.opus")
    assert (utterance.spoken_by, utterance.text, utterance.language) == (SpokenBy.CLIP, "Wake up.", "en")
    assert workshop.reports == []


def test_a_pack_in_one_file_says_it(workshop, voices):
    container = workshop.contain(workshop.pack("en-a", {"wake": 1.0}))
    assert voices().say(["wake"], ["en"])[0].clip == container / "wake.opus"


def test_a_machines_voice_beside_peoples_recordings_is_one_of_the_voices_to_choose(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0}, engine="x", quality="ok")
    workshop.contain(workshop.pack("en-b", {"wake": 2.0, "sleep": 2.0}, root="own", engine="x", quality="robot"))
    workshop.pack("en-me", {"sleep": 3.0}, root="own", person="Me")
    house = voices()
    assert [said.pack for said in house.say(["wake", "sleep"], ["en"])] == ["en-a", "en-me"]
    house.choose({"en": "en-b"})
    assert [said.pack for said in house.say(["wake", "sleep"], ["en"])] == ["en-b", "en-me"]


def test_without_a_choice_the_best_quality_says_it(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0}, quality="robot")
    workshop.pack("en-b", {"wake": 2.0}, quality="human")
    assert voices().say(["wake"], ["en"])[0].pack == "en-b"


def test_another_pack_of_the_language_says_what_the_chosen_one_lacks_and_it_is_told_once(workshop, voices):
    workshop.pack("en-a", {"other": 1.0})
    workshop.pack("en-b", {"wake": 2.0, "sleep": 2.0}, quality="robot")
    house = voices()
    assert [utterance.pack for utterance in house.say(["wake", "sleep", "other"], ["en"])] == ["en-b", "en-b", "en-a"]
    assert workshop.reports == ["wake (en): no recording in en-a; en-b says it."]


def test_peoples_own_clips_win_line_by_line(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0, "sleep": 1.0})
    workshop.pack("en-grandma", {"wake": 3.0}, root="own", person="Grandma", quality="human")
    house = voices()
    house.choose({"en": "en-a"})
    assert [utterance.pack for utterance in house.say(["wake", "sleep"], ["en"])] == ["en-grandma", "en-a"]
    assert workshop.reports == []


def test_a_voice_that_has_new_clips_is_read_again(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    house = voices()
    assert house.say(["wake"], ["en"])[0].pack == "en-a"
    workshop.pack("en-me", {"wake": 3.0}, root="own")
    assert house.say(["wake"], ["en"])[0].pack == "en-a"
    house.reread()
    assert house.say(["wake"], ["en"])[0].pack == "en-me"


def test_live_speech_says_what_nobody_recorded(workshop, voices):
    house = voices(FakeLive("en"))
    (utterance,) = house.say(["wake"], ["en"])
    assert (utterance.spoken_by, utterance.clip, utterance.seconds) == (SpokenBy.LIVE, Path("/live/en.wav"), 2.0)
    house.say(["wake"], ["en"])
    assert workshop.reports == ["wake (en): no recording; speech made on the spot says it."]


def test_the_next_language_of_the_table_is_left_when_the_first_has_no_voice(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    assert [utterance.language for utterance in voices(FakeLive()).say(["wake"], ["it", "en"])] == ["en"]
    assert workshop.reports == ["wake (it): no voice can say it; only en is heard."]


def test_both_languages_are_heard_in_the_order_of_the_table(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0, "x": 1.0})
    workshop.pack("it-a", {"wake": 1.0, "x": 1.0})
    heard = voices().say(["wake", "x"], ["it", "en"])
    assert [(utterance.line, utterance.language) for utterance in heard] == [
        ("wake", "it"),
        ("wake", "en"),
        ("x", "it"),
        ("x", "en"),
    ]


def test_what_nobody_can_say_leaves_time_to_read(workshop, voices):
    long = "x" * 100
    house = voices(texts={("it", "wake"): ("Ciao", "Ciao"), ("en", "long"): (long, long)})
    short, slow = house.say(["wake", "long"], ["en", "it"])
    assert (short.spoken_by, short.clip, short.text, short.language) == (SpokenBy.NONE, None, "Ciao", "it")
    assert short.seconds == 1.5
    assert slow.seconds == pytest.approx(100 * SECONDS_A_LETTER)
    assert workshop.reports[0] == "wake (en): no voice can say it; a signal, and the text on the screen."


def test_a_line_without_words_is_shown_by_its_id(voices):
    assert voices().say(["one-night.seer.wake"], ["en"])[0].text == "one-night.seer.wake"


def test_a_clip_is_played_even_where_its_words_are_missing(workshop, voices):
    workshop.pack("en-a", {"extra": 1.0})
    (utterance,) = voices().say(["extra"], ["en"])
    assert (utterance.text, utterance.spoken_by) == ("", SpokenBy.CLIP)


def test_a_clip_whose_file_is_gone_is_told_once_and_passed_over(workshop, voices):
    folder = workshop.pack("en-a", {"wake": 1.0})
    workshop.pack("en-b", {"wake": 2.0}, quality="robot")
    (folder / "wake.opus").unlink()
    house = voices()
    assert [house.say(["wake"], ["en"])[0].pack for _ in range(2)] == ["en-b", "en-b"]
    assert f"{folder}/pack.toml: clips.wake.file: there is no file wake.opus beside it." in workshop.reports
    assert len(workshop.reports) == 2


@pytest.mark.parametrize("file", ["../../secret.opus", "/etc/passwd", "a\\u0000b"])
def test_a_clip_that_leads_out_of_its_pack_is_not_played(workshop, voices, file):
    folder = workshop.pack("en-a", {})
    (workshop.folder / "secret.opus").write_bytes(b"x")
    with (folder / "pack.toml").open("a") as pack:
        pack.write(f'\n"wake" = {{ file = "{file}", seconds = 1.0 }}')
    assert voices().say(["wake"], ["en"])[0].clip is None


def test_a_clip_that_turned_out_broken_is_not_tried_again(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    workshop.pack("en-b", {"wake": 2.0}, quality="robot")
    house = voices(FakeLive("en"))
    first = house.say(["wake"], ["en"])[0]
    second = house.instead(first)
    third = house.instead(second)
    fourth = house.instead(third)
    assert [u.pack or u.spoken_by.value for u in (first, second, third, fourth)] == ["en-a", "en-b", "live", "none"]
    assert house.say(["wake"], ["en"])[0].spoken_by is SpokenBy.NONE
    assert house.instead(fourth) == fourth


def test_what_comes_next_is_begun_without_waiting(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    live = FakeLive("it")
    assert [utterance.language for utterance in voices(live).ahead(["wake", "unknown"], ["en", "it"])] == ["en"]
    assert live.begun == [("it", "Sve-gliati.")]
    assert voices().ahead(["wake"], ["it"]) == ()


def test_people_read_along_where_nothing_or_a_poor_voice_speaks(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    workshop.pack("th-a", {"wake": 1.0}, quality="experimental")
    house = voices(FakeLive("it"))
    good, live, poor = house.say(["wake"], ["en", "it", "th"])
    (silent,) = house.say(["x"], ["en"])
    assert [house.needs_caption(each) for each in (good, live, poor, silent)] == [False, False, True, True]


@pytest.fixture
def one_sentence(workshop):
    """A house in which all that is said in a row is one sentence."""
    return VoiceChain(
        workshop.folder / "voices",
        lambda *_: None,
        workshop.reports.append,
        sentences=lambda lines: [lines],
        own=workshop.folder / "own",
    )


def test_where_the_sentence_goes_on_the_clip_for_that_is_heard(workshop, one_sentence):
    folder = workshop.pack("en-a", {"seat": 1.0, "number.3": 0.6, "number.3.on": 0.4})
    row = ["seat", "number.3", "seat", "number.3"]
    for heard in (one_sentence.say(row, ["en"]), one_sentence.ahead(row, ["en"])):
        assert [(said.line, said.clip.name, said.seconds, said.goes_on) for said in heard] == [
            ("seat", "seat.opus", 1.0, True),
            ("number.3", "number.3.on.opus", 0.4, True),
            ("seat", "seat.opus", 1.0, True),
            ("number.3", "number.3.opus", 0.6, False),
        ]
    assert {said.clip.parent for said in heard} == {folder}


def test_a_voice_without_such_a_clip_keeps_to_its_own(workshop, one_sentence):
    workshop.pack("en-a", {"number.3": 0.6, "number.3.on": 0.4, "seat": 1.0})
    own = workshop.pack("en-grandma", {"number.3": 0.7}, root="own", person="Grandma", quality="human")
    first, _ = one_sentence.say(["number.3", "seat"], ["en"])
    assert (first.clip, first.seconds, first.goes_on) == (own / "number.3.opus", 0.7, True)


def test_a_clip_for_the_middle_that_is_gone_or_broken_leaves_the_plain_one(workshop, one_sentence):
    folder = workshop.pack("en-a", {"number.3": 0.6, "number.3.on": 0.4, "seat": 1.0})
    first, _ = one_sentence.say(["number.3", "seat"], ["en"])
    instead = one_sentence.instead(first)
    assert (instead.clip, instead.goes_on) == (folder / "number.3.opus", True)
    (folder / "number.3.on.opus").unlink()
    assert one_sentence.say(["number.3", "seat"], ["en"])[0].clip == folder / "number.3.opus"


def test_a_sentence_that_a_voice_has_whole_is_one_clip(workshop, one_sentence):
    folder = workshop.pack("en-a", {"turn": 1.0, "number.3": 0.6, "turn.number.3": 1.4})
    for heard in (one_sentence.say(["turn", "number.3"], ["en"]), one_sentence.ahead(["turn", "number.3"], ["en"])):
        assert [(said.line, said.clip, said.seconds, said.goes_on) for said in heard] == [
            ("turn.number.3", folder / "turn.number.3.opus", 1.4, False)
        ]
    more = one_sentence.say(["turn", "number.3", "number.3"], ["en"])
    assert [said.line for said in more] == ["turn", "number.3", "number.3"]


def test_a_person_who_has_only_the_parts_says_the_parts(workshop, one_sentence):
    workshop.pack("en-a", {"turn": 1.0, "number.3": 0.6, "turn.number.3": 1.4})
    own = workshop.pack("en-grandma", {"turn": 1.1, "number.3": 0.7}, root="own", person="Grandma", quality="human")
    heard = one_sentence.say(["turn", "number.3"], ["en"])
    assert [said.clip for said in heard] == [own / "turn.opus", own / "number.3.opus"]


def test_a_whole_sentence_that_is_broken_is_said_in_parts_from_then_on(workshop, one_sentence):
    workshop.pack("en-a", {"turn": 1.0, "number.3": 0.6, "turn.number.3": 1.4})
    (whole,) = one_sentence.say(["turn", "number.3"], ["en"])
    assert one_sentence.instead(whole).spoken_by is SpokenBy.NONE
    assert [said.line for said in one_sentence.say(["turn", "number.3"], ["en"])] == ["turn", "number.3"]


def drawn(voices, numbers, lines, languages):
    """The names of the clips that are heard with each number of games."""
    heard = []
    for games_before in numbers:
        voices.choose({}, games_before)
        heard.append([said.clip.stem for said in voices.say(lines, languages)])
        assert [said.clip.stem for said in voices.ahead(lines, languages)] == heard[-1]
    return heard


def test_a_line_with_two_phrasings_is_said_now_so_now_otherwise_and_the_same_by_the_same_number(workshop, voices):
    both = {"wake": 1.0, "wake.other": 2.0, "sleep": 1.0, "sleep.other": 2.0}
    workshop.pack("en-a", both)
    workshop.pack("it-a", both)
    house = voices(texts={("en", "wake.other"): ("Rise!", "Rise!")})
    heard = drawn(house, range(1, 40), ["wake", "sleep"], ["en", "it"])
    assert drawn(house, range(1, 40), ["wake", "sleep"], ["en", "it"]) == heard
    assert {tuple(row) for row in heard} == {
        (wake, wake, sleep, sleep) for wake in ("wake", "wake.other") for sleep in ("sleep", "sleep.other")
    }
    other = next(number for number, row in enumerate(heard, 1) if row[0] == "wake.other")
    house.choose({}, other)
    (said,) = house.say(["wake"], ["en"])
    assert (said.line, said.text, said.seconds) == ("wake", "Rise!", 2.0)


def test_the_first_game_of_all_is_said_in_the_first_phrasing(workshop, voices):
    workshop.pack("en-a", {f"{line}{end}": 1.0 for line in "abcdefgh" for end in ("", ".other")})
    assert drawn(voices(), [0], list("abcdefgh"), ["en"]) == [list("abcdefgh")]


def test_a_word_of_the_screen_is_never_taken_for_another(workshop, voices):
    workshop.pack("en-a", {"screen.ask.artifact": 1.0, "screen.ask.artifact.other": 1.0})
    heard = drawn(voices(), range(20), ["screen.ask.artifact"], ["en"])
    assert {name for row in heard for name in row} == {"screen.ask.artifact"}


def test_a_voice_without_the_second_phrasing_says_the_first(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0, "wake.other": 2.0})
    workshop.pack("en-grandma", {"wake": 3.0}, root="own", person="Grandma", quality="human")
    assert {row[0] for row in drawn(voices(), range(20), ["wake"], ["en"])} == {"wake"}
    assert {voices().say(["wake"], ["en"])[0].pack} == {"en-grandma"}


def test_before_a_name_that_nothing_says_the_sentence_ends(workshop, one_sentence):
    folder = workshop.pack("en-a", {"number.3": 0.6, "number.3.on": 0.4})
    number, name = one_sentence.say(["number.3", "name.Anna"], ["en"])
    assert (number.clip, number.goes_on) == (folder / "number.3.opus", False)
    assert name.spoken_by is SpokenBy.NONE


def test_a_house_without_recordings_of_its_own_reads_only_its_packs(workshop):
    workshop.pack("en-a", {"wake": 1.0})
    house = VoiceChain(workshop.folder / "voices", lambda *_: None, workshop.reports.append)
    assert house.say(["wake"], ["en"])[0].pack == "en-a"


def test_a_sentence_in_parts_is_said_whole_in_one_language_and_then_in_the_next(workshop):
    for language in ("en", "it"):
        workshop.pack(f"{language}-a", {"seat": 1.0, "three": 1.0, "wakes": 1.0})
    house = VoiceChain(
        workshop.folder / "voices",
        lambda *_: None,
        workshop.reports.append,
        sentences=lambda lines: [lines[:2], lines[2:]],
    )
    heard = house.say(["seat", "three", "wakes"], ["en", "it"])
    assert [(said.line, said.language, said.goes_on) for said in heard] == [
        ("seat", "en", True),
        ("three", "en", False),
        ("seat", "it", True),
        ("three", "it", False),
        ("wakes", "en", False),
        ("wakes", "it", False),
    ]


CALL, CLOSE, DAWN = "one-night.seer.wake", "one-night.seer.close", "one-night.dawn"
CALLS = {("en", line): (line, line) for line in (CALL, CLOSE, DAWN)}


def test_with_a_cast_the_calls_are_said_by_another_voice_than_the_narrators(workshop, voices):
    for pack in ("en-a", "en-b"):
        workshop.pack(pack, dict.fromkeys((CALL, CLOSE, DAWN), 1.0))
    house = voices(texts=CALLS)
    house.choose({"en": "en-b"}, casts=True)
    assert [said.pack for said in house.say([CALL, CLOSE, DAWN], ["en"])] == ["en-a", "en-a", "en-b"]
    house.choose({"en": "en-b"})
    assert {said.pack for said in house.say([CALL, CLOSE, DAWN], ["en"])} == {"en-b"}


def test_a_cast_of_one_voice_is_that_voice(workshop, voices):
    workshop.pack("en-a", dict.fromkeys((CALL, DAWN), 1.0))
    house = voices(texts=CALLS)
    house.choose({}, casts=True)
    assert [said.pack for said in house.say([CALL, DAWN], ["en"])] == ["en-a", "en-a"]
    assert workshop.reports == []


def test_what_the_cast_lacks_the_narrator_says(workshop, voices):
    workshop.pack("en-a", dict.fromkeys((CALL, CLOSE, DAWN), 1.0))
    workshop.pack("en-marta", {CALL: 1.0, DAWN: 1.0}, root="own", person="Marta", quality="human")
    house = voices(texts=CALLS)
    house.choose({}, casts=True)
    assert [said.pack for said in house.say([CALL, CLOSE, DAWN], ["en"])] == ["en-a", "en-a", "en-marta"]
