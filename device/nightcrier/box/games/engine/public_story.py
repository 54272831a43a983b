"""Tells what everybody may know of a game of many nights: who has died, the result of a vote, and at the end the
verdict with the whole story."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from nightcrier.box.games.engine.line_ids import file_line, word_of
from nightcrier.box.games.engine.model import DeathRow
from nightcrier.box.games.engine.narrated import NarratedRules, line_by_day, own_line
from nightcrier.box.games.engine.referee.records import News
from nightcrier.box.games.engine.referee.victory import VOTED_OUT
from nightcrier.box.games.engine.seat_pages import card_way, choice_told, face_up, night_of
from nightcrier.box.games.engine.story import (
    ITS_SIDE,
    NEXT,
    WAS,
    Shown,
    changed,
    cues_of_dead,
    dawn_show,
    dead_fact,
    standing_facts,
    story_part,
    won_fact,
)
from nightcrier.box.games.engine.village import Village
from nightcrier.box.show.cues import Call, Say, Show, say_lines, say_whole
from nightcrier.box.show.facts import Fact, RoleName, SeatMark, Word, fact_lines, seats_joined
from nightcrier.box.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Verdict
from nightcrier.box.show.tale import TELL_NIGHT, Told, told_facts
from nightcrier.kernel.ids import LineId, role_line, seat_first, seat_line, seats_say

_Seats = Sequence[int]
NOBODY_ELSE = Word("dead.nobody-else")


def public_facts(rules: NarratedRules, village: Village) -> tuple[Fact, ...]:
    """Return what everybody may read by day: how many seats are in play, who is out, and the news of the night."""
    known = standing_facts(len(village.state.in_play), sorted(village.state.out), _shown(rules, village))
    return (*known, *_news_facts(rules, village.night_news or village.news, village.news.announced))


def file_dawn(rules: NarratedRules, village: Village, dead: _Seats) -> Show:
    """Return the show of a morning, with those who have died in the night."""
    return dawn_show(file_line(rules.file.id, "dawn"), dead, _shown(rules, village), LineId("house.dead.none"))


def deaths_show(rules: NarratedRules, village: Village, dead: _Seats, *, more: bool) -> Show:
    """Return the show that announces deaths by day. `more` means that these deaths follow others."""
    if more and not dead:
        return (Call(NOBODY_ELSE), Say(LineId(NOBODY_ELSE.key)))
    shown, causes = _shown(rules, village), village.news.causes
    lines = {seat: _out_line(rules, causes[seat]) for seat in dead}
    said = cues_of_dead(lines, shown) or (Say(LineId("dead.nobody")), NEXT)
    return (Call(dead_fact(dead, shown)), *said)


def _out_line(rules: NarratedRules, causes: Collection[str]) -> LineId:
    """Return the line for somebody who is out by day. For leaving without a vote, the file may have its own line."""
    if VOTED_OUT in causes:
        return LineId("dead.voted")
    gone = next((row.id for row in rules.file.leaves if row.id in causes), "")
    out = LineId("dead.out")
    return line_by_day(rules.file, f"leave.{gone}", out) if gone else out


def _shown(rules: NarratedRules, village: Village) -> Shown:
    """Return the role or side that was revealed of each dead seat."""
    found = dict[int, tuple[LineId, Fact]]()
    for each in village.judged:
        for news in (each.night, each.day):
            for seat, name in news.shown.items() if news else ():
                if news and seat in news.causes:
                    is_role = name in rules.file.roles
                    found[seat] = (WAS, rules.role_fact(name)) if is_role else (ITS_SIDE, rules.named("side", name))
    return found


def news_show(rules: NarratedRules, village: Village) -> Show:
    """Return the show of what else the night or the day has made known: who newly has an announced mark, and which
    roles of seats in play were turned up. The show is empty if there is nothing."""
    news, marks = village.news, _given(rules, village)
    facts, game, lines = _news_facts(rules, news, marks), rules.file.id, list[LineId]()
    if not facts:
        return ()
    for mark, seats in marks.items():
        lines += (role_line(word_of(game, "mark", mark)), *map(seat_line, seats))
    for seat in _turned_up(news):
        lines += seat_first(seat, WAS, role_line(word_of(game, "role", news.shown[seat])))
    own = (cue for mark in marks for cue in own_line(rules.file, f"mark.{mark}"))
    return (Call(facts[0] if len(facts) == 1 else RoleName(village.page)), *say_lines(*lines), *own)


def _given(rules: NarratedRules, village: Village) -> Mapping[str, _Seats]:
    """Return the seats that have got each announced mark since the previous vote or morning. A mark given by an
    election is left out, because the election announces it."""
    told, news = [news for each in village.judged for news in (each.night, each.day) if news], village.news
    known = {(mark, seat) for before in told[-2:-1] for mark, seats in before.announced.items() for seat in seats}
    known |= {(row.mark, seat) for row in rules.file.elections if (seat := news.elected.get(row.id))}
    new = {mark: [each for each in seats if (mark, each) not in known] for mark, seats in news.announced.items()}
    return {mark: seats for mark, seats in new.items() if seats}


def _news_facts(rules: NarratedRules, news: News, marks: Mapping[str, _Seats]) -> tuple[Fact, ...]:
    held = (
        Word("deal.trail", {"role": rules.named("mark", mark), "places": seats_joined(seats)})
        for mark, seats in marks.items()
    )
    return (*held, *(face_up(rules, seat, news.shown[seat]) for seat in _turned_up(news)))


def _turned_up(news: News) -> _Seats:
    return sorted(seat for seat in news.shown if seat not in news.causes)


def spared_show(seats: _Seats) -> Show:
    """Return the show for seats that are spared although the vote was against them."""
    title = Word("vote.spared", {"seats": seats_joined(seats)})
    return (Call(title), *(say_whole(seat_first(seat, LineId("vote.spared.one"))) for seat in seats))


def dead_facts(rules: NarratedRules, village: Village, seat: int, rows: Iterable[DeathRow]) -> tuple[Fact, ...]:
    """Return what a seat that has just died reads: its role, and what it may choose by these rows of deaths."""
    may = tuple(offer_fact(rules, row) for row in rows)
    return (rules.role_fact(village.state.cards[seat]), *(may or (Word("turn.nothing"),)))


def offer_fact(rules: NarratedRules, row: DeathRow) -> Fact:
    """Return what a row of deaths lets a dead seat do."""
    return Word("dead.gives", {"role": rules.named("mark", row.mark)}) if row.mark else Word("dead.takes")


def game_verdict(rules: NarratedRules, village: Village) -> Verdict:
    state, own = village.state, own_line(rules.file, f"end.{village.state.end}")
    won = sorted({seat for each in state.won for seat in each.seats})
    winners = seats_say(won, "verdict.winners", "verdict.nobody")
    ended = _lines_of(own) or (LineId("house.end"),)
    verdict = Verdict(
        dead=tuple(sorted(state.out)),
        points=tuple(int(seat in won) for seat in range(1, rules.players + 1)),
        facts=tuple(_won_facts(rules, village, won)),
        lines=(*ended, *winners),
        sting=_sting(rules, village, won),
    )
    return with_story(verdict, rules, village)


def _lines_of(show: Show) -> tuple[LineId, ...]:
    return tuple(line for cue in show if isinstance(cue, Say) for line in cue.lines)


def _won_facts(rules: NarratedRules, village: Village, won: Collection[int]) -> Iterator[Fact]:
    """Yield how the game ended, as far as the file says it, and who of each side has won or lost."""
    game, cards, end = rules.file.id, village.state.cards, f"end.{village.state.end}"
    if own := own_line(rules.file, end):
        yield Word(file_line(game, end), said=_lines_of(own))
    for has_won in (True, False):
        for side in rules.file.sides:
            its = [seat for seat, card in sorted(cards.items()) if seat > 0 and rules.file.roles[card].side == side]
            if seats := [seat for seat in its if (seat in won) == has_won]:
                yield won_fact(rules.named("side", side), seats, won=has_won)


def _sting(rules: NarratedRules, village: Village, won: Collection[int]) -> str:
    """Return the jingle for the winners: a single winner, the side that takes the rest of the deck, or anybody else."""
    sides = [rules.file.sides[rules.file.roles[village.state.cards[seat]].side] for seat in won]
    if len(sides) < 2:
        return LONE_WON if sides else ""
    return VILLAGE_WON if any(side.count is None for side in sides) else WOLVES_WON


def with_story(verdict: Verdict, rules: NarratedRules, village: Village) -> Verdict:
    """Return the verdict with the row that tells the night, and with all facts of the story."""
    facts = (*verdict.facts, TELL_NIGHT, *whole_story(rules, village))
    return replace(verdict, facts=facts, tale=tuple(_tale(rules, village)))


def story_alone(rules: NarratedRules, village: Village) -> Verdict:
    """Return the end of a game that only people judge: it counts no points, but its story can be told."""
    over = LineId("house.end")
    facts = (Word("house.is-over", said=(over,)),)
    return with_story(Verdict(tuple(sorted(village.state.out)), (), facts, (over,)), rules, village)


def whole_story(rules: NarratedRules, village: Village) -> Iterator[Fact]:
    """Yield who had which cards, and everything that was done, night by night and day by day."""
    dealt, state = village.dusk.table, village.state if village.judged else night_of(village).state
    for place, role in (*enumerate(dealt.roles, 1), *((-at, role) for at, role in enumerate(dealt.center, 1))):
        yield card_way(rules, place, role, state.cards[place])
    yield from told_facts(_tale(rules, village))


def _tale(rules: NarratedRules, village: Village) -> Iterator[Told]:
    """Yield what was chosen, and who was elected, changed, saved or killed, in each night and day."""
    cards = village.state.cards
    if not village.judged:
        yield from (choice_told(rules, choice) for choice in village.night)
    for number, each in enumerate(village.judged, 1):
        night = [choice_told(rules, choice) for choice in each.choices.night]
        last = [choice_told(rules, choice, cards[choice.seat]) for choice in each.choices.dawn if choice]
        chose = (*night, *last, *_elected(rules, each.night))
        yield from story_part("night", number, chose, _changes(rules, village, each.night))
        if each.day and each.choices.day:
            last = [choice_told(rules, choice, cards[choice.seat]) for choice in each.choices.day.dusk if choice]
            yield from story_part("day", number, last, _changes(rules, village, each.day))


def _elected(rules: NarratedRules, news: News) -> Iterator[Told]:
    for row in rules.file.elections:
        if seat := news.elected.get(row.id):
            mark = rules.named("mark", row.mark)
            said = seat_first(seat, *fact_lines(mark))
            yield Told(2, Word("deal.trail", {"role": mark, "places": SeatMark(seat)}, said))


def _changes(rules: NarratedRules, village: Village, news: News) -> Sequence[Told]:
    cards = village.state.cards
    died = ((seat, "voted" if VOTED_OUT in causes else "killed") for seat, causes in sorted(news.causes.items()))
    turned = [changed(seat, rules.role_fact(role), "turned") for seat, role in sorted(news.turned.items())]
    others = (*((seat, "saved") for seat in news.saved), *died)
    return (*turned, *(changed(seat, rules.role_fact(cards[seat]), how) for seat, how in others))
