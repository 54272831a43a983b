"""Who finds a place at a port: of one address so many, and nobody is kept out by connections that only wait."""

from random import Random

from nightcrier.web.crowd import Crowd


class Line:
    """A connection that knows whether it was cut off."""

    is_cut = False

    def abort(self) -> None:
        self.is_cut = True


def test_one_address_has_so_many() -> None:
    crowd = Crowd(3, 10)
    lines = [Line() for _ in range(4)]
    assert [crowd.lets_in(line, "a") for line in lines] == [True, True, True, False]
    crowd.leaves(lines[0])
    assert crowd.lets_in(lines[3], "a")
    assert not any(line.is_cut for line in lines)


def test_where_it_is_full_whoever_comes_alone_takes_the_place_of_who_waits_with_many() -> None:
    crowd, lone = Crowd(3, 4), Line()
    waiting = [Line() for _ in range(4)]
    assert all(crowd.lets_in(line, address) for line, address in zip(waiting, "abbb", strict=True))
    assert crowd.lets_in(lone, "phone")
    assert [line.is_cut for line in waiting] == [False, True, False, False]


def test_who_has_asked_is_answered_to_the_end() -> None:
    crowd = Crowd(3, 3)
    lines = [Line() for _ in range(3)]
    for line in lines:
        assert crowd.lets_in(line, "a")
        crowd.has_asked(line)
    assert not crowd.lets_in(Line(), "phone")
    assert not any(line.is_cut for line in lines)


def test_nobody_makes_room_for_himself() -> None:
    crowd = Crowd(3, 4)
    waiting = [Line() for _ in range(4)]
    assert all(crowd.lets_in(line, address) for line, address in zip(waiting, "aabb", strict=True))
    assert not crowd.lets_in(Line(), "a")


def test_a_phone_comes_in_among_thousands_that_wait_at_many_addresses() -> None:
    crowd, rng = Crowd(24, 96), Random(4)
    for number in range(5000):
        crowd.lets_in(Line(), f"10.0.{rng.randrange(40)}.{rng.randrange(200)}")
        if number % 10 == 0:
            phone = Line()
            assert crowd.lets_in(phone, "phone")
            crowd.has_asked(phone)
            crowd.leaves(phone)
    assert len(crowd._callers) == 96
