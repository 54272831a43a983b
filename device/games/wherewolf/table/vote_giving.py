"""The ways to vote, by who leads: a moderator dials in hands, or everybody comes to the box. And what is said of the
votes: names, and never totals."""

from device.games.wherewolf.dealt.ballots import ballot
from device.games.wherewolf.hosted.hands import count_hands
from device.games.wherewolf.table.phrases import seat_number, seats_named, seats_said, wolf_line, wolf_word
from device.games.wherewolf.table.village import WolfRules, WolfStep, WolfVillage
from device.kernel.ids import screen_line
from device.show.agenda import StageStep
from device.show.cues import SILENCE, Call, Show, say_lines
from device.show.stages import HOST, TABLE, Perform, Tell


def vote_steps(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...]) -> tuple[WolfStep, ...]:
    """The accusation, or between the `accused` the run-off."""
    if village.led or rules.options.open_vote:
        return (vote_open(rules, accused), *count_hands(village, accused))
    return ballot(rules, village, accused or None)


def vote_open(rules: WolfRules, accused: tuple[int, ...]) -> StageStep:
    """The words that open a vote. Lights are on, and it is silent: no bed lies under a vote."""
    which = "run-off" if accused else "accusation"
    how = "eyes-open" if rules.options.open_vote else "open"
    called = seats_said(accused)
    show: Show = (Call(wolf_word(f"moment.{which}")), SILENCE, *say_lines(wolf_line(f"{which}.{how}"), *called))
    return StageStep(Perform(show, "vote"))


def count_again(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...]) -> tuple[WolfStep, ...]:
    """The steps of the same votes once more, where the hands cannot be; whoever counts is told so."""
    who, said = HOST if village.led else TABLE, (screen_line("wherewolf.count-again"),)
    told = StageStep(Tell(who, (wolf_word("count-again"),), said))
    return (told, *vote_steps(rules, village, accused)[1:])


def name_accused(rules: WolfRules, accused: tuple[int, ...], *, led: bool) -> Show:
    """The words that name the Accused, and never totals. Eyes were shut where hands were counted by somebody who
    leads."""
    title = wolf_word("accused", seats=seats_named(accused)) if accused else wolf_word("no-accused")
    which = {0: "none", 1: "one"}.get(len(accused), "many")
    eyes = () if rules.options.open_vote or not led else (wolf_line("eyes"),)
    return (Call(title), *say_lines(*eyes, wolf_line(f"accused.{which}"), *seats_said(accused)))


def call_to_speak(seat: int) -> StageStep:
    """The show that calls one of the Accused to speak."""
    title = wolf_word("moment.defence", n=seat_number(seat))
    return StageStep(Perform((Call(title), *say_lines(wolf_line("defence"), *seats_said([seat]))), "vote"))
