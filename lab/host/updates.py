"""Makes a stick with updates, signed like a publisher's: a version newer than the card's, and an even newer one that
crashes."""

import re
import subprocess
import tempfile
from pathlib import Path

from lab.host.usb_sticks import File, plug_files
from lab.host.vm import Machine
from lab.plan import HERE

_PROJECT = HERE.parent
_SIGNER = "nightcrier-release"
_GIT = "git", "-c", "safe.directory=*"
_GOOD, _CRASHING = "good", "crashing"
_CRASH = "def do_run(arguments: Namespace) -> int:\n", '    raise SystemExit("this version crashes")\n'


def plug_updates(machine: Machine, folder: Path) -> None:
    """Plug in the stick. The newer update and the key are in places where the box does not look yet. The sample that
    a release also makes is left out."""
    made = _made(folder.parents[1])
    good, crashing = (sorted((made / each).glob("nightcrier-*")) for each in (_GOOD, _CRASHING))
    files: dict[str, File] = {f"nightcrier/{file.name}": file for file in good}
    files |= {f"later/{file.name}": file for file in crashing}
    plug_files(machine, folder, {**files, "later/allowed_signers": made / "allowed_signers"})


def _made(built: Path) -> Path:
    """Make both updates, once for each card, because packing one takes minutes."""
    commit = (built / "commit").read_text("utf-8")
    made = built / "updates" / commit
    if made.exists():
        return made
    unfinished = made.with_suffix(".new")
    for each in (_GOOD, _CRASHING):
        (unfinished / each).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        _publish(Path(work), commit, unfinished)
    return unfinished.rename(made)


def _publish(work: Path, commit: str, to: Path) -> None:
    """Publish a commit from a separate checkout, which root may read."""
    checkout, key = work / "checkout", work / "key"
    _run(*_GIT, "clone", "-q", "--shared", "--no-checkout", _PROJECT, checkout)
    _run(*_GIT, "-C", checkout, "checkout", "-q", commit)
    _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key)
    line = f'{_SIGNER} namespaces="{_SIGNER}" {key.with_suffix(".pub").read_text("utf-8")}'
    (to / "allowed_signers").write_text(line, "utf-8")
    (checkout / "systemd" / "allowed_signers").write_text(line, "utf-8")
    _release(checkout, key, to / _GOOD)
    run = checkout / "device" / "nightcrier" / "tools" / "run.py"
    run.write_text(run.read_text("utf-8").replace(_CRASH[0], "".join(_CRASH)), "utf-8")
    _release(checkout, key, to / _CRASHING)


def _release(checkout: Path, key: Path, to: Path) -> None:
    """Make a release with the next number."""
    program = checkout / "device" / "nightcrier" / "__init__.py"
    program.write_text(with_next_number(program.read_text("utf-8")), "utf-8")
    own = ["-c", "user.name=lab", "-c", "user.email=lab@localhost", "-C", checkout]
    _run(*_GIT, *own, "commit", "-q", "-a", "-m", "A later version")
    _run(checkout / "systemd" / "release", key, to)


def with_next_number(program: str) -> str:
    """Return the program with the next version number. Raises ValueError if the version does not end in a number."""
    text, found = re.subn(r'(?<=\.)\d+(?="\n)', lambda last: str(int(last[0]) + 1), program)
    if not found:
        raise ValueError("the version of the card ends in no number: nothing is known to be later")
    return text


def _run(*words: str | Path) -> None:
    subprocess.run(words, check=True)
