"""Tests a sentence of several lines: each uses its clip for the middle of a sentence, or the whole is one clip."""

import pytest

from nightcrier.box.sound.port import SpokenBy
from nightcrier.box.sound.voices.voice_chain import VoiceChain


@pytest.fixture
def one_sentence(workshop):
    """Return a voice chain that takes any lines spoken in a row as one sentence."""
    return VoiceChain(
        workshop.folder / "voices",
        lambda *_: None,
        workshop.reports.append,
        sentences=lambda lines: [lines],
        own=(workshop.folder / "own",),
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


def test_a_voice_may_have_the_seat_that_a_sentence_is_told_to_as_one_clip(workshop, one_sentence):
    workshop.pack("ja-a", {"seat-first": 0.4, "number.3": 0.6, "seat-first.number.3": 0.8, "dead": 1.0})
    for rest in ([], ["dead"]):
        said = one_sentence.say(["seat-first", "number.3", *rest], ["ja"])
        assert [each.line for each in said] == ["seat-first.number.3", *rest]
        assert (said[0].seconds, said[0].goes_on) == (0.8, bool(rest))


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


def test_before_a_name_that_nothing_says_the_sentence_ends(workshop, one_sentence):
    folder = workshop.pack("en-a", {"number.3": 0.6, "number.3.on": 0.4})
    number, name = one_sentence.say(["number.3", "name.Anna"], ["en"])
    assert (number.clip, number.goes_on) == (folder / "number.3.opus", False)
    assert name.spoken_by is SpokenBy.NONE


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


NEW = {"Seats": 1.0, "number.1.on": 0.4, "number.1": 0.5, "and": 0.2, "number.2.on": 0.4, "number.2": 0.5, "win": 0.6}
OLD = {"winners": 1.2, "number.1": 0.5, "number.2": 0.5}
ROW = ["Seats", "number.1", "and", "number.2", "win"]
LED = ["winners", "number.1", "number.2"]


@pytest.mark.parametrize(
    ("clips", "empty", "older", "lines"),
    [
        (NEW, "", "winners", ROW),
        (OLD, "", "winners", LED),
        (OLD | {"Seats": 1.0, "win": 0.6}, "", "winners", LED),  # somebody has recorded a part of it
        (OLD, "", "", LED[1:]),
        ({}, "", "winners", ROW),  # a language without voices is read, or spoken live
        ({line: NEW[line] for line in ("number.1", "number.2", "win")}, "Seats and", "winners", [*LED[1:], "win"]),
    ],
)
def test_a_voice_that_has_not_recorded_a_new_sentence_says_the_older_one(workshop, clips, empty, older, lines):
    if clips:
        workshop.pack("en-a", clips)
    house = VoiceChain(
        workshop.folder / "voices",
        lambda _, line: None if line in empty.split() else (f"{line}.", f"{line}."),
        workshop.reports.append,
        sentences=lambda row: [row],
        older={"win": older}.get,
    )
    assert [said.line for said in house.say(ROW, ["en"])] == lines
    assert [said.line for said in house.ahead(ROW, ["en"])] == (lines if clips else [])
