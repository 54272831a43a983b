"""./run -m docs.controls: prints the tables of docs/proofs/controls.md from assets/controls.toml."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

TOP = Path(__file__).parents[1]
PAGE = TOP / "docs" / "proofs" / "controls.md"
CONTROLS: Mapping[str, Mapping[str, Mapping[str, str]]] = tomllib.loads(
    (TOP / "assets/controls.toml").read_text("utf-8")
)
"""Maps headings to pages, and pages to what each gesture does on them."""
_HEAD = "| page | START | BACK | turn | press | hold |\n|---|---|---|---|---|---|"


def with_tables(page: str) -> str:
    """Return the page with the table below each heading printed again. The text around the tables stays."""
    for heading, rows in CONTROLS.items():
        table = "\n".join((_HEAD, *(_row(name, row) for name, row in rows.items())))
        page = re.sub(rf"(?<=\n## {heading}\n)([^|]*)\|(.*\|\n)+", rf"\1{table}\n", page)
    return page


def _row(name: str, row: Mapping[str, str]) -> str:
    held = (f"{key[5:]}: {text}".removeprefix(": ") for key, text in row.items() if key.startswith("hold"))
    pressed = (row.get(gesture, "") for gesture in ("START", "BACK", "turn", "press"))
    cells = (f"**{name}**{row.get('after', '')}", *pressed, "; ".join(held))
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
