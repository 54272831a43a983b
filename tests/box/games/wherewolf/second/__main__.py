"""`python -m tests.box.games.wherewolf.second --games 100000` compares both referees on random games. It exits with 0
if they agree on all."""

import argparse
import json
import sys
from collections import Counter
from multiprocessing import Pool

from tests.box.games.wherewolf.second.both import Disagreement, compare, unknown_roles
from tests.box.games.wherewolf.second.counting import rare_things, table_lines

AT_ONCE = 500
SHOWN = 5


def main() -> int:
    """Compare the referees, and print a table of what happened, what was rare, and the first disagreements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    if unknown := unknown_roles():
        sys.exit(unknown)
    end = asked.seed + asked.games
    seen: Counter[str] = Counter()
    found: list[Disagreement] = []
    with Pool(asked.jobs) as pool:
        ranges = [range(start, min(start + AT_ONCE, end)) for start in range(asked.seed, end, AT_ONCE)]
        for number, (counts, wrong) in enumerate(pool.imap(compare, ranges), start=1):
            seen.update(counts)
            found += wrong
            print(f"\r{min(number * AT_ONCE, asked.games):,} games", end="", file=sys.stderr, flush=True)
    return _report(asked.games, seen, found)


def _report(games: int, seen: Counter[str], found: list[Disagreement]) -> int:
    print(file=sys.stderr)
    rare = rare_things(seen, games)
    print(*table_lines(seen), sep="\n")
    for one in found[:SHOWN]:
        print(f"\n{one.name}", *one.lines[:SHOWN], json.dumps(one.game), sep="\n")
    for thing in rare:
        print(f"too rare: {thing}")
    print(f"{games:,} games, {len(found):,} disagreements, {len(rare)} things too rare")
    return 1 if found or rare else 0


if __name__ == "__main__":
    sys.exit(main())
