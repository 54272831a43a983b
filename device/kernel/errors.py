"""The errors people meet. Each is one sentence that says what is wrong and what to do."""

from pathlib import Path


class NightcrierError(Exception):
    """A fault found: the command ends with status 1."""

    exit_status = 1


class WrongUse(NightcrierError):
    """What was asked for cannot be: the command ends with status 2."""

    exit_status = 2


class BadFile(NightcrierError):
    """A data file that cannot be used, by file, key and what was expected there."""

    def __init__(self, file: Path | str, key: str, expected: str) -> None:
        self.file, self.key, self.expected = str(file), key, expected
        where = f"{file}: {key}" if key else str(file)
        super().__init__(f"{where}: {expected}.")
