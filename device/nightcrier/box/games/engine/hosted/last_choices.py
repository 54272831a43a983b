"""Ask the moderator what those choose who have died."""

from msgspec.structs import replace

from nightcrier.box.games.engine.evening import NarratedRules
from nightcrier.box.games.engine.hosted.host_steps import ask_host, host_word
from nightcrier.box.games.engine.line_ids import role_of
from nightcrier.box.games.engine.referee.records import CallChoice, OpenChoice
from nightcrier.box.games.engine.village import Village, open_choices, with_last_choice
from nightcrier.box.games.engine.village_story import deaths_show
from nightcrier.box.show.agenda import RowStep, StageStep, StepResult
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import RoleName, SeatMark, SeatName
from nightcrier.box.show.stages import Ask, Perform


class HostLastChoices(RowStep[NarratedRules, Village], frozen=True):
    """The questions what these seats choose, each by these rows of deaths. By the `secret` rows all of them are asked,
    whatever they may choose, so that nobody sees who has a choice. Where somebody chose in
    vain, all hear that nobody dies. The answers are not timed, because no wait of a night is drawn from them."""

    dead: tuple[int, ...]
    rows: tuple[str, ...]
    secret: tuple[str, ...]
    by_day: bool

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[StepResult[Village]]:
        in_vain = False
        for seat, row in ((seat, row) for seat in self.dead for row in self.rows):
            found = (each for each in open_choices(state, by_day=self.by_day) if (each.seat, each.call) == (seat, row))
            now = next(found, OpenChoice(seat, row, ()))
            if now.places or row in self.secret:
                choice = CallChoice(seat, row, tuple(map(int, (yield _question(rules, state, now)))))
                state = with_last_choice(state, choice, by_day=self.by_day) if now.places else state
                in_vain |= bool(choice) and seat in state.state.powerless
        told = StageStep(Perform(deaths_show(rules, state, ()), "vote" if self.by_day else "dawn"))
        return StepResult(state, (told,) if in_vain else ())


def _question(rules: NarratedRules, village: Village, now: OpenChoice) -> Ask:
    role = RoleName(role_of(rules.file.id, village.state.cards[now.seat]))
    question = host_word("ask.whom", role=role, n=SeatMark(now.seat))
    places = (Option(str(place), SeatName(place)) for place in now.places)
    what = f"{now.call} {village.number} {now.seat}"
    options = (Option(NONE_OF_THEM, host_word("nobody")), *places)
    return replace(ask_host(rules.seed, what, question, options, night=False), timed=False)
