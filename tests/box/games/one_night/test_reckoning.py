"""Tests the time after the vote: what is asked, what is not, the way back, and the verdict."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrier.box.games.one_night.paper_game import PaperPlay, begin_paper
from nightcrier.box.games.one_night.rules.deal import OneNightRules
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, Answer
from nightcrier.box.show.cues import Gap
from nightcrier.box.show.facts import Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Tell, Verdict
from nightcrier.box.table.heard.talk import question_aloud
from nightcrier.kernel.people import SeatedPerson
from tests.box.games.facts import key_of, keys_of
from tests.box.games.one_night.result_teller import GameTold, asked, drawn_game, voted

FIRST = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")
DAYBREAK = ("werewolf", "doppelganger", "paranormal-investigator", "curator", "hunter", "bodyguard", "tanner")
MINION = ("minion", "villager", "villager", "werewolf", "werewolf", "seer")


def enter(deck: tuple[str, ...], *answers: Answer, options: Options | None = None) -> PaperPlay:
    """Give these answers, and pass whatever is only to be heard between the questions."""
    paper = voted(deck, options)
    for answer in answers:
        paper = (paper if answer in ("", BACK) else heard(paper)).answer(answer)
    return heard(paper)


def heard(paper: PaperPlay) -> PaperPlay:
    return paper.answer("") if isinstance(paper.stage(), Tell | Perform) else paper


def verdict(paper: PaperPlay) -> Verdict:
    stage = paper.stage()
    assert isinstance(stage, Verdict)
    return stage


def test_nobody_has_to_enter_anything():
    assert asked(enter(FIRST)) == ("ask.result", "", ["yes", "short", "no"])
    assert enter(FIRST, "no").stage() is None


def test_back_says_no_at_the_first_question():
    assert getattr(enter(FIRST).stage(), "back", False)
    assert enter(FIRST, BACK).stage() is None


def test_back_goes_one_answer_back_from_every_question_and_from_the_verdict():
    row: tuple[Answer, ...] = ("yes", "votes", "2", "1", "1", ("1",))
    paper = voted(FIRST)
    for answer in row:
        before, paper = paper, heard(paper.answer(answer))
        stage = paper.stage()
        assert isinstance(stage, Ask | Tell | Verdict)
        assert stage.back
        assert paper.answer(BACK) == before
    assert enter(FIRST, "short", BACK, "yes", "3", BACK, "1") == enter(FIRST, "yes", "1")


def test_a_short_result_is_who_won():
    assert asked(enter(FIRST, "short")) == ("ask.won", "", ["", "1", "2", "3"])
    told = verdict(enter(FIRST, "short", ("2", "3")))
    assert (told.points, keys_of(told.facts), told.lines[0]) == ((0, 1, 1), ["verdict.winners"], "seats-first")
    assert keys_of(verdict(enter(FIRST, "short", ())).facts) == ["verdict.nobody"]


def test_five_players_of_the_first_game_are_asked_three_things():
    deck = (*FIRST, "villager", "villager")
    kinds = [asked(enter(deck, *row))[0] for row in ((), ("yes",), ("yes", "3"))]
    assert kinds == ["ask.result", "ask.dead", "ask.wolves"]
    assert verdict(enter(deck, "yes", "3", ("3",))).winners == (1, 2, 4, 5)


def test_who_died_is_nobody_one_or_several_or_follows_from_the_votes():
    assert asked(enter(FIRST, "yes")) == ("ask.dead", "", ["0", "1", "2", "3", "several", "votes"])
    assert verdict(enter(FIRST, "yes", "0", ("1",))).dead == ()
    assert verdict(enter(FIRST, "yes", "2", ("1",))).dead == (2,)
    assert verdict(enter(FIRST, "yes", "several", ("1", "2", "3"), ("1",))).dead == (1, 2, 3)
    assert asked(enter(FIRST, "yes", "votes")) == ("ask.vote", "1", ["2", "3", "0"])
    assert asked(enter(FIRST, "yes", "votes", "2")) == ("ask.vote", "2", ["1", "3", "0"])
    assert verdict(enter(FIRST, "yes", "votes", "2", "1", "1", ("1",))).dead == (1,)


def test_only_what_decides_is_asked_after():
    assert asked(enter(DAYBREAK, "yes", "1"))[:2] == ("ask.holder", "doppelganger")
    told = ("yes", "1", "0", "0", "1", "2", "paranormal-investigator")
    assert asked(enter(DAYBREAK, *told))[0] == "ask.artifact"
    counted = ("yes", "votes", "2", "1", "1", "1", "0", "0", "1", "2")
    assert asked(enter(DAYBREAK, *counted))[:2] == ("ask.holder", "hunter")


def test_what_can_only_lie_in_one_way_is_not_asked():
    """With three cards in the center, at least one of four Werewolves is a player's."""
    wolves = ("werewolf", "werewolf", "mystic-wolf", "dream-wolf", "minion", "tanner")
    stage = enter(wolves, "yes", "0").stage()
    assert (stage.marks.least, stage.marks.most) == (1, 3)
    assert isinstance(enter(wolves, "yes", "0", ("1", "2", "3")).stage(), Verdict)
    assert asked(enter(wolves, "yes", "0", ("1",))) == ("ask.holder", "minion", ["2", "3"])
    assert isinstance(enter(wolves, "yes", "0", ("1",), "2").stage(), Verdict)


def test_the_verdict_names_the_dead_the_winners_and_a_reason_for_each_team():
    told = verdict(enter(FIRST, "yes", "1", ("1",)))
    assert (told.dead, told.winners, told.points) == ((1,), (2, 3), (0, 1, 1))
    assert keys_of(told.facts) == [
        "verdict.winners",
        "verdict.dead",
        "reason.village-wolf-died",
        "reason.werewolf-one-died",
    ]
    winners = ("seats-first", "seat.2", "seats-and", "seat.3", "verdict.winners.many")
    assert told.lines == ("verdict.village", "screen.reason.village-wolf-died", *winners), "side, why, and who"


@pytest.mark.parametrize(
    ("more", "row", "said"),
    [
        ("villager", ("0", ("1",)), "wolves.spared werewolf-none-died"),
        ("villager", ("2", ("1",)), "wolves werewolf-none-died"),
        ("villager", ("0", ()), "village.spared village-no-wolf-no-death"),
        ("villager", ("2", ()), "nobody village-innocent-died"),
        ("tanner", ("3", ("1",), "3"), "tanner tanner-died werewolf-tanner-died"),
    ],
)
def test_who_wins_is_said_first_and_then_why(more, row, said):
    won, *whys = said.split()
    lines = [f"verdict.{won}", *(f"screen.reason.{why}" for why in whys)]
    assert list(verdict(enter((*FIRST, more), "yes", *row)).lines[: len(lines)]) == lines


ONE, TWO = "seat-first seat.1 verdict.dead.one", "seats-first seat.1 seats-and seat.2 verdict.dead.many"


@pytest.mark.parametrize(
    ("more", "row", "said"),
    [
        ("villager", "1", [ONE]),
        ("villager", "several 1,2", [TWO]),  # of a tie, or of a shot: nobody has said which
        ("villager", "votes 2 1 1 2", ["verdict.tie", TWO]),
        ("villager", "votes 2 3 4 1", ["verdict.alive"]),
        ("hunter", "votes 2 1 1 0", [TWO]),
    ],
)
def test_the_dead_are_named_before_the_winners_and_silence_lies_between(more, row, said):
    answers = [tuple(each.split(",")) if "," in each else each for each in row.split()]
    held = (("1",), "1")[: 1 + (more == "hunter")]
    deaths = voted((*FIRST, more), answers=("yes", *answers, *held)).stage()
    assert isinstance(deaths, Perform)
    assert [" ".join(getattr(cue, "lines", ())) or cue for cue in deaths.show[1:]] == [*said, Gap(2.5)]


def test_a_ring_vote_kills_nobody():
    told = verdict(enter(FIRST, "yes", "votes", "2", "3", "1", ()))
    assert (told.dead, told.winners) == ((), (1, 2, 3))
    assert told.facts[1] == Word("verdict.alive")


def test_after_the_verdict_it_is_over():
    assert enter(FIRST, "yes", "1", ("1",)).answer("").stage() is None


def test_an_artifact_is_asked_after_once_and_a_second_one_where_a_doppelganger_may_have_laid_it():
    deck = ("curator", "werewolf", "seer", "robber", "villager", "villager")
    assert asked(enter(deck, "yes", "0", "0")) == ("ask.artifact", "", ["0", "1", "2", "3"])
    assert isinstance(enter(deck, "yes", "0", "0", "0").stage(), Verdict)
    assert asked(enter(deck, "yes", "0", "0", "2"))[:2] == ("ask.artifact.which", "2")
    assert isinstance(enter(deck, "yes", "0", "0", "2", "mask-of-muting").stage(), Verdict)
    both = (*deck[:-1], "doppelganger")
    laid = ("yes", "0", "1", "2", "curator", "3", "claw-of-the-werewolf")
    assert asked(enter(both, *laid)) == ("ask.artifact.other", "", ["0", "1", "2"])
    assert isinstance(enter(both, *laid[:4], "seer", *laid[5:]).stage(), Verdict)
    assert asked(enter(both, "yes", "0", "0", "2", "3", "claw-of-the-werewolf"))[0] == "ask.artifact.other"


def test_a_doppelganger_and_an_investigator_are_asked_what_they_play_as():
    reckoning = enter(DAYBREAK, "yes", "0", "1", "0", "2", "0")
    kind, seat, roles = asked(reckoning)
    assert (kind, seat) == ("ask.plays", "1")
    assert "hunter" in roles
    reckoning = reckoning.answer("hunter")
    assert asked(reckoning) == ("ask.plays", "2", ["paranormal-investigator", "werewolf", "tanner"])


def test_a_minion_wins_without_wolves_by_the_house_rule_only_while_he_lives():
    assert verdict(enter(MINION, "yes", "2", (), "1")).winners == (1,)
    both = ("yes", "several", ("1", "2"), (), "1")
    assert verdict(enter(MINION, *both)).winners == (1,)
    assert verdict(enter(MINION, *both, options=Options(minion_must_live=True))).winners == ()


def test_who_reads_the_rules_otherwise_hears_it_and_may_have_it_as_an_option():
    """Ruling 19 of One Night allows another reading, which people hear of and can choose as an option."""
    only_the_minion = ("yes", "1", (), "1")
    told = verdict(enter(MINION, *only_the_minion))
    assert (told.winners, keys_of(told.facts)[2]) == ((), "reason.village-outsider-died")
    assert "screen.reason.village-outsider-died" in told.lines
    read = verdict(enter(MINION, *only_the_minion, options=Options(unharmed_village_wins=True)))
    assert read.winners == (2, 3)
    assert keys_of(read.facts)[2] == "reason.village-unharmed"


def _answered(stage: Ask, data: st.DataObject) -> Answer:
    values = [option.value for option in stage.choices]
    if stage.marks is None:
        return data.draw(st.sampled_from(values))
    seats = [value for value in values if value != NONE_OF_THEM]
    return tuple(data.draw(st.permutations(seats))[: data.draw(st.integers(stage.marks.least, stage.marks.most))])


@settings(max_examples=200)
@given(st.data(), st.integers(3, 10))
def test_any_row_of_answers_ends_in_a_verdict(data, players):
    pool = [role.id for role in ROLES.values() for _ in range(role.count)]
    deck = tuple(data.draw(st.permutations(pool))[: players + 3])
    paper = voted(deck).answer("yes")
    for _ in range(40):
        paper = heard(paper)
        now = paper.stage()
        if not isinstance(now, Ask):
            break
        paper = paper.answer(_answered(now, data))
    assert set(verdict(paper).winners) <= set(range(1, players + 1))


@pytest.mark.parametrize("way", ["dead", "votes"])
@given(rng=st.randoms(use_true_random=False))
def test_few_answers_are_judged_as_the_whole_game_would_be(rng, way):
    game: GameTold = drawn_game(rng)
    assert game.entered(way) == game.judged()


def test_the_extra_wolf_card_may_have_come_to_a_player():
    stage = enter(("alpha-wolf", "seer", "robber", "villager", "villager", "villager"), "yes", "0").stage()
    assert stage.marks.most == 2


@pytest.mark.parametrize(("way", "question"), [("yes", "ask.dead"), ("short", "ask.won")])
@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (Setup("first-game", 3), True),
        (Setup("first-game", 3, heard=True), False),
        (Setup("first-game", 3, seated=tuple(SeatedPerson(n, f"Person {n}") for n in (1, 2, 3))), False),
        (Setup("first-game", 3, seated=tuple(SeatedPerson(n, "Ann" * (n == 1)) for n in (1, 2, 3))), True),
        (Setup("first-game", 3, seated=tuple(SeatedPerson(n, "") for n in (1, 3, 4))), False),
    ],
    ids=["first", "later", "all named", "one named", "one sits out"],
)
def test_the_first_question_about_seats_says_who_has_seat_one_once(game, setup, way, question, told):
    play = game.begin(setup, 1)
    assert isinstance(play, PaperPlay)
    while not isinstance(play.stage(), Ask):
        play = play.answer("")
    stage = heard(play.answer(way)).stage()
    assert key_of(stage.question) == question
    assert stage.lines == (("one-night.before.seats", f"screen.{question}") if told else ())


@pytest.mark.parametrize(("result", "chosen"), [("", "yes"), ("yes", "yes"), ("short", "short"), ("no", "no")])
@pytest.mark.parametrize(("fresh", "said"), [(("seer",), "ask.result.ways"), ((), "screen.ask.result")])
def test_a_table_that_has_said_what_it_wants_finds_it_chosen_and_is_not_asked_aloud_again(result, chosen, fresh, said):
    """A table that knows the deck does not hear all possible answers read out."""
    paper = begin_paper(OneNightRules(FIRST, 3, fresh=fresh, result=result), ())
    stage = paper.answer("").answer("").answer("").stage()
    assert (key_of(stage.question), stage.choices[stage.start].value) == ("ask.result", chosen)
    assert question_aloud(stage) == (() if result else (said,))
    assert (stage.signal, stage.lasts) == ("tick" if result else "", True)
