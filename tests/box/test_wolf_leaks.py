"""Tests that Wherewolf without a moderator leaks nothing: over three nights and two votes with other cards and the same
gestures, all that is seen, heard, timed or stored is equal. Only the dead, Accused and burned are public."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.wherewolf.table import course
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.stages import Count
from nightcrier.kernel.chance import SeededChance
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.onlooked import KeptLines
from tests.box.wolf_box import WolfBox
from tests.sampling import sampled, so_many

POSSIBLE = ("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "sinner")
OTHERS = tuple(role for role in POSSIBLE if role not in ("pack-leader", "pack-wolf", "seer"))
SEATS, NIGHTS, DEALS = 8, 3, so_many(3, 2)
FUMBLERS = (63, 28, 51, 74)
SAVING = (42, 77)
"""The seeds of the hands. Clip lengths decide when a gesture falls into a sentence, and so who dies. If these hands do
not do what a test is about, others are tried."""
OTHER_HANDS = range(0, 100, 10)
PREY = {2: "pack-leader", 5: "pack-wolf"}
"""The seats of the wolves. They stay the same, so that wolves in each deal kill the same people."""
HANDS = (
    *[(Control.DIAL, Gesture.TURN)] * 12,
    *[(Control.DIAL, Gesture.PRESS)] * 12,
    *[(Control.DIAL, Gesture.HOLD)] * 8,
    *[(Control.DIAL, Gesture.RELEASE)] * 3,
    *[(Control.BACK, Gesture.PRESS)] * 2,
    (Control.START, Gesture.PRESS),
)
"""Gestures to draw from. `fumble` ends a pause with a second START; during the talk, START leads to the vote."""


class Fumbled(Struct, frozen=True):
    """Holds all that anybody could know of a game: the record, the pictures, the sizes on the disk before each gesture
    (journal bytes, its entries, and the `seal` file), and what is known by day."""

    record: str
    pictures: Sequence[object]
    kept: Sequence[tuple[int, int, int]]
    known: tuple[Sequence[object], Sequence[object]]
    cuts: int
    pauses: int
    told: Sequence[bytes] = ()  # to a second program


def dealt(seed: int, wolves: Mapping[int, str]) -> tuple[str, ...]:
    """Return another deal: the wolves in these seats, all other roles anywhere, and different roles left out."""
    rest = SeededChance(seed).shuffle(OTHERS)[: SEATS - len(wolves) - 1]
    others = iter(SeededChance(seed + 100).shuffle((*rest, "seer")))
    return tuple(wolves[seat] if seat in wolves else next(others) for seat in range(SEATS))


def dealt_box(where, roles, seed, patch, public=None):
    """Return a box that deals these roles. Its seed decides everything else."""

    def cards(rules: WolfRules, village: WolfVillage) -> WolfVillage:
        return rules.place(replace(village, actual=roles), dict(enumerate(roles)))

    patch.setattr(course, "deal_by_box", cards)
    return WolfBox(
        where,
        POSSIBLE,
        SEATS,
        seed,
        files=ForgetfulDisk(),
        pictures=True,
        public=public.witness if public else None,
        host="box",
        pace="fast",
    )


def fumble(where: Path, roles: tuple[str, ...], fumbler: int, presses: bool, patch: pytest.MonkeyPatch) -> Fumbled:
    """Make random gestures at random moments, with pauses and power cuts, until the talk of the last day or the end of
    the game. Without `presses`, nobody chooses anything by night."""
    public = KeptLines()
    box = dealt_box(where, roles, fumbler, patch, public)
    kept, cuts, pauses, rng = list[tuple[int, int, int]](), 0, 0, Random(fumbler)
    box.begin()
    while box.table.session and not (box.village.number == NIGHTS and isinstance(box.stage, Count)):
        kept.append(box.on_disk())
        box.rehearsal.advance(rng.choice((0.3, 1.0, 2.0, 4.0)))
        if rng.random() < 0.02:
            box.cut()
            cuts += 1
        if box.page == "question":
            box.do(Control.BACK)  # the game is to go on
        control, gesture = rng.choice(HANDS)
        if (control, gesture) == (Control.DIAL, Gesture.PRESS) and box.page == "night" and not presses:
            continue
        box.do(control, gesture, rng.choice((-2, -1, 1, 2, 3)) if gesture is Gesture.TURN else 0)
        if control is Control.START and box.page == "pause":
            box.rehearsal.advance(rng.choice((0.5, 7.0)))
            box.do(Control.START)
            pauses += 1
    known = _known(box) if box.table.session else ((), ())
    return Fumbled(box.out.getvalue(), box.kept.pictures, kept, known, cuts, pauses, public.lines)


def two_games(where, fumbler, patch, wanted):
    """Return two games with different deals, under the first hands that make them as wanted."""
    for more in OTHER_HANDS:
        one = fumble(where, dealt(0, PREY), fumbler + more, True, patch)
        if not one.known[0] or one.cuts <= 3 or one.pauses <= 3:
            continue
        other = fumble(where, dealt(1, PREY), fumbler + more, True, patch)
        if other.known[0] and wanted(one, other):
            return one, other
    raise AssertionError("no hands do that")


def deaths(game: Fumbled) -> int:
    """Count the deaths by night."""
    return str(game.known).count("night")


def _known(box: WolfBox) -> tuple[Sequence[object], Sequence[object]]:
    """Return who is out since when, and who was Accused and burned on each day."""
    out = tuple((player.out.number, player.out.when) if player.out else None for player in box.village.known.players)
    return out, tuple((row.day.accused, row.day.burned) for row in box.village.rounds if row.day)


def sitting(deal: int) -> Mapping[int, str]:
    """Return seats for the wolves that differ with each deal."""
    return {deal * 3 % SEATS: "pack-leader", (deal * 3 + 4) % SEATS: "pack-wolf"}


def agree(games: Sequence[Fumbled]) -> None:
    """Check that games with the same public events are the same to the byte."""
    first, *others = games
    assert len(first.told) > 100
    assert first.cuts > 3
    assert first.pauses > 3
    for other in others:
        assert other.known == first.known
        assert other.record == first.record
        assert other.pictures == first.pictures
        assert other.kept == first.kept
        assert other.told == first.told


@pytest.mark.parametrize("fumbler", sampled(FUMBLERS))
def test_the_same_prey_under_other_cards_is_the_same_to_the_byte(fumbler, tmp_path, monkeypatch):
    """If the dead, the Accused and the burned are the same, then everything is."""
    games = two_games(tmp_path, fumbler, monkeypatch, lambda one, other: deaths(one) > 0 and one.known == other.known)
    agree(games)
    _, days = games[0].known
    assert len(days) == NIGHTS - 1


@pytest.mark.parametrize("fumbler", sampled(SAVING))
def test_other_prey_under_other_cards_is_the_same_until_a_dawn_tells_it(fumbler, tmp_path, monkeypatch):
    """Saving or killing somebody at night leaves no trace before everybody is told."""
    one, other = two_games(tmp_path, fumbler, monkeypatch, lambda one, other: deaths(one) != deaths(other))
    rows = [json.loads(row) for row in one.record.splitlines()]
    lines = zip(one.record.splitlines(), other.record.splitlines(), strict=False)
    told = next(number for number, (row, its) in enumerate(lines) if row != its)
    assert (rows[told]["kind"], rows[told]["page"]) == ("screen", "dawn")
    seen = sum(row["kind"] == "screen" for row in rows[:told])
    assert seen > 100
    assert one.pictures[:seen] == other.pictures[:seen]
    assert one.pictures[seen] != other.pictures[seen]


def test_wolves_who_want_nobody_leave_no_trace_wherever_they_sit(tmp_path, monkeypatch):
    """By night, everybody reads and turns the dial without pressing. Votes are given, or drawn if time runs out."""
    games = [fumble(tmp_path, dealt(deal, sitting(deal)), 1, False, monkeypatch) for deal in range(DEALS)]
    agree(games)
    out, days = games[0].known
    assert "night" not in str(out)
    assert len(days) == NIGHTS - 1


@pytest.mark.parametrize("first", ["witch", "medium", "seer", "mage"])
def test_back_after_a_choice_tells_nobody_who_asks(first, tmp_path, monkeypatch):
    """Hold, turn, press and BACK look the same on the screen whatever role seat 1 has."""
    records = [taken_back(tmp_path, role, monkeypatch) for role in ("hermit", first)]
    assert records[0] == records[1]


def taken_back(where: Path, first: str, patch: pytest.MonkeyPatch) -> str:
    """Return the record of a game in which seat 1 chose somebody at the first dusk and then pressed BACK."""
    others = [role for role in POSSIBLE if role not in (first, "sinner", "peasant")]
    box = dealt_box(where, (first, *others)[:SEATS], 1, patch)
    box.begin()
    while (box.window, box.page) != ("seat-1", "night"):
        box.until(lambda: bool(box.window))
        if box.page == "deal":
            box.look()
            box.do(Control.DIAL)
            box.rehearsal.advance(1.0)
    box.look()
    for gesture in (Gesture.TURN, Gesture.PRESS):
        box.do(Control.DIAL, gesture, 1)
    box.do(Control.BACK)
    box.rehearsal.advance(2.0)
    return box.out.getvalue()
