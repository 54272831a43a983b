"""Records evenings of random gestures: every game with cards and dealt, with a moderator and without, in one
language of each writing. Nothing breaks in them: `tests/faults/mad_life.py` is for that."""

import tempfile
from pathlib import Path
from random import Random

from msgspec import Struct

from nightcrier.box.events import Control, Gesture
from tests.box.onlooked import KeptLines
from tests.box.people_at_box import GAMES, PeopleAtBox
from tests.records.lived import LivedBox

LANGUAGES = ("en", "fa", "th", "ja")
EVENINGS_EACH = 10
LONGEST = 400
"""The most gestures of one evening."""
PAUSES = (0.3, 0.3, 1.0, 1.0, 3.0, 20.0)
VERDICT = '"kind":"state","page":"verdict"'


class DrawnHands(PeopleAtBox):
    """Plays people who mostly go on and let the box speak, but sometimes look, pause, turn, go back, or open a menu."""

    def __init__(self, lived: LivedBox, seed: int, game: str) -> None:
        super().__init__(Random(seed), game)
        self.lived, self.box = lived, lived.rehearsal

    def play(self) -> None:
        """Play until the game has been judged and put away, or until the limit of gestures."""
        while self.done["gestures"] < LONGEST and not self._is_over():
            self.sits_down()
            self._do_something()
            self.box.advance(self.rng.choice(PAUSES))

    def _do_something(self) -> None:
        chance = self.rng.random()
        if chance < 0.75:
            self.box.until_idle(self.rng.choice((0.0, 60.0, 600.0)))
            self.goes_on()
        elif chance < 0.93:
            self.hand(Control.DIAL, Gesture.HOLD)
            self.box.advance(1.0)
            self.hand(Control.DIAL, Gesture.RELEASE)
        else:
            self.does_anything()

    def _is_over(self) -> bool:
        return self.box.box.daemon.table.session is None and VERDICT in self.lived.out.getvalue()


class DrawnEvening(Struct, frozen=True):
    """Holds a game, a language, and the seed of box and gestures."""

    game: str
    language: str
    seed: int

    def rows(self, lines: KeptLines | None = None) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            lived = LivedBox(Path(folder), self.seed, (self.language,), lines=lines)
            DrawnHands(lived, self.seed, self.game).play()
            return lived.rows()


RECORDS = {
    f"{game.replace(', ', '-').replace(' ', '-')}.{language}.{seed}": DrawnEvening(game, language, seed)
    for game in GAMES
    for number, language in enumerate(LANGUAGES)
    for seed in range(number * EVENINGS_EACH, (number + 1) * EVENINGS_EACH)
}
