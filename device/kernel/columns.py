"""Tables of text: rows under their heads, every column as wide as its widest."""

from collections.abc import Sequence


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows as lines; without heads where all of them are empty."""
    table = [heads, *rows] if any(heads) else list(rows)
    wide = [max(len(row[n]) for row in table) for n in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in table]
