"""Keeps a tournament in one file. The file is complete at every moment, so a hall can continue after the program was
killed."""

from pathlib import Path

import msgspec
from msgspec import Struct

from nightcrier.hall.tournament.state import Tournament
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import BROKEN, LARGEST_FILE, Files, NotKept, refusal_reason, set_aside, write_atomically
from nightcrier.kernel.reading import parse_json

_VERSION = 100


class _Head(Struct, frozen=True):
    tournament: int


class _KeptTournament(Struct, frozen=True):
    """The content of the file of a tournament. `tournament` is the version of the file format."""

    tournament: int
    state: Tournament


class TournamentFile:
    """Reads and writes the file of a tournament. `read` must be called first. A damaged or older file is set aside
    under another name. A newer file, or a file that cannot be read, is not changed."""

    def __init__(self, files: Files, path: Path) -> None:
        self._files, self._path = files, path
        self._kept: bytes | None = None

    def read(self) -> Tournament:
        """Return the tournament in the file, or a new tournament if there is no file. Raises BadFile. After BadFile the
        hall must not begin, because the first change would overwrite the earlier results."""
        try:
            content = self._files.read(self._path)
        except FileNotFoundError:
            return Tournament()
        except OSError as refused:
            raise self._wrong(f"cannot be read ({refusal_reason(refused)}); check its rights and the disk") from None
        read = self._read(content)
        self._kept = content
        return read

    def _read(self, content: bytes) -> Tournament:
        try:
            version = parse_json(content, _Head, self._path).tournament
            if version == _VERSION:
                return parse_json(content, _KeptTournament, self._path).state
            wrong = "is from an older Nightcrier"
        except BadFile as damaged:
            version, wrong = 0, damaged.expected
        if version > _VERSION:
            raise self._wrong("is from a newer Nightcrier; update this one to go on with it")
        aside = set_aside(self._files, self._path)
        kept = f"it is kept as {aside.name}" if aside else "it is left alone"
        raise self._wrong(f"{wrong}; {kept}: begin again with another copy, or anew")

    def write(self, tournament: Tournament) -> NotKept | None:
        """Write the tournament, unless the file already has this content. Return the reason if the disk refused, or
        None."""
        content = msgspec.json.encode(_KeptTournament(_VERSION, tournament))
        if content == self._kept:
            return None
        if len(content) > LARGEST_FILE:  # it could not be read again
            return NotKept(self._path, OSError("it would be larger than a file of ours may be"))
        refused = write_atomically(self._files, self._path, content)
        self._kept = None if refused else content
        return refused

    def aside(self) -> str:
        """Return the name of the damaged tournament file that was set aside, or "" if there is no such file any
        more."""
        aside = self._path.with_name(f"{self._path.name}{BROKEN}")
        return aside.name if self._files.exists(aside) else ""

    def _wrong(self, what: str) -> BadFile:
        return BadFile(self._path, "", what)
