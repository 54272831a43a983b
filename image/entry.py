"""Prints the manifest with which Raspberry Pi Imager offers the card: entry.py IMAGE VERSION SECONDS URL.

The keys are those of `doc/json-schema/os-list-schema.json` in Imager's repository. IMAGE.xz lies beside IMAGE. Without
`init_format` and capabilities Imager asks for no user, no Wi-Fi and no keys, none of which the card would use."""

import hashlib
import json
import sys
from base64 import b64encode
from datetime import UTC, datetime
from pathlib import Path

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="6" fill="#111"/>'
    '<path d="M26 8a13 13 0 1 0 6 17A11 11 0 0 1 26 8z" fill="#fff"/></svg>'
)
MACHINES = {
    "Raspberry Pi 5": "pi5-64bit",
    "Raspberry Pi 4": "pi4-64bit",
    "Raspberry Pi 3": "pi3-64bit",
    "Raspberry Pi Zero 2 W": "pi3-64bit",
}
"""The machines, each with Imager's name for it. A Zero 2 W has the processor of a 3, and that name."""


def checksum(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def entry(image: Path, version: str, made: int, url: str) -> dict[str, object]:
    packed = image.with_name(image.name + ".xz")
    return {
        "name": f"Nightcrier {version}",
        "description": "A box for the middle of the table that runs games of hidden roles by voice",
        "icon": "data:image/svg+xml;base64," + b64encode(ICON.encode()).decode(),
        "url": url,
        "extract_size": image.stat().st_size,
        "extract_sha256": checksum(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": checksum(packed),
        "release_date": datetime.fromtimestamp(made, UTC).date().isoformat(),
        "devices": list(dict.fromkeys(MACHINES.values())),
    }


def manifest(offered: dict[str, object]) -> dict[str, object]:
    """Return the whole manifest. Imager asks which Pi people have, and takes the possible answers from here."""
    machines = [{"name": name, "description": "", "tags": [word]} for name, word in MACHINES.items()]
    return {"imager": {"devices": machines}, "os_list": [offered]}


if __name__ == "__main__":
    _, image, version, made, url = sys.argv
    print(json.dumps(manifest(entry(Path(image), version, int(made), url)), indent=2))
