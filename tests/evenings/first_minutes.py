"""Measures how soon newcomers play: seconds of talk and gestures from home to the first night or turn, by language.
`python -m tests.evenings.first_minutes` prints them for the scripts in `newcomers`."""

import tempfile
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.ids import Language
from tests.evenings.rehearsed import Rehearsed, Row

HERE = Path(__file__).parent / "newcomers"
BEGINS = {
    "first-game": "one-night.open",
    "without-cards": "one-night.open",
    "growl": "growl.day.turn",
    "wherewolf": "wherewolf.nightfall",
}
"""For each script the first line of the first night, or in GROWL of the first turn."""


class FirstMinutes(Struct, frozen=True):
    """Holds what people heard and did in a part of an evening."""

    talk: float
    gestures: int

    def __str__(self) -> str:
        return f"{self.talk:.0f} s, {self.gestures} gestures"


def first_minutes(script: str, language: str = "en") -> tuple[FirstMinutes, FirstMinutes]:
    """Return what people heard and did during the welcome, and from then until play begins."""
    rows = _played(script, Language(language))
    home = next(row["t"] for row in rows if row["kind"] == "state" and row["page"] == "home")
    begins = next(row["t"] for row in rows if row["kind"] == "say" and row["line"] == BEGINS[script])
    told = next(
        (row["t"] + row["seconds"] for row in rows if row["kind"] == "say" and row["line"] == "home.keys"), home
    )
    return _between(rows, 0.0, told), _between(rows, told, begins)


def _played(script: str, language: Language) -> list[Row]:
    path = HERE / f"{script}.txt"
    with tempfile.TemporaryDirectory() as folder:
        (config := Path(folder, "device.toml")).write_text(f'[table]\nwelcome = "always"\nlanguages = ["{language}"]\n')
        evening = Rehearsed(Path(folder, "state"), config=config, newcomers=True)
        for number, row in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if not row.startswith("#!"):
                evening.perform(path, number, row)
        return evening.rows


def _between(rows: list[Row], begin: float, end: float) -> FirstMinutes:
    """Add up the speech in this time, counting each line only until another cuts it, and what hands did."""
    said = [row for row in rows if row["kind"] == "say" and begin <= row["t"] < end]
    after = [*(row["t"] for row in said[1:]), end]
    talk = sum(min(row["seconds"], next_ - row["t"]) for row, next_ in zip(said, after, strict=True))
    hands = [row for row in rows if row["kind"] == "input" and begin < row["t"] <= end and row["gesture"] != "release"]
    return FirstMinutes(talk, len(hands))


if __name__ == "__main__":
    for name in BEGINS:
        for code in ("en", "th", "fa"):
            welcome, first = first_minutes(name, code)
            print(f"{name} {code}: welcome {welcome}; then {first}")
