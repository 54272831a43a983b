"""Tests games of many nights that the box deals: what each seat reads and chooses, who has died, what the dead choose,
and the end. Nobody learns more than they should."""

from random import Random

import pytest

from nightcrier.box.games.engine.calls import why_with_cards
from nightcrier.box.games.engine.referee.whole_game import judge_rounds
from nightcrier.box.games.engine.seat_pages import page_count, read_pages
from nightcrier.box.show.cues import DAYBREAK, SILENCE, Call, Say, say_whole
from nightcrier.box.show.stages import Ask, Count, Perform
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.ids import LineId, seat_first
from tests.box.games.engine.dealt_nights import BITE, END, MANY, DealtNights, course, public_of, rules_of
from tests.box.games.engine.random_games import as_toml, random_file
from tests.box.games.engine.small import read
from tests.box.games.engine.test_dealt import ROWS
from tests.sampling import sampled, so_many

DAY = '[day]\nvote = "majority"\nshow = "role"\nless_each = 60\n'


def test_a_game_goes_on_night_after_night_to_its_verdict(tmp_path):
    game = DealtNights(tmp_path, BITE + DAY + END, "wolf hen hen wolf hen").rounds(P1="P02", P4="P02")
    assert game.told() == ["Dead: 2 Hen"]
    assert isinstance(talk := game.stage, Count)
    assert (talk.seconds, game.texts(talk.facts)) == (300, ["4 in play", "Dead: 2 Hen"])
    card = "seat-first", "seat.2", "house.was", "role.file.hens.hen"
    out = ("seat-first", "seat.2", "verdict.dead.one", *card)
    assert [fact.said for fact in talk.facts] == [("game.in-play-again.named", "number.4"), out]
    assert game.vote("4") == ["Dead: 4 Wolf"]
    assert game.rounds(P1="N00").told() == ["Nobody has died"]
    assert isinstance(talk := game.stage, Count)
    assert talk.seconds == 240
    assert sorted(game.pages) == [1, 2, 3, 4, 5]
    assert [len(game.pages[seat]) for seat in (1, 2, 4)] == [4, 2, 2]
    assert game.vote("1") == ["Dead: 1 Wolf"]
    verdict = game.verdict()
    assert (verdict.points, verdict.dead) == ((0, 1, 1, 0, 1), (1, 2, 4))
    assert game.texts(verdict.facts) == [
        *("The pack is gone.", "Won: Town (2, 3, 5)", "Lost: Pack (1, 4)", "Tell the night"),
        *("Seat 1: Wolf", "Seat 2: Hen", "Seat 3: Hen", "Seat 4: Wolf", "Seat 5: Hen"),
        *("Night 1", "Wolf: 1 › Seat 2", "Wolf: 4 › Seat 2", "2 Hen: dies", "Day 1", "4 Wolf: voted out"),
        *("Night 2", "Nobody dies", "Day 2", "1 Wolf: voted out"),
    ]


def test_who_died_by_day_has_last_words_before_night_falls(tmp_path):
    game = DealtNights(tmp_path, BITE + DAY + END, "wolf hen hen hen hen").rounds()
    game.told()
    game.vote("2")
    assert isinstance(game.stage, Perform)
    assert game.stage.show[-1] == say_whole(seat_first(2, LineId("dead.last-words")))
    assert isinstance(words := game.answer("").stage, Count)
    assert (words.seconds, words.foot, game.texts(words.facts)) == (20, "key.on", ["4 in play", "Dead: 2 Hen"])
    assert words.floor.seat == 2, "BACK gives the time again, and the glass has the name"
    game.rounds(P1="N00").told()
    game.vote("")
    assert not game.has_last_words


def test_a_side_is_told_as_a_side_and_a_role_as_a_card(tmp_path):
    for show, said in (("side", "dead.side role.file.hens.side.town"), ("role", "house.was role.file.hens.hen")):
        day = DAY.replace('"role"', f'"{show}"')
        game = DealtNights(tmp_path, BITE + day + END, "wolf hen hen hen").rounds(P1="P02")
        game.told()
        assert " ".join(game.said[-2:]) == said


def test_the_dead_stand_on_the_glass_when_people_are_told_to_open_their_eyes(tmp_path):
    game = DealtNights(tmp_path, BITE + DAY + END, "wolf hen hen hen").rounds(P1="P02")
    silence, signal, title, opened, *_ = game.stage.show
    assert (silence, signal, isinstance(title, Call)) == (SILENCE, DAYBREAK, True)
    assert opened.lines == ("file.hens.dawn",)


def test_seats_are_called_to_read_and_choose_and_not_to_read_again(tmp_path):
    """Games in files have no second look, so Wherewolf's words about waiting for one are not said at dusk."""
    lines = [
        line
        for cue in DealtNights(tmp_path, BITE, "wolf hen hen").stage.show
        if isinstance(cue, Say)
        for line in cue.lines
    ]
    assert lines[:2] == ["deal.open", "deal.choosing"]


def test_who_chooses_with_others_reads_what_they_want_and_not_who(tmp_path):
    game = DealtNights(tmp_path, BITE, "wolf hen wolf hen").rounds(P1="P02", P3="P02")
    assert [game.pages[seat][0] for seat in (1, 3)] == [
        ["Wolf", "Choose.", "Dial: ?"],
        ["Wolf", "Wolf › 2", "Choose."],
    ]


HEAL = """
[[call]]
who = "fox"
do = { verb = "unmark", mark = "bitten", of = "bitten", count = [0, 1], uses = 1 }
"""


def test_who_is_asked_about_a_mark_reads_who_has_it_until_the_power_is_used_up(tmp_path):
    game = DealtNights(tmp_path, BITE + HEAL + DAY, "wolf fox hen hen").rounds(P1="P03", P2="P01 P03")
    assert game.pages[2] == [["Fox", "Town", "Dial: 1"], ["Fox", "Fox: 3", "Choose."], ["Fox", "Town"]]
    assert game.told() == ["Nobody has died"]
    game.vote("")
    assert game.answer("on").rounds(P1="P03").told() == ["Dead: 3 Hen"]
    assert game.pages[2][4] == ["Fox", "Town", "Dial: 2"]


KILL = """
[[call]]
id = "kill"
who = "fox"
do = { verb = "mark", mark = "bitten", count = [0, 1] }
"""


def test_who_may_do_two_things_in_a_turn_reads_which_choice_is_which_there_and_on_the_dial(tmp_path):
    game = DealtNights(tmp_path, BITE + HEAL + KILL, "wolf fox hen hen").rounds(P1="P03", P2="P01 N00 P04")
    assert game.pages[2][1] == ["Fox", "Fox: 3", "Dial: Fox, Poison"]
    assert [label for label in game.labels[2][1] if "-" not in label] == ["Fox: 3", "No more"]
    assert next(label for label in game.labels[2][2] if "-" not in label) == "Poison: 1"
    assert not [label for label in game.labels[3][2] if ":" in label]
    assert game.told() == ["Dead: 3, 4"]


def test_who_can_do_one_thing_of_two_or_none_reads_that(tmp_path):
    game = DealtNights(tmp_path, BITE + HEAL + KILL, "wolf fox hen hen").rounds(P1="N00", P2="P01 P04 P04")
    assert game.pages[2][1] == ["Fox", "Fox: Nobody", "Choose.", "Dial: 4, Poison"]
    game = DealtNights(tmp_path, BITE + HEAL, "wolf fox hen hen").rounds(P1="N00")
    assert game.pages[2][1] == ["Fox", "Fox: Nobody", "Dial: 4"]


LOVE = """
[mark.loved]
felt = true
lasts = "game"
[[call]]
who = "owl"
do = { verb = "mark", mark = "loved", of = "all", count = [2, 2] }
when = { nights = "first" }
[[call]]
id = "pair"
who = "loved"
do = { verb = "ask", learns = "role" }
meets = { how = "eyes" }
[[death]]
id = "grief"
of = "loved"
takes = "loved"
"""


def test_who_has_a_mark_reads_it_and_is_called_by_it_and_all_have_as_many_turns(tmp_path):
    game = DealtNights(tmp_path, BITE + LOVE + DAY, "owl hen hen wolf").rounds(P1="P02 P03", P4="P02")
    assert [len(pages) for pages in game.pages.values()] == [4, 4, 4, 4]
    assert game.pages[2] == [
        ["Hen", "Town", "Dial: 1, 2"],
        ["Hen", "Lovers: 3", "Choose whom to ask about."],
        ["Hen", "Town", "Lovers: 3"],
        ["Hen", "Seat 1: Owl", "You are loved."],
    ]
    assert game.told() == ["Dead: 2 Hen, 3 Hen"]


SHOT = """
[[death]]
id = "shot"
of = "fox"
chooses = "others"
"""


def test_all_who_have_died_choose_once_and_whom_that_kills_is_told_after(tmp_path):
    game = DealtNights(tmp_path, BITE + SHOT + DAY + END, "wolf fox hen hen owl").rounds(P1="P02")
    assert game.told() == ["Dead: 2 Fox"]
    assert game.rounds(P2="P03").pages[2][-1] == ["Fox", "Choose who dies with you", "Dial: ?"]
    assert game.told() == ["Dead: 3 Hen"]
    assert game.rounds().pages[3][-1] == ["Hen", "Nothing to choose", "Dial: 5"]
    assert game.told() == ["Nobody else dies"]
    assert game.vote("5") == ["Dead: 5 Owl"]
    assert game.rounds().told() == ["Nobody else dies"]
    assert sorted(game.village.state.in_play) == [1, 4]


def test_who_dies_of_a_shot_may_choose_none_who_has_died_of_another(tmp_path):
    """Seat 4 dies of the shot of seat 1. By the rules it chooses before seat 3, though seat 3 has already answered."""
    rows = BITE.replace('together = "all", count = [0, 1]', "count = [2, 2]")
    love = LOVE.replace('who = "owl"', 'id = "match"\nwho = "wolf"')
    shots = SHOT.replace('of = "fox"', 'of = ["fox", "owl", "cat"]')
    game = DealtNights(tmp_path, rows + love + shots + DAY, "fox hen owl cat hen wolf")
    assert game.rounds(P6="P01 P02 P02 P03").told() == ["Dead: 1 Fox, 2 Hen, 3 Owl"]
    assert game.rounds(P1="P04", P3="P05").told() == ["Dead: 4 Cat, 5 Hen"]
    ((_, turn),) = game.stage.acts.items()
    assert [option.value for option in turn.prompt(()).options if option.value != "N00"] == ["P06"]
    assert game.rounds(P4="P06").told() == ["Dead: 6 Wolf"]


@pytest.mark.parametrize(("seats", "first"), [("1 2", "P03"), ("2 1", "P04")])
def test_of_two_who_die_at_once_neither_chooses_before_the_other(seats, first, tmp_path):
    """Each of two hunters shoots one of two lovers. No lover dies for love, whichever hunter has the lower seat."""
    rows = BITE.replace('together = "all", count = [0, 1]', "count = [2, 2]")
    love = LOVE.replace('who = "owl"', 'id = "match"\nwho = "wolf"')
    cards = {"1 2": "fox owl hen hen hen wolf", "2 1": "owl fox hen hen hen wolf"}[seats]
    game = DealtNights(tmp_path, rows + love + SHOT.replace('of = "fox"', 'of = ["fox", "owl"]') + DAY, cards)
    game.rounds(P6="P01 P02 P03 P04").told()
    assert game.rounds(P1=first, P2={"P03": "P04", "P04": "P03"}[first]).told() == ["Dead: 3 Hen, 4 Hen"]
    assert {seat: each.causes for seat, each in game.village.state.out.items()} == {
        1: ("bitten",),
        2: ("bitten",),
        3: ("shot",),
        4: ("shot",),
    }


def test_what_the_dead_may_choose_more_often_than_a_turn_has_room_for_is_played_with_cards():
    def game(times: int) -> str:
        shots = "".join(SHOT.replace('"shot"', f'"shot-{number}"') for number in range(times))
        return MANY.format(rows=BITE + shots + DAY, words="").replace('"box"', '"either"')

    assert not why_with_cards(read(game(10)))
    assert why_with_cards(read(game(11)))


def test_a_role_is_guessed_and_one_that_is_turned_up_is_told_in_the_morning(tmp_path):
    guess = '[[call]]\nwho = "fox"\ndo = { verb = "guess", mark = "bitten" }\n'
    turn = '[[call]]\nwho = "owl"\ndo = { verb = "turn" }\n'
    game = DealtNights(tmp_path, BITE + guess + turn + DAY, "wolf fox owl hen hen")
    assert game.rounds(P2="P01 R01", P3="P04").pages[2][-1] == ["Fox", "Town", "Seat 1: Yes"]
    assert game.told() == ["Dead: 1 Wolf", "Seat 4: Hen"]
    assert isinstance(talk := game.stage, Count)
    assert game.texts(talk.facts) == ["4 in play", "Dead: 1 Wolf", "Seat 4: Hen"]


def test_a_badge_is_handed_on_by_day(tmp_path):
    badge = "[mark.loved]\nannounced = true\n" + SHOT + 'mark = "loved"\n'
    game = DealtNights(tmp_path, BITE + badge + DAY, "wolf fox hen hen").rounds(P1="P02")
    game.told()
    assert game.rounds(P2="P04").pages[2][-1] == ["Fox", "Choose who gets it: Loved", "Dial: ?"]
    assert game.told() == ["Nobody else dies", "Loved: 4"]
    assert game.said[-3:] == ["role.file.hens.mark.loved", "seat.4", "file.hens.mark.loved"]


CROWN = """
[mark.loved]
lasts = "game"
announced = true
[[call]]
who = "owl"
do = { verb = "mark", mark = "loved", count = [0, 1], uses = 1 }
"""
HEIR = '[[death]]\nid = "heir"\nof = "loved"\nchooses = "others"\nmark = "loved"\n'


def test_a_mark_that_stays_is_told_once_and_to_whom_it_is_handed_on_at_once(tmp_path):
    game = DealtNights(tmp_path, BITE + CROWN + HEIR + DAY + END, "wolf owl fox hen hen hen").rounds(P2="P03")
    assert game.told() == ["Nobody has died", "Loved: 3"]
    assert game.vote("3") == ["Dead: 3 Fox"]
    assert game.rounds(P3="P04").told() == ["Nobody else dies", "Loved: 4"]
    assert game.said[-3:] == ["role.file.hens.mark.loved", "seat.4", "file.hens.mark.loved"]
    assert game.rounds().told() == ["Nobody has died"]
    assert game.texts(game.stage.facts)[-1] == "Loved: 4", "it still stands on the glass"


def test_a_mark_that_the_shot_one_gets_is_handed_on_by_that_one(tmp_path):
    rows = BITE + CROWN + HEIR + SHOT + DAY
    game = DealtNights(tmp_path, rows, "wolf owl fox hen hen hen").rounds(P1="P03", P2="P03")
    assert game.told() == ["Dead: 3 Fox"]
    game.rounds(P3="P04 P04").told()
    assert game.rounds(P4="P05").told()[-1] == "Loved: 5"
    assert game.village.state.marks[5] == {"loved"}


def test_a_game_without_an_end_goes_on_until_people_say_that_it_is_over(tmp_path):
    game = DealtNights(tmp_path, BITE, "wolf hen hen").rounds(P1="P02")
    game.told()
    assert isinstance(game.answer("over").stage, Ask)
    assert game.answer("on").rounds().told() == ["Nobody has died"]
    pages = game.answer("over").answer("over").told_pages()
    assert pages[:5] == ["Seat 1: Wolf", "Seat 2: Hen", "Seat 3: Hen", "Night 1", "Wolf: 1 › Seat 2"]
    assert game.answer().stage is None


def drawn(seed: int) -> tuple[str, int, tuple[str, ...]]:
    """Return a random file of many nights, a number of players, and the roles to add."""
    chance = Random(seed)
    row = random_file(chance) | {"deal": "box"}
    for role in row["role"].values():
        role["max"] = 8
    players = chance.randint(4, 8)
    return as_toml(row), players, tuple(chance.choice(sorted(row["role"])[1:]) for _ in range(players // 2))


@pytest.mark.parametrize("seed", sampled(range(200), 25))
def test_other_deals_are_the_same_for_others_where_what_is_public_is_the_same(seed):
    text, players, added = drawn(seed)
    try:
        file = read(text, "drawn")
        rules = rules_of(file, players, added)
    except (BadFile, WrongUse):
        return
    if why_with_cards(file):
        return
    first, _ = course(rules, 0, seed, 4)
    for deal in range(1, so_many(40, 4)):
        other, village = course(rules, deal, seed, 4)
        same(first, other)
        judged = judge_rounds(village.dusk.table, [each.choices for each in village.judged if each.day or village.over])
        assert judged.state.out == village.state.out
        assert judged.state.end == village.state.end
        for seat in village.dusk.in_play if village.number else ():
            assert max(map(len, read_pages(rules, village, page_count(rules, village.number), seat))) <= ROWS


def test_nobody_hears_whether_it_is_over_while_a_dead_still_chooses(tmp_path):
    rows, games = BITE + SHOT + DAY.replace("role", "nothing") + END, list[DealtNights]()
    for cards in ("wolf fox hen hen", "fox wolf hen hen"):
        game = DealtNights(tmp_path, rows, cards).rounds()
        game.told()
        game.answer("over").told()
        games.append(game.answer("1"))
    assert [game.village.over for game in games] == [True, False]
    assert games[0].stage == games[1].stage
    told = [public_of(game.village, chooses=True) for game in games]
    assert told[0] == told[1]
    assert public_of(games[0].village, chooses=False) != told[0]


@pytest.mark.parametrize("hands", [10, 25])
def test_other_deals_are_the_same_for_others_while_a_dead_still_chooses(hands):
    """With these random hands, the game is over as soon as somebody dies."""
    rows = BITE + SHOT + DAY.replace("role", "nothing") + END
    rules = rules_of(read(MANY.format(rows=rows, words=""), "hens"), 5, ("wolf", "fox", "cat"))
    first, _ = course(rules, 0, hands, 3)
    for deal in range(1, 12):
        same(first, course(rules, deal, hands, 3)[0])


def same(one: list[object], other: list[object]) -> None:
    """Check that two courses are the same until something public differs."""
    for its, theirs in zip(one, other, strict=False):
        if its != theirs:
            assert isinstance(its, tuple)
            assert isinstance(theirs, tuple)
            assert its[0] == theirs[0] == "public"
            return
