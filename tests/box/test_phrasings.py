"""What a table hears every game has two phrasings, drawn by how many games the box has begun: no card decides it."""

from io import StringIO
from pathlib import Path
from typing import Self

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Perform
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import Folders
from nightcrier.words.catalogue import LAST_RESORT
from tests.box.dealt import ADVISED
from tests.words.test_sentences import WORDS

PACK = """language = "en"
name = "Grandma"
licence = "hers"
credit = "Grandma"
quality = "human"
person = "Grandma"
[clips]
"""
SECOND = [WORDS.books[LAST_RESORT].lines[line].text for line in ("one-night.open.other", "one-night.dawn.other")]


class PhrasedBox:
    """A box that has begun so many games, with somebody's clips of both phrasings."""

    def __init__(self, where: Path, seed: int, games: int, *, deal: bool = False) -> None:
        pack = where / "voices" / "en-grandma"
        pack.mkdir(parents=True, exist_ok=True)
        named = [f"one-night.{line}{end}" for line in ("open", "dawn") for end in ("", ".other")]
        rows = [f'"{line}" = {{ file = "{line}.opus", seconds = 2.0 }}\n' for line in named]
        (pack / "pack.toml").write_text(PACK + "".join(rows))
        for line in named:
            (pack / f"{line}.opus").write_bytes(b"x")
        self.log = StringIO()
        folders = Folders(where, where / "cache", where, where)
        self.box = Rehearsal(folders, VirtualClock(), SilentPlayer(), seed, RecordWitness(self.log))
        daemon = self.box.box.daemon
        setups = {**daemon.table.choices.setups, "one-night": Setup("first-game", 3, options={"deal": deal})}
        choices = replace(daemon.table.choices, game="one-night", setups=setups, games=games)
        daemon.adopt((replace(daemon.table, choices=choices, advised=ADVISED), ()))
        self.start()

    def start(self) -> Self:
        """A second time where cards have to be dealt."""
        for _ in range(2):
            session = self.box.box.daemon.table.session
            if session is None or not isinstance(session.stage, Perform):
                self.box.take(Input(self.box.now, Control.START, Gesture.PRESS))
        self.box.advance(300.0)
        return self

    @property
    def games_before(self) -> int:
        return self.box.box.daemon.table.games_before

    def heard(self) -> list[str]:
        rows = [msgspec.json.decode(row, type=dict[str, object]) for row in self.log.getvalue().splitlines()]
        return [str(row["text"]) for row in rows if row.get("text") in SECOND]


def test_some_games_are_opened_in_their_second_phrasing_and_a_cut_changes_none(tmp_path):
    heard = {}
    for games in range(8):
        box = PhrasedBox(tmp_path / str(games), 3, games)
        assert box.games_before == games
        assert box.box.box.daemon.table.choices.games == games + 1
        heard[games] = box.heard()
        box.box.cut()
        assert box.games_before == games
        assert set(box.start().heard()) == set(heard[games])
    assert heard[0] == []
    assert {tuple(said) for said in heard.values()} >= {(), tuple(SECOND)}


@pytest.mark.parametrize("games", [1, 2, 3])
def test_no_card_decides_it(tmp_path, games):
    boxes = [PhrasedBox(tmp_path / str(seed), seed, games, deal=True) for seed in (3, 4)]
    deals = [box.box.box.daemon.table.session for box in boxes]
    assert deals[0]
    assert deals[1]
    assert deals[0].play != deals[1].play
    assert [box.games_before for box in boxes] == [games, games]
    assert boxes[0].heard() == boxes[1].heard()
