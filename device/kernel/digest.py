"""SHA-256 as Python itself has it: `hashlib` would load all of OpenSSL for it, nearly four megabytes."""

try:
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:  # Python 3.11 keeps it elsewhere, and one that was built without hashes has only those of OpenSSL
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256


def text_digest(text: str) -> bytes:
    """Thirty-two bytes from which nobody finds the text."""
    return bytes(sha256(text.encode()).digest())
