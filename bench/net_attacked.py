"""Attacks both pages as running programs: `nightcrier net` beside a box on mock pins, and `nightcrier-hall`.

`python -m bench.net_attacked [REQUESTS]`, 100,000 by default: random and mutated requests, without a pass and with one;
1,000 connections that wait; slow bodies and heads; readers that do not read; endless wrong codes. All come from
addresses of this machine. The table shows what was tried, how often, and what was answered. Exits with 1 if a page
answers 500, writes a traceback, grows, changes the box, or answers more slowly afterwards."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.attacked_by import Tried, flood_codes, hold_lines, leave_unread, send_requests, trickle
from bench.attacked_page import AttackedPage
from bench.attacked_program import AttackedNet, AttackedProgram, attacked_hall, attacked_net
from hall.tests.organisers import HALL_ROUTES
from nightcrier.phone.site import _ROUTES as ROUTES

REQUESTS, OF_HALL, WITH_PASS = 100_000, 0.1, 0.3
"""The number of requests, the fraction that goes to the hall, and the fraction from somebody who was let in."""
LEAVING = {"/leave"}
"""The routes that end a pass."""
IDLE, LOOKS = 1000, 40
SLOWER, LARGER = 3.0, 16
"""The factor by which the page may be slower afterwards, on a machine that does other things too; and the most MiB
that it may grow. A heap that was once larger is not returned whole."""
_SHOWN = 5000
"""The most characters shown of a log with a fault."""


class Judge:
    """Prints rows, and remembers whether one failed."""

    def __init__(self) -> None:
        self.is_well = True

    def tell(self, what: str, outcome: str, *, holds: bool) -> None:
        self.is_well &= holds
        print(f"{'ok   ' if holds else 'WRONG'} {what:44} {outcome}", flush=True)

    def tried(self, rows: Iterator[Tried]) -> None:
        for row in rows:
            came = ", ".join(f"{status or 'closed'}: {count:,}" for status, count in sorted(row.came.items()))
            self.tell(f"{row.what} ({sum(row.came.values()):,})", came, holds=row.holds)


def main() -> int:
    parser = argparse.ArgumentParser(prog="net_attacked", description="Attacks both pages of this machine.")
    parser.add_argument("requests", type=int, nargs="?", default=REQUESTS)
    count, judge = parser.parse_args().requests, Judge()
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        begun = attacked_net(Path(folder) / "box"), attacked_hall(Path(folder) / "hall")
        with begun[0] as net, begun[1] as (page, program):
            _attack_box(net, count - int(count * OF_HALL), judge)
            print("The page of a hall")
            with _watched(page, program, judge):
                judge.tried(send_requests(page, sorted(HALL_ROUTES.keys() - LEAVING), int(count * OF_HALL), 23))
    return 0 if judge.is_well else 1


def _attack_box(net: AttackedNet, count: int, judge: Judge) -> None:
    print("The page of a box")
    stranger, phone = AttackedPage(net.page.port), net.page
    with _watched(phone, net, judge):
        before = net.box_now()
        judge.tried(send_requests(stranger, sorted(ROUTES), int(count * (1 - WITH_PASS)), 19))
        judge.tried(hold_lines(phone, IDLE))
        judge.tried(trickle(stranger))
        judge.tell("the box, meanwhile", "shows what it showed", holds=net.box_now() == before)
        judge.tried(send_requests(phone, sorted(ROUTES.keys() - LEAVING), int(count * WITH_PASS), 20))
        judge.tried(leave_unread(phone))
        net.come_back()
        judge.tried(flood_codes(net, stranger))
    judge.tell("the box, afterwards", "stands at home", holds=net.is_at_home())


@contextmanager
def _watched(page: AttackedPage, program: AttackedProgram, judge: Judge) -> Iterator[None]:
    """Compare response time, memory and log before and after."""
    took, weighs = _pace(page), program.memory()
    yield
    later, heavier = _pace(page), program.memory()
    judge.tell("an answer, before and after", f"1 : {later / took:.1f}", holds=later <= took * SLOWER)
    told = f"{weighs:.1f} MiB, then {heavier:.1f} MiB"
    judge.tell("memory, before and after", told, holds=heavier - weighs <= LARGER)
    fault = program.fault()
    judge.tell("the log", fault[:_SHOWN] or "no fault", holds=not fault)


def _pace(page: AttackedPage) -> float:
    """Return the seconds of the fastest answer out of several, since the others include what else this machine does."""
    took = []
    for _ in range(LOOKS):
        begun = time.perf_counter()
        if page.ask()[0] != 200:
            return float("inf")
        took.append(time.perf_counter() - begun)
    return min(took)


if __name__ == "__main__":
    sys.exit(main())
