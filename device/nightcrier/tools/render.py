"""Run `nightcrier render`: write any show of a game as an audio file, exactly as the device would play it."""

import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from typing import TextIO

import msgspec
from msgspec.structs import replace

from nightcrier.box.library import read_offer
from nightcrier.box.record import RecordWitness, RowKind
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.care.as_owner import as_owner, foreign_owner, is_locked, read_all_files
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.folders import Folders
from nightcrier.tools.command_line import NAMED_PLACES, add_places, box_folders, draft, path_named, with_tried
from nightcrier.tools.progress import Progress, patience_in_pipe
from nightcrier.tools.render_show import find_show, perform_show
from nightcrier.tools.scores import box_choices
from nightcrier.tools.timeline import moments_of, rows_of_show
from nightcrier.words.catalogue import LANGUAGES

try:
    from nightcrier.box.sound.players.mixdown import MixdownPlayer
except ModuleNotFoundError as missing:
    own, on_box = "pipx inject nightcrier numpy soundfile", "sudo systemd/install --recording"
    raise NightcrierError(f"Two libraries mix the file; fetch them with: {own}; on a box: {on_box}") from missing

_CUES = frozenset({"say", "window", "bed", "drone", "signal"})


def add_render_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--game", help="the game, as `decks` names it (the first)")
    parser.add_argument("--scenario", help="the scenario, as `decks` lists them (the first of the game)")
    parser.add_argument("--players", type=int, help="how many play (the fewest that have such a show)")
    parser.add_argument("--language", default="en", help=f"one of {', '.join(LANGUAGES)}")
    parser.add_argument("--then", help="say every line in this language after the first")
    parser.add_argument("--deck", help="another deck: werewolf=2,seer,robber,...")
    heard = "a voice of `voices list`; what people recorded is heard over each"
    parser.add_argument("--voice", action="append", default=[], metavar="NAME", help=heard)
    parser.add_argument("--pace", help=f"how long people have; {_values_by_game('pace')}")
    parser.add_argument("--wording", help=f"how much is said; {_values_by_game('wording')}")
    option = "another option of the game; several are given one by one"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=option)
    parser.add_argument("--bed", help="the sound under the night, or none (as on the box, or tapping)")
    sounds = "one of More sounds, as on the box unless it is given: cast=cast, foley=on, drone=on, day-bed=off"
    parser.add_argument("--sound", action="append", default=[], metavar="NAME=VALUE", help=sounds)
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same file (0)")
    parser.add_argument("--show", default="night", help="night, day, vote, verdict or another show (night)")
    parser.add_argument("--out", type=path_named, required=True, help="a file: .wav, .flac, .ogg or .opus")
    cues = "a cue sheet: what is heard when, one JSON object a line; - prints it"
    parser.add_argument("--cues", type=path_named, help=cues)
    rows = "print what is heard and seen, one row each: when, how loud, over which bed, and the silences"
    parser.add_argument("--timeline", action="store_true", help=rows)
    add_places(parser, *NAMED_PLACES)


def _values_by_game(option: str) -> str:
    found = [
        f"{game.id}: {', '.join(map(str, choice.values))}"
        for game in read_offer(box_folders().scenarios, None).games.values()
        for choice in game.choices()
        if choice.id == option
    ]
    return "; ".join(found)


def do_render(arguments: Namespace) -> int:
    if arguments.out == arguments.cues:
        raise WrongUse("The sound and its cue sheet need two files: give --cues another name.")
    with ExitStack() as stack:
        out = stack.enter_context(draft(arguments.out))
        cues = stack.enter_context(_cue_sheet(arguments.cues))
        progress = Progress(str(arguments.out))
        player = MixdownPlayer(out, progress.show)
        state = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nightcrier-")))
        witness = RecordWitness(record := StringIO(), kinds={*_CUES, RowKind.SCREEN})
        box = with_tried(box_folders(arguments.state), arguments)
        kept = box_choices(box)
        where = _with_recordings(box, state)
        rehearsal = Rehearsal(where, VirtualClock(), player, arguments.seed, witness, box.settings[-1])
        with patience_in_pipe("The show is looked up"):
            shown = find_show(rehearsal, where.recordings, arguments, kept)
        stack.enter_context(progress)
        perform_show(rehearsal, shown, lambda: player.refused is not None)
        player.poll(player.silent_from)
        rehearsal.box.close()
        if player.refused:
            raise player.refused
        rows = record.getvalue().splitlines()
        cues.writelines(f"{row}\n" for row in rows if msgspec.json.decode(row)["kind"] in _CUES)
        if arguments.timeline:
            print(*rows_of_show(moments_of(map(msgspec.json.decode, rows), where.audio), out), sep="\n")
    return 0


@contextmanager
def _cue_sheet(named: Path | None) -> Iterator[TextIO]:
    """Open the cue sheet for writing. The name `-` means standard output."""
    if named == Path("-"):
        yield sys.stdout
        return
    with draft(named or Path(os.devnull)) as place, place.open("w", encoding="utf-8") as sheet:
        yield sheet


def _with_recordings(box: Folders, state: Path) -> Folders:
    """Return folders with an empty memory for the rehearsal, and with the recordings that people made on the box. The
    memory of the box itself does not change."""
    if is_locked(box.state):
        print(f"Recordings in {box.recordings} cannot be seen by you: put sudo before the command.", file=sys.stderr)
    elif foreign_owner(box.state):
        with as_owner(box.state):
            recordings = read_all_files(box.recordings)
        for name, content in recordings.items():
            place = state / "voices" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    elif box.recordings.is_dir():
        (state / "voices").symlink_to(box.recordings.resolve())
    return replace(box, state=state, cache=state / "cache", runtime=state)
