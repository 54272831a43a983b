"""Measures how long eyes are shut, against a model of the publisher's app.

The app says our own words of each call in full, except for two things that it leaves out: that shields are left alone,
and who helps. Then it waits 6 seconds, or 12 for a role that has more to do by the rulebook's advice, and makes the
next call at once. Our night is as shipped, in seconds of the shipped clips: for a table that knows the deck, and for
one to which every role is new. What the table hears about roles inside their calls is counted separately. A table of
two languages (`en+th`) hears the second in its short form, both from the app and from us."""

from collections.abc import Iterator

from msgspec import Struct

from bench.rows import Row, count
from bench.voices import shipped_voices
from nightcrier.box.games.one_night.night_show import eyes_shut_part, night_show, taught_roles
from nightcrier.box.games.one_night.rules.calls import call_named
from nightcrier.box.games.one_night.rules.deal import MOST_WITHIN_REACH, Deck
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_book import PRINTED
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.rules.scenarios import NamedDeck, deck_scenario
from nightcrier.box.library import words_folders
from nightcrier.box.show.cues import Say, Show, Window, show_length
from nightcrier.box.show.plug import LengthOf
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language, LineId, Seconds
from nightcrier.words.catalogue import LAST_RESORT
from nightcrier.words.shelf import read_words

TABLES = ("en", "th", "fa", "en+th")
SIZE, SMALLEST = len(TABLES), 1
"""The number of tables, each with its languages."""
SIMPLE, MORE, NUDGE = 6.0, 12.0, 5.0
HAS_MORE_TO_DO = frozenset({"doppelganger", "paranormal-investigator", "witch", "village-idiot", "curator", "revealer"})
NOT_THE_APPS = ("one-night.shielded", "one-night.helper")
NUDGE_LINE = LineId("one-night.nudge")
SIZES = (10, 12, 16)
KNOWN, FIRST, SHORTEST = 1.1, 1.3, 5.0
"""The goals: the most time relative to the app for a known deck and for a first evening, and the fewest seconds of a
window for a hand."""


class Night(Struct, frozen=True):
    """Holds lengths of one night in one language: the app's, ours, ours when all is new, and that with explanations."""

    app: Seconds
    known: Seconds
    first: Seconds
    told: Seconds


def app_seconds(deck: Deck, length: LengthOf) -> Seconds:
    night = eyes_shut_part(night_show(deck, Options(wording="full"), SeededChance(0)))
    said = [line for cue in night if isinstance(cue, Say) for line in cue.lines]
    if NUDGE_LINE not in said:
        said.append(NUDGE_LINE)
    words = sum(length(line) for line in said if not line.startswith(NOT_THE_APPS))
    calls = [call_named(window.name, PRINTED).role for window in windows_of(night) if window.name != "nudge"]
    if not {role for role in deck if ROLES[role].wakes} <= {*calls}:
        raise LookupError(f"of {deck} only {calls} are called")
    return words + NUDGE + sum(MORE if role in HAS_MORE_TO_DO else SIMPLE for role in calls)


def windows_of(show: Show) -> list[Window]:
    return [cue for cue in show if isinstance(cue, Window)]


def night_of(deck: Deck, length: LengthOf, languages: int = 1) -> Night:
    def ours(fresh: Deck, taught: Deck) -> Seconds:
        return show_length(_eyes_shut(deck, fresh, taught), length)

    taught = taught_roles(deck, Options(), languages=languages)
    return Night(app_seconds(deck, length), ours((), ()), ours(deck, ()), ours(deck, taught))


def _eyes_shut(deck: Deck, fresh: Deck, taught: Deck) -> Show:
    return eyes_shut_part(night_show(deck, Options(), SeededChance(0), fresh, taught=taught))


def shipped_decks() -> Iterator[tuple[NamedDeck, int]]:
    """Yield every shipped deck with its fewest and most players, and with some numbers between."""
    for file in sorted((share("config") / "scenarios").glob("*.toml")):
        named = deck_scenario(file.read_bytes(), file.stem)
        numbers = named.scenario.players
        for players in sorted({numbers[0], numbers[-1], *set(SIZES).intersection(numbers)}):
            yield named, players


def rows(size: int) -> Iterator[Row]:
    """Yield for each table the nights that are longest beside the app's, and the longest with more players than arms
    can reach."""
    decks = [*shipped_decks()]
    windows = [window for named, players in decks for window in windows_of(_eyes_shut(named.deck(players), (), ()))]
    shortest = min(windows, key=lambda window: window.seconds)
    note = f"{shortest.name}, of {len(decks)} nights"
    yield Row("the shortest window", shortest.seconds, SHORTEST, "s", least=True, note=note)
    for table in TABLES[:size]:
        length, nights = lengths_of_table(table.split("+")), dict[str, Night]()
        for named, players in decks:
            nights[f"{named.scenario.id}, {players}"] = night_of(named.deck(players), length, table.count("+") + 1)
        told = max((deck for deck in nights if is_large(deck)), key=lambda deck: nights[deck].told)
        for what, goal in (("known", KNOWN), ("first", FIRST)):
            worst, ours, app = max((_beside(deck, night, what) for deck, night in nights.items()), key=_ratio)
            yield Row(f"{table}: {what} night", ours, goal * app, "s", rival=app, than="the app", note=worst)
        yield count(f"{table}: over {MOST_WITHIN_REACH} players, all explained", nights[told].told, "s", told)


def _beside(deck: str, night: Night, what: str) -> tuple[str, Seconds, Seconds]:
    return deck, night.first if what == "first" else night.known, night.app


def _ratio(found: tuple[str, Seconds, Seconds]) -> float:
    return found[1] / found[2]


def is_large(deck: str) -> bool:
    return int(deck.rpartition(" ")[2]) > MOST_WITHIN_REACH


def lengths_of_table(languages: list[str]) -> LengthOf:
    """Return the length of a line in all languages of a table. All but the first language use the short form of the
    line, if it has one."""
    first, *others = (lengths_in(Language(each)) for each in languages)
    known = read_words(words_folders(share("assets") / "words"), LAST_RESORT).lines

    def length(line: LineId) -> Seconds:
        short = LineId(f"{line}.short")
        return first(line) + sum(other(short if short in known else line) for other in others)

    return length


def lengths_in(language: Language) -> LengthOf:
    """Return a function for the length of a line in a language's best voice: of its clip, or of its older clip."""
    clips = shipped_voices([language])[0].pack.clips
    lines = read_words(words_folders(share("assets") / "words"), LAST_RESORT).lines
    return lambda line: clips[line if line in clips else LineId(lines[line].older or "")].seconds
