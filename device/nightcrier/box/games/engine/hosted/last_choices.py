"""Ask the moderator what those choose who have died. Who has nothing to choose takes as long."""

from nightcrier.box.games.engine.evening import NarratedRules
from nightcrier.box.games.engine.hosted.host_steps import ASKED, ask_host, host_word, take_time
from nightcrier.box.games.engine.hosted.waits import draw_waits, wait_window
from nightcrier.box.games.engine.line_ids import role_of
from nightcrier.box.games.engine.referee.records import CallChoice, OpenChoice
from nightcrier.box.games.engine.village import Village, open_choices, with_last_choice
from nightcrier.box.show.agenda import RowStep, StepResult
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call
from nightcrier.box.show.facts import RoleName, SeatMark, SeatName, seats_joined
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.kernel.chance import SeededChance, derive_seed


class HostLastChoices(RowStep[NarratedRules, Village], frozen=True):
    """The questions what these seats choose by rows of deaths. For each choice that somebody might have, and has not,
    there is a wait, so that nobody hears who had one: `secret` are the rows of which nobody is seen to have none."""

    dead: tuple[int, ...]
    secret: int
    by_day: bool

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[StepResult[Village]]:
        left = len(self.dead) * self.secret
        while now := next((each for each in open_choices(state, by_day=self.by_day) if each.seat in self.dead), None):
            state, values = take_time(state, (yield _question(rules, state, now)))
            choice = CallChoice(now.seat, now.call, tuple(map(int, values)))
            state, left = with_last_choice(state, choice, by_day=self.by_day), left - 1
        if left > 0:
            chance = SeededChance(derive_seed(rules.seed, f"last {state.number} {self.by_day} {self.dead}"))
            wait = wait_window(draw_waits(state.times, [ASKED] * left, chance))
            title = host_word("dead", seats=seats_joined(self.dead))
            yield Perform((Call(title), wait), "vote" if self.by_day else "dawn", back=True, still=True)
        return StepResult(state)


def _question(rules: NarratedRules, village: Village, now: OpenChoice) -> Ask:
    role = RoleName(role_of(rules.file.id, village.state.cards[now.seat]))
    question = host_word("ask.whom", role=role, n=SeatMark(now.seat))
    places = (Option(str(place), SeatName(place)) for place in now.places)
    options = (Option(NONE_OF_THEM, host_word("nobody")), *places)
    what = f"{now.call} {village.number} {now.seat}"
    return ask_host(rules.seed, what, question, options, night=False)
