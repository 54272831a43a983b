"""A judged game of One Night as a story, for people who want to know why: `nightcrier judge --explain`."""

from collections.abc import Iterator, Sequence

from msgspec import Raw

from nightcrier.box.games.one_night.referee.card_state import CardState, role_called
from nightcrier.box.games.one_night.referee.deeds import CardLook, do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.referee.verdict import Judgement, PlayedRound, judge_round
from nightcrier.box.games.one_night.referee.whole_night import MEETING_TIME, actions_by_moment, meetings
from nightcrier.box.games.one_night.rules.blocks import Deed
from nightcrier.box.games.one_night.rules.decks import place_names
from nightcrier.box.games.one_night.rules.roles import deed_of
from nightcrier.box.games.one_night.sheets.judge_report import reason_sentence
from nightcrier.box.games.one_night.sheets.judge_sheet import read_sheet, stretches, to_round

DEED_SAID = {
    Deed.LOOK: "looks at {targets}",
    Deed.LOOK_AT_OWN: "looks at the own card",
    Deed.COPY: "looks at {targets}, and plays that role from now on",
    Deed.INVESTIGATE: "looks at {targets}",
    Deed.SHIELD: "lays the shield on {targets}",
    Deed.ROB: "exchanges cards with {targets} and looks at the new one",
    Deed.BEWITCH: "looks at the first of {targets} and puts it before the second",
    Deed.SWAP: "exchanges the cards of {targets}",
    Deed.DRAW: "exchanges cards with {targets}, unseen",
    Deed.GIVE_EXTRA: "gives the extra wolf card to {targets}",
    Deed.SHIFT: "moves the cards of all others by one seat, {direction}",
    Deed.LAY_ARTIFACT: "lays the {artifact} on {targets}",
    Deed.TURN_OVER: "turns over {targets}",
}


def story_of_sheet(content: bytes | Raw) -> list[str]:
    """A game on paper as a story. Raises BrokenRule."""
    played = to_round(read_sheet(content))
    return _story_of_round(played, judge_round(played))


def _story_of_round(played: PlayedRound, judgement: Judgement) -> list[str]:
    """The story, line by line."""
    dealt = played.dealt
    place = place_names(dealt.seats)
    cards = [f"{place[at]} {role_called(card)}" for at, card in enumerate(dealt.printed)]
    lines = [f"One Night, {dealt.seats} players: {', '.join(cards)}.", *stretches(dealt.printed, dealt.seats), "Night"]
    lines += [f"  {line}." for line in _night(played)] or ["  Nobody does anything."]
    lines += [
        f"  {place[seat]}, the {role_called(role)}, must act and does not." for seat, role in judgement.night.idle
    ]
    lines += ["Morning", f"  {_before(judgement.night.state)}."]
    return [*lines, *_vote(judgement, place)]


def _night(played: PlayedRound) -> Iterator[str]:
    """Tell every deed in wake order, and whom the wolves, the Minion and the Masons see."""
    state = played.dealt
    place = place_names(state.seats)
    met = False
    for moment, _, action in actions_by_moment(state, played.actions):
        if moment >= MEETING_TIME and not met:
            met = True
            yield from _meetings(state)
        after = do_action(state, action)
        yield f"{place[action.seat]}, as {role_called(action.role)}, {_deed(action, place)}{_looks(after.told, place)}"
        if after.skipped:
            yield f"{place[action.seat]} is stopped by a shield"
        state = after.state
    if not met:
        yield from _meetings(state)


def _meetings(state: CardState) -> Iterator[str]:
    place = place_names(state.seats)
    for seat, met in meetings(state).items():
        yield f"{place[seat]} recognises {', '.join(place[other] for other in met.seats)}"


def _deed(action: RoleAction, place: tuple[str, ...]) -> str:
    deed = deed_of(action.role)
    if deed is None or action.does_nothing():
        return "does nothing"
    targets = " and ".join(place[target] for target in action.targets)
    artifact = (action.artifact or "artifact").replace("-", " ")
    return DEED_SAID[deed].format(targets=targets, direction=action.direction, artifact=artifact)


def _looks(looks: Sequence[object], place: tuple[str, ...]) -> str:
    seen = [f"{place[look.place]} is the {role_called(look.card)}" for look in looks if isinstance(look, CardLook)]
    return f": {', '.join(seen)}" if seen else ""


def _before(state: CardState) -> str:
    place = place_names(state.seats)
    return ", ".join(f"{place[at]} {role_called(state.face(at))}" for at in range(len(state.lies)))


def _vote(judgement: Judgement, place: tuple[str, ...]) -> list[str]:
    lines = []
    if judgement.tally is not None:
        counts = [f"{place[seat]} {votes}" for seat, votes in enumerate(judgement.tally.counts)]
        lines += ["Vote", f"  {', '.join(counts)}."]
    if judgement.dead is not None:
        lines.append(f"  Dead: {', '.join(place[seat] for seat in sorted(judgement.dead)) or 'nobody'}.")
    if judgement.result is not None:
        lines += [reason_sentence(reason, judgement.night.state.seats) for reason in judgement.result.reasons]
    return lines
