"""That the thread that feeds a card is let sleep: what the kernel is asked, in each state of the stream."""

import errno
from pathlib import Path

import pytest

from device.sound.players.card_waiting import let_cards_wait

PREPARE, XRUN = 0x4140, 0x4148


class Kernel:
    """A stream as sound/core/pcm_native.c has it; `runs_after`: it begins to run after so many requests."""

    def __init__(self, *, runs: bool, runs_after: int | None = None) -> None:
        self.runs, self.runs_after = runs, runs_after
        self.asked: list[tuple[int, int]] = []
        self.done: list[int] = []

    def ask(self, stream: int, request: int) -> None:
        self.runs = self.runs or len(self.asked) == self.runs_after
        self.asked.append((stream, request))
        if request == PREPARE and self.runs:
            raise OSError(errno.EBUSY, "busy")
        if request == XRUN and not self.runs:
            raise OSError(errno.EBADFD, "bad state")
        self.done.append(request)


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """What a process holds: a card that plays, its control, one that records, a pipe; and one closed meanwhile."""
    links = {"3": "/dev/snd/pcmC1D0p", "4": "/dev/snd/controlC1", "5": "/dev/snd/pcmC1D0c", "6": "pipe:[8]"}
    for number, device in links.items():
        (tmp_path / number).symlink_to(device)
    (tmp_path / "7").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("kernel", "done"),
    [
        (Kernel(runs=True), [XRUN]),
        (Kernel(runs=False), [PREPARE]),
        (Kernel(runs=False, runs_after=1), [XRUN]),
    ],
)
def test_a_card_that_plays_is_prepared_anew_whatever_it_does(opened: Path, kernel: Kernel, done: list[int]) -> None:
    let_cards_wait(opened, kernel.ask)
    assert kernel.done == done
    assert {stream for stream, _ in kernel.asked} == {3}


def test_a_kernel_that_refuses_all_is_left_alone(opened: Path) -> None:
    def refuse(stream: int, request: int) -> None:
        raise OSError(errno.ENOTTY, "no such request")

    let_cards_wait(opened, refuse)
