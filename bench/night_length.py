"""python -m bench.night_length [LANGUAGE ...]: how long eyes are shut, against a model of the publisher's app.

The app says our own words of each call in full, without those it lacks: that shields are left alone, that a copy waits,
who is called again later, who helps. Then it waits 6 seconds, or 12 for a role that has more to do by the rulebook's
advice, and calls the next at once. Ours is the night as shipped, in seconds of the shipped clips: of a table that knows
the deck, and of one to which every role is new. What it hears of roles inside their calls is counted apart. A table of
two languages (`en+th`) hears the second in its short form, from the app as from us."""

import sys
from collections.abc import Iterator

from msgspec import Struct

from nightcrier.box.folders import share
from nightcrier.box.games.one_night.night_show import eyes_shut_part, night_show, taught_roles
from nightcrier.box.games.one_night.rules.calls import call_named
from nightcrier.box.games.one_night.rules.deal import MOST_WITHIN_REACH, Deck
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.scenarios import NamedDeck, deck_scenario
from nightcrier.box.library import words_folders
from nightcrier.box.show.cues import Say, Show, Window, show_length
from nightcrier.box.show.plug import LengthOf
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import Language, LineId, Seconds
from nightcrier.tools.decks import line_lengths
from nightcrier.words.catalogue import LAST_RESORT, Words
from nightcrier.words.shelf import read_words

LANGUAGES = ("en", "th", "fa", "en+th", "fa+en")
SIMPLE, MORE, NUDGE = 6.0, 12.0, 5.0
HAS_MORE_TO_DO = frozenset({"doppelganger", "paranormal-investigator", "witch", "village-idiot", "curator", "revealer"})
NOT_THE_APPS = tuple(
    f"one-night.{line}" for line in ("shielded", "sentinel.shield", "doppelganger.wait", "werewolf.too", "helper")
)
NUDGE_LINE = LineId("one-night.nudge")
SIZES = (10, 12, 16)
KNOWN, FIRST, LONGEST = 1.1, 1.3, 300.0
"""The goals: the ratios of a known deck and of a first evening, and for more than ten players the most seconds with all
that is explained."""


class Night(Struct, frozen=True):
    """How long one night is in one language: the app's, ours, ours when all is new, and that with explanations."""

    app: Seconds
    known: Seconds
    first: Seconds
    told: Seconds

    def is_short(self, players: int) -> bool:
        soon = players <= MOST_WITHIN_REACH or self.told <= LONGEST
        return self.known <= KNOWN * self.app and self.first <= FIRST * self.app and soon


def app_seconds(deck: Deck, length: LengthOf) -> Seconds:
    """Return how long eyes are shut with the app."""
    night = eyes_shut_part(night_show(deck, Options(wording="full"), SeededChance(0)))
    said = [line for cue in night if isinstance(cue, Say) for line in cue.lines]
    if NUDGE_LINE not in said:
        said.append(NUDGE_LINE)
    words = sum(length(line) for line in said if not line.startswith(NOT_THE_APPS))
    calls = [call_named(cue.name).role for cue in night if isinstance(cue, Window) and cue.name != "nudge"]
    return words + NUDGE + sum(MORE if role in HAS_MORE_TO_DO else SIMPLE for role in calls)


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


def main(languages: list[str]) -> int:
    lengths = {each: lengths_of_table(each.split("+")) for each in languages or LANGUAGES}
    good = True
    print(f"{'':24}{'calls':>5}" + "".join(f"   {each:>5}: app known  first  told" for each in lengths))
    for named, players in shipped_decks():
        deck = named.deck(players)
        nights = [night_of(deck, length, each.count("+") + 1) for each, length in lengths.items()]
        calls = sum(isinstance(cue, Window) and cue.name != "nudge" for cue in _eyes_shut(deck, (), ()))
        rows = "".join(
            f"   {night.app:10.0f}  {night.known / night.app:4.2f}   {night.first / night.app:4.2f}  {night.told:4.0f}"
            for night in nights
        )
        short = all(night.is_short(players) for night in nights)
        good &= short
        print(f"{named.scenario.id:21}{players:3}{calls:5}{rows}{'' if short else '  TOO LONG'}")
    print(f"asked for: known at most {KNOWN}, first at most {FIRST}; more than ten with all explained {LONGEST:.0f} s")
    return 0 if good else 1


def lengths_of_table(languages: list[str]) -> LengthOf:
    """Return the length of a line in all languages of a table; but for the first language that of its short form, if it
    has one."""
    first, *others = (lengths_in(Language(each)) for each in languages)
    known = read_words(words_folders(share("assets") / "words"), LAST_RESORT).lines

    def length(line: LineId) -> Seconds:
        short = LineId(f"{line}.short")
        return first(line) + sum(other(short if short in known else line) for other in others)

    return length


def lengths_in(language: Language) -> LengthOf:
    words = Words({language: read_words(words_folders(share("assets") / "words"), language)})
    return line_lengths(words, language)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
