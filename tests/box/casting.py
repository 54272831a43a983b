"""Provides a box that has dealt a certain role to a seat, stopped where this role acts."""

from nightcrier.box.events import Control
from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.show.stages import Count
from nightcrier.kernel.ids import Language
from tests.box.dealt import DealtBox, cast, seat_of

PLAIN = ("werewolf", "seer", "villager", "villager", "hunter", "tanner")


class Cast:
    """Runs a box whose deal puts a certain role at a seat, until everybody has looked at their card."""

    def __init__(self, where, deck, fits, **options):
        self.box = DealtBox(where, deck, cast(deck, fits, deal=True, **options), secrets=True, **options)
        self.box.start()
        self.roles = self.box.everybody_looks()
        self.dealt = self.box.evening.state.played.dealt

    def name(self, place: int) -> str:
        """Return the name of the card that was dealt to this place."""
        return self.box.rehearsal.box.daemon.house.words.role(Language("en"), self.dealt.printed[place])

    def seat(self, role: str) -> int:
        return seat_of(self.dealt, role)

    def other(self, *roles: str) -> int:
        """Return a seat that holds none of these roles."""
        return next(n + 1 for n in range(self.dealt.seats) if self.dealt.printed[n] not in roles)

    def night(self) -> CardState:
        """Wait until the open window has closed, and return the cards."""
        before = self.box.window
        self.box.until(lambda: self.box.window != before)
        self.box.rehearsal.advance(1.0)
        return self.box.evening.state.cards

    def day(self) -> None:
        self.box.until(lambda: isinstance(self.box.stage, Count))

    def open_table(self) -> list[str]:
        """Skip to the talk of the day, press the dial, and return what the screen then shows."""
        self.day()
        self.box.do(Control.DIAL)
        return self.box.glass
