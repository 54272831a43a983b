"""Tests who may connect to a port: each address gets a few places, and idle connections keep nobody out."""

from random import Random

import pytest

from nightcrier.web.crowd import MOST_FAILED, MOST_HANDSHAKES, SLOW_HANDSHAKE, Crowd, HandshakeCrowd


class Line:
    """Simulates a connection that knows whether it was cut off."""

    is_cut = False

    def abort(self) -> None:
        self.is_cut = True


def test_one_address_has_so_many():
    crowd, lines = Crowd(3, 10), [Line() for _ in range(4)]
    assert [crowd.admit(line, "a") for line in lines] == [True, True, True, False]
    crowd.leaves(lines[0])
    assert crowd.admit(lines[3], "a")
    assert not any(line.is_cut for line in lines)


def test_where_it_is_full_whoever_comes_alone_takes_the_place_of_who_waits_with_many():
    crowd, lone, waiting = Crowd(3, 4), Line(), [Line() for _ in range(4)]
    assert all(crowd.admit(line, address) for line, address in zip(waiting, "abbb", strict=True))
    assert crowd.admit(lone, "phone")
    assert [line.is_cut for line in waiting] == [False, True, False, False]


def test_who_has_asked_is_answered_to_the_end():
    crowd, lines = Crowd(3, 3), [Line() for _ in range(3)]
    for line in lines:
        assert crowd.admit(line, "a")
        crowd.note_request(line)
    assert not crowd.admit(Line(), "phone")
    assert not any(line.is_cut for line in lines)


def test_who_was_answered_and_stays_only_waits():
    crowd, phone, lines = Crowd(3, 3), Line(), [Line() for _ in range(3)]
    for line in lines:
        assert crowd.admit(line, "a")
        crowd.note_request(line)
    crowd.note_answer(lines[1])
    assert crowd.admit(phone, "phone")
    assert [line.is_cut for line in lines] == [False, True, False]


def test_with_more_lines_than_a_phone_uses_nobody_keeps_all_places_by_long_answers():
    crowd, lines = Crowd(24, 8), [Line() for _ in range(8)]
    for line, address in zip(lines, "aaaabbbb", strict=True):
        assert crowd.admit(line, address)
        crowd.note_request(line)
    for guest, phone in ((Line(), "phone"), (Line(), "tablet")):
        assert crowd.admit(guest, phone)
        crowd.note_request(guest)
    assert not crowd.admit(Line(), "late"), "three lines are what a phone uses"
    assert [line.is_cut for line in lines] == [True, False, False, False, True, False, False, False]


def test_nobody_makes_room_for_himself():
    crowd, waiting = Crowd(3, 4), [Line() for _ in range(4)]
    assert all(crowd.admit(line, address) for line, address in zip(waiting, "aabb", strict=True))
    assert not crowd.admit(Line(), "a")


def test_a_phone_comes_in_among_thousands_that_wait_at_many_addresses():
    crowd, rng = Crowd(24, 96), Random(4)
    for number in range(5000):
        crowd.admit(Line(), f"10.0.{rng.randrange(40)}.{rng.randrange(200)}")
        if number % 10 == 0:
            phone = Line()
            assert crowd.admit(phone, "phone")
            crowd.note_request(phone)
            crowd.leaves(phone)
    assert len(crowd._callers) == 96


def test_a_guest_with_many_addresses_of_one_network_keeps_no_other_network_out_nor_its_own():
    crowd, phone, neighbour = Crowd(24, 96), Line(), Line()
    assert crowd.admit(phone, "192.168.1.7")
    assert all(crowd.admit(Line(), f"fd00::{number:x}") for number in range(1, 96))
    crowd.admit(neighbour, "fd00::ffff")
    for number in range(1000, 1090):
        crowd.admit(Line(), f"fd00::{number:x}")
    assert crowd.admit(Line(), "192.168.1.8")
    assert not phone.is_cut
    assert not neighbour.is_cut


class Handshakes:
    """Simulates handshakes of strangers, who start again whenever one ends, and of a phone, in steps of 10 ms."""

    def __init__(self, strangers: list[str], length: int) -> None:
        self.now = 0.0
        self.crowd = HandshakeCrowd(lambda: self.now)
        self._strangers, self._length, self._rng = strangers, length, Random(4)
        self._held: dict[Line, int] = {}

    def pass_by(self, steps: int) -> None:
        for _ in range(steps):
            self.now += 0.01
            for line in [line for line, left in self._held.items() if left == 0 or line.is_cut]:
                self.crowd.leaves(line)
                del self._held[line]
            self._held = {line: left - 1 for line, left in self._held.items()}
            for stranger in self._rng.sample(self._strangers, 3):
                if self.crowd.admit(line := Line(), stranger):
                    self._held[line] = self._length

    def phone_gets_in(self, address: str) -> bool:
        line = Line()
        is_in = self.crowd.admit(line, address)
        self.pass_by(50)  # half a second
        if line.is_cut or not is_in:
            return False
        self.crowd.succeeds(line)
        self.crowd.leaves(line)
        return True


TWENTY = [f"192.168.1.{number}" for number in range(100, 120)]
OF_ONE_NETWORK = [f"fd00::{number:x}" for number in range(1, 2000)]


@pytest.mark.parametrize("length", [20, 1000], ids=["short", "idle"])
@pytest.mark.parametrize("strangers", [TWENTY, OF_ONE_NETWORK], ids=["twenty", "one network"])
def test_a_phone_gets_in_among_strangers_who_begin_handshakes_all_the_time(strangers, length):
    handshakes = Handshakes(strangers, length)
    handshakes.pass_by(500)
    assert [handshakes.phone_gets_in("192.168.1.7") for _ in range(40)] == [True] * 40
    assert len(handshakes.crowd._failed) <= MOST_FAILED


def test_a_phone_that_has_often_failed_takes_the_place_of_a_slow_stranger():
    """The phone had often failed because it did not trust the certificate yet."""
    now = 0.0
    crowd, held = HandshakeCrowd(lambda: now), [Line() for _ in range(MOST_HANDSHAKES)]
    for _ in range(5):
        crowd.admit(failing := Line(), "phone")
        crowd.leaves(failing)
    assert all(crowd.admit(line, f"{number}") for number, line in enumerate(held))
    now = SLOW_HANDSHAKE - 0.01
    assert not crowd.admit(Line(), "phone")
    now = SLOW_HANDSHAKE
    assert crowd.admit(Line(), "phone")
    assert [line.is_cut for line in held] == [True] + [False] * (MOST_HANDSHAKES - 1)
