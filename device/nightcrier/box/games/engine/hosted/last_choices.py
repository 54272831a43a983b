"""Ask the moderator what those choose who have died."""

from nightcrier.box.games.engine.evening import NarratedRules
from nightcrier.box.games.engine.hosted.host_steps import ask_host, host_word, take_time
from nightcrier.box.games.engine.line_ids import role_of
from nightcrier.box.games.engine.referee.records import CallChoice, OpenChoice
from nightcrier.box.games.engine.village import Village, open_choices, with_last_choice
from nightcrier.box.show.agenda import RowStep, StepResult
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import RoleName, SeatMark, SeatName
from nightcrier.box.show.stages import Ask


class HostLastChoices(RowStep[NarratedRules, Village], frozen=True):
    """The questions what these seats choose, each by these rows of deaths. By the `secret` rows all of them are asked,
    whatever they may choose, so that nobody sees who has a choice."""

    dead: tuple[int, ...]
    rows: tuple[str, ...]
    secret: tuple[str, ...]
    by_day: bool

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[StepResult[Village]]:
        for seat, row in ((seat, row) for seat in self.dead for row in self.rows):
            found = (each for each in open_choices(state, by_day=self.by_day) if (each.seat, each.call) == (seat, row))
            now = next(found, OpenChoice(seat, row, ()))
            if now.places or row in self.secret:
                taken, values = take_time(state, (yield _question(rules, state, now)))
                choice = CallChoice(seat, row, tuple(map(int, values)))
                state = with_last_choice(taken, choice, by_day=self.by_day) if now.places else taken
        return StepResult(state)


def _question(rules: NarratedRules, village: Village, now: OpenChoice) -> Ask:
    role = RoleName(role_of(rules.file.id, village.state.cards[now.seat]))
    question = host_word("ask.whom", role=role, n=SeatMark(now.seat))
    places = (Option(str(place), SeatName(place)) for place in now.places)
    what = f"{now.call} {village.number} {now.seat}"
    return ask_host(rules.seed, what, question, (Option(NONE_OF_THEM, host_word("nobody")), *places), night=False)
