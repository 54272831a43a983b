"""Which of two phrasings is said, and by which voice of a cast."""

CALL, CLOSE, DAWN = "one-night.seer.wake", "one-night.seer.close", "one-night.dawn"
CALLS = {("en", line): (line, line) for line in (CALL, CLOSE, DAWN)}


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
    house.choose({}, next(number for number, row in enumerate(heard, 1) if row[0] == "wake.other"))
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
