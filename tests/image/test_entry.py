"""The list by which Raspberry Pi Imager offers the card: the keys it demands, and the sums of what is really there."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

DEMANDED = {
    *("name", "description", "icon", "url", "extract_size", "extract_sha256", "image_download_size", "release_date"),
}


def test_imager_gets_all_it_demands(tmp_path: Path) -> None:
    image = tmp_path / "card.img"
    image.write_bytes(b"a card" * 1000)
    packed = tmp_path / "card.img.xz"
    packed.write_bytes(b"packed")
    command = [sys.executable, "-I", "image/entry.py", str(image), "1.2.3", "1790000000", "https://x.org/card.img.xz"]
    (entry,) = json.loads(subprocess.check_output(command))["os_list"]
    assert entry.keys() >= DEMANDED
    assert (entry["name"], entry["release_date"]) == ("Nightcrier 1.2.3", "2026-09-21")
    assert (entry["extract_size"], entry["image_download_size"]) == (6000, 6)
    assert entry["extract_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()
