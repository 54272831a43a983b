"""The card is tried as one image: none, or more than one, is a sentence before anything is started."""

import subprocess
from pathlib import Path

import pytest


def tried(folder: Path, *images: str) -> "subprocess.CompletedProcess[str]":
    """Without QEMU there: nothing is ever started."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "dirname").symlink_to("/usr/bin/dirname")
    for image in images:
        (folder / image).touch()
    command = ["/bin/sh", "image/test", str(folder)]
    return subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("images", "told"),
    [
        ((), "no image in {folder}; make one: sudo image/build"),
        (("nightcrier-1.0-arm64.img", "nightcrier-1.1-arm64.img"), "several images in {folder}; leave one there"),
        (("nightcrier-1.1-arm64.img", "nightcrier-1.1-arm64.img.xz"), "qemu-system-aarch64 is missing"),
    ],
)
def test_one_image_is_tried(tmp_path: Path, images: tuple[str, ...], told: str) -> None:
    done = tried(tmp_path, *images)
    assert done.returncode == 1
    assert done.stderr.startswith(f"image: {told.format(folder=tmp_path)}")
    assert done.stderr.count("\n") == 1
