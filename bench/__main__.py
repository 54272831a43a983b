"""All figures, in one go: `./run bench`, or `python -m bench --date 2026-01-31 [NAME ...]`.

Writes docs/proofs/performance.md from the rows of each benchmark, with the note that lies beside it (`startup.md`).
Ends with 1 where a row falls short of its bar."""

import argparse
import os
import platform
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from msgspec import Struct

from bench.installed import forget_copies, installed
from bench.rows import Result, Row, end_all, measure
from nightcrier.kernel.program import program_version

DOCS = Path(__file__).parents[1] / "docs"
MOCK = "mock pins, a modelled glass, sound to a file"
PAPER = "pins of paper, a modelled glass, sound to a file"
COMPUTED = "computed, without a device"
VIRTUAL = "the whole box in virtual time, without a device"


class Benchmark(Struct, frozen=True):
    """Names a benchmark on the page; `on` says on what its rows are measured."""

    title: str
    on: str


BENCHMARKS = {
    "press": Benchmark("Press to first sample, through the daemon", MOCK),
    "slow_card": Benchmark("START on a worn card", MOCK),
    "gaps": Benchmark("Gap between two lines", "the mixer, sound to a file"),
    "holdup": Benchmark("What plays, while a line is decoded", "the mixer, no sound"),
    "schedule": Benchmark("Schedule over a whole night of real time", "the daemon without hands, sound to a file"),
    "startup": Benchmark("Exec to ready and to the first picture", PAPER),
    "stopping": Benchmark("Told to stop", PAPER),
    "weight": Benchmark("Memory, wake-ups, processor", PAPER),
    "bus": Benchmark("Bytes and time on the screen's bus", "a modelled glass"),
    "dial": Benchmark("Detents kept", "mock pins"),
    "calls": Benchmark("Functions called for a gesture", VIRTUAL),
    "nights": Benchmark("Evenings in virtual time", VIRTUAL),
    "attacked": Benchmark("Attacked", VIRTUAL),
    "costly_files": Benchmark("Files that cost, taken and brought back", PAPER),
    "equal_work": Benchmark("Equal work", COMPUTED),
    "night_length": Benchmark("How long eyes are shut", COMPUTED),
    "referee": Benchmark("The referee", COMPUTED),
    "wherewolf": Benchmark("The referee of Wherewolf", COMPUTED),
    "loudness": Benchmark("Loudness of voices, beds and signals", COMPUTED),
    "voices": Benchmark("How alike the voices are", COMPUTED),
    "masked_night": Benchmark("What the bed covers at every moment of a night", COMPUTED),
    "packs": Benchmark("Voice packs", COMPUTED),
    "cuts": Benchmark("Power cuts by which nothing was lost", "disks that forget what was not synced"),
    "growth": Benchmark("One more game, where 10 and where 100,000 are kept", COMPUTED),
    "hall_load": Benchmark("Many tables at one broker", "programs and sockets of this machine's kernel"),
}
ALL, MOST_MINUTES = Benchmark("All of these figures", "this machine, two at a time"), 40.0
ROUNDS = (
    (("nights", "attacked", "equal_work"), ("loudness", "voices", "masked_night", "night_length", "bus", "calls")),
    (("costly_files",), ("cuts",)),
    (("schedule", "hall_load"), ("weight",), ("gaps",)),
    (("press", "slow_card", "startup", "stopping", "dial", "holdup", "referee", "wherewolf", "packs", "growth"),),
)
"""Those of one round run side by side: first what computes and counts, then what waits, last what times to a
millisecond, one after the other on a machine at rest."""


def measured(names: Sequence[str]) -> list[Result]:
    """In the order of the page; each is told of when it is done."""
    results = list[Result]()
    for lanes in ROUNDS:
        wanted = [[name for name in lane if name in names] for lane in lanes]
        with ThreadPoolExecutor(len(lanes)) as aside:
            for done in aside.map(lambda lane: [_told(measure(name)) for name in lane], wanted):
                results += done
    return sorted(results, key=lambda result: list(BENCHMARKS).index(result.name))


def time_of(results: Sequence[Result], minutes: float) -> Result:
    """Return what all of them took together, as a row of its own."""
    note = f"{sum(result.seconds for result in results) / 60:.1f} one after the other"
    return Result("all", [Row("from the first to the last", minutes, MOST_MINUTES, "minutes", note=note)], 60 * minutes)


def _interrupt(*_: object) -> None:
    forget_copies()
    end_all()


def _told(result: Result) -> Result:
    verdict = "" if result.holds else "   FALLS SHORT"
    print(f"{result.name:14}{result.seconds:6.0f} s{verdict}", file=sys.stderr, flush=True)
    return result


def machine() -> list[str]:
    processor = next((row.partition(": ")[2] for row in _rows("/proc/cpuinfo") if row.startswith("model name")), "")
    memory = next((int(row.split()[1]) // 1024 for row in _rows("/proc/meminfo") if row.startswith("MemTotal")), 0)
    cores = sum(row.startswith("processor") for row in _rows("/proc/cpuinfo"))
    model = Path("/proc/device-tree/model")
    name = model.read_text().strip("\0") if model.is_file() else processor or platform.machine()
    changed = subprocess.run(("git", "diff", "--quiet", "HEAD"), cwd=DOCS, check=False).returncode
    others = f"; {os.getloadavg()[1]:.1f} other programs at work in the five minutes before"
    return [
        f"- machine: {name}, {cores} cores, {memory} MiB, {platform.system()} {platform.release()}{others}",
        f"- Python {platform.python_version()}, Nightcrier {program_version()}{', changed since' if changed else ''}",
    ]


def _rows(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).is_file() else []


def page(results: Sequence[Result], date: str, about: Sequence[str]) -> str:
    """Return the page under docs/proofs; `about` is the machine as it was before the first of them began."""
    rows = [row for result in results for row in result.rows]
    benchmarks = sum(result.name in BENCHMARKS for result in results)
    head = [
        "# Figures",
        "",
        "*For developers, and for whoever doubts a figure.*",
        "",
        "Made by `./run bench`. Each row has its bar: what an issue asked for, or an alarm that tells when something",
        "has grown. Beside it stands what somebody would have otherwise, found in the same run, and how often the row",
        'has that: "0.5 of 20" is half of 20. Many a bar is a part of what stands beside, so it moves with it. The',
        "text below a table says why a row falls short, where we know it.",
        "",
        "Read times as ratios: a Raspberry Pi Zero 2 W is ten to twenty times slower than a laptop, and so is what",
        "stands beside. Counts are the same on a busy machine; times *of processor* grow there by a tenth to a half.",
        "Nothing here was measured on a card; [the lab](kernel.md) has a real kernel. What was proven once is",
        "[apart](measured-once.md).",
        "",
        f"- date: {date}",
        *about,
        f"- {sum(row.holds for row in rows)} of {len(rows)} rows hold, in {benchmarks} benchmarks",
        *short_rows(results),
        "",
    ]
    body = [section(result) for result in results]
    return "\n".join(head) + "\n" + "\n".join(body)


def short_rows(results: Sequence[Result]) -> list[str]:
    """One line for each row that falls short, and for each benchmark that ended early."""
    told = list[str]()
    for result in results:
        title = BENCHMARKS.get(result.name, ALL).title
        for row in (row for row in result.rows if not row.holds):
            _, found, bar, *_ = row.cells
            told.append(f"- **falls short**: {title}, {row.what}: {found}, {bar}")
        if result.fault or not result.rows:
            told.append(f"- **falls short**: {title} ended early")
    return told


def section(result: Result) -> str:
    benchmark, note = BENCHMARKS.get(result.name, ALL), note_on(result.name)
    again = f" Once more: `./run bench {result.name}`." if result.name in BENCHMARKS else ""
    told = f"## {benchmark.title}\n\nMeasured on: {benchmark.on}.{again}\n\n```\n{result.printed}\n```\n"
    return f"{told}\n{note}" if note else told


def note_on(name: str) -> str:
    """Return the text below figures that do not explain themselves."""
    file = Path(__file__).with_name(f"{name}.md")
    return file.read_text("utf-8") if file.is_file() else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Measures this machine for docs/proofs/performance.md.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these, and print them: {', '.join(BENCHMARKS)}")
    parser.add_argument("--date", default="", help="what stands on the page")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; choose of {', '.join(BENCHMARKS)}")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    most = f"at most {MOST_MINUTES:.0f} minutes on two quiet cores"
    print(f"bench: all take {most}", file=sys.stderr, flush=True)
    about, began = machine(), time.perf_counter()
    with installed():
        results = measured(arguments.names or list(BENCHMARKS))
    results += [] if arguments.names else [time_of(results, (time.perf_counter() - began) / 60)]
    text = page(results, arguments.date, about)
    if arguments.names:
        print(text)
    else:
        (DOCS / "proofs" / "performance.md").write_text(text, "utf-8")
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
