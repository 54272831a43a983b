"""What may take its time does so beside the loop: the last picture counts, what breaks is told at the next call."""

import threading

import pytest

from device.box.scripted import PictureScreen
from device.kernel.screen import GLASS
from device.panel.aside import Aside, AsideScreen
from device.panel.port import ScreenLost

PATIENCE = 10.0
INK, OTHER = b"\x55" * len(GLASS.blank), b"\xaa" * len(GLASS.blank)


class Slow(PictureScreen):
    """Shows a picture when a test lets it, and remembers each."""

    def __init__(self):
        super().__init__()
        self.begun, self.go_on, self.shown = threading.Event(), threading.Event(), []

    def show(self, frame):
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        super().show(frame)
        self.shown.append(frame)


def test_of_the_pictures_that_wait_the_last_is_shown():
    slow = Slow()
    far = AsideScreen(slow, PATIENCE)
    far.open()
    far.show(INK)
    assert slow.begun.wait(PATIENCE)
    for frame in (INK, INK, OTHER):
        far.show(frame)
    slow.go_on.set()
    far.close()
    assert slow.shown == [INK, OTHER]
    assert slow.frame == GLASS.blank


def test_what_broke_is_raised_by_the_next_call_and_once():
    plain, tried = PictureScreen(), threading.Event()
    far = AsideScreen(plain, PATIENCE)
    plain.unplug()
    far.show(INK)
    far._aside.do(tried.set)
    assert tried.wait(PATIENCE)
    with pytest.raises(ScreenLost):
        far.contrast(3)
    plain.plug()
    far.contrast(4)
    far.close()
    assert plain.level == 4


def test_more_than_may_wait_is_refused():
    begun, go_on, done = threading.Event(), threading.Event(), []
    aside = Aside(most=1)
    aside.do(lambda: begun.set() or go_on.wait(PATIENCE))
    assert begun.wait(PATIENCE)
    assert [aside.do(lambda n=n: done.append(n)) for n in range(3)] == [True, False, False]
    go_on.set()
    aside.close(PATIENCE)
    assert done == [0]
