"""Let a second person check a person's voice. Each clip is played through PortAudio, and its text is shown. The
listener then says whether the clip is good; this consent is called a nod."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from nightcrier.care.as_owner import as_service
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.ids import LineId
from nightcrier.takes.pack_folder import PackFolder
from nightcrier.takes.soundfiles import read_sound
from nightcrier.takes.waves import Wave
from nightcrier.tools.voice_files import VoiceFiles, find_language
from nightcrier.tools.voice_people import own_recordings


class NodAnswer(StrEnum):
    """An answer of the person who checks a clip. Its first letter is enough. Enter alone gives the first answer."""

    YES = "yes"
    AGAIN = "again"
    DROP = "drop"
    NEXT = "next"
    QUIT = "quit"


_OFFERED = " · ".join(f"{answer[0].upper()} {answer}" for answer in NodAnswer) + f" (Enter: {NodAnswer.YES}) > "


def load_portaudio() -> Any:
    """Return the PortAudio library, or raise an error that says how to install it."""
    try:
        import sounddevice
    except (ImportError, OSError) as fault:
        raise NightcrierError("Listening needs PortAudio; run: sudo apt install libportaudio2") from fault
    return sounddevice


def ask_for_nods(portaudio: Any, script: Mapping[LineId, str], pack: PackFolder, listener: str) -> tuple[int, int]:
    """Play every clip that has no nod, and ask the listener. Return how many clips got a nod, and how many must be
    recorded again."""
    waiting = [line for line, clip in pack.pack.clips.items() if line in script and not clip.nod]
    good = bad = 0
    for number, line in enumerate(waiting, 1):
        print(f"\n{number} of {len(waiting)} · {line}\n  {script[line]}", flush=True)
        answer = _hear(portaudio, pack, line)
        if answer is NodAnswer.QUIT:
            break
        if answer is NodAnswer.YES:
            pack.nod(line, listener)
            good += 1
        if answer is NodAnswer.DROP:
            pack.drop(line)
            bad += 1
        pack.write()
    return good, bad


def _hear(portaudio: Any, pack: PackFolder, line: LineId) -> NodAnswer:
    answer = NodAnswer.AGAIN
    while answer is NodAnswer.AGAIN:
        _play(portaudio, *read_sound(pack.folder / pack.pack.clips[line].file))
        answer = _ask()
    return answer


def _play(portaudio: Any, sound: Wave, rate: int) -> None:
    """Play a sound through the loudspeaker. Print a note when there is no loudspeaker."""
    try:
        portaudio.play(sound, rate, blocking=True)
    except portaudio.PortAudioError as fault:
        print(f"(No loudspeaker to play it: {fault}.)", flush=True)


def _ask() -> NodAnswer:
    while True:
        try:
            typed = input(_OFFERED).strip().lower()
        except EOFError:
            print()
            raise WrongUse("Nobody answers here: run this in a terminal. What was kept is safe.") from None
        found = next((answer for answer in NodAnswer if answer.startswith(typed)), None)
        if found:
            return found


def nod_own(house: VoiceFiles, arguments: Namespace) -> Iterator[str]:
    """Run `voices nod`: play each clip to somebody who did not speak it."""
    language = find_language(arguments.language)
    if arguments.listener.casefold() == arguments.person.casefold():
        raise WrongUse("Whoever spoke knows what was meant: let somebody else listen.")
    with as_service(house.state):
        pack = own_recordings(house, language, arguments.person)
        good, bad = ask_for_nods(load_portaudio(), house.all_texts(language), pack, arguments.listener)
    print(f"{pack.folder}: nodded to {good}, to be spoken again {bad}.")
    yield from house.faults
