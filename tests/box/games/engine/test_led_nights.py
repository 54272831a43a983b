"""Tests games of many nights that a moderator leads: how he learns who holds which role, what each call asks and tells
him, how long it takes if nobody holds the role, the dead, hands, and the end."""

from itertools import groupby
from math import log
from pathlib import Path
from random import Random

import pytest

from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.hosted.led_game import begin_led
from nightcrier.box.games.engine.narrated import NarratedRules
from nightcrier.box.games.engine.referee.whole_game import judge_rounds
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, TALK_OVER, Answer
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict, answer_with_time
from nightcrier.kernel.errors import BadFile, WrongUse
from tests.box.games.engine.dealt_nights import BITE, END, MANY
from tests.box.games.engine.led_nights import SECONDS, LedNights
from tests.box.games.engine.random_games import as_toml, random_file
from tests.box.games.engine.small import read
from tests.box.games.wherewolf.hosted.test_waits import ONE_PERCENT, distance
from tests.sampling import so_many

DAY = '[day]\nvote = "majority"\nshow = "role"\n'
HIDDEN = '[day]\nvote = "none"\n'
SEER = '[[call]]\nwho = "owl"\ndo = { verb = "ask", learns = ["pack"] }\n'
HEAL = '[[call]]\nwho = "fox"\ndo = { verb = "unmark", mark = "bitten", of = "bitten", count = [0, 1] }\n'
SHOT = '[[death]]\nid = "shot"\nof = ["fox"]\nchooses = "others"\n'


def test_a_moderator_is_led_from_the_cards_to_the_verdict(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("3", "2")
    assert game.noted() == [
        "1 Sort cards as listed, 2 deal in that order, 3 all look in secret",
        "Seat 1 is at your left. You, the moderator, are not counted",
        *("1 Owl", "2 Wolf", "3 Hen", "4 Hen", "5 Wolf", "6 Hen", "Cards dealt?", "Night 1. All eyes shut?"),
        *("Wolf · 2, 5: whom?", "Owl · 1: whom?", "YES: nod"),
    ]
    assert "Dead: 3 Hen" in game.said
    assert game.texts(game.play.sheet())[2] == "3 Hen out"
    game.answer(TALK_OVER).goes("0", "3", "1", "1")
    assert game.noted() == [*(f"Seat {seat}: hands?" for seat in (1, 2, 4, 5)), "Night 2. All eyes shut?"]
    assert "Dead: 2 Wolf" in game.said
    game.goes("6", "4").answer(TALK_OVER).goes("0", "0", "3")
    verdict = game.verdict()
    assert (verdict.points, verdict.dead) == ((1, 0, 1, 1, 0, 1), (2, 3, 5, 6))
    assert game.texts(verdict.facts)[1:3] == ["Won: Town (1, 3, 4, 6)", "Lost: Pack (2, 5)"]


def test_roles_that_are_dialled_in_are_asked_as_they_wake_or_are_looked_at_and_the_rest_at_dawn(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen fox hen", "entered")
    game.goes("2", "3", "1", "4", "fox")
    assert game.noted()[5:] == [
        *("Night 1. All eyes shut?", "Wolf: which seat?", "Wolf · 2: whom?"),
        *("Owl: which seat?", "Owl · 1: whom?", "Seat 4: which role?", "NO: shake"),
    ]
    assert isinstance(game.stage, Count), "the others can only be hens"
    assert game.village.state.cards == {1: "owl", 2: "wolf", 3: "hen", 4: "fox", 5: "hen"}


def test_who_is_not_there_is_called_for_as_long_as_an_answer_took(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen hen").goes("1", "2")
    there = game.said[game.said.index("Owl") :][:4]
    game.answer(TALK_OVER).goes("0", "0", "0", "0", "0", "0")
    del game.said[:], game.read[:]
    assert game.goes("-").read == ["Wolf · 2, 5: whom?"]
    assert game.waits["Owl"] == pytest.approx(2 * SECONDS, rel=0.05), "the answer, and the nod"
    gone = game.said[game.said.index("Owl") :][:5]
    assert [line for line in gone if line != "Owl"] == [line for line in there if line != "Owl"]


def test_of_several_who_choose_each_for_itself_those_who_are_gone_are_waited_for(tmp_path):
    each = BITE.replace(', together = "all"', "")
    game = LedNights(tmp_path, each + DAY + END, "wolf hen wolf hen hen hen").goes("-", "-")
    assert game.noted()[-2:] == ["Wolf · 1: whom?", "Wolf · 3: whom?"]
    game.answer(TALK_OVER).goes("5", "0", "0", "0", "0", "0").goes("-")
    assert game.waits["Wolf"] == pytest.approx(SECONDS, rel=0.05)


VERBS = {
    "felt": (
        '[mark.loved]\nfelt = true\n[[call]]\nwho = "fox"\ndo = { verb = "mark", mark = "loved", count = [2, 2] }',
        ("fox hen hen", "2 3"),
        ["Fox · 1: whom?", "Touch 2, 3"],
    ),
    "number": (
        '[[call]]\nwho = "owl"\ndo = { verb = "number", learns = ["pack"] }',
        ("owl wolf cat hen",),
        ["Awake: 1 · Show 2 fingers"],
    ),
    "blocked": (
        '[[call]]\nwho = "fox"\ndo = "block"\n[[call]]\nwho = "owl"\ndo = { verb = "ask", learns = "role" }',
        ("fox owl hen", "2", "3"),
        ["Owl · 2: whom?", "Nothing happens"],
    ),
    "role": (
        '[[call]]\nwho = "owl"\ndo = { verb = "ask", learns = "role" }',
        ("owl wolf hen", "2"),
        ["Owl · 1: whom?", "Seat 2: Wolf"],
    ),
    "convert": (
        '[[call]]\nwho = "cat"\ndo = { verb = "convert", into = "wolf" }',
        ("cat hen hen", "3"),
        ["Cat · 1: whom?", "Touch 3 · You are: Wolf"],
    ),
    "thumbs": (
        '[[call]]\nwho = "fox"\nmeets = { how = "thumbs", of = "wolf" }',
        ("fox wolf hen wolf",),
        ["Awake: 1 · Wolf: 2, 4"],
    ),
    "reach": (BITE + HEAL, ("fox wolf hen hen", "3", "-"), ["Wolf · 2: whom?", "Fox · 1: whom? · Bitten: 3"]),
    "blocked from a mark": (
        BITE + '[[call]]\nwho = "cat"\ndo = "block"\n' + HEAL,
        ("fox wolf cat hen", "4", "1", "-"),
        ["Cat · 3: whom?", "Fox · 1: whom?"],
    ),
    "guess": (
        '[mark.out]\n[[call]]\nwho = "owl"\ndo = { verb = "guess", mark = "out" }',
        ("owl wolf hen", "2", "wolf"),
        ["Owl · Seat 2: which role?", "YES: nod"],
    ),
    "rest": ('[[call]]\nwho = "owl"\ndo = "rest"', ("owl wolf hen",), ["Night 1. All eyes shut?"]),
}
"""For each case, the rows of the game, the cards with what the moderator enters, and what he last reads."""


@pytest.mark.parametrize(("rows", "done", "told"), VERBS.values(), ids=VERBS)
def test_the_moderator_is_asked_and_told_by_the_verb(rows, done, told, tmp_path):
    assert LedNights(tmp_path, f"{rows}\n{HIDDEN}{END}", done[0]).goes(*done[1:]).read[-len(told) :] == told


def test_a_power_that_is_used_up_is_asked_for_and_leads_to_nobody(tmp_path):
    once = '[mark.seen]\n[[call]]\nwho = "fox"\ndo = { verb = "mark", mark = "seen", count = [0, 1], uses = 1 }\n'
    game = LedNights(tmp_path, once + HIDDEN + END, "fox wolf hen hen").goes("2").answer(TALK_OVER).goes()
    assert [option.value for option in game.stage.choices] == [""]


def test_who_is_shown_nobody_in_vain_is_asked_and_can_choose_nobody(tmp_path):
    rows = BITE + '[[call]]\nwho = "cat"\ndo = "block"\n' + HEAL + HIDDEN + END
    game = LedNights(tmp_path, rows, "fox wolf cat hen").goes("4", "1")
    assert [option.value for option in game.stage.choices] == [""]


def test_who_has_died_and_chooses_is_asked_for_and_nobody_hears_who_could(tmp_path):
    game = LedNights(tmp_path, BITE + SHOT + HIDDEN + END, "fox wolf hen hen wolf hen").goes("1", "5")
    assert game.noted()[-1] == "Fox · 1: whom? · Choose who dies with you"
    assert "Dead: 5" in game.said
    assert isinstance(game.stage, Ask)
    assert game.stage.lines == ("seat-first", "seat.5", "dead.asked")
    assert (game.texts([game.stage.question]), len(game.stage.choices)) == (
        ["Wolf · 5: whom? · Nothing to choose"],
        1,
    )


FOLLOWS = {
    "powers": ('of = ["cat"]\npowerless = ["owl"]', ("fox owl cat hen wolf", "3", "1"), "3 › Powers lost: Owl"),
    "side": ('of = ["cat"]\npowerless = ["town"]', ("fox owl cat hen wolf", "3", "1"), "3 › Powers lost: Town"),
    "badge": (
        'of = ["cat"]\nchooses = "others"\nmark = "badge"\n[mark.badge]\nlasts = "game"',
        ("fox owl cat hen wolf", "3", "1", "4"),
        "3 › Badge: 4",
    ),
    "becomes": (
        'of = ["cat"]\nbecomes = { who = ["owl"], into = "wolf" }',
        ("fox owl cat hen wolf", "3", "1"),
        "3 › 2 Wolf: turns",
    ),
    "takes": (
        'of = ["cat"]\ntakes = "neighbours"',
        ("fox owl cat hen wolf", "3", "1"),
        "3 › 2 Owl: dies, 4 Hen: dies",
    ),
    "nothing": (
        'of = ["cat"]\npowerless = ["town"]\ncause = ["vote"]',
        ("fox owl cat hen wolf", "3", "1"),
        "Nobody else dies",
    ),
}
"""For each case, a row of deaths, the cards with what the moderator enters, and what he reads after the deaths."""


@pytest.mark.parametrize(("row", "done", "told"), FOLLOWS.values(), ids=FOLLOWS)
def test_the_moderator_reads_what_follows_from_deaths(row, done, told, tmp_path):
    rows = f'{BITE}{SEER}[[death]]\nid = "last"\n{row}\n{DAY}{END}'
    assert LedNights(tmp_path, rows, done[0]).goes(*done[1:]).noted()[-1] == told


def test_the_sheet_shows_used_and_lost_powers(tmp_path):
    once = '[mark.seen]\n[[call]]\nwho = "fox"\ndo = { verb = "mark", mark = "seen", count = [0, 1], uses = 1 }\n'
    curse = '[[death]]\nid = "curse"\nof = ["cat"]\npowerless = ["town"]\n'
    game = LedNights(tmp_path, BITE + once + curse + DAY + END, "fox wolf cat hen").goes("3", "4")
    rows = game.texts(game.play.sheet())
    assert (rows[0], rows[1], rows[3]) == ("1 Fox Fox: used, no power", "2 Wolf ", "4 Hen no power")


def test_the_verdict_tells_who_took_whom_along(tmp_path):
    game = LedNights(tmp_path, BITE + SHOT + DAY + END, "fox wolf hen hen").goes("1", "2")
    assert "Fox: 1 › Seat 2" in game.texts(game.verdict().facts)


def test_where_roles_are_shown_only_who_has_a_choice_is_asked_for_it(tmp_path):
    game = LedNights(tmp_path, BITE + SHOT + DAY + END, "fox wolf hen hen hen").goes("3")
    assert isinstance(game.stage, Count)


def test_who_has_died_may_choose_none_whom_that_death_took(tmp_path):
    grief = '[[death]]\nid = "grief"\nof = ["fox"]\ntakes = ["cat"]\n'
    game = LedNights(tmp_path, BITE + SHOT + grief + DAY + END, "fox wolf cat hen hen").goes("1")
    assert "Dead: 1 Fox, 3 Cat" in game.said
    assert [option.value for option in game.stage.choices if option.value != NONE_OF_THEM] == ["2", "4", "5"]


def test_a_choice_of_the_dead_is_in_no_wait_of_the_night(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + SHOT + DAY + END, "fox wolf hen owl hen hen").goes("1", "2", "4")
    assert [each.seconds for each in game.village.times] == [SECONDS] * 3, "the pack, the owl, and the nod"


def test_all_hear_that_a_shot_in_vain_kills_nobody(tmp_path):
    curse = '[[death]]\nid = "curse"\nof = ["cat"]\npowerless = ["fox"]\n'
    game = LedNights(tmp_path, BITE + SHOT + curse + DAY + END, "fox wolf cat hen hen hen").goes("3")
    del game.said[:]
    game.answer(TALK_OVER).goes("4", "0", "0", "0", "0", "2", "-")
    assert [title for title in game.said if title.startswith(("Dead", "Nobody"))] == [
        *("Dead: 1 Fox", "Nobody else dies", "Nobody has died"),
    ]
    assert "1 › no power" in game.noted()


def test_where_all_see_that_nothing_follows_the_moderator_reads_no_page(tmp_path):
    loved = (
        '[mark.loved]\nlasts = "game"\n[[call]]\nwho = "fox"\ndo = { verb = "mark", mark = "loved", count = [2, 2] }\n'
    )
    grief = '[[death]]\nid = "grief"\nof = "loved"\ntakes = "loved"\n'
    curse = '[[death]]\nid = "curse"\nof = ["cat"]\npowerless = ["fox"]\n'
    game = LedNights(tmp_path, BITE + loved + grief + curse + DAY + END, "fox wolf cat hen hen hen").goes("4", "2 3")
    assert game.noted()[-1] == "Nobody else dies"
    game.answer(TALK_OVER).goes("0", "0", "0", "0", "4")
    assert ("Dead: 6 Hen" in game.said, "Nobody else dies" in game.noted()) == (True, False)


def test_of_two_who_die_at_once_neither_is_judged_before_the_other(tmp_path):
    """The second hunter shoots a seat that would also die with the first one's victim, and the shot is the cause."""
    rows = BITE.replace('together = "all", count = [0, 1]', "count = [2, 2]") + SHOT.replace('"fox"', '"fox", "owl"')
    grief = '[[death]]\nid = "grief"\nof = ["cat"]\ntakes = ["hen"]\n'
    game = LedNights(tmp_path, rows + grief + HIDDEN, "fox owl cat hen wolf").goes("1 2", "3", "4", "-", "-")
    assert game.village.state.out[4].causes == ("shot",)


def test_a_badge_that_is_handed_on_without_powers_is_no_shot_in_vain(tmp_path):
    badge = SHOT.replace("shot", "heir") + 'mark = "loved"\n[mark.loved]\nlasts = "game"\nannounced = true\n'
    curse = '[[death]]\nid = "curse"\nof = ["cat"]\npowerless = ["fox"]\n'
    game = LedNights(tmp_path, BITE + badge + curse + DAY, "fox wolf cat hen hen hen").goes("3")
    del game.said[:]
    game.answer(TALK_OVER).goes("4", "0", "0", "0", "0", "4")
    assert "Nobody has died" not in game.said
    assert game.village.state.marks[4] == {"loved"}


@pytest.mark.parametrize(
    ("day", "answers", "told"),
    [
        ('vote = "majority"\nneed = "half"', ["0", "2", "2", "0", "0"], "Nobody has died"),
        ('vote = "majority"\ntie = "all"', ["0", "2", "2", "0", "0"], "Dead: 2, 3"),
        ('vote = "three"', ["0", "1", "1", "1", "1"], "Nobody has died"),
        ('vote = "run-off"', ["0", "2", "0", "1", "0", "2", "1"], "Dead: 2"),
        ('vote = "run-off"', ["0", "0", "3", "0", "0"], "Dead: 3"),
        ('vote = "nomination"', ["3", "1", "1 2 4", "4", "2", "-", "-"], "Dead: 3"),
        ('vote = "majority"', ["4", "4", "4", "4", "4", "0", "0", "0", "1", "0"], "Dead: 4"),
    ],
)
def test_hands_are_counted_by_each_scheme_and_judged(day, answers, told, tmp_path):
    game = LedNights(tmp_path, f"{BITE}[day]\n{day}\n{END}", "wolf hen hen hen hen").goes("-")
    game.answer(TALK_OVER).goes(*answers)
    assert [title for title in game.said if title.startswith(("Dead", "Nobody has"))][-1] == told


def test_nobody_is_asked_for_hands_once_all_are_counted(tmp_path):
    game = LedNights(tmp_path, BITE + DAY + END, "wolf hen hen hen").goes("-").answer(TALK_OVER)
    game.noted()
    assert game.goes("0", "4").noted() == ["Seat 1: hands?", "Seat 2: hands?", "Night 2. All eyes shut?"]


def test_hands_that_cannot_be_are_counted_again(tmp_path):
    game = LedNights(tmp_path, BITE + DAY + END, "wolf hen hen").goes("-").answer(TALK_OVER)
    assert game.goes("1", "3", "0", "0", "1", "0").read[-5] == "That cannot be. Count again"


def test_a_seat_is_called_while_its_hands_can_be_entered(tmp_path):
    game = LedNights(tmp_path, BITE + DAY + END, "wolf hen hen").goes("-").answer(TALK_OVER).goes()
    for seat in (1, 2, 3):
        assert isinstance(game.stage, Ask)
        assert game.stage.lines == ("seat-first", f"seat.{seat}")
        game.play = game.play.answer("0")


def test_back_leads_to_the_answer_before_and_over_no_morning(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen hen").goes("3")
    assert game.texts([game.stage.question]) == ["Owl · 1: whom?"]
    game.play = game.play.answer(BACK)
    assert game.texts([game.stage.question]) == ["Wolf · 2: whom?"]
    assert game.goes("4", "2").village.state.out.keys() == {4}
    assert game.play.before is None


def by_lot(stage: Stage, rng: Random) -> Answer:
    """Return a random answer to a stage."""
    if not isinstance(stage, Ask):
        return TALK_OVER if isinstance(stage, Count) else ""
    values = [option.value for option in stage.choices if option.value or not stage.marks]
    if stage.marks:
        return tuple(rng.sample(values, min(len(values), rng.randint(stage.marks.least, stage.marks.most))))
    if "ask.hands" in str(stage.question):
        return rng.choice("0000001")
    return rng.choice(values)


def test_any_game_is_led_to_its_end_and_judged_alike():
    ended = 0
    for seed in range(so_many(400, 40)):
        rng = Random(seed)
        try:
            file = read(as_toml(random_file(rng)))
            players = rng.randint(*file.players)
            rules = NarratedRules(file, players, deck_of(file, players), file.switches)
        except (BadFile, WrongUse):
            continue
        if not file.many_nights or not file.ends:
            continue
        play = begin_led(rules, rng.choice(("stacked", "entered")), seed)
        for _ in range(200):
            if (stage := play.stage()) is None or isinstance(stage, Verdict):
                break
            play.sheet()
            play = play.answer(answer_with_time(stage, by_lot(stage, rng), SECONDS))
        rounds = [each.choices for each in play.state.judged]
        found, led = judge_rounds(play.state.dusk.table, rounds).state, play.state.state
        assert (found.out, found.end, found.cards) == (led.out, led.end, led.cards)
        ended += isinstance(stage, Verdict)
    assert ended


@pytest.mark.parametrize("cards", ["hen wolf hen owl wolf hen", "wolf hen hen owl wolf hen"])
def test_a_night_sounds_alike_whoever_is_out(cards, tmp_path):
    """The night sounds the same if an owl, a wolf or a hen was voted out without being shown."""
    heard = [second_night(tmp_path, each) for each in ("owl wolf hen hen wolf hen", cards)]
    assert heard[0][0] == heard[1][0]
    assert heard[0][1] == pytest.approx(heard[1][1], rel=0.05)


def second_night(where: Path, cards: str) -> tuple[list[str], float]:
    """Return the lines heard on a second night after seat 1 was voted out, and the seconds without words."""
    owl = 1 + cards.split().index("owl")
    game = LedNights(where, BITE + SEER + '[day]\nvote = "majority"\n' + END, cards).goes("-", "6")
    game.answer(TALK_OVER).goes("3", "0", "0", "0", "0", "0")
    del game.said[:], game.read[:]
    game.goes("-", *(["6"] if owl != 1 else []))
    seconds = sum(game.waits.values()) + SECONDS * len(game.read)
    return [line for line, _ in groupby(game.said)], seconds


@pytest.mark.untraced
def test_over_many_nights_waits_cannot_be_told_from_answers():
    file = read(MANY.format(rows=BITE + SEER + '[day]\nvote = "majority"\n' + END, words=""), "hens")
    heard: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(so_many(600, 60)):
        rules, rng = NarratedRules(file, 9, deck_of(file, 9, ["wolf", "wolf", "owl"])), Random(seed)
        play, seconds, there = begin_led(rules, "stacked", seed), 0.0, False
        while not isinstance(stage := play.stage(), Verdict | None):
            took = rng.lognormvariate(log(5.0 if isinstance(stage, Ask) else 2.5), 0.35)
            show = stage.show if isinstance(stage, Perform) else ()
            said = [line for cue in show if isinstance(cue, Say) for line in cue.lines]
            if "file.hens.owl.wake" in said:
                seconds, there = 0.0, False
            elif "file.hens.owl.close" in said and play.state.number > 1:
                heard[there].append(seconds)
            seconds += sum(cue.seconds for cue in show if isinstance(cue, Window))
            if isinstance(stage, Ask | Tell):
                seconds, there = seconds + took, True
            play = play.answer(answer_with_time(stage, by_lot(stage, rng), took))
    fewest = min(map(len, heard.values()))
    assert fewest > 30
    assert distance(heard[True][:fewest], heard[False][:fewest]) < ONE_PERCENT
