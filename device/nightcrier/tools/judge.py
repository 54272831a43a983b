"""Run `nightcrier judge [FILE]`: the referee as a command, for one game or for an array of games."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TypeAlias

import msgspec

from nightcrier.box.extensions import extended_plugs
from nightcrier.box.game_files import find_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.box.show.plug import JudgePlug
from nightcrier.kernel.errors import BadFile, RefusedGame, WrongUse, plain_line, quote_word
from nightcrier.tools.command_line import add_games, box_folders, with_tried
from nightcrier.tools.progress import Patience

_Referee: TypeAlias = JudgePlug | FileReferee


class _Referees(dict[str, _Referee]):
    """The referee of each game, by the name of the game. The referees of games in files are added when they are first
    needed."""

    def __init__(self, folders: Sequence[Path]) -> None:
        plugs = extended_plugs(folders, lambda wrong: _complain(str(wrong)))
        super().__init__({found.plug.id: found.plug for found in plugs if isinstance(found.plug, JudgePlug)})
        self._folders, self._house = folders, tuple(self)

    def __missing__(self, name: str) -> _Referee:
        try:
            game = find_game(self._folders, name)
        except BadFile as fault:
            raise RefusedGame(str(fault)) from fault
        if game is None:
            house = ", ".join(self._house)
            raise RefusedGame(f"the referee judges {house} and games in files, not {quote_word(name)}")
        return self.setdefault(name, FileReferee(game))


_WAITS = "waits for a game as JSON: paste it here, then Ctrl-D (Ctrl-C ends it). `nightcrier judge FILE` reads a file."


class _Named(msgspec.Struct, frozen=True):
    """The name of a game. A game without a name is judged as the first game."""

    game: str = ""


class Refused(msgspec.Struct, frozen=True):
    """The answer to a game that breaks a rule. This answer replaces the verdict."""

    error: str


def add_judge_arguments(parser: argparse.ArgumentParser) -> None:
    told = "JSON; standard input without it, or for -"
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=told)
    add_games(parser)
    parser.add_argument("--explain", action="store_true", help="tell each game as a story, instead of its verdict")


def do_judge(arguments: argparse.Namespace) -> int:
    """Judge games. Return 0 when every game was judged, and 2 when at least one game was refused."""
    try:
        with _reading(arguments.file):
            games, several = _read_games(_read(arguments.file))
    except WrongUse as error:
        _complain(str(error))
        return WrongUse.exit_status
    referees = _Referees(with_tried(box_folders(), arguments).games)
    names = [f"games[{index}]" if several else "the game" for index in range(len(games))]
    with Patience("The games are judged"):
        verdicts = [_verdict(game, name, referees, arguments.explain) for game, name in zip(games, names, strict=True)]
    refused = [verdict for verdict in verdicts if isinstance(verdict, Refused)]
    for refusal in refused:
        _complain(refusal.error)
    if arguments.explain:
        _print_stories(names if several else [], verdicts)
    elif several:
        _print_verdict(verdicts)
    elif not refused:
        _print_verdict(verdicts[0])
    return WrongUse.exit_status if refused else 0


def _reading(file: str) -> AbstractContextManager[None]:
    """Return a context in which games are read. At a terminal, print at once that the command waits for input.
    Elsewhere, print after a while that the games are being read."""
    if file == "-" and sys.stdin and sys.stdin.isatty():
        _complain(_WAITS)
        return nullcontext()
    return Patience("The games are read")


def _read(file: str) -> bytes:
    try:
        given = sys.stdin and sys.stdin.buffer  # None where it is closed
        content = Path(file).read_bytes() if file != "-" else given.read() if given else b""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise WrongUse(f"cannot read {plain_line(file) or 'a file without a name'}: {reason}") from error
    try:
        return content.decode("utf-8-sig").encode()
    except UnicodeDecodeError as error:
        raise WrongUse("the games are not written in UTF-8: save the file as UTF-8") from error


def _read_games(content: bytes) -> tuple[list[msgspec.Raw], bool]:
    if not content.strip():
        raise WrongUse("there is no game: give a JSON object, or an array of them")
    several = content.lstrip().startswith(b"[")
    try:
        if several:
            return msgspec.json.decode(content, type=list[msgspec.Raw]), True
        return [msgspec.json.decode(content, type=msgspec.Raw)], False
    except (msgspec.DecodeError, RecursionError) as error:
        what = "the array of games" if several else "the game"
        raise WrongUse(f"{what} cannot be read: {_broken_at(content) or plain_line(str(error))}") from error


def _broken_at(content: bytes) -> str:
    """Return the error in the JSON with its line and column, or "" when the JSON is valid."""
    try:
        json.loads(content)
    except json.JSONDecodeError as error:
        why = f"{error.msg[:1].lower()}{error.msg[1:]}"
        return f"the JSON is broken in line {error.lineno}, column {error.colno} ({why})"
    except (ValueError, RecursionError):
        pass
    return ""


def _verdict(game: msgspec.Raw, name: str, referees: _Referees, explain: bool) -> object:
    """Return the verdict of the game's referee. With `explain`, return the story of the game as one text."""
    try:
        if not bytes(game).lstrip().startswith(b"{"):
            return Refused(f"{name}: a game is an object in {{ }}, and here is something else")
        _check_keys(game)
        referee = referees[_game_named(game) or next(iter(referees))]
        return "\n".join(referee.tell_game(game)) if explain else referee.judge_game(game)
    except RefusedGame as error:
        unnamed = "" if _game_named(game) else f"; as no game is named, it was read as {next(iter(referees))}"
        return Refused(f"{name}{', ' if error.place else ': '}{error}{unnamed}")


def _check_keys(game: msgspec.Raw) -> None:
    """Refuse a key that occurs twice, because only its second value would be used. JSON that cannot be read is refused
    later, by the referee."""
    try:
        json.loads(bytes(game), object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return


def _object(pairs: Sequence[tuple[str, object]]) -> Mapping[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RefusedGame(f"{quote_word(key)} is given twice in one place; leave one of them out")
        found[key] = value
    return found


def _game_named(game: msgspec.Raw) -> str:
    """Return the name of the game, or "" when it has no name or cannot be read. Such a game goes to the first referee,
    which refuses it and says why."""
    try:
        return msgspec.json.decode(game, type=_Named).game
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


def _complain(sentence: str) -> None:
    print(f"nightcrier judge: {sentence}", file=sys.stderr)


def _print_verdict(verdict: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(verdict), indent=2).decode())


def _print_stories(names: Sequence[str], verdicts: Sequence[object]) -> None:
    stories = [verdict for verdict in verdicts if isinstance(verdict, str)]
    if names:
        told = zip(names, verdicts, strict=True)
        stories = [said.error if isinstance(said, Refused) else f"{name}\n{said}" for name, said in told]
    if stories:
        print("\n\n".join(stories))
