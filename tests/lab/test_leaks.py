"""Tests that the lab's outside witness (`./run leaks`) finds every planted leak, and no other."""

from itertools import islice, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from lab.leaks.__main__ import main
from lab.leaks.brought import look_at_brought
from lab.leaks.evening import BEGINS, OVER
from lab.leaks.plants import found_plants, planted, read_plants
from lab.leaks.settings import CHOICES, drawn_settings, game_tables
from lab.leaks.traced import CHECKOUT, CannotWatch, Seen, Watched, read_traces, watching
from lab.leaks.witness import Compared, compare_deals, first_difference
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.drawn_files import drawn_file
from tests.sampling import sampled, so_many

pytestmark = pytest.mark.untraced
GAMES = (Path("config/games"), Path("docs/games"))
PLANTS = read_plants()
PLAYED = [plant for plant in PLANTS if plant.setting]


@pytest.fixture(scope="module")
def watch():
    """Yield what plays a deal and watches it; skip if `strace` is missing or forbidden."""
    try:
        with watching(CHECKOUT) as found:
            yield found
    except CannotWatch as why:
        names = ", ".join(plant.name for plant in PLAYED)
        pytest.skip(f"strace is missing or forbidden ({why}), so no planted leak could be looked for: {names}.")


def drawn(count):
    return list(islice(drawn_settings(GAMES), count))


def test_every_value_of_every_choice_comes_in_60_deals_and_every_game_in_every_language_as_soon_as_it_can():
    few, more = drawn(30), drawn(len(LANGUAGES) * len(list(game_tables(GAMES))))
    for name, values in (*CHOICES.items(), ("language", LANGUAGES), ("gentle", (False, True))):
        assert {getattr(each, name) for each in few} == set(values), name
    tables = [tables[0] for tables in game_tables(GAMES)]
    assert {(each.game, each.language) for each in more} == set(product((each.game for each in tables), LANGUAGES))
    assert {each.players for each in more} >= {3, 4, 5, 8, 14}


@pytest.mark.parametrize(("number", "setting"), sampled(list(enumerate(drawn(so_many(125, 101)))), 5), ids=str)
def test_other_cards_leave_nothing_that_the_kernel_could_tell(number, setting, watch):
    """Each setting has two other deals, since a leak may show only with one card at one seat. They are compared to
    the end of a talk if nobody is chosen at night, or if a night shows nothing by day."""
    told = Compared()
    assert list(map(str, compare_deals([setting], watch, told, number))) == []
    assert told.other_cards == 1
    assert told.talks or not (setting.gentle or ("vote" in setting.ends and not setting.told_by_day))
    assert {"bus", "sound", "lamp", "net", "writes", "fsync"} <= told.channels.keys()


@pytest.mark.parametrize("seed", sampled(range(100), 3))
def test_no_drawn_game_gives_a_card_away(seed, tmp_path, capsys, watch):
    file = tmp_path / "drawn.game.toml"
    file.write_text(drawn_file(seed), "utf-8")
    deals = so_many(4, 2)
    assert main([str(file), "--deals", str(deals), "--seed", str(seed)]) == 0, capsys.readouterr().out
    out = capsys.readouterr().out
    assert f"{deals} deals in {deals // 2} settings, in {deals // 2} of which seats saw other cards" in out
    assert "Not compared:" in out


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_every_leak_finds_its_place_in_the_program(plant):
    assert planted((CHECKOUT / "device" / "nightcrier" / plant.file).read_text("utf-8"), plant)


def test_planted_leaks_are_found(watch):
    """`./test` plants only the first leaks, `--whole` all of them."""
    missed = [plant.name for plant, found in found_plants(PLAYED[: so_many(len(PLAYED), 12)], CHECKOUT) if not found]
    assert missed == []


def test_what_guests_bring_counts_only_where_a_leak_is_planted():
    brought = [plant for plant in PLANTS if plant not in PLAYED]
    assert [plant.name for plant, found in found_plants(brought, CHECKOUT) if not found] == []
    assert look_at_brought(CHECKOUT) == ""


SEEN = [Seen("1", "write", "BOX/channels/bus", "dots"), Seen("4", "write", "BOX/state/journal.jsonl", "open")]
ENDED = [("0", BEGINS), ("2", OVER)]
AGAIN = [*ENDED, ("3", BEGINS)]


def watched(*seen, known=(("0", BEGINS),), **more):
    return Watched(list(seen), list(known), **more)


@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        (watched(*SEEN), watched(*SEEN), None),
        (watched(*SEEN), watched(SEEN[0]), "4"),
        (watched(*SEEN), watched(SEEN[0], replace(SEEN[1], moment="5")), "4"),
        (
            watched(*SEEN, known=[("0", BEGINS), ("3", OVER)]),
            watched(SEEN[0], known=[("0", BEGINS), ("3", OVER)]),
            None,
        ),
        (
            watched(*SEEN, known=[("0", BEGINS), ("3", BEGINS)]),
            watched(SEEN[1], known=[("0", BEGINS), ("3", BEGINS)]),
            "1",
        ),
        (watched(*SEEN, known=AGAIN), watched(SEEN[0], known=AGAIN), "4"),
        (
            watched(*SEEN, known=[("0", BEGINS), ("3", "a")]),
            watched(SEEN[0], known=[("0", BEGINS), ("3", "b")]),
            None,
        ),
        (watched(lit=[("ask", 1000, "1"), ("ask", 1020, "2")]), watched(), "1"),
        (watched(lit=[("ask", 1000, "1"), ("ask", 1005, "2"), ("tell", 90, "3")]), watched(), None),
        (watched(held=[("1", 9, 500, 0), ("2", 9, 700, 0)]), watched(held=[("1", 99, 550, 0), ("2", 9, 500, 0)]), "2"),
        (watched(held=[("1", 2900, 500, 0)]), watched(held=[("1", 900, 500, 0)]), "1"),
        (watched(held=[("3", 900, 500, 900)]), watched(held=[("3", 900, 500, 700)]), "3"),
        (watched(covers={"1": SEEN[0]}), watched(covers={"1": SEEN[1]}), "1"),
        (watched(covers={"1": SEEN[0]}), watched(covers={"2": SEEN[1]}), None),
        (watched(left={"file": 1}), watched(left={"file": 2}), "files"),
    ],
)
def test_deals_are_compared_while_all_at_the_table_know_the_same(one, other, at):
    found = first_difference(one, other)
    assert (found and found[0].split(" ")[0]) == at


TRACE = r"""write(3<BOX/channels/clock>, "1.500000", 8) = 8
write(4<BOX/channels/bus>, "ae: :010203 :", 13) = 13
write(5<BOX/channels/view>, "secret 900 500 0 0", 17) = 17
write(6<BOX/state/journal.jsonl.77.new>, "99d52986 {\"sealed\":\"%s\",\"pad\":1}\n", 30) = 30
openat(AT_FDCWD</x>, "BOX/state/seal", O_WRONLY|O_CREAT, 0666) = 7
clock_nanosleep(CLOCK_REALTIME, 0, {tv_sec=1, tv_nsec=0}, NULL) = 0
"""


@pytest.mark.parametrize(("sealed", "kept"), [("ab" * 60, False), ("cm9sZTpzZWVy" * 12, True)])
def test_a_trace_keeps_what_others_see_and_counts_what_is_secret(sealed, kept, tmp_path):
    """A text that can be compressed was not sealed."""
    sealed = sealed if kept else "".join(chr(65 + (at * at * 7 + at // 3) % 26) for at in range(120))
    (tmp_path / "trace.1").write_text(TRACE % sealed)
    seen = read_traces([tmp_path / "trace.1"], "BOX").seen
    assert [each.call for each in seen] == ["write", "write", "openat", "clock_nanosleep"]
    assert seen[0].content == "ae: :3 bytes of one seat :"
    assert (sealed in seen[1].content) is kept
    assert {each.moment for each in seen} == {"1.500000"}
    assert ".N.new" in seen[1].what


@pytest.mark.parametrize(
    ("words", "said", "status"),
    [
        (("tests/box/games/engine/examples/one-night-extras.game.toml",), "does not deal this game", 2),
        (("--deals", "1"), "cannot be compared", 2),
        (("nosuch.toml",), "nosuch.toml", 1),
    ],
)
def test_what_cannot_be_compared_is_said(words, said, status, capsys):
    assert main(words) == status
    assert said in capsys.readouterr().err
