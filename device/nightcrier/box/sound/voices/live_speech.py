"""Makes live speech, for lines without a recording. A child process with a time limit writes a sound file, which is
saved.

The loop never waits longer than `_PATIENCE`. Slower speech is finished in the background and can be used the next time.
Silence at both ends of a file is cut off, because people would have to wait through it.

pyttsx3 speaks if the system has its own voice. On Linux pyttsx3 speaks only one of three queued texts, and hangs. So on
Linux the speech programs are called directly."""

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct

from nightcrier.box.sound.voices.packs import text_hash
from nightcrier.box.sound.voices.speech_programs import (
    SPEECH_PROGRAMS,
    ChildProcess,
    FindProgram,
    SpeechProgram,
    StartChild,
    find_program,
    start_child,
)
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.files import DISK, NotKept
from nightcrier.kernel.ids import Language, Seconds

_HEARD = 184  # of 32,768: 45 dB under full scale; the voices are brought close to that
_HEADER = 44
"""The smallest number of bytes in a WAV header."""
_BLOCK: Seconds = 0.005
_KEPT_BEFORE: Seconds = 0.03
_KEPT_AFTER: Seconds = 0.09


def wave_seconds(file: Path) -> Seconds | None:
    """Return the length of a WAV file, read from its header. Return None if the file is not a WAV or is incomplete."""
    import wave

    with suppress(OSError, EOFError, RuntimeError, ZeroDivisionError, wave.Error):
        if not file.is_file():  # a pipe would never end
            return None
        with wave.open(str(file)) as sound:
            frames, width = sound.getnframes(), sound.getnchannels() * sound.getsampwidth()
            whole = _HEADER + frames * width <= file.stat().st_size
            return (frames / sound.getframerate() or None) if whole else None
    return None


def cut_dead_air(file: Path) -> None:
    """Cut the silence before and after the voice to the length that clips have. Only both ends are examined, which
    takes less than a millisecond. A file stays unchanged if its sound is not one channel of 16 bits, or completely
    silent."""
    import wave

    with wave.open(str(file)) as sound:
        form, samples = sound.getparams(), sound.readframes(sound.getnframes())
    if (form.nchannels, form.sampwidth) != (1, 2):
        return
    block = round(_BLOCK * form.framerate)
    blocks = [array("h", samples[at : at + 2 * block]) for at in range(0, len(samples) // 2 * 2, 2 * block)]
    first = next((index for index, each in enumerate(blocks) if _is_heard(each)), None)
    if first is None:
        return
    last = next(index for index in range(len(blocks) - 1, -1, -1) if _is_heard(blocks[index]))
    start = max(0, first * block - round(_KEPT_BEFORE * form.framerate))
    end = (last + 1) * block + round(_KEPT_AFTER * form.framerate)
    with wave.open(str(file), "wb") as shorter:
        shorter.setparams(form)
        shorter.writeframes(samples[2 * start : 2 * end])


def _is_heard(block: "array[int]") -> bool:
    return max(block) > _HEARD or min(block) < -_HEARD


SPEECHES_KEPT = 400
"""The most files of live speech that are kept, about 100 KB each. The oldest are deleted first."""

SPEECH_LIMIT: Seconds = 10.0
"""The time after which a child process counts as hung."""

_PATIENCE: Seconds = 0.5

MADE_AT_ONCE = 4
"""The most sounds that are made in advance at one time, such as the names of a table. A sound that is needed now may be
made in addition to these."""


class _Job(Struct):
    """Represents a child process that is making a sound."""

    child: ChildProcess
    draft: Path
    started: float


class SpeechMaker:
    """Makes sound files from texts, in `folder`, and remembers the texts for which this failed."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        report: Callable[[str], None],
        *,
        programs: Sequence[SpeechProgram] = SPEECH_PROGRAMS,
        start: StartChild = start_child,
        which: FindProgram = find_program,
    ) -> None:
        self._folder, self._clock, self._report = folder, clock, report
        self._programs, self._start, self._which = programs, start, cache(which)
        self._jobs: dict[Path, _Job] = {}
        self._failed: set[Path] = set()

    def program_for(self, language: Language, spoken: str = "") -> SpeechProgram | None:
        return next((each for each in self._programs if each.can(language, spoken) and self._which(each.program)), None)

    def begin(self, language: Language, spoken: str) -> None:
        """Start to make the sound of this text, without waiting. If `MADE_AT_ONCE` sounds are already being made, do
        nothing."""
        if len(self._jobs) >= MADE_AT_ONCE:
            for file, job in list(self._jobs.items()):
                self._finish(file, job, 0.0)
        if len(self._jobs) < MADE_AT_ONCE:
            self._start_child(language, spoken)

    def is_ready(self, language: Language, spoken: str) -> bool:
        """Say whether the sound of this text exists. If not, start to make it, without waiting."""
        self.begin(language, spoken)
        file = self._file(language, spoken)
        if file in self._jobs:
            self._finish(file, self._jobs[file], 0.0)
        return bool(wave_seconds(file))

    def _start_child(self, language: Language, spoken: str) -> None:
        program, file = self.program_for(language, spoken), self._file(language, spoken)
        if program is None or file in self._failed or file in self._jobs or wave_seconds(file):
            return
        draft = file.with_suffix(".part.wav")
        try:
            self._make_room()
            command = program.command(self._which(program.program) or "", program.voices[language], draft)
            self._jobs[file] = _Job(self._start(command, spoken), draft, self._clock.now())
        except OSError as error:
            self._note_failure(
                file, f"Live speech by {program.program} cannot be made in {self._folder}: {error.strerror}."
            )

    def get(self, language: Language, spoken: str) -> tuple[Path, Seconds] | None:
        """Return the sound of this text, and its length. Return None if this box cannot make it, or not fast enough."""
        self._start_child(language, spoken)
        file = self._file(language, spoken)
        if file in self._jobs:
            self._finish(file, self._jobs[file], _PATIENCE)
        seconds = wave_seconds(file)
        return (file, seconds) if seconds else None

    def close(self) -> None:
        for job in self._jobs.values():
            _end_job(job)
        self._jobs.clear()

    def forget(self) -> NotKept | None:
        """Remove every sound for good, including those being made. The erased name may be in them, and the file names
        reveal what was said. Return the refusal if the disk refuses."""
        self.close()
        try:
            for file in self._folder.glob("*"):
                file.unlink(missing_ok=True)
            if self._folder.is_dir():
                DISK.sync(self._folder)
        except OSError as refused:
            return NotKept(self._folder, refused)
        return None

    def _finish(self, file: Path, job: _Job, patience: Seconds) -> None:
        """Wait for a job, at most `patience` seconds. A hung job is stopped; a slow one continues."""
        from subprocess import TimeoutExpired

        try:
            status = job.child.wait(patience)
        except TimeoutExpired:
            if self._clock.now() - job.started > SPEECH_LIMIT:
                _end_job(self._jobs.pop(file))
                self._note_failure(file, f"Live speech took more than {SPEECH_LIMIT:.0f} s and was ended.")
            return
        del self._jobs[file]
        if why := _keep_speech(job.draft, file, status):
            with suppress(OSError):
                job.draft.unlink()
            self._note_failure(file, why)

    def _note_failure(self, file: Path, sentence: str) -> None:
        self._failed.add(file)
        self._report(sentence)

    def _file(self, language: Language, spoken: str) -> Path:
        program = self.program_for(language, spoken)
        made = " ".join(program.command(program.program, program.voices[language], Path())) if program else ""
        return self._folder / f"{text_hash(f'{made} {language} {spoken}')}.wav"

    def _make_room(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        files = sorted(self._folder.glob("*.wav"), key=lambda file: file.stat().st_mtime)
        for oldest in files[: max(0, len(files) - SPEECHES_KEPT)]:
            oldest.unlink(missing_ok=True)


def _keep_speech(draft: Path, file: Path, status: int) -> str:
    """Save the sound, and return an empty string. If it cannot be saved, return the reason as a sentence."""
    if status or not wave_seconds(draft):
        return f"Live speech failed with status {status}; check that the voice is installed."
    try:
        cut_dead_air(draft)
        draft.replace(file)
    except OSError as refused:
        return f"Live speech cannot be kept in {file.parent}: {refused.strerror}."
    return ""


def _end_job(job: _Job) -> None:
    job.child.kill()
    job.child.wait()
    job.draft.unlink(missing_ok=True)
