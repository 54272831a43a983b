"""Simulates people at a rehearsed box, whose hands move at random, but who want to finish a game."""

from collections import Counter
from random import Random

from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, Touched
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.over.explain import ExplainPage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import QuestionPage
from tests.box.dealt import ADVISED
from tests.hands import is_at_stage

GAMES = {
    "one night": ("one-night", Setup("first-game", 5, options={"deal": False})),
    "one night, dealt": ("one-night", Setup("first-game", 5, options={"deal": True, "secret_vote": True})),
    "growl": ("growl", Setup("growl-classic", 5)),
    "wherewolf, led": ("wherewolf", Setup("first-moon", 8, options={"host": "moderator"})),
    "wherewolf, dealt": ("wherewolf", Setup("first-moon", 8, options={"host": "box"})),
}


class PeopleAtBox:
    """Simulates people who play the game of this name in `GAMES`."""

    box: Rehearsal

    def __init__(self, rng: Random, game: str) -> None:
        self.rng, self.game, self.done = rng, game, Counter[str]()

    def sits_down(self) -> None:
        """Choose the game of this table again if random hands or a power cut have changed the choice. This is done at
        home, and on each page from which START or an answer leads into the game."""
        daemon, (name, setup) = self.box.box.daemon, GAMES[self.game]
        table, choices = daemon.table, daemon.table.choices
        at_home = table.session is None and isinstance(table.page, ListingPage | QuestionPage | ExplainPage | None)
        if at_home and isinstance(table.page, ListingPage) and table.page.draft is not None:
            # START would keep the value in hand, and begin with it.
            kept, _ = table.page.handle(daemon.house, table, Input(self.box.now, Control.DIAL, Gesture.PRESS))
            choices = kept.choices
        if not at_home or self.is_its_game(choices.game, choices.setup):
            return
        choices = replace(choices, game=name, setups={**choices.setups, name: setup})
        daemon.adopt((replace(table, choices=choices, advised=ADVISED, page=None), ()))

    def is_its_game(self, game: str, setup: Setup) -> bool:
        """Return whether this is the game of this table, with the options that it has set."""
        name, wanted = GAMES[self.game]
        return game == name and wanted.options.items() <= setup.options.items()

    def hand(self, control: Control, gesture: Gesture = Gesture.PRESS, steps: int = 0) -> None:
        self.done["gestures"] += 1
        self.send(Touched(self.box.now, control), Input(self.box.now, control, gesture, steps))

    def send(self, *events: Event) -> None:
        self.box.take(*events)

    def goes_on(self) -> None:
        """Make a gesture of people who want to reach the end of the game."""
        table = self.box.box.daemon.table
        stage = table.session.stage if table.session and is_at_stage(table) else None
        skips = isinstance(stage, Perform) or isinstance(table.page, ExplainPage)
        start = Control.START, Gesture.HOLD if skips else Gesture.PRESS, 0
        turn = Control.DIAL, Gesture.TURN, self.rng.randint(-3, 3)
        self.hand(*self.rng.choice((start, start, start, (Control.DIAL, Gesture.PRESS, 0), turn)))

    def does_anything(self) -> None:
        control = self.rng.choice(list(Control))
        gesture = self.rng.choice((Gesture.PRESS, Gesture.HOLD, Gesture.TURN, Gesture.PRESS_TURN, Gesture.RELEASE))
        turns = gesture in {Gesture.TURN, Gesture.PRESS_TURN}
        self.hand(Control.DIAL if turns else control, gesture, self.rng.randint(-9, 9) if turns else 0)
