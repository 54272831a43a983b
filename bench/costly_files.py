"""Files that cost, taken and brought back as people do it; each box is then started in little memory.

`./run -m bench.costly_files --decks 5000 --boxes 2000` puts the decks on sticks of up to forty; `--seconds 720` ends in
time, and says how many it came to. Every start has to be ready within 30 s of processor in 430 MiB, and what lay on the
box before has to be there still, or come back with the box as it was before."""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from msgspec import Struct

from bench.costly_grammar import costly_box, costly_deck, zipped
from bench.costly_starts import ENOUGH, MEMORY_MIB, READY_SECONDS, Begun, begin, command, places
from bench.hearing import progress
from bench.rows import Row, table
from tests.care.given_files import files_of
from tests.care.saved_boxes import live_in

SIZE, SMALLEST, DECKS_A_BOX, SECONDS, SEED = 15, 1, 10, 420.0, 3
"""Saved boxes among all the other benchmarks, the decks for each, and the time after which no other is begun."""
MOST_ON_STICK = 40
BEFORE = (
    "own/scenarios/sunday.toml",
    "own/beds/sea.wav",
    "state/scores.sqlite",
    "state/sheets/wherewolf-0001-0123abcd.csv",
)
"""Files of a box that was used, none of which is of a name that the grammar makes."""


class Trial(Struct, frozen=True):
    """One box: by which recipe its files were made, what it has cost, and what was lost of what lay there before."""

    recipe: str
    files: int
    took: float
    begun: Begun
    lost: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        return not self.begun.fault and self.begun.ready <= READY_SECONDS and not self.lost


def used_box(folder: Path) -> dict[str, bytes]:
    """Make a box that was used; return its files."""
    os.environ |= places(folder)
    with redirect_stdout(StringIO()):
        live_in(folder, "Ada", "Ben", "Cem", settings="[screen]\ncontroller = 'none'\n")
    (folder / "state" / "journal.jsonl").unlink()
    return {name: (folder / name).read_bytes() for name in BEFORE}


def gone(folder: Path, before: Mapping[str, bytes]) -> tuple[str, ...]:
    there = files_of(folder)
    return tuple(name for name, content in before.items() if there.get(name) != content)


def untaken(folder: Path, files: Mapping[str, bytes], told: str) -> tuple[str, ...]:
    """Tell of files that did not come, and that no sentence of the command names."""
    missing = [name for name in gone(folder, files) if Path(name).name not in told]
    return (f"{len(missing)} of {len(files)} not taken, {missing[0]}",) if missing else ()


def stick_trial(folder: Path, chance: random.Random, most: int) -> Trial:
    """Take a stick of decks, and start the box: the first start has no copies of what it has read."""
    before, recipes = used_box(folder / "box"), Counter[str]()
    number, given = min(most, chance.randint(1, MOST_ON_STICK)), dict[str, bytes]()
    for each in range(number):
        recipe, game, content = costly_deck(chance)
        place = folder / "stick" / "nightcrier" / "decks" / game / f"d{each:02}.toml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        given[str(Path("own", "scenarios", game, place.name))] = content
        recipes[recipe] += 1
    took, said = command(folder / "box", "take", str(folder / "stick"))
    lost, came = untaken(folder / "box", given, said), number - len(gone(folder / "box", given))
    begun = begin(folder / "box")
    told = ", ".join(f"{count} {recipe}" for recipe, count in recipes.most_common(3))
    return Trial(
        f"stick of {number}, {came} taken: {told}", number, took, begun, (*lost, *gone(folder / "box", before))
    )


def box_trial(folder: Path, chance: random.Random) -> Trial:
    """Bring a saved box back, start it, and bring back what was there before."""
    before = used_box(folder / "box")
    recipe, files = costly_box(chance)
    saved = folder / "nightcrier-saved.zip"
    saved.write_bytes(zipped(files))
    took, why = command(folder / "box", "restore", str(saved))
    lost = () if saved.name in why else untaken(folder / "box", files, why)
    begun = begin(folder / "box")
    if (folder / "box" / "state" / "before-restore.zip").exists():
        _, why = command(folder / "box", "restore", str(folder / "box" / "state" / "before-restore.zip"))
    lost += tuple(f"{name} ({why.strip()[-160:]})" for name in gone(folder / "box", before))
    return Trial(f"saved box of {saved.stat().st_size // 1024} KiB: {recipe}", 1, took, begun, lost)


def trials(decks: int, boxes: int, seed: int, until: float) -> Iterator[Trial]:
    """Yield each trial as it ends: sticks and saved boxes in turn, as long as there is time and either is wanted."""
    chance, turn = random.Random(seed), 0
    while (decks > 0 or boxes > 0) and time.monotonic() < until:
        folder = Path(tempfile.mkdtemp(prefix="nightcrier-costly-"))
        try:
            if boxes > 0 and (decks <= 0 or turn % 2):
                boxes -= 1
                yield box_trial(folder, chance)
            else:
                yield (made := stick_trial(folder, chance, decks))
                decks -= made.files
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        turn += 1
        progress(f"costly files: {turn} boxes")
    progress("")


def rows_of(done: Sequence[Trial]) -> Iterator[Row]:
    """The dearest start, the dearest taking, and what went wrong."""
    sticks = sum(each.recipe.startswith("stick") for each in done)
    decks = sum(each.files for each in done if each.recipe.startswith("stick"))
    dear, slow = max(done, key=lambda each: each.begun.ready), max(done, key=lambda each: each.took)
    short = [each for each in done if not each.is_good]
    told = f"{decks:,} decks on {sticks:,} sticks, and {len(done) - sticks:,} saved boxes"
    faults = [f"{each.begun.fault or each.lost or 'too late'}: {each.recipe}" for each in short]
    unit = "s of processor"
    yield Row("until READY, the dearest", dear.begun.ready, READY_SECONDS, unit, note=dear.recipe)
    yield Row("its memory", dear.begun.memory, MEMORY_MIB, "MiB")
    yield Row("the dearest to take", slow.took, READY_SECONDS, unit, note=slow.recipe)
    yield Row("boxes that are not as they were", len(short), 0, f"of {len(done):,}", note="; ".join([told, *faults]))


def rows(size: int) -> Iterator[Row]:
    yield from rows_of(list(trials(DECKS_A_BOX * size, size, SEED, time.monotonic() + SECONDS)))


def main(words: list[str] | None = None) -> int:
    """Make thousands of them."""
    parser = argparse.ArgumentParser(prog="bench.costly_files")
    parser.add_argument("--decks", type=int, default=DECKS_A_BOX * SIZE)
    parser.add_argument("--boxes", type=int, default=SIZE)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=ENOUGH, help="begin no other box after so long")
    asked = parser.parse_args(words)
    done = trials(asked.decks, asked.boxes, asked.seed, time.monotonic() + asked.seconds)
    found = list(rows_of(list(done)))
    print(table(found))
    return 0 if all(row.holds for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
