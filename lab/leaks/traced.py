"""Runs a deal under `strace`, and reads what the kernel saw: every write with its bytes, every file, every wait."""

import codecs
import os
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator, Sequence
from pathlib import Path
from zlib import compress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lab.leaks.settings import Setting

CHECKOUT = Path(__file__).parents[2]
_CALLS = (
    *("write", "pwrite64", "writev", "sendto", "sendmsg", "openat", "rename", "renameat", "renameat2", "unlink"),
    *("unlinkat", "rmdir", "fsync", "fdatasync", "ftruncate", "truncate", "mkdir", "utimensat", "statfs", "fstatfs"),
    *("clock_nanosleep", "nanosleep", "poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait", "futex"),
    *("prctl", "socket", "connect", "execve", "clone3", "vfork", "clone", "fork", "kill", "tgkill", "flock"),
    *("sync", "syncfs", "chmod", "fchmod", "fchmodat", "chown", "setxattr", "fsetxattr", "umask", "setpriority"),
    *("symlink", "symlinkat", "link", "linkat", "mknodat", "sched_setaffinity", "copy_file_range", "sendfile"),
)
"""What others can see or measure: what is written, named, opened, removed and synced, and every real wait."""
_LINE = re.compile(r"(\w+)\((.*)\) += (?:-?\d+|\?|0x)")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NUMBERED = re.compile(r"\.\d+\.")
_SEALED = re.compile(r"BOX/state/(journal|seal)\b")
"""The files whose bytes are random to whoever lacks the pad: their length and their moment count."""
_RANDOM = re.compile(rb'(?<="sealed":")[^"]+|(?<="game":")[0-9a-f]+|^[0-9a-f]{8} ', re.MULTILINE)
"""What is random in the journal: sealed entries, the number of the game, and the sum over each line."""
_SHORTEST = 100
"""Fewer bytes than these may be packed smaller by chance, and a sum or a number may."""


class CannotWatch(Exception):
    """Raised where `strace` is missing, or may not watch, with one sentence for people."""


class Seen(Struct, frozen=True):
    """One thing that the kernel saw: at which moment of the evening, by which call, on what, with which bytes."""

    moment: str
    call: str
    what: str
    content: bytes

    def __str__(self) -> str:
        return f"{self.moment} s: {self.call} {self.what} {len(self.content)} bytes {self.content[:160]!r}"


class Watched(Struct, frozen=True):
    """A deal as it was seen from outside. `known` are the moments at which all learnt something new, `cards` is what
    single seats saw, `lit` the dots of each kind of secret page."""

    seen: Sequence[Seen]
    known: Sequence[tuple[str, bytes]]
    cards: Sequence[bytes]
    lit: Sequence[tuple[str, int, str]]


def watch_deal(setting: Setting, seed: int, where: Path, root: Path) -> Watched:
    """Play a deal in a process of its own below a folder, and return what the kernel saw of it."""
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    words = (msgspec.json.encode(setting).decode(), str(seed), str(where / "box"))
    path = os.pathsep.join(map(str, (root, root / "device")))
    asked = ("-ff", "--seccomp-bpf", "-y", "-s", "65536", "-e", f"trace={','.join(_CALLS)}", "-e", "signal=none")
    played = (sys.executable, "-P", "-m", "lab.leaks.evening", *words)
    try:
        done = subprocess.run(
            ["strace", *asked, "-o", where / "trace", *played],
            env={**_environment(root), "PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise CannotWatch("strace is missing; sudo apt install strace") from None
    if done.returncode:
        raise CannotWatch(f"the evening could not be watched: {(done.stderr.splitlines() or ['no word'])[-1]}")
    return read_traces(sorted(where.glob("trace.*")), str(where / "box"))


def _environment(root: Path) -> dict[str, str]:
    """Return the environment. A copy of the checkout keeps for itself what is compiled of it."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPYCACHEPREFIX" or root == CHECKOUT}


class _Reading:
    """Gathers what was seen, with the dots of secret pages counted in place of kept."""

    def __init__(self) -> None:
        self.seen, self.known = list[Seen](), list[tuple[str, bytes]]()
        self.cards, self.lit = list[bytes](), list[tuple[str, int, str]]()
        self._moment, self._secret, self._dots = "0", False, list[int]()

    def take(self, channel: str, seen: Seen) -> None:
        content = seen.content
        match channel:
            case "clock":
                self._count(secret=self._secret)
                self._moment = content.decode().strip()
            case "view":
                self._secret = content == b"secret"
                self._count(secret=self._secret)
            case "known":
                moment, _, known = content.partition(b" ")
                self.known.append((moment.decode(), known))
            case "secret":
                kind, dots, _ = content.decode().split(" ", 2)
                self.cards.append(content)
                self.lit.append((kind, int(dots), self._moment))
            case _:
                if channel == "bus" and not content.startswith(b"command "):
                    self._dots.append(len(self.seen))
                self.seen.append(replace(seen, moment=self._moment))

    def _count(self, *, secret: bool) -> None:
        """Forget the dots that were sent for this page, if one seat alone may see it. What is sent at the moment of a
        new page belongs to that; all else to the page before."""
        for at in self._dots if secret else ():
            self.seen[at] = replace(self.seen[at], content=b"%d dots of one seat" % len(self.seen[at].content))
        self._dots.clear()


def read_traces(files: Sequence[Path], box: str) -> Watched:
    """Read what each thread did, the one that plays last: what others do has no moment, and counts from the beginning.
    What comes before its first channel is Python's own."""
    reading = _Reading()
    for file in (*files[1:], *files[:1]):
        begun = file != files[0]
        for call, what, content in _calls(file, box):
            channel = what.removeprefix("BOX/channels/") if what.startswith("BOX/channels/") else ""
            begun = begun or bool(channel)
            if begun and not (channel and call == "openat"):
                reading.take(channel, Seen("", call, what, content))
    return Watched(reading.seen, reading.known, reading.cards, reading.lit)


def _calls(file: Path, box: str) -> Iterator[tuple[str, str, bytes]]:
    """Yield each call, what it was about, and its bytes. Numbers of processes and the folder of this run are the same
    in all runs, and the bytes of a sealed file only count."""
    for line in file.read_text("latin-1").splitlines():
        if not (found := _LINE.match(line)):
            continue
        call, told = found.groups()
        content = b"".join(codecs.escape_decode(text)[0] for text in _TEXT.findall(told))
        rest = _NUMBERED.sub(".N.", _TEXT.sub("", told).replace(box, "BOX"))
        if call in ("write", "pwrite64", "writev", "sendto", "sendmsg"):
            what = re.sub(r":\[\d+\]", "", rest.split(">")[0].split("<")[-1])
            what = _NUMBERED.sub(".N.", what)
            found = _SEALED.search(what)
            yield call, what, _without_seal(content, is_pad=found[1] == "seal") if found else content
        else:
            name = content.decode("utf-8", "replace").replace(box, "BOX")
            yield call, _NUMBERED.sub(".N.", name), rest.encode()


def _without_seal(content: bytes, *, is_pad: bool) -> bytes:
    """Return the bytes of the journal or of its pad with the length in place of what is random. What can be packed
    smaller is not random: it was left open, and stays."""
    if is_pad:
        return _length_of(content, content)
    return _RANDOM.sub(lambda found: _length_of(found[0], _decoded(found[0])), content)


def _decoded(text: bytes) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return text


def _length_of(written: bytes, meant: bytes) -> bytes:
    is_open = len(meant) > _SHORTEST and len(compress(meant)) < len(meant)
    return written if is_open else b"%d sealed bytes" % len(written)
