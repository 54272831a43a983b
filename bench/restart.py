"""Counts the cost of a start after a power cut, when a long Wherewolf is played again from its answers.

A moderator leads, and in some games corrects an entry after every fiftieth answer. The games come from the tests."""

from collections.abc import Iterator
from functools import partial

from bench.calls import count_calls
from bench.rows import Held, Row, count
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.show.answers import MENU, Answer
from nightcrier.box.show.game_menu import GameMenu, answer_play
from nightcrier.box.show.plug import Play
from nightcrier.box.show.stages import Ask, Stage, Verdict
from nightcrier.kernel.chance import SeededChance
from tests.box.games.wherewolf.table.host import Host, random_host
from tests.box.games.wherewolf.table.led_games import random_led_game

SIZE, SMALLEST = 1000, 100
"""The numbers of entries of the longest journal, and of a small one."""
MOST_TIMES, MOST_TIMES_MENDED = 1.5, 3.0
"""The most that an entry may cost in the longest journal, as a multiple of one in a journal of a quarter of its
length. After a correction, all later answers are played again, and all entries are checked."""
PLAYERS, MENDED_EVERY, SEEDS = 18, 50, 400


def journal(entries: int, *, mended: bool) -> tuple[WherewolfPlay, tuple[Answer, ...]]:
    """Return a game before its first answer, and its answers. It is the first random game with this many answers."""
    for seed in range(SEEDS):
        begun, host = random_led_game(PLAYERS, seed), random_host(SeededChance(seed))
        answers = tuple(_answers(begun, host, entries, mended=mended))
        if len(answers) == entries:
            return begun, answers
    raise LookupError(f"no game of {entries} answers")


def _answers(play: Play, host: Host, entries: int, *, mended: bool) -> Iterator[Answer]:
    for number in range(entries):
        stage = play.stage()
        if stage is None or isinstance(stage, Verdict):
            return
        if isinstance(play, GameMenu):
            answer = _of_menu(play, stage, host)
        else:
            answer = MENU if mended and number % MENDED_EVERY == 0 and _has_entries(play) else host(stage)
        play = answer_play(play, answer)
        yield answer


def _has_entries(play: Play) -> bool:
    asked = answer_play(play, MENU).stage()
    return isinstance(asked, Ask) and any(option.value == "entered" for option in asked.choices)


def _of_menu(menu: GameMenu, stage: Stage, host: Host) -> Answer:
    """Correct the last entry of the last night or day, and then answer questions at random."""
    leads = isinstance(stage, Ask) and len(menu.answers) < len(("mend", "half", "entry"))
    return stage.choices[stage.start].value if leads and isinstance(stage, Ask) else host(stage)


def restart(begun: Play, answers: tuple[Answer, ...]) -> None:
    play = begun
    for answer in answers:
        play = answer_play(play, answer)
        play.stage()


def rows(size: int) -> Iterator[Row]:
    cases = {"a moderator leads": MOST_TIMES, "a moderator leads, and mends every fiftieth": MOST_TIMES_MENDED}
    for (what, most), mended in zip(cases.items(), (False, True), strict=True):
        found = dict[int, float]()
        for entries in (size // 4, size // 2, size):
            found[entries] = count_calls(partial(restart, *journal(entries, mended=mended))).calls.total()
            yield count(f"{what}: {entries:,} entries", found[entries], "calls", held=Held.PYTHON)
        few, many = found[size // 4] / (size // 4), found[size] / size
        than = f"of {size // 4:,}"
        yield Row(f"{what}: an entry of {size:,}", many, most * few, "calls", rival=few, than=than)
