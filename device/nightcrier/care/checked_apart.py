"""Check files from strangers in a child process with limits, before root or anybody else moves them.
A well-formed file may still cost a small computer all of its memory or time, or trigger a bug in a parser. The child is
a copy of this process that keeps none of its files open. If root started it, it runs as the user nobody, without a
network. It may only answer with one word or with reasons. If it ends in any other way, the file is refused in one
sentence."""

import ctypes
import os
import resource
import select
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NoReturn

import msgspec
from msgspec import Struct

from nightcrier.kernel.errors import BadFile, WrongUse, all_faults, told_at_once

_MIB = 1024 * 1024
MEMORY, PROCESSOR_SECONDS = 160 * _MIB, 20
"""The memory that a check may use beyond that of its parent, and its processor time: several times what the largest
voice and the longest scores need on a slow Pi."""
_BYTES_IN_A_SECOND = 8 * _MIB
"""The number of bytes for which the check gets one more second. A Zero 2 W reads and digests more in a second."""
_LARGEST_FILE, _MOST_OPEN, _LARGEST_ANSWER = 2**28, 32, 60 * 1024
_LONGEST = 300.0
"""The seconds after which a child that does nothing is given up."""
_PROGRAM = (__file__, os.__file__)
ROOM = Path("/var/tmp")  # noqa: S108 - nobody else can write into what is made there
_NOBODY = 65534
_OWN_NETWORK, _NO_NEW_RIGHTS = 0x40000000, 38  # linux/sched.h: CLONE_NEWNET; linux/prctl.h: PR_SET_NO_NEW_PRIVS
_LIMITS = {
    resource.RLIMIT_FSIZE: _LARGEST_FILE,
    resource.RLIMIT_NOFILE: _MOST_OPEN,
    resource.RLIMIT_NPROC: 0,
    resource.RLIMIT_CORE: 0,
}
_TOO_COSTLY = "takes more time or memory than any honest file; make it smaller, or leave it out"


class _Answer(Struct, frozen=True):
    """The answer of a child: a word, or the reasons of a refusal. `disk` is the error of a disk that refused it."""

    kind: Literal["done", "bad", "wrong", "disk"]
    said: str = ""
    faults: tuple[tuple[str, str, str], ...] = ()


def check_apart(shown: str, check: Callable[[], str], keeps: Sequence[int] = (), size: int = 0) -> str:
    """Return the word that `check` returns in a child. Raises the BadFile, WrongUse or OSError of `check`, and BadFile
    if the check did not end. `keeps` are the open files that `check` reads, and `size` is the total of their bytes."""
    with tempfile.TemporaryDirectory(prefix="nightcrier-check-", dir=ROOM) as room:
        if os.geteuid() == 0:
            os.chown(room, _NOBODY, _NOBODY)
        seconds = PROCESSOR_SECONDS + size // _BYTES_IN_A_SECOND
        try:
            answer = msgspec.json.decode(_answer_of(check, room, keeps, seconds), type=_Answer)
        except msgspec.MsgspecError:
            raise BadFile(shown, "", _TOO_COSTLY) from None
    if answer.kind == "disk":
        raise OSError(answer.said)
    if answer.kind == "wrong":
        raise WrongUse(answer.said)
    if answer.kind == "bad":
        raise told_at_once(BadFile(*fault) for fault in answer.faults or ((shown, "", _TOO_COSTLY),))
    return answer.said


def _answer_of(check: Callable[[], str], room: str, keeps: Sequence[int], seconds: int) -> bytes:
    with _pipe() as (ours, theirs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a thread that only waits is no danger to the copy
            child = os.fork()
        if not child:
            _run_child(check, room, keeps, theirs, seconds)
        os.close(theirs)
        try:
            said = b""
            while len(said) < _LARGEST_ANSWER and select.select((ours,), (), (), _LONGEST)[0]:
                if not (piece := os.read(ours, _LARGEST_ANSWER)):
                    return said
                said += piece
            return b""
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    ours, theirs = os.pipe()
    try:
        yield ours, theirs
    finally:
        os.close(ours)
        with suppress(OSError):
            os.close(theirs)


def _run_child(check: Callable[[], str], room: str, keeps: Sequence[int], out: int, seconds: int) -> NoReturn:
    try:
        _shut_in({out, *keeps}, seconds)
        tempfile.tempdir = room
        os.write(out, msgspec.json.encode(_outcome(check)))
    finally:
        os._exit(0)


def _outcome(check: Callable[[], str]) -> _Answer:
    try:
        return _Answer("done", check())
    except BadFile as fault:
        return _Answer("bad", faults=tuple((each.file, each.key, each.expected) for each in all_faults([fault])))
    except WrongUse as wrong:
        return _Answer("wrong", str(wrong))
    except OSError as refused:
        return _Answer("disk", refused.strerror or str(refused))


def _shut_in(keeps: set[int], seconds: int) -> None:
    """Give up everything that a check does not need: terminal, files, network, permissions, unlimited memory and
    time."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in range(3):
        os.dup2(nothing, each)
    last = 2
    for each in sorted(keeps):
        os.closerange(last + 1, each)
        last = each
    os.closerange(last + 1, os.sysconf("SC_OPEN_MAX"))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
    libc = ctypes.CDLL(None)
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    memory = pages * resource.getpagesize() + MEMORY
    for limit, most in {**_LIMITS, resource.RLIMIT_AS: memory, resource.RLIMIT_CPU: seconds}.items():
        _, hard = resource.getrlimit(limit)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (least, least))
    if os.geteuid() == 0:
        libc.unshare(_OWN_NETWORK)  # where a machine refuses it, nobody's rights are left
        _become_nobody()
    libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0)


def _become_nobody() -> None:
    """Switch to the user nobody for good. If that user could not read the program, such as a checkout in root's own
    folder, stay root: only the limits apply then."""
    os.setgroups(())
    os.setresgid(_NOBODY, _NOBODY, 0)
    os.setresuid(_NOBODY, _NOBODY, 0)
    kept = _NOBODY if all(os.access(path, os.R_OK) for path in _PROGRAM) else 0
    os.setresuid(0, 0, 0)
    os.setresgid(kept, kept, kept)
    os.setresuid(kept, kept, kept)
