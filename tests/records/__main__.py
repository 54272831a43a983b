"""All that is seen, heard, written, told and printed, held by digests while the house is rebuilt.

python -m tests.records                  # makes all records, and shows what differs from those that are kept
python -m tests.records evenings hands/growl   # those alone whose names begin so
python -m tests.records --against main   # shows it beside what another commit makes: HEAD, if none is named
python -m tests.records --brief          # only says which differ
python -m tests.records --keep           # keeps what is now
"""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from itertools import groupby, islice
from pathlib import Path

from tests.records.chance import fix_system, make_room

SHOWN_OF_EACH_KIND = 3


def main() -> int:
    words = _words()
    fix_system()
    from tests.records import kept_records
    from tests.records.shown_differences import told_differences, write_rows

    make_room()
    if words.rows:
        write_rows(words.rows, words.names)
        return 0
    names, kept = kept_records.named(words.names), kept_records.kept_digests()
    if not names:
        print("No record is called so: `ls tests/records/kept` has their names.")
        return 1
    gone = [] if words.names else sorted(set(kept) - set(kept_records.RECORDS))
    made = list(kept_records.make_records(names))
    different = sorted(each.name for each in made if not kept_records.is_kept(each, kept.get(each.name)))
    broken = sorted(each.name for each in made if each.digest == kept_records.BROKE)
    for said, those in (("differs", different), ("broke", broken), ("is no more", gone)):
        print(*(f"{name} {said}\n" for name in those), sep="", end="")
    print(f"{len(made) - len(different)} of {len(made)} records are as they were kept.")
    if words.keep:
        kept_records.keep(made)
    elif different and not words.brief:
        print("\n".join(told_differences(_some_of(different), words.against)))
    return 1 if broken or ((different or gone) and not words.keep) else 0


def _some_of(different: list[str]) -> list[str]:
    """Return the first record of each kind, since it can take long until all are made again."""
    kinds = groupby(different, lambda name: name.partition("/")[0])
    return [name for _, names in kinds for name in islice(names, SHOWN_OF_EACH_KIND)]


def _words() -> Namespace:
    parser = ArgumentParser(prog="tests.records", description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="how the names of those begin that are made alone")
    parser.add_argument("--against", default="HEAD", metavar="COMMIT", help="what differences are shown from")
    parser.add_argument("--brief", action="store_true", help="only say which differ")
    parser.add_argument("--keep", action="store_true", help="keep what is now")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="write the rows of these records there as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
