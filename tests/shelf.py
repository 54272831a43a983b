"""Make the page of the shelf, `docs/games/README.md`: `./run -m tests.shelf`. With `--odds ID...`, first play the
odds of these games again, and those missing in the table of `docs/proofs/games.md`. All together take hours."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee.odds import odds_row
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT

PAGE, PROOFS, SHIPPED, MORE = map(Path, ("docs/games/README.md", "docs/proofs/games.md", "config/games", "docs/games"))
HEADS = ("game", "players", "minutes", "languages", "roles", "first side wins", "by, licence")
NIGHT_AND_VOTE, PER_NUMBER, FEW = 150, 2000, 40
"""The seconds of a night and its vote, and how many evenings to play for odds, and for the minutes."""


def shelf_files() -> list[Path]:
    """Return the files of all games, those of the shelf first."""
    return [*sorted(MORE.glob("*.game.toml")), *sorted(SHIPPED.glob("*.game.toml"))]


def has_odds(game: GameFile) -> bool:
    return bool(game.ends) and game.many_nights


def odds_at(game: GameFile, players: int, votes: str, games: int) -> tuple[float, float]:
    """Return how often the first side wins, and how many rounds an evening has on average."""
    row = odds_row(game, deck_of(game, players), votes, games, SeededChance(derive_seed(0, f"{players} {votes}")))
    return row["wins"][next(iter(game.sides))], row["rounds"]


def told_odds(game: str) -> dict[int, tuple[int, int]]:
    """Return, by players, the first side's percentages in docs/proofs/games.md: with random and with informed votes."""
    lines = [line for line in PROOFS.read_text("utf-8").splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    head = next(row for row in rows if row[0] == "players, odds")
    at, found = head.index(game) if game in head else 0, dict[int, tuple[int, int]]()
    for row in rows[rows.index(head) + 1 :]:
        if row[0].isdecimal() and (cell := re.fullmatch(r"(\d+)/(\d+)", row[at])):
            found[int(row[0])] = int(cell[1]), int(cell[2])
    return found


def odds_table(games: Sequence[GameFile], anew: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the whole table, after playing the odds of these games again, and those it lacks."""
    told = {game.id: {} if game.id in anew else told_odds(game.id) for game in games}
    yield f"| players, odds | {' | '.join(game.id for game in games)} |"
    yield "|" + "---|" * (len(games) + 1)
    for players in range(min(game.players[0] for game in games), max(game.players[1] for game in games) + 1):
        cells = [_cell(game, players, told[game.id].get(players)) for game in games]
        yield f"| {players} | {' | '.join(cells)} |".replace("  ", " ")


def _cell(game: GameFile, players: int, told: tuple[int, int] | None) -> str:
    if not game.players[0] <= players <= game.players[1]:
        return ""
    shares = told or (round(100 * odds_at(game, players, votes, PER_NUMBER)[0]) for votes in ("lot", "told"))
    return "/".join(map(str, shares))


def shelf_row(file: Path) -> list[str]:
    """Return the cells of a game's row on the page."""
    game = read_game_file(file)
    languages = "all" if len(game.words) == len(LANGUAGES) else " ".join(game.words)
    name = (game.words.get(LAST_RESORT) or next(iter(game.words.values()))).name
    link = f"[{name.name if name else game.id}]({file.name if file.parent == MORE else f'../../{file.as_posix()}'})"
    players = "as One Night" if game.extends else f"{game.players[0]}–{game.players[1]}"
    wrote = ", ".join(game.credits.get(key, "nobody") for key in ("by", "licence"))
    odds = _middle_odds(game) if has_odds(game) else "–"
    return [link, players, _minutes(game) if has_odds(game) else "–", languages, str(len(game.roles)), odds, wrote]


def _middle_odds(game: GameFile) -> str:
    told = told_odds(game.id)
    players = min(told, key=lambda each: abs(each - 10))
    return "–".join(map(str, told[players])) + "%"


def _minutes(game: GameFile) -> str:
    """Estimate the minutes of an evening with the fewest players and with twelve, rounded to five."""
    return "–".join(str(round(_seconds(game, players) / 300) * 5) for players in (game.players[0], 12))


def _seconds(game: GameFile, players: int) -> float:
    _, rounds = odds_at(game, players, "told", FEW)
    talk = game.day.clock(players, 1) + sum(each.seconds * players for each in game.day.rounds)
    return rounds * (talk * 0.75 + NIGHT_AND_VOTE)


def page_with(rows: Sequence[Sequence[str]], page: str) -> str:
    """Return the page with these rows as its table."""
    lines = [f"| {' | '.join(HEADS)} |", "|" + "---|" * len(HEADS), *(f"| {' | '.join(row)} |" for row in rows)]
    return re.sub(r"(?ms)^\| game \|.*?\n(?!\|)", "\n".join(lines).replace("\\", "") + "\n", page, count=1)


def main() -> None:
    if "--odds" in sys.argv:
        games = sorted(filter(has_odds, map(read_game_file, shelf_files())), key=lambda game: game.id)
        table, proofs = "\n".join(odds_table(games, sys.argv)), PROOFS.read_text("utf-8")
        PROOFS.write_text(re.sub(r"(?ms)^\| players, odds \|.*?\n(?!\|)", table + "\n", proofs, count=1), "utf-8")
    PAGE.write_text(page_with(list(map(shelf_row, shelf_files())), PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
