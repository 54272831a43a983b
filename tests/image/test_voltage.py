"""Tests the driver that reports low voltage: it is built once for the card's kernel, or one sentence says why not."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.hands import lay_tools, ran

RELEASE, LINUX = "7.3.4+deb13-arm64", "7.3.4-1~bpo13+1"
MADE = f"raspberrypi-hwmon-{LINUX}.ko"
OVERLAY = Path("image/overlay/etc")
FETCH = """
echo "mmdebstrap $*" >>"$CALLS"
sed "s/^/line /" >>"$CALLS"
[ -z "$NO_FETCH" ] || exit 100
for sdk; do case $sdk in */compiler) break ;; esac; done
source=linux-source-7.3/drivers/hwmon
mkdir -p "$sdk/usr/src/$source"
echo "int voltage;" >"$sdk/usr/src/$source/raspberrypi-hwmon.c"
tar -C "$sdk/usr/src" -cJf "$sdk/usr/src/linux-source-7.3.tar.xz" linux-source-7.3
"""
PACKAGES = """
case $* in
*/root/*" linux-image-7.3.4+deb13-arm64") printf 7.3.4-1~bpo13+1 ;;
*/compiler/*" linux-source-7.3") [ -n "$SOURCE" ] && printf %s "$SOURCE" ;;
*) exit 1 ;;
esac
"""
COMPILE = """
echo "chroot $*" >>"$CALLS"
[ -z "$NO_COMPILER" ] || exit 2
cd "$1/root/modules"
cat Kbuild raspberrypi-hwmon.c >raspberrypi-hwmon.ko
"""
TOOLS = {"mmdebstrap": FETCH, "dpkg-query": PACKAGES, "chroot": COMPILE, "dpkg": "echo amd64"}
SCRIPT = """
set -euo pipefail
folder=$1 root=$1/root suite=trixie mirror=http://m/debian
stop() { echo "image: $1" >&2; exit 1; }
enter() { echo "enter $*" >>"$CALLS"; }
. image/mirror.sh
. image/compiler.sh
. image/voltage.sh
make_driver
add_driver
"""


class Folder:
    """Simulates the folder where a card is made: an unpacked system, and stubs for tools that fetch and compile."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._bin, self._calls = folder, folder / "bin", folder / "calls"
        self.modules = folder / "root/usr/lib/modules" / RELEASE
        self.fetch_anew = f"remove {folder}/system.tar and run this again"
        self.modules.mkdir(parents=True)
        lay_tools(self._bin, TOOLS)

    def make(self, **environ: str) -> "subprocess.CompletedProcess[str]":
        self._calls.write_text("")
        told = {"NO_FETCH": "", "NO_COMPILER": "", "SOURCE": LINUX, **environ}
        path = {"PATH": f"{self._bin}:/usr/bin:/bin", "CALLS": str(self._calls)}
        return ran("bash", "-c", SCRIPT, "bash", self.folder, env={**path, **told})

    def called(self, tool: str) -> list[str]:
        return re.findall(rf"^{tool} .*", self._calls.read_text(), re.MULTILINE)


@pytest.fixture
def card(tmp_path):
    return Folder(tmp_path)


def test_it_is_made_of_debians_source_for_the_kernel_of_the_card_and_found_by_it(card):
    done = card.make()
    assert (done.returncode, done.stderr) == (0, "")
    laid = card.modules / "updates/raspberrypi-hwmon.ko"
    assert laid.read_text() == "obj-m := raspberrypi-hwmon.o\nint voltage;\n"
    assert card.called("enter") == [f"enter depmod {RELEASE}"]
    (fetched,) = card.called("mmdebstrap")
    assert "linux-kbuild-7.3.4+deb13,linux-headers-7.3.4+deb13-common" in fetched
    assert f"linux-headers-{RELEASE}:arm64" in fetched
    assert not (card.folder / "compiler").exists()


def test_it_comes_from_where_the_kernel_of_the_card_comes_from(card):
    card.make()
    (fetched,) = card.called("mmdebstrap")
    (kept,) = re.findall(r"--setup-hook=.* cp '(\S+)'", fetched)
    assert Path(kept).samefile(OVERLAY / "apt/preferences.d/nightcrier")
    assert "line deb http://m/debian trixie-backports main" in card.called("line")
    assert {"Package: linux-*", "Pin: release n=trixie-backports"} <= set(Path(kept).read_text().splitlines())


def test_it_is_made_once_and_kept_like_the_system_that_it_fits(card):
    card.make()
    (card.modules / "updates/raspberrypi-hwmon.ko").unlink()
    assert card.make(NO_FETCH="yes").returncode == 0
    assert not card.called("mmdebstrap")
    assert (card.modules / "updates/raspberrypi-hwmon.ko").read_text() == (card.folder / MADE).read_text()


@pytest.mark.parametrize(("source", "has"), [("7.3.6-1~bpo13+1", "7.3.6-1~bpo13+1"), ("", "of another edition")])
def test_the_source_of_another_linux_is_refused_in_one_sentence(card, source, has):
    done = card.make(SOURCE=source)
    told = f"image: the mirror has Linux {has}, and the card has Linux {LINUX}; {card.fetch_anew}\n"
    assert (done.returncode, done.stderr) == (1, told)
    assert not card.called("chroot")


def test_what_cannot_be_fetched_is_told_in_one_sentence(card):
    done = card.make(NO_FETCH="yes")
    told = f"image: what compiles a driver for Linux {LINUX} could not be fetched; if the mirror has another Linux by"
    assert (done.returncode, done.stderr) == (1, f"{told} now, {card.fetch_anew}\n")


def test_one_that_was_not_compiled_ends_the_build_and_is_not_kept(card):
    assert card.make(NO_COMPILER="yes").returncode == 2
    assert not (card.folder / MADE).exists()
    assert card.make().returncode == 0


def test_what_is_compiled_has_no_path_and_nothing_for_a_debugger(card):
    card.make()
    compiled = (card.folder / "calls").read_text()
    assert "KCFLAGS=-ffile-prefix-map=/root/modules/= modules" in compiled
    assert "strip -g /root/modules/*.ko" in compiled


def test_what_is_slow_to_load_comes_after_the_box_and_by_nothing_else():
    passed_over = re.findall(r"^blacklist (\S+)$", (OVERLAY / "modprobe.d/nightcrier.conf").read_text(), re.MULTILINE)
    (enabled,) = re.findall(r"systemctl enable nightcrier-\{(\S+)\}\.service", Path("image/system.sh").read_text())
    for unit, module in (("hdmi", "vc4"), ("voltage", "raspberrypi-hwmon")):
        text = (OVERLAY / f"systemd/system/nightcrier-{unit}.service").read_text()
        assert f"\nExecStart=-modprobe {module}\n" in text
        assert "\nAfter=nightcrier.service\n" in text
        assert module.replace("-", "_") in passed_over
        assert unit in enabled.split(",")
