"""Tests a table with roles from files and the keys of a deck file: its night, deal, verdict and journal."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.reading import read_game
from nightcrier.box.games.one_night.dealt.game import DealtGame, role_turn_of
from nightcrier.box.games.one_night.dealt.turn import NO_MORE, RoleTurn, outcome
from nightcrier.box.games.one_night.game import OneNight
from nightcrier.box.games.one_night.paper_game import PaperPlay
from nightcrier.box.games.one_night.plug import PLUG, OneNightPlug
from nightcrier.box.games.one_night.referee.card_state import lay_cards
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.facts import RoleName, SeatMark, Word
from nightcrier.box.show.plug import Play, problems_of
from nightcrier.box.show.setup import OptionValue, Setup
from nightcrier.box.show.stages import Ask, Perform, Tell, Verdict
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import Language, LineId, role_line
from nightcrier.words.catalogue import LANGUAGES

SHIPPED = read_game(
    Path("config/games/one-night-extras.game.toml").read_bytes(), "one-night-extras.game.toml", LANGUAGES
)
KING = read_game(
    b'format = 1\nextends = "one-night"\n[role.king]\nside = "village"\njudged = false\n'
    b'[words.en]\nname = "King"\nroles = { king = "King" }\n',
    "king.game.toml",
    LANGUAGES,
)
KNOWN = PLUG.extended_by((SHIPPED, KING))
FOUR = ("werewolf", "squire", "seer", "confidant", "poltergeist", "lookout", "undertaker")


def table(deck: str, plug: OneNightPlug = KNOWN) -> OneNight:
    return plug.table_game((plug.read_scenario(f'game = "one-night"\nlevel = 1\n{deck}\n'.encode(), "ours"),))


def cards(*roles: str, more: str = "") -> str:
    return f"cards = {list(roles)}\n{more}\n[names]\nen = 'Ours'"


def night_of(game: OneNight, players: int, **options: OptionValue) -> list[str]:
    return shown(game.begin(Setup("ours", players, options=options), 1))


def shown(play: Play) -> list[str]:
    """Return the windows of the first show with their seconds, and its lines from files."""
    while not isinstance(stage := play.stage(), Perform):
        play = play.answer("")
    return [
        f"{cue.name} {cue.seconds:.0f}" if isinstance(cue, Window) else cue.lines[0]
        for cue in stage.show
        if isinstance(cue, Window) or (isinstance(cue, Say) and cue.lines[0].startswith("added."))
    ]


def test_a_night_calls_roles_of_files_after_those_that_they_name():
    start = "added.one-night-extras."
    assert night_of(table(cards(*FOUR)), 4, nudge=False) == [
        "werewolf 6",
        f"{start}squire.wake.one.one",
        "squire 10",
        f"{start}squire.close.one",
        "seer 8",
        f"{start}confidant.wake.one.one",
        "confidant 6",
        f"{start}confidant.close.one",
        f"{start}poltergeist.wake.one.one",
        "poltergeist 8",
        f"{start}poltergeist.close.one",
        f"{start}lookout.wake.one.one",
        "lookout 5",
        f"{start}lookout.close.one",
        f"{start}undertaker.wake.one.one",
        "undertaker 8",
        f"{start}undertaker.close.one",
    ]


def test_a_doppelganger_is_called_with_the_role_that_she_copied_or_behind_it():
    start = "added.one-night-extras."
    deck = ("doppelganger", *FOUR[:-2], "lookout")
    assert night_of(table(cards(*deck)), 4, nudge=False, wording="full") == [
        "added.squire.wait",
        "added.confidant.wait",
        "added.lookout.wait",
        "doppelganger 14",
        "werewolf 6",
        f"{start}squire.wake.one.one.copied",
        "squire 10",
        f"{start}squire.close.one.copied",
        "seer 8",
        f"{start}confidant.wake.one.one.copied",
        "confidant 6",
        f"{start}confidant.close.one.copied",
        f"{start}poltergeist.wake.one.one",
        "poltergeist 8",
        f"{start}poltergeist.close.one",
        f"{start}lookout.wake.one.one",
        "lookout 5",
        f"{start}lookout.close.one",
        f"{start}lookout.copied.wake",
        "doppelganger-lookout 5",
        f"{start}lookout.copied.close",
    ]


def test_a_doppelganger_is_told_to_act_at_once_only_as_roles_that_do():
    plain = ("doppelganger", "werewolf", "tanner", "villager", "villager")
    for role, acts in (("squire", False), ("apprentice", False), ("tapper", False), ("poltergeist", True)):
        play = table(cards(*plain, role)).begin(Setup("ours", 3, options={"wording": "full"}), 1)
        while not isinstance(stage := play.stage(), Perform):
            play = play.answer("")
        lines = [line for cue in stage.show if isinstance(cue, Say) for line in cue.lines]
        assert ("one-night.doppelganger.act" in lines) is acts, role
        assert (f"added.{role}.wait" in lines) is not acts, role


@pytest.mark.parametrize(("copied", "waits"), [("with", True), ("at once", False)])
def test_a_doppelganger_waits_only_for_a_call_that_is_hers_too(copied, waits):
    owl = read_game(
        'format = 1\nextends = "one-night"\n[role.owl]\nside = "village"\n[[call]]\nwho = "owl"\nafter = "seer"\n'
        f'copied = "{copied}"\n[words.en]\nname = "Owl"\nroles = {{ owl = "Owl" }}\n'.encode(),
        "owl.game.toml",
        LANGUAGES,
    )
    game = table(cards("doppelganger", "owl", "werewolf", "seer", "tanner", "villager"), PLUG.extended_by((owl,)))
    assert ("added.owl.wait" in night_of(game, 3, nudge=False, wording="full")) is waits


def test_a_call_before_hers_is_copied_by_no_doppelganger():
    early = read_game(
        b'format = 1\nextends = "one-night"\n[role.bear]\nside = "village"\n'
        b'[[call]]\nwho = "bear"\nafter = "sentinel"\n[words.en]\nname = "Bear"\nroles = { bear = "Bear" }\n',
        "bear.game.toml",
        LANGUAGES,
    )
    game = table(cards("doppelganger", "bear", "seer", "sentinel", "tanner", "villager"), PLUG.extended_by((early,)))
    assert night_of(game, 3, nudge=False)[:4] == [
        *("sentinel 7", "added.bear.bear.wake.one.one", "bear 6", "added.bear.bear.close.one")
    ]


def test_a_call_at_which_nobody_opens_the_eyes_takes_its_time_in_silence():
    resting = read_game(
        b'format = 1\nextends = "one-night"\n[role.bear]\nside = "village"\n'
        b'[[call]]\nwho = "bear"\nafter = "seer"\ndo = "rest"\nseconds = 9\n'
        b'[words.en]\nname = "Bear"\nroles = { bear = "Bear" }\n',
        "bear.game.toml",
        LANGUAGES,
    )
    game = table(cards("werewolf", "bear", "seer", "robber", "tanner", "villager"), PLUG.extended_by((resting,)))
    assert night_of(game, 3, nudge=False) == ["werewolf 6", "seer 8", "bear 9", "robber 8"]


def test_the_words_of_a_file_are_found_by_line_and_language():
    hers = {"doppelganger": "She", "copied": "+", "and": "{} {}"}
    house = {language: dict.fromkeys((*_HOUSE, "thumbs-many"), "{name}!") | hers for language in LANGUAGES}
    found = {
        (line, language): text.text
        for line, texts in KNOWN.words_of_files(house).items()
        for language, text in texts.items()
    }
    assert [found[role_line("squire"), Language(each)] for each in ("en", "de")] == ["Squire", "Knappe"]
    thumb = LineId("added.one-night-extras.confidant.wake.one.one")
    assert found[thumb, Language("en")] == "Seer! Confidant!"
    assert found[thumb, Language("de")] == "Seherin! Vertraute!"
    own = found[LineId("added.one-night-extras.undertaker.wake.one.one"), Language("en")]
    assert own == "Undertaker, open your eyes. You may look at the card of a neighbor."
    assert found[LineId(f"{thumb}.copied"), Language("de")] == "Seherin! Vertraute+!"
    squire = found[LineId("added.one-night-extras.squire.wake.one.many.copied"), Language("en")]
    assert squire.endswith("You may look at the card of one of them. She!")
    assert found[LineId("added.one-night-extras.lookout.copied.wake"), Language("en")] == "Lookout!"
    assert found[LineId("added.lookout.wait"), Language("de")] == "Ausguck!"


_HOUSE = ("wake", "then", "thumbs", "away", "close", "view", "swap", "peek", "copied-too", "copied-wake", "copied-wait")


def test_an_order_and_seconds_of_a_deck_are_those_of_its_night():
    more = "order = ['seer', 'werewolf']\n[seconds]\nseer = 30\nsquire = 20"
    night = night_of(table(cards(*FOUR, more=more)), 4, nudge=False)
    windows = [row for row in night if not row.startswith("added.")]
    assert windows[:4] == ["seer 30", "confidant 6", "squire 20", "werewolf 6"]


def test_two_boxes_have_every_printed_card_twice():
    game = table(cards("werewolf", "werewolf", "werewolf", "werewolf", "seer", "seer", more="boxes = 2"))
    assert game.problems(Setup("ours", 3)) == ()
    (dealt,) = game.problems(Setup("ours", 3, options={"deal": True}))
    assert dealt.key == "problem.not-dealt"
    with pytest.raises(BadFile, match=r"cards: for 3 players: problem\.role-limit"):
        table(cards("werewolf", "werewolf", "werewolf", "seer", "robber", "drunk"))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("order = ['villager']", "order: expected a role that is called, got 'villager'"),
        ("order = ['seer', 'seer']", "order: must name each role once"),
        ("order = ['doppelganger', 'seer']", "order: must name each role once, and never doppelganger"),
        ("boxes = 0", "boxes"),
        ("[seconds]\nseer = 1", "seconds"),
        ("[seconds]\ntanner = 9", "seconds: expected a role that is called, got 'tanner'"),
    ],
)
def test_a_wrong_key_of_a_deck_is_named(more, why):
    with pytest.raises(BadFile, match=why):
        table(cards("werewolf", "seer", "robber", "drunk", "villager", "villager", more=more))


def test_a_role_of_no_file_is_unknown_to_a_deck():
    with pytest.raises(BadFile, match="cards: expected a role, got 'squire'"):
        table(cards(*FOUR), PLUG)


def test_random_decks_have_roles_of_files_only_where_people_want_them():
    game = table(cards(*FOUR))

    def drawn(sets: str) -> set[str]:
        setup = Setup("ours", 6, options={"sets": sets})
        return {role for seed in range(40) for role in game.random_deck(setup, seed)}

    added = set(SHIPPED.roles) | set(KING.roles)
    assert added <= drawn("all")
    assert added.isdisjoint(drawn("both"))


def test_a_deck_of_many_ends_although_the_wolves_are_lost_among_cards_of_files(monkeypatch):
    roles = "".join(f'[role.ape-{n}]\nside = "village"\nmax = 50\n' for n in range(60))
    words = "".join(f'ape-{n} = "A"\n' for n in range(60))
    text = f'format = 1\nextends = "one-night"\n{roles}[words.en]\nname = "Apes"\n[words.en.roles]\n{words}'
    game = table(cards(*FOUR), PLUG.extended_by((SHIPPED, read_game(text.encode(), "apes.game.toml", LANGUAGES))))
    bags, shuffle = list[int](), SeededChance.shuffle

    def counted(self: SeededChance, bag: Sequence[str]) -> tuple[str, ...]:
        bags.append(len(bag))
        assert len(bags) < 300
        return shuffle(self, bag)

    monkeypatch.setattr(SeededChance, "shuffle", counted)
    setup = Setup("ours", 11, options={"sets": "all"})
    assert game.problems(replace(setup, deck=game.random_deck(setup, 3))) == ()
    assert max(bags) < 60 * 26 + 100


def test_menus_and_odds_have_roles_of_files_after_the_printed_ones():
    game = table(cards(*FOUR))
    assert sorted([role for role, _ in game.cards()][23:]) == sorted([*SHIPPED.roles, "king"])
    assert game.deal_odds(Setup("ours", 4)) == {"no-wolf": 3 / 7, "one-wolf": 4 / 7}


def answered(play: Play, *answers: Answer) -> list[object]:
    """Answer the questions about the result, and return the stages from the first one on."""
    seen, left = list[object](), list(answers)
    while stage := play.stage():
        if isinstance(stage, Ask) or (seen and isinstance(stage, Tell | Verdict)):
            seen.append(stage)
        play = play.answer(left.pop(0) if isinstance(stage, Ask) else "")
    return seen


def test_the_squire_wins_with_the_wolves_at_the_table():
    play = table(cards(*FOUR)).begin(Setup("ours", 4), 1)
    stages = answered(play, ("yes",), ("3",), ("1",), ("2",))
    assert isinstance(verdict := stages[-1], Verdict)
    assert verdict.points == (1, 1, 0, 0)


def test_a_role_that_only_people_can_judge_is_named_and_people_say_who_won():
    game = table(cards("werewolf", "king", "seer", "robber", "drunk", "villager"))
    stages = answered(game.begin(Setup("ours", 3), 1), ("yes",), ("1", "3"))
    assert next(stage for stage in stages if isinstance(stage, Tell)).lines == ("ask.not-judged", "role.king")
    assert isinstance(verdict := stages[-1], Verdict)
    assert verdict.points == (1, 0, 1)
    (dealt,) = game.problems(Setup("ours", 3, options={"deal": True}))
    assert (dealt.key, dealt.fillings["role"]) == ("problem.not-dealt", RoleName("king"))


@pytest.mark.parametrize("deck", [FOUR, ("doppelganger", *FOUR[:-1])], ids=["plain", "with a Doppelganger"])
def test_a_dealt_game_with_roles_of_files_is_played_to_its_verdict(deck):
    setup = Setup("ours", 4, options={"deal": True, "secret_vote": True})
    for seed in range(12):
        play: Play = table(cards(*deck)).begin(setup, seed)
        assert isinstance(play, DealtGame)
        while not isinstance(stage := play.stage(), Verdict):
            row: tuple[str, ...] = ()
            for name, turn in stage.acts.items() if isinstance(stage, Perform) else ():
                while options := turn.prompt(row).options:
                    row = (*row, options[(seed + len(row)) % len(options)].value)
                    assert len(row) < 9, name
            play = play.answer(row or (("0",) if isinstance(stage, Ask) else ""))
        assert len(stage.points) == 4


def test_a_game_under_way_keeps_its_roles_and_its_order_without_the_files():
    game = table(cards(*FOUR, more="order = ['seer', 'werewolf']\n[seconds]\nsquire = 20"))
    setup = Setup("ours", 4)
    kept = Setup("ours", 4, game.deck(setup), file=game.file_text(setup))
    without = PLUG.table_game(())
    assert problems_of(without, kept) == ()
    again = without.begin(kept, 5)
    assert isinstance(again, PaperPlay)
    assert again == game.begin(kept, 5)
    assert night_of(game, 4) == shown(again)
    plain = table(cards("werewolf", "seer", "robber", "drunk", "villager", "villager"))
    assert plain.file_text(Setup("ours", 3)) == ""


def test_a_game_under_way_keeps_only_what_its_deck_needs_of_a_large_file():
    roles = "".join(f'[role.ape-{n}]\nside = "village"\ntags = ["ape"]\n' for n in range(60))
    needs = ", ".join(["'ape'"] * 40)
    calls = "".join(
        f'[[call]]\nid = "call-{n}"\nwho = "ape"\nafter = "seer"\nwhen = {{ in_deck = [{needs}] }}\n' for n in range(99)
    )
    words = "".join(f'ape-{n} = "A"\n' for n in range(60)) + "[words.en.calls]\n"
    words += "".join(f'call-{n} = "C"\n' for n in range(99))
    text = f'format = 1\nextends = "one-night"\n{roles}{calls}[words.en]\nname = "Apes"\n[words.en.roles]\n{words}'
    game = table(cards(*FOUR), PLUG.extended_by((SHIPPED, read_game(text.encode(), "apes.game.toml", LANGUAGES))))
    with_ape = Setup("ours", 4, (*FOUR[:-1], "ape-7"))
    kept = Setup("ours", 4, with_ape.deck, file=game.file_text(with_ape))
    assert len(kept.file) < 2 * len(text)
    assert "ape-8" not in kept.file
    assert shown(game.begin(kept, 5)) == shown(game.begin(with_ape, 5))
    assert sum(line.endswith(".wake.one.one") for line in shown(game.begin(kept, 5))) > 99


def turns(copied: str, do: str = '{ verb = "swap", count = [0, 2] }') -> tuple[RoleTurn, RoleTurn]:
    """Return the turn of a role from a file, and the turn that it has if a Doppelganger copied that role."""
    file = read_game(
        (
            'format = 1\nextends = "one-night"\n[role.owl]\nside = "village"\n[[call]]\nwho = "owl"\nafter = "seer"\n'
            f'do = {do}\ncopied = "{copied}"\n[words.en]\nname = "Owl"\n'
            'roles = { owl = "Owl" }\n'
        ).encode(),
        "owl.game.toml",
        LANGUAGES,
    )
    book = PLUG.extended_by((file,)).book
    center = ("villager", "drunk", "robber")
    plain = lay_cards(("seer", "owl", "werewolf", "tanner"), center, book=book)
    copies = lay_cards(("doppelganger", "owl", "werewolf", "tanner"), center, book=book, acts_as={0: "owl"})
    return role_turn_of(plain, "owl", 1), role_turn_of(copies, "owl", 1)


def presses(turn: RoleTurn, *wanted: str) -> Picks:
    """Press the wanted values while they are offered, and otherwise a value that chooses nothing."""
    row: Picks = ()
    left = list(wanted)
    while options := [option.value for option in turn.prompt(row).options]:
        row = (*row, left.pop(0) if left and left[0] in options else NO_MORE if NO_MORE in options else "")
    assert not left, left
    return row


def test_of_a_role_and_who_copied_it_one_chooses_after_the_other_with_as_many_presses():
    alone, both = turns("with")
    assert (alone.seats, both.seats) == ((2,), (2, 1))
    deeds = {each.seat: each.targets for each in outcome(both, presses(both, "P3", "P4", "P2", "P3"))}
    assert deeds == {1: (2, 3), 0: (1, 2)}
    only_her = presses(both, NO_MORE, "P2", "P3")
    assert [(each.seat, each.targets) for each in outcome(both, only_her)] == [(0, (1, 2))]
    rows = [presses(both, "P3", "P4", "P2", "P3"), only_her, presses(both)]
    lists = [[len(both.prompt(row[:at]).options) for at in range(len(row))] for row in rows]
    assert lists[0] == lists[1] == lists[2]
    assert both.prompt((NO_MORE,)).seen == (RoleName("doppelganger"),)


@pytest.mark.parametrize(
    ("cards", "hers"),
    [(1, [RoleName("doppelganger")]), (2, [RoleName("doppelganger")]), (3, [])],
)
def test_what_the_first_of_both_saw_can_be_read_before_the_second_chooses(cards, hers):
    _, both = turns("with", f'{{ verb = "view", count = [{cards}, {cards}] }}')
    seats = {"P3": (3, "werewolf"), "P4": (4, "tanner"), "P1": (1, "doppelganger")}
    row = tuple(seats)[:cards]
    saw = [Word("deal.seat-card", {"n": SeatMark(seat), "role": RoleName(card)}) for seat, card in seats.values()]
    assert both.prompt(row).seen == (*saw[:cards], *hers)
    assert both.prompt(row).options


def test_a_copy_that_acts_at_once_or_after_is_not_in_the_turn_of_the_role():
    for copied in ("at once", "after"):
        alone, both = turns(copied)
        assert alone.seats == both.seats == (2,)
