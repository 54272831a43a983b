"""Tests that tales of random evenings take at most 40 seconds in every language, and come after the verdict."""

from functools import cache
from random import Random

import pytest

from nightcrier.box.game_files import read_game_file
from nightcrier.box.show.stages import Verdict, stage_lines
from nightcrier.box.show.tale import TELL_NIGHT, speaking_seconds, tale_lines
from nightcrier.box.sound.voices.packs import quality_rank, read_shelf, text_hash
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import LineId
from nightcrier.words.catalogue import LANGUAGES
from nightcrier.words.sentences import split_sentences
from tests.box.games.engine.test_led_day import Played
from tests.box.games.one_night.dealt.playing import random_game
from tests.box.games.wherewolf.table.test_led_games import played
from tests.sampling import so_many
from tests.words.test_sentences import WORDS

PAUSE = 0.35
"""The pause of a host between two sentences, in seconds."""


@cache
def verdicts() -> list[Verdict]:
    rng = Random(36)
    found = [random_game(rng).evening.stage() for _ in range(so_many(400, 60))]
    found += [played(seed)[1][-1].stage for seed in range(so_many(40, 8))]
    for name in ("mafia", "full-moon", "village-captain", "badge"):
        file = read_game_file(share("config") / "games" / f"{name}.game.toml")
        for seed in range(so_many(20, 2)):
            evening, before = Played(file, (12, file.players[0])[seed % 2], seed), list[LineId]()
            found.append(evening.until(lambda stage, said=before: said.extend(stage_lines(stage))))
            assert [line for line in before if "house.story." in line] == []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_tale_takes_more_than_40_seconds(language):
    """Lengths are those of the best voice's clips, and estimates for lines without a current clip."""
    shelf = sorted(read_shelf(share("assets") / "audio" / "voices", language, lambda _fault: None), key=quality_rank)
    clips, cut = shelf[0].pack.clips, 0
    reckoned = cache(lambda line: speaking_seconds(WORDS.title(language, line)))
    for verdict in verdicts():
        assert verdict.facts.count(TELL_NIGHT) == 1
        lines, seconds = tale_lines(verdict.tale, reckoned), 0.0
        for line in lines:
            said, clip = WORDS.line(language, line), clips.get(line)
            fits = said and clip and clip.hash == text_hash(said.spoken)
            seconds += clip.seconds if fits else reckoned(line)
        assert seconds + PAUSE * len(split_sentences(WORDS, lines)) <= 40.0
        cut += len(lines) < len(tale_lines(verdict.tale, lambda _: 0.0))
    assert 0 < cut < len(verdicts())
