"""Tests the night as a show: golden cue sheets that were checked against the rules, and what holds for every night."""

import tomllib
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nightcrier.box.games.one_night.day_and_vote import ONE_MINUTE, THIRTY_SECONDS, timed_talk, vote_rules, vote_show
from nightcrier.box.games.one_night.night_show import (
    WHAT_COUNTS,
    WHOSE_SIDE,
    call_lines,
    night_show,
    opening_lines,
    sleepers,
    taught_roles,
)
from nightcrier.box.games.one_night.rules.calls import call_named, wake_order
from nightcrier.box.games.one_night.rules.deal import Deck
from nightcrier.box.games.one_night.rules.deck_findings import deck_problems
from nightcrier.box.games.one_night.rules.options import Options, options_from
from nightcrier.box.games.one_night.rules.random_deck import random_deck
from nightcrier.box.games.one_night.rules.role_blocks import piece_lines
from nightcrier.box.games.one_night.rules.role_book import PRINTED
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.cues import SILENCE, Bed, Call, Say, Show, Window
from nightcrier.box.sound.voices.packs import read_shelf, text_hash
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.words.catalogue import LANGUAGES
from nightcrier.words.sentences import clip_texts
from tests.box.games.facts import value_of
from tests.box.games.one_night.narration.all_lines import all_lines
from tests.shipped import VOICES
from tests.words.test_sentences import WORDS

GOLDEN = Path(__file__).parent / "golden"
CASES = tomllib.loads((GOLDEN / "cases.toml").read_text("utf-8"))
MOMENTS = {"night", "nudge", "dawn"}

decks = st.builds(
    lambda players, seed: random_deck(players, "both", SeededChance(seed)), st.integers(3, 10), st.integers(0, 10**6)
)
options = st.builds(
    Options,
    pace=st.sampled_from(["slow", "normal", "fast"]),
    wording=st.sampled_from(["evening", "full", "short"]),
    lone_wolf=st.booleans(),
    name_place=st.booleans(),
    nudge=st.booleans(),
    stretch=st.booleans(),
    curator_before_revealer=st.booleans(),
)


def case_night(name: str) -> Show:
    case = CASES[name]
    fresh, wording = case.get("fresh", ()), "evening" if "fresh" in case else "full"
    chosen = options_from({"wording": wording, **case.get("options", {})})
    return night_show(tuple(case["deck"]), chosen, SeededChance(1), fresh, taught=fresh)


def calls(show: Show) -> list[str]:
    return [str(value_of(cue.title)) for cue in show if isinstance(cue, Call)]


@pytest.mark.parametrize("name", sorted(CASES))
def test_every_variant_of_the_night_sounds_as_its_golden_sheet_says(name, cue_sheet, tmp_path):
    new = tmp_path / f"{name}.txt"
    new.write_text(cue_sheet(case_night(name)), "utf-8")
    golden = GOLDEN / f"{name}.txt"
    assert new.read_text("utf-8") == golden.read_text("utf-8"), f"if {new} is right by the rules, it replaces {golden}"


@pytest.mark.parametrize("name", sorted(CASES))
def test_every_golden_night_is_that_of_a_legal_deck(name):
    deck = tuple(CASES[name]["deck"])
    assert deck_problems(deck, len(deck) - 3) == ()


def test_every_sheet_has_its_case():
    assert {sheet.stem for sheet in GOLDEN.glob("*.txt")} == set(CASES)


@given(decks, options, st.booleans())
def test_at_dawn_the_box_asks_to_be_turned_back_where_it_dealt(deck, chosen, deal):
    show = night_show(deck, replace(chosen, deal=deal), SeededChance(1))
    assert [cue.line for cue in show if isinstance(cue, Say)].count(LineId("deal.turn-back")) == deal


@given(decks, options, st.integers(0, 1000))
def test_the_bed_lies_under_all_calls_without_a_gap(deck, options, seed):
    show = night_show(deck, options, SeededChance(seed))
    beds = [n for n, cue in enumerate(show) if isinstance(cue, Bed)]
    roles = [n for n, cue in enumerate(show) if isinstance(cue, Call) and value_of(cue.title) not in MOMENTS]
    windows = [n for n, cue in enumerate(show) if isinstance(cue, Window)]
    start, end = beds
    assert (show[start].name, show[end].name) == ("chosen", "")
    assert start < roles[0]
    assert windows[-1] < end


@given(decks, options)
def test_every_called_role_has_its_line_its_window_and_its_close(deck, options):
    show = night_show(deck, options, SeededChance(0))
    for start, end in pairwise([n for n, cue in enumerate(show) if isinstance(cue, Call)]):
        name, kinds = str(value_of(show[start].title)), [type(cue) for cue in show[start + 1 : end]]
        if name in MOMENTS:
            continue
        window = kinds.index(Window)
        assert show[start + 1 + window].name == name
        assert set(kinds[:window]) == {Say}
        stays_awake = name == "doppelganger" and "minion" in deck
        assert (Say in kinds[window:]) is not stays_awake


@given(decks, options)
def test_the_calls_of_the_show_are_the_wake_order(deck, options):
    called = [name for name in calls(night_show(deck, options, SeededChance(0))) if name not in MOMENTS]
    assert tuple(called) == wake_order(deck, options)


@given(decks, options, st.integers(0, 1000))
def test_who_holds_which_card_is_not_heard(deck, options, seed):
    """The show is made before the deal, so any two deals of a deck sound the same, whatever its order."""
    again = night_show(SeededChance(seed).shuffle(deck), options, SeededChance(7))
    assert again == night_show(deck, options, SeededChance(7))


@given(decks, options)
def test_every_line_of_every_night_and_vote_is_in_the_list(deck, options):
    shows = night_show(deck, options, SeededChance(0)) + vote_show(deck, 5, options)
    assert {line for cue in shows if isinstance(cue, Say) for line in cue.lines} <= all_lines()


def test_every_line_of_the_list_is_used_somewhere():
    """Each line is used in a night, in a vote, or in the explanation of the vote."""
    used = {ONE_MINUTE, THIRTY_SECONDS}
    for case in CASES.values():
        for wording, dealt, secret in (("full", False, False), ("short", False, False), ("full", True, True)):
            switches = {"wording": wording, "nudge": True, "deal": dealt, "secret_vote": secret}
            chosen = options_from({**case.get("options", {}), **switches})
            used |= {*vote_rules(case["deck"], chosen), *timed_talk(case["deck"], 3, chosen).explain}
            for seed in range(8):
                shows = night_show(tuple(case["deck"]), chosen, SeededChance(seed)) + vote_show(case["deck"], 5, chosen)
                used |= {line for cue in shows if isinstance(cue, Say) for line in cue.lines}
    assert used == all_lines()


def test_every_line_has_its_shipped_words(english_lines):
    assert all_lines() <= english_lines


def test_every_line_can_be_caught_at_once(english_lines, cue_sheet):
    """At 14 letters a second, the longest line takes under nine seconds, and three out of four take under 5.5."""
    lengths = [len(cue_sheet((Say(line),)).split(": ", 1)[1].strip()) for line in all_lines()]
    assert max(lengths) < 9 * 14
    assert sorted(lengths)[len(lengths) * 3 // 4] < 5.5 * 14


def said_at(deck: Deck, options: Options) -> dict[str, list[str]]:
    """Return the lines said at each call."""
    lines: dict[str, list[str]] = {}
    for cue in night_show(deck, options, SeededChance(0)):
        if isinstance(cue, Call):
            lines[str(value_of(cue.title))] = []
        elif isinstance(cue, Say):
            lines[[*lines][-1]].append(cue.line)
    return lines


@given(decks, options)
def test_that_shields_are_left_alone_is_said_once_in_a_night_in_every_wording(deck, options):
    """The sentence about shields comes at the call of the Sentinel, before any call that touches a card."""
    told = {call: lines.count("one-night.shielded") for call, lines in said_at((*deck, "sentinel"), options).items()}
    assert told.pop("sentinel") == 1
    without = said_at(tuple(role for role in deck if role != "sentinel"), options)
    assert not any((*told.values(), *(lines.count("one-night.shielded") for lines in without.values())))


def test_where_the_box_deals_nobody_is_told_of_shields():
    assert "shield" not in str(said_at(("sentinel", "werewolf", "robber", "drunk"), Options(deal=True))["sentinel"][1:])


CALLED = (tuple(ROLES), ("alpha-wolf", "werewolf", "minion", "doppelganger"), ("werewolf",))
SHUT, OFF = 8.0, 0.5
SMALL = str.maketrans("", "", "ァィゥェォャュョゃゅょ")  # part of the sound before them


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wording", ["full", "short"])
def test_over_shut_eyes_a_call_takes_eight_seconds(language, wording):
    """The length is estimated from the letters of the longest phrasing and the pace of the clips that exist. It may be
    off by half a second."""
    lines = {key: line.spoken.translate(SMALL) for key, line in WORDS.books[language].lines.items()}
    packs = [shelved.pack for shelved in read_shelf(VOICES, language, print)]
    clips = {clip.hash: clip.seconds for pack in packs for clip in pack.clips.values()}
    said = [text for key in lines if ".wake" in key for text in clip_texts(WORDS, language, key)]
    known = [(len(text.translate(SMALL)), clips[text_hash(text)]) for text in said if text_hash(text) in clips]
    slope, start = np.polyfit(*zip(*known, strict=True), 1)
    for deck, lone in product(CALLED, (True, False)):
        for call, words in call_lines(deck, Options(wording=wording, lone_wolf=lone), SeededChance(0), ()).items():
            forms = ([*filter(None, map(lines.get, (line, *other_phrasings(line))))][-2:] for line in words.wake)
            took = [start + slope * max(map(len, form)) for form in forms]
            assert sum(took) + 0.35 * (len(took) - 1) <= SHUT + OFF, call


NEW = ("doppelganger", "werewolf", "seer", "robber", "insomniac", "villager")


@pytest.mark.parametrize(
    ("fresh", "full"),
    [
        (NEW, {"night", "doppelganger", "werewolf", "seer", "robber", "insomniac", "doppelganger-insomniac"}),
        (("seer",), {"seer"}),
        (("villager",), set()),
        (("doppelganger",), {"doppelganger", "doppelganger-insomniac"}),
        (("insomniac", "mystic-wolf"), {"insomniac", "doppelganger-insomniac", "werewolf"}),
        ((), set()),
    ],
)
def test_what_is_new_to_the_table_is_said_in_full_and_the_rest_in_short(fresh, full):
    """Lines that several roles share are said in full only if one of these roles is new."""
    said = {
        str(value_of(show[at].title)): next(each.line for each in show[at:] if isinstance(each, Say))
        for show in [night_show(NEW, Options(nudge=False), SeededChance(0), fresh)]
        for at, cue in enumerate(show)
        if isinstance(cue, Call) and value_of(cue.title) != "dawn"
    }
    assert {call for call, line in said.items() if not line.endswith(".short")} == full


def test_the_option_for_the_wording_says_all_in_full_or_in_short():
    known, new = (night_show(NEW, Options(wording="full"), SeededChance(0), fresh) for fresh in ((), NEW))
    assert known == new == night_show(NEW, Options(), SeededChance(0), NEW)
    short = night_show(NEW, Options(wording="short"), SeededChance(0), NEW)
    assert short == night_show(NEW, Options(), SeededChance(0))


def test_a_role_that_was_explained_is_called_in_short_and_nothing_is_explained_under_shut_eyes():
    """A call that tells everything stays in full. So does one of several sentences, which tells more than its role."""
    deck = ("doppelganger", "werewolf", "seer", "robber", "insomniac", "villager")
    taught = taught_roles(deck, Options())
    plain, told = (night_show(deck, Options(), SeededChance(0), deck, taught=each) for each in ((), taught))
    explained = [cue.line for cue in told if isinstance(cue, Say) and cue not in plain]
    assert explained == [
        *("one-night.robber.wake.short", "one-night.insomniac.wake.short"),
        *("explain.role.villager", "explain.game.one-night.3", "one-night.no-wolf"),
    ]
    by_day = [cue.line for cue in told[told.index(SILENCE) :] if isinstance(cue, Say)]
    assert set(explained[2:]) < set(by_day)
    in_full = ("one-night.robber.wake", "one-night.insomniac.wake")
    assert [cue for cue in told if not (isinstance(cue, Say) and cue.line in explained)] == [
        cue for cue in plain if not (isinstance(cue, Say) and cue.line in in_full)
    ]


def test_a_first_morning_tells_before_the_talk_who_slept_and_what_counts():
    deck = ("werewolf", "dream-wolf", "seer", "tanner", "villager")
    first, later = (night_show(deck, Options(), SeededChance(0), fresh, taught=deck) for fresh in (deck, deck[:1]))
    said, after = ([cue.line for cue in show if isinstance(cue, Say)] for show in (first, later))
    told = ["explain.role.tanner", "explain.role.villager"]
    assert said[said.index(LineId("one-night.dawn")) :] == [
        *("one-night.dawn", *told, "explain.game.one-night.3", "one-night.no-wolf", "day.open")
    ]
    assert after[-3:] == [*told, "day.open.short"]


@pytest.mark.parametrize("other", ["mason", "minion", "tanner", "doppelganger", "alpha-wolf"])
def test_a_first_morning_tells_the_side_where_all_but_wolves_are_on_the_village_s(other):
    deck = ("werewolf", "seer", other)
    show = night_show(deck, Options(), SeededChance(0), deck, taught=deck)
    assert (WHOSE_SIDE in [cue.line for cue in show if isinstance(cue, Say)]) == (other == "mason")


def test_a_first_morning_tells_the_end_of_a_game_without_wolves_by_the_switch():
    unharmed, deck = Options(unharmed_village_wins=True), ("werewolf", "seer", "villager")
    told = {
        "no-wolf": piece_lines(WHAT_COUNTS, deck, Options()),
        "no-wolf.unharmed": piece_lines(WHAT_COUNTS, deck, unharmed),
        "no-wolf.minion": piece_lines(WHAT_COUNTS, (*deck, "minion"), unharmed),
    }
    assert told == {key: ("explain.game.one-night.3", f"one-night.{key}") for key in told}


@given(decks, options)
def test_whose_call_tells_all_and_who_sleeps_are_taught_by_the_night(deck, options):
    called, tells = wake_order(deck, options), options.wording != "short"
    assert set(taught_roles(deck, options)) == {
        each for each in deck if (tells and ROLES[each].call_tells if each in called else not ROLES[each].wolf)
    }


def test_the_calls_of_a_large_table_that_hears_two_languages_explain_nothing(shipped):
    deck = shipped["whole-village"].deck(12)
    asleep = set(taught_roles(deck, Options(), languages=2))
    assert asleep == set(sleepers(deck, Options())) < set(taught_roles(deck, Options()))
    small = shipped["whole-village"].deck(10)
    assert taught_roles(small, Options(), languages=2) == taught_roles(small, Options())


def test_a_dream_wolf_alone_is_not_called():
    """By ruling 11 of One Night, a lone Dream Wolf is not called."""
    for minion in ((), ("minion",)):
        assert "dream-wolf" not in wake_order(("dream-wolf", "seer", "robber", *minion), Options())


@given(decks, options)
def test_every_call_has_a_name(deck, options):
    assert {call_named(call, PRINTED).role for call in wake_order(deck, options)} <= set(ROLES)


@given(decks, st.integers(0, 1000))
def test_the_opening_is_what_the_night_says_first(deck, seed):
    chosen = Options(name_place=bool(seed % 2), wording="full")
    show = night_show(deck, chosen, SeededChance(seed))
    first = opening_lines(deck, chosen)
    said = [line for cue in show if isinstance(cue, Say) for line in cue.lines]
    assert tuple(said[: len(first)]) == first


def test_the_place_is_drawn_fresh_and_evenly():
    deck = ("werewolf", "werewolf", "drunk", "seer", "robber", "villager")
    lines = [
        cue.line
        for seed in range(3000)
        for cue in night_show(deck, Options(name_place=True), SeededChance(seed))
        if isinstance(cue, Say) and cue.line.startswith("one-night.place.")
    ]
    counts = [lines.count(f"one-night.place.{place}") for place in ("left", "middle", "right")]
    assert sum(counts) == 3000
    assert all(900 < count < 1100 for count in counts)
