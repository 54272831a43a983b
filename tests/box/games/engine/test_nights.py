"""Tests which calls are made on a night, in which pass people choose, and what is said in which language."""

import re
from typing import Any

import pytest

from nightcrier.box.game_lines import HouseLines, written_lines
from nightcrier.box.games.engine.extended import BASE_DECK, BASE_ROLES, CALLERS, COPIER
from nightcrier.box.games.engine.game import FileGame, ShelvedGame
from nightcrier.box.games.engine.narrated import NarratedRules, begin_narrated, narrated_night
from nightcrier.box.games.engine.sayings import Sayings, languages_needed
from nightcrier.box.games.engine.showing import Wanted, checked_row, shown_rows
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.games.one_night.rules.calls import copy_of
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER, ROLES
from nightcrier.box.show.cues import Say
from nightcrier.box.show.stages import Ask, Count, Perform, Tell
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language, LineId
from nightcrier.words.catalogue import LANGUAGES
from nightcrier.words.shelf import read_book
from tests.box.games.engine.small import ADDED, MANY, SMALL, read

HOUSE = HouseLines()


def calls(text: str, **wanted: Any) -> dict[str, dict[str, Any]]:
    """Return the rows that `games show` prints for the calls of a night, by call."""
    return {row["call"]: row for row in shown_rows(read(text), Wanted(**wanted), HOUSE) if "call" in row}


def more(name: str, rest: str = "") -> str:
    return f'[[call]]\nid = "{name}"\nwho = "fox"\n{rest}\n'


@pytest.mark.parametrize(
    ("nights", "made"),
    [
        ('"every"', [1, 2, 3, 4]),
        ('"first"', [1]),
        ('"later"', [2, 3, 4]),
        ('"odd"', [1, 3]),
        ('"even"', [2, 4]),
        ("3", [3]),
    ],
)
def test_a_call_is_made_on_its_nights(nights, made):
    text = MANY + more("x", f"when = {{ nights = {nights} }}")
    assert [night for night in (1, 2, 3, 4) if "x" in calls(text, night=night)] == made


def test_a_call_is_made_with_its_deck_players_and_switch():
    text = (
        MANY.replace("[[call]]", '[role.cat]\nside = "town"\n[[call]]', 1).replace("hen = ", 'cat = "Cat", hen = ')
        + more("cats", 'when = { in_deck = ["cat", "hen"] }')
        + more("no-cats", 'when = { without = "cat" }')
        + more("six", "when = { players = [6, 7] }")
        + more("quick", 'switch = "quick"')
        + more("slow", 'switch = "-quick"')
        + more("nobody").replace('"fox"', '["cat", "-town"]')
        + "[words.en.calls]\nnobody = 'Cat'\n"
    )
    assert list(calls(text)) == ["fox", "no-cats", "slow"]
    assert list(calls(text, added=["cat"], players=6, options=["quick=on"])) == ["fox", "cats", "six", "quick"]


MARKS = (
    more("a", 'do = { verb = "mark", mark = "bitten" }')
    + more("b", 'do = "look"')
    + more("c", 'do = { verb = "ask", learns = "side", of = ["all", "-bitten"] }')
    + more("d", 'do = "view"')
    + more("e", 'do = "trail"')
)


def test_who_is_asked_about_a_mark_chooses_after_those_who_set_it():
    rows = calls(MANY.replace("format", 'deal = "box"\nformat') + MARKS)
    assert [row["pass"] for row in rows.values()] == [None, 1, None, 2, 2, 3]
    assert {row["pass"] for row in calls(MANY + MARKS).values()} == {None}


def test_a_game_of_four_passes_is_played_with_cards_alone():
    four = MARKS + more("f", 'do = "trail"')
    assert calls(MANY + four)
    for text in (four, MARKS + more("f", 'do = "trail"\nwhen = { nights = "later" }')):
        with pytest.raises(BadFile) as refused:
            read(MANY.replace("format", 'deal = "either"\nformat') + text)
        assert refused.value.key == "call[6]"


def test_passes_are_counted_for_each_night_alone():
    later = MARKS + more("f", 'do = "trail"\nwhen = { nights = "later" }')
    early = later.replace('"trail"\n[[', '"trail"\nwhen = { nights = "first" }\n[[')
    assert read(MANY.replace("format", 'deal = "either"\nformat') + early)


def test_a_game_played_at_a_board_is_over_when_people_say_so():
    play = begin_narrated(NarratedRules(read(SMALL), 5, ("hen",) * 4 + ("fox",)))
    for answer, kind in (("", Tell), ("", Perform), ("over", Count), ("on", Ask), ("over", Count), ("over", Ask)):
        assert isinstance(play.stage(), kind)
        play = play.answer(answer)
    assert play.stage() is None


def test_the_rule_of_a_call_is_said_on_two_nights():
    rules = NarratedRules(read(MANY + '[words.en.lines]\n"fox.rule" = "Never twice."\n'), 5, ("hen",) * 4 + ("fox",))
    said = [[cue.line for cue in narrated_night(rules, night) if isinstance(cue, Say)] for night in (1, 2, 3)]
    known = said[2]
    assert said[:2] == [[*known[:2], "file.small.fox.rule", *known[2:]]] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_has_every_line_in_every_language(language):
    lines = HOUSE[language]
    moments = {"open", "dawn", "wake", "eyes", "thumbs", "then", "pointed", "away", "close"}
    hers = {"doppelganger", "copied", "copied-too", "copied-wake", "copied-wait"}
    known = {line.removesuffix("-many").removesuffix("-say") for line in lines}
    made = {"who-is", "who-is-not", "you-are", "winners", "role-side", "name-whom", "elect"}
    assert known == moments | hers | made | {"and", "comma", "except", "nobody"} | (VERBS.keys() - {"look", "rest"})
    named = moments - {"open", "dawn", "away"} | {"copied-too", "copied-wake", "copied-wait"} | made
    for line, text in lines.items():
        gaps = {gap for gap in ("{name}", "{by}", "{taken}") if gap in text}
        filled = (
            {"{name}", "{by}"} if line.startswith(("pointed", "copied-wake", "role-side", "name-whom")) else {"{name}"}
        )
        expected = filled if line.removesuffix("-many") in named else set()
        expected = {"{name}", "{taken}"} if line == "except" else expected
        assert gaps == expected, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_calls_a_doppelganger_as_one_night_does(language):
    closed = read_book(share("assets") / "words" / f"{language}.toml").lines[LineId(f"one-night.{COPIER}.close")]
    her, aloud = HOUSE[language]["doppelganger"], HOUSE[language].get("doppelganger-say", "")
    assert re.match(rf"{her}[\Wは]", closed.text)
    assert re.match(rf"{aloud or her}[\Wは]", closed.say or closed.text)
    assert (COPIER, f"{COPIER}-owl") == (DOPPELGANGER, copy_of("owl"))


def test_an_own_line_comes_before_the_house_and_a_language_before_the_next():
    german = "[words.de]\nroles = { fox = 'Fuchs' }\nlines = { 'fox.wake' = { text = 'Fuchs!', say = 'Fux!' } }\n"
    game = read(SMALL + german + "[words.ja]\n")
    sayings = Sayings(game, ("hen", "fox"), [Language("ja"), Language("de")], HOUSE)
    woken, closed = (sayings.said(game.calls[0], part) for part in ("wake", "close"))
    assert (woken.text, woken.language, woken.say) == ("Fuchs!", "de", "Fux!")
    assert (closed.text, closed.language) == ("Fuchs, schließe die Augen.", "de")
    assert sayings.moment("open").language == "ja"
    noted = ["roles.hen: named in en, not in de, ja", "roles.fox: named in en, de, not in ja"]
    made = [
        f"words.{line}: made by the house" for line in ("en.lines.fox.wake", "en.lines.fox.close", "de.lines.fox.close")
    ]
    assert checked_row(game, "small")["notes"] == ["fox.wake: own in de, from the house in en", *noted, *made]


DRAFT = """[mark.marked]
felt = true
[[call]]
id = "bite"
who = "fox"
meets = { how = "eyes" }
do = { verb = "mark", mark = "marked", of = "all" }
[[call]]
id = "free"
who = "hen"
do = { verb = "unmark", mark = "marked" }
[[call]]
id = "seek"
who = "hen"
do = { verb = "ask", learns = ["foxes"] }
[[call]]
id = "seek-any"
who = "hen"
do = { verb = "ask", learns = ["foxes", "-hen"] }
[[end]]
id = "last"
if = "alive(hen) == 0"
wins = ["foxes"]
[[end]]
id = "some"
if = "night == 8"
wins = ["hen", "foxes", "marked", "-fox"]
[[end]]
id = "none"
if = "night == 9"
wins = []
"""
EN = """[words.en.sides]
town = "Yard"
foxes = { name = "Den", say = "Denn" }
[words.en.marks]
marked = "Prey"
[words.de]
roles = { hen = "Henne", fox = { name = "Fuchs", many = "Füchse" } }
sides = { town = "Hof", foxes = "Bau" }
marks = { marked = "Beute" }
[words.de.lines]
"mark.marked" = "Gebissen."
[words.fr]
roles = { hen = "Poule", fox = "Renard" }
"""


def test_a_draft_says_whom_one_chooses_who_one_is_and_who_wins():
    game = read(MANY + DRAFT + EN)
    said = {
        language: [
            Sayings(game, ("hen", "hen", "fox"), [Language(language)], HOUSE).said(call, "wake").text
            for call in game.calls[1:]
        ]
        for language in ("en", "de", "fr")
    }
    assert said["en"] == [
        "Fox, open your eyes. Choose: who is Prey?",
        "Hen, open your eyes. Choose: who is no longer Prey?",
        "Hen, open your eyes. Choose: who is Den?",
        "Hen, open your eyes. Choose whom to ask about.",
    ]
    assert said["de"][:2] == [
        "Fuchs, öffne die Augen. Wählen: Wer ist Beute?",
        "Henne, öffnet die Augen. Wählen: Wer ist nicht mehr Beute?",
    ]
    assert said["fr"][0] == "Renard, ouvre les yeux. Choisis.", "a mark without a name there"


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("screen.file.small.mark.marked", {"en": "You are: Prey.", "de": "Gebissen."}),
        ("file.small.end.last", {"en": "Winners: Den.", "de": "Gewonnen: Bau."}),
        ("file.small.end.some", {"en": "Winners: Hen, Den and Prey except Foxes."}),
        ("file.small.end.none", {"en": "Nobody wins.", "de": "Niemand gewinnt.", "fr": "Personne ne gagne."}),
        (
            "explain.role.file.small.hen",
            {"en": "Hen: Yard. Choose: who is no longer Prey? Choose: who is Den? Choose whom to ask about."},
        ),
        ("explain.role.file.small.fox", {"de": "Fuchs: Bau. Ansehen, was bereitliegt. Wählen: Wer ist Beute?"}),
    ],
)
def test_the_house_makes_a_line_of_the_names_of_a_language(line, texts):
    game = FileGame(ShelvedGame("small", {}, (5, 8), 2, b""), lambda: read(MANY + DRAFT + EN))
    found = written_lines({"small": game})(LineId(line))
    assert {language: found[Language(language)].text for language in texts} == texts
    assert ("fr" in found) is ("fr" in texts)
    if line.endswith("last"):
        assert found[Language("en")].say == "Winners: Denn."


def test_a_check_notes_each_sentence_that_the_house_makes():
    notes = checked_row(read(MANY + DRAFT + EN), "small")["notes"]
    made = {note.partition(":")[0] for note in notes if note.endswith(": made by the house")}
    assert {"words.en.lines.mark.marked", "words.de.lines.end.last", "words.en.lines.explain.hen"} <= made
    assert made.isdisjoint({"words.de.lines.mark.marked", "words.fr.lines.end.last", "words.fr.lines.mark.marked"})


def test_a_name_is_spelt_for_the_voice_alone():
    game = read(SMALL.replace('fox = { name = "Fox",', 'fox = { name = "Fox", say = "Focks",'))
    woken = Sayings(game, ("fox",), [], HOUSE).said(game.calls[0], "wake")
    assert woken.text == "Fox, open your eyes. Look at what lies ready."
    assert woken.say == "Focks, open your eyes. Look at what lies ready."


def test_all_are_many():
    row = calls(SMALL + more("x").replace('"fox"', '"all"') + "[words.en.calls]\nx = { name = 'One', many = 'All' }")[
        "x"
    ]
    assert (row["who"], row["say"]) == (("all",), "All, open your eyes.")


def test_who_points_is_named():
    text = SMALL + more("x", 'meets = { how = "pointed", of = "hen", by = "hen" }')
    assert calls(text)["x"]["say"] == "Fox, open your eyes. Hen points."
    assert calls(text)["x"]["meets"] == {"how": "pointed", "of": ("hen",), "by": "hen"}


def test_of_a_rest_nothing_is_said_without_an_own_line():
    row = calls(SMALL + more("x", "do = 'rest'"))["x"]
    assert (row["say"], row["say_in"], row["close"], row["close_in"]) == ("", None, "", None)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (SMALL, {"players": 4}),
        (SMALL, {"added": ["fox", "fox"]}),
        (SMALL, {"added": ["hen"] * 9}),
        (SMALL, {"options": ["quick=on"]}),
        (MANY, {"options": ["quick=yes"]}),
        (ADDED, {"added": ["squire", "squire"]}),
        (ADDED, {"added": ["minion"]}),
    ],
)
def test_what_cannot_be_played_is_wrong_use(text, wanted):
    with pytest.raises(WrongUse):
        shown_rows(read(text), Wanted(**wanted), HOUSE)


@pytest.mark.parametrize(
    ("more", "language", "needed"),
    [
        ("", "de", ["en"]),
        ("[words.ja]\nname = 'N'\n[words.ja.lines]\n'open.other' = 'N'\n", "en", ["en"]),
        ("[words.ja]\nname = 'N'\n[words.ja.roles]\nhen = 'N'\n", "ja", ["ja", "en"]),
        ("[words.ja]\nname = 'N'\n[words.ja.marks]\nbitten = 'N'\n", "de", ["en", "ja"]),
    ],
)
def test_a_table_may_read_whatever_another_language_alone_has(more, language, needed):
    assert [*languages_needed(read(MANY + more), Language(language))] == needed


def test_the_roles_of_one_night_are_those_of_its_box():
    assert {role.id: role.max for role in BASE_ROLES.values()} == {role.id: role.count for role in ROLES.values()}
    assert {role.id for role in BASE_ROLES.values() if role.tags} == {role.id for role in ROLES.values() if role.wolf}
    assert {role.id for role in ROLES.values() if role.wakes} == CALLERS
    assert len(BASE_DECK) == sum(role.count for role in ROLES.values())


def test_lines_of_the_house_lie_among_the_words():
    assert {file.stem for file in (share("assets") / "words" / "calls").iterdir()} == set(LANGUAGES)
