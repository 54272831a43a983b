"""Tests scores at the table: what the bookkeeper is asked, and what people see."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.show.cues import Hush, Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Verdict
from nightcrier.box.table.core.effects import Amend, CountGame, Effect, LookUp, NewEvening, Remember
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.evening.people import evening_people, seated_people
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.ids import screen_line
from nightcrier.kernel.people import MOST_PEOPLE, EveningKind, Presence
from tests.box.table.asking import end_game, rows, shown
from tests.box.table.evening import Evening
from tests.on_glass import measure
from tests.sampling import sampled_languages

SEATS = (
    PersonStanding("Ann", 2, 0, out=False),
    PersonStanding("", 1, 1, out=False),
    PersonStanding("", 0, 2, out=True),
)

ALL_IN = (*SEATS[:2], PersonStanding("", 0, 0, out=False))


def at(evening, menu: str, index: int):
    evening.table = evening.table.__class__(
        evening.table.choices, page=ListingPage(MENUS[menu], None, index), standings=evening.table.standings
    )
    return evening


def test_a_verdict_is_written_down_as_it_is_told(play_through, evening):
    assert play_through(Verdict).table.session.stage.winners == (2,)
    evening.start()


def test_the_game_that_was_judged_is_counted(evening):
    from nightcrier.box.table.game.session import advance

    evening.start()
    effects = ()
    while not isinstance(evening.table.session.stage, Verdict):
        evening.table, effects = advance(evening.table, "1", 0.0)
    assert CountGame("toy", "first", (0, 1)) in effects


def test_the_standings_are_looked_up_and_shown_seat_by_seat(evening):
    assert evening.at_row("screen.score.show").press() == (LookUp(),)
    assert rows(evening) == ["score.none"]
    evening.send(Standings(0.0, EveningKind.OPEN, 5, SEATS))
    assert rows(evening) == ["Ann score.points", "Seat 2 score.points", "Seat 3 score.out"]
    assert isinstance(evening.after("5 back").table.page, ListingPage)


def test_an_evening_of_two_losses_shows_losses(evening):
    evening.table = evening.table.__class__(evening.table.choices, page=ScoresPage(None))
    evening.send(Standings(0.0, EveningKind.LONG, 5, SEATS))
    assert rows(evening) == ["Ann score.losses", "Seat 2 score.losses", "Seat 3 score.out"]


def test_the_champion_stands_first(evening):
    evening.table = evening.table.__class__(evening.table.choices, page=ScoresPage(None))
    evening.send(Standings(0.0, EveningKind.SHORT, 2, SEATS, (1,)))
    assert rows(evening) == ["score.champion", "Ann"]
    assert rows(evening, "1")[:2] == ["score.kind.short 2", "Ann score.points"]


def test_an_evening_that_points_win_says_how_many(evening):
    evening.table = replace(evening.table, page=ScoresPage(None))
    evening.send(Standings(0.0, EveningKind.SHORT, 1, SEATS))
    assert rows(evening)[:2] == ["score.kind.short 1", "Ann score.points"]


def test_the_kind_of_an_evening_that_the_table_did_not_begin_is_chosen_then(evening):
    evening.send(Standings(0.0, EveningKind.OPEN, 5, ALL_IN, evening=3))
    begun = Standings(0.0, EveningKind.SHORT, 1, ALL_IN, evening=4)
    effects = evening.send(begun)
    assert evening.table.choices.tournament == "short-1"
    assert Remember(evening.table.choices) in effects
    assert rows(evening.at_row("screen.score.kind"))[-1] == "score.kind.short 1"
    evening.after("press 1 press").send(begun)
    assert evening.table.choices.tournament == "short-3"
    evening.send(replace(begun, kind=EveningKind.LONG, target=5, evening=5))
    assert evening.table.choices.tournament == "long"


def test_an_evening_with_games_does_not_change_what_was_chosen(evening):
    evening.send(Standings(0.0, EveningKind.SHORT, 1, ALL_IN, last={1: 1}, evening=4))
    assert evening.table.choices.tournament == "open"


def test_more_people_than_the_glass_holds_are_seen_to_be_more(evening):
    evening.table = replace(evening.table, page=ScoresPage(None))
    three, five = ((PersonStanding("", 0, 0, out=False),) * people for people in (3, 5))
    evening.send(Standings(0.0, EveningKind.OPEN, 5, three))
    assert [row.split(" score.")[0] for row in rows(evening)] == ["Seat 1", "Seat 2", "Seat 3"]
    assert "◀1/3▶" in shown(evening.after(Standings(0.0, EveningKind.OPEN, 5, five)))
    assert [row.split(" score.points")[0] for row in rows(evening, "2")] == ["score.show", "Seat 5"]


def test_in_large_letters_the_dial_comes_to_one_person_after_the_other(evening):
    large = replace(evening.table.choices, letters="large")
    evening.table = replace(evening.table, choices=large, page=ScoresPage(None))
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (PersonStanding("", 0, 0, out=False),) * 3))
    for seat in (1, 2, 3):
        title, row = rows(evening)
        assert (title, row.split(" score.")[0]) == ("score.show", f"Seat {seat}")
        evening.turn(1)


@pytest.mark.parametrize(("letters", "screens"), [("usual", 2), ("large", 5)])
def test_what_is_read_aloud_is_what_stands_on_the_screen(evening, letters, screens):
    choices = replace(evening.table.choices, letters=letters, spoken_menu=True)
    evening.table = replace(evening.table, choices=choices, page=ScoresPage(None))
    evening.send(Standings(0.0, EveningKind.OPEN, 5, (PersonStanding("", 0, 0, out=False),) * 5))
    for _ in range(screens - 1):
        (said,) = (effect.lines for effect in evening.turn(1) if isinstance(effect, Speak))
        seats = [row.split(" score.")[0].removeprefix("Seat ") for row in rows(evening)[1:]]
        assert [line.removeprefix("person.") for line in said if line.startswith("person.")] == seats


@pytest.mark.parametrize("language", sampled_languages())
def test_title_and_place_stand_in_one_row_however_many_play(language, real_house, real_table):
    crowd = (PersonStanding("", 0, 0, out=False),) * MOST_PEOPLE
    ledgers = dict.fromkeys(real_house.games, (0,) * MOST_PEOPLE)
    known = Standings(0.0, EveningKind.SHORT, 2, crowd, (1,), ledgers=ledgers)
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)), standings=known)
    pages = [look(real_house, replace(table, page=ScoresPage(None, index))) for index in range(99)]
    assert [view_lines(view)[0] for view in pages if measure(view).boxes[0].lines > 1] == []


@pytest.mark.parametrize(
    ("standings", "wanted"),
    [
        (
            Standings(0.0, EveningKind.OPEN, 5, ALL_IN),
            "seat person.1 points.2 seat person.2 points.1 seat person.3 points.0",
        ),
        (Standings(0.0, EveningKind.LONG, 5, SEATS), "seat person.1 losses.0 seat person.2 losses.1 seat person.3 out"),
        (Standings(0.0, EveningKind.OPEN, 5, (PersonStanding("", 21, 0, out=False),)), "seat person.1 number.21"),
        (Standings(0.0, EveningKind.SHORT, 2, ALL_IN[:1], (1,)), "champion seat person.1 seat person.1 points.2"),
    ],
)
def test_the_standings_are_said_as_sentences(evening, standings, wanted):
    said = " ".join(ScoresPage(None).lines(evening.house, replace(evening.table, standings=standings)))
    assert said.replace("screen.", "").replace("score.", "").replace("seat-first", "seat") == wanted


def test_a_new_evening_has_the_kind_that_was_chosen(evening):
    evening.at_row("screen.score.kind")
    assert evening.go("press 2 press 1 press start") == (Hush(), NewEvening(EveningKind.SHORT, 5, ("",) * 3))
    assert evening.at_row("screen.score.kind").after("press 9 press").table.choices.tournament == "long"


@pytest.mark.parametrize("words", ["score.new", "score.strike"])
def test_what_takes_points_away_is_asked_once_and_back_leaves_all_as_it_was(evening, words):
    evening.send(Standings(0.0, EveningKind.OPEN, 5, ALL_IN, (), {1: 1, 2: 0, 3: 0}, evening=4, game=9))
    before = evening.at_row(f"screen.{words}").table
    *_, said = evening.press()
    assert shown(evening)[0] == words
    assert said.lines == (screen_line(words), screen_line("ask.answers"))
    assert evening.back() == (Hush(),)
    assert (evening.table.page, evening.table.standings) == (before.page, before.standings)
    hush, kept = evening.go("press start")
    assert hush == Hush()
    assert kept in {Amend(None, 4, 9), NewEvening(EveningKind.OPEN, 5, ("Ann", "", ""))}
    assert evening.table.page == ScoresPage(before.page)


OUT_TWICE = PersonStanding("Dan", 0, 2, out=True)
SITTING_OUT = PersonStanding("Eve", 3, 1, out=False, presence=Presence.SITS_OUT)
GONE = PersonStanding("Fay", 2, 0, out=False, presence=Presence.LEFT)


def begun(evening, *people: PersonStanding, players: int = 3) -> Sequence[Effect]:
    """Begin a new evening from the menu of the scores, after a tournament of these people. Return the effects."""
    choices = replace(evening.table.choices, setups={"toy": Setup("first", players)}, players=players)
    last = {1: 1}
    evening.table = replace(evening.table, choices=choices)
    evening.table = replace(evening.table, standings=Standings(0.0, EveningKind.LONG, 5, people, (), last, evening=4))
    return evening.at_row("screen.score.new").go("press start")


def test_a_new_evening_keeps_all_who_have_not_gone_home(evening):
    effects = begun(evening, GONE, *ALL_IN, OUT_TWICE, SITTING_OUT)
    assert NewEvening(EveningKind.OPEN, 5, ("Ann", "", "", "Dan", "Eve"), sits_out=(5,)) in effects
    stands = evening.table.standings
    assert [(each.name, each.plays, each.losses) for each in stands.people][3:] == [("Dan", True, 0), ("Eve", False, 0)]


@pytest.mark.parametrize("names", [("Ann", "Bob", "Cleo"), ("", "", "")])
def test_who_was_out_of_a_tournament_is_counted_again_in_a_new_evening(evening, names):
    effects = begun(evening, *(PersonStanding(name, 1, 0, out=False) for name in names), OUT_TWICE)
    assert (evening.table.choices.setup.players, evening.table.choices.players) == (4, 4)
    assert Remember(evening.table.choices) in effects
    assert len(seated_people(evening.table)) == 4


def test_more_than_the_scenario_is_for_are_in_a_new_evening_all_the_same(evening):
    begun(evening, *ALL_IN, *[OUT_TWICE] * 3)
    assert (evening.table.choices.setup.players, evening.table.choices.players) == (3, 6)
    assert len(evening_people(evening.table)) == 6


def test_a_new_evening_of_a_number_that_was_chosen_adds_who_is_missing(evening):
    effects = begun(evening, *ALL_IN, SITTING_OUT, GONE, players=5)
    assert effects == (Hush(), NewEvening(EveningKind.OPEN, 5, ("Ann", "", "", "Eve", "")))
    assert evening.table.choices.players == 5


def test_a_new_evening_after_all_have_gone_home_is_of_as_many_as_were_chosen(evening):
    assert begun(evening, GONE, GONE) == (Hush(), NewEvening(EveningKind.OPEN, 5, ("",) * 3))


def test_the_last_game_can_be_mended_and_struck(evening):
    assert rows(evening.at_row("screen.score.mend"), "press") == ["none"]
    evening.press()
    evening.send(Standings(0.0, EveningKind.LONG, 5, SEATS, (), {1: 1, 2: 4, 3: 0}, evening=2, game=7))
    assert rows(evening) == ["Ann", "score.won"]
    assert evening.press() == (Amend({1: 0, 2: 4, 3: 0}, 2, 7),)
    assert rows(evening, "2") == ["Seat 3", "score.lost"]
    assert evening.press() == (Amend({1: 1, 2: 4, 3: 1}, 2, 7),)


@pytest.mark.parametrize("stands", [None, Standings(0.0, EveningKind.OPEN, 5, SEATS, evening=2)])
def test_where_no_game_was_counted_there_is_none_to_strike(evening, stands):
    evening.table = replace(evening.table, standings=stands)
    assert evening.at_row("screen.score.strike").press() == (LookUp(),)
    assert rows(evening) == ["none"]


def test_a_winner_pressed_to_lost_and_back_has_the_points_of_the_verdict(evening):
    evening.at_row("screen.score.mend").press()
    evening.send(Standings(0.0, EveningKind.OPEN, 5, SEATS, (), {1: 7, 2: 0, 3: 0}, judged={1: 7, 2: 0, 3: 0}))
    assert evening.press() == (Amend({1: 0, 2: 0, 3: 0}),)
    evening.send(Standings(0.0, EveningKind.OPEN, 5, SEATS, (), {1: 0, 2: 0, 3: 0}, judged={1: 7, 2: 0, 3: 0}))
    assert evening.press() == (Amend({1: 7, 2: 0, 3: 0}),)
    assert evening.go("1 press") == (Amend({1: 0, 2: 1, 3: 0}),)


def test_a_tournament_shows_how_it_stands_after_each_verdict(play_through):
    evening = play_through(Verdict)
    assert evening.after(Standings(0.0, EveningKind.LONG, 5, SEATS), "start").table.page == ScoresPage(None)
    assert evening.after("hold-back").table.at_home


def test_after_a_verdict_a_tournament_goes_on_with_the_same_deck_in_two_presses(play_through):
    evening = play_through(Verdict)
    setup = evening.table.choices.setup
    evening.send(Standings(0.0, EveningKind.LONG, 5, SEATS[:2] + ALL_IN[:1]))
    assert evening.after("start start").table.session
    assert evening.table.session.setup.deck == evening.house.games["toy"].deck(setup)


def test_who_has_won_is_said_after_the_verdict_that_ends_it(play_through):
    evening = play_through(Verdict)
    evening.send(Standings(0.0, EveningKind.SHORT, 2, SEATS, (1,)))
    said = [effect.lines for effect in evening.start() if isinstance(effect, Speak)]
    assert said == [("screen.score.champion", "seat-first", "person.1")]


def test_who_has_won_is_said_as_well_where_that_verdict_is_left_by_holding_back(play_through):
    evening = play_through(Verdict)
    evening.send(Standings(0.0, EveningKind.SHORT, 2, SEATS, (1,)))
    said = [effect.lines for effect in end_game(evening) if isinstance(effect, Speak)]
    assert said == [("screen.score.champion", "seat-first", "person.1")]
    assert (evening.table.session, evening.table.page) == (None, ScoresPage(None))


@pytest.mark.parametrize("language", sampled_languages())
def test_a_tournament_that_is_won_asks_before_it_is_played_on(language, real_house, real_table):
    here = tuple(replace(person, out=False) for person in SEATS)
    choices = replace(real_table.choices, languages=(language,), explain="never")
    evening = Evening(real_house, replace(real_table, choices=choices, page=None))
    evening.send(Standings(0.0, EveningKind.SHORT, 2, here, (1,)))
    said = [effect.lines for effect in evening.start() if isinstance(effect, Speak)]
    assert said == [("screen.advice.title", "screen.advice.won")]
    assert real_house.words.screen(language, "advice.won") in shown(evening)
    assert measure(look(evening.house, evening.table)).whole
    assert evening.after("start").table.session


def test_a_game_is_told_the_points_from_it_of_whoever_sits_at_each_seat_and_is_beside_it(evening):
    """People who sit out are told their points, but people who have gone home are left out."""
    gone = replace(ALL_IN[2], presence=Presence.LEFT)
    resting = (SEATS[0], replace(SEATS[1], presence=Presence.SITS_OUT), ALL_IN[2], gone, ALL_IN[2])
    ledgers = {"toy": (1, 7, 0, 9, 2), "chess": (1, 0, 0, 0, 0)}
    evening.send(Standings(0.0, EveningKind.OPEN, 5, resting, ledgers=ledgers, evening=4))
    setup = evening.after("start").table.session.setup
    assert setup.ledger == (1, 0, 2, 7)
    assert setup.heard
    assert [seated.person for seated in setup.seated] == [1, 3, 5]
    assert [beside.person for beside in setup.beside] == [2]
    assert setup.evening == 4


def test_a_game_is_not_told_the_points_of_another(evening):
    evening.send(Standings(0.0, EveningKind.OPEN, 5, ALL_IN, ledgers={"chess": (2, 1, 0)}))
    assert evening.after("start").table.session.setup.ledger == ()
    assert not evening.table.session.setup.heard


def test_where_several_games_were_played_each_has_a_table_under_its_name(evening):
    """The points of a game that was removed since are listed under its id."""
    evening.table = replace(evening.table, page=ScoresPage(None))
    evening.send(Standings(0.0, EveningKind.OPEN, 5, ALL_IN, ledgers={"chess": (2, 1, 0), "toy": (0, 0, 4)}))
    assert rows(evening, "2") == ["chess", "Ann 2", "Seat 2 1"]
    assert (rows(evening, "1"), rows(evening, "2")) == (["chess", "Seat 3 0"], ["game.toy", "Seat 3 4"])
