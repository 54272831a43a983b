"""Tests and prints how long twelve people sit at the box if they press as soon as their turn may end."""

from collections.abc import Mapping

import msgspec

from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.table.village import WolfRules, in_the_morning
from nightcrier.box.show.cues import Show, Window, show_length
from nightcrier.kernel.ids import LineId, Seconds
from tests.box.games.wherewolf.dealt.playing import dialling, next_night, night, night_falls, rules_of, table_of, vote

TWELVE = table_of(
    "seer mage witch healer pack-leader pack-wolf young-wolf assassin guard bard sinner jester",
    "medium priest guild-master traitor hermit madman",
)
LINES: Mapping[str, Seconds] = {
    "wherewolf.nightfall.again": 4.0,
    "wherewolf.box.dusk.again": 4.0,
    "wherewolf.box.dawn.again": 2.5,
    "seat-first": 0.25,
    "deal.come": 0.75,
    "deal.come.vote": 0.75,
    "wherewolf.box.ballot": 5.0,
    "wherewolf.box.run-off": 5.5,
    "house.box.spies": 3.5,
}
NUMBER: Seconds = 0.3
NIGHT, BALLOT = 190.0, 75.0


def line_length(line: LineId) -> Seconds:
    """Return how long a voice takes to say a line."""
    return NUMBER if line.startswith(("number.", "seat.")) else LINES[line]


def pressed(show: Show) -> Show:
    """Return a show with each window cut to its least time, as if people pressed as soon as they may."""
    return tuple(
        Window(cue.name, cue.seconds if cue.least is None else cue.least) if isinstance(cue, Window) else cue
        for cue in show
    )


def length(*shows: Show) -> Seconds:
    return sum(show_length(pressed(show), line_length) for show in shows)


def with_options(**changed: object) -> WolfRules:
    return msgspec.structs.replace(rules_of(TWELVE), options=WherewolfOptions(host="box", **changed))  # type: ignore[arg-type]


def night_shows(rules: WolfRules) -> tuple[Show, ...]:
    first = night(rules, night_falls(TWELVE), dialling({}))
    return night(rules, next_night(rules, first), dialling({})).shows


def test_a_night_of_twelve_takes_little_more_than_three_minutes(capsys):
    shows = night_shows(with_options())
    taken = length(*shows)
    with capsys.disabled():
        print(
            f"\nA night of twelve at the box: {taken:.0f} s (dusk {length(shows[0]):.0f}, dawn {length(shows[1]):.0f})"
        )
    assert len(shows) == 2
    assert 150 < taken <= NIGHT


def test_a_ballot_of_twelve_takes_75_seconds_at_most(capsys):
    rules = with_options()
    village = in_the_morning(night(rules, night_falls(TWELVE), dialling({})).village)
    taken = [length(*vote(rules, village, dialling({}), accused).shows) for accused in ((), (0, 1))]
    with capsys.disabled():
        print(f"\nA ballot of twelve: {taken[0]:.0f} s, a run-off: {taken[1]:.0f} s")
    assert all(60 < each <= BALLOT for each in taken)


def test_every_seat_has_the_same_time_and_a_least_one():
    for show in night_shows(with_options()):
        windows = [cue for cue in show if isinstance(cue, Window)]
        assert len({(cue.seconds, cue.least) for cue in windows}) == 1
        assert windows[0].least is not None
        assert windows[0].least < windows[0].seconds


def test_a_table_that_reads_hesitation_gives_everybody_the_whole_time():
    for show in night_shows(with_options(full_windows=True)):
        assert {cue.least for cue in show if isinstance(cue, Window)} == {None}


def test_the_pace_of_the_table_counts():
    slow, fast = (length(*night_shows(with_options(pace=pace))) for pace in ("slow", "fast"))
    assert slow > NIGHT > 162 > fast
