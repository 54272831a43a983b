"""Fetches what the page needs from elsewhere, once: Pyodide by npm, and msgspec's wheel for it by pip. Each is kept in the
environment, and refused if it is not what `pins.toml` names."""

import hashlib
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.reading import read_toml

SITE = Path(__file__).parents[1]
KEPT = SITE.parent / ".venv-net" / "site"


class Pin(Struct, frozen=True):
    """The version of a package, and the hash of its file. A wheel is for one Python on one platform."""

    version: str
    sha256: str
    python: str = ""
    platform: str = ""


def read_pins() -> dict[str, Pin]:
    return read_toml(SITE / "pins.toml", dict[str, Pin])


def fetched_pyodide(kept: Path = KEPT) -> Path:
    """Return the folder with the files of Pyodide. Raises NightcrierError."""
    pin = read_pins()["pyodide"]
    packed = _fetched(kept, pin, f"pyodide-{pin.version}.tgz", ("npm", "pack", "--silent", f"pyodide@{pin.version}"))
    folder = kept / f"pyodide-{pin.version}"
    if not folder.is_dir():
        with TemporaryDirectory(dir=kept) as name, tarfile.open(packed) as files:
            files.extractall(name, filter="data")
            Path(name, "package").rename(folder)
    return folder


def fetched_wheel(kept: Path = KEPT) -> Path:
    """Return the wheel of msgspec. Raises NightcrierError."""
    pin = read_pins()["msgspec"]
    form = ("--python-version", pin.python, "--platform", pin.platform, "--only-binary", ":all:", "--no-deps")
    command = (sys.executable, "-m", "pip", "download", "--quiet", *form, f"msgspec=={pin.version}")
    tag = f"cp{pin.python.replace('.', '')}"
    return _fetched(kept, pin, f"msgspec-{pin.version}-{tag}-{tag}-{pin.platform}.whl", command)


def _fetched(kept: Path, pin: Pin, name: str, command: Sequence[str]) -> Path:
    """Return a file that this command puts into the folder in which it runs, if the file is not there yet."""
    place = kept / name
    if not place.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(command, check=True, cwd=kept, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
        except (OSError, subprocess.CalledProcessError) as refused:
            why = f"{command[0]} could not fetch {name} ({refused}); check the network"
            raise NightcrierError(f"{why}, or install it with: sudo apt install npm") from None
    if hashlib.sha256(place.read_bytes()).hexdigest() != pin.sha256:
        place.unlink()
        raise NightcrierError(f"{place.name} is not the file that site/pins.toml names; run it again, or mend the pin.")
    return place
