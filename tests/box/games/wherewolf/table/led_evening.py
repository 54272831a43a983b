"""Plays an evening that a moderator leads: roles by seat, nights and days in a short notation, and what was asked and
told in each call. Seats count from 1 here, like on the screen."""

from collections.abc import Iterator

from msgspec import Struct

from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.referee.records import DealtTable
from nightcrier.box.games.wherewolf.table.course import Round, WherewolfPlay
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage, with_table
from nightcrier.box.show.agenda import at_first_stage
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, TALK_OVER, TIME_UP, Answer
from nightcrier.box.show.cues import Call, Say
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict, answer_with_time
from nightcrier.kernel.ids import Seconds
from tests.box.games.wherewolf.table.host import bare, text_of

WAVERLEY = "seer pack-leader peasant witch peasant healer jester hermit"
"""The roles of eight people, in seats 1 to 8."""


def led_game(roles, more="", *, latent=None, items=None, seed=1, **options):
    """Return a game before its first night, with roles from seat 1 on. All roles are new to its table, and `more` are
    possible roles that are not in play."""
    dealt = tuple(roles.split())
    chosen = WherewolfOptions(amulet_sword=bool(items), **options)
    possible = (*dealt, *more.split())
    rules = WolfRules(possible, len(dealt), chosen, seed, fresh=possible)
    owners = {item: seat - 1 for item, seat in (items or {}).items()}
    secret = {seat - 1: what for seat, what in (latent or {}).items()}
    table = DealtTable(dealt, rules.possible, secret, owners, chosen.switches)
    known = with_table(WolfVillage(led=True, actual=dealt, placed=dict(enumerate(dealt))), table)
    return at_first_stage(WherewolfPlay(rules, known, (Round(),), keeps_secrets=True))


def noted(stage: Stage) -> str:
    """Return what the moderator reads at a stage, without the name of the game."""
    match stage:
        case Ask(question=question):
            return bare(text_of(question))
        case Tell(facts=facts):
            return bare(" ".join(map(text_of, facts)))
    return ""


def call_of(stage: Stage) -> str:
    """Return the title of a show that begins a call, or an empty string while a call goes on."""
    cues = stage.show if isinstance(stage, Perform) else ()
    titles = [bare(text_of(cue.title)) for cue in cues if isinstance(cue, Call)]
    words = [line for cue in cues if isinstance(cue, Say) for line in cue.lines]
    goes_on = not words or words[0].endswith(".act") or words[-1].endswith(".close")
    return titles[0] if titles and not goes_on else ""


class NightWords(Struct):
    """Holds a night written like `seer 3; pack-leader 5 6; thief in seer; assassin 4 at medium`. Roles without an entry
    choose nobody, or seat 1 if they must. `in` holds the dial during the words, `at` during the question."""

    chosen: dict[str, list[str]]
    windows: dict[tuple[str, str], list[str]]

    def held(self, call: str, how: str) -> bool:
        return bool(self.windows.get((how, call)))

    def opened(self, call: str) -> str:
        """Return who opened their eyes next in this call, or `nobody`."""
        for how in ("in", "at"):
            if self.windows.get((how, call)):
                return self.windows[how, call].pop(0)
        return "nobody"


def night_words(written: str) -> NightWords:
    words = NightWords({}, {})
    for entry in filter(None, map(str.strip, written.split(";"))):
        name, *rest = entry.split()
        how = next((word for word in rest if word in ("in", "at")), "")
        if how:
            words.windows.setdefault((how, rest[rest.index(how) + 1]), []).append(name)
            rest = rest[: rest.index(how)]
        words.chosen[name] = rest
    return words


class LedEvening:
    """Plays a led game, and keeps its stages and answers."""

    def __init__(self, play: WherewolfPlay, seconds: Seconds = 5.0) -> None:
        self.play = play
        self.seconds = seconds
        self.stages: list[Stage] = []
        self.answers: list[Answer] = []

    def answer(self, value: Answer) -> "LedEvening":
        stage = self.now
        taken = answer_with_time(stage, value, self.seconds)
        self.stages.append(stage)
        self.answers.append(taken)
        self.play = self.play.answer(taken)
        return self

    @property
    def now(self) -> Stage:
        stage = self.play.stage()
        assert stage is not None
        return stage

    def back(self) -> "LedEvening":
        self.play = self.play.answer(BACK)
        return self

    def night(self, written: str = "") -> dict[str, list[str]]:
        """Play the night to the talk or the verdict. Return what was read in each call."""
        words, began, call = night_words(written), len(self.stages), ""
        while not isinstance(self.now, Count | Verdict):
            call = call_of(self.now) or call
            self.answer(_night_answer(self.now, call, words))
        return by_call(self.stages[began:])

    def night_until(self, written: str, goal: str) -> "LedEvening":
        """Play the night until the moderator reads something that begins with `goal`."""
        words, call = night_words(written), ""
        while not noted(self.now).startswith(goal):
            call = call_of(self.now) or call
            self.answer(_night_answer(self.now, call, words))
        return self

    def day(self, accusation: str = "", run_off: str = "", *, late: str = "") -> list[str]:
        """Play a day to nightfall with hands and cards such as `3=4 5=2 pettifogger>5`; after a `|` come those of a
        recount. Time runs out at the moment `late`: assembly, accusation, defence or run-off. Return what was read."""
        votes, began = _Votes(accusation, run_off, late), len(self.stages)
        while not isinstance(self.now, Verdict) and call_of(self.now) != "moment.nightfall":
            self.answer(votes.answer(self.now))
        return [told for told in map(noted, self.stages[began:]) if told]

    def after_night(self, written: str = "") -> "LedEvening":
        self.night(written)
        return self

    def after_day(self, *votes: str, late: str = "") -> "LedEvening":
        self.day(*votes, late=late)
        return self

    def shows(self) -> Iterator[Perform]:
        """Yield all shows so far."""
        return (stage for stage in self.stages if isinstance(stage, Perform))


def by_call(stages: list[Stage]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    call = ""
    for stage in stages:
        call = call_of(stage) or call
        found.setdefault(call, []).extend(filter(None, [noted(stage)]))
    return found


def _night_answer(stage: Stage, call: str, words: NightWords) -> Answer:
    if isinstance(stage, Perform):
        return stage.held if stage.held and words.held(call, "in") else ""
    if isinstance(stage, Tell) and stage.held and (words.held(call, "at") or words.held(call, "in")):
        return stage.held
    if not isinstance(stage, Ask):
        return ""
    values, asked = [option.value for option in stage.choices], noted(stage)
    if asked.startswith("ask.eyes"):
        return words.opened(call)
    if stage.held and (words.held(call, "at") or words.held(call, "in")):
        return stage.held
    role = asked.partition("role=")[2].partition(" ")[0]
    seats = words.chosen.get(role, [])
    if not seats:
        return NONE_OF_THEM if NONE_OF_THEM in values else values[0]
    wanted = seats[1] if asked.startswith("ask.second") else seats[0]
    value = NONE_OF_THEM if wanted == "nobody" else str(int(wanted) - 1)
    assert value in values, f"{asked}: {wanted} is not to be chosen"
    return value


class _Votes:
    """Answers the votes of a day, and says when its time is up."""

    def __init__(self, accusation: str, run_off: str, late: str) -> None:
        self._counts = {"accusation": _counts(accusation), "run-off": _counts(run_off)}
        self._late = late
        self._moment = "assembly"
        self._raised = ""

    def answer(self, stage: Stage) -> Answer:
        if call_of(stage).startswith("moment."):
            self._moment = call_of(stage).removeprefix("moment.").split()[0]
        if isinstance(stage, Count | Ask) and self._late == self._moment:
            assert stage.clock
            return TIME_UP
        if isinstance(stage, Count):
            return TALK_OVER
        if noted(stage) == "count-again":
            self._count_again()
        return self._hands(stage) if isinstance(stage, Ask) else ""

    def _count_again(self) -> str:
        self._counts[self._moment].pop(0)
        return "again"

    def _hands(self, stage: Ask) -> Answer:
        words, asked = self._counts[self._moment][0], noted(stage)
        if asked.startswith("ask.card"):
            return self._raised
        if asked.startswith("ask.few-votes"):
            return "so" if len(self._counts[self._moment]) == 1 else self._count_again()
        seat = asked.rpartition("n=")[2]
        cards = [word for word in words if word.endswith(f">{seat}")]
        if cards:
            words.remove(cards[0])
            self._raised = cards[0].partition(">")[0]
            return stage.held
        return next((word.partition("=")[2] for word in words if word.startswith(f"{seat}=")), "0")


def _counts(written: str) -> list[list[str]]:
    """Return the written counts of a vote. Each further one is for a recount, after impossible hands."""
    return [count.split() for count in written.split("|")]
