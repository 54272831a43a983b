"""Keeps the passes of organizers in a file. The passes are valid until the password changes."""

import secrets
from collections.abc import Callable
from hashlib import scrypt
from hmac import compare_digest
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.files import DISK
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.web.gate import PhonePass

_WORK = 2**14
"""The amount of work to try one password. It is so large that nobody can find the password from the file by trying."""


class _KeptPasses(Struct, frozen=True):
    """The content of the file: the passes, and a `proof` that is computed from the password and the random `salt`."""

    salt: str = ""
    proof: str = ""
    passes: tuple[PhonePass, ...] = ()


class OrganisersFile:
    """Keeps the passes of organizers on the disk. `tell` writes a sentence into the log."""

    def __init__(self, path: Path, password: str, tell: Callable[[str], None]) -> None:
        self._file = ChoicesFile(DISK, path, _KeptPasses, "every organiser types the password again")
        self._password, self._tell = password, tell
        self._salt = secrets.token_hex(16)
        self._proof = self._proof_of(self._salt)

    def read(self) -> tuple[PhonePass, ...]:
        """Return the kept passes. Return no passes if the password has changed or the file is damaged."""
        kept, wrong = self._file.load()
        for fault in wrong:
            self._tell(str(fault))
        if kept and compare_digest(kept.proof.encode(), self._proof_of(kept.salt).encode()):
            return kept.passes
        return ()

    def write(self, passes: tuple[PhonePass, ...]) -> None:
        """Write the passes to the disk. If the disk cannot be written, the passes stay valid until this program
        ends."""
        if self._file.save(_KeptPasses(self._salt, self._proof, passes)):
            self._tell("Who came in for good cannot be kept; they type the password again after a restart.")

    def _proof_of(self, salt: str) -> str:
        return scrypt(self._password.encode(), salt=salt.encode(), n=_WORK, r=8, p=1).hex()
