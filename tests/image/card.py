"""Simulates a card with folders and text instead of partitions, with stubs for the tools of the first start."""

import shutil
import subprocess
from pathlib import Path

from tests.hands import lay_tools, ran

BEFORE = "card1 : start=        8192, size=  1000, type=c\ncard2 : start=       16384, size= 49152, type=83\n"

STUBS = {
    # The table is one sector: written whole or not at all.
    "sfdisk": """case $* in
"--dump "*) cat "$2" ;;
*--append*) for disk; do :; done; [ -z "$NO_ROOM" ] || exit 1
    read line; { cat "$disk"; echo "${disk##*/}3 : $line"; } >"$disk.new"; mv "$disk.new" "$disk" ;;
*--part-type*) sed "s/\\(3 :.*type=\\).*/\\1$5/" "$3" >"$3.new"; mv "$3.new" "$3" ;;
esac""",
    "udevadm": "",
    "sync": "",
    "mke2fs": "exit 1",  # that of BusyBox, which knows no ext4
    "mkfs.ext4": 'for one; do :; done; rm -rf "$one"; mkdir "$one"; touch "$one/whole"',
    "e2fsck": '[ -e "$2/whole" ] || exit 8; exit ${MENDED:-0}',
    "mount": """for place; do :; done
case $2 in
ext4) [ -e "$5/whole" ] && [ -d "$place" ] && rmdir "$place" && ln -s "$5" "$place" ;;
tmpfs) [ -d "$place" ] ;;
overlay) [ -z "$NO_OVERLAY" ] || case $4 in *"$NO_OVERLAY"*) exit 1 ;; esac
    for one in $(echo "$4" | tr , " "); do [ -d "${one#*=}" ] || exit 1; done ;;
vfat) [ -z "$NO_PEOPLE" ] ;;
esac""",
    "umount": 'if [ -L "$1" ]; then rm "$1"; mkdir "$1"; fi',
}

STEPPED = (*STUBS, "chmod", "mkdir", "mv", "tr")
"""Programs of which every call counts as a step."""

STEP = """echo "{name} $*" >>"$CALLS"
if [ -n "$CUT" ]; then
    n=$(($(cat "$STEPS") + 1))
    echo $n >"$STEPS"
    if [ $n = "$CUT" ]; then
        case $HOW in
        dark) kill -9 0 ;;
        late) {real} "$@"; kill -9 0 ;;
        esac
    fi
fi
exec {real} "$@"
"""

SCRIPTS = Path("image/overlay/etc/initramfs-tools/scripts")
START = 'ROOT=PARTUUID=4e434152-02; export ROOT rootmnt; sh "$0/local-premount"; ROOT=$1 sh "$0/local-bottom"'
"""Calls the scripts like the initramfs: the first knows no disk yet, but a word of the kernel's command line."""


class Card:
    """Simulates a card as Imager writes it, and the system's files while it runs."""

    def __init__(self, folder: Path) -> None:
        self.disk, self.data, self.root = folder / "card", folder / "card3", folder / "root"
        self._bin, self._real, self.calls, self.steps = (folder / name for name in ("bin", "real", "calls", "steps"))
        for name in STEPPED:
            self._add_tool(name)
        self.disk.write_text(BEFORE)
        self._scripts = folder / "scripts"
        self._scripts.mkdir()
        (self._scripts / "functions").touch()
        (self._scripts / "local").write_text(f'local_device_setup() {{ [ -z "$NO_CARD" ] && DEV={self.disk}2; }}\n')
        for name in ("local-premount", "local-bottom"):
            self._copy_script(name)

    def _copy_script(self, name: str) -> None:
        """Copy a script, and adapt the absolute paths that it has in the initramfs."""
        script = (SCRIPTS / name / "nightcrier").read_text()
        script = script.replace("/usr/lib/nightcrier-card/", f"{Path('image').resolve()}/").replace(
            "/scripts/", f"{self._scripts}/"
        )
        (self._scripts / name).write_text(script)

    def _add_tool(self, name: str) -> None:
        real = shutil.which(name)
        if name in STUBS:
            real = str(self._real / name)
            lay_tools(self._real, {name: STUBS[name]})
        lay_tools(self._bin, {name: STEP.format(name=name, real=real)})

    def start(self, **environ: str) -> "subprocess.CompletedProcess[str]":
        """Run everything from power-on to the point at which the system would start."""
        shutil.rmtree(self.root, ignore_errors=True)
        for part in ("data", "etc", "opt", "usr/local", "var"):
            (self.root / part).mkdir(parents=True)
        self.calls.write_text("")
        self.steps.write_text("0\n")
        environ = {"CALLS": str(self.calls), "STEPS": str(self.steps), "rootmnt": str(self.root), **environ}
        environ["PATH"] = f"{self._bin}:/usr/bin:/bin"
        words = ("sh", "-c", START, self._scripts, f"{self.disk}2")
        return ran(*words, env=environ, start_new_session=True)  # a cut ends all that it started

    def count_steps(self) -> int:
        self.start(CUT="0")
        return int(self.steps.read_text())

    def called(self, program: str) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith(f"{program} ")]

    @property
    def id(self) -> str:
        return (self.data / "etc/upper/machine-id").read_text().strip()
