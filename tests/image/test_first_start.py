"""Tests the card's first start: it takes over the rest of the card, wherever it is cut off, and only once."""

import subprocess
from pathlib import Path

import pytest

from image.cut_starts import cut_moments
from tests.image.card import BEFORE, Card
from tests.sampling import sampled

KEPT = "nightcrier: settings and scores are kept on the card\n"
LOST = "nightcrier: this card keeps nothing: settings and scores are lost when the box is switched off\n"


@pytest.fixture
def card(tmp_path):
    return Card(tmp_path)


def must_be_whole(card: Card, said: str) -> None:
    assert said.endswith(KEPT)
    assert card.disk.read_text() == BEFORE + "card3 : start=65536, type=83\n"
    assert len(card.id) == 32
    assert len(card.called("mount -t overlay")) == 4
    assert (card.root / "data").resolve() == card.data


def test_the_rest_of_the_card_becomes_the_data_partition(card):
    must_be_whole(card, card.start().stdout)
    (made,) = card.called("mkfs.ext4")
    assert made.endswith(str(card.data))


def test_what_is_kept_is_never_made_anew(card):
    card.start()
    first = card.id
    (card.data / "var/upper/scores").write_text("won")
    for _ in range(3):
        must_be_whole(card, card.start().stdout)
        assert not card.called("mkfs.ext4")
    assert (card.data / "var/upper/scores").read_text() == "won"
    assert card.id == first


def test_two_cards_have_two_ids(tmp_path):
    cards = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        cards.append(Card(tmp_path / name))
        cards[-1].start()
    assert cards[0].id != cards[1].id


@pytest.mark.parametrize("how", ["dark", "late"])
def test_a_cut_at_any_step_is_finished_by_the_next_start(tmp_path, how):
    (tmp_path / "whole").mkdir()
    steps = Card(tmp_path / "whole").count_steps()
    assert steps > 20
    for step in sampled(range(1, steps + 1), 8):
        folder = tmp_path / str(step)
        folder.mkdir()
        card = Card(folder)
        assert card.start(CUT=str(step), HOW=how).returncode == -9
        must_be_whole(card, card.start().stdout)


def test_cut_after_cut_at_the_same_step_still_ends_well(card):
    for step in range(1, 40):
        card.start(CUT=str(step % 13 + 1), HOW="dark")
    must_be_whole(card, card.start().stdout)


def test_a_table_that_cannot_be_read_costs_nothing(card):
    card.start()
    (card.data / "var/upper/scores").write_text("won")
    table = card.disk.read_text()
    card.disk.unlink()
    assert card.start().stdout.endswith(LOST)
    assert not card.called("mkfs.ext4")
    card.disk.write_text(table)
    must_be_whole(card, card.start().stdout)
    assert (card.data / "var/upper/scores").read_text() == "won"


def test_a_card_that_does_not_come_is_not_laid_out(card):
    assert "the rest of the card could not be taken" in card.start(NO_CARD="yes").stdout
    assert card.disk.read_text() == BEFORE


def test_a_card_that_is_too_small_still_plays(card):
    assert card.start(NO_ROOM="yes").stdout.endswith(LOST)
    assert len(card.called("mount -t overlay")) == 4
    assert not card.called("mkfs.ext4")


def test_data_that_cannot_be_mended_is_left_alone_and_the_box_plays(card):
    card.start()
    (card.data / "whole").unlink()
    assert card.start().stdout.endswith(LOST)
    assert not card.called("mkfs.ext4")
    assert [call.split()[1] for call in card.called("e2fsck")] == ["-p", "-y"]


@pytest.mark.parametrize("lost", ["upper", "work"])
def test_a_folder_that_was_lost_in_mending_is_made_again(card, lost):
    card.start()
    (card.data / "var" / lost).rmdir()
    must_be_whole(card, card.start().stdout)


def test_data_that_was_mended_is_used(card):
    card.start()
    must_be_whole(card, card.start(MENDED="1").stdout)


def test_what_cannot_be_laid_over_wholly_is_laid_over_from_memory(card):
    card.start()
    assert card.start(NO_OVERLAY=str(card.root / "data/opt/upper")).stdout.endswith(LOST)
    assert (card.data / "whole").exists()


def test_what_people_put_on_the_card_is_there_before_the_system_knows_its_disks(card):
    card.start()
    call = f"mount -t vfat -o ro,noatime,umask=022 {card.disk}1 {card.root}/boot/firmware"
    assert card.called("mount -t vfat") == [call]


def test_without_the_part_for_people_the_box_plays(card):
    told = "nightcrier: the card's first partition cannot be read\n"
    assert card.start(NO_PEOPLE="yes").stdout.endswith(KEPT + told)


@pytest.mark.parametrize(
    ("partition", "disk", "third"),
    [("/dev/mmcblk0p2", "/dev/mmcblk0", "/dev/mmcblk0p3"), ("/dev/sda2", "/dev/sda", "/dev/sda3")],
)
def test_partitions_are_found_by_name(card, partition, disk, third):
    script = '. image/first-start.sh; disk_of "$1"; partition_of "$(disk_of "$1")" 3'
    found = subprocess.run(["sh", "-c", script, "sh", partition], capture_output=True, text=True, check=True)
    assert found.stdout.split() == [disk, third]


def test_the_initramfs_has_the_tools_under_names_that_busybox_does_not_take():
    """The hook replaces nothing from BusyBox, so under BusyBox's own name its mke2fs would run, which knows no ext4."""
    hook = Path("image/overlay/etc/initramfs-tools/hooks/nightcrier").read_text()
    functions = 'copy_exec() { echo "$1 $2"; }; copy_file() { :; }; manual_add_modules() { :; }'
    script = hook.replace(". /usr/share/initramfs-tools/hook-functions", functions)
    copied = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    assert copied == [
        "/usr/sbin/sfdisk /usr/sbin",
        "/usr/sbin/mke2fs /usr/sbin/mkfs.ext4",
        "/usr/sbin/e2fsck /usr/sbin",
        "/usr/bin/udevadm /usr/bin",
    ]


OFFSETS = [4096, 0, 8192, 8192, 0, 12288]


def test_the_card_is_cut_before_and_after_each_write_of_its_table_and_anywhere_else():
    assert cut_moments(OFFSETS, 4) == [1, 2, 4, 5]
    assert cut_moments(OFFSETS, 3) == [1, 2, 4], "fewer cuts than writes of the table"
    moments = cut_moments(OFFSETS, 500)
    assert (set(moments), len(moments)) == (set(range(len(OFFSETS) + 1)), 500)
    assert len(cut_moments([512, 512], 30)) == 30, "one that writes no table"
