"""Asks the moderator what the newly dead choose, and tells him what else follows from their deaths."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import BESIDE, HostTell, ask_host, house_word
from nightcrier.box.games.engine.model import DeathRow
from nightcrier.box.games.engine.narrated import NarratedRules
from nightcrier.box.games.engine.public_story import NOBODY_ELSE, deaths_show, offer_fact
from nightcrier.box.games.engine.referee.records import DeathEffect, OpenChoice
from nightcrier.box.games.engine.village import Village, with_last_choices
from nightcrier.box.show.agenda import RowStep, SilentStep, StageStep, StepResult
from nightcrier.box.show.answers import NONE_OF_THEM, Option, Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import Fact, Joined, SeatMark, SeatName, Word, seats_joined
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.kernel.ids import LineId, seat_first


def is_secret(rules: NarratedRules, row: DeathRow) -> bool:
    """Say whether it is secret to whom a row applies, given that everybody sees the roles that are shown."""
    return rules.file.day.show != "role" or not rules.file.marks.keys().isdisjoint(row.of.names)


class HostLastChoices(RowStep[NarratedRules, Village], frozen=True):
    """The step that asks what these dead seats choose by these rows of deaths. If it is secret to whom a row applies,
    all seats are asked, whatever they may choose, so that nobody sees who has a choice. If somebody chose in vain,
    everybody hears that nobody else dies. The answers are not timed, because no wait of a night is drawn from them."""

    dead: tuple[int, ...]
    rows: tuple[DeathRow, ...]

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[StepResult[Village]]:
        offered = {(each.seat, each.call): each for each in state.news.open}
        chosen = dict[tuple[int, str], tuple[int, ...]]()
        for seat, row in ((seat, row) for seat in self.dead for row in self.rows):
            now = offered.get((seat, row.id), OpenChoice(seat, row.id, ()))
            if now.places or is_secret(rules, row):
                chosen[seat, row.id] = tuple(map(int, (yield _question(rules, state, row, now))))
        state = with_last_choices(state, chosen)
        told = StageStep(Perform(deaths_show(rules, state, (), more=True), state.page))
        return StepResult(state, (told,) if [*_in_vain(rules, state, self.dead)] else ())


def _in_vain(rules: NarratedRules, village: Village, dead: Collection[int]) -> Iterator[int]:
    """Yield those of the dead seats that chose somebody to kill, but had lost their power."""
    for each in village.day.dusk if village.day else village.dawn:
        if each.seat in dead and each.targets and not _row_named(rules, each.call).mark:
            yield from {each.seat} & village.state.powerless


def _question(rules: NarratedRules, village: Village, row: DeathRow, now: OpenChoice) -> Ask:
    """Return the question about whom a dead seat chooses, with its options. Everybody hears the question."""
    role, seat = rules.role_fact(village.state.cards[now.seat]), SeatMark(now.seat)
    asked = Joined(
        (house_word("ask.whom", role=role, n=seat), offer_fact(rules, row) if now.places else Word("turn.nothing")),
        BESIDE,
    )
    places = (Option(str(place), SeatName(place)) for place in now.places)
    options = (Option(NONE_OF_THEM, house_word("nobody")), *places)
    lines = seat_first(now.seat, LineId("dead.asked"))
    question = ask_host(rules.seed, village, f"{now.call} {now.seat}", asked, options)
    return replace(question, night=None, timed=False, lines=lines)


def _row_named(rules: NarratedRules, row: str) -> DeathRow:
    return next(each for each in rules.file.deaths if each.id == row)


class HostAftermath(SilentStep, frozen=True):
    """The page on which the moderator reads what followed from the deaths of these seats. If it is secret whether
    anything followed, the page is always shown. Otherwise it leaves out whom the dead killed, because he has just
    entered that."""

    dead: tuple[int, ...]
    secret: bool

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        rows = {row.id for row in rules.file.deaths if self.secret or row.mark or not row.chooses}
        found = [each for each in village.news.effects if each.seat in self.dead and each.row in rows]
        vain = _in_vain(rules, village, self.dead)
        met = [
            *((seat, house_word("mark.powerless")) for seat in vain),
            *((each.seat, _met(rules, village, each)) for each in found),
        ]
        facts = tuple(Joined((SeatMark(seat), fact), " › ") for seat, fact in met) or (NOBODY_ELSE,) * self.secret
        return StepResult(village, (HostTell(facts, bed=None),) if facts else ())


def _met(rules: NarratedRules, village: Village, each: DeathEffect) -> Fact:
    """Return what a row of deaths did: who loses their powers, a mark that was handed on, new roles, or deaths."""
    row, cards, game = _row_named(rules, each.row), village.state.cards, rules.file
    if row.powerless:
        sides = {name: rules.named("side", name) for name in row.powerless.names if name in game.sides}
        roles = (cards[seat] for seat in each.seats)
        lost = dict.fromkeys(sides.get(game.roles[role].side, rules.role_fact(role)) for role in roles)
        return house_word("powers-lost", roles=Joined(tuple(lost)))
    if row.mark:
        mark = rules.named("mark", row.mark)
        return Word("deal.trail", {"role": mark, "places": seats_joined(each.seats)})
    how = "turned" if row.becomes else "killed"
    met = (house_word(f"story.{how}", n=SeatMark(seat), role=rules.role_fact(cards[seat])) for seat in each.seats)
    return Joined(tuple(met))
