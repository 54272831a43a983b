"""Show one scenario of Wherewolf on paper: possible roles, calls and advice."""

from collections import Counter
from collections.abc import Sequence

from nightcrier.box.games.wherewolf.decks.role_checks import role_advice
from nightcrier.box.games.wherewolf.decks.role_draw import dark_to_deal, number_of_choices
from nightcrier.box.games.wherewolf.options import RoleScenario
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, calls_made, role_title
from nightcrier.box.show.deck_checks import advice_rows
from nightcrier.kernel.rows import align_rows


def role_sheet(named: RoleScenario, players: int) -> list[str]:
    """Return the rows of a scenario's sheet."""
    possible = named.possible(players)
    moons = "one moon" if named.moons == 1 else f"{named.moons} moons"
    return [
        f"{named.scenario.names['en']}, {players} players, level {named.scenario.level} of 5, {moons}",
        *_roles(possible, players),
        *_joins(named),
        *_calls(possible),
        *advice_rows(role_advice(possible, players)),
    ]


def _indent(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {row}" for row in align_rows(rows)]


def _roles(possible: Sequence[str], players: int) -> list[str]:
    dark = dark_to_deal(players)
    choices = number_of_choices(possible, players, dark)
    head = (
        f"Possible roles: {len(possible)} cards, {players} of them dealt, {dark} on the Shadow's side by the quarter;"
    )
    rows = [
        [f"{count} x", role_title(role), ROLE_TABLE[role].side, _traits(role), ROLE_TABLE[role].does]
        for role, count in Counter(possible).items()
    ]
    return ["", f"{head} {choices:,} choices, one as likely as the other", *_indent(rows)]


def _traits(role: str) -> str:
    card = ROLE_TABLE[role]
    return "Mystic" if "mystic" in card.tags else "dark aura" if card.dark else ""


def _joins(named: RoleScenario) -> list[str]:
    if not named.joins:
        return []
    rows = [" and ".join(map(role_title, row)) for row in named.joins]
    return [f"With each further player: {', '.join(rows)}"]


def _calls(possible: Sequence[str]) -> list[str]:
    first = ", ".join(map(role_title, calls_made(1, possible)))
    later = ", ".join(map(role_title, calls_made(2, possible)))
    return ["", f"Calls of the first night: {first}", f"Calls of later nights:    {later}"]
