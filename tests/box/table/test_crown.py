"""Tests that the crown at the end of an evening of GROWL goes to somebody among all who are here, at the table."""

from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Verdict
from nightcrier.box.table.core.state import Cursor, Table
from nightcrier.box.table.game.session import advance, start_game
from nightcrier.box.table.heard.talk import with_numbers
from nightcrier.box.table.look import look
from nightcrier.kernel.people import EveningKind, Presence
from tests.box.table.asking import row_texts

HERE = PersonStanding("", 0, 0, out=False)
AWAY, GONE = replace(HERE, presence=Presence.SITS_OUT), replace(HERE, presence=Presence.LEFT)
PEOPLE = (HERE, AWAY, HERE, GONE, HERE, HERE, replace(HERE, out=True))
"""Four play. The second sits out, the seventh is out, and the fourth, who has the most gold, has gone home."""


def judged(house: Any, table: Table, gold: tuple[int, ...], people: tuple[PersonStanding, ...] = PEOPLE) -> Table:
    """Return the table at the end of a game in which the last two players have won a coin each."""
    standings = Standings(0.0, EveningKind.OPEN, 5, people, ledgers={"growl": gold}, evening=3)
    choices = replace(table.choices, game="growl", setups={"growl": Setup("growl-classic", 4)})
    table, _ = start_game(house, replace(table, choices=choices, standings=standings), 0.0)
    wanted = {"growl.ask.humans": "yes", "growl.ask.more": "no"}
    coins = iter(("lost", "lost", "0", "0"))
    while table.session and not isinstance(stage := table.session.stage, Verdict):
        answer = ""
        if isinstance(stage, Ask):
            key, values = stage.question.key, [choice.value for choice in stage.choices]
            gold_asked = key.startswith("growl.ask.gold")
            usual = next(
                (value for value in ("night", "none", "insomnia", "hypnosis", "tempest") if value in values), ""
            )
            answer = wanted.get(key) or (next(coins) if gold_asked else usual or values[0])
        table, _ = advance(table, answer, 0.0)
    return table


def crowned(house: Any, table: Table) -> tuple[str, tuple[str, ...]]:
    """Return the row of the crown on the screen, and all lines of the verdict."""
    stage = table.session.stage
    assert isinstance(stage, Verdict)
    at = next(at for at, fact in enumerate(stage.facts) if getattr(fact, "key", "") == "growl.king")
    shown = " ".join(row_texts(look(house, table.with_cursor(Cursor(at)))))
    return shown, with_numbers(table, Speak(1, stage.lines)).lines


@pytest.mark.parametrize(
    ("gold", "kings", "sentence"),
    [
        ((2, 6, 0, 40, 0, 0, 1), "2", "seat-first seat.2 growl.king.one"),  # who sits out
        ((0, 1, 0, 40, 0, 0, 6), "7", "seat-first seat.7 growl.king.one"),  # who is out of a tournament
        # equal points, a coin of this game with them
        ((2, 2, 0, 40, 1, 0, 1), "1, 5, 2", "seats-first seat.1 seat.5 seats-and seat.2 growl.king.many"),
        ((2, 1, 0, 40, 0, 3, 1), "6", "seat-first seat.6 growl.king.one"),  # who plays
        ((), "5, 6", "seats-first seat.5 seats-and seat.6 growl.king.many"),  # the first game
    ],
)
def test_the_glass_and_the_voice_crown_whoever_here_has_most(real_house, real_table, gold, kings, sentence):
    shown, said = crowned(real_house, judged(real_house, real_table, gold))
    assert shown == f"Wolf King or Queen: {kings}"
    assert " ".join(said).endswith(sentence), said


def test_the_points_of_the_game_go_to_those_who_played_it(real_house, real_table):
    table = judged(real_house, real_table, (2, 6, 0, 40, 0, 0, 1))
    assert table.session.stage.points == (0, 0, 1, 1)
    assert [each.person for each in table.session.setup.seated] == [1, 3, 5, 6]


def test_who_is_crowned_without_playing_has_a_name(real_house, real_table):
    people = (replace(HERE, name="Ann"), replace(AWAY, name="Bob"), *(replace(HERE, name=name) for name in "CDE"))
    shown, _ = crowned(real_house, judged(real_house, real_table, (0, 9, 0, 0, 0), people))
    assert shown == "Wolf King or Queen: Bob"
