"""Deals a game without cards, and begins its nights. A game of one night goes on in `dealt`, and a game of many nights
in `day_course`."""

from msgspec.structs import replace

from nightcrier.box.games.engine.dealt import ChoosingRound, DealtDay, ReadingRound
from nightcrier.box.games.engine.dealt_choices import choosing_passes
from nightcrier.box.games.engine.narrated import NarratedRules
from nightcrier.box.games.engine.referee.standing import lay_table
from nightcrier.box.games.engine.seat_pages import page_count
from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.engine.village import Village, VillageGame, begin_village, fall_of_night
from nightcrier.box.show.agenda import AgendaStep, SilentStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.kernel.chance import SeededChance, derive_seed


def begin_dealt(rules: NarratedRules, seed: int) -> VillageGame[NarratedRules]:
    """Return the game at its first stage. All of it is secret, because the deal follows from the seed."""
    rules = replace(rules, seed=seed)
    cards = SeededChance(derive_seed(seed, "deal")).shuffle(rules.deck)
    roles, center = cards[: rules.players], cards[rules.players :]
    table = lay_table(rules.file, roles, switches=rules.switches, center=center)
    return at_first_stage(VillageGame(rules, begin_village(table), (NightFalls(),), keeps_secrets=True))


class NightFalls(SilentStep, frozen=True):
    """The step that adds the rounds of the next night and what comes after. Earlier steps can no longer be undone."""

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        fallen = fall_of_night(village)
        passes, deals = choosing_passes(rules, fallen.number), fallen.number == 1
        chosen = (SecretRound(ChoosingRound(each, deals=deals and number == 0)) for number, each in enumerate(passes))
        read = SecretRound(ReadingRound(page_count(rules, fallen.number), deals=deals and not passes))
        after: tuple[AgendaStep[NarratedRules, Village], ...] = (DealtDay(),)
        if rules.file.many_nights:
            from nightcrier.box.games.engine.day_course import MorningComes

            after = MorningComes(), NightFalls()
        return StepResult(fallen, (*chosen, read, *after), settles=True)
