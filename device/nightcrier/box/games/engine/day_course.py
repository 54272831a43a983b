"""Leads through the mornings and days of a game of many nights in which the box knows the roles: who has died, what the
dead may choose, the talk, the vote, and the end."""

from collections.abc import Sequence

from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_called, is_switched, listed
from nightcrier.box.games.engine.day_votes import ask_votes
from nightcrier.box.games.engine.dealt import SeatsRound, choosing_show
from nightcrier.box.games.engine.dealt_choices import LEAVE, ChoosingTurn, known_roles, place_options, place_value
from nightcrier.box.games.engine.hosted.host_steps import goes_on
from nightcrier.box.games.engine.hosted.last_choices import HostAftermath, HostLastChoices, is_secret
from nightcrier.box.games.engine.led_day import Elections, TalkInTurns
from nightcrier.box.games.engine.line_ids import file_line
from nightcrier.box.games.engine.model import ALL, DeathRow
from nightcrier.box.games.engine.narrated import NarratedRules, day_talk, own_line, speech_lines
from nightcrier.box.games.engine.public_story import (
    dead_facts,
    deaths_show,
    file_dawn,
    game_verdict,
    news_show,
    public_facts,
    spared_show,
    story_alone,
)
from nightcrier.box.games.engine.referee.records import DayChoices, News
from nightcrier.box.games.engine.referee.whole_game import election_due
from nightcrier.box.games.engine.seat_pages import with_dial
from nightcrier.box.games.engine.secret_turns import DialList, SeatTurn, SecretRound, given_option, marked_list
from nightcrier.box.games.engine.story import then_breath
from nightcrier.box.games.engine.village import (
    DayVote,
    Village,
    after_day,
    after_leaves,
    at_morning,
    seats_asked,
    with_last_choices,
)
from nightcrier.box.show.agenda import AgendaStep, RowStep, SilentStep, StageStep, StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import DAYBREAK, SILENCE, Call, Say, Show
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.speeches import hold_speeches
from nightcrier.box.show.stages import Perform
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.ids import LineId

VillageStep = AgendaStep[NarratedRules, Village]
VillageResult = StepResult[Village]
_LAST_WORD = LineId("dead.open")


class MorningComes(SilentStep, frozen=True):
    """The step that judges a night and announces who has died in it. If there is an election before that announcement,
    the morning has already `opened`."""

    opened: bool = False

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> VillageResult:
        if self.opened or not election_due(village.dusk, village.choices, "before"):
            return StepResult(at_morning(village), (_Deaths(opened=self.opened), _Day()), settles=not self.opened)
        opened = SILENCE, DAYBREAK, Call(RoleName("dawn")), Say(file_line(rules.file.id, "dawn"))
        steps = StageStep(Perform(opened, "dawn")), Elections("before"), MorningComes(opened=True)
        return StepResult(village, steps, settles=True)


class _Deaths(SilentStep, frozen=True):
    """The step that announces new deaths, after those of the seats in `told`. If a death in this game may give a
    choice, the newly dead all come to the box and choose equally often, whatever their roles, or the moderator is asked
    for their choices. Then the deaths that follow from these choices are announced."""

    told: tuple[int, ...] = ()
    opened: bool = False
    known: tuple[int, ...] = ()

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> VillageResult:
        new = tuple(sorted(set(village.news.causes).difference(self.told, self.known)))
        if rules.led and self.told and not new:
            return StepResult(village)
        at_dawn, more = not (self.told or village.by_day), bool(self.told)
        dawns = at_dawn and not self.opened
        show = file_dawn(rules, village, new) if dawns else deaths_show(rules, village, new, more=more)
        here = tuple(seat for seat in new if seat not in village.left)
        rows = tuple(row for row in rules.file.deaths if row.chooses and _may_come_up(rules, row)) if here else ()
        show = then_breath(show) if village.over and not rows else show  # who still chooses is not told by a wait
        steps: list[VillageStep] = [StageStep(Perform(show, village.page))]
        secret = _may_follow(rules, village, new, at_dawn=at_dawn)
        after = (HostAftermath(new, secret),) if new and rules.led else ()
        if rows:
            choosing = HostLastChoices(here, rows) if rules.led else SecretRound(_LastChoices(here, rows))
            return StepResult(village, (*steps, choosing, *after, replace(self, told=(*self.told, *new))))
        return StepResult(village, (*steps, *after))


def _may_follow(rules: NarratedRules, village: Village, dead: Sequence[int], *, at_dawn: bool) -> bool:
    """Say whether these deaths may have secret effects, judged by what everybody knows. A death that takes somebody
    along is visible by day, but not among the deaths of a night."""
    rows = (row for row in rules.file.deaths if (at_dawn or not row.takes) and (row.mark or not row.chooses))
    cards = [village.state.cards[seat] for seat in dead]
    return any(
        _may_come_up(rules, row)
        and (is_secret(rules, row) or any(is_called(rules.file, row.of, card) for card in cards))
        for row in rows
    )


def _may_come_up(rules: NarratedRules, row: DeathRow) -> bool:
    file, names = rules.file, row.of.names
    held = is_switched(row.switch, rules.switches)
    marked = ALL in names or any(_may_be_given(rules, name) for name in names if name in file.marks)
    return held and (marked or any(is_called(file, row.of, role) for role in known_roles(rules)))


def _may_be_given(rules: NarratedRules, mark: str) -> bool:
    file = rules.file
    calls = (call for call in file.calls if call.do.mark == mark and call.do.verb != "unmark")
    given = any(listed(file, call.who, known_roles(rules)) for call in calls)
    handed = {*(row.mark for row in file.deaths), *(row.mark for row in file.elections)}
    return given or mark in handed


class _LastChoices(SeatsRound, frozen=True):
    """The round in which these seats, which have just died, press once for each of these rows. The press of a seat to
    which a row gives no choice has no effect."""

    dead: tuple[int, ...]
    rows: tuple[DeathRow, ...]

    def seats(self, rules: NarratedRules, village: Village) -> Sequence[int]:
        return [seat - 1 for seat in self.dead]

    def show(self, rules: NarratedRules, village: Village) -> Show:
        return choosing_show(rules, self.seats(rules, village), (_LAST_WORD,), len(self.rows))

    def turn(self, rules: NarratedRules, village: Village, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        living, when = place_options(village.state.in_play), f"{village.number} {'day' if village.by_day else 'dawn'}"
        lot = derive_seed(rules.seed, f"dead {when} {seat + 1}")
        mine = {each.call: each.places for each in village.news.open if each.seat == seat + 1}
        leave = Option(LEAVE, Word("nobody"))
        lists = list[DialList]()
        for at, row in enumerate(self.rows):
            press = derive_seed(lot, f"press {at}")
            places = mine.get(row.id)
            own = (*place_options(places), leave) if places else given_option(living or (leave,), press)
            lists.append(marked_list((*living, leave), own, press))
        seen = dead_facts(rules, village, seat + 1, [row for row in self.rows if mine.get(row.id)])
        return ChoosingTurn(seat, tuple(lists), with_dial(seen, lists), reads=False, until_read=True)

    def round_result(self, rules: NarratedRules, village: Village, rows: Sequence[Picks]) -> VillageResult:
        offered = {(each.seat, each.call): each.places for each in village.news.open}
        chosen = {
            (seat, row.id): tuple(place for place in offered.get((seat, row.id), ()) if place_value(place) == value)
            for seat, picks in zip(self.dead, rows, strict=True)
            for row, value in zip(self.rows, picks, strict=False)
        }
        return StepResult(with_last_choices(village, chosen))


class _Day(SilentStep, frozen=True):
    """The step that announces what else the night has made known, and adds the day unless the game has ended."""

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> VillageResult:
        told = news_show(rules, village)
        news = (StageStep(Perform(told, "dawn")),) if told else ()
        if village.over:
            return StepResult(village, (*news, _End()))
        said = own_line(rules.file, "day")
        opening = (StageStep(Perform((Call(RoleName("dawn")), *said), "dawn")),) if said else ()
        talk = replace(day_talk(rules, village.number), facts=public_facts(rules, village))
        free = () if rules.file.day.rounds and not talk.seconds else (StageStep(talk),)
        return StepResult(village, (*news, Elections("after"), *opening, TalkInTurns(), *free, _Vote(), _End()))


class _Vote(DayVote, frozen=True):
    """The step that holds the vote, and announces its result and the deaths that follow. No vote is held if somebody's
    leaving has ended the day."""

    def tell_gone(self, rules: NarratedRules, village: Village, news: News) -> VillageStep:
        told = deaths_show(rules, replace(village, day_news=news), tuple(sorted(news.causes)), more=False)
        return StageStep(Perform(told, "vote"))

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[VillageResult]:
        if state.leaves and after_leaves(state)[2]:
            over = after_day(state, DayChoices(nominations=state.nominations))
            return StepResult(over, (_Deaths(known=tuple(state.state.out)),))
        voting = replace(state.state.twin(), in_play=seats_asked(state, state.state))
        voted = after_day(state, (yield from ask_votes(rules, voting, state.number, state.nominations)))
        if rules.file.day.vote == "none" and not voted.news.causes:
            return StepResult(voted)
        spared = voted.news.saved
        told = (StageStep(Perform(spared_show(spared), "vote")),) if spared else ()
        return StepResult(voted, (*told, _Deaths(known=tuple(state.state.out))))


class _End(RowStep[NarratedRules, Village], frozen=True):
    """The step after the vote: the verdict if the game has ended, or else what the day has made known, and the last
    words. If the file defines no end, or if nobody is left, people say when the game is over, and hear the story."""

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[VillageResult]:
        if state.over:
            return StepResult(state, (StageStep(game_verdict(rules, state)),), ends=True)
        if state.by_day and (told := news_show(rules, state)):
            yield Perform(told, "vote")
        if rules.file.ends and state.state.in_play:
            words, died = rules.file.day.last_words, sorted({*state.news.causes}.difference(state.left))
            if state.by_day and words.vote:
                spoken = speech_lines(rules.file, "last-words")
                yield from hold_speeches(spoken, died, words.seconds, public_facts(rules, state))
            return StepResult(state)
        if (yield from goes_on()):
            return StepResult(state)
        return StepResult(state, (StageStep(story_alone(rules, state)),), ends=True)
