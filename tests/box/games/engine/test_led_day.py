"""Tests a day that is led at the table: who has the floor in which order, what a vote asks, elections, and last words.
What is heard follows from what all know."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from nightcrier.box.games.engine.game import FileGame, ShelvedGame, in_turns
from nightcrier.box.games.engine.model import GameFile, TalkRound
from nightcrier.box.games.engine.narrated import line_by_day
from nightcrier.box.games.engine.speaking import rounds_of_day, speakers
from nightcrier.box.show.answers import BACK, FLOOR_BACK, FOULS, LEAVES, MENU, TALK_OVER, TIME_UP
from nightcrier.box.show.cues import Say
from nightcrier.box.show.game_menu import answer_play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Floor, Perform, Tell, Verdict
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId
from tests.box.games.engine.small import MANY, read
from tests.box.games.engine.test_second_format import game_of
from tests.box.games.facts import value_of

SEATS = (2, 3, 5, 8)
END = "[[end]]\nid = 'x'\nif = 'alive(all) < 3'\nwins = []\n"
LED = MANY.replace("format = 1", "format = 2") + END
VOTED = LED + "[day]\nvote = 'majority'\n"


def _morning(seats, died=(), began=0, holders=()):
    return seats, died, began, holders


@pytest.mark.parametrize(
    ("first", "down", "morning", "order"),
    [
        # how a round begins, which way it goes, what all know that morning, and who speaks one after the other
        ("seat", False, _morning(SEATS), [2, 3, 5, 8]),
        ("seat", True, _morning(SEATS), [2, 8, 5, 3]),
        ("seat", False, _morning(SEATS, began=3), [5, 8, 2, 3]),
        ("seat", False, _morning(SEATS, began=4), [5, 8, 2, 3]),
        ("seat", True, _morning(SEATS, began=8), [2, 8, 5, 3]),
        ("seat", False, _morning(SEATS, died=(4,)), [2, 3, 5, 8]),
        ("dead", False, _morning(SEATS, died=(7, 4)), [5, 8, 2, 3]),
        ("dead", True, _morning(SEATS, died=(4,)), [3, 2, 8, 5]),
        ("dead", True, _morning(SEATS, died=(1,)), [8, 5, 3, 2]),
        ("dead", False, _morning(SEATS, began=2), [3, 5, 8, 2]),
        ("badge", False, _morning(SEATS, holders=(5,)), [8, 2, 3, 5]),
        ("badge", True, _morning(SEATS, holders=(5,)), [3, 2, 8, 5]),
        ("badge", False, _morning(SEATS, holders=(8, 3)), [5, 8, 2, 3]),
        ("badge", False, _morning(SEATS, holders=(4,), died=(7,)), [8, 2, 3, 5]),
        ("badge", False, _morning(SEATS, began=5), [8, 2, 3, 5]),
        ("seat", False, _morning(()), []),
    ],
)
def test_each_has_the_floor_once_from_the_first_seat_on(first, down, morning, order):
    assert speakers(TalkRound(first=first), *morning, down=down) == order


def test_a_round_is_held_on_its_days():
    rounds = (TalkRound(nights="first"), TalkRound(nights="later", seconds=30))
    day = read(LED).day
    day = type(day)(rounds=rounds)
    assert [[each.seconds for each in rounds_of_day(day, night)] for night in (1, 2)] == [[60], [30]]


@pytest.mark.parametrize(("players", "seconds"), [(5, 60), (12, 60), (13, 55), (30, 24)])
def test_a_round_that_the_house_chose_lasts_twelve_minutes_at_most(players, seconds):
    assert [each.seconds for each in in_turns(read(VOTED), players).day.rounds] == [seconds]


class Played:
    """Plays a game that the box deals, with random answers. `answers` sets some of them by the key of a question, or by
    the seat that has the floor. `rows` collects what all may see and hear by day."""

    def __init__(self, file: GameFile, players: int, seed: int = 1, host: str = "box", **options: object) -> None:
        game = FileGame(ShelvedGame(file.id, {}, file.players, 2, b""), lambda: file)
        self.play: Any = game.begin(Setup(file.id, players, options={"host": host, **options}), seed)
        self.chance, self.rows = SeededChance(seed), list[Any]()
        self.answers: dict[object, Callable[[Ask], Any] | list[Any]] = {}

    def until(self, stop: Callable[[Any], bool]) -> Any:
        for _ in range(2000):
            stage = self.play.stage()
            if stage is None or isinstance(stage, Verdict) or stop(stage):
                return stage
            self.play = self.play.answer(self._answer(stage))
        raise AssertionError("the game goes on for ever")

    def _answer(self, stage: Any) -> Any:
        match stage:
            case Perform():
                if not (stage.acts or stage.page in ("deal", "night")):
                    self.rows.append([line for cue in stage.show if isinstance(cue, Say) for line in cue.lines])
                return self._act(next(iter(stage.acts.values()))) if stage.acts else ""
            case Count():
                self.rows.append((stage.floor, stage.seconds))
                return self._given(stage.floor and stage.floor.seat, [TALK_OVER])
            case Ask():
                key = getattr(stage.question, "key", "")
                values = [option.value for option in stage.choices]
                free: Any = self.chance.pick(values)
                several = tuple(value for value in values if value and self.chance.below(3))
                value = self._given(key, [free if stage.marks is None else several])
                if stage.who in (HOST, TABLE) and not stage.night:
                    self.rows.append((key, value))
                return (*([value] if isinstance(value, str) else value), "1.0") if stage.timed else value
            case Tell():
                return ("", "1.0") if stage.timed else ""

    def _given(self, key: object, otherwise: list[Any]) -> Any:
        given = self.answers.get(key) or otherwise
        return given.pop(0) if isinstance(given, list) else given

    def _act(self, act: Any) -> tuple[str, ...]:
        row = ()
        while (prompt := act.prompt(row)).options or prompt.confirm:
            row = (*row, self.chance.pick(prompt.options).value if prompt.options else prompt.confirm)
        return row


def asks(key: str) -> Callable[[Any], bool]:
    return lambda stage: isinstance(stage, Ask) and getattr(stage.question, "key", "") == key


def spoken(rows: list[Any]) -> list[tuple[int, int]]:
    floors = (row[0] for row in rows if isinstance(row, tuple))
    return [(*each.row[each.at :], 0)[:2] for each in floors if isinstance(each, Floor)]


def test_a_round_gives_each_the_floor_and_takes_it_back_with_its_whole_time():
    played = Played(in_turns(read(VOTED), 5), 5)
    played.answers = {2: [FLOOR_BACK, TIME_UP], 3: [FLOOR_BACK, TALK_OVER]}
    played.until(asks("house.ask.hands"))
    order = [(1, 2), (2, 3), (1, 2), (2, 3), (3, 4), (2, 3), (3, 4), (4, 5), (5, 0)]
    assert spoken(played.rows) == order
    said = [row for row in played.rows if isinstance(row, list) and "day.floor" in row]
    assert said[0] == ["seat-first", "seat.1", "day.floor"]
    assert said[-1] == ["day.thanks", "seat-first", "seat.5", "day.floor"], "the same after a short and a long speech"
    assert played.rows[-2] == ["day.thanks"]


def test_the_first_floor_is_given_again_where_nobody_spoke_before():
    played = Played(in_turns(read(VOTED), 5), 5)
    played.answers = {1: [FLOOR_BACK, TALK_OVER]}
    played.until(lambda stage: isinstance(stage, Count) and stage.floor and stage.floor.seat == 2)
    assert spoken(played.rows) == [(1, 2), (1, 2)]


def days_of(played: Played) -> list[Any]:
    """Play to the end, and return the questions of the days without duplicates."""
    played.until(lambda _: False)
    return list(dict.fromkeys(row[0] for row in played.rows if isinstance(row, tuple) and isinstance(row[0], str)))


@pytest.mark.parametrize("host", ["box", "moderator"])
@pytest.mark.parametrize(
    ("name", "players", "asked"),
    [
        ("club-mafia", 8, {"ask.nominates", "house.ask.hands"}),
        ("badge", 12, {"ask.stand", "ask.way", "ask.vote"}),
        ("village-captain", 12, {"ask.stand", "ask.vote", "ask.decides"}),
        ("jinro", 9, set()),
    ],
)
def test_a_game_of_the_contract_is_led_to_its_end(name, players, asked, host):
    found = set[str]()
    for seed in range(6):
        found |= {*days_of(Played(game_of(name), players, seed, host))}
    assert asked <= found


def test_a_list_is_voted_on_by_hands_and_again_after_a_defence():
    played = Played(game_of("club-mafia"), 8)
    played.answers = {"ask.nominates": ["3", "5", "", "1", "", "", "", ""], "house.ask.hands": ["3", "3", "4"]}
    played.until(asks("ask.lift"))
    asked = [row for row in played.rows if isinstance(row, tuple) and row[0] == "house.ask.hands"]
    assert [hands for _, hands in asked] == ["3", "3", "4"], "the last has the rest"
    heard = [line for row in played.rows if isinstance(row, list) for line in row]
    told = [line for line in heard if line in ("day.listed", "tied.many", "day.defend", "vote.lift")]
    assert told == [*["day.listed"] * 3, "tied.many", *["day.defend"] * 2, "vote.lift"]
    assert spoken(played.rows)[-2:] == [(3, 5), (5, 0)]
    assert [row[1] for row in played.rows if isinstance(row, tuple) and row[0] == Floor((3, 5))] == [30.0]


@pytest.mark.parametrize("host", ["box", "moderator"])
def test_who_is_nominated_pleads_before_hands_go_up(host):
    text = LED.replace("players =", "deal = 'either'\nplayers =") + "[day]\nvote = 'nomination'\ndefence = 30\n"
    played = Played(read(text), 5, host=host)
    played.answers = {"ask.nominated": ["3", ""], "ask.nominated-by": ["1"], "house.ask.hands": [("1", "2", "4")]}
    played.until(lambda _: bool(played.play.state.day_news))
    assert (Floor((3,)), 30.0) in played.rows
    assert played.play.state.day_news.pyre.out == [3]


def test_votes_that_nobody_gives_again_go_to_the_last_that_was_nominated():
    """Tied seats are asked about in the order of the list, so the remaining votes go to seat 3, not the last seat."""
    played = Played(game_of("club-mafia"), 8)
    played.answers = {"ask.nominates": ["5", "3", "", "1", "", "", "", ""], "house.ask.hands": ["3", "3", "6"]}
    played.until(lambda _: played.play.state.day_news is not None)
    assert (pyre := played.play.state.day_news.pyre).again == [{5: 6, 3: 2}]
    assert pyre.out == [5]


RULES = "[[leave]]\nid = 'foul'\n[[leave]]\nid = 'warned'\nends_day = false\n"
RULES += "[[leave]]\nid = 'fox'\nof = 'fox'\nshows = true\n"
GOING = MANY.replace("format = 1", "format = 2") + RULES + END
GOING += "[[death]]\nid = 'shot'\nof = 'all'\ncause = ['foul']\nchooses = 'others'\n"
GOING += "[day]\nvote = 'majority'\nrounds = [{}]\n"


def gone_by(played: Played, seat: int, way: str) -> None:
    """Let a seat leave under a rule in the middle of a speech, through the menu over the game."""
    played.until(lambda stage: isinstance(stage, Count) and stage.floor is not None and stage.floor.seat == 2)
    played.play = answer_play(played.play, MENU)
    names = [option.value for option in played.play.stage().choices]
    for value in ("goes", way, str(seat - 1)):
        assert value in [option.value for option in played.play.stage().choices]
        played.play = played.play.answer(value)
    assert names[0] == "goes"
    played.rows.clear()


def test_who_goes_by_a_rule_ends_the_day_and_is_told():
    played = Played(read(GOING), 5, host="moderator")
    gone_by(played, 4, "foul")
    played.answers = {"house.ask.hands": ["4"]}
    played.until(lambda stage: isinstance(stage, Count))
    assert ["seat-first", "seat.4", "dead.out"] in played.rows
    assert not [row for row in played.rows if row[0] == "house.ask.hands"], "there is no vote on that day"
    assert 4 in played.play.state.state.out
    assert played.play.state.day_news.pyre.how == "over"
    assert played.play.state.day_news.left == [4]


def test_who_goes_without_an_end_of_the_day_is_out_of_its_talk_and_its_vote():
    played = Played(read(GOING), 5, host="moderator")
    gone_by(played, 4, "warned")
    played.until(asks("house.ask.hands"))
    assert played.rows[0] == ["seat-first", "seat.4", "dead.out"]
    assert [seat for seat, _ in spoken(played.rows)] == [2, 3, 5], "seat 1 has spoken"
    played.until(lambda stage: isinstance(stage, Perform) and stage.page == "night")
    assert sum(row == ["seat-first", "seat.4", "dead.out"] for row in played.rows) == 1, "it is told once"


@pytest.mark.parametrize(
    ("speaks", "leaves", "rest"),
    [(3, 2, [3, 4, 5]), (3, 3, [4, 5]), (1, 1, [2, 3, 4, 5]), (3, 4, [3, 5]), (5, 5, [])],
)
def test_a_round_goes_on_with_whoever_speaks_next_when_a_seat_leaves(speaks, leaves, rest):
    played = Played(in_turns(read(VOTED), 5), 5, host="moderator")
    played.until(lambda stage: isinstance(stage, Count) and stage.floor and stage.floor.seat == speaks)
    played.rows.clear()
    played.play = played.play.answer((LEAVES, str(leaves - 1)))
    played.until(asks("house.ask.hands"))
    assert [seat for seat, _ in spoken(played.rows)] == rest
    assert played.rows[-2] == ["day.thanks"]


LISTED = LED + "[day]\nvote = 'listed'\nrounds = [{ nominates = true }]\n"


@pytest.mark.parametrize(("file", "given"), [(in_turns(read(VOTED), 5), {2: [FLOOR_BACK]}), (read(LISTED), {})])
def test_a_round_with_nominations_or_a_floor_that_went_back_begins_anew(file, given):
    played = Played(file, 5, host="moderator")
    played.answers = {**given, "ask.nominates": ["", ""]}
    played.until(lambda stage: isinstance(stage, Count) and stage.floor and stage.floor.seat == 3)
    played.play = played.play.answer((LEAVES, "3"))
    assert played.play.stage().floor == Floor((1, 2, 3, 5))


def menu_over(game: Any, *values: str) -> Any:
    """Return the menu over a game after these answers, or the game that they lead to."""
    return reduce(lambda menu, value: menu.answer(value), values, answer_play(game, MENU))


def counted(game: Any, seat: int, fouls: int) -> Any:
    return menu_over(game, "fouls", str(seat - 1), str(fouls))


def offered(menu: Any) -> list[str]:
    return [option.value for option in menu.stage().choices]


def started_again(game: Any) -> Any:
    """Return the game as it is restored after a power cut."""
    return reduce(lambda again, answer: again.answer(answer), game.acts, game.games()[0])


def test_fouls_are_counted_on_request_and_change_nothing_else():
    played = Played(read(GOING), 5, host="moderator")
    played.until(lambda stage: isinstance(stage, Count) and stage.floor is not None and stage.floor.seat == 2)
    game = before = played.play
    assert menu_over(game, "fouls", "3").stage().start == 1, "a first foul stands first"
    for count in (1, 4):
        game = counted(game, 4, count)
        assert (game.now, game.state, game.before) == (before.now, before.state, before.before)
        labels = [option.label for option in menu_over(game, "fouls").stage().choices]
        assert str(value_of(labels[3])) == str([4, count])
    assert offered(menu_over(game, "fouls", "3")) == ["0", "1", "2", "3", "4"]
    assert menu_over(game, "fouls", "3").stage().start == 4
    assert started_again(game) == game


def test_back_leads_as_far_as_without_a_foul_and_takes_none_back():
    played = Played(read(GOING), 5, host="moderator")
    played.until(lambda stage: isinstance(stage, Count) and stage.floor is not None and stage.floor.seat == 2)
    played.play = counted(played.play, 4, 1)
    played.until(asks("house.ask.hands"))
    plain, fouled = played.play, counted(counted(played.play, 3, 2), 4, 3)
    while plain.before:
        plain, fouled = plain.answer(BACK), fouled.answer(BACK)
        assert (fouled.now, fouled.state, fouled.steps) == (plain.now, plain.state, plain.steps)
        assert {act[1:] for act in fouled.acts if act[0] == FOULS} >= {("2", "2"), ("3", "3")}
    assert started_again(fouled) == fouled


def test_fouls_are_counted_at_any_time_of_those_who_are_in_play_where_a_file_lets_them_go():
    played = Played(game_of("club-mafia"), 8)
    played.answers = {"ask.nominates": ["3", "5", "", "1", "", "", "", ""], "house.ask.hands": ["3", "3"]}
    played.until(lambda stage: isinstance(stage, Count) and stage.floor == Floor((3, 5)))
    assert offered(menu_over(played.play)) == ["fouls", "leaves"], "nobody goes any more"
    left = counted(played.play, 3, 1).answer((LEAVES, "2"))
    assert offered(menu_over(left, "fouls")) == [str(seat) for seat in left.seats_in_play()]
    assert 2 not in left.seats_in_play()


def test_the_box_takes_the_word_of_a_seat_and_warns():
    played = Played(read(GOING), 5, host="moderator")
    gone_by(played, 1, "fox")
    played.until(lambda stage: isinstance(stage, Count))
    state = played.play.state.state
    is_fox = state.cards[1] == "fox"
    assert (1 in state.out, len([seat for _, seat in state.warnings])) == (True, int(not is_fox))


def test_nobody_goes_before_the_morning_or_after_the_vote():
    played = Played(read(GOING), 5, host="moderator")
    assert not played.play.ways_to_go()
    played.until(asks("house.ask.hands"))
    played.play = played.play.answer(played._answer(played.play.stage()))
    assert not played.play.ways_to_go()


def test_who_was_nominated_and_went_home_is_not_voted_on():
    played = Played(game_of("club-mafia"), 8)
    played.answers = {"ask.nominates": ["3", "5", "", "1", "", "", "", ""], "house.ask.hands": ["3", "2"]}
    played.until(lambda stage: isinstance(stage, Perform) and Say(LineId("day.over")) in stage.show)
    played.play = played.play.without(2)
    played.until(lambda _: played.play.state.day_news is not None)
    assert played.play.state.day_news.pyre.listed == [5, 1]
    assert 3 in played.play.state.day_news.causes


@pytest.mark.parametrize(("dealing", "floor"), [("unknown", False), ("stacked", True)])
def test_without_knowing_who_is_in_play_the_talk_stays_free(dealing, floor):
    played = Played(read(VOTED), 5, host="moderator", dealing=dealing, talk="turns")
    stage = played.until(lambda stage: isinstance(stage, Count))
    assert (bool(stage.floor), stage.seconds) == (floor, 60.0 if floor else 300.0)


CHIEF = "[mark.chief]\nlasts = 'game'\nannounced = true\n[[elect]]\nmark = 'chief'\n"


@pytest.mark.parametrize(
    ("vote", "questions"),
    [
        ("nomination", ["ask.nominated", "ask.nominated-by", "house.ask.hands", "ask.decides"]),
        ("run-off", ["ask.decides"]),
        ("majority", ["ask.decides"]),
    ],
)
def test_the_holder_of_a_mark_decides_a_tie_of_every_vote(vote, questions):
    text = LED + CHIEF + f"[day]\nvote = '{vote}'\ntie_by = 'chief'\ntie = 'all'\n"
    asked = set[str]()
    for seed in range(20):
        asked |= {*days_of(Played(read(text), 6, seed, host="moderator"))}
    assert asked >= {*questions}


def test_a_file_may_say_itself_who_has_the_floor():
    lines = "[words.en.lines]\nfloor = '{seat}, your turn.'\nover = 'Fine.'\n"
    played = Played(in_turns(read(VOTED + lines), 5), 5)
    played.until(lambda stage: isinstance(stage, Count) and stage.floor is not None and stage.floor.seat == 2)
    assert played.rows[-1] == ["file.small.over", "seat-first", "seat.2", "file.small.floor"]
    assert read(VOTED + lines).words["en"].lines["floor"].text == "your turn."
    half = read(VOTED + lines + "[words.de]\nname = 'F'\nroles = { hen = 'H', fox = { name = 'F', many = 'F' } }\n")
    assert line_by_day(half, "floor", LineId("day.floor")) == "day.floor", "no sentence mixes languages"


@pytest.mark.parametrize("comma", [", ", "、", "، ", "，", "："])
def test_the_comma_of_any_script_goes_with_the_seat_before_a_line(comma):
    file = read(f"{VOTED}[words.en.lines]\nfloor = '{{seat}}{comma}go.'\n")
    assert file.words["en"].lines["floor"].text == "go."
