"""Runs deals under `strace`, and reads what the kernel saw: every write with its bytes, every file, every wait."""

import codecs
import os
import re
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from zlib import compress, crc32

import msgspec
from msgspec import Struct, field
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
    *("fallocate", "fcntl", "bind", "socketpair", "memfd_create", "prlimit64", "sched_setscheduler", "ioprio_set"),
)
"""The calls that others can see or measure: what is written, named, opened, removed and synced, and every real wait."""
_TOLD = re.compile(r'write\(\d+<BOX/channels/(\w+)>, "(.*)", \d+\) += \d+')
_LINE = re.compile(r"(\w+)\((.*)\) += (?:-?\d+|\?|0x)")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NUMBERED = re.compile(r"\.\d+\.")
_DOTS = re.compile(r":[0-9a-f]+")
_MAPPED = re.compile(r"O_RDWR.*= \d+<([^>]+)>")
"""A file that may be mapped. Writing into a mapped file makes no call."""
_SEALED = re.compile(r"BOX/state/(journal|seal)\b")
"""The files whose bytes are random to anybody without the pad. Only their length and their time count."""
_RANDOM = re.compile(rb'(?<="sealed":")[^"]+|(?<="game":")[0-9a-f]+|^[0-9a-f]{8} ', re.MULTILINE)
"""The random parts of the journal: sealed entries, the number of the game, and the sum over each line."""
_SHORTEST = 100
"""A content with fewer bytes may become smaller by compression by chance, even a sum or a number."""


class CannotWatch(Exception):
    """Raised if `strace` is missing, or not permitted, with one sentence for people."""


class Seen(Struct, frozen=True):
    """Holds one thing that the kernel saw: the moment of the evening, the call, its object and its content."""

    moment: str
    call: str
    what: str
    content: str

    def __str__(self) -> str:
        return f"{self.moment} s: {self.call} {self.what} {len(self.content)} letters {self.content[:160]!r}"


class Watched(Struct):
    """Holds a deal as it was seen from outside. `known` are the moments at which everybody learned something new,
    `cards` is what single seats saw, `lit` the dots of each picture of a kind of secret page, and `covers` the last
    picture of a moment in a turn that everybody may see. `held` are the pages of memory that were mapped, used, and
    used at most at each picture. `left` is a checksum of each file that could be mapped."""

    seen: list[Seen] = field(default_factory=list)
    known: list[tuple[str, str]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    lit: list[tuple[str, int, str]] = field(default_factory=list)
    covers: dict[str, Seen] = field(default_factory=dict)
    held: list[tuple[str, int, int, int]] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)


Watch: TypeAlias = Callable[[Setting, int], Watched]
"""A function that plays a deal of a setting, and returns what the kernel saw of it."""


class DealProgram:
    """Runs the program below a folder, which plays one deal after another."""

    def __init__(self, root: Path, folder: Path, kept: Path | None = None, by: Sequence[str | Path] = ()) -> None:
        """Start the program, with `by` in front if given. `kept` has lists of games that an earlier start saved."""
        self.box, self._kept, self._said = folder / "box", kept or folder / "kept", folder / "said"
        path = os.pathsep.join(map(str, (root, root / "device")))
        own = {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        own |= {} if root == CHECKOUT else {"PYTHONPYCACHEPREFIX": ""}  # a copy has beside it what is compiled of it
        with self._said.open("w") as said, _one_processor():
            self._program = subprocess.Popen(
                [*by, sys.executable, "-P", "-m", "lab.leaks.evening"],
                env={**os.environ, **own},
                cwd=root,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )
        self.number = self._answer()

    def play(self, setting: Setting, seed: int) -> str:
        """Play a deal, and return the number of its process."""
        self.warm(setting, seed)
        shutil.rmtree(self.box, ignore_errors=True)
        shutil.copytree(self._kept, self.box / "state" / "cache")
        return self._ask(setting, seed)

    def warm(self, setting: Setting, seed: int) -> None:
        """Let a new box play once, since it must first read all games, and save its lists."""
        if not self._kept.exists():
            self._ask(setting, seed)
            shutil.copytree(self.box / "state" / "cache", self._kept)

    def close(self) -> None:
        self._program.communicate()

    def _ask(self, setting: Setting, seed: int) -> str:
        with suppress(BrokenPipeError):
            print(msgspec.json.encode((setting, seed, str(self.box))).decode(), file=self._program.stdin, flush=True)
        return self._answer()

    def _answer(self) -> str:
        number, _, status = (self._program.stdout or sys.stdin).readline().partition(" ")
        if status != "0\n":
            said = self._said.read_text("utf-8").splitlines() or ["no word"]
            raise CannotWatch(f"the evening could not be watched: {said[-1]}")
        return number


@contextmanager
def _one_processor() -> Iterator[None]:
    """Start programs on one processor. If they take turns there, watching costs half."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(allowed)[os.getpid() % len(allowed)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


@contextmanager
def watching(root: Path, kept: Path | None = None) -> Iterator[Watch]:
    """Start the program below a folder under `strace`, and yield a function that plays deals with it."""
    asked = ("-ff", "--seccomp-bpf", "-y", "-s", "999999", "-e", f"trace={','.join(_CALLS)}", "-e", "signal=none", "-o")
    with TemporaryDirectory(prefix="nightcrier-leaks-") as name:
        folder = Path(name)
        try:
            player = DealProgram(root, folder, kept, ("strace", *asked, folder / "trace"))
        except FileNotFoundError:
            raise CannotWatch("strace is missing; sudo apt install strace") from None
        with closing(player):
            yield partial(_watch_deal, player, folder)


def _watch_deal(player: DealProgram, folder: Path, setting: Setting, seed: int) -> Watched:
    player.warm(setting, seed)
    for trace in folder.glob("trace.*"):
        trace.unlink()
    played = folder / f"trace.{player.play(setting, seed)}"
    others = set(folder.glob("trace.*")) - {folder / f"trace.{player.number}", played}
    return read_traces([*sorted(others), played], str(player.box))


class _Reading:
    """Collects what was seen. The dots of secret pages are counted instead of kept."""

    def __init__(self) -> None:
        self.told = Watched()
        self._moment, self._dots, self._page = "0", list[int](), ""

    def take(self, channel: str, content: str) -> None:
        told = self.told
        match channel:
            case "clock":
                self._count()
                self._moment = content
            case "view":
                self._page, size, held, *_, most = content.split()
                self._count()
                told.held.append((self._moment, int(size), int(held), int(most)))
            case "known":
                moment, _, known = content.partition(" ")
                told.known.append((moment, known))
            case "secret":
                told.cards.append(content)
            case _:
                self._dots += [len(told.seen)] if channel == "bus" else ()
                self.see("write", f"BOX/channels/{channel}", content)

    def see(self, call: str, what: str, content: str) -> None:
        self.told.seen.append(Seen(self._moment, call, what, content))

    def _count(self) -> None:
        """Replace the dots that were sent for this page by their number, if it belongs to a turn of one seat, which may
        see another page than everybody else. Dots sent at the moment of a new page belong to that page; all others to
        the page before."""
        for at in self._dots if self._page != "public" else ():
            seen = self.told.seen[at]
            dots = _DOTS.sub(lambda found: f":{len(found[0]) // 2} bytes of one seat", seen.content)
            self.told.seen[at] = replace(seen, content=dots)
            if lit := sum(int(found[1:], 16).bit_count() for found in _DOTS.findall(seen.content)):
                self.told.lit.append((self._page, lit, self._moment))
                self.told.covers |= {seen.moment: seen} if self._page == "cover" else {}
        self._dots.clear()


def read_traces(files: Sequence[Path], box: str) -> Watched:
    """Read what one thread did, the one that plays last, because events of other threads have no moment."""
    reading = _Reading()
    for file in files:
        for line in file.read_text("latin-1").replace(box, "BOX").splitlines():
            if told := _TOLD.match(line):
                reading.take(*told.groups())
            elif (found := _LINE.match(line)) and '"BOX/channels/' not in line:
                reading.see(found[1], *_call(*found.groups()))
                if mapped := _MAPPED.search(line):
                    reading.told.left[mapped[1]] = 0
    for name in reading.told.left:
        path = Path(name.replace("BOX", box))
        reading.told.left[name] = crc32(path.read_bytes()) if path.is_file() else 0
    return reading.told


def _call(call: str, told: str) -> tuple[str, str]:
    """Return the object of a call, and its content. Numbers of processes are the same in all runs. For a sealed file
    only the number of bytes counts."""
    content = "".join(_TEXT.findall(told))
    rest = _NUMBERED.sub(".N.", _TEXT.sub("", told))
    if call not in ("write", "pwrite64", "writev", "sendto", "sendmsg"):
        return _NUMBERED.sub(".N.", content), rest
    what = re.sub(r":\[\d+\]", "", rest.split(">")[0].split("<")[-1])
    found = _SEALED.search(what)
    return what, _without_seal(codecs.escape_decode(content)[0], is_pad=found[1] == "seal") if found else content


def _without_seal(content: bytes, *, is_pad: bool) -> str:
    """Return the content of the journal or of its pad, with random parts replaced by their length. A part that can
    be compressed is not random, so it was left unsealed, and stays."""
    if is_pad:
        return _length_of(content, content).decode("latin-1")
    return _RANDOM.sub(lambda found: _length_of(found[0], _decoded(found[0])), content).decode("latin-1")


def _decoded(text: bytes) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return text


def _length_of(written: bytes, meant: bytes) -> bytes:
    is_open = len(meant) > _SHORTEST and len(compress(meant)) < len(meant)
    return written if is_open else b"%d sealed bytes" % len(written)
