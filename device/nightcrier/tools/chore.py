"""Run `nightcrier chore`, which does for the box what only root may do. systemd runs `look` when a stick is put in or
removed, and `do` when the box has asked for a chore.

The box can give root only the name of one of these chores, and nothing else. `newest` looks for an update in the card's
own folder, as on a stick. Root treats files that a phone sent or fetches, or that came from a hall, like files on a
stick."""

import fcntl
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

from msgspec.structs import replace

from nightcrier.care.as_owner import as_service
from nightcrier.care.erasing import CARD_TOOLS, empty_folder
from nightcrier.care.given_files import FOLDER, REPORT, Kind, files_in, find_folder
from nightcrier.care.given_settings import leave_hall
from nightcrier.care.guests import asked_files, forget_asked, note_asked
from nightcrier.care.restoring import BEFORE_BOX, PENDING, Restorer
from nightcrier.care.safe_change import take_away
from nightcrier.care.sent_files import private_folder, take_copies
from nightcrier.care.stick import (
    NOT_SAVED,
    STICK,
    count_new,
    newest_saved,
    newest_update,
    read_notes,
    stick_named,
    stick_news,
)
from nightcrier.care.taking import is_empty
from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.chores import (
    BY_PHONE,
    DECK_ENDS,
    HALL_SETTINGS,
    HANDED_OUT,
    NET_SOCKET,
    REPORT_OUT,
    SAVED_OUT,
    SENT,
    UPDATE_ENDS,
    Chore,
    ChoreDone,
    WifiChore,
    WifiDown,
    WifiFault,
    WifiNews,
    take_word,
    tell_news,
)
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.kernel.files import BROKEN, DISK, wipe_safely
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.care import do_save, forget_everything, take_given
from nightcrier.tools.command_line import RUNTIME, box_folders
from nightcrier.tools.own_wifi import UNTIL_STARTED, OwnWifiSwitch, ask_nmcli
from nightcrier.tools.report import do_put
from nightcrier.words.catalogue import LANGUAGES

INSTALL = Path("/opt/nightcrier/current/app/systemd/install")
_OWN_UNIT = ("--unit=nightcrier-update", "--property=Nice=10", "--property=IOSchedulingClass=idle")
_LIMITS = ("--property=OOMScoreAdjust=500", "--property=RuntimeMaxSec=1800")
_RUN_APART = ("/usr/bin/systemd-run", "--quiet", "--wait", "--pipe", "--collect", *_OWN_UNIT, *_LIMITS)
_INSTALLER = (*_RUN_APART, "/usr/bin/bash", str(INSTALL))
"""The installer, in a unit of its own, because it changes more of the machine than `nightcrier-chore.service` may."""
_SYSTEMCTL, _BOX, _TOLD_UNIT = "/usr/bin/systemctl", "nightcrier.service", "nightcrier-told.service"
_RESTART = (_SYSTEMCTL, "restart", _BOX)
_MANAGER = "NetworkManager.service"
"""The manager of networks. On a card it runs only for the page, and without it the radio is off."""
_OTHERS = ("nightcrier-net.service", "nightcrier-hall.service")
"""Other units that write files of the box, if they run. On a card, the unit that answers people is stopped too."""
_NO_LOG = ("/usr/bin/journalctl", "--quiet", "--rotate", "--vacuum-time=1s")
"""The command that empties the system's log, because the log holds names of files."""
_DO, _LOOK, _NEWEST = "do", "look", "newest"


def add_chore_arguments(parser: ArgumentParser) -> None:
    deeds = "what the box asks for; or look which stick is in; or print the newest update of a folder"
    parser.add_argument("what", choices=(_DO, _LOOK, _NEWEST), help=deeds)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), help="for newest")


def do_chore(arguments: Namespace) -> int:
    if arguments.what == _LOOK:
        _tell_stick()
        return 0
    if arguments.what == _NEWEST:
        print(newest_update(arguments.folder) or "")
        return 0
    chore = take_word(RUNTIME)
    if chore is None:
        raise WrongUse("The box has asked for nothing that is done here.")
    if isinstance(chore, WifiChore):
        news = switch_phone(chore)
        tell_news(news, reader=RUNTIME.stat().st_uid)
        return 1 if isinstance(news, WifiDown) and news.fault else 0
    done = try_chore(chore)
    tell_news(done)
    return 0 if done.good else 1


def _tell_stick() -> None:
    """Report to the box which stick is plugged in. A lock makes programs do this one after another, and never while
    `systemd/stick` mounts or releases a stick. The newest state is therefore reported last."""
    lock = os.open(STICK.with_name(f"{STICK.name}.lock"), os.O_RDONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stick = STICK if os.path.ismount(STICK) else None
        tell_news(stick_news(stick, has_before=_before_restore().is_file()))
    finally:
        os.close(lock)


def switch_phone(chore: WifiChore) -> WifiNews:
    """Start the page and a network for phones, or end both, and return the new state. The page runs while the door of
    the box is open. If this fails, the reason is logged."""
    is_on = chore is WifiChore.ON
    if is_on and not _run((_SYSTEMCTL, "start", _OTHERS[0])):
        return WifiDown(WifiFault.PAGE)
    if is_on:
        ask_nmcli(*UNTIL_STARTED)
    try:
        return OwnWifiSwitch(ask_nmcli, SystemChance()).done(chore)
    except OSError as fault:
        print(fault, file=sys.stderr)
        return WifiDown(WifiFault.FAILED)
    finally:
        if not is_on and not (RUNTIME / NET_SOCKET).exists():
            _run((_SYSTEMCTL, "stop", _OTHERS[0], *((_MANAGER,) if CARD_TOOLS.is_dir() else ())))


def try_chore(chore: Chore) -> ChoreDone:
    """Do a chore, and return its result. If the chore fails, the reason is logged."""
    try:
        return _perform(chore)
    except (NightcrierError, OSError) as fault:
        print(fault, file=sys.stderr)
        return ChoreDone(chore, good=False, reasons=(str(fault),) if chore in BY_PHONE else ())


def _perform(chore: Chore) -> ChoreDone:
    match chore:
        case Chore.TAKE:
            taken = take_given(box_folders(), files_in(find_folder(stick_named(None))))
            return ChoreDone(chore, new=count_new(taken), refused=len(taken.refused))
        case Chore.SAVE:
            nothing_named = Namespace(stick=None, state=None)
            saving, putting = do_save(nothing_named), do_put(nothing_named)  # problems.txt says what was left out
            return ChoreDone(chore, good=saving == putting == 0)
        case Chore.UPDATE:
            update = newest_update(find_folder(stick_named(None)))
            return ChoreDone(chore, good=update is not None and _install(str(update)))
        case Chore.BACK:
            return ChoreDone(chore, good=_install("--back"))
        case Chore.RESTORE | Chore.UNDO_RESTORE:
            undone = chore is Chore.UNDO_RESTORE
            saved = _before_restore() if undone else newest_saved(find_folder(stick_named(None)))
            return ChoreDone(chore, good=saved is not None and _bring_back(saved))
        case Chore.TAKE_SENT:
            return take_sent()
        case Chore.UPDATE_SENT:
            return update_sent(_INSTALLER)
        case Chore.SAVE_OUT:
            return save_out()
        case Chore.CLEAR_OUT:
            return ChoreDone(chore, good=_clear_out())
        case Chore.FORGET:
            return ChoreDone(chore, good=_forget())
        case Chore.LEAVE_HALL:
            leave_hall(box_folders().own)
            return _restarted(ChoreDone(chore))
        case Chore.KEEP:
            return _restarted(keep_asked())
        case Chore.GUESTS_GO:
            return _restarted(ChoreDone(chore, good=not empty_folder(box_folders().guests)))


def _before_restore() -> Path:
    return box_folders().state / BEFORE_BOX


def _bring_back(saved: Path) -> bool:
    """Check the whole saved box, and then restart the box. That start puts the saved box in place. A file in the box's
    own folder is opened with the permissions of the box. Return False if the restart failed."""
    folders = box_folders()
    own = as_service(folders.state) if saved.is_relative_to(folders.state) else nullcontext()
    with own:
        file = saved.open("rb")
    with file:
        Restorer(folders).begin(file, str(saved))
    return _run(_RESTART)


def _forget() -> bool:
    """Forget everything while no unit of the box writes. All units that ran before are started again, even after an
    error. Return False if that start failed."""
    others = [unit for unit in _OTHERS if _run((_SYSTEMCTL, "is-active", "--quiet", unit))]
    of_card = CARD_TOOLS.is_dir()
    _run((_SYSTEMCTL, "stop", _BOX, *others, *((_TOLD_UNIT,) if of_card else ())))
    try:
        forget_everything(box_folders())
    finally:
        if of_card:  # the machine is the box, and nothing else
            _run(_NO_LOG)
        is_started = _run((_SYSTEMCTL, "start", _BOX, *others))
    return is_started


def _clear_out() -> bool:
    """Remove what contains names of people and only root can reach: files that are ready for phones, and a damaged
    saved box. Return False if anything is left."""
    left = [wipe_safely(DISK, each) for each in box_folders().own.glob(f"{PENDING}{BROKEN}*")]
    return not (empty_folder(HANDED_OUT) or any(left))


def _install(*words: str) -> bool:
    """Call the installer, which checks the signature of the update, installs it, and restarts the box. Return False if
    that failed."""
    return _run((*_INSTALLER, *words))


def _restarted(done: ChoreDone) -> ChoreDone:
    """Restart the box and its companion, so that the changes take effect. Return the result."""
    _run((_SYSTEMCTL, "try-restart", _OTHERS[0]))
    return replace(done, good=_run(_RESTART) and done.good)


def _run(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603 - ours


_SAVED = "nightcrier-saved.zip"


def take_sent(sent: Path = SENT) -> ChoreDone:
    """Bring the decks and voices that a phone sent onto the box. They are checked like those of a stick."""
    folders = box_folders()
    forget_asked(folders)
    with take_copies(sent, DECK_ENDS) as given:
        taken = take_given(folders, given, by_phone=True)
    if taken.asks:
        note_asked(folders, taken.asks)
    taken = replace(taken, new=tuple(kind for kind in taken.new if kind is not Kind.HALL))
    new, reasons = count_new(taken), tuple(map(str, taken.refused))
    return ChoreDone(Chore.TAKE_SENT, new=new, refused=len(reasons), asks=taken.asks, reasons=reasons)


def keep_asked() -> ChoreDone:
    """Move the files about which people at home were asked to their own files, after the same checks as for a stick."""
    folders = box_folders()
    asked = asked_files(folders)
    left = [each for each in asked if each.name == HALL_SETTINGS and is_empty(each)]
    taken = take_given(folders, [each for each in asked if each not in left])
    if not asked or taken.refused:
        return ChoreDone(Chore.KEEP, good=False)
    if left:
        leave_hall(folders.own)
    for each in asked:
        take_away(each.path)
    forget_asked(folders)
    joins = any(each.name == HALL_SETTINGS for each in asked if each not in left)
    return ChoreDone(Chore.KEEP, new={"hall": 1} if joins else count_new(taken))


def update_sent(installer: Sequence[str], sent: Path = SENT) -> ChoreDone:
    """Install an update that a phone sent, if the settings allow it. The installer checks the signature of the copy."""
    settings, _ = load_settings(DISK, box_folders().settings, LANGUAGES)
    with take_copies(sent, UPDATE_ENDS if settings.net.updates else ()) as given:
        reasons = [str(each) for each in given if isinstance(each, BadFile)] if settings.net.updates else []
        files = [each.path for each in given if not isinstance(each, BadFile)]
        update = newest_update(files[0].parent) if files else None
        if not settings.net.updates:
            reasons.append("The settings of this box take no update from a phone: [net] updates.")
        elif update is None:
            reasons.append("There is no update with its signature beside it; send both.")
        elif fault := _try_install((*installer, str(update))):
            reasons.append(fault)
    return ChoreDone(Chore.UPDATE_SENT, good=not reasons, reasons=tuple(reasons))


def save_out(out: Path = HANDED_OUT, group_of: Path = SENT.parent) -> ChoreDone:
    """Save the box into one file and write the report. Only the companion can read both files."""
    out.mkdir(mode=0o750, exist_ok=True)
    _share(out, group_of)
    with private_folder(out, "fresh-") as fresh:
        named = Namespace(stick=fresh, state=None)
        saved, put = do_save(named), do_put(named)
        for written, kept in ((_SAVED, SAVED_OUT), (REPORT, REPORT_OUT)):
            file = fresh / FOLDER / written
            file.chmod(0o640)
            _share(file, group_of)
            file.replace(out / kept)
    reasons = tuple(read_notes(box_folders().own, NOT_SAVED))
    return ChoreDone(Chore.SAVE_OUT, good=saved == put == 0, reasons=reasons)


def _share(place: Path, group_of: Path) -> None:
    """Give a file to the group of the companion. Only root can do that; for other users nothing happens."""
    with suppress(PermissionError, FileNotFoundError):
        os.chown(place, -1, group_of.stat().st_gid)


def _try_install(command: Sequence[str]) -> str:
    """Run the installer. Return "" when it succeeded, and otherwise the last line that it wrote."""
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    print(done.stdout, done.stderr, sep="", end="")
    lines = done.stderr.strip().splitlines()
    return "" if done.returncode == 0 else (lines[-1] if lines else "The installer did not say why.")
