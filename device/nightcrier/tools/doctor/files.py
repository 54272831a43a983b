"""Check files: the files that the box remembers, the files that came with the box, and people's own files.

The folders of the box must be writable. Voices, words, games and letters of the screen must be readable."""

import errno
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nightcrier.box.library import read_library
from nightcrier.box.memory.evening_files import all_evenings
from nightcrier.box.memory.journal import Journal
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.box.sound.voices.speech_programs import SPEECH_PROGRAMS
from nightcrier.box.table.core.effects import Entry
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Fault, Part, fault_of
from nightcrier.kernel.files import BROKEN, Disk, refusal_reason, try_writing
from nightcrier.kernel.folders import voice_source
from nightcrier.kernel.ids import Language
from nightcrier.kernel.program import program_call
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.tools.doctor.host import Finding, Host
from nightcrier.words.catalogue import LANGUAGES

LOST = "the box plays, and forgets when it is switched off"
_WAYS_OUT = {
    errno.ENOSPC: "Make room: sudo apt clean; sudo journalctl --vacuum-size=20M; then df -h {folder}",
    errno.EROFS: "Switch the overlay off (sudo raspi-config); else the card may be worn out: dmesg | grep -i mmc",
}
OTHERWISE = "df -h {folder}; ls -ld {folder}"


def check_own_files(host: Host) -> Iterator[Finding]:
    yield _writable("state", host.folders.state)
    yield _writable("cache", host.folders.cache)
    # Asked in this order: `is_dir` raises where the folder lies in one that only root may enter, as a service's does.
    if host.may_read(host.folders.state) and host.folders.state.is_dir():
        for folder in (host.folders.state, host.folders.scores):
            yield from _set_aside(folder)
        yield from _unusable(host.folders.state)
        yield from _unusable_scores(host.folders.scores)


def _writable(name: str, folder: Path) -> Finding:
    refused = try_writing(Disk(), folder)
    if refused and refused.why.errno in (errno.EACCES, errno.EPERM):
        return Finding.hidden(name, f"{folder} may not be used by you; the service may.")
    if refused:
        what = f"{folder} cannot be written ({refusal_reason(refused.why)}): {LOST}."
        mend = _WAYS_OUT.get(refused.why.errno or 0, OTHERWISE).format(folder=folder)
        return Finding.advice(name, what, mend, f"state.{fault_of(0.0, Part.STATE, refused).cause}")
    return Finding.fine(name, f"{folder} can be written.")


def _set_aside(folder: Path) -> Iterator[Finding]:
    for file in sorted(folder.glob(f"*{BROKEN}*")):
        what = f"{file} could not be used: the box started without it, and left it to whoever looks into it."
        mend = f"Nothing needs mending. Once nobody wants it: sudo rm {file}"
        yield Finding.advice("state", what, mend, "aside.help")


def _unusable(folder: Path) -> Iterator[Finding]:
    """Yield the files that the box's own readers cannot use. The readers get copies, because they set a broken file
    aside. The seal is not copied."""
    with tempfile.TemporaryDirectory() as copies:
        for aside in folder.glob(f"*{BROKEN}*"):  # their names are taken: the box would choose the next one
            Path(copies, aside.name).touch()
        for name, wrong in _READERS.items():
            original, copy = folder / name, Path(copies) / name
            for fault in _copy_for_reading(original, copy) or wrong(copy):
                what = str(BadFile(original, fault.key, fault.expected))
                yield Finding.advice("state", what, 'docs/trouble.md, "Files"', "aside.help")


def _unusable_scores(folder: Path) -> Iterator[Finding]:
    """Yield the evenings that the box cannot use. Nothing is changed: the box itself sets them aside."""
    wrong: list[BadFile] = []
    for _ in all_evenings(Disk(), folder, wrong.append):
        pass
    for fault in wrong:
        what = f"{str(fault).rstrip('.')}; the box goes on without it and sets it aside."
        yield Finding.advice("state", what, 'docs/trouble.md, "Files"', "aside.help")


def _copy_for_reading(original: Path, copy: Path) -> tuple[BadFile, ...]:
    try:
        copy.write_bytes(Disk().read(original))
    except FileNotFoundError:
        return ()
    except OSError as refused:
        return (BadFile(original, "", f"cannot be read ({refusal_reason(refused)}); the box starts without it"),)
    return ()


_READERS: Mapping[str, Callable[[Path], tuple[BadFile, ...]]] = {
    "choices.json": lambda file: ChoicesFile(Disk(), file, Choices).load()[1],
    "journal.jsonl": lambda file: Journal[Any](Disk(), file, Entry).read()[1],
}


INSTALL_AGAIN = "Put it back from a fresh copy of Nightcrier: sudo systemd/install"


def check_voices(host: Host, languages: Sequence[str]) -> Iterator[Finding]:
    """Report which voice will speak each language of the table."""
    found = [_voice(host, language) for language in map(Language, languages)]
    yield from (finding for finding, _ in found)
    if not any(heard for _, heard in found):
        yield Finding.wrong("voices", "No voice at all: nobody would be called.", voice_source(languages[0]))


def _voice(host: Host, language: Language) -> tuple[Finding, bool]:
    faults: list[str] = []
    packs = [pack for root in _voice_folders(host) for pack in read_shelf(root, language, faults.append)]
    if packs and not faults:
        return Finding.fine("voices", f"{language}: {', '.join(pack.id for pack in packs)}."), True
    if packs:
        return Finding.advice("voices", faults[0], program_call("voices check"), "voices.help"), True
    again, can = voice_source(language), [engine for engine in SPEECH_PROGRAMS if engine.can(language, "")]
    live = [engine.program for engine in can if host.has_program(engine.program)]
    if live:
        return Finding.advice("voices", f"{language}: no recorded voice, only {live[0]}.", again), True
    mend = "sudo apt install espeak-ng" if can else again
    return Finding.advice("voices", f"{language}: nothing can speak it; its lines are shown.", mend), False


def _voice_folders(host: Host) -> list[Path]:
    """Return the folders with voices. The folder of people's recordings is included only if this user may read it."""
    shipped, own = host.folders.audio / "voices", host.folders.recordings
    return [shipped, own] if host.may_read(host.folders.state) else [shipped]


def check_words_and_games(host: Host) -> Iterator[Finding]:
    faults: list[Fault] = []
    found = read_library(host.folders, faults.append)
    for language in LANGUAGES:
        found.words.books.get(language)
    lost = [fault.what for fault in faults if fault.part is Part.WORDS]
    wrong = [fault.what for fault in faults if fault.part is Part.GAME]
    yield from (Finding.advice("words", what, INSTALL_AGAIN, "words.help") for what in lost)
    if not lost:
        yield Finding.fine("words", f"All {len(LANGUAGES)} languages can be read.")
    yield from (Finding.advice("games", what, "Mend or remove that file", "game.help") for what in wrong)
    if not wrong:
        yield Finding.fine("games", "All scenarios can be read.")


def check_letters(host: Host) -> Iterator[Finding]:
    folder = host.folders.words.with_name("fonts")
    if list(folder.glob("*.strike")):
        yield Finding.fine("letters", "The letters of the screen are there.")
    else:
        yield Finding.advice("letters", f"{folder} holds no letters: the screen stays empty.", INSTALL_AGAIN)
