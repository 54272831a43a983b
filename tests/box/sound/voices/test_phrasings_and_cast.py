"""Tests which phrasing of a line is spoken, and by which voice of a cast."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from nightcrier.box.performers import TableVoices
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.phrasings import Bags
from nightcrier.words.catalogue import Words

CALL, CLOSE, DAWN = "one-night.seer.wake", "one-night.seer.close", "one-night.dawn"
CALLS = {("en", line): (line, line) for line in (CALL, CLOSE, DAWN)}
RISE = ("rise", "rise.other", "rise.other.3")


def texts(*lines, language="en"):
    return {(language, line): (line, line) for line in lines}


def drawn(voices, draws, lines, languages, bags=None):
    """Return the names of the clips heard each time that phrasings are drawn anew."""
    heard, bags = [], bags or Bags(1)
    for _ in range(draws):
        voices.choose({}, bags)
        heard.append([said.clip.stem for said in voices.say(lines, languages)])
        assert [said.clip.stem for said in voices.ahead(lines, languages)] == heard[-1]
        bags = bags.after(lines)
    return heard


def test_each_language_has_its_own_number_of_phrasings(workshop, voices):
    workshop.pack("en-a", dict.fromkeys(RISE, 1.0))
    workshop.pack("it-a", {"rise": 1.0, "rise.other": 2.0})
    house = voices(texts=texts(*RISE) | texts(*RISE[:2], language="it"))
    heard = drawn(house, 6, ["rise"], ["en", "it"])
    assert drawn(house, 6, ["rise"], ["en", "it"]) == heard
    assert {row[0] for row in heard[:3]} == {row[0] for row in heard[3:]} == set(RISE)
    assert [row[1] for row in heard] == ["rise", "rise.other"] * 3


def test_what_is_shown_is_what_is_said(workshop, voices):
    workshop.pack("en-a", {"rise": 1.0, "rise.other": 2.0})
    house = voices(texts={("en", "rise"): ("Up.", "Up."), ("en", "rise.other"): ("Rise!", "Rise!")})
    house.choose({}, Bags().after(["rise"]))
    (said,) = house.say(["rise"], ["en"])
    assert (said.line, said.text, said.seconds, said.longest) == ("rise", "Rise!", 2.0, 2.0)


def test_the_first_game_of_all_and_an_older_one_say_the_first_phrasing(workshop, voices):
    lines = [f"{letter}{end}" for letter in "abcdefgh" for end in ("", ".other")]
    workshop.pack("en-a", dict.fromkeys(lines, 1.0))
    house = voices(texts=texts(*lines))
    assert drawn(house, 1, list("abcdefgh"), ["en"]) == [list("abcdefgh")]
    house.choose({}, None)
    assert [said.clip.stem for said in house.say(list("abcdefgh"), ["en"])] == list("abcdefgh")


@pytest.mark.parametrize("crier", ["full", "plain"])
def test_a_plain_host_says_the_same_words_every_time(workshop, voices, crier):
    workshop.pack("en-a", dict.fromkeys(RISE, 1.0))
    house = voices(texts=texts(*RISE))
    TableVoices(house, Words({})).choose(Choices(crier=crier), Bags(1).after(["rise"]))
    assert (house.say(["rise"], ["en"])[0].clip.stem == "rise") == (crier == "plain")


def test_a_word_of_the_screen_is_never_taken_for_another(workshop, voices):
    both = ("screen.ask.artifact", "screen.ask.artifact.other")
    workshop.pack("en-a", dict.fromkeys(both, 1.0))
    heard = drawn(voices(texts=texts(*both)), 9, ["screen.ask.artifact"], ["en"])
    assert {name for row in heard for name in row} == {"screen.ask.artifact"}


def test_a_voice_draws_among_the_phrasings_that_it_has(workshop, voices):
    workshop.pack("en-a", dict.fromkeys(RISE, 1.0))
    workshop.pack("en-grandma", {"rise": 3.0, "rise.other.3": 3.0}, root="own", person="Grandma", quality="human")
    house = voices(texts=texts(*RISE))
    assert [row[0] for row in drawn(house, 4, ["rise"], ["en"])] == ["rise", "rise.other.3"] * 2
    assert {house.say(["rise"], ["en"])[0].pack} == {"en-grandma"}


def test_a_voice_with_the_first_alone_says_it_with_its_own_window(workshop, voices):
    workshop.pack("en-a", {"rise": 1.0})
    house = voices(texts=texts(*RISE))
    assert drawn(house, 3, ["rise"], ["en"]) == [["rise"]] * 3
    assert house.say(["rise"], ["en"])[0].longest == 0.0


def test_without_bags_no_other_phrasing_is_asked_for(workshop, voices):
    workshop.pack("en-a", {"rise.other": 3.0})
    workshop.pack("en-b", {"rise": 1.0, "rise.other": 3.0})
    house = voices(texts=texts(*RISE))
    house.choose({"en": "en-a"}, Bags(1))
    assert house.say(["rise"], ["en"])[0].pack == "en-a"
    house.choose({"en": "en-a"}, None)
    (said,) = house.say(["rise"], ["en"])
    assert (said.pack, said.text, said.longest) == ("en-b", "rise", 0.0)


def test_live_speech_waits_for_the_longest_phrasing_of_a_line_though_only_what_is_said_was_made(voices):
    made = {line: (Path(line), 2.0 * len(line)) for line in (CALL, DAWN)}
    house = voices(Mock(get=lambda _, text: made[text]), texts(*made, f"{CALL}.other", f"{DAWN}.other"))
    house.choose({}, Bags(1))
    assert [said.longest for said in house.say([CALL, DAWN], ["en"])] == [2.0 * len(f"{line}.other") for line in made]


def test_without_clips_all_phrasings_are_written_and_each_tells_the_longest(voices):
    house, bags = voices(texts={("en", line): (line * 9, line * 9) for line in RISE}), Bags(1)
    said = []
    for _ in RISE:
        house.choose({}, bags)
        said += house.say(["rise"], ["en"])
        bags = bags.after(["rise"])
    assert {each.text for each in said} == {line * 9 for line in RISE}
    assert {each.longest for each in said} == {max(each.seconds for each in said)}


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
