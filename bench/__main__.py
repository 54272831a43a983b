"""Takes all figures at once: `./run bench`, or `python -m bench --date 2026-01-31 [NAME ...]`.

Writes docs/proofs/performance.md from the rows of each benchmark and the note beside it (`growth.md`). Exits with 1 if
a row misses its bar. `NAME ... --mark --why WHY` instead saves these counts as the marks for later ones."""

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
from bench.marks import held_to, moved, read_marks, write_marks
from bench.rows import Result, Row, end_all, measure
from bench.rows import number as figure
from nightcrier.kernel.program import program_version

DOCS = Path(__file__).parents[1] / "docs"
MOCK = "mock pins, a modelled glass, sound to a file"
PAPER = "pins of paper, a modelled glass, sound to a file"
COMPUTED = "computed, without a device"
VIRTUAL = "the whole box in virtual time, without a device"


class Benchmark(Struct, frozen=True):
    """A benchmark's title on the page. `on` says what its rows are measured on."""

    title: str
    on: str


BENCHMARKS = {
    "press": Benchmark("Press to picture and to first sample, through the daemon", MOCK),
    "gaps": Benchmark("Gap between two lines", "the mixer, sound to a file"),
    "holdup": Benchmark("What plays, while a line is decoded", "the mixer, no sound"),
    "schedule": Benchmark("Schedule over a whole night of real time", "the daemon without hands, sound to a file"),
    "startup": Benchmark("Exec to ready and to the first picture", PAPER),
    "weight": Benchmark("Memory and wake-ups", PAPER),
    "bus": Benchmark("Bytes on the screen's bus", "a modelled glass"),
    "dial": Benchmark("Detents lost", "mock pins"),
    "turns": Benchmark("What the dearest turns of the loop cost", VIRTUAL),
    "calls": Benchmark("What the box does for a gesture, a night, an hour", VIRTUAL),
    "restart": Benchmark("A long game begun again after a power cut", COMPUTED),
    "attacked": Benchmark("Attacked", VIRTUAL),
    "equal_work": Benchmark("Equal work", COMPUTED),
    "night_length": Benchmark("How long eyes are shut", COMPUTED),
    "loudness": Benchmark("Loudness of voices, beds and signals", COMPUTED),
    "voices": Benchmark("How alike the voices are", COMPUTED),
    "masked_night": Benchmark("What the bed covers at every moment of a night", COMPUTED),
    "packs": Benchmark("Voice packs", COMPUTED),
    "growth": Benchmark("One more game, where thirty evenings and where 100,000 games are kept", COMPUTED),
    "hall_load": Benchmark("Many tables at one broker", "programs and sockets of this machine's kernel"),
}
ALL, MOST_MINUTES = Benchmark("All of these figures", "this machine, two at a time"), 20.0
ROUNDS = (
    (
        ("attacked", "equal_work"),
        ("loudness", "voices", "masked_night", "night_length", "bus", "dial", "calls", "restart"),
    ),
    (("schedule", "hall_load"), ("weight",), ("gaps",)),
    (("press", "startup", "holdup", "packs", "growth", "turns"),),
)
"""The benchmarks of one round run side by side: first those that compute and count, then those that wait. Last come
those that time milliseconds, one after another on an idle machine."""


def measured(names: Sequence[str]) -> list[Result]:
    """Return the results in the order of the page, compared with the saved marks. Each is reported once it is done."""
    results, marks = list[Result](), read_marks()

    def one(name: str) -> Result:
        return _told(held_to(marks.get(name, {}), measure(name)))

    for lanes in ROUNDS:
        wanted = [[name for name in lane if name in names] for lane in lanes]
        with ThreadPoolExecutor(len(lanes)) as aside:
            for done in aside.map(lambda lane: [one(name) for name in lane], wanted):
                results += done
    return sorted(results, key=lambda result: list(BENCHMARKS).index(result.name))


def time_of(results: Sequence[Result], minutes: float) -> Result:
    note = f"{sum(result.seconds for result in results) / 60:.1f} one after the other"
    return Result("all", [Row("from the first to the last", minutes, MOST_MINUTES, "minutes", note=note)], 60 * minutes)


def keep(results: Sequence[Result], why: str) -> int:
    """Move the marks of these counts, save them, and print which ones moved."""
    if faults := [result.name for result in results if result.fault]:
        raise SystemExit(f"No mark is moved: {faults[0]} ended early.")
    before = read_marks()
    after = moved(before, results, why)
    write_marks({name: after[name] for name in BENCHMARKS if after.get(name)})
    for name in after:
        for what, mark in after[name].items():
            was = before.get(name, {}).get(what)
            if was != mark:
                print(f"{name}, {what}: {figure(was.count) if was else 'no mark'} -> {figure(mark.count)}")
    return 0


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
    """Return the page for docs/proofs. `about` describes the machine before the first benchmark began."""
    rows = [row for result in results for row in result.rows if row.bar is not None or row.held]
    benchmarks = sum(result.name in BENCHMARKS for result in results)
    head = [
        "# Figures",
        "",
        "*For developers, and for whoever doubts a figure.*",
        "",
        "Made by `./run bench`. Each row has its bar. A count is held to the same count at its kept mark, in",
        "`bench/marks.toml`: 5 % more is short, and 5 % fewer asks for a new mark. Other bars are what was promised,",
        "or a part of what somebody would have otherwise, found in the same run. That stands beside the row, with how",
        'often the row has it: "0.5 of 20" is half of 20.',
        "",
        "Read times as ratios: a Raspberry Pi Zero 2 W is ten to twenty times slower than a laptop, and so is what",
        "stands beside. Counts are the same on a busy machine and on another one, those of calls by one Python.",
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
    """Return one line for each row that misses its bar, and for each benchmark that ended early."""
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
    """Return the text that explains a benchmark's figures, or an empty one if they explain themselves."""
    file = Path(__file__).with_name(f"{name}.md")
    return file.read_text("utf-8") if file.is_file() else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Measures this machine for docs/proofs/performance.md.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these, and print them: {', '.join(BENCHMARKS)}")
    parser.add_argument("--date", default="", help="what stands on the page")
    parser.add_argument("--mark", action="store_true", help="keep what they count as what later runs are held to")
    parser.add_argument("--why", default="", help="why that is right; it stands beside each mark that moves")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; choose of {', '.join(BENCHMARKS)}")
    if arguments.mark != bool(arguments.why) or (arguments.mark and not arguments.names):
        parser.error("a mark is moved by a NAME, --mark and a --why together")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    most = f"at most {MOST_MINUTES:.0f} minutes on two quiet cores"
    print(f"bench: all take {most}", file=sys.stderr, flush=True)
    about, began = machine(), time.perf_counter()
    with installed():
        results = measured(arguments.names or list(BENCHMARKS))
    if arguments.mark:
        return keep(results, f"{arguments.date}: {arguments.why}")
    results += [] if arguments.names else [time_of(results, (time.perf_counter() - began) / 60)]
    text = page(results, arguments.date, about)
    if arguments.names:
        print(text)
    else:
        (DOCS / "proofs" / "performance.md").write_text(text, "utf-8")
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
