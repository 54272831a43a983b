"""A day that is led at the table: who has the floor in which order, what is asked in a vote, elections, and last words.
What is heard follows from what all know."""

import json
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.engine.game import FileGame, ShelvedGame, in_turns
from nightcrier.box.games.engine.model import GameFile, TalkRound
from nightcrier.box.games.engine.narrated import line_by_day
from nightcrier.box.games.engine.speaking import rounds_of_day, speakers
from nightcrier.box.show.answers import FLOOR_BACK, LEAVES, MENU, TALK_OVER, TIME_UP
from nightcrier.box.show.cues import Say, show_length
from nightcrier.box.show.game_menu import answer_play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Floor, Perform, Tell, Verdict
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.ground.day import give_minute
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.look import look
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId
from nightcrier.tools.decks import line_lengths
from nightcrier.wire.public_record import Phase
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.small import MANY, read
from tests.box.games.engine.test_dealt_nights_at_table import FileBox
from tests.box.games.engine.test_second_format import game_of
from tests.box.games.facts import value_of
from tests.box.onlooked import KeptLines
from tests.box.test_game_menu import leave
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.on_glass import measure

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
    """A game that the box deals, with drawn answers but for those that are given by the key of a question, or for a
    talk by the seat that has the floor. `rows` are what all may see and hear by day."""

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
    """Play to the end, and return the questions of the days, each once."""
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
    """The tie is asked for in the order of the list, so that seat 3 has the rest, and not the highest seat."""
    played = Played(game_of("club-mafia"), 8)
    played.answers = {"ask.nominates": ["5", "3", "", "1", "", "", "", ""], "house.ask.hands": ["3", "3", "6"]}
    played.until(lambda _: played.play.state.day_news is not None)
    assert (pyre := played.play.state.day_news.pyre).again == [{5: 6, 3: 2}]
    assert pyre.out == [5]


@pytest.fixture
def speaking(tmp_path):
    """A box at the first speech of a day of Mafia, whose people talk in turns."""
    box = FileBox(tmp_path, "mafia", 6, 3, "moderator", "stacked", talk="turns")
    box.begin()
    hands = WolfHands(box)
    while not (isinstance(box.stage, Count) and box.stage.floor):
        hands.act()
    return box


def seen(box: FileBox) -> list[str]:
    daemon = box.rehearsal.box.daemon
    return view_lines(look(daemon.house, daemon.table))


def test_the_glass_names_who_speaks(speaking):
    first, *_ = speaking.play.seats_in_play()
    assert seen(speaking) == ["1:00", f"Seat {first + 1}"]
    speaking.rehearsal.advance(10.0)
    assert seen(speaking)[0] == "0:50"
    speaking.do(Control.DIAL, Gesture.PRESS)
    speaking.rehearsal.advance(30.0)
    speaking.do(Control.DIAL, Gesture.TURN, 1)
    assert give_minute(speaking.table) == (speaking.table, ()), "of a phone"
    assert seen(speaking)[0] == "0:50", "a turn adds no time: all speak for an equal time"
    speaking.do(Control.DIAL, Gesture.PRESS)
    speaking.rehearsal.advance(43.0)
    said = [row["line"] for row in map(json.loads, speaking.out.getvalue().splitlines()) if row["kind"] == "say"]
    assert said[-3:] == ["seat-first", f"number.{first + 1}", "day.warn"]


def test_back_gives_the_floor_back_with_its_whole_time(speaking):
    floors = [speaking.stage.floor]
    for control in (Control.START, Control.BACK, Control.START):
        speaking.rehearsal.advance(7.0)
        speaking.do(control, Gesture.PRESS)
        while not isinstance(speaking.stage, Count):
            speaking.rehearsal.advance(1.0)
        floors.append(speaking.stage.floor)
        assert seen(speaking)[0] in ("1:00", "0:59")
    assert floors[0] == floors[2] != floors[1] == floors[3]


RULES = "[[leave]]\nid = 'foul'\n[[leave]]\nid = 'warned'\nends_day = false\n"
RULES += "[[leave]]\nid = 'fox'\nof = 'fox'\nshows = true\n"
GOING = MANY.replace("format = 1", "format = 2") + RULES + END
GOING += "[[death]]\nid = 'shot'\nof = 'all'\ncause = ['foul']\nchooses = 'others'\n"
GOING += "[day]\nvote = 'majority'\nrounds = [{}]\n"


def gone_by(played: Played, seat: int, way: str) -> None:
    """Let a seat go by a rule, as the menu over the game has it, in the middle of a speech."""
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


def test_fouls_are_counted_on_request_and_change_nothing_else():
    played = Played(read(GOING), 5, host="moderator")
    played.until(lambda stage: isinstance(stage, Count) and stage.floor is not None and stage.floor.seat == 2)
    before = played.play

    def page(*values: str) -> Ask:
        menu = answer_play(played.play, MENU)
        for value in values:
            menu = menu.answer(value)
        return menu.stage()

    assert page("fouls", "3").start == 1, "a first foul stands first"
    for count in ("1", "4"):
        played.play = answer_play(played.play, MENU).answer("fouls").answer("3").answer(count)
        assert played.play.stage() == before.stage()
        assert played.play.state == before.state
        assert [str(value_of(option.label)) for option in page("fouls").choices][3] == str([4, int(count)])
    assert len(page("fouls", "3").choices) == 5
    assert page("fouls", "3").start == 4
    again = played.play.begun()
    for answer in played.play.acts:
        again = again.answer(answer)
    assert again == played.play, "a power cut loses none"


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


def test_holding_the_dial_in_a_speech_says_its_own_keys(speaking):
    assert surface(speaking.table).controls(speaking.rehearsal.box.daemon.house, speaking.table) == ("floor.keys",)


def test_start_begins_the_next_speech_at_once(speaking):
    first = speaking.stage.floor
    speaking.do(Control.START, Gesture.PRESS)
    assert isinstance(speaking.stage, Perform)
    speaking.do(Control.START, Gesture.PRESS)
    assert speaking.stage.floor.seat == first.row[1]


def test_the_glass_names_who_is_next_as_soon_as_a_speech_ends(speaking):
    pages, second = list[str](), speaking.stage.floor.row[1]
    speaking.do(Control.START, Gesture.PRESS)
    while isinstance(speaking.stage, Perform):
        pages += seen(speaking)
        speaking.rehearsal.advance(0.1)
    assert "Morning" not in pages
    assert f"Seat {second}" in pages


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_who_speaks_stands_whole_in_every_language(speaking, language):
    daemon = speaking.rehearsal.box.daemon
    table = replace(daemon.table, choices=replace(daemon.table.choices, languages=(language,)))
    for _ in range(2):
        view = look(daemon.house, table)
        assert measure(view).whole
        assert len(view.rows) == 2
        table = replace(table, session=replace(table.session, clock=table.session.clock.stop(table.now)))


def test_a_file_may_say_itself_who_has_the_floor():
    lines = "[words.en.lines]\nfloor = '{seat}, your turn.'\nover = 'Fine.'\n"
    played = Played(in_turns(read(VOTED + lines), 5), 5)
    played.until(lambda stage: isinstance(stage, Count) and stage.floor is not None and stage.floor.seat == 2)
    assert played.rows[-1] == ["file.small.over", "seat-first", "seat.2", "file.small.floor"]
    assert read(VOTED + lines).words["en"].lines["floor"].text == "your turn."
    half = read(VOTED + lines + "[words.de]\nname = 'F'\nroles = { hen = 'H', fox = { name = 'F', many = 'F' } }\n")
    assert line_by_day(half, "floor", LineId("day.floor")) == "day.floor", "no sentence mixes languages"


def test_the_phone_is_told_the_row_of_speakers_as_all_hear_it(tmp_path):
    """Those in play alone, the way that they speak, also while the next one is called up; and none without a row."""
    heard = KeptLines()
    box = FileBox(tmp_path, "mafia", 6, 3, "moderator", "stacked", heard.witness, talk="turns").begin()
    hands = WolfHands(box)
    while not isinstance(box.stage, Verdict):
        hands.act()
    living = [seat for seat in range(1, 7) if seat not in box.village.judged[0].night.causes]
    rows = [shown for shown in heard.tables if shown.speakers]
    assert {tuple(seat.number for seat in each.speakers) for each in rows} == {tuple(living)}
    assert [at for at, _ in groupby(each.speaks for each in rows)] == [*range(len(living))]
    assert {each.phase for each in rows} == {Phase.CARDS, Phase.DAY}
    assert heard.tables[-1].speakers == ()
    assert len(living) < 6


def lasts_as_reckoned(box: WolfBox) -> tuple[int, ...]:
    """Return who speaks on the first day of a box, which lasts as the lists of decks reckon a night: what is said, and
    the whole time of each speech."""
    hands, length, reckoned = WolfHands(box), line_lengths(box.rehearsal.box.daemon.house.words), 0.0
    while not (isinstance(box.stage, Perform) and box.stage.floor):
        hands.act()
    begun, row = box.rehearsal.now, box.stage.floor.row
    while not (isinstance(stage := box.stage, Perform) and stage.page == "vote"):
        reckoned += getattr(stage, "seconds", 0) + show_length(
            getattr(stage, "show", ()), lambda line: length(LineId(line.replace("seat.", "number.")))
        )
        box.until(lambda stage=stage: box.stage is not stage)
    assert abs(box.rehearsal.now - begun - reckoned) < 3
    return row


def test_a_day_of_twelve_by_turns_ends_within_three_seconds_of_its_reckoned_length(tmp_path):
    box = FileBox(tmp_path, "mafia", 12, 3, "box", talk="turns").begin()
    assert len(lasts_as_reckoned(box)) == 12


@pytest.mark.parametrize("comma", [", ", "、", "، ", "，", "："])
def test_the_comma_of_any_script_goes_with_the_seat_before_a_line(comma):
    file = read(f"{VOTED}[words.en.lines]\nfloor = '{{seat}}{comma}go.'\n")
    assert file.words["en"].lines["floor"].text == "go."


def test_who_leaves_in_the_own_speech_takes_no_time_from_the_next(speaking):
    _, second, third, *_ = speaking.stage.floor.row
    speaking.do(Control.START, Gesture.PRESS)
    speaking.until(lambda: isinstance(speaking.stage, Count))
    speaking.rehearsal.advance(30.0)
    leave(speaking, second)
    speaking.until(lambda: isinstance(speaking.stage, Count))
    assert speaking.stage.floor.seat == third
    assert seen(speaking)[0] in ("1:00", "0:59")
