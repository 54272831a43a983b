"""Tests whole games that the box deals, with random gestures at random moments, against the verdict of the judge."""

import json
from random import Random

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Ended, Gesture, Input, Tick
from nightcrier.box.games.one_night.dealt.game import DealtGame
from nightcrier.box.games.one_night.referee.verdict import judge_round
from nightcrier.box.games.one_night.rules.random_deck import random_deck
from nightcrier.box.games.one_night.sheets.judge_report import report_judgement
from nightcrier.box.games.one_night.sheets.judge_sheet import read_one_night_sheet, to_round
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Session, Table
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.game.session import start_game
from nightcrier.box.table.step import step, table_due
from nightcrier.kernel.chance import SeededChance
from tests.box.games.one_night.dealt.playing import sheet_of
from tests.sampling import sampled

GAMES, PARTS = 600, 4


class Play:
    """Plays one game at the table with hands that only know that something must be done now and then."""

    def __init__(self, house: House, table: Table, rng: Random) -> None:
        self.house, self.rng, self.at = house, rng, 0.0
        self.table, _ = start_game(house, table, 0.0)

    @property
    def session(self) -> Session:
        assert self.table.session
        return self.table.session

    def to_the_verdict(self) -> Verdict:
        while not isinstance(self.session.stage, Verdict):
            self._once()
        return self.session.stage

    def _once(self) -> None:
        """Make a gesture, let time pass to the next moment that is due, or end what is being said."""
        rng, stage = self.rng, self.session.stage
        if isinstance(stage, Ask) or (isinstance(stage, Count) and rng.random() < 0.02):
            self._hand(Control.DIAL, Gesture.TURN, rng.randint(-9, 9))
            if isinstance(stage, Ask) and stage.marks:
                self._hand(Control.DIAL, Gesture.PRESS)
            self._hand(Control.START, Gesture.PRESS)
        elif self.session.score and self.session.score.paused:  # whoever was called three times did not come
            self._hand(Control.START, Gesture.PRESS)
        elif current_turn(self.session) and rng.random() < 0.4:
            self._act()
        elif self.session.score and self.session.score.sounding:
            self._send(Ended(self.at, self.table.token))
        else:
            self.at = max(self.at, table_due(self.house, self.table) or self.at)
            self._send(Tick(self.at))

    def _act(self) -> None:
        self.at += self.rng.random()
        gesture = self.rng.choice((Gesture.TURN, Gesture.PRESS, Gesture.HOLD, Gesture.RELEASE, Gesture.TURN))
        self._hand(Control.DIAL, gesture, self.rng.choice((-1, 1, 2)) if gesture is Gesture.TURN else 0)
        if self.rng.random() < 0.05:
            self._hand(Control.BACK, Gesture.PRESS)
        if self.rng.random() < 0.01:
            self._hand(Control.START, Gesture.HOLD)

    def _hand(self, control: Control, gesture: Gesture, steps: int = 0) -> None:
        self._send(Input(self.at, control, gesture, steps))

    def _send(self, event: Tick | Ended | Input) -> None:
        self.table, _ = step(self.house, self.table, event)


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_a_random_game_ends_with_the_judges_verdict(real_house, real_table, part):
    rng = Random(part)
    for _ in range(GAMES // PARTS):
        game = Play(real_house, _set_up(real_table, rng), rng)
        verdict, evening = game.to_the_verdict(), game.session.play
        assert isinstance(evening, DealtGame)
        sheet = sheet_of(evening.state.played, evening.rules.options)
        judged = report_judgement(judge_round(to_round(read_one_night_sheet(json.dumps(sheet).encode()))))
        assert [f"P{seat}" for seat in verdict.dead] == judged["dead"]
        assert [f"P{seat}" for seat in verdict.winners] == judged["winners"]
        state = evening.state.cards
        assert [state.face(seat) for seat in range(state.seats)] == [one["card"] for one in judged["players"].values()]


def _set_up(table: Table, rng: Random) -> Table:
    players = rng.randint(3, 6)
    deck = random_deck(players, "both", SeededChance(rng.getrandbits(40)))
    options = {"deal": True, "pace": "fast", "secret_vote": rng.random() < 0.5, "lone_wolf": rng.random() < 0.5}
    setups = {**table.choices.setups, "one-night": Setup("first-game", players, deck, options)}
    return replace(table, choices=replace(table.choices, setups=setups), seed=rng.getrandbits(256))
