"""Drives the page of `nightcrier net` in Debian's Chromium and Firefox, through an evening in every language: `./run
page`.

Needs `chromium`, `chromium-driver` and `firefox-esr` from apt, and npm, which fetches axe-core. A box on mock pins and
its second program run like at home; only hands, keys and fingers lead from page to page. Each page is checked in light
and, in the first language, in dark mode: on 320 pixels, with letters of 200 %, with spaced text, by axe-core, and by
the keyboard."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.net_looks import fetched_axe
from bench.net_phone import BROWSERS, LookedAt, Phone, opened_phones
from bench.net_tour import box_tour, encrypted_tour
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES


def main() -> int:
    words = _words()
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        axe = fetched_axe(Path(folder))
        if words.pictures:
            words.pictures.mkdir(parents=True, exist_ok=True)
        with opened_phones(words.browser or BROWSERS, axe, words.pictures) as phones:
            named = dict.fromkeys(phone.page.name for phone in phones)
            print(f"{words.date}, {', '.join(named)}", flush=True)
            rows = list(_told(phones, words.languages))
    good = sum(not row.faults for row in rows)
    heaviest, slowest = max(row.bytes for row in rows), max(row.ready for row in rows)
    print(f"{good} of {len(rows)} without fault, at most {heaviest / 1000:.1f} kB and {slowest:.0f} ms")
    return 0 if good == len(rows) else 1


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="page", description="Tries the pages in Chromium and Firefox.")
    parser.add_argument("--date", default="", help="what stands over the table")
    parser.add_argument("--browser", action="append", choices=BROWSERS, help="this one alone")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a picture of every page there")
    parser.add_argument("languages", nargs="*", default=list(LANGUAGES), metavar="LANGUAGE", help="these alone")
    return parser.parse_args()


def _told(phones: list[Phone], languages: list[Language]) -> Iterator[LookedAt]:
    for row in _looked_at(phones, languages):
        print(row.row(), flush=True)
        yield row


def _looked_at(phones: list[Phone], languages: list[Language]) -> Iterator[LookedAt]:
    """Yield the findings in every language. Only the first is checked in dark mode, which changes no words."""
    lit = [phone for phone in phones if phone.light == "light"]
    for number, language in enumerate(languages):
        yield from box_tour(lit if number else phones, language)
    yield from encrypted_tour(lit, languages[0])


if __name__ == "__main__":
    sys.exit(main())
