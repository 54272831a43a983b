"""Rows of text under each other, for whatever is printed: every column as wide as its widest cell."""

from collections.abc import Sequence


def aligned_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write one line for each row."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
