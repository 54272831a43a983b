"""`nightcrier judge [FILE]`: the referee as a command, for one game or for an array of games."""

import argparse
import sys
from pathlib import Path

import msgspec

from device.commands.referees import REFEREES, Referee
from device.kernel.errors import RefusedGame, WrongUse, plain_line


class _Named(msgspec.Struct, frozen=True):
    """The one field that tells which game it is."""

    game: str = next(iter(REFEREES))


class Refused(msgspec.Struct, frozen=True):
    """What stands in the place of a game that breaks a rule."""

    error: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON; standard input without it, or for -"
    )
    parser.add_argument("--explain", action="store_true", help="tell each game as a story, instead of its verdict")


def run(arguments: argparse.Namespace) -> int:
    """0 when every game was judged, 2 when one was refused."""
    try:
        games, several = _games(_content(arguments.file))
    except WrongUse as error:
        _complain_line(str(error))
        return WrongUse.exit_status
    verdicts = [
        _verdict(game, f"games[{index}]" if several else "the game", arguments.explain)
        for index, game in enumerate(games)
    ]
    refused = [verdict for verdict in verdicts if isinstance(verdict, Refused)]
    for refusal in refused:
        _complain_line(refusal.error)
    if arguments.explain:
        _tell([verdict for verdict in verdicts if isinstance(verdict, str)])
    elif several:
        _show(verdicts)
    elif not refused:
        _show(verdicts[0])
    return WrongUse.exit_status if refused else 0


def _content(file: str) -> bytes:
    try:
        content = _given() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise WrongUse(f"cannot read {plain_line(file)}: {reason}") from error
    try:
        return content.decode("utf-8-sig").encode()
    except UnicodeDecodeError as error:
        raise WrongUse("the games are not written in UTF-8: save the file as UTF-8") from error


def _given() -> bytes:
    """Standard input; nothing where it is closed."""
    return sys.stdin.buffer.read() if sys.stdin else b""


def _games(content: bytes) -> tuple[list[msgspec.Raw], bool]:
    """The games, still to be read one by one, and whether they came as an array."""
    content = content.strip()
    if not content:
        raise WrongUse("there is no game: give a JSON object, or an array of them")
    if not content.startswith(b"["):
        return [msgspec.Raw(content)], False
    try:
        return msgspec.json.decode(content, type=list[msgspec.Raw]), True
    except (msgspec.DecodeError, RecursionError) as error:
        raise WrongUse(f"the array of games cannot be read: {plain_line(str(error))}") from error


def _verdict(game: msgspec.Raw, name: str, explain: bool) -> object:
    """What its referee prints, or the story as one text."""
    try:
        referee = _referee(game)
        return "\n".join(referee.story(game)) if explain else referee.verdict(game)
    except RefusedGame as error:
        return Refused(f"{name}, {error}" if error.place else f"{name}: {error}")


def _referee(game: msgspec.Raw) -> Referee:
    """By the name of the game. What cannot be read that far, the first referee refuses with what is wrong."""
    try:
        named = msgspec.json.decode(game, type=_Named).game
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return next(iter(REFEREES.values()))
    if named not in REFEREES:
        raise RefusedGame(f"the referee judges {' and '.join(REFEREES)}, not {named!a}")
    return REFEREES[named]


def _complain_line(sentence: str) -> None:
    print(f"nightcrier judge: {sentence}", file=sys.stderr)


def _show(verdict: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(verdict), indent=2).decode())


def _tell(stories: list[str]) -> None:
    if stories:
        print("\n\n".join(stories))
