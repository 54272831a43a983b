"""What people hear has a pause wherever a sentence ends, also where the box leads on by itself: from topic to topic of
an explanation, and from the vote to the question whether to keep the result."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from nightcrier.cli import main
from nightcrier.kernel.ids import COUNTS, FILLS
from nightcrier.words.catalogue import LANGUAGES
from tests.sampling import sampled_languages

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
SENTENCES, QUESTION = 0.3, 0.5
PARTS = (*FILLS, *COUNTS, "role.")


def pauses(log: Path) -> dict[tuple[str, str], float]:
    """Return the seconds of silence between each two lines of which neither is a part of a sentence, where no hand came
    between. They are rounded as the record is."""
    heard = [row for row in map(json.loads, log.read_text("utf-8").splitlines()) if row["kind"] in {"say", "input"}]
    return {
        (before["line"], after["line"]): round(after["t"] - before["t"] - before["seconds"], 2)
        for before, after in pairwise(heard)
        if before["kind"] == after["kind"] == "say"
        if not (before["line"].startswith(PARTS) or after["line"].startswith(PARTS))
    }


def too_short(found: dict[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    return {seam: seconds for seam, seconds in found.items() if seconds < SENTENCES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_evening_runs_nothing_together(language, tmp_path):
    (config := tmp_path / "device.toml").write_text(f'[table]\nlanguages = ["{language}"]\n')
    (script := tmp_path / "evening.txt").write_text(FIRST_EVENING)
    words = "--config", str(config), "--newcomers", "--out", str(tmp_path / "out")
    assert main(["rehearse", str(script), *words]) == 0
    found = pauses(tmp_path / "out" / "log.jsonl")
    assert too_short(found) == {}
    assert ("one-night.before.still", "one-night.before.night") in found  # two topics of the explanation
    assert [seconds >= QUESTION for (_, line), seconds in found.items() if line == "ask.result.ways"] == [True]


@pytest.mark.parametrize("language", sampled_languages())
def test_nor_does_a_vote_whose_rules_are_explained(language, tmp_path):
    out, cues = tmp_path / "vote.wav", tmp_path / "cues.jsonl"
    words = "--language", language, "--show", "vote", "--wording", "full", "--cues", str(cues), "--out", str(out)
    assert main(["render", *words]) == 0
    found = pauses(cues)
    assert too_short(found) == {}
    assert ("vote.rule.tie", "vote.rule.one") in found
