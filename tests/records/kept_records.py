"""Lists all records by name, makes them, and compares them with saved digests: one a line, in a file for each kind."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from traceback import format_exc
from typing import Protocol

from msgspec import Struct

from tests.records import broker, evenings, hands, pages, printed
from tests.records.chance import begin_chance

KEPT = Path(__file__).parent / "kept"
KINDS = {"hands": hands, "evenings": evenings, "broker": broker, "printed": printed, "pages": pages}
"""The kinds of records. Those that take longest begin first."""
BROKE = "broke"
"""Replaces the digest of a record that cannot be made."""


class Recorded(Protocol):
    """Anything whose events can be written down in rows."""

    def rows(self) -> list[str]: ...


RECORDS: dict[str, Recorded] = {
    f"{kind}/{name}": record for kind, module in KINDS.items() for name, record in module.RECORDS.items()
}


class MadeRecord(Struct, frozen=True):
    """Holds a record as it is now. `whole` is its text if it is saved in full."""

    name: str
    digest: str
    whole: str = ""


def rows_of(name: str) -> list[str]:
    """Return the rows of a record as it is now. An error becomes its rows, so that it stops no other record."""
    begin_chance(name)
    try:
        return RECORDS[name].rows()
    except Exception:  # noqa: BLE001 (the house may be in pieces)
        return [BROKE, *format_exc().splitlines()[-4:]]


def make_record(name: str) -> MadeRecord:
    """Return the record as it is now."""
    rows = rows_of(name)
    if rows[:1] == [BROKE]:
        return MadeRecord(name, BROKE)
    digest = sha256("\n".join(rows).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return MadeRecord(name, digest, evenings.whole_text(name.partition("/")[2], rows) if whole_file(name) else "")


def make_records(names: Iterable[str]) -> Iterator[MadeRecord]:
    """Make records on all cores, in any order."""
    with Pool() as pool:
        yield from pool.imap_unordered(make_record, names)


def whole_file(name: str) -> Path | None:
    """Return the file in which a record is saved in full, or None."""
    kind, _, own = name.partition("/")
    return evenings.whole_file(own) if kind == "evenings" else None


def named(words: Iterable[str]) -> list[str]:
    """Return the records with these names, or whose names begin with these words. Without words, return all."""
    wanted = tuple(words) or ("",)
    begun = tuple(word for word in wanted if word not in RECORDS)
    return [name for name in RECORDS if name in wanted or name.startswith(begun)]


def kept_digests() -> dict[str, str]:
    files = ((file.stem, file.read_text("utf-8")) for file in sorted(KEPT.glob("*.txt")))
    rows = ((kind, *row.split(" ")) for kind, text in files for row in text.splitlines())
    return {f"{kind}/{name}": digest for kind, name, digest in rows}


def is_kept(made: MadeRecord, digest: str | None) -> bool:
    """Say whether a record matches this digest and its saved file."""
    file = whole_file(made.name)
    return made.digest == digest and (file is None or (file.exists() and file.read_text("utf-8") == made.whole))


def keep(made: Iterable[MadeRecord]) -> None:
    """Save these records as they are now, and remove those that exist no longer. Broken records are not saved."""
    digests = {name: digest for name, digest in kept_digests().items() if name in RECORDS}
    for each in made:
        if each.digest != BROKE:
            digests[each.name] = each.digest
            if file := whole_file(each.name):
                file.write_text(each.whole, "utf-8")
    KEPT.mkdir(exist_ok=True)
    for kind in KINDS:
        own = {name.removeprefix(f"{kind}/"): digest for name, digest in digests.items() if name.startswith(f"{kind}/")}
        (KEPT / f"{kind}.txt").write_text("".join(f"{name} {own[name]}\n" for name in sorted(own)), "utf-8")
