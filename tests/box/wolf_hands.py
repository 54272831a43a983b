"""Provides hands that play Wherewolf on a box, with or without a moderator. Their actions depend only on what the box
asks, so that they play the same game again after any disturbance."""

from collections.abc import Callable, Sequence
from random import Random

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.engine.secret_turns import SeatTurn
from nightcrier.box.show.stages import Ask, Count, Perform, Tell
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.game.conducting import current_turn, is_turn_done, turn_state
from tests.box.games.wherewolf.table.host import text_of
from tests.box.wolf_box import WolfBox

Chooser = Callable[[str, Sequence[str]], str]
"""Chooses one of the values, given the name of the question."""


def by_name(question: str, values: Sequence[str]) -> str:
    """Return a value that counts, always the same for the same question. Hands go up for the first seats. If they are
    fewer than the votes needed, that count is confirmed."""
    if "ask.hands" in question:
        return {"1": "3", "2": "2"}.get(question.rpartition("n=")[2], "0")
    if "few-votes" in question:
        return "so"
    return Random(question).choice(sorted({value for value in values if value[:1] != "-"}))


class WolfHands:
    """Makes the gestures of all players at this box."""

    def __init__(self, box: WolfBox, chooser: Chooser = by_name) -> None:
        self.box, self._choose = box, chooser

    def act(self) -> None:
        """Make one gesture, or wait until something has to be done."""
        match self.box.stage:
            case Perform():
                self._listen()
            case Ask(marks=None) as asked:
                self._answer(asked)
            case Ask() | Tell() | Count():
                self.box.do(Control.START)
            case other:
                raise AssertionError(f"nobody awaits {other}")

    def _listen(self) -> None:
        session = self.box.session
        turn = current_turn(session)
        if turn is None or is_turn_done(session, *turn):
            self.box.until(lambda: self.box.session.play != session.play or self._open(), 60)
            return
        name, secret = turn
        assert isinstance(secret, SeatTurn)
        acting = turn_state(session, name)
        prompt = secret.prompt(acting.row)
        if prompt.options:
            self._dial(secret, acting.index, len(acting.row), [option.value for option in prompt.options])
        elif not acting.looked:
            self.box.look()
        else:
            self.box.do(Control.DIAL)

    def _open(self) -> bool:
        turn = current_turn(self.box.session)
        return turn is not None and not is_turn_done(self.box.session, *turn)

    def _dial(self, turn: SeatTurn, index: int, number: int, values: list[str]) -> None:
        """Turn to the chosen entry of a seat's list, or press if it is shown. The first detent only shows the start."""
        step = self.box.play.steps[0]
        question = f"{type(getattr(step, 'kind', step)).__name__} {self.box.village.number} {turn.seat} {number}"
        wanted = values.index(self._choose(question, values))
        if index == wanted:
            self.box.do(Control.DIAL)
            return
        at = turn.lists[number].start - 1 if index < 0 else index
        self.box.do(Control.DIAL, Gesture.TURN, (wanted - at) % len(values) or len(values))

    def _answer(self, asked: Ask) -> None:
        values = [choice.value for choice in asked.choices]
        wanted = values.index(self._choose(f"{self.box.village.number} {text_of(asked.question)}", values))
        cursor = self.box.table.turned_now
        assert isinstance(cursor, Cursor)
        if cursor.index != wanted:
            self.box.do(Control.DIAL, Gesture.TURN, wanted - cursor.index)
        self.box.do(Control.DIAL)
