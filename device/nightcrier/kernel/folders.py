"""Finds the folders of the box: those that came with the program, those for people's files, and those into which the
box may write.

Files that came with the program are beside the package in a checkout, and inside the package after an installation."""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.kernel.chores import HALL_SETTINGS

_PACKAGE = Path(__file__).parents[1]


def share(name: str) -> Path:
    """Return the folder of this name: `assets` or `config`."""
    installed = _PACKAGE / "_share" / name
    return installed if installed.is_dir() else _PACKAGE.parents[1] / name


def voice_source(language: str) -> str:
    """Return the command that brings a voice of this language to this machine: it builds one, or installs one that was
    built. A package is named by its file, because no registry has our name yet."""
    top = share("assets").parent
    if (top / "run").is_file():
        return f"./run voices build {language}"
    wheel = f"./nightcrier_{language.lower().replace('-', '_')}-*.whl"
    return f"pipx inject nightcrier {wheel}" if top.name == "_share" else "sudo systemd/install"


OWN_FOLDER = Path("/etc/nightcrier")
EVENINGS = "evenings"
OLD_SCORES, OLD_JOURNAL, OLD_NOTES = "scores.sqlite", "scores.sqlite-journal", "uncounted.json"
"""The names of files that a box from before November 2026 has beside its evenings: the database of its scores, the file
in which SQLite keeps a change until it is complete, and games that the database could not take."""


class Folders(Struct, frozen=True):
    """The folders of a box. People put settings, decks and beds into `own`; the box writes into the others. The
    contents of `runtime` are lost when the power is off. A file that is named on the command line is used instead of
    the file in its folder."""

    state: Path
    cache: Path
    runtime: Path
    own: Path = OWN_FOLDER
    tried_settings: Path | None = None
    tried_scenarios: Path | None = None
    in_place: Path | None = None
    tried_games: tuple[Path, ...] = ()

    def without_taken(self) -> "Folders":
        """Return the folders of a clean start. A folder that is lost with the power replaces everything that people
        brought, recorded and won."""
        bare = self.runtime / "clean"
        return replace(self, own=bare, in_place=bare)

    @property
    def guests(self) -> Path:
        """The folder of the files that guests brought for the evening, laid out like people's own files."""
        return self.own / "guests"

    def of_guests(self) -> "Folders":
        return replace(self, own=self.guests, in_place=self.guests)

    @property
    def words(self) -> Path:
        return share("assets") / "words"

    @property
    def audio(self) -> Path:
        return share("assets") / "audio"

    @property
    def recordings(self) -> Path:
        return (self.in_place or self.state) / "voices"

    @property
    def voices(self) -> tuple[Path, Path]:
        """The voices that people brought: those of this box, and those of guests."""
        return self.recordings, self.guests / "voices"

    @property
    def scores(self) -> Path:
        return (self.in_place or self.state) / EVENINGS

    @property
    def on_trial(self) -> Path:
        """The list of files that were brought recently, and with which the box has not yet run for a minute; see
        `care/on_trial.py`."""
        return self.own / "on-trial"

    @property
    def passed(self) -> Path:
        """The list of the files with which the box has run for a minute."""
        return self.state / "passed-trial"

    @property
    def scenarios(self) -> tuple[Path, Path, Path]:
        own = self.tried_scenarios or self.own / "scenarios"
        return share("config") / "scenarios", own, self.guests / "scenarios"

    @property
    def games(self) -> tuple[Path, ...]:
        """The folders of games that are written as files. A file in a later folder takes precedence."""
        return share("config") / "games", self.own / "games", self.guests / "games", *self.tried_games

    @property
    def settings(self) -> tuple[Path, Path, Path]:
        """The files of settings: of the box, of its hall, and of its owner. A later file overrides an earlier one."""
        own = self.tried_settings or self.own / "device.toml"
        return share("config") / "device.toml", self.own / HALL_SETTINGS, own


def standard_folders(environ: Mapping[str, str] = os.environ, state: Path | None = None) -> Folders:
    """Return the folders that systemd gives to the service. Without systemd, return those in the home folder."""
    kept = state or _first(environ.get("STATE_DIRECTORY")) or _home(environ)
    cache = _first(environ.get("CACHE_DIRECTORY")) or kept / "cache"
    own = _first(environ.get("CONFIGURATION_DIRECTORY")) or OWN_FOLDER
    return Folders(kept, cache, _first(environ.get("RUNTIME_DIRECTORY")) or kept, own)


def _first(directories: str | None) -> Path | None:
    """Return the first folder of an environment variable, in which systemd separates folders by colons."""
    return Path(directories.split(":")[0]) if directories else None


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "nightcrier"
