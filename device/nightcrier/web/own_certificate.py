"""Makes a certificate for the box, because a phone gives its microphone only to encrypted pages. No authority signs the
certificate. People compare its fingerprint on the glass with the fingerprint that the phone shows."""

import hashlib
import ssl
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import DISK, replace_file

CERTIFICATE = "page.pem"
"""The file of the certificate and its key. The file is kept, so that people accept the certificate on a phone only
once."""
_ENDS = "-----END CERTIFICATE-----"
_TEN_YEARS = "3650"
_Run = Callable[[Sequence[str]], bytes]


class OwnCertificate(Struct, frozen=True):
    """The certificate of the server, and its SHA-256 fingerprint in the form that browsers show."""

    context: ssl.SSLContext
    print: str


def own_certificate(folder: Path, run: _Run | None = None) -> OwnCertificate:
    """Return the certificate in this folder. A missing or damaged certificate is made again. Raises NightcrierError."""
    file = folder / CERTIFICATE
    try:
        return _read(file)
    except (OSError, ValueError):  # not there, or none
        replace_file(file, (run or openssl)(_command()))
        file.chmod(0o600)
    try:
        return _read(file)
    except (OSError, ValueError):
        raise NightcrierError(f"openssl made no certificate; {_WITHOUT}") from None


def openssl(command: Sequence[str]) -> bytes:
    """Run openssl, and return its output: a key and a certificate. Raises NightcrierError."""
    try:
        return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError) as refused:
        raise NightcrierError(f"openssl cannot make a certificate ({refused}); {_WITHOUT}") from None


def _command() -> Sequence[str]:
    """Return the command of openssl-req(1). The command makes a key without a password on the curve P-256, which every
    phone knows, and signs a certificate with that key."""
    made = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", _TEN_YEARS)
    named = ("-subj", "/CN=nightcrier", "-addext", "subjectAltName=DNS:nightcrier.local")
    return ("/usr/bin/openssl", "req", *made, *named, "-keyout", "/dev/stdout", "-out", "/dev/stdout")


def _read(file: Path) -> OwnCertificate:
    """Read a certificate. Raises OSError or ValueError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(file)
    text = DISK.read(file).decode("ascii")
    begins = text.index("-----BEGIN CERTIFICATE-----")
    shown = ssl.PEM_cert_to_DER_cert(text[begins : text.index(_ENDS) + len(_ENDS)])
    return OwnCertificate(context, hashlib.sha256(shown).hexdigest().upper())


_WITHOUT = "install it with sudo apt install openssl, or write tls = false under [net]."
