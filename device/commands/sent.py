"""What root does with what the second program has laid down, sent by a phone or fetched from a hall, and for what a
phone fetches: the same that it does with a stick. Of each it tells why something was not taken, a sentence each."""

import os
import subprocess
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from device.commands.as_owner import as_owner
from device.commands.named import box_folders
from device.commands.put import do_put
from device.commands.save import do_save
from device.commands.take import take_given
from device.feeding.chores import counted_new, newest_update
from device.feeding.given import FOLDER
from device.feeding.kinds import REPORT
from device.feeding.sent import copied_sent, for_taking, working_folder
from device.feeding.written import NOT_SAVED, noted
from device.kernel.chores import Chore
from device.kernel.errors import BadFile
from device.kernel.files import DISK
from device.kernel.sent_files import HANDED_OUT, REPORT_OUT, SAVED_OUT, SENT, SentNews
from device.memory.config import load_settings
from device.words.catalogue import LANGUAGES

_SAVED = "nightcrier-saved.zip"


def take_sent(sent: Path = SENT) -> SentNews:
    """Decks and voices, checked as from a stick."""
    with copied_sent(sent, as_owner) as given:
        taken = take_given(box_folders(), map(for_taking, given))
    return SentNews(Chore.TAKE_SENT, new=counted_new(taken), reasons=tuple(map(str, taken.refused)))


def update_sent(installer: Sequence[str], sent: Path = SENT) -> SentNews:
    """Where the settings allow it, and with a right signature: that is for the installer to find out, of the copy."""
    settings, _ = load_settings(DISK, box_folders().settings, LANGUAGES)
    with copied_sent(sent, as_owner) as given:
        reasons = [str(each) for each in given if isinstance(each, BadFile)]
        files = [each.path for each in given if not isinstance(each, BadFile)]
        update = newest_update(files[0].parent) if files else None
        if not settings.net.updates:
            reasons.append("The settings of this box take no update from a phone: [net] updates.")
        elif update is None:
            reasons.append("There is no update with its signature beside it; send both.")
        elif fault := _not_installed((*installer, str(update))):
            reasons.append(fault)
    return SentNews(Chore.UPDATE_SENT, good=not reasons, reasons=tuple(reasons))


def save_out(out: Path = HANDED_OUT, group_of: Path = SENT.parent) -> SentNews:
    """Everything in one file, and the report, where the second program can read them and nobody else."""
    out.mkdir(mode=0o750, exist_ok=True)
    _share(out, group_of)
    with working_folder(out, "fresh-") as fresh:
        named = Namespace(stick=fresh, state=None)
        saved, put = do_save(named), do_put(named)
        for written, kept in ((_SAVED, SAVED_OUT), (REPORT, REPORT_OUT)):
            file = fresh / FOLDER / written
            file.chmod(0o640)
            _share(file, group_of)
            file.replace(out / kept)
    reasons = tuple(noted(box_folders().own, NOT_SAVED))
    return SentNews(Chore.SAVE_OUT, good=saved == put == 0, reasons=reasons)


def _share(place: Path, group_of: Path) -> None:
    """With the second program's group; whoever is not root has no other to give."""
    with suppress(PermissionError, FileNotFoundError):
        os.chown(place, -1, group_of.stat().st_gid)


def _not_installed(command: Sequence[str]) -> str:
    """Why not, as the installer says it last; nothing where it is."""
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    print(done.stdout, done.stderr, sep="", end="")
    lines = done.stderr.strip().splitlines()
    return "" if done.returncode == 0 else (lines[-1] if lines else "The installer did not say why.")
