"""Files that are only there when they are done: written beside their place, and put into it when all went well."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.kernel.errors import WrongUse


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """Where to write what is to stand at `path`. What stood there stays, unless all of the new was written."""
    try:
        special = path.exists() and not path.is_file()
        place = path if special else path.resolve()
        fresh = place if special else place.with_name(f"{place.stem}.part{place.suffix}")
        fresh.open("ab").close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WrongUse(f"{path}: cannot be written ({why}); choose another place.") from None
    try:
        yield fresh
        if not special:
            fresh.replace(place)
    finally:
        if not special:
            fresh.unlink(missing_ok=True)
