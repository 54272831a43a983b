"""Gives a box what guests and strangers may bring, in a separate process. Prints what takes effect although nobody
at home agreed: roles that answer to each other's names, files left behind, network settings."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.role_names import with_role_names
from nightcrier.box.role_name_files import read_role_names
from nightcrier.care import sent_files
from nightcrier.care.restoring import Restorer
from nightcrier.care.saving import write_saved
from nightcrier.kernel.files import DISK
from nightcrier.kernel.folders import Folders, share, standard_folders
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.chore import take_sent
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT

_GAME = "round-table"
_SWAPPED = b'format = 1\n[roles]\nseer = "Blade"\nblade = "Seer"\n'
_NETWORK = b'[net]\nenabled = true\nupdates = true\n[net.mqtt]\nbroker = "10.6.6.6"\n'
_NAMED = b'format = 1\n[roles]\nseer = "Merlin"\n'
_RIGHT = {f"guests/games/{_GAME}.de.names.toml", "guests/device.toml", "guests/asked.json", "not-taken.txt", "on-trial"}
"""The files that may be there: honest names of a guest, what waits for people at home, and the box's own notes."""


def look_at_brought(root: Path) -> str:
    """Return, one row each, what the program in this folder does with things that guests and strangers bring."""
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'device'}"}
    command = (sys.executable, "-P", "-m", __name__)
    return subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True).stdout


def _send(folders: Folders, name: str, content: bytes) -> None:
    sent = folders.state / "sent"
    sent.mkdir()
    (sent / name).write_bytes(content)
    take_sent(sent)
    sent.rmdir()


def _bring_names(folders: Folders) -> None:
    _send(folders, f"{_GAME}.de.names.toml", _NAMED)
    _send(folders, f"{_GAME}.en.names.toml", _SWAPPED)


def _bring_voice(folders: Folders) -> None:
    """Send a game in a file that is not a valid voice."""
    voice = folders.runtime / "en-guest.zip"
    with zipfile.ZipFile(voice, "w") as packed:
        packed.write(share("config") / "games" / f"{_GAME}.game.toml", "guests-own.game.toml")
    content = voice.read_bytes()
    voice.unlink()
    _send(folders, voice.name, content)


def _bring_box(folders: Folders) -> None:
    """Restore the saved box of a stranger."""
    with TemporaryDirectory() as there, Path(there, "saved.zip").open("w+b") as saved:
        Path(there, "device.toml").write_bytes(_NETWORK)
        write_saved(saved, Folders(Path(there), Path(there), Path(there), Path(there)))
        restorer = Restorer(folders)
        restorer.begin(saved, "saved.zip")
        restorer.finish()


def _what_counts(folders: Folders) -> Iterator[str]:
    game = read_game_file(share("config") / "games" / f"{_GAME}.game.toml")
    named = with_role_names(game, read_role_names(folders.games, print)).words[LAST_RESORT].roles
    own = game.words[LAST_RESORT].roles
    yield from (
        f"{role} is called as {other}" for role in own for other in {*own} - {role} if named[role] == own[other]
    )
    net = load_settings(DISK, folders.settings, LANGUAGES)[0].net
    yield from (f"the network is on: {net.mqtt.broker}",) if net.enabled else ()
    files = {file.relative_to(folders.own).as_posix() for file in folders.own.rglob("*") if file.is_file()}
    yield from (f"{file} is left" for file in files - _RIGHT)


def main() -> None:
    for bring in (_bring_names, _bring_voice, _bring_box):
        with TemporaryDirectory(prefix="nightcrier-brought-") as folder:
            folders = {name: Path(folder, name) for name in ("STATE", "CONFIGURATION", "RUNTIME")}
            for name, place in folders.items():
                os.environ[f"{name}_DIRECTORY"] = str(place)
                place.mkdir()
            sent_files.COPIES = folders["RUNTIME"]
            bring(standard_folders())
            print(*_what_counts(standard_folders()), sep="\n", end="")


if __name__ == "__main__":
    main()
