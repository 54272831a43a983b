"""Tests fifty hostile guests at the door of the second program, who speak, read and leave at random: the box hears no
more than it allows, and still serves a guest who behaves."""

import socket
from random import Random

import pytest

from nightcrier.box.events import Wished
from nightcrier.box.net_door import MOST_GUESTS, WISHES, WISHES_A_SECOND
from nightcrier.wire.wishes import LONGEST_WISH, LoudnessWish, NewcomerWish, is_heard, wish_line
from tests.box.test_net_door import Doorway

CALLERS, ROUNDS = 50, 3000
SAID = (
    *(
        wish_line(LoudnessWish(3)),
        wish_line(NewcomerWish()) * 50,
        wish_line(LoudnessWish(1)) * 200,
        b'{"type":',
        b"\n" * 400,
    ),
    *(b"x" * 5000, b'{"type":"dusk","at":' + b"9" * 600 + b"}\n", b'{"type":"name","person":1,"name":"\\ud800"}\n'),
    *(
        b"\xff\xfe\n",
        b"[" * LONGEST_WISH + b"\n",
        b'{"type":"loudness","loudness":1e999}\n',
        b"null\n",
        b'{"type":null}\n',
    ),
    *(b'{"type":"loudness","loudness":3,"loudness":99}\n', b'{"type":"chore","chore":"rm"}\n', b"{}\n" * 100),
)


class Mob:
    """Simulates callers at one doorway."""

    def __init__(self, doorway: Doorway, rng: Random) -> None:
        self._doorway, self._rng = doorway, rng
        self.lines: list[socket.socket] = []

    def acts(self) -> None:
        """Let a random caller send, read or hang up."""
        if len(self.lines) < CALLERS:
            self._comes()
        line = self._rng.choice(self.lines) if self.lines else None
        deed = self._rng.random()
        if line is None:
            return
        if deed < 0.2:
            self.lines.remove(line)
            line.close()
            return
        try:
            if deed < 0.8:
                line.send(self._rng.choice((*SAID, self._rng.randbytes(self._rng.randrange(1, 900)))))
            elif line.recv(1 << 16) == b"":
                self.lines.remove(line)
                line.close()
        except OSError:
            return  # shown out, or nothing to read

    def _comes(self) -> None:
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.setblocking(False)
        try:
            line.connect(str(self._doorway.path))
        except OSError:
            line.close()
        else:
            self.lines.append(line)

    def leaves(self) -> None:
        for line in self.lines:
            line.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_mob_at_the_door_is_heard_no_more_than_one_guest(tmp_path, seed):
    doorway = Doorway(tmp_path)
    mob = Mob(doorway, Random(seed))
    for number in range(ROUNDS):
        mob.acts()
        doorway.door.tell(b"%d\n" % number * 40, "table")
        doorway.turn(1)
        assert doorway.guests <= MOST_GUESTS
        if number % 10 == 0:
            doorway.clock.move_to(doorway.clock.now() + 0.1)
    assert len(doorway.events) <= WISHES + WISHES_A_SECOND * doorway.clock.now() + 1
    assert all(isinstance(event, Wished) and is_heard(event.wish) for event in doorway.events)
    mob.leaves()
    for _ in range(CALLERS):  # who knocked and left is let in first, and out
        doorway.clock.move_to(doorway.clock.now() + 1.0)
        doorway.turn()
    honest, heard = doorway.enter(), len(doorway.events)
    honest.send(wish_line(LoudnessWish(7)))
    doorway.turn()
    assert doorway.events[heard:] == [Wished(doorway.clock.now(), LoudnessWish(7))]
    doorway.close()
