"""The Unsaved: all hands are up but the active player's; each who is saved saves another; the last hand dies."""

from msgspec import Struct

from device.games.growl.agenda import StepResult
from device.games.growl.deaths import Fallen
from device.games.growl.phrases import growl_line, number_lines, seats_to_choose
from device.games.growl.village import Rules, Village
from device.show.facts import Number, Word
from device.show.stages import Ask, Stage


class Saves(Struct, frozen=True):
    """Whom this seat saves of those whose hands are still up; nothing to ask where there is only one."""

    saver: int
    raised: tuple[int, ...]

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if len(self.raised) == 1:
            return None
        said = (growl_line("saves"), *number_lines((self.saver,)))
        return Ask(0, Word("growl.ask.saves", {"n": Number(self.saver)}), seats_to_choose(self.raised), lines=said)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        if len(self.raised) == 1:
            return StepResult(village, (Fallen(self.raised),))
        saved = int(value)
        return StepResult(village, (Saves(saved, tuple(seat for seat in self.raised if seat != saved)),))
