"""Run `nightcrier voices page`, `export`, `booth` and `import`, for the voices of people.

Voices are recorded in a browser on any computer, and on the box itself. On the box, `booth` reads orders and writes
news, each as a line of JSON (`device/nightcrier/kernel/booth_messages.py`). `import` adds recordings, or the voice of
another box."""

import io
import os
import select
import shutil
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from msgspec.structs import replace

from nightcrier.box.games.engine.bounds import SUFFIX
from nightcrier.box.sound.containers import is_container
from nightcrier.box.sound.voices.packs import Pack, ShelvedPack, read_pack
from nightcrier.care.as_owner import as_service, foreign_owner
from nightcrier.care.given_files import MOST_BYTES, Kind
from nightcrier.care.given_sounds import inspect_voice, voice_misfit
from nightcrier.kernel.booth_messages import (
    BoothClosed,
    BoothNews,
    DropTake,
    LinesWaiting,
    NoBooth,
    TakeOrder,
    booth_line,
    read_order,
)
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.kernel.files import refusal_reason, replace_file
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.people import name_key
from nightcrier.takes.pack_folder import LICENCES, NO_NAME, PackFolder, own_pack, read_list
from nightcrier.takes.script import voice_coverage
from nightcrier.tools.command_line import draft, find_name
from nightcrier.tools.progress import Patience, ProgressBar, patience_in_pipe
from nightcrier.tools.voice_checks import has_studio, measure_of_studio, need_studio
from nightcrier.tools.voice_files import VoiceFiles, choose_lines, find_language


def write_recording_page(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    need_studio("page")
    from nightcrier.takes.recording_page import recording_page

    language = find_language(arguments.language)
    lines = choose_lines(house, language, arguments)
    licences = {told: "" if name == "own" else name for name, told in LICENCES.items()}
    page = recording_page(language, lines, house.machine(language), licences).encode()
    out = arguments.out or Path(f"record-{language}.html")
    with draft(out) as fresh:
        fresh.write_bytes(page)
    print(f"{out}: {len(lines)} lines, {len(page) / 1e6:.1f} MB. Open it in a browser.")
    yield from house.faults


def export_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    need_studio("export")
    from nightcrier.takes.voice_zip import NOTHING_BESIDE, write_voice

    language, beside, name = find_language(arguments.language), NOTHING_BESIDE, ""
    with as_service(house.state):
        pack = own_recordings(house, language, arguments.person)
        if arguments.game:
            game = find_name(arguments.game, tuple(house.in_files), "game in a file")
            lines, name = house.texts_of_game(language, game), f"-{game}"
            clips = {line: clip for line, clip in pack.pack.clips.items() if line in lines}
            if not clips:
                raise WrongUse(f"Nothing of {game} was recorded in {pack.folder}; record it first.")
            pack = PackFolder(pack.folder, replace(pack.pack, clips=clips))
            beside = {f"{game}{SUFFIX}": house.in_files[game].shelved.content}
        content = io.BytesIO()
        count = write_voice(pack, content, beside)
    out = arguments.out or Path(f"{pack.folder.name}{name}.zip")
    with draft(out) as fresh:
        fresh.write_bytes(content.getvalue())
    print(f"{out}: {count} clips of {pack.pack.person}. Licence: {pack.pack.licence}.")
    yield from house.faults


def own_recordings(house: VoiceFiles, language: Language, person: str) -> PackFolder:
    pack = own_pack(house.recordings, language, person)
    if not pack.pack.clips:
        raise WrongUse(f"Nothing was recorded in {pack.folder}; record it first, or name who spoke with --person.")
    return pack


class PipedOrders:
    """The orders that arrive on standard input, which is closed when nobody records any more."""

    def __init__(self, pipe: int) -> None:
        self._pipe, self._read = pipe, b""

    def wait(self) -> TakeOrder | None:
        while b"\n" not in self._read:
            more = os.read(self._pipe, 4096)
            if not more:
                return None
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return read_order(line)

    def take_if_there(self) -> TakeOrder | None:
        """Return an order that has already arrived, or None. After the last order, return `DropTake`, because nobody
        wants the take any more."""
        there = b"\n" in self._read or select.select([self._pipe], [], [], 0)[0]
        return self.wait() or DropTake() if there else None


def _send(news: BoothNews) -> None:
    sys.stdout.buffer.write(booth_line(news))
    sys.stdout.buffer.flush()


def serve_booth(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    try:
        need_studio("booth")
    except NightcrierError as missing:
        _send(BoothClosed(NoBooth.LIBRARIES))
        yield str(missing)
        return
    with as_service(house.state), TemporaryDirectory(prefix="nightcrier-") as takes:
        _serve(house, arguments, Path(takes))
    yield from house.faults


def _serve(house: VoiceFiles, arguments: Namespace, takes: Path) -> None:
    from nightcrier.takes.booth import AlsaMicrophone, BoxBooth
    from nightcrier.takes.takes import MachineVoice

    language = find_language(arguments.language)
    pack = own_pack(house.recordings, language, arguments.person)
    if not pack.pack.clips:
        pack = own_pack(house.recordings, language, arguments.person, LICENCES.get(arguments.licence, ""))
    lines = choose_lines(house, language, arguments)
    script = {line: text for line, text in lines.items() if arguments.redo or not pack.has(line, text)}
    if not script:
        _send(BoothClosed(NoBooth.NO_LINES))
        return
    licence = next((name for name, told in LICENCES.items() if told == pack.pack.licence), pack.pack.licence)
    _send(LinesWaiting(tuple(script.items()), licence))
    orders, machine = PipedOrders(sys.stdin.fileno()), MachineVoice(house.machine(language))
    BoxBooth(AlsaMicrophone(), orders, _send, machine, takes).record(script, pack)


HearTakes = Callable[[VoiceFiles, ShelvedPack, Sequence[LineId]], Mapping[LineId, str]]
"""A function that returns what a speech recognizer heard in takes that may have been misread. Only a studio has one."""


def import_own(
    house: VoiceFiles, arguments: Namespace, hear: HearTakes = lambda _house, _pack, _lines: {}
) -> Iterator[str]:
    given: Path = arguments.recordings
    if not given.exists():
        raise WrongUse(f"There is no folder or file {given}; name the one that holds the recordings.")
    voice = whole_voice(given)
    _must_be_theirs(given, voice, arguments.person)
    if voice and (voice.engine or not has_studio()):
        yield from take_voice(house, given)
        return
    if given.is_file():
        must_be_whole(given)
    language = find_language(arguments.language) if arguments.language else None
    need_studio("import")
    from nightcrier.takes.take_import import strange_things
    from nightcrier.takes.voice_zip import unpack

    with unpack(given) if given.is_file() else nullcontext(given) as folder:
        yield from strange_things(folder)
        with _takes_for(house.state, folder) as takes, as_service(house.state):
            pack, taken, refused = _import_takes(house, arguments, takes, language)
            yield from refused
            with patience_in_pipe("The takes are heard"):
                misread = hear(house, ShelvedPack(pack.folder, pack.pack), taken)
    _print_taken(pack, taken, misread, len(taken) + len(refused))


def _import_takes(
    house: VoiceFiles, arguments: Namespace, takes: Path, language: Language | None
) -> tuple[PackFolder, Sequence[LineId], Sequence[str]]:
    from nightcrier.takes.take_import import ImportRules, import_recordings, must_hold_sounds
    from nightcrier.takes.takes import MachineVoice

    given: Path = arguments.recordings
    must_hold_sounds(takes, given)
    listed = read_list(takes)
    _must_be_theirs(given, listed, arguments.person)
    if language is None:
        if listed is None:
            raise WrongUse("Say which language is spoken in them, as in --language it.")
        language = find_language(listed.language)
    person = (listed.person if listed else "") or arguments.person or NO_NAME
    pack = own_pack(house.recordings, language, person, listed.licence if listed else "")
    rules = ImportRules(house.all_texts(language), MachineVoice(house.machine(language)), arguments.sure)
    with patience_in_pipe(f"The recordings in {given} are listened to"):
        taken, refused = import_recordings(takes, rules, pack, ProgressBar(pack.folder.name))
    return pack, taken, refused


def _must_be_theirs(given: Path, listed: Pack | None, person: str | None) -> None:
    """Raise WrongUse when recordings of one person would be added to the voice of another person."""
    if listed and listed.person and person and name_key(listed.person) != name_key(person):
        raise WrongUse(
            f"{given} says that {listed.person} recorded it: leave --person out. Another name to show for the voice is "
            "written into its pack.toml, as name; the credit stays."
        )


def _print_taken(pack: PackFolder, taken: Sequence[LineId], misread: Mapping[LineId, str], given: int) -> None:
    where = f"{pack.folder}: " if pack.pack.clips else ""
    voice_of = f", as the voice of {pack.pack.person}" if taken else ""
    print(f"{where}{len(taken)} of {given} recordings taken in{voice_of}.")
    for line in taken:
        print(f'  {line}: I heard "{misread[line]}"' if line in misread else f"  {line}")


@contextmanager
def _takes_for(state: Path, takes: Path) -> Iterator[Path]:
    """Yield a folder of takes that the owner of the box's state may read. If root runs the command, the folder holds
    copies of the takes."""
    owner = foreign_owner(state)
    if owner is None:
        yield takes
        return
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as copies:
        os.chown(copies, owner.st_uid, owner.st_gid)
        for file in filter(Path.is_file, takes.iterdir()):
            os.chown(shutil.copyfile(file, Path(copies) / file.name), owner.st_uid, owner.st_gid)
        yield Path(copies)


def whole_voice(file: Path) -> Pack | None:
    """Return the description of the voice in a container. Return None for any other file, such as a zip of takes."""
    try:
        return read_pack(file, lambda _fault: None) if is_container(file) else None
    except BadFile:
        return None


def must_be_whole(file: Path) -> None:
    """Raise WrongUse for a zip that is damaged or empty. No studio library is needed."""
    try:
        with ZipFile(file) as archive:
            empty = not archive.infolist()
    except (BadZipFile, NotImplementedError):
        raise WrongUse(f"{file} is damaged, or no zip, and nothing of it was taken; copy it again.") from None
    if empty:
        raise WrongUse(f"{file} is an empty zip; nothing was taken.")


def take_voice(house: VoiceFiles, file: Path) -> Iterator[str]:
    """Check a voice, and save it beside people's recordings if it has no faults. Yield each fault as a sentence."""
    if file.stat().st_size > MOST_BYTES[Kind.VOICE]:
        raise WrongUse(f"{file} is larger than any voice.")
    content = file.read_bytes()
    with Patience("The clips are looked at"):
        shelved, faults = inspect_voice(file.name, content, measure_of_studio())
    misfit = voice_misfit(shelved, lambda language: [each.id for each in house.machine_packs(language)])
    if misfit:
        raise WrongUse(misfit)
    if not shelved.pack.clips and not faults:
        raise WrongUse(f"{file} holds no clips; nothing was taken.")
    if faults:
        yield from faults
        yield f"{file} cannot be used as it is, and nothing of it was taken; copy it, or make it, again."
        return
    place = house.recordings / file.name
    _keep(house, place, content)
    chapters = voice_coverage(shelved, house.script_of(shelved.pack)).chapters.values()
    print(f"{place}: taken; it says {sum(have for have, _ in chapters)} of {sum(all_ for _, all_ in chapters)} lines.")
    print("It is heard from the next power-on.")


def _keep(house: VoiceFiles, place: Path, content: bytes) -> None:
    try:
        with as_service(house.state):
            replace_file(place, content)
    except OSError as refused:
        raise WrongUse(f"{place} cannot be kept ({refusal_reason(refused)}); make room on its card.") from None
