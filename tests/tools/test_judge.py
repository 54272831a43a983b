"""Tests the command for the referee: files and streams in, verdicts and one-line complaints out."""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.tools import judge

GAME = {
    "game": "one-night",
    "players": ["werewolf", "robber", "villager"],
    "center": ["werewolf", "seer", "troublemaker"],
    "night": [{"seat": 2, "as": "robber", "targets": ["P1"]}],
    "votes": [2, 1, 2],
}
SELF_VOTE = GAME | {"votes": [2, 2, 2]}
Judged = tuple[int, str, str]


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    judge.add_judge_arguments(parser)
    return judge.do_judge(parser.parse_args(words))


@pytest.fixture
def judged(tmp_path, capsys):
    """Return a function that judges this content, as bytes or as JSON, and returns status, output and errors."""

    def give(content: Any, *words: str) -> Judged:
        file = tmp_path / "games.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        status, written = run(*words, str(file)), capsys.readouterr()
        return status, written.out, written.err

    return give


def test_one_game_is_judged_to_one_object(judged):
    status, out, err = judged(GAME)
    assert (status, err) == (0, "")
    assert json.loads(out)["winners"] == ["P1", "P3"]


def test_an_array_is_judged_to_an_array_in_the_same_order(judged):
    status, out, err = judged([GAME, GAME | {"votes": [3, 3, 1]}])
    assert (status, err) == (0, "")
    assert [verdict["dead"] for verdict in json.loads(out)] == [["P2"], ["P3"]]


def test_an_empty_array_is_judged_to_an_empty_array(judged):
    assert judged([]) == (0, "[]\n", "")


def test_a_refused_game_is_named_and_the_others_are_judged(judged):
    status, out, err = judged([GAME, SELF_VOTE, GAME])
    assert status == 2
    assert err == "nightcrier judge: games[1], seat 2: nobody votes for himself\n"
    first, refused, last = json.loads(out)
    assert first == last
    assert refused == {"error": "games[1], seat 2: nobody votes for himself"}


def test_every_refused_game_has_its_own_line(judged):
    status, _, err = judged([SELF_VOTE, GAME, GAME | {"center": []}])
    assert status == 2
    assert [line.split(",")[0].split(":")[1] for line in err.splitlines()] == [" games[0]", " games[2]"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "there is no game: give a JSON object, or an array of them"),
        (b" \n\t", "there is no game: give a JSON object, or an array of them"),
        (b"\xff\xfe[\x00]\x00", "the games are not written in UTF-8: save the file as UTF-8"),
        (b"[{},\n {]", "the array of games cannot be read: the JSON is broken in line 2, column 3 ("),
        (b"[" * 100_000, "the array of games cannot be read: maximum recursion depth exceeded"),
        (b'{"game":' + b"[" * 100_000, "the game cannot be read: "),
        (b"{", "the game cannot be read: the JSON is broken in line 1, column 2 ("),
        (b'\n{"game": "wherewolf",}', "the game cannot be read: the JSON is broken in line 2, column "),
        (b"judge me", "the game cannot be read: the JSON is broken in line 1, column 1 ("),
        (SELF_VOTE, "the game, seat 2: nobody votes for himself\n"),
        (b"17", "the game: a game is an object in { }, and here is something else"),
        (b'{"game": "one-night"}', "the game: players is missing"),
        (b'{"game": "one-night", "players": ["\\ud800"]}', "the game cannot be read: "),
        ('{"\u2028": 1}'.encode(), "the game: there is no key \\u2028 here"),
    ],
)
def test_junk_is_refused_with_one_sentence(content, complaint, judged):
    status, out, err = judged(content)
    assert (status, out) == (2, "")
    assert err.startswith(f"nightcrier judge: {complaint}")
    assert len(err.splitlines()) == 1


def test_a_mark_of_byte_order_is_no_junk(judged):
    assert judged(b"\xef\xbb\xbf" + json.dumps(GAME).encode())[0] == 0


def test_a_file_that_cannot_be_read_is_named(tmp_path, capsys):
    for name, reason in ((tmp_path / "none.json", "No such file"), (tmp_path, "directory"), ("a\0b", "null")):
        assert run(str(name)) == 2
        err = capsys.readouterr().err
        assert err.startswith("nightcrier judge: cannot read ")
        assert reason in err
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [(), ("-",)])
def test_without_a_file_standard_input_is_read(words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GAME).encode())))
    assert run(*words) == 0
    assert json.loads(capsys.readouterr().out)["dead"] == ["P2"]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_at_a_terminal_it_says_what_it_waits_for_before_it_reads(is_terminal, monkeypatch, capsys):
    said = list[str]()

    class Typed(io.BytesIO):
        def read(self, *size: int | None) -> bytes:
            said.append(capsys.readouterr().err)
            return super().read(*size)

    stream = io.TextIOWrapper(Typed(json.dumps(GAME).encode()))
    monkeypatch.setattr(stream.buffer, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stdin", stream)
    assert run() == 0
    assert ("waits for a game as JSON" in said[0]) is is_terminal
    assert capsys.readouterr().err == ""


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*GAME, "acts_as"]), inner, max_size=6),
    max_leaves=12,
)


@given(content=st.binary(max_size=60) | ANY_JSON.map(lambda value: json.dumps(value).encode()))
@settings(max_examples=500, deadline=None)
def test_no_junk_whatever_raises(content, tmp_path_factory):
    file = tmp_path_factory.getbasetemp() / "junk.json"
    file.write_bytes(content)
    assert run(str(file)) in {0, 2}


WOLVES = {
    "game": "wherewolf",
    "players": ["seer", "pack-leader", "hermit", "jester"],
    "rounds": [{"night": [], "day": {"accusation": {"hands": {"P2": 4}}}}, {"night": []}],
}


def test_games_of_all_kinds_are_judged_in_one_array(judged):
    growl = {"game": "growl", "players": 6, "nights": [{"active": 1, "card": "caged", "answers": ["2"]}]}
    status, out, err = judged([GAME, WOLVES, GAME, growl, growl | {"players": 1}])
    assert (status, err) == (2, "nightcrier judge: games[4], players: GROWL is for 4 to 15 players, not 1\n")
    first, second, third, fourth, refused = json.loads(out)
    assert first == third
    assert fourth["left_of"]["1"] == 3
    assert refused == {"error": "games[4], players: GROWL is for 4 to 15 players, not 1"}
    assert (second["end"], second["winners"]) == ({"how": "humans", "round": 2}, ["P1", "P3"])


def test_a_refused_game_of_wherewolf_is_named_with_round_seat_and_rule(judged):
    late = WOLVES | {"rounds": [*WOLVES["rounds"], {"night": []}]}  # type: ignore[misc]
    early = WOLVES | {"rounds": [{"night": [{"seat": 2, "as": "pack-leader", "target": "P1"}]}]}
    status, _, err = judged([WOLVES, early, late])
    assert status == 2
    assert err.splitlines() == [
        "nightcrier judge: games[1], round 1, seat 2: the Pack Leader acts from the second night on",
        "nightcrier judge: games[2], round 3: the game ended in round 2",
    ]


def test_a_story_tells_both_games_and_says_which_was_refused(judged):
    status, out, err = judged([GAME, SELF_VOTE, WOLVES], "--explain")
    one_night, refused, wolves = out.split("\n\n")
    assert [part.splitlines()[0] for part in (one_night, wolves)] == ["games[0]", "games[2]"]
    assert refused == "games[1], seat 2: nobody votes for himself"
    assert "P2, as Robber, exchanges cards with P1 and looks at the new one: P2 is the Werewolf." in one_night
    assert one_night.splitlines()[-1] == "The werewolf team (P2) loses: a Werewolf died (P2)."
    assert "Night 2\n  Nothing happens.\nMorning 2" in wolves
    assert "The Wolves (P2) lose: no creature of the Shadow is in play." in wolves
    assert (status, err) == (2, "nightcrier judge: games[1], seat 2: nobody votes for himself\n")


def test_a_story_of_one_night_names_the_artifact_and_what_a_doppelganger_plays(judged):
    night = [
        {"seat": 1, "as": "doppelganger", "targets": ["P3"]},
        {"seat": 2, "as": "curator", "targets": ["P3"], "artifact": "mask-of-muting"},
    ]
    status, told, _ = judged(GAME | {"players": ["doppelganger", "curator", "villager"], "night": night}, "--explain")
    assert status == 0
    assert "P1, as Doppelganger, looks at P3, and plays that role from now on: P3 is the Villager." in told
    assert "P2, as Curator, lays the mask of muting on P3." in told


def test_a_story_of_one_night_tells_what_a_shield_stops_what_was_left_out_and_how_the_cards_lie(judged):
    night = [
        {"seat": 1, "as": "sentinel", "targets": ["P3"]},
        {"seat": 2, "as": "troublemaker", "targets": ["P1", "P3"]},
    ]
    cards = {"players": ["sentinel", "troublemaker", "drunk"], "center": ["werewolf", "seer", "robber"]}
    status, told, _ = judged({"game": "one-night", **cards, "night": night, "dead": [3]}, "--explain")
    assert (status, told.splitlines()[1:-1]) == (
        0,
        [
            "Night",
            "  P1, as Sentinel, lays the shield on P3.",
            "  P2, as Troublemaker, exchanges the cards of P1 and P3; a shield stops it.",
            "  Note: Seat 2, the Troublemaker, was stopped by a shield: what it forbids was left out.",
            "Morning",
            "  Cards: P1 Sentinel, P2 Troublemaker, P3 Drunk, C1 Werewolf, C2 Seer, C3 Robber.",
            "Vote",
            "  Dead: P3.",
        ],
    )


def test_a_story_of_one_night_tells_who_did_nothing_where_cards_went_and_that_nobody_died(judged):
    night = [{"seat": 2, "as": "robber", "targets": ["P1"]}, {"seat": 3, "as": "village-idiot"}]
    game = GAME | {"players": ["werewolf", "robber", "village-idiot"], "night": night, "votes": [2, 3, 1]}
    told = judged(game, "--explain")[1].splitlines()
    assert "  P3, as Village Idiot, does nothing." in told
    assert told[-6:-2] == [
        "  Cards: P1 Robber, P2 Werewolf, P3 Village Idiot, C1 Werewolf, C2 Seer, C3 Troublemaker.",
        "Vote",
        "  Votes: P1 1, P2 1, P3 1.",
        "  Dead: nobody.",
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"players": ["seer"], "rounds": []}', "as no game is named, it was read as one-night"),
        (b'{"game": "one-night", "game": "wherewolf"}', "'game' is given twice in one place; leave one of them out"),
        ([{"game": "wherewolf", "players": ["seer"], "rounds": [{}]}], "games[0], round 1: night is missing"),
        (
            [GAME | {"night": [{"seat": "two", "as": "robber"}]}],
            "nightcrier judge: games[0], night 1, seat: must be a whole number, not a text in quotes\n",
        ),
        (GAME | {"vote": [2, 1, 2]}, "there is no key vote here"),
        (
            GAME | {"game": "chess"},
            "the referee judges one-night, growl, wherewolf and games in files, not 'chess'\n",
        ),
        (GAME | {"players": ["Robber"]}, "seat 1: there is no role 'Robber'; did you mean 'robber'?"),
        (GAME | {"center": ["seerr"]}, "center, C1: there is no role 'seerr'; did you mean 'seer'?"),
        (WOLVES | {"players": ["x" * 300]}, "there is no role '" + "x" * 40 + "...'"),
    ],
)
def test_a_refusal_says_where_and_what_in_words_one_can_read(judged, content, sentence):
    status, _, err = judged(content)
    assert status == 2
    assert sentence in err
    assert len(err) < 200


FILES = Path(__file__).parents[1] / "box/games/engine/examples"
MAFIA = {"game": "mafia", "players": ["mafioso", "doctor", "detective", *["citizen"] * 3]}


def test_a_game_in_a_file_is_judged_by_its_id_and_refused_alone(tmp_path, judged):
    for name in ("mafia", "broken"):
        (tmp_path / f"{name}.game.toml").write_text("format = 3")
    played = MAFIA | {"rounds": [{"night": [{"seat": 1, "as": "mafia", "target": "P2"}]}]}
    wrong = MAFIA | {"rounds": [{"night": [{"seat": 2, "as": "mafia", "target": "P1"}]}]}
    games = [played, wrong, {"game": "broken"}, GAME, {"game": "../mafia"}]
    status, out, err = judged(games, "--games", str(FILES), "--games", str(tmp_path))
    assert json.loads(out)[0]["nights"][0]["causes"] == {"P2": ["shot"]}
    assert (status, json.loads(out)[3]["winners"]) == (2, ["P1", "P3"])
    refused, broken, unknown = err.splitlines()
    assert refused == "nightcrier judge: games[1], round 1, seat 2: this seat is not called by mafia"
    assert broken == f"nightcrier judge: games[2]: {tmp_path}/broken.game.toml: format: must be 1 or 2."
    assert unknown.endswith("and games in files, not '../mafia'")
