"""Tells what all may know of a game of many nights: who has died, what came of a vote, and in the end the verdict with
the whole course."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from nightcrier.box.games.engine.dealt_facts import card_way, choice_fact, face_up
from nightcrier.box.games.engine.evening import NarratedRules, own_line
from nightcrier.box.games.engine.fates import (
    ITS_SIDE,
    WAS,
    Fate,
    ShownLines,
    course_lines,
    dawn_lines,
    dead_fact,
    fate_lines,
    in_play_fact,
    lines_of_dead,
    out_fact,
    round_lines,
)
from nightcrier.box.games.engine.line_ids import file_line, mark_of, role_of, side_of
from nightcrier.box.games.engine.referee.records import CallChoice, DayNews, MorningNews
from nightcrier.box.games.engine.village import Village
from nightcrier.box.show.cues import SILENCE, Call, Say, Show, Signal, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, SeatMark, SeatName, Word, seats_joined
from nightcrier.box.show.stages import LONE_WON, VILLAGE_WON, WOLVES_WON, Verdict
from nightcrier.kernel.ids import LineId, role_line, seat_first, seat_line

_Seats = Sequence[int]
NOBODY_ELSE = Word("dead.nobody-else")


def public_facts(rules: NarratedRules, village: Village) -> tuple[Fact, ...]:
    """Return what everybody may read by day: how many are in play, who is out, and what the night has brought."""
    out = sorted(village.state.out)
    named = lines_of_dead(out, _shown_lines(rules, village))
    dead = (out_fact(dead_fact(out, _shown_facts(rules, village)), named),) if out else ()
    return (in_play_fact(len(village.state.in_play)), *dead, *_news_facts(rules, village))


def dawn_show(rules: NarratedRules, village: Village, dead: _Seats) -> Show:
    """Return the show of a morning, with those who have died of the night."""
    title, lines = Call(dead_fact(dead, _shown_facts(rules, village))), dawn_lines(dead, _shown_lines(rules, village))
    return (SILENCE, Signal("dawn"), title, Say(file_line(rules.file.id, "dawn")), *say_lines(*lines))


def deaths_show(rules: NarratedRules, village: Village, dead: _Seats, *, more: bool) -> Show:
    """Return the show that tells of deaths by day, or of further deaths where there were some."""
    if more and not dead:
        return (Call(NOBODY_ELSE), Say(LineId(NOBODY_ELSE.key)))
    lines = lines_of_dead(dead, _shown_lines(rules, village))
    said = say_lines(LineId("dead.now" if dead else "dead.nobody"), *lines)
    return (Call(dead_fact(dead, _shown_facts(rules, village))), *said)


def _shown_facts(rules: NarratedRules, village: Village) -> Mapping[int, Fact]:
    return {seat: RoleName(name) for seat, (_, name) in _shown(rules, village).items()}


def _shown_lines(rules: NarratedRules, village: Village) -> ShownLines:
    return {seat: (was, role_line(name)) for seat, (was, name) in _shown(rules, village).items()}


def _shown(rules: NarratedRules, village: Village) -> dict[int, tuple[LineId, str]]:
    """Return the role or side that was shown of each who died, by its id for the words, after the line before it."""
    game, found = rules.file.id, dict[int, tuple[LineId, str]]()
    for each in village.judged:
        for news in (each.night, each.day):
            for seat, name in news.shown.items() if news else ():
                if news and seat in news.causes:
                    is_role = name in rules.file.roles
                    found[seat] = (WAS, role_of(game, name)) if is_role else (ITS_SIDE, side_of(game, name))
    return found


def news_show(rules: NarratedRules, village: Village) -> Show:
    """Return the show of what else the night has brought for all to know: marks that are announced, and roles of those
    in play that were turned up. Without any it is empty."""
    facts, news = _news_facts(rules, village), village.morning
    if not facts or news is None:
        return ()
    game, lines = rules.file.id, list[LineId]()
    for mark, seats in news.announced.items():
        lines += (role_line(mark_of(game, mark)), *map(seat_line, seats))
    for seat in _turned_up(village):
        lines += seat_first(seat, WAS, role_line(role_of(game, news.shown[seat])))
    own = (cue for mark in news.announced for cue in own_line(rules.file, f"mark.{mark}"))
    return (Call(facts[0] if len(facts) == 1 else RoleName("dawn")), *say_lines(*lines), *own)


def _news_facts(rules: NarratedRules, village: Village) -> tuple[Fact, ...]:
    if (news := village.morning) is None:
        return ()
    game = rules.file.id
    marks = (
        Word("deal.trail", {"role": RoleName(mark_of(game, mark)), "places": seats_joined(seats)})
        for mark, seats in news.announced.items()
    )
    roles = (face_up(rules, seat, news.shown[seat]) for seat in _turned_up(village))
    return (*marks, *roles)


def _turned_up(village: Village) -> _Seats:
    news = village.morning
    return sorted(seat for seat in news.shown if seat not in news.causes) if news else ()


def spared_show(seats: _Seats) -> Show:
    """Return the show of a vote that would have had these seats out, but they are spared."""
    title = Word("vote.spared", {"seats": seats_joined(seats)})
    return (Call(title), *say_lines(LineId("vote.spared"), *map(seat_line, seats)))


def dead_facts(rules: NarratedRules, village: Village, seat: int, rows: Collection[str]) -> tuple[Fact, ...]:
    """Return what a seat reads that has just died: its role, and what it may choose by these rows of deaths."""
    game = rules.file.id
    gives = (row for row in rules.file.deaths if row.id in rows)
    may = tuple(
        Word("dead.gives", {"role": RoleName(mark_of(game, row.mark))}) if row.mark else Word("dead.takes")
        for row in gives
    )
    return (rules.role_fact(village.state.cards[seat]), *(may or (Word("turn.nothing"),)))


def game_verdict(rules: NarratedRules, village: Village) -> Verdict:
    """Return the verdict of a game, with its whole course."""
    state, own = village.state, own_line(rules.file, f"end.{village.state.end}")
    won = sorted({seat for each in state.won for seat in each.seats})
    winners = (LineId("verdict.winners"), *map(seat_line, won)) if won else (LineId("verdict.nobody"),)
    ended = (LineId("wherewolf.end"), *_lines_of(own))
    return Verdict(
        dead=tuple(sorted(state.out)),
        points=tuple(int(seat in won) for seat in range(1, rules.players + 1)),
        facts=(*_won_facts(rules, village, won), *course_facts(rules, village)),
        lines=(*ended, *winners),
        story=tuple(course_lines(_story_fates(rules, village))),
        sting=_sting(rules, village, won),
    )


def _lines_of(show: Show) -> tuple[LineId, ...]:
    return tuple(line for cue in show if isinstance(cue, Say) for line in cue.lines)


def _won_facts(rules: NarratedRules, village: Village, won: Collection[int]) -> Iterator[Fact]:
    """Yield the end of the game, as far as the file says it, and who of each side has won or lost."""
    game, cards, end = rules.file.id, village.state.cards, f"end.{village.state.end}"
    if own := own_line(rules.file, end):
        yield Word(file_line(game, end), said=_lines_of(own))
    for key in ("won", "lost"):
        for side in rules.file.sides:
            its = [seat for seat, card in sorted(cards.items()) if seat > 0 and rules.file.roles[card].side == side]
            seats = [seat for seat in its if (seat in won) == (key == "won")]
            if seats:
                its_side = side_of(game, side)
                line = LineId("wherewolf.winners" if key == "won" else "wherewolf.losers")
                said = line, role_line(its_side), *map(seat_line, seats)
                yield Word(f"wherewolf.{key}", {"role": RoleName(its_side), "seats": seats_joined(seats)}, said)


def _sting(rules: NarratedRules, village: Village, won: Collection[int]) -> str:
    """Return the sound of who has won: somebody alone, the side that takes the rest of the deck, or others."""
    sides = [rules.file.sides[rules.file.roles[village.state.cards[seat]].side] for seat in won]
    if len(sides) < 2:
        return LONE_WON if sides else ""
    return VILLAGE_WON if any(side.count is None for side in sides) else WOLVES_WON


def course_facts(rules: NarratedRules, village: Village) -> Iterator[Fact]:
    """Yield who had which roles, and all that was done, night by night and day by day."""
    table, cards = village.dusk.table, village.state.cards
    for seat, role in enumerate(table.roles, 1):
        yield card_way(rules, seat, (role, cards[seat]))
    for number, each in enumerate(village.judged, 1):
        yield Word("wherewolf.story.night", {"n": Number(number)}, round_lines("night", number))
        yield from (choice_fact(rules, choice) for choice in each.choices.night)
        yield from _fates(rules, village, each.night, each.choices.dawn)
        if each.day and each.choices.day:
            yield Word("wherewolf.story.day", {"n": Number(number)}, round_lines("day", number))
            yield from _fates(rules, village, each.day, each.choices.day.dusk)


def _fates(
    rules: NarratedRules, village: Village, news: MorningNews | DayNews, chosen: Sequence[CallChoice]
) -> Iterator[Fact]:
    """Yield what those chose who died, and what became of seats."""
    for choice in filter(None, chosen):
        way = Joined((SeatMark(choice.seat), *map(SeatName, choice.targets)), " › ")
        yield Word("deal.trail", {"role": rules.role_fact(village.state.cards[choice.seat]), "places": way})
    fates = tuple(_changes(village, news))
    for how, seat, role in fates:
        said = fate_lines(Fate(seat, role_line(role_of(rules.file.id, role)), how))
        yield Word(f"wherewolf.story.{how}", {"n": SeatMark(seat), "role": rules.role_fact(role)}, said)
    if not fates:
        yield Word("verdict.alive")


def _changes(village: Village, news: MorningNews | DayNews) -> Iterator[tuple[str, int, str]]:
    """Yield how a night or a day changed a seat, with the seat and its role."""
    cards = village.state.cards
    yield from (("turned", seat, role) for seat, role in sorted(news.turned.items()))
    yield from (("saved", seat, cards[seat]) for seat in (news.saved if isinstance(news, MorningNews) else news.spared))
    yield from (("killed", seat, cards[seat]) for seat in sorted(news.causes))


def _story_fates(rules: NarratedRules, village: Village) -> Iterator[tuple[Sequence[Fate], Sequence[Fate]]]:
    """Yield who was changed, saved or killed in each night and day."""

    def fates(news: MorningNews | DayNews) -> Sequence[Fate]:
        game = rules.file.id
        found = _changes(village, news)
        return [Fate(seat, role_line(role_of(game, role)), how) for how, seat, role in found]

    for each in village.judged:
        yield fates(each.night), fates(each.day) if each.day else ()
