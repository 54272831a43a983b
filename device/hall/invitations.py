"""What the organiser made for a new box, for a phone that fetches it without the password: by a key that nobody
guesses, for some minutes."""

import secrets

from device.kernel.ids import Seconds

INVITED: Seconds = 600.0
_MOST = 100


class Invitations:
    """Of too many the oldest goes."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[bytes, float]] = {}

    def invite(self, file: bytes, now: float) -> str:
        """The key by which it is fetched."""
        while len(self._files) >= _MOST:
            del self._files[next(iter(self._files))]
        key = secrets.token_urlsafe(9)  # 72 bits for ten minutes, and short enough for a row of a phone
        self._files[key] = file, now + INVITED
        return key

    def file_of(self, key: str, now: float) -> bytes | None:
        file, until = self._files.get(key, (None, now))
        return file if until > now else None
