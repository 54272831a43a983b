"""20,000 power cuts, with writes that reach the card in another order, in part or never: under whole evenings of each
game, at once and with a writer that is late; under journal, choices, scores and sheets; while a box takes, gives back,
forgets and is updated. `python -m bench.cuts [WORDS FOR PYTEST]`: the tests of power cuts, whole, and a row
for each kind."""

import contextlib
import io
import sys

import pytest

from tests.sampling import power_cuts

ASKED = 20_000
TESTS = (
    "tests/faults/test_power_cuts.py",
    *(f"tests/box/memory/test_{name}.py" for name in ("power_cuts", "score_power_cuts", "sheets")),
    *(f"tests/care/test_{name}.py" for name in ("taking_cuts", "removing", "reordered_cuts")),
    "tests/project/test_install_cuts.py",
)


def main() -> int:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        failed = pytest.main(["-q", "--whole", "--tb=short", *TESTS, *sys.argv[1:]])
    print(f"{'power cuts by which nothing was lost':40}{'cuts':>10}")
    counted = {kind: count for kind, count in power_cuts.items() if kind}
    for kind, count in counted.items():
        print(f"{kind:40}{count:10,}")
    total = sum(counted.values())
    print(f"{'together':40}{total:10,}\nasked for: {ASKED:,}, and that no test of them fails")
    if failed:
        print(said.getvalue())
    return int(bool(failed) or total < ASKED)


if __name__ == "__main__":
    raise SystemExit(main())
