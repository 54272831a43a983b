"""python3 docs/address.py ADDRESS [PAGE]: sets the address of the project's repository, and of the page on which the
box can be played in a browser, wherever people or programs read them. An empty ADDRESS removes it: README then shows
commands that need none. Without PAGE, the page's address stays."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_MOST = 48
"""The most letters of an address that a box's screen can show."""

_COPY = '[ -e ~/nightcrier/run ] || { [ -e .git ] && git clone --depth 1 "file://$PWD" ~/nightcrier -q; }'
_COPY += " || cp -r . ~/nightcrier; cd ~/nightcrier"
_CLONE = "git clone --depth 1 {} ~/nightcrier && cd ~/nightcrier"


class Place(NamedTuple):
    """A place for the address: its file, a pattern of what changes, and the text without and with an address."""

    file: str
    pattern: str
    without: str
    with_one: str


PLACES = (
    Place("device/nightcrier/__init__.py", r'(?<=^ADDRESS = ").*(?="$)', "", "{}"),
    *(
        Place(file, r"(?<=^\[project\.urls\]\n).+", "# none yet", 'Repository = "{}"')
        for file in ("pyproject.toml", "gpiozero-gpiod/pyproject.toml")
    ),
    Place("image/user-data", r"(?<=^      )https://.+", "https://example.org/nightcrier.git", "{}"),
    Place(
        "README.md",
        r"(?<=^On Debian 12 or 13, or Raspberry Pi OS, in a terminal).*(?=:$)",
        ", in the folder where this page lies",
        "",
    ),
    Place(
        "README.md",
        r"^The second line .*",
        "The second line copies this folder's last commit to `~/nightcrier`, or all of the folder if there's no git in "
        "it. If you already have a `~/nightcrier`, nothing is copied: rename it first to get this version. In the "
        "copy, `git pull` fetches from this folder.",
        "The second line fetches it from the web.",
    ),
    *(Place(file, r"^(\[.*)?git clone --depth 1 .*", _COPY, _CLONE) for file in ("README.md", "docs/build.md")),
)

_AT_HOME = (
    "The browser's page isn't published yet. Until then a Debian computer can serve it: `./run site --serve` for "
    "itself, `--lan` for every device at home."
)

PAGE_PLACES = (
    *(
        Place("README.md", pattern, "site/README.md", "{}")
        for pattern in (
            r"(?<=door-computer\.svg\)\]\()[^)]+",
            r"(?<=\]\()[^()]+(?=\)\*\* \| \*\*\[I was given one\])",
            r"(?<=first-night\.gif\)\]\()[^)]+",
        )
    ),
    Place("README.md", rf"{re.escape(_AT_HOME)}|It asks for no account\.", _AT_HOME, "It asks for no account."),
)
"""The places in README that link to the page, or say where it is."""


def main(words: Sequence[str], top: Path = Path(__file__).parents[1]) -> None:
    address, page = (*words, None)[:2] if 1 <= len(words) <= 2 else ("none", None)
    if address and not (re.fullmatch(r"https://[\w.-]+(/[\w.-]+)+(?<!\.git)", address) and len(address) <= _MOST):
        sys.exit(f"address: give one that begins with https:// and ends without / and .git, of at most {_MOST} letters")
    if page and not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)*/", page):
        sys.exit("address: give a page that begins with https:// and ends with /")
    written: dict[Path, str] = {}
    given = [*((place, address) for place in PLACES), *((place, page) for place in PAGE_PLACES if page is not None)]
    for place, text in given:
        file = top / place.file
        written[file] = with_address(written.get(file) or file.read_text("utf-8"), place, text)
    for file, text in written.items():
        file.write_text(text, "utf-8")


def with_address(text: str, place: Place, address: str) -> str:
    """Return the text with the address at this place, or with the text for no address."""
    here = place.with_one.format(address) if address else place.without
    changed, count = re.subn(place.pattern, lambda _: here, text, flags=re.MULTILINE)
    if count != 1:
        sys.exit(f"address: {place.file} has {count} places for it, and should have one; nothing was written")
    return changed


if __name__ == "__main__":
    main(sys.argv[1:])
