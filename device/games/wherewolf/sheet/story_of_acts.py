"""The acts of a game of Wherewolf in words: what was dealt beside the roles, choices at night, votes."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import asdict

from device.games.wherewolf.referee.acts import DealtTable, NightAction, VoteSheet
from device.games.wherewolf.referee.pack import call_of
from device.games.wherewolf.referee.windows import WINDOW_POWERS
from device.games.wherewolf.rules.refusal import role_title, the_role
from device.games.wherewolf.rules.roles import FIRST_NIGHT, LATER_NIGHTS
from device.games.wherewolf.rules.switches import Switches
from device.games.wherewolf.sheet.sentences import places_said

_CHOICES_SAID = {
    "seer": "asks about",
    "mage": "asks about",
    "medium": "asks about",
    "witch": "protects",
    "healer": "wants to save",
    "juliet": "chooses as Romeo",
    "guardian-angel": "chooses as the Beloved",
    "amulet": "hands the Amulet to",
    "sword": "hands the Sword to",
    "assassin": "strikes at",
    "guild-master": "wants to win over",
}
"""The words for a choice; all other powers `points at`."""

_LATENT_SAID = {"hero": "a Hero", "descendant": "a Wolf Descendant"}


def table_said(table: DealtTable, names: Mapping[int, str]) -> Iterator[str]:
    """Tell what is known before the first night beside the roles."""
    for seat, identity in table.latent.items():
        yield f"{names[seat]} is {_LATENT_SAID[identity]}, and does not know it."
    for item, seat in table.items.items():
        yield f"{names[seat]} has the {role_title(item)}."
    shipped = asdict(Switches())
    for switch, value in asdict(table.switches).items():
        if value != shipped[switch]:
            yield f"House rule: {switch} is {'true' if value else 'false'}."


def in_call_order(actions: Sequence[NightAction], number: int) -> list[NightAction]:
    """The actions as the night called them, whatever the order on paper; in a Mystic's turn the powers of others come
    first."""
    calls = FIRST_NIGHT if number == 1 else LATER_NIGHTS

    def moment(action: NightAction) -> tuple[int, int]:
        if action.during is not None:
            return calls.index(action.during), WINDOW_POWERS.index(action.power)
        return calls.index(call_of(action.power)), len(WINDOW_POWERS)

    return sorted(actions, key=moment)


def choice_said(action: NightAction, names: Mapping[int, str]) -> str:
    """The words for what a seat did with a power."""
    if action.during is not None:
        eyes = f"opens the eyes in the turn of {the_role(action.during)}"
        aim = f" and {_CHOICES_SAID[action.power]} {places_said(action.targets)}" if action.targets else ""
        return f"{names[action.seat]} {eyes}{aim}"
    if not action.targets:
        return f"{names[action.seat]} chooses nobody"
    turned = " as a Werewolf" if action.power == "peasant" else ""
    return f"{names[action.seat]} {_CHOICES_SAID.get(action.power, 'points at')} {places_said(action.targets)}{turned}"


def votes_said(what: str, sheet: VoteSheet) -> Iterator[str]:
    """The votes as people gave them, before any power."""
    if sheet.hands:
        hands = ", ".join(f"P{place + 1} {number}" for place, number in sorted(sheet.hands.items()))
        yield f"Hands in the {what}: {hands}"
    if sheet.votes:
        votes = ", ".join(f"P{seat + 1} for {places_said(places)}" for seat, places in sorted(sheet.votes.items()))
        yield f"Votes in the {what}: {votes}"
    for signal in sheet.signals:
        yield f"P{signal.seat + 1} signals {places_said(signal.targets)} as {the_role(signal.power)}"
