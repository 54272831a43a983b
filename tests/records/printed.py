"""Records what commands print, with their status: `check` for each possible fault, `judge` for every example,
`decks`, `scores`, and the log of `rehearse`."""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from msgspec import Struct

from nightcrier.cli import main
from nightcrier.kernel.ids import Language
from nightcrier.tools.report import headings_in, tell_findings
from tests.records.evenings import EVENINGS
from tests.records.hands import LANGUAGES
from tests.tools.doctor.machine import paper_machine
from tests.tools.doctor.test_findings import CANNOT_PLAY, HIDDEN, PLAYS_WITH_LESS

EXAMPLES = {
    "one-night": Path("tests/box/games/one_night/referee/judge-examples.json"),
    "growl": Path("tests/box/games/growl/judge_examples.json"),
    "wherewolf": Path("tests/box/games/wherewolf/judge_examples.json"),
}
DECKS = tuple(sorted(file.stem for file in Path("config/scenarios").rglob("*.toml")))
LISTS = ("", "--players 5", "--level 9", "--game growl", "--role tanner", "show nowhere")


def printed_rows(*words: str) -> Iterator[str]:
    """Yield the status of this command, what it prints, and its errors."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    yield f"{' '.join(words)} -> {status}"
    yield from (*out.getvalue().split("\n"), *err.getvalue().split("\n"))


def checks(where: Path) -> Iterator[str]:
    """Yield the findings for a machine without faults and for one with each fault, in each language."""
    for number, (name, spoilt) in enumerate({"whole": None, **CANNOT_PLAY, **PLAYS_WITH_LESS, **HIDDEN}.items()):
        with paper_machine(where / str(number)) as machine, redirect_stdout(StringIO()) as out:
            if spoilt:
                spoilt[0](machine)
            found = machine.findings()
            status = [tell_findings(found, told=headings_in(machine.folders, Language(each))) for each in LANGUAGES]
        yield f"{name} -> {status}"
        yield from out.getvalue().replace(f"{where}/{number}", "~").splitlines()


def judged(where: Path, game: str, *words: str) -> Iterator[str]:
    games = where / "games.json"
    games.write_text(json.dumps([case["game"] for case in json.loads(EXAMPLES[game].read_text("utf-8"))]), "utf-8")
    return printed_rows("judge", *words, str(games))


def decks_listed(where: Path) -> Iterator[str]:
    for words in LISTS:
        yield from printed_rows("decks", "--scenarios", str(where), *words.split())


def deck_shown(where: Path, name: str) -> Iterator[str]:
    return printed_rows("decks", "--scenarios", str(where), "show", name)


def scores(where: Path) -> Iterator[str]:
    """Yield the scores of a box without any, and of one on which a game was played."""
    yield from printed_rows("scores", "--state", str(where / "state"))
    yield from rehearsed(where, "verdict-and-scores")
    yield from printed_rows("scores", "--state", str(where / "played"))


def rehearsed(where: Path, name: str) -> Iterator[str]:
    out, config = where / "out", where / "device.toml"
    config.touch()
    words = (str(EVENINGS / f"{name}.txt"), "--state", str(where / "played"), "--out", str(out))
    yield from printed_rows("rehearse", *words, "--seed", "7", "--config", str(config))
    yield from (out / "log.jsonl").read_text("utf-8").splitlines()


class PrintedText(Struct, frozen=True):
    """Records the output of a function with these arguments."""

    prints: Callable[..., Iterator[str]]
    words: tuple[str, ...] = ()

    def rows(self) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            return [row.replace(folder, "~") for row in self.prints(Path(folder), *self.words)]


RECORDS = {
    "check": PrintedText(checks),
    "decks": PrintedText(decks_listed),
    "scores": PrintedText(scores),
    "rehearse": PrintedText(rehearsed, ("growl-four",)),
    **{
        f"judge.{game}{how}": PrintedText(judged, (game, *how.split()))
        for game in EXAMPLES
        for how in ("", "--explain")
    },
    **{f"decks-show.{name}": PrintedText(deck_shown, (name,)) for name in DECKS},
}
