"""Leads a game with a moderator who does not tell the box the roles. The box gives the script and the clock, and
guesses nothing.

The moderator counts the votes. He enters when a call is over, who died in the night, who is Accused, and who burns. He
also enters whether the game is over, and who has won."""

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.dealing import ALL_DEALT, ShuffledCards
from nightcrier.box.games.engine.hosted.host_steps import HostTell, goes_on, host_show, house_line, house_word
from nightcrier.box.games.wherewolf.hosted.call_shows import close_cues, wake_cues
from nightcrier.box.games.wherewolf.hosted.night import nightfall_cues
from nightcrier.box.games.wherewolf.table.day import (
    SPEECH,
    TO_CHOOSE,
    hear_accused,
    hold_talk,
    name_accused,
    village_talk,
    vote_open,
)
from nightcrier.box.games.wherewolf.table.phrases import (
    dawn_in_village,
    seat_number,
    seats_named,
    seats_or_nobody,
    wolf_line,
    wolf_title,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage, at_nightfall
from nightcrier.box.show.agenda import RowStep, SilentStep, StageStep, StepResult
from nightcrier.box.show.answers import Option, Picks, one_value
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Say, say_lines, say_whole
from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Marks, Perform, Verdict
from nightcrier.kernel.ids import seat_first, seats_say


class ScriptDay(RowStep[WolfRules, WolfVillage], frozen=True):
    """The step that leads a day, from the question about the dead to the pyre. The question is asked while everybody's
    eyes are shut. On the first day the box does not ask about the dead, or whether the game is over."""

    def row(self, rules: WolfRules, village: WolfVillage) -> AskingRow[WolfResult]:
        later = village.number > 1
        dead = (yield from _ask_seats(wolf_word("ask.died"), seats_left(rules, village))) if later else ()
        known = replace(village, gone=(*village.gone, *dead))
        yield Perform(dawn_in_village(village.number, dead, {}), "dawn")
        if later and not (yield from goes_on(HOST)):
            seats = seats_or_nobody(range(rules.players))
            won = yield Ask(TABLE, wolf_word("ask.won"), seats, marks=Marks(0, rules.players))
            return StepResult(known, (StageStep(_end_as_told(rules, known, tuple(map(int, won)))),), ends=True)
        yield Perform((Call(wolf_word("moment.dawn")), *say_lines(wolf_line("assembly"))), "dawn")
        left = seats_left(rules, known)
        talk = village_talk(rules, village.number, (house_word("in-play", n=Number(len(left))),))
        began = yield from hold_talk(rules, village, left, talk)
        burned = yield from _ask_votes(rules, village, left)
        return StepResult(replace(known, gone=(*known.gone, *burned), began=began))


def seats_left(rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
    return tuple(seat for seat in range(rules.players) if seat not in village.gone)


def _ask_seats(question: Fact, seats: tuple[int, ...]) -> AskingRow[tuple[int, ...]]:
    asked = Ask(HOST, question, seats_or_nobody(seats), marks=Marks(0, len(seats)))
    return tuple(map(int, (yield asked)))


def _end_as_told(rules: WolfRules, village: WolfVillage, won: tuple[int, ...]) -> Verdict:
    winners = seats_say([seat + 1 for seat in sorted(won)], "verdict.winners", wolf_line("no-winners"))
    named = Word("verdict.winners", {"seats": seats_named(won)}) if won else Word("verdict.nobody")
    return Verdict(
        dead=tuple(sorted(seat + 1 for seat in village.gone)),
        points=tuple(int(seat in won) for seat in range(rules.players)),
        facts=(named,),
        lines=(house_line("end"), *winners),
    )


def _ask_votes(rules: WolfRules, village: WolfVillage, left: tuple[int, ...]) -> AskingRow[tuple[int, ...]]:
    """Ask the moderator whom the vote made Accused, and which of the Accused burns."""
    yield vote_open(rules, village, ()).shown
    yield from _call_seats(left[::-1] if village.number % 2 == 0 else left)
    accused = yield from _ask_seats(house_word("ask.accused"), left)
    yield host_show(name_accused(rules, accused, led=True), "vote").shown
    if len(accused) >= TO_CHOOSE and len(left) != TO_CHOOSE:
        yield from hear_accused(rules, accused, Count(SPEECH, foot="key.on"))
        yield vote_open(rules, village, accused).shown
        yield from _call_seats(accused)
    burns = one_value((yield Ask(HOST, wolf_word("ask.burns"), seats_or_nobody(accused))))
    burned = (int(burns),) if burns.isdecimal() else ()
    title = wolf_word("burned", n=seat_number(burned[0])) if burned else wolf_word("no-burned")
    told = say_whole(seat_first(burned[0] + 1, wolf_line("burns"))) if burned else Say(wolf_line("no-burned"))
    yield host_show((Call(title), told), "vote").shown
    return burned


def _call_seats(seats: tuple[int, ...]) -> AskingRow[None]:
    """Call each seat, one after another, while the moderator counts the hands."""
    options = (Option("", wolf_word("script")),)
    for seat in seats:
        called = wolf_word("seat-called", n=seat_number(seat))
        yield Ask(HOST, called, options, lines=seat_first(seat + 1))


def script_steps() -> tuple[WolfStep, ...]:
    welcome = (Call(wolf_word("title")), *say_lines(wolf_line("open")))
    return (StageStep(Perform(welcome, "deal")), ShuffledCards("unknown"), ALL_DEALT, ScriptRound())


class ScriptRound(SilentStep, frozen=True):
    """The step that adds a night and its day. The moderator presses START after every call."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        fallen = at_nightfall(replace(village, gone=tuple(dict.fromkeys((*village.gone, *village.left)))))
        number = fallen.number
        begun = (host_show(nightfall_cues(rules, number)), HostTell((house_word("night", n=Number(number)),)))
        calls = tuple(step for call in rules.calls(number) for step in _script_call(rules, call, number))
        return StepResult(fallen, (*begun, *calls, ScriptDay(), ScriptRound()), settles=True)


def _script_call(rules: WolfRules, call: str, number: int) -> tuple[WolfStep, ...]:
    done = HostTell((wolf_title(call), wolf_word("script")))
    return (host_show(wake_cues(rules, call, number)), done, host_show(close_cues(rules, call, number)))
