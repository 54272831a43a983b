"""`./run leaks FILE --deals`: other cards of a game in a file, the same hands, and every channel of the box."""

from pathlib import Path

import pytest

from lab.leaks.__main__ import main
from nightcrier.box.game_files import find_games
from nightcrier.box.games.engine import dealt_choices
from nightcrier.box.games.engine.dealt import can_be_dealt
from tests import sampling
from tests.box.games.engine.drawn_files import drawn_file
from tests.sampling import sampled, so_many

GAMES = list(find_games((Path("docs/games"), Path("config/games"))).games.values())
if sampling.whole:
    GAMES.append(find_games((Path("tests/box/games/engine/examples"),)).games["loups"])
DEALT = [str(file) for game, file in GAMES if can_be_dealt(game)]
AT_TABLES = [
    (str(file), players, game.many_nights)
    for game, file in GAMES
    if can_be_dealt(game)
    for players in sampled(range(game.players[0], min(game.players[0] + 3, game.players[1]) + 1))
]
"""The smallest tables of each game, each with deals of its own: two of many nights take half a minute of processor."""


def test_games_that_come_with_the_box_are_dealt() -> None:
    assert {"round-table", "spies", "two-tracks"} <= {Path(file).name.partition(".")[0] for file in DEALT}


@pytest.mark.untraced
@pytest.mark.parametrize(("file", "players", "many_nights"), AT_TABLES)
def test_no_game_gives_a_card_away(
    file: str, players: int, many_nights: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = 2 if many_nights else so_many(32, 2)
    assert main([file, "--deals", str(deals), "--players", str(players)]) == 0
    assert not many_nights or int(capsys.readouterr().out.split()[-2]) > 1


def drawn(where: Path, seed: int) -> str:
    file = where / "drawn.game.toml"
    file.write_text(drawn_file(seed), "utf-8")
    return str(file)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", sampled(range(100), 4))
def test_no_drawn_game_gives_a_card_away(seed: int, tmp_path: Path) -> None:
    players = str(4 + seed % 5)
    assert main([drawn(tmp_path, seed), "--deals", str(so_many(4, 3)), "--players", players]) == 0


def test_a_card_that_is_given_away_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever has nothing to choose is done at once."""
    monkeypatch.setattr(dealt_choices, "press_count", lambda *_: 0)
    assert main([drawn(tmp_path, 1), "--deals", "9", "--players", "5"]) == 1
    assert " s, " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tests/box/games/engine/examples/one-night-extras.game.toml", "--deals", "9"), "does not deal this game"),
        ((DEALT[0], "--deals", "1"), "cannot be compared"),
        ((DEALT[0], "--deals", "2", "--until", "dye"), "did you mean 'day'?"),
        ((DEALT[0], "--deals", "2", "--cpu", "9"), "Name two folders"),
    ],
)
def test_what_cannot_be_compared_is_said(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err
