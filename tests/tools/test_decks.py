"""Tests what `nightcrier decks` prints, and what it says to impossible requests."""

from argparse import ArgumentParser
from collections.abc import Callable

import pytest

from nightcrier.box.library import shipped_words
from nightcrier.box.show.cues import Bed, Call, Gap, Say, Signal, Window, show_length
from nightcrier.box.show.facts import RoleName
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.rows import align_rows
from nightcrier.tools import decks
from nightcrier.tools.decks import line_lengths

Ask = Callable[..., str]


@pytest.fixture
def ask(capsys, tmp_path):
    """Return a function that runs the command, with scenarios in the test's folder, and returns the output."""

    def printed(*words: str, status: int = 0) -> str:
        parser = ArgumentParser()
        decks.add_decks_arguments(parser)
        assert decks.do_decks(parser.parse_args(["--scenarios", str(tmp_path), *words])) == status
        return capsys.readouterr().out

    return printed


def names(listed: str) -> list[str]:
    return [row.split()[0] for row in listed.splitlines()[1:]]


def test_it_lists_every_scenario_from_easy_to_hard(ask):
    listed = names(ask())
    assert listed[0] == "first-game"
    assert {"evil-transformation", "trust-no-one", "cautionary-tale", "information-society"} < set(listed)


def test_the_list_is_aligned(ask):
    rows = ask().splitlines()
    level = rows[0].index("LEVEL")
    assert all(row[level - 2 : level] == "  " and row[level].isdigit() for row in rows[1:])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--players", "3"), ["first-game", "evil-transformation", "trust-no-one"]),
        (
            ("--level", "1"),
            ["first-game", "big-first-game", "growl-classic", "first-moon", "mafia", "spies", "two-tracks"],
        ),
        (("--game", "growl"), ["growl-classic", "growl-crowd"]),
        (("--game", "growl", "--players", "12"), ["growl-crowd"]),
        (("--role", "tempest", "--level", "1"), ["growl-classic"]),
        (("--role", "tanner", "--level", "4"), ["double-trouble", "sleeping-wolf"]),
        (("--role", "tanner", "--players", "5", "--level", "4"), []),
        (("--game", "one-night", "--level", "2", "--players", "4"), ["restless-night"]),
    ],
)
def test_it_filters(ask, words, expected):
    assert names(ask(*words)) == expected


def test_it_says_so_when_nothing_fits(ask):
    assert ask("--level", "1", "--players", "31").startswith("No scenario fits;")


def test_it_shows_a_deck_with_calls_times_warnings_and_odds(ask):
    shown = ask("show", "evil-transformation", "--players", "3")
    assert shown.startswith("Evil Transformation, 3 players, level 5 of 5\n")
    for row in (
        "Deck: 6 cards, 3 dealt and 3 in the center",
        "  1 x    Doppelgänger  as the role she sees",
        "  + 1 x  Werewolf      or another wolf, beside the center, for the Alpha Wolf",
        "  1.  Doppelgänger         18 s  lifts a card, and does at once what that role does",
        "  2.  Doppelgänger-Minion  6 s   looks for thumbs",
        "  7.  Robber               8 s   exchanges two cards, and lifts one",
        "Talk:      3 min 00 s",
        "  - Lay out the center Werewolf.",
        "  no Werewolf among the players            20.0%  1/5",
        "  exactly one Werewolf among the players   60.0%  3/5",
        "  Witch in the center                      50.0%  1/2",
    ):
        assert row in shown.splitlines()


def test_it_shows_the_odds_of_pairs(ask):
    shown = ask("show", "brotherhood")
    assert "  both Masons in the center                10.7%  3/28" in shown.splitlines()
    assert "  a Mason in the center                    64.3%  9/14" in shown.splitlines()


def test_it_shows_the_cards_of_a_game_that_calls_no_roles(ask):
    classic, crowd = ask("show", "growl-classic").splitlines(), ask("show", "growl-crowd").splitlines()
    assert classic[:4] == ["GROWL: Classic, 4 players, level 1 of 5", "", "Cards that may come", "  Blood Hound"]
    assert "Before you play" not in classic
    assert crowd[-2:] == ["Before you play", "  - A variant: take cards of a second game."]


def test_it_shows_the_calls_of_a_game_of_many_nights(ask):
    shown = ask("show", "first-moon", "--players", "9").splitlines()
    assert shown[-4:] == ["Calls of the first night", "  Seer", "  Priest", "  Wolves"]


def test_a_deck_that_needs_no_advice_and_has_no_fillers_is_shown_without(ask, tmp_path):
    (tmp_path / "ours.toml").write_text(
        'game = "one-night"\nlevel = 1\ncards = ["werewolf", "seer", "robber", "villager", "villager", "hunter"]\n'
        '[names]\nen = "Ours"\n'
    )
    shown = ask("show", "ours")
    assert "Before you play" not in shown
    assert "further player" not in shown
    assert "ours" in names(ask("--players", "3"))
    assert "3       " in next(row for row in ask().splitlines() if row.startswith("ours"))


def test_it_says_how_long_eyes_stay_shut(ask):
    listed = {row.split()[0]: row.split() for row in ask().splitlines()[1:]}
    fewest, _, most = listed["whole-village"][4].partition("-")
    assert "1:" <= fewest < most < "3:"
    assert "1:" < listed["first-game"][4] < "2:"
    assert listed["growl-classic"][4] == "-"
    shut = next(row for row in ask("show", "whole-village").splitlines() if row.startswith("Eyes shut: about "))
    usual, _, first = shut.removeprefix("Eyes shut: about ").partition(", the first time ")
    assert usual.replace(" min ", ":").removesuffix(" s") == fewest
    assert first > usual


def test_a_line_takes_as_long_as_its_recording_and_one_without_what_its_letters_need():
    length = line_lengths(shipped_words())
    assert length(LineId("vote.three")) < 2.0
    assert length(LineId("no.such.line")) == pytest.approx(0.4 + 12 / 14)


def test_pace_and_wording_change_the_length(ask):
    lengths = [
        next(row for row in ask("show", "first-game", *words).splitlines() if row.startswith("Night"))
        for words in ((), ("--pace", "fast"), ("--pace", "fast", "--wording", "full"))
    ]
    assert len(set(lengths)) == 3


def test_a_broken_file_is_named_and_the_others_are_listed(tmp_path, capsys):
    (tmp_path / "bad.toml").write_text("level = 1")
    parser = ArgumentParser()
    decks.add_decks_arguments(parser)
    assert decks.do_decks(parser.parse_args(["--scenarios", str(tmp_path)])) == 1
    captured = capsys.readouterr()
    assert "first-game" in captured.out
    assert captured.err == f"{tmp_path / 'bad.toml'}: game: is missing.\n"


NOT_FOR = "This deck cannot be played with"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--level 9", "There is no scenario of level 9; choose a number from 1 to 5."),
        ("--players 99", "There is no scenario for 99 players; choose a number from 3 to 36."),
        ("--players 0", "There is no scenario for 0 players; choose a number from 3 to 36."),
        ("--game growl --players 16", "There is no scenario for 16 players; choose a number from 4 to 15."),
        ("show first-gam", "There is no scenario 'first-gam'; did you mean 'first-game'?"),
        ("show zzz", "There is no scenario 'zzz'; choose one of: first-game, big-first-game,"),
        ("show first-game --players 6", f"{NOT_FOR} 6 players: For 3 to 5 players."),
        ("show first-game --players 24", f"{NOT_FOR} 24 players: For 3 to 5 players."),
        ("show first-moon --players 20", f"{NOT_FOR} 20 players: For 8 to 12 players."),
        ("show growl-classic --players 3", f"{NOT_FOR} 3 players: For 4 to 10 players."),
        ("show growl-classic --players 12", f"{NOT_FOR} 12 players: For 4 to 10 players."),
        ("show growl-crowd --players 4", f"{NOT_FOR} 4 players: For 11 to 15 players."),
        ("show first-game --pace quick", "There is no pace 'quick'; choose one of: slow, normal, fast."),
        ("--role tanne", "There is no role 'tanne'; did you mean 'tanner'?"),
        ("show growl-classic --pace fast", "--pace changes nothing here: the sheet of growl has no times."),
        ("show first-moon --wording full", "--wording changes nothing here: the sheet of wherewolf has no times."),
        ("--game chess", "There is no game 'chess'; choose one of: one-night, growl, wherewolf, full-moon, mafia,"),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(ask, line, sentence):
    with pytest.raises(WrongUse) as refused:
        ask(*line.split())
    said = str(refused.value)
    assert said == sentence or (sentence.endswith(",") and said.startswith(sentence))
    assert refused.value.exit_status == 2


def test_the_length_of_a_show_is_all_that_takes_time():
    show = (Call(RoleName("seer")), Say(LineId("a")), Bed("chosen"), Window("seer", 10.0), Gap(1.5), Signal("bell"))
    assert show_length(show, lambda _: 2.0) == 17.5


def test_columns_are_as_wide_as_their_widest():
    assert align_rows([["A", "B"], ["long", "x"], ["y", "z"]]) == ["A     B", "long  x", "y     z"]
    assert align_rows([["", "x"]]) == ["  x"]
    assert align_rows([]) == []


def test_games_that_the_table_does_not_play_yet_are_listed_by_the_names_of_their_roles(ask):
    assert "Seer, Pack Leader, Pack Wolf, Young Wolf" in ask("--game", "wherewolf", "--level", "1")
