"""Runs a private ear, and beside it a program of another user that asks the system whatever it may: `python -m
tests.box.overheard FOLDER LEAK` prints what that user learned while each secret was said.

LEAK makes the ear leak: by a `file`, or by `memory`. FOLDER has a voice with a short and a long clip."""

import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from nightcrier.box.ear import EarOrder, start_listening
from nightcrier.box.ear_voice import EarVoice, hold_heap
from nightcrier.box.performers import TableVoices
from nightcrier.box.show.cues import Speak
from nightcrier.box.sound.players.even_player import EvenPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.voices.speech_programs import LiveVoice, SpeechProgram, pipe_speech
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.ids import NOBODY_WAITS, Language, LineId
from nightcrier.kernel.settings import SHIPPED
from nightcrier.words.catalogue import Words

EN, NOBODY = Language("en"), 65534
SHARED = Path("/dev/shm")  # noqa: S108 - what everybody may ask
PUBLIC, *SECRETS = (
    EarOrder(Speak(NOBODY_WAITS, (LineId(line),) if line else (), menu=True), text, EN, "")
    for line, text in [
        ("short", ""),
        ("short", ""),
        ("", "You are: Loyal servant"),
        ("long", ""),
        ("", "You are: Assassin. Once, in a Mystic's turn: a kill. With you: 1, 4, Anna"),
    ]
)
HEAD = b"RIFF\x24\xf0\xff\x7fWAVEfmt \x10\0\0\0\1\0\1\0\x22\x56\0\0\x44\xac\0\0\2\0\x10\0data\0\xf0\xff\x7f"
SPEAKS = f"import sys; t = sys.stdin.read(); open(sys.argv[1], 'wb').write({HEAD!r} + bytes(4000 * len(t)))"
PROGRAM = SpeechProgram(sys.executable, ("-c", SPEAKS, "{out}"), {"en": LiveVoice("en")})


def speak_openly(language: Language, text: str) -> bytes:
    """Make speech the old way, in a shared file that stays until the next one is made."""
    made = pipe_speech(language, text, 5.0, (PROGRAM,))
    (SHARED / "nightcrier-speech").write_bytes(made)
    return made


class ToldVoice(EarVoice):
    """Writes into a pipe after each order it has obeyed."""

    def __init__(self, pipe: Path, *told: Any) -> None:
        super().__init__(*told)
        self._pipe = os.open(pipe, os.O_WRONLY)

    def _obey(self, order: EarOrder) -> None:
        super()._obey(order)
        os.write(self._pipe, b"!")


def run_ear(folder: Path, leak: str) -> None:
    """Run the program of the ear with a simulated sound card."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    words = Words({})
    voices = TableVoices(VoiceChain(folder, lambda _, line: (line, line), print), words)
    player = EvenPlayer(RealClock(), Output(SHIPPED.sound, "dummy"))
    made = speak_openly if leak == "file" else partial(pipe_speech, patience=5.0, programs=(PROGRAM,))
    if not leak:  # no file grows by a byte, on no disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if leak != "memory":
        hold_heap()
    ToldVoice(folder / "done", player, voices, lambda *_: None, made, RealClock()).listen(0)


def ask(process: int) -> dict[str, object]:
    """Return what the system tells any user about a process, its children, and shared memory."""
    here = Path("/proc", str(process))
    state = (here / "stat").read_text().rpartition(")")[2].split()
    status = dict(line.split(":", 1) for line in (here / "status").read_text().splitlines())
    told: dict[str, object] = {"threads": state[17], "children's time": tuple(state[13:15]), "faults": int(state[7])}
    told |= {name: int(status[name].split()[0]) for name in ("VmPeak", "VmHWM", "VmRSS", "RssShmem", "VmData")}
    for child in (here / f"task/{process}/children").read_text().split():
        with suppress(OSError, ValueError):
            *_, last, end = Path("/proc", child, "cmdline").read_text().split("\0")
            if last.startswith("/") and not end:  # before, it is still the ear itself
                told["where to"] = last
    free = os.statvfs(SHARED)
    with suppress(FileNotFoundError):  # of others, where it is not the ear's alone
        lies = sorted((each.name, each.stat().st_size) for each in os.scandir(SHARED))
        told["free"] = (free.f_bfree, free.f_ffree, SHARED.stat().st_mtime, *lies)
    return told


Answers: TypeAlias = dict[str, list[Any]]


def overhear(process: int, stop: int) -> Answers:
    """Ask over and over as the user nobody, and once more at the stop signal. Return all different answers."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    answers: dict[str, set[object]] = {}
    ends = False
    while not ends:
        ends = bool(select.select([stop], [], [], 0)[0])
        for name, answer in ask(process).items():
            answers.setdefault(name, set()).add(answer)
    return {name: sorted(each) for name, each in answers.items()}


def listen_beside(process: int, say: Callable[[], None]) -> Answers:
    """Return what another user can learn while something is said."""
    (stop, stops), (found, finds) = os.pipe(), os.pipe()
    if os.fork() == 0:
        try:
            os.write(finds, b"\n")
            os.write(finds, msgspec.json.encode(overhear(process, stop)))
        finally:
            os._exit(0)
    os.close(finds)
    with os.fdopen(found, "rb") as told:
        told.readline()  # it listens
        say()
        os.write(stops, b"!")
        return msgspec.json.decode(told.read(), type=Answers)


def main(folder: str, leak: str) -> None:
    os.environ |= {"SDL_AUDIODRIVER": "dummy", "TMPDIR": str(SHARED)}
    os.mkfifo(pipe := Path(folder, "done"))
    child = start_listening((sys.executable, "-P", "-m", "tests.box.overheard", folder, leak, "ear"))
    with pipe.open("rb", buffering=0) as done:
        pipe.unlink()  # the next look makes its own

        def say(order: EarOrder) -> None:
            assert child.stdin
            os.write(child.stdin.fileno(), msgspec.json.encode(order) + b"\n")
            assert done.read(1), "the ear has ended"

        for _ in range(2):  # the second cuts the first, as every later one may
            say(PUBLIC)
        print(msgspec.json.encode([listen_beside(child.pid, partial(say, secret)) for secret in SECRETS]).decode())
        child.communicate()


if __name__ == "__main__":
    run_ear(Path(sys.argv[1]), sys.argv[2]) if sys.argv[3:] else main(*sys.argv[1:])
