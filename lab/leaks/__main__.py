"""`./run leaks ONE OTHER`: compares two rehearsals of the same script with different cards, in every channel."""

import sys
from collections.abc import Sequence
from functools import partial

from lab.leaks.compared_rows import (
    DAY,
    VERDICT,
    check_comparable,
    check_other_cards,
    first_leak,
    read_rehearsal,
)
from nightcrier.kernel.command import Parser, run_to_end
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools.command_line import path_named
from nightcrier.tools.progress import Patience


def main(words: Sequence[str] | None = None) -> int:
    """Return 0 when nothing differs, 1 when something does, 2 for wrong use."""
    return run_to_end(partial(_compare, sys.argv[1:] if words is None else words))


def leaks_parser() -> Parser:
    parser = Parser(prog="./run leaks", description=__doc__)
    one = "a folder of `rehearse --secrets`; with --cpu a script; with --deals a game in a file"
    parser.add_argument("one", type=path_named, help=one)
    another = "another: the same script, other cards (--seed)"
    parser.add_argument("other", type=path_named, nargs="?", help=another)
    until = f"the page from which they may differ ({VERDICT}; with --cpu, and with --deals of one night, {DAY})"
    parser.add_argument("--until", metavar="PAGE", help=until)
    deals = "play a script with so many deals: does the processor time tell their cards?"
    parser.add_argument("--cpu", type=int, metavar="DEALS", help=deals)
    parser.add_argument("--deals", type=int, metavar="DEALS", help="play a game in a file with so many deals")
    parser.add_argument("--players", type=int, metavar="N", help="with --deals: how many play (the fewest it is for)")
    return parser


def _compare(words: Sequence[str]) -> int:
    arguments = leaks_parser().parse_args(words)
    if [arguments.cpu, arguments.other, arguments.deals].count(None) != 2:
        many = "or one script, and --cpu with a number of deals; or a game in a file, and --deals"
        raise WrongUse(f"Name two folders of `rehearse --secrets`; {many}.")
    if arguments.deals is not None:
        from lab.leaks.deals import try_deals

        return try_deals(arguments.one, arguments.deals, arguments.players, arguments.until)
    if arguments.cpu is not None:
        from lab.leaks.processor import try_processor

        return try_processor(arguments.one, arguments.cpu, arguments.until or DAY)
    with Patience("The two are compared"):
        until = arguments.until or VERDICT
        one, other = (read_rehearsal(folder, until) for folder in (arguments.one, arguments.other))
        check_comparable(one, other, arguments.until)
        leak = first_leak(one.before, other.before)
    if leak:
        print(leak)
        return 1
    check_other_cards(one, other)
    print(f"No difference in {len(one.before)} rows.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
