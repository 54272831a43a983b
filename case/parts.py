"""Reads the parts list, and writes its tables in docs/shopping.md."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from case.measures import Strict

PARTS = Path(__file__).parent / "parts.toml"


class PartRow(Strict, frozen=True):
    """Describes a recommended part: its rough price, the reason for it, alternatives, and words to search for."""

    name: str
    euro: int
    why: str
    instead: str
    search: str
    optional: bool = False


class PartList(Strict, frozen=True):
    """The content of the parts file."""

    part: tuple[PartRow, ...]


def part_list() -> tuple[PartRow, ...]:
    return msgspec.toml.decode(PARTS.read_bytes(), type=PartList).part


def part_table(parts: Iterable[PartRow]) -> str:
    """Return a table for docs/shopping.md."""
    listed = tuple(parts)
    rows = [f"| {row.name} | about €{row.euro} | {row.why} | {row.instead} | {row.search} |" for row in listed]
    total = f"| **all of these** | **about €{sum(row.euro for row in listed)}** | | | |"
    return (
        "\n".join(["| what we'd buy | price | why | or | search for |", "|---|---|---|---|---|", *rows, total]) + "\n"
    )


def filled(text: str, mark: str, table: str) -> str:
    """Return a page with a new table between its two marks."""
    begin, end = f"<!-- {mark}: made by ./run case -->\n", f"<!-- end of {mark} -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{table}{end}{after}"
