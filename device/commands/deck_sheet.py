"""One deck on paper: the cards, the calls of its night, how long it takes, what to know before, and the odds."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from device.games.one_night import odds
from device.games.one_night.cards import ROLES
from device.games.one_night.day import day_seconds
from device.games.one_night.decks import CENTER, Deck, center_wolf
from device.games.one_night.night import night_show
from device.games.one_night.options import Options
from device.games.one_night.rules_of_decks import Finding, sentence, warnings
from device.games.one_night.scenarios import NamedDeck
from device.games.one_night.state import DOPPELGANGER
from device.games.one_night.wake_order import role_of
from device.kernel.chance import SeededChance
from device.kernel.ids import LineId, Seconds
from device.show.cues import Gap, Say, Show, Signal, Window
from device.show.stages import Game, Scenario, Setup
from device.table.pages.names import fact_text
from device.words.catalogue import LAST_RESORT, Words

SIGNAL = 4.0  # about as long as the howl and the bell sound

Length = Callable[[LineId], Seconds]


def sheet(named: NamedDeck, players: int, options: Options, words: Words, length: Length) -> list[str]:
    """The rows. `length` says how long a line takes to speak."""
    deck = named.deck(players)
    night = night_show(deck, options, SeededChance(0))
    return [
        f"{named.scenario.names['en']}, {players} players, level {named.scenario.level} of 5",
        *_cards(deck, words),
        *_fillers(named, words),
        *_calls(night, words),
        *_times(show_length(night, length), day_seconds(players, options)),
        *_advice(warnings(deck, players), words),
        *_odds(deck, words),
    ]


def plain_sheet(game: Game, scenario: Scenario, setup: Setup, words: Words) -> list[str]:
    """The rows for a game in which no card is dealt by chance and no role is called."""
    title = words.screen(LAST_RESORT, f"game.{game.id}")
    advice = [f"  - {fact_text(words, LAST_RESORT, warning)}" for warning in game.warnings(setup)]
    return [
        f"{title}: {scenario.names['en']}, {setup.players} players, level {scenario.level} of 5",
        "",
        "Cards that may come",
        *(f"  {_name(card, words)}" for card in game.deck(setup)),
        *(["", "Before you play", *advice] if advice else []),
    ]


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows under their heads, every column as wide as its widest."""
    table = [heads, *rows] if any(heads) else list(rows)
    wide = [max(len(row[n]) for row in table) for n in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in table]


def show_length(show: Show, length: Length) -> Seconds:
    """How long a show takes."""
    total = 0.0
    for cue in show:
        match cue:
            case Say(line):
                total += length(line)
            case Window(_, seconds) | Gap(seconds):
                total += seconds
            case Signal():
                total += SIGNAL
    return total


def _cards(deck: Deck, words: Words) -> list[str]:
    rows = [["", f"{count} x", _name(role, words), _team(role)] for role, count in Counter(deck).items()]
    wolf = center_wolf(deck)
    if wolf:
        rows.append(["", "+ 1 x", _name(wolf, words), "beside the center, for the Alpha Wolf"])
    head = f"Deck: {len(deck)} cards, {len(deck) - CENTER} dealt and {CENTER} in the center"
    return ["", head, *columns(["", "", "", ""], rows)]


def _team(role: str) -> str:
    return "as the role she sees" if role == DOPPELGANGER else ROLES[role].team.value


def _fillers(named: NamedDeck, words: Words) -> list[str]:
    if not named.fillers:
        return []
    return [f"One more with each further player: {', '.join(_name(role, words) for role in named.fillers)}"]


def _calls(night: Show, words: Words) -> list[str]:
    windows = [cue for cue in night if isinstance(cue, Window) and role_of(cue.name) in ROLES]
    rows = [["", f"{n}.", _name(opened.name, words), f"{opened.seconds:.0f} s"] for n, opened in enumerate(windows, 1)]
    return ["", "Wake order", *columns(["", "", "", ""], rows)]


def _times(night: Seconds, talk: Seconds) -> list[str]:
    return ["", f"Night: about {_minutes(night)}", f"Talk:  {_minutes(talk)}"]


def _advice(findings: Sequence[Finding], words: Words) -> list[str]:
    said = [f"  - {sentence(finding, lambda role: _name(role, words))}" for finding in findings]
    return ["", "Before you play", *said] if said else []


def _odds(deck: Deck, words: Words) -> list[str]:
    rows = [_odd("no Werewolf among the players", odds.no_wolf(deck))]
    rows.append(_odd("exactly one Werewolf among the players", odds.one_wolf(deck)))
    if "mason" in deck:
        rows.append(_odd("both Masons in the center", odds.all_in_center(deck, {"mason"})))
    for role, count in Counter(deck).items():
        which = _name(role, words) if count == 1 else f"a {_name(role, words)}"
        rows.append(_odd(f"{which} in the center", odds.some_in_center(deck, {role})))
    return ["", "Odds of the deal", *columns(["", "", "", ""], rows)]


def _odd(what: str, chance: Fraction) -> list[str]:
    return ["", what, f"{float(chance):6.1%}", str(chance)]


def _name(role: str, words: Words) -> str:
    return words.role(LAST_RESORT, role)


def _minutes(seconds: Seconds) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
