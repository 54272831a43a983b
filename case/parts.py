"""The parts list with its prices, and the table of it in docs/case.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from case.measures import Measures, Strict

PARTS = Path(__file__).parent / "parts.toml"


class Offer(Strict, frozen=True):
    """Something to buy, from and to what price."""

    name: str
    price: tuple[int, int]


class PartRow(Strict, frozen=True):
    """What is recommended, why, and what does as well."""

    name: str
    price: tuple[int, int]
    why: str
    others: tuple[Offer, ...]
    optional: bool = False


class PartList(Strict, frozen=True):
    """The whole list."""

    date: str
    currency: str
    part: tuple[PartRow, ...]

    @property
    def needed(self) -> tuple[int, int]:
        """The price of what no box can do without."""
        return _sum(row for row in self.part if not row.optional)

    @property
    def total(self) -> tuple[int, int]:
        """Of all that is recommended."""
        return _sum(self.part)


def part_list() -> PartList:
    """As the file has it."""
    return msgspec.toml.decode(PARTS.read_bytes(), type=PartList)


def part_table(parts: PartList) -> str:
    """The table of docs/case.md."""
    rows = [
        f"| {row.name} | {_price(row.price)} | {_why(row)} | {'; '.join(_offer(other) for other in row.others)} |"
        for row in parts.part
    ]
    totals = [
        f"| **{name}** | **{_price(price)}** | | |"
        for name, price in (
            ("all of the first column without what is optional", parts.needed),
            ("with all that is optional", parts.total),
        )
    ]
    return _table(
        ("part", f"{parts.currency}, {parts.date}", "why this one", f"or ({parts.currency})"), (*rows, *totals)
    )


def measure_table(measures: Measures) -> str:
    """Where each measure is from."""
    named = {
        "START": measures.start.source,
        "BACK": measures.back.source,
        "dial": measures.dial.source,
        "screen": measures.glass.source,
        "lamp": measures.lamp.source,
        "wake button": measures.wake.source,
        "feet under the Pi": measures.standoff.source,
        **{board.name: board.source for board in measures.boards.values()},
    }
    return _table(("part", "its measures are from"), [f"| {name} | {source} |" for name, source in named.items()])


def filled(text: str, mark: str, table: str) -> str:
    """A page with a table written anew between its two marks."""
    begin, end = f"<!-- {mark}: made by ./run case -->\n", f"<!-- end of {mark} -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{table}{end}{after}"


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    return "\n".join(["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *rows]) + "\n"


def _why(row: PartRow) -> str:
    return f"optional: {row.why}" if row.optional else row.why


def _sum(rows: Iterable[PartRow]) -> tuple[int, int]:
    prices = [row.price for row in rows]
    return sum(low for low, _ in prices), sum(high for _, high in prices)


def _offer(offer: Offer) -> str:
    return f"{offer.name}: {_price(offer.price)}"


def _price(price: tuple[int, int]) -> str:
    return f"{price[0]} to {price[1]}"
