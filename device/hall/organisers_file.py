"""Who is remembered at the organiser's page: for as long as the password is the same with which they came in."""

import secrets
from collections.abc import Callable
from hashlib import scrypt
from hmac import compare_digest
from pathlib import Path

from msgspec import Struct

from device.kernel.choices import ChoicesFile
from device.kernel.files import DISK
from device.net.gate import PhonePass

_WORK = 2**14
"""So much a password costs that is tried: nobody finds it out by the file."""


class _KeptPasses(Struct, frozen=True):
    """`proof` is of the password, and of the `salt` that was drawn for it."""

    salt: str = ""
    proof: str = ""
    passes: tuple[PhonePass, ...] = ()


class OrganisersFile:
    """`tell` writes a sentence into the log."""

    def __init__(self, path: Path, password: str, tell: Callable[[str], None]) -> None:
        self._file = ChoicesFile(DISK, path, _KeptPasses, "every organiser types the password again")
        self._password, self._tell = password, tell
        self._salt = secrets.token_hex(16)
        self._proof = self._proved(self._salt)

    def read(self) -> tuple[PhonePass, ...]:
        """None of another password, and none where the file is damaged: they type the password again."""
        kept, wrong = self._file.load()
        for fault in wrong:
            self._tell(str(fault))
        if kept and compare_digest(kept.proof.encode(), self._proved(kept.salt).encode()):
            return kept.passes
        return ()

    def write(self, passes: tuple[PhonePass, ...]) -> None:
        """Where the disk refuses, they hold until this program ends."""
        if self._file.save(_KeptPasses(self._salt, self._proof, passes)):
            self._tell("Who came in for good cannot be kept; they type the password again after a restart.")

    def _proved(self, salt: str) -> str:
        return scrypt(self._password.encode(), salt=salt.encode(), n=_WORK, r=8, p=1).hex()
