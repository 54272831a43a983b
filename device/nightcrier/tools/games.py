"""Run `nightcrier games`: list the games that people write as files, check files, or show what a file calls."""

import json
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

from nightcrier.box.game_files import find_game, find_games, read_game_file
from nightcrier.box.game_lines import HouseLines
from nightcrier.box.games.engine.bounds import SUFFIX
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.model import MOST_NIGHTS, GameFile
from nightcrier.box.games.engine.referee.odds import VOTES, odds_row, spread
from nightcrier.box.games.engine.role_names import NAMES_SUFFIX
from nightcrier.box.games.engine.sheets.drawn_sheet import drawn_game, played_rows
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.box.games.engine.showing import (
    ShownRow,
    Wanted,
    checked_row,
    listing_row,
    shown_day,
    shown_head,
    shown_rows,
    shown_text,
    switches_given,
)
from nightcrier.box.plugs import find_plugs
from nightcrier.box.role_name_files import read_names_file
from nightcrier.kernel.chance import SeededChance, SystemChance, derive_seed
from nightcrier.kernel.errors import BadFile, RefusedGame, WrongUse, all_faults
from nightcrier.kernel.ids import Language
from nightcrier.kernel.rows import align_rows
from nightcrier.tools.command_line import add_games, box_folders, find_name, with_tried
from nightcrier.words.catalogue import LANGUAGES

_SEEDS, _MOST_GAMES = 2**31, 100_000


def add_games_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", metavar="check|show|play|odds")
    check = commands.add_parser("check", help="files of games: are they right, and if not, where are they wrong")
    check.add_argument("files", nargs="+", metavar="FILE", help="a file NAME.game.toml")
    show = commands.add_parser("show", help="one game: its deck, and what is called, said and timed in a night")
    play = commands.add_parser(
        "play", help="one game: an evening drawn by lot, to its end, as `nightcrier judge` takes it"
    )
    play.add_argument("--seed", type=int, metavar="N", help="the evening of this number, again (drawn)")
    play.add_argument("--explain", action="store_true", help="tell the evening as a story")
    odds = commands.add_parser("odds", help="one game: how often each side wins, with votes by lot and as told")
    odds.add_argument("name", metavar="FILE|ID", help="a file, or the id of a game in the list")
    odds.add_argument("--players", default="", metavar="A[-B]", help="how many play (all numbers that it is for)")
    odds.add_argument("--games", dest="many", type=int, default=2000, metavar="M", help="so many games for each (2000)")
    odds.add_argument("--seed", type=int, default=0, metavar="N", help="other draws (0)")
    for verb in (show, play):
        _add_deck(verb)
    show.add_argument("--night", type=int, default=1, metavar="K", help="which night (1)")
    show.add_argument("--language", metavar="xx", help="the first language of the table (en)")
    show.add_argument("--then", metavar="yy", help="the second language of the table")
    parser.add_argument("--json", action="store_true", help="for programs: one line of JSON a row")
    for verb in (check, show, play, odds):
        verb.add_argument("--json", action="store_true", default=SUPPRESS, help="for programs: one line of JSON a row")
    add_games(parser, check, show, play)


def _add_deck(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="FILE|ID", help="a file, or the id of a game in the list")
    parser.add_argument("--players", type=int, metavar="N", help="how many play (the fewest it is for)")
    parser.add_argument("--with", dest="added", default="", metavar="ROLE,...", help="roles that join the deck")
    parser.add_argument(
        "--option", action="append", default=[], metavar="SWITCH=on|off", help="a switch; may be repeated"
    )


def do_games(arguments: Namespace) -> int:
    """List games, check files, show a game, or play it once or often. Return 1 if a file is refused."""
    match arguments.what:
        case "check":
            return _check(arguments)
        case "show":
            return _show(arguments)
        case "play":
            return _play(arguments)
        case "odds":
            return _odds(arguments)
    return _list(arguments)


def _list(arguments: Namespace) -> int:
    found = find_games(with_tried(box_folders(), arguments).games)
    rows = [listing_row(game, str(file)) for game, file in found.games.values()]
    if arguments.json:
        _print_json(rows)
    elif rows:
        print("\n".join(align_rows([[key.upper() for key in rows[0]], *map(_cells, rows)])))
    else:
        print("There is no game in a file; --games DIR names a folder with some.")
    for complaint in all_faults(found.complaints):
        print(complaint, file=sys.stderr)
    return 1 if found.complaints else 0


def _cells(row: ShownRow) -> list[str]:
    players = "-" if row["players"] is None else "-".join(map(str, row["players"]))
    lists = {key: " ".join(row[key]) for key in ("layers", "languages")}
    return [*{**row, "players": players, **lists}.values()]


def _check(arguments: Namespace) -> int:
    rows = [_checked(file) for file in arguments.files]
    if arguments.json:
        _print_json(rows)
    for row in [] if arguments.json else rows:
        if row["ok"]:
            facts = f"roles: {row['roles']}; calls: {row['calls']}; layers: {' '.join(row['layers'])}"
            print(f"{row['file']}: right; {facts}")
            print("".join(f"  {note}\n" for note in row["notes"]), end="")
    return 0 if all(row["ok"] for row in rows) else 1


def _checked(file: str) -> ShownRow:
    try:
        if file.endswith(NAMES_SUFFIX):
            names = read_names_file(Path(file))
            counts = {"roles": len(names.roles), "calls": len(names.calls)}
            return {"file": file, "ok": True, "layers": ["names"], **counts, "notes": []}
        return checked_row(read_game_file(Path(file), file), file)
    except BadFile as fault:
        print(*all_faults([fault]), sep="\n", file=sys.stderr)
        faults = [{"key": each.key, "why": each.expected} for each in (fault, *fault.others)]
        return {"file": file, "ok": False, **faults[0], "errors": faults, "more": fault.more}


def _show(arguments: Namespace) -> int:
    if not 1 <= arguments.night <= MOST_NIGHTS:
        raise WrongUse(f"--night is a number from 1 to {MOST_NIGHTS}.")
    languages = [
        Language(find_name(each, LANGUAGES, "language")) for each in (arguments.language, arguments.then) if each
    ]
    wanted = Wanted(arguments.players, _added(arguments), arguments.night, languages, arguments.option)
    game = _game_named(arguments)
    plugs = (found.plug for found in find_plugs() if found.plug.id == game.extends)
    rows = shown_rows(next((plug.as_played(game) for plug in plugs), game), wanted, HouseLines())
    if arguments.json:
        _print_json(rows)
    else:
        print("\n".join([*shown_head(game, languages), *shown_text(rows), *shown_day(game, languages)]))
    return 0


def _added(arguments: Namespace) -> list[str]:
    return [role for role in arguments.added.split(",") if role]


def _play(arguments: Namespace) -> int:
    game, seed = _game_named(arguments), arguments.seed
    if game.extends or not (game.ends or game.outcomes):
        raise BadFile(arguments.name, "", "no end to play to")
    seed = SystemChance().below(_SEEDS) if seed is None else seed
    if not 0 <= seed < _SEEDS:
        raise WrongUse(f"--seed is a number from 0 to {_SEEDS - 1}.")
    players = game.players[0] if arguments.players is None else arguments.players
    deck = deck_of(game, players, _added(arguments))
    try:
        sheet = drawn_game(game, deck, switches_given(game, arguments.option), seed)
    except RefusedGame as refused:
        raise WrongUse(str(refused)) from None
    if arguments.explain:
        print("\n".join([f"Seed {seed}.", *FileReferee(game).tell_game(json.dumps(sheet).encode())]))
    else:
        _print_json(played_rows(game, sheet, seed))
    return 0


def _odds(arguments: Namespace) -> int:
    game, many = _game_named(arguments), arguments.many
    if game.extends or not game.ends:
        raise BadFile(arguments.name, "", "no end to play to")
    if not 100 <= many <= _MOST_GAMES:
        raise WrongUse(f"--games is a number from 100 to {_MOST_GAMES}.")
    for deck in [deck_of(game, players) for players in _numbers(arguments.players, game.players)]:
        for votes in VOTES:
            chance = SeededChance(derive_seed(arguments.seed, f"{len(deck)} {votes}"))
            row = odds_row(game, deck, votes, many, chance)
            shares = (f"{side} {share:.1%} ± {spread(share, many):.1%}" for side, share in row["wins"].items())
            told = f"{len(deck)} players, votes by {votes}: {', '.join(shares)}; {row['rounds']} rounds"
            print(json.dumps(row) if arguments.json else told, flush=True)
    return 0


def _numbers(asked: str, known: tuple[int, int]) -> range:
    """Return the numbers of players that people ask for. Raises WrongUse."""
    first, _, last = asked.partition("-") if asked else (str(known[0]), "", str(known[1]))
    bounds = first, last or first
    if not all(each.isdecimal() and len(each) < 3 for each in bounds) or int(bounds[0]) > int(bounds[1]):
        raise WrongUse("--players is a number, or two as in 8-12.")
    return range(int(bounds[0]), int(bounds[1]) + 1)


def _game_named(arguments: Namespace) -> GameFile:
    """Return the game of a file, or of an id. An id never has a dot or a slash. Raises BadFile or WrongUse."""
    name = arguments.name
    if name.endswith(SUFFIX) or "/" in name or "." in name:
        return read_game_file(Path(name), name)
    found = find_games(folders := with_tried(box_folders(), arguments).games)
    if name not in found.games:
        find_game(folders, name)
    return found.games[find_name(name, tuple(found.games), "game")][0]


def _print_json(rows: Iterable[ShownRow]) -> None:
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))
