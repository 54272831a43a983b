"""Tests the timing of sound: each sentence leaves 0.3 s after the last, silence is over within half a second unless
somebody needs it, and no result is told before all have counted."""

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from nightcrier.box.games.engine.story import cues_of_dead, then_breath
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.cues import Gap
from nightcrier.box.sound.desk.bed_level import DUCK_DB
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.cli import main
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import share, standard_folders
from nightcrier.kernel.ids import COUNTS, DAY_BED, FILLS, LineId
from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.tools.render import add_render_arguments
from nightcrier.tools.render_show import find_show, perform_show
from nightcrier.tools.timeline import SOUNDS, Moment, moments_of
from nightcrier.words.catalogue import LANGUAGES, UNHEARD
from nightcrier_studio.said import evenings_heard
from tests.evenings.rehearsed import Rehearsed
from tests.sampling import sampled, whole
from tests.words.test_sentences import WORDS

AUDIO = share("assets") / "audio"
KEPT = sorted(Path("tests/evenings/records").glob("*.jsonl"))
SENTENCES, SILENCE = 0.3, 0.51
PARTS = (*FILLS, *COUNTS, "role.", "screen.wherewolf.")
AFTER_A_CUT = "screen.ask.go-on"  # said first when the power is back: what was said before never came to its end
TALK = r"(day\.|deal\.day|growl\.day|heartbeat|tick)\S*"
MEANT = (
    (r"vote\.(three|two|one) vote\.(two|one|now)", 0.7, 0.7),  # the beat of the count
    (r"vote\.open\S* vote\.two", 3.7, 3.7),  # Persian points on its third word
    (r"(vote\.open\S*|growl\.ready) vote\.three", 3.0, 3.0),  # they choose
    (r"(vote\.now|deal\.votes) \S*", 1.5, 1.5),  # nothing at all
    (r"vote\.hold one-night\.reveal\S*", 5.0, 15.0),  # they count
    (r"one-night\.reveal\S* one-night\.reveal\S*", 3.0, 4.0),  # they turn their cards, and shout
    (r"one-night\.reveal\S* \S*", 6.0, 6.0),  # the table talks
    (r"(verdict|house|dead|wherewolf\.(no-)?burn|role|screen)\S* \S*-won", 2.5, 2.5),  # the breath
    (r"vote\.hold \S*", 5.0, 15.0),
    (r"growl\.end\S* growl\.growl\.zero", 1.5, 1.5),  # before the three acts of the end
    (r"growl\.growl\.\S* \S*-won|growl\.announce \S*|\S* growl\.(humans|wolves)-win\S*", 2.5, 2.5),
    (r"(\S*\.)?dawn\S* \S*", 1.0, 1.0),  # eyes open
    (r"house\.(died|dead)\.(one|many)\S* \S*", 0.8, 0.8),  # before who it was
    (r"number\.\S* (house\.was|dead\.side)\S*", 1.5, 1.5),  # before the card
    (r"(house\.died|dead|wherewolf\.burns)\S* \S*", 1.0, 1.5),  # before the card, and the next
    (r"\S*house\.was\S* \S*|role\.\S* \S*|number\.\S* (seat-first|file\.\S*)", 1.0, 1.5),
    (r"\S*\.close\S* \S*", 0.4, 1.75),  # a head sinks, or leans back from the box
    (r"\S*\.act\.short one-night\S*|explain\.role\.\S* practice\S*", 0.5, 1.5),
    (r"gong \S*\.wake\S*|growl\.sniff\.shut dawn|wolf-howl growl\.sniff\.open", 2.0, 2.25),  # all fall asleep, or wake
    (r"growl\.growl\.\S* \S*", 2.0, 5.0),  # the table growls, or cheers
    (f"{TALK} ({TALK}|gong)", 0.5, 300.0),
    (r"dead\.last-words seat-first", 10.0, 10.0),  # who was voted out speaks, and is warned
    (r"(role|number)\.\S* (role\.\S*|one-night\.lay\.next)", 0.5, 2.5),  # hands look for a card of the list
)
"""Pairs of sounds between which silence is needed, with its least and most seconds."""


def undisturbed(record: Iterable[dict[str, Any]]) -> Iterator[list[Moment]]:
    """Yield the sounds and windows between one gesture and the next."""
    rows = list[dict[str, Any]]()
    for row in (*record, {"kind": "input", "t": 0.0}):
        if row["kind"] == "input" or row.get("line") == AFTER_A_CUT:
            yield [each for each in moments_of(rows, AUDIO) if each.kind in {*SOUNDS, "window"}]
            rows = []
        if row.get("name") != "bell":  # in the place of a voice
            rows.append(row)


def seams(record: Iterable[dict[str, Any]]) -> Iterator[tuple[Moment, Moment]]:
    return (pair for moments in undisturbed(record) for pair in pairwise(moments))


def heard_wrong(record: list[dict[str, Any]]) -> set[str]:
    """Return the sentences that follow another too soon, and the silences that nobody needs."""
    wrong = set()
    for before, after in seams(record):
        names = f"{before.name} {after.name}"
        parts = before.name.startswith(PARTS) or after.name.startswith(PARTS)
        if before.kind == after.kind == "say" and after.silence < SENTENCES - 0.001 and not parts:
            wrong.add(f"{names}: only {after.silence:.2f} s")
        if "window" not in {before.kind, after.kind} and after.silence > SILENCE:
            meant = ((least, most) for row, least, most in MEANT if re.fullmatch(row, names))
            if not any(least - 0.01 <= after.silence <= most + 0.01 for least, most in meant):
                wrong.add(f"{names}: silent for {after.silence:.2f} s")
    return wrong


def told_too_soon(record: list[dict[str, Any]]) -> list[str]:
    """Return lines that tell the result, or have cards turned, between a vote's first word and the end of its count."""
    found, counted = list[str](), True
    tells = re.compile(r"\S*reveal|verdict|\S*reason|\S*-won|dead|house\.(died|was)|wherewolf\.burns")
    for row in record:
        said = row.get("line", row.get("name", ""))
        counted = said not in {"gong", "vote.open", "vote.open.short", "vote.three"} and (
            counted or said in {"vote.hold", "growl.hold", "deal.votes"} or row["kind"] == "input"
        )
        if not counted and tells.match(said):
            found.append(said)
    return found


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_an_evening_keeps_its_silences(file):
    record = [json.loads(row) for row in file.read_text("utf-8").splitlines()]
    assert (heard_wrong(record), told_too_soon(record)) == (set(), [])


@pytest.mark.parametrize(
    ("evening", "met"),
    [
        ("wherewolf-box-eight", {("wherewolf.burns", "nightfall"), ("house.dead.none", "village-won")}),
        ("mafia-dealt", {("number.1", "dead.voted"), ("dead.nobody", "deal.choosing")}),
    ],
)
def test_many_nights_keep_their_silences(evening, met, tmp_path):
    """In these evenings people burn or are voted out, and a night ends the game or follows a vote that spares all."""
    record = Rehearsed(tmp_path).play(Path(f"tests/evenings/{evening}.txt")).rows
    assert (heard_wrong(record), told_too_soon(record)) == (set(), [])
    assert met <= {(before.name, after.name) for before, after in seams(record)}


def test_the_breath_takes_the_place_of_the_silence_after_the_last_of_the_dead():
    told = cues_of_dead({2: LineId("house.died"), 4: LineId("house.died")}, {})
    rests = [[cue.seconds for cue in show if isinstance(cue, Gap)] for show in (told, then_breath(told))]
    assert rests == [[1.0, 1.0], [1.0, 2.5]]


@pytest.mark.parametrize("line", ["house.died.one", "house.was", "dead.voted", "wherewolf.burns", "verdict.dead.one"])
def test_a_vote_that_tells_too_soon_is_found(line):
    rows = [{"kind": "say", "line": each} for each in ("vote.open", line, "vote.hold", line)]
    assert told_too_soon(rows) == [line]


GAMES = {
    "one-night": ("night", "day", "vote", "verdict"),
    "growl": ("dusk", "night", "sniff", "growl", "cheer", "verdict"),
    "wherewolf": ("deal", "night", "dawn", "vote"),
    **dict.fromkeys(("mafia", "full-moon"), ("deal", "night", "dawn", "day", "vote")),
    **dict.fromkeys(("round-table", "spies", "two-tracks"), ("night", "dawn")),
}
SHOWS = [(game, show) for game, shows in GAMES.items() for show in shows]
PLAYED = [
    (*named, language)
    for number, named in enumerate(SHOWS)
    for at, language in enumerate(LANGUAGES)
    if whole or number % len(LANGUAGES) == at
]


def show_heard(where: Path, *words: str, more: Iterable[str] = ()) -> list[dict[str, Any]]:
    """Return the record of a show: its sounds, its windows, and rows of further kinds."""
    add_render_arguments(parser := ArgumentParser())
    out, folders = StringIO(), standard_folders({}, where)
    witness = RecordWitness(out, kinds={*SOUNDS, "window", *more})
    rehearsal = Rehearsal(folders, VirtualClock(), SilentPlayer(), 0, witness)
    shown = find_show(rehearsal, folders.recordings, parser.parse_args((*words, "--out", "unwritten")), None)
    perform_show(rehearsal, shown, lambda: False)
    return [json.loads(row) for row in out.getvalue().splitlines()]


@pytest.mark.parametrize(("game", "show", "language"), PLAYED)
def test_a_show_of_any_game_keeps_its_silences_in_any_language(game, show, language, tmp_path):
    record = show_heard(tmp_path, "--game", game, "--show", show, "--language", language)
    assert heard_wrong(record) == set()
    assert record


LEAST_STEP = 6.0
"""A bed is at least this many decibels lower under words than in windows."""


def levels_in(record: Iterable[dict[str, Any]]) -> Iterator[tuple[str, float | None]]:
    """Yield each beginning and the bed's level then: of words at their start, of a window once the bed has risen."""
    level: float | None = None
    for row in sorted(record, key=itemgetter("t")):
        if row["kind"] == "bed":
            level = row["level_db"] if row["name"] else None
        yield row["kind"], level


@pytest.mark.parametrize("game", [game for game, shows in GAMES.items() if "night" in shows and game != "growl"])
def test_a_night_begins_with_its_notes_and_its_bed_and_words_lie_clearly_over_it(game, tmp_path):
    record = show_heard(tmp_path, "--game", game, "--show", "night", more=["bed"])
    notes, bed, words = (next(row for row in record if row["kind"] == kind) for kind in ("signal", "bed", "say"))
    assert (notes["name"], bed["t"] - notes["t"]) == ("nightfall", pytest.approx(0.4))
    assert words["t"] - bed["t"] >= 1.5
    levels = list(levels_in(record))
    under = {level for kind, level in levels if kind == "say" and level is not None}
    assert under
    assert max(under) <= -LEAST_STEP
    assert {level for kind, level in levels if kind == "window"} <= {0.0}


@pytest.mark.parametrize(("game", "show"), [("one-night", "vote"), ("mafia", "vote"), ("growl", "dusk")])
def test_a_gong_is_heard_alone_and_then_leaves_room(game, show, tmp_path):
    record = show_heard(tmp_path, "--game", game, "--show", show)
    at = next(n for n, row in enumerate(record) if row.get("name") == "gong")
    assert record[at + 1]["kind"] == "say"
    assert record[at + 1]["t"] - record[at]["t"] == pytest.approx(1.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_has_one_remark_20_s_from_all_else(language, tmp_path):
    record = show_heard(tmp_path, "--show", "day", "--language", language, more=["bed"])
    said = [row for row in record if row["kind"] == "say"]
    at = next(n for n, row in enumerate(said) if row["line"] == "day.half")
    assert all(abs(row["t"] - said[at]["t"]) >= 20 for n, row in enumerate(said) if n != at)
    assert {level for kind, level in levels_in(record) if kind == "say"} == {-8.0 + DUCK_DB}
    assert next(row for row in record if row["kind"] == "bed")["name"] == DAY_BED


FIRST_EVENING = """
2 start press    # who plays?
1 start press    # as many as it says
1 start press    # the cards are there
1 start press    # explain what is new
until said 300
1 start hold     # the cards lie there
until said 60
1 start press
until idle 900
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_evening_runs_nothing_together_and_its_night_falls_soon_and_ends_soon(language, tmp_path):
    (config := tmp_path / "device.toml").write_text(f'[table]\nlanguages = ["{language}"]\n')
    (script := tmp_path / "evening.txt").write_text(FIRST_EVENING)
    words = "--config", str(config), "--newcomers", "--out", str(tmp_path / "out")
    assert main(["rehearse", str(script), *words]) == 0
    record = [json.loads(row) for row in (tmp_path / "out" / "log.jsonl").read_text("utf-8").splitlines()]
    assert (heard_wrong(record), told_too_soon(record)) == (set(), [])
    met = {(before.name, after.name) for before, after in seams(record)}
    assert {("one-night.before.still", "one-night.before.night"), ("one-night.reveal.rest", "ask.result.ways")} <= met
    begun = next(row["t"] for row in record if row["kind"] == "input")
    falls, dawn = (next(row for row in record if row.get("line") == f"one-night.{each}") for each in ("open", "dawn"))
    soon, short = (75, 75) if language == "en" else (95, 86)
    assert falls["t"] - begun <= soon
    assert dawn["t"] - falls["t"] - falls["seconds"] <= short


@pytest.mark.parametrize("language", sampled(LANGUAGES))
def test_six_evenings_are_said_in_turn_and_wake_by_word(language):
    """No voice has all phrasings yet, so each line takes the time of its text. A call's last two forms wake by word."""
    lines = WORDS.books[language].lines
    said = list[set[str]]()
    for at, record in enumerate(evenings_heard(language, "one-night", 6)):
        assert (heard_wrong(record), told_too_soon(record)) == (set(), [])
        assert sum(str(row.get("line")).startswith("tip.") for row in record) == (at < 4)  # it has four
        said.append({row["text"] for row in record if f"{row.get('line')}.other" in lines})
        woken = [before for before, after in seams(record) if after.kind == "window" and ".wake" in before.name]
        assert len(woken) > 2
        for each in woken:
            forms = [line for line in (each.name, *other_phrasings(each.name)) if line in lines][-2:]
            assert each.what in {lines[form].text.translate(UNHEARD) for form in forms}
    assert [len(each) > 12 for each in said] == [True] * 6
    assert [before & now for before, now in pairwise(said)] == [set()] * 5
