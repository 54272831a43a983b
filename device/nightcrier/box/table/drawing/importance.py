"""Decides which rows of a page remain if people want only large letters: the main rows. Hints are dropped, and so are
the rows around a chosen one, which people reach by turning. A question stays, with the answers of the buttons."""

from collections.abc import Iterator

from nightcrier.box.table.drawing.view import Pair, Row, Size, Text

Rows = tuple[Row, ...]


def fewer_rows(rows: Rows, stays: int = 0) -> Iterator[Rows]:
    """Yield all rows, and then the rows without one more of the less important ones, starting with the last of these.
    The first `stays` rows are always included."""
    yield rows
    main = main_rows(rows)
    minor = [at for at, row in enumerate(rows) if at >= stays and row not in main]
    while minor:
        at = minor.pop()
        rows = (*rows[:at], *rows[at + 1 :])
        yield rows


def main_rows(rows: Rows) -> Rows:
    """Return the rows that remain. If only a title stands out, these are all rows below it."""
    main = tuple(row for row in rows if not _is_minor(row, rows))
    if rows and main == rows[:1] and isinstance(rows[0], Text) and rows[0].size is Size.SMALL:
        return rows[1:] or rows
    return main or rows


def _is_minor(row: Row, rows: Rows) -> bool:
    if row.inverse or isinstance(row, Text):
        return row.size is Size.SMALL and not row.inverse
    return row.size is Size.SMALL or any(isinstance(each, Pair) and each.inverse for each in rows)


def split_pairs(rows: Rows) -> Rows:
    """Put the value of each pair into its own row, because long names and values do not fit side by side."""
    return tuple(part for row in rows for part in (_texts(row) if isinstance(row, Pair) else (row,)))


def _texts(pair: Pair) -> Rows:
    texts = (text for text in (pair.label, pair.value) if text)
    return tuple(Text(text, pair.size, pair.inverse) for text in texts)
