"""Makes a folder that looks like a Raspberry Pi, stubs for what would change the machine, and a checkout to install."""

import shutil
import subprocess
from copy import copy
from pathlib import Path
from typing import TypeVar

from tests.hands import lay_tools, ran

PARTS = ("README.md", "assets", "config", "device", "gpiozero-gpiod", "pyproject.toml")

STUBS = {
    "dpkg-query": 'case "$*" in *espeak-ng*) exit 1 ;; esac; echo "install ok installed"',
    "apt-get": "exit ${APT_STATUS:-0}",
    "systemctl": "",
    "uname": 'case $1 in -r) echo "${KERNEL:-6.12.0}" ;; *) echo "${MACHINE:-aarch64}" ;; esac',
    "getconf": 'echo "${BITS:-64}"',
    "find": 'case $1 in /dev) echo "${CHIPS-/dev/gpiochip0}" ;; *) exec /usr/bin/find "$@" ;; esac',
    "getent": 'case $1 in passwd) [ -n "${PEOPLE-yes}" ] ;; *) [ -n "${PI_GROUPS-yes}" ] ;; esac',
    "id": 'echo "${WHO:-0}"',
    "python3": """case "$*" in
"-I -m venv "*) for folder; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
*version_info*) exit ${WRONG_PYTHON:-0} ;;
*--version) echo Python 3.9.2 ;;
*"pip download"*) folder=${*##*--dest }; mkdir "${folder%% *}"; echo wheel >"${folder%% *}/luma.whl" ;;
*"pip install"*"--no-index --find-links"*) folder=${*##*--find-links }; echo "no room left" >&2
    ls "${folder%% *}"/*.whl >/dev/null && exit ${WHEELS_STATUS:-0} ;;
*"pip install"*) cp "${0%/bin/python}/../app/requirements/pi.txt" "${0%/bin/python}/libraries" || exit
    exit ${PIP_STATUS:-0} ;;
*"check --dry"*) exit ${TRY_STATUS:-0} ;;
*one_file.py*) cp "${0%/bin/python}/../app/requirements/pi.txt" "${0%/bin/python}/../nightcrier.code" || exit ;;
esac""",
}


class Pi:
    """Simulates a Raspberry Pi in a folder, with a checkout to install from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.calls, self._bin = folder, folder / "pi", folder / "calls", folder / "bin"
        self.checkout = folder / "checkout"
        self.versions = self.root / "opt" / "nightcrier" / "versions"
        self.config = self.root / "boot" / "firmware" / "config.txt"
        self.config.parent.mkdir(parents=True)
        self.config.write_text("# as shipped\ndtparam=audio=on\n[cm4]\notg_mode=1\n")
        self.rules = self.root / "etc/udev/rules.d/99-com.rules"
        self.rules.parent.mkdir(parents=True)
        self.rules.write_text('SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n')
        self.glib = self.root / "usr/lib/aarch64-linux-gnu/libgthread-2.0.so.0"
        self.glib.parent.mkdir(parents=True)
        self.glib.touch()
        lay_tools(self._bin, STUBS, 'echo "{name} $*" >>"$CALLS"\n')
        self._make_checkout()

    def install(self, *words, umask=-1, cwd=None, **environ):
        self.calls.write_text("")
        how = {"cwd": cwd, "umask": umask, "start_new_session": True}  # a cut ends all that it started
        return ran(self.checkout / "systemd" / "install", *words, env=self.environ | environ, **how)

    def rehearse(self, *words, umask=-1, cwd=None, **environ):
        return self.install("--root", str(self.root), *words, umask=umask, cwd=cwd, **environ)

    @property
    def environ(self) -> dict[str, str]:
        return {"PATH": f"{self._bin}:/usr/bin:/bin", "CALLS": str(self.calls)}

    def refuse_to_change_anything(self) -> None:
        """Make every command that changes files fail, so the installer ends if it goes on when it must not."""
        lay_tools(self._bin, dict.fromkeys(("cp", "ln", "mkdir", "mktemp", "mv", "rm"), "exit 9"))

    def called(self, program: str) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith(program)]

    def files(self) -> dict[str, bytes]:
        """Return all files except the installer's copy of the boot settings; of the program, only the version that
        starts."""
        beside = (path for path in self.root.rglob("*") if self.versions not in path.parents)
        found = {path: path.relative_to(self.root) for path in beside if path.suffix != ".before-nightcrier"}
        current = (self.versions.parent / "current").resolve()
        found |= {path: Path("program") / path.relative_to(current) for path in current.rglob("*")}
        return {str(name): path.read_bytes() for path, name in found.items() if path.is_file()}

    def _make_checkout(self) -> None:
        for part in PARTS:
            file = self.checkout / part / "file" if "." not in part else self.checkout / part
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{part}, first edition")
        (self.checkout / "device" / "nightcrier").mkdir()
        (self.checkout / "device" / "nightcrier" / "__init__.py").write_text('__version__ = "1.0"\n')
        for real in (
            "LICENSE",
            "systemd/install",
            "systemd/release",
            "systemd/first_starts",
            "systemd/versions.sh",
            "systemd/archive.sh",
            "systemd/libraries.sh",
            "systemd/wheels.sh",
            "systemd/allowed_signers",
            "systemd/call_for_help.py",
            "systemd/light_hook",
            "systemd/nightcrier.1",
            "systemd/nightcrier.service",
            "systemd/nightcrier-help.service",
            "systemd/nightcrier-stick@.service",
            "systemd/nightcrier-look.service",
            "systemd/nightcrier-stick.rules",
            "systemd/stick",
            "systemd/nightcrier-net.service",
            "requirements/pi.txt",
            "requirements/recording.txt",
            "requirements/net.txt",
        ):
            copy = self.checkout / real
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(real, copy)
        lay_tools(self.checkout, {"run": 'echo "run $*" >>"$CALLS"'})


def would(done: "subprocess.CompletedProcess[str]") -> list[str]:
    """Return the commands that a rehearsal says it would run."""
    return [line.partition("would run: ")[2] for line in done.stdout.splitlines() if "would run: " in line]


_T = TypeVar("_T")


def moved(made: _T, here: Path, there: Path) -> _T:
    """Return a copy in another folder, which costs a fifth of making it anew."""
    if isinstance(made, Pi):
        shutil.copytree(here, there, symlinks=True, dirs_exist_ok=True)
    found = copy(made)
    for name, value in vars(made).items():
        if isinstance(value, Path):
            setattr(found, name, there / value.relative_to(here))
        elif isinstance(value, Pi):
            setattr(found, name, moved(value, here, there))
    return found
