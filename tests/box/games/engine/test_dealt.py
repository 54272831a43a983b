"""Tests games of one night that the box deals: all seats are called, choose and read equally often."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import why_with_cards
from nightcrier.box.games.engine.dealt_course import begin_dealt
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.games.engine.narrated import NarratedRules
from nightcrier.box.games.engine.seat_pages import own_facts, page_count, read_pages
from nightcrier.box.games.engine.secret_turns import DialList, SeatTurn
from nightcrier.box.library import Library, read_library
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.facts import Number
from nightcrier.box.show.stages import Ask, Count, Perform, Secret, Verdict
from nightcrier.box.show.tale import TELL_NIGHT
from nightcrier.box.table.core.names import fact_text
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language
from tests.box.games.engine.drawn_files import drawn_file
from tests.box.games.engine.small import read
from tests.sampling import sampled, so_many

ROWS = 4
"""The most facts for which a page has room."""
NIGHT = """
format = 1
players = [3, 16]
deal = "box"
center = {center}
[side.town]
[side.pack]
[role.hen]
side = "town"
fills = true
[role.wolf]
side = "pack"
max = 2
[role.fox]
side = "town"
[role.owl]
side = "town"
[role.cat]
side = "pack"
seen = "town"
{calls}
[words.en]
name = "Hens"
roles = {{ hen = {{ name = "Hen", many = "Hens" }}, wolf = "Wolf", fox = "Fox", owl = "Owl", cat = "Cat" }}
sides = {{ town = "Town" }}
"""
"""The base of a game whose deck holds hens and the roles listed. Each test adds its own calls."""


def call(who: str, do: str, more: str = "") -> str:
    return f'[[call]]\nwho = "{who}"\ndo = {{ {do} }}\n{more}\n'


class DealtEvening:
    """Plays a game with the given cards dealt, the last ones to the middle. `pages` holds what each seat reads."""

    def __init__(self, where: Path, calls: str, cards: str, center: int = 0) -> None:
        where.mkdir(exist_ok=True)
        (where / "hens.game.toml").write_text(NIGHT.format(center=center, calls=calls), "utf-8")
        found: Library = read_library(
            replace(standard_folders({}, where), own=where / "own", tried_games=(where,)), list[Fault]().append
        )
        game = found.games["hens"]
        assert isinstance(game, FileGame)
        self.words, dealt = found.words, tuple(cards.split())
        players, added = len(dealt) - center, [card for card in dealt if card != "hen"]
        rules = NarratedRules(game.file, players, deck_of(game.file, players, added))
        plays = (begin_dealt(rules, seed) for seed in range(9999))
        self.play: Any = next(
            play for play in plays if (*(table := play.state.dusk.table).roles, *table.center) == dealt
        )
        self.pages = dict[int, list[list[str]]]()

    def night(self, **chosen: str) -> "DealtEvening":
        """Play until the day. `P1="P03 C01"` lists what a seat presses; after that it presses its first entry that
        counts."""
        left = {seat: picks.split() for seat, picks in chosen.items()}
        while isinstance(stage := self.play.stage(), Perform) and stage.page == "deal":
            turn = next(iter(stage.acts.values()), None)
            self.play = self.play.answer("" if turn is None else self._row(turn, left))
        assert not any(left.values())
        return self

    def _row(self, turn: Secret, left: dict[str, list[str]]) -> Picks:
        row: Picks = ()
        (seat,) = turn.seats
        while (prompt := turn.prompt(row)).options or prompt.confirm:
            if not row or prompt.confirm:
                self.pages.setdefault(seat, []).append(self.texts(prompt.seen))
            values, wanted = [option.value for option in prompt.options], left.get(f"P{seat}")
            idle = next((value for value in values if value[:1] != "-"), prompt.confirm)
            row += (wanted.pop(0) if values and wanted else idle,)
            assert not values or row[-1] in values, f"seat {seat} cannot choose {row[-1]}"
        return row

    def texts(self, facts: Sequence[Any]) -> list[str]:
        return [fact_text(self.words, Language("en"), fact) for fact in facts]

    def told(self, seat: int) -> list[str]:
        """Return what a seat reads last, without its role and side."""
        (*_, last) = self.pages[seat]
        return [row for row in last[1:] if row != "Town"]

    def story(self) -> list[str]:
        self.play = self.play.answer("over")
        assert isinstance(self.play.stage(), Ask)
        told = self.play.answer("over").stage()
        assert isinstance(told, Verdict)
        assert told.facts[1] == TELL_NIGHT
        return self.texts(told.facts[2:])


LEARNT = [
    (call("wolf", 'verb = "view", of = ["all", "center"]'), "C01", ["Center 1: Cat"]),
    (call("wolf", 'verb = "view", of = "all", count = [0, 2]'), "P02 P03", ["Seat 2: Fox", "Seat 3: Owl"]),
    (call("wolf", 'verb = "peek"'), "", ["Yours: Wolf"]),
    (call("wolf", 'verb = "take"'), "P02", ["Yours: Fox"]),
    (call("wolf", 'verb = "copy"'), "P02", ["You are: Fox, Town"]),
    (call("wolf", 'verb = "trade", of = "center"'), "C01", []),
    (call("wolf", 'verb = "ask", learns = "role"'), "P02", ["Seat 2: Fox"]),
    (call("wolf", 'verb = "ask", learns = "side"'), "P02", ["Seat 2: Town"]),
    (call("wolf", 'verb = "ask", learns = "side", of = "all"'), "P01", ["Seat 1: Pack"]),
    (call("wolf", 'verb = "take", together = "all"'), "P02", ["Wolf: Fox"]),
    (call("wolf", 'verb = "ask", learns = "pack"'), "P02", ["Seat 2: No"]),
    (call("wolf", 'verb = "compare"'), "P02 P03", ["2, 3: Yes"]),
    (call("wolf", 'verb = "number", learns = "town"'), "", ["Wolf: 3"]),
    (call("wolf", 'verb = "look"', 'meets = { how = "thumbs", of = "fox" }'), "", ["Fox: 2"]),
    (call("wolf", 'verb = "look"', 'meets = { how = "eyes" }'), "", ["Wolf: Nobody"]),
    (call("wolf", 'verb = "swap", count = [0, 2]'), "P02 P02", []),
    (call("wolf", 'verb = "view", of = "pack"'), "P01", ["Seat 1: Wolf"]),
    (call("wolf", 'verb = "view", of = "cat"'), "", []),
]


@pytest.mark.parametrize(("calls", "pressed", "told"), LEARNT)
def test_a_seat_reads_what_it_has_learnt(calls, pressed, told, tmp_path):
    assert DealtEvening(tmp_path, calls, "wolf fox owl hen cat", 1).night(P1=pressed).told(1) == told


@pytest.mark.parametrize(("cards", "told"), [("wolf fox hen", "Hen: 3"), ("wolf fox hen hen", "Hens: 3, 4")])
def test_who_meets_several_reads_the_name_for_several(cards, told, tmp_path):
    meets = call("wolf", 'verb = "look"', 'meets = { how = "thumbs", of = "hen" }')
    assert DealtEvening(tmp_path, meets, cards).night().told(1) == [told]


def test_a_side_with_the_name_of_its_role_is_not_shown_twice():
    file = read(NIGHT.format(center=0, calls="").replace('"Town"', '"Hen"'))
    rules = NarratedRules(file, 3, ("hen", "hen", "fox"))
    assert [len(own_facts(rules, role)) for role in ("hen", "fox", "wolf")] == [1, 2, 1]


def test_who_follows_another_chooses_in_a_pass_after_it_and_reads_whom_it_chose(tmp_path):
    calls = call("fox", 'verb = "view", count = [1, 2]') + call("owl", 'verb = "trail"')
    evening = DealtEvening(tmp_path, calls, "fox owl hen hen").night(P1="P03 P04")
    assert evening.told(2) == ["Seat 1: 3, 4"]
    assert [len(pages) for pages in evening.pages.values()] == [3, 3, 3, 3]


def test_whom_wolves_meet_stands_beside_what_they_do_while_they_choose(tmp_path):
    calls = call("wolf", 'verb = "view", together = "all"', 'meets = { how = "eyes" }')
    evening = DealtEvening(tmp_path, calls, "wolf hen wolf hen").night(P1="P02", P3="P02")
    assert evening.pages[1][0] == ["Wolf", "Wolf: 3", "Look at a card."]
    assert evening.pages[2][0] == ["Hen", "Town", "Dial: 3"]
    assert evening.told(3) == ["Wolf: 1", "Seat 2: Hen"]


def test_whom_cards_that_may_still_move_make_known_is_read_in_the_end(tmp_path):
    calls = call("fox", 'verb = "take"') + call("owl", 'verb = "look"', 'meets = { how = "thumbs", of = "wolf" }')
    evening = DealtEvening(tmp_path, calls, "fox owl wolf hen").night(P1="P03")
    assert evening.pages[2] == [["Owl", "Town", "Dial: 1"], ["Owl", "Town", "Wolf: 1"]]


def test_a_place_that_is_gone_when_its_call_comes_was_not_chosen(tmp_path):
    calls = call("fox", 'verb = "take"') + call("owl", 'verb = "view", of = "wolf"')
    evening = DealtEvening(tmp_path, calls, "fox owl wolf hen").night(P1="P03", P2="P03")
    assert evening.told(2) == []
    assert [choice.seat for choice in evening.play.state.night] == [1]


def test_a_place_is_offered_once_in_a_call_and_leaving_it_again(tmp_path):
    evening = DealtEvening(tmp_path, call("fox", 'verb = "view", count = [0, 2]'), "fox owl wolf hen")
    ((_, turn),) = evening.play.stage().acts.items()
    labels = {row: evening.texts([each.label for each in turn.prompt(row).options]) for row in ((), ("P02",), ("N00",))}
    assert labels == {
        (): ["1 -", "2", "3", "4", "No more"],
        ("P02",): ["1 -", "2 -", "3", "4", "No more"],
        ("N00",): ["1 -", "2", "3", "4", "No more"],
    }


def test_who_has_nothing_to_choose_dials_what_its_page_names(tmp_path):
    """Entries for places stay in the same order for every seat. Entries without places are shuffled."""
    calls = call("fox", 'verb = "view", of = ["all", "center"], count = [0, 1]') + call("owl", 'verb = "shift"')
    evening, seen = DealtEvening(tmp_path, calls, "fox owl hen hen cat", 1), dict[int, tuple[list[str], str]]()
    while (stage := evening.play.stage()).acts and len(seen) < 4:
        ((_, turn),) = stage.acts.items()
        prompt = turn.prompt(())
        labels = evening.texts(each.label for each in prompt.options)
        seen[turn.seats[0]] = labels, evening.texts(prompt.seen)[-1]
        evening.play = evening.play.answer(("-00",))
    assert seen[1] == (["1", "2", "3", "4", "Center 1", "No more"], "Dial: ?")
    assert (sorted(seen[2][0]), seen[2][1]) == (["-", "-", "-", "-", "One seat left", "One seat right"], "Dial: ?")
    for labels, dial in (seen[3], seen[4]):
        named = dial.removeprefix("Dial: ")
        assert labels == [
            label if label == named else f"{label} -" for label in ("1", "2", "3", "4", "Center 1", "No more")
        ]
    assert not evening.play.state.night


def test_cards_that_are_turned_up_lie_open_by_day(tmp_path):
    evening = DealtEvening(tmp_path, call("fox", 'verb = "turn"'), "fox owl wolf hen").night(P1="P03")
    evening.play = evening.play.answer("")
    day = evening.play.stage()
    assert isinstance(day, Count)
    assert evening.texts(day.facts) == ["Seat 3: Wolf"]


def test_in_the_end_all_is_told(tmp_path):
    calls = call("fox", 'verb = "take"') + call("owl", 'verb = "trade", of = "center"') + call("wolf", 'verb = "shift"')
    evening = DealtEvening(tmp_path, calls, "fox owl wolf hen cat", 1).night(P1="P03", P2="C01", P3="L00")
    cards = [
        "Seat 1: Fox › Hen",
        "Seat 2: Owl › Wolf",
        "Seat 3: Wolf › Fox",
        "Seat 4: Hen › Cat",
        "Center 1: Cat › Owl",
    ]
    assert evening.story() == [*cards, "Fox: 1 › Seat 3", "Owl: 2 › Center 1", "Wolf: 3 › One seat left"]


def test_what_no_role_may_choose_so_often_is_played_with_cards():
    def game(times: int) -> str:
        calls = "".join(call("fox", 'verb = "view", count = [1, 5]', f'id = "c{n}"') for n in range(times))
        return NIGHT.format(center=0, calls=calls)

    assert not why_with_cards(read(game(2)))
    assert why_with_cards(read(game(3)))


def test_who_has_chosen_without_a_look_is_not_called_again():
    turn = SeatTurn(0, (DialList((Option("1", Number(1)),), 0),) * 2, until_read=True)
    assert [turn.may_pass(row, looked=False) for row in ((), ("1",))] == [False, True]


def public_course(rules: NarratedRules, seed: int, hands: int) -> tuple[list[object], Any]:
    """Play all turns with hands that turn and press equally in each deal. Return what others can see, hear and count,
    and the game at dawn."""
    play: Any = begin_dealt(rules, seed)
    rng, found = Random(hands), list[object]()
    while isinstance(stage := play.stage(), Perform) and stage.page == "deal":
        found.append((stage.show, tuple(stage.acts)))
        row, before = tuple[str, ...](), tuple[Any, ...]()
        for turn in stage.acts.values():
            while True:
                prompt = turn.prompt(row)
                hints = [(str(turn.hint(row, looked)), turn.may_pass(row, looked)) for looked in (False, True)]
                lengths = {len(option.value) for option in prompt.options}
                found.append((turn.seats, len(prompt.options), lengths, prompt.confirm, bool(prompt.seen), hints))
                found.append((prompt.look, prompt.final, prompt.again, prompt.final or prompt.seen == before))
                before = prompt.seen
                if not (prompt.options or prompt.confirm) or rng.random() < 0.05:
                    break
                turned = prompt.start + rng.randrange(99)
                row += (prompt.options[turned % len(prompt.options)].value if prompt.options else prompt.confirm,)
        play = play.answer(row)
    return found, play


@pytest.mark.parametrize("drawn", sampled(range(100), 25))
def test_other_deals_of_a_drawn_game_are_the_same_for_others(drawn):
    file, players = read(drawn_file(drawn), "drawn"), 3 + drawn % 6
    rules, deals = NarratedRules(file, players, deck_of(file, players)), set[str]()
    assert not why_with_cards(file)
    first, _ = public_course(rules, 0, drawn)
    for seed in range(1, so_many(128, 6)):
        course, play = public_course(rules, seed, drawn)
        assert course == first
        for seat in range(players):
            assert max(map(len, read_pages(rules, play.state, page_count(rules, 1), seat + 1))) <= ROWS
        deals.add(str(play.state.dusk.table.roles))
    assert len(deals) > 1 or len(set(rules.deck)) == 1
