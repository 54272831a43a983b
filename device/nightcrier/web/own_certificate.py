"""Makes a certificate for the box, because a phone gives its microphone only to encrypted pages. No authority signs the
certificate. People compare its fingerprint on the glass with the fingerprint that the phone shows."""

import calendar
import hashlib
import re
import secrets
import ssl
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from nightcrier.kernel.chores import OWN_WIFI_ADDRESS
from nightcrier.kernel.clock import NEVER_SET, utc_text
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.files import DISK, replace_file
from nightcrier.web.own_address import own_addresses, own_name

CERTIFICATE = "page.pem"
"""The file of the certificate and its key. The file is kept, so that people accept the certificate on a phone only
once."""
_DAY = 24 * 3600
LIFE, ENDING = 820 * _DAY, 60 * _DAY
"""The seconds of a certificate's life, and the seconds before its end at which it is renewed. Apple's phones accept
none that is valid for more than 825 days (support.apple.com/HT210176)."""
_ENDS = "-----END CERTIFICATE-----"
_FROM_UNTIL = re.compile(rb"\x30\x1e\x17\x0d(\d{12})Z\x17\x0d(\d{12})Z")
"""The pattern of the two times in a certificate, both before 2050 (RFC 5280, 4.1.2.5)."""
_FIGURES = "%y%m%d%H%M%S"
_SETTINGS = """[req]
distinguished_name = named
prompt = no
[named]
commonName = nightcrier
[ca]
default_ca = own
[own]
database = {place}/index
new_certs_dir = {place}
serial = {place}/serial
default_md = sha256
policy = policy
x509_extensions = shown
[policy]
commonName = supplied
[shown]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = {names}
"""
"""The settings of openssl-ca(1), the only command before OpenSSL 3.4 that can choose when a certificate begins."""
_Run = Callable[[Sequence[str]], bytes]


class OwnCertificate(Struct, frozen=True):
    """The certificate of the server, and its SHA-256 fingerprint in the form that browsers show."""

    context: ssl.SSLContext
    print: str
    begins: int
    ends: int

    def is_fresh(self, now: float | None) -> bool:
        """Say whether the certificate belongs to this version of the program or a later one, and does not end soon."""
        is_own = self.begins >= NEVER_SET and self.ends - self.begins <= LIFE
        return is_own and (now is None or self.begins <= now < self.ends - ENDING)


def own_certificate(folder: Path, now: float | None = None, run: _Run | None = None) -> OwnCertificate:
    """Return the certificate in this folder. A missing or damaged certificate is made again. Raises NightcrierError."""
    kept = _kept(folder / CERTIFICATE)
    if kept and kept.is_fresh(now):
        return kept
    begins = max(NEVER_SET, int(now or 0) - _DAY)  # a phone's clock may be late
    try:
        replace_file(folder / CERTIFICATE, _make(folder, begins, run or openssl))
        (folder / CERTIFICATE).chmod(0o600)
        return _read(folder / CERTIFICATE)
    except (OSError, ValueError, NightcrierError) as refused:
        if kept:
            return kept
        if isinstance(refused, NightcrierError):
            raise
        raise NightcrierError(f"openssl made no certificate; {_WITHOUT}") from None


def _kept(file: Path) -> OwnCertificate | None:
    try:
        return _read(file)
    except (OSError, ValueError):  # not there, or none
        return None


def openssl(command: Sequence[str]) -> bytes:
    """Run openssl, and return its output: a key and a certificate. Raises NightcrierError."""
    try:
        return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError) as refused:
        raise NightcrierError(f"openssl cannot make a certificate ({refused}); {_WITHOUT}") from None


def _make(folder: Path, begins: int, run: _Run) -> bytes:
    """Return an unlocked key on P-256, which every phone knows, and a certificate that is signed with that key.
    Raises NightcrierError, OSError, and ValueError."""
    addresses = (f"IP:{each}" for each in (*own_addresses(), OWN_WIFI_ADDRESS))
    names = dict.fromkeys(("DNS:nightcrier.local", f"DNS:{own_name()}", *addresses))
    dates = (f"{utc_text(at, _FIGURES)}Z" for at in (begins, begins + LIFE))
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder) as name:
        place = Path(name)
        (place / "settings").write_text(_SETTINGS.format(place=place, names=", ".join(names)), "utf-8")
        (place / "index").touch()
        (place / "serial").write_text(secrets.token_hex(16), "ascii")
        settings, key, asked = ("-config", str(place / "settings")), str(place / "key"), str(place / "asked")
        new = ("-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        run(("/usr/bin/openssl", "req", *settings, *new, "-keyout", key, "-out", asked))
        signed = ("-selfsign", "-batch", "-notext", "-keyfile", key, "-in", asked)
        shown = run(("/usr/bin/openssl", "ca", *settings, *signed, "-startdate", next(dates), "-enddate", next(dates)))
        made = DISK.read(Path(key)) + shown
        (place / CERTIFICATE).write_bytes(made)
        _read(place / CERTIFICATE)  # before it takes the place of the one that is there
        return made


def _read(file: Path) -> OwnCertificate:
    """Read a certificate. Raises OSError or ValueError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(file)
    text = DISK.read(file).decode("ascii")
    begins = text.index("-----BEGIN CERTIFICATE-----")
    shown = ssl.PEM_cert_to_DER_cert(text[begins : text.index(_ENDS) + len(_ENDS)])
    found = _FROM_UNTIL.search(shown)
    if found is None:
        raise ValueError
    since, until = (calendar.timegm(time.strptime(each.decode(), _FIGURES)) for each in found.groups())
    return OwnCertificate(context, hashlib.sha256(shown).hexdigest().upper(), since, until)


_WITHOUT = "install it with sudo apt install openssl, or write tls = false under [net]."
