"""Keeps the rules of a game in a file that a moderator leads, and who is known to have which card."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from nightcrier.box.games.engine.evening import NarratedRules
from nightcrier.box.games.engine.referee.standing import begin_standing, lay_table
from nightcrier.box.games.engine.village import Village


class LedFileRules(NarratedRules, frozen=True):
    """The rules of a game in a file that a moderator leads."""

    led: bool = True

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    def unplaced(self, village: Village) -> tuple[str, ...]:
        return tuple((Counter(self.deck) - Counter(village.placed.values())).elements())

    def place(self, village: Village, placed: Mapping[int, str]) -> Village:
        """Return the village with the roles of known seats. The other cards lie at any seats for now."""
        spare = iter((Counter(self.deck) - Counter(placed.values())).elements())
        roles = [placed[seat] if seat in placed else next(spare) for seat in self.seats]
        state = begin_standing(lay_table(self.file, roles, switches=self.switches))
        return replace(village, placed=placed, dusk=state, state=state)
