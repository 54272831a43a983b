"""Tests the end of a board game: who is asked what, who wins, and how the referee judges the written game."""

import json
from typing import Any

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.game_lines import written_lines
from nightcrier.box.games.engine.dealt import DealtDay
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.game import FileGame, ShelvedGame
from nightcrier.box.games.engine.narrated import NarratedRules, begin_narrated
from nightcrier.box.games.engine.referee.standing import lay_table
from nightcrier.box.games.engine.sheets.drawn_sheet import drawn_game, played_rows
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.box.games.engine.showing import checked_row
from nightcrier.box.games.engine.village import begin_village, fall_of_night
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import Ask, Count, Marks, Stage, Verdict
from nightcrier.kernel.errors import RefusedGame
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import LineId
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.small import SMALL, read

BOARD = (
    SMALL.replace("format = 1", "format = 2")
    .replace(
        "[[call]]",
        """[role.cock]
side = "town"
[[outcome]]
id = "safe"
wins = ["town"]
guess = { by = "fox", of = "cock", right = "eaten" }
[[outcome]]
id = "eaten"
wins = ["foxes"]
[[outcome]]
id = "fled"
wins = []
in_deck = ["cock"]
[[call]]""",
        1,
    )
    .replace("roles = { ", "roles = { cock = 'Cock', ")
)
COCK = ["cock", "hen", "fox", "hen", "hen"]
HENS = ["hen", "hen", "fox", "hen", "hen"]


def judged(players: list[str], **more: Any) -> dict[str, Any]:
    sheet = {"game": "small", "players": players, **more}
    return FileReferee(read(BOARD)).judge_game(json.dumps(sheet).encode())


@pytest.mark.parametrize(
    ("players", "more", "how", "winners", "guessed"),
    [
        (COCK, {"outcome": "safe", "guess": "P1"}, "eaten", ["P3"], True),
        (COCK, {"outcome": "safe", "guess": "P2"}, "safe", ["P1", "P2", "P4", "P5"], False),
        (COCK, {"outcome": "safe", "guess": None}, "safe", ["P1", "P2", "P4", "P5"], False),
        (COCK, {"outcome": "eaten", "rounds": [{"night": []}]}, "eaten", ["P3"], None),
        (COCK, {"outcome": "fled"}, "fled", [], None),
    ],
)
def test_an_outcome_is_judged(players, more, how, winners, guessed):
    found = judged(players, **more)
    assert (found["end"], found["winners"]) == ({"how": how, "round": 1}, winners)
    assert found["guessed"] is guessed


def test_who_is_not_in_the_deck_does_not_guess():
    assert judged(["hen"] * 5, outcome="safe")["guessed"] is None


@pytest.mark.parametrize(
    ("players", "more", "why"),
    [
        (COCK, {"outcome": "saved"}, "there is no outcome 'saved'; did you mean 'safe'?"),
        (HENS, {"outcome": "fled"}, "there is no outcome 'fled'"),
        (COCK, {"outcome": "safe"}, "safe needs a guess, a place or null"),
        (COCK, {"outcome": "eaten", "guess": "P1"}, "eaten has no guess; leave it out"),
        (COCK, {"outcome": "eaten", "guess": None}, "eaten has no guess; leave it out"),
        (COCK, {"guess": "P1"}, "there is no outcome"),
        (COCK, {"outcome": "safe", "guess": "P9"}, "a guess names a seat at the table"),
    ],
)
def test_an_outcome_that_breaks_a_rule_is_refused(players, more, why):
    with pytest.raises(RefusedGame, match=why.replace("?", "\\?")):
        judged(players, **more)


def asked(stage: Stage | None) -> list[str]:
    assert isinstance(stage, Ask)
    return [option.value for option in stage.choices]


def test_with_cards_people_say_who_has_won_whether_the_guess_was_right_and_where_the_winners_sit():
    play = begin_narrated(NarratedRules(read(BOARD), 5, tuple(sorted(COCK)))).answer("").answer("").answer("over")
    assert asked(play.stage()) == ["safe", "eaten", "fled", "on"]
    assert isinstance(play.answer("on").stage(), Count)
    right = play.answer("safe").stage()
    assert asked(right) == ["yes", "no"]
    assert right.lines[0] == "file.small.outcome.safe.guess"
    for answer, name in (("yes", "eaten"), ("no", "safe")):
        who = play.answer("safe").answer(answer)
        assert who.stage().marks == Marks(0, 5)
        verdict = who.answer(("3",)).stage()
        assert isinstance(verdict, Verdict)
        assert verdict.points == (0, 0, 1, 0, 0)
        assert verdict.facts[0] == RoleName(f"file.small.outcome.{name}")
    assert who.answer(()).stage().points == (0,) * 5


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        (("safe", "1"), (0, 0, 1, 0, 0)),
        (("safe", "2"), (1, 1, 0, 1, 1)),
        (("safe", ""), (1, 1, 0, 1, 1)),
        (("eaten",), (0, 0, 1, 0, 0)),
        (("fled",), (0,) * 5),
    ],
)
def test_where_the_box_dealt_it_knows_who_is_guessed_and_who_wins(answers, points):
    game = read(BOARD)
    village = fall_of_night(begin_village(lay_table(game, COCK)))
    row = DealtDay().row(NarratedRules(game, 5, tuple(COCK)), village)
    assert isinstance(next(row), Count)
    stage, steps = row.send("over"), ()
    for answer in answers:
        assert isinstance(stage, Ask)
        try:
            stage = row.send(answer)
        except StopIteration as end:
            steps = end.value.steps
    verdict = steps[0].stage(None, None)
    assert verdict.points == points
    assert len(verdict.facts) > 2, "who had which card is told, too"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "outcome"), [("round-table", "loyal"), ("spies", "rebels"), ("two-tracks", "reformers")]
)
def test_the_ends_of_a_shipped_board_game_are_named_in_every_language(name, outcome, language):
    game = read_game_file(share("config") / "games" / f"{name}.game.toml")
    lines = written_lines({name: FileGame(ShelvedGame(name, {}, game.players, 2, b""), lambda: game)})
    named = {lines(LineId(f"role.file.{name}.outcome.{row.id}"))[language].text for row in game.outcomes}
    assert len(named) == len(game.outcomes) == 2
    said = lines(LineId(f"file.{name}.outcome.{outcome}.guess"))
    guess = game.outcomes[0].guess
    assert (language in said) is (guess is not None)
    notes = checked_row(game, name)["notes"]
    assert (f"words.{language}.lines.outcome.{outcome}.guess: made by the house" in notes) is (guess is not None)
    if guess:
        assert game.words[language].roles[guess.by].name in said[language].text


def test_a_lot_ends_a_board_game_in_each_way():
    game = read(BOARD)
    ends = set()
    for seed in range(40):
        sheet = drawn_game(game, deck_of(game, 5, ["cock"]), {}, seed)
        *_, night, last = played_rows(game, sheet, seed)
        assert night["night"] == 1
        ends.add((last["game"]["outcome"], last["end"]["how"]))
    assert ends == {("safe", "safe"), ("safe", "eaten"), ("eaten", "eaten"), ("fled", "fled")}
