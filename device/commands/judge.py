"""`nightcrier judge [FILE]`: the referee as a command, for one game or for an array of games."""

import argparse
import sys
from pathlib import Path

import msgspec

from device.games.one_night.judge_report import Report, report
from device.games.one_night.judge_sheet import read, to_round
from device.games.one_night.refusal import BrokenRule
from device.games.one_night.verdict import judge
from device.kernel.errors import WrongUse, plain_line


class Refused(msgspec.Struct, frozen=True):
    """What stands in the place of a game that breaks a rule."""

    error: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="JSON; standard input without it, or for -"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when every game was judged, 2 when one was refused."""
    try:
        games, several = _games(_content(arguments.file))
    except WrongUse as error:
        _complain_line(str(error))
        return WrongUse.exit_status
    verdicts = [_verdict(game, f"games[{index}]" if several else "the game") for index, game in enumerate(games)]
    refused = [verdict for verdict in verdicts if isinstance(verdict, Refused)]
    for refusal in refused:
        _complain_line(refusal.error)
    if several:
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


def _verdict(game: msgspec.Raw, name: str) -> Report | Refused:
    try:
        return report(judge(to_round(read(game))))
    except BrokenRule as error:
        return Refused(f"{name}, {error}" if error.seat is not None else f"{name}: {error}")


def _complain_line(sentence: str) -> None:
    print(f"nightcrier judge: {sentence}", file=sys.stderr)


def _show(verdict: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(verdict), indent=2).decode())
