"""Looks at what came with the box or was put beside it: voices, words, games, letters."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from device.box.library import library
from device.doctor.host import Finding, Host
from device.kernel.events import Fault, Part
from device.kernel.ids import Language
from device.kernel.program import program_call
from device.sound.voices.packs import read_shelf
from device.sound.voices.speech_programs import SPEECH_PROGRAMS
from device.words.catalogue import LANGUAGES

INSTALL_AGAIN = "Put it back from a fresh copy of Nightcrier: sudo systemd/install"


def voices(host: Host, languages: Sequence[str]) -> Iterator[Finding]:
    """Tell who will speak, in each language of the table."""
    found = [_voice(host, language) for language in map(Language, languages)]
    yield from (finding for finding, _ in found)
    if not any(heard for _, heard in found):
        yield Finding.wrong("voices", "No voice at all: nobody would be called.", _new_voice(host, languages[0]))


def _voice(host: Host, language: Language) -> tuple[Finding, bool]:
    faults: list[str] = []
    packs = [pack for root in _voice_folders(host) for pack in read_shelf(root, language, faults.append)]
    if packs and not faults:
        return Finding.fine("voices", f"{language}: {', '.join(pack.id for pack in packs)}."), True
    if packs:
        return Finding.advice("voices", faults[0], program_call("voices check"), "voices.help"), True
    again, can = _new_voice(host, language), [engine for engine in SPEECH_PROGRAMS if engine.can(language, "")]
    live = [engine.program for engine in can if host.has_program(engine.program)]
    if live:
        return Finding.advice("voices", f"{language}: no recorded voice, only {live[0]}.", again), True
    mend = "sudo apt install espeak-ng" if can else again
    return Finding.advice("voices", f"{language}: nothing can speak it; its lines are shown.", mend), False


def _voice_folders(host: Host) -> list[Path]:
    """Recordings count where they can be seen."""
    shipped, own = host.folders.audio / "voices", host.folders.recordings
    return [shipped, own] if host.may_read(host.folders.state) else [shipped]


def _new_voice(host: Host, language: str) -> str:
    return f"./run voices build {language}" if host.is_checkout else INSTALL_AGAIN


def words_and_games(host: Host) -> Iterator[Finding]:
    """Look at the texts of all languages, the games, and the decks people have written."""
    faults: list[Fault] = []
    found = library(host.folders, faults.append)
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


def fonts(host: Host) -> Iterator[Finding]:
    """Look at the letters of the screen."""
    folder = host.folders.words.with_name("fonts")
    if list(folder.glob("*.strike")):
        yield Finding.fine("letters", "The letters of the screen are there.")
    else:
        yield Finding.advice("letters", f"{folder} holds no letters: the screen stays empty.", INSTALL_AGAIN)
