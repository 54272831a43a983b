"""Tests which voice says a line, down the whole chain."""

from pathlib import Path

import pytest

from nightcrier.box.sound.port import SpokenBy
from nightcrier.box.sound.voices.packs import text_hash
from nightcrier.box.sound.voices.voice_chain import SECONDS_A_LETTER, VoiceChain
from nightcrier.kernel.ids import name_line
from nightcrier.kernel.phrasings import Bags


class FakeLive:
    """Speaks only the given languages."""

    def __init__(self, *languages):
        self.languages, self.begun = languages, []

    def begin(self, language, spoken):
        self.begun.append((language, spoken))

    def is_ready(self, language, spoken):
        self.begin(language, spoken)
        return language in self.languages

    def get(self, language, spoken):
        return (Path(f"/live/{language}.wav"), 2.0) if language in self.languages else None


def test_the_log_says_of_a_name_only_that_it_is_one(tmp_path):
    reports, live = [], FakeLive("en")
    voices = VoiceChain(tmp_path, lambda _, line: (line, line), reports.append, live=live)
    voices.say((name_line("Quirina"),), ("en", "de"))
    assert reports == [
        "a name (en): no recording; speech made on the spot says it.",
        "a name (de): no voice can say it; only en is heard.",
    ]


def test_the_chosen_pack_says_it(workshop, voices):
    workshop.pack("en-a", {"wake": 1.0})
    folder, house = workshop.pack("en-b", {"wake": 2.0}), voices()
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
    workshop.pack("en-b", {"wake": 2.0}, quality="good")
    assert voices().say(["wake"], ["en"])[0].pack == "en-b"


@pytest.mark.parametrize("root", ["voices", "own"])
@pytest.mark.parametrize("fields", [{}, {"engine": "x"}, {"engine": "x", "person": "Me"}])
@pytest.mark.parametrize("quality", ["human", "unchecked"])
def test_a_machine_that_calls_itself_a_person_is_heard_after_a_good_one(workshop, voices, root, fields, quality):
    workshop.pack("en-a", {"wake": 1.0})
    workshop.pack("en-b", {"wake": 2.0}, root=root, quality=quality, **fields)
    assert voices().say(["wake"], ["en"])[0].pack == "en-a"


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
    workshop.pack("en-me", {"wake": 3.0}, root="own", person="Me")
    assert house.say(["wake"], ["en"])[0].pack == "en-a"
    house.reread()
    assert house.say(["wake"], ["en"])[0].pack == "en-me"


def test_live_speech_says_what_nobody_recorded(workshop, voices):
    house = voices(FakeLive("en"))
    (utterance,) = house.say(["wake"], ["en"])
    assert (utterance.spoken_by, utterance.clip, utterance.seconds) == (SpokenBy.LIVE, Path("/live/en.wav"), 2.0)
    house.say(["wake"], ["en"])
    assert workshop.reports == ["wake (en): no recording; speech made on the spot says it."]


@pytest.mark.parametrize("root", ["voices", "own"])
def test_a_clip_that_speaks_an_older_text_is_passed_over(workshop, root):
    workshop.pack("en-a", {"wake": 1.0, "sleep": 1.0, "wake.on": 1.0}, root=root, person="Me")
    house = VoiceChain(
        workshop.folder / "voices",
        lambda *_: ("Wake up.", "Wake up."),
        workshop.reports.append,
        sentences=lambda lines: [lines],
        own=(workshop.folder / "own",),
        live=FakeLive("en"),
        texts_now=lambda _, line: ["Wake up.", "Wake."] if line in {"wake", "wake.on"} else [],
    )
    assert [said.spoken_by for said in house.say(["wake", "sleep"], ["en"])] == [SpokenBy.LIVE, SpokenBy.CLIP]
    listed = workshop.folder / root / "en-a" / "pack.toml"
    listed.write_text(listed.read_text().replace("000000000000", text_hash("Wake.")))
    house.reread()
    assert [said.clip.name for said in house.say(["wake", "sleep"], ["en"])] == ["wake.on.opus", "sleep.opus"]


@pytest.mark.parametrize("phrasing", ["owl", "owl.other"])
def test_a_clip_of_another_line_with_the_same_text_will_do(workshop, phrasing):
    folder = workshop.pack("en-a", {"fox": 1.0})
    house = VoiceChain(
        workshop.folder / "voices",
        lambda *_: ("Fox", "Fox"),
        workshop.reports.append,
        texts_now=lambda _, line: ["Fox"] if line == phrasing else ["Owl"],
    )
    house.choose({}, Bags(1))
    listed = folder / "pack.toml"
    listed.write_text(listed.read_text().replace("000000000000", text_hash("Fox")))
    (said,) = house.say(["owl"], ["en"])
    assert (said.line, said.clip, said.seconds) == ("owl", folder / "fox.opus", 1.0)
    assert house.instead(said).spoken_by is SpokenBy.NONE


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


def test_what_a_language_owes_is_shown_and_not_said_live(workshop):
    live = FakeLive("it")
    house = VoiceChain(workshop.folder / "voices", lambda *_: ("Wake up.", ""), workshop.reports.append, live=live)
    assert not house.is_ready("wake", "it")
    (shown,) = house.say(["wake"], ["it"])
    assert (shown.spoken_by, shown.text, live.begun) == (SpokenBy.NONE, "Wake up.", [])


def test_what_nobody_can_say_leaves_time_to_read(workshop, voices):
    long = "x" * 100
    house = voices(texts={("it", "wake"): ("Ciao", "Ciao"), ("en", "long"): (long, long)})
    short, slow = house.say(["wake", "long"], ["en", "it"])
    assert (short.spoken_by, short.clip, short.text, short.language) == (SpokenBy.NONE, None, "Ciao", "it")
    assert short.seconds == 1.5
    assert slow.seconds == pytest.approx(100 * SECONDS_A_LETTER)
    assert workshop.reports[0] == "wake (en): no voice can say it; a signal, and the text on the screen."


def test_a_sign_that_is_a_syllable_or_a_word_takes_longer_to_read_and_a_mark_no_time(voices):
    texts = {("en", "x"): ("x" * 100,) * 2, ("ja", "x"): ("目" * 100,) * 2, ("th", "x"): ("x\u200b" * 100,) * 2}
    latin, signs, marked = (voices(texts=texts).say(["x"], [language])[0] for language in ("en", "ja", "th"))
    assert signs.seconds > 2 * latin.seconds
    assert marked.seconds == latin.seconds


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


def test_a_house_without_recordings_of_its_own_reads_only_its_packs(workshop):
    workshop.pack("en-a", {"wake": 1.0})
    house = VoiceChain(workshop.folder / "voices", lambda *_: None, workshop.reports.append)
    assert house.say(["wake"], ["en"])[0].pack == "en-a"
