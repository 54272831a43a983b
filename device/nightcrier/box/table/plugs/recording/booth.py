"""Records lines: sends orders to the recording program, reacts to its news, and handles the controls. Turning the dial
leads to the next part of the text and to other lines; pressing it plays the line as it sounds now. START begins a take,
ends it, and saves it. BACK records the line again, or leaves the page."""

from typing import assert_never, get_args

from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input
from nightcrier.box.show.cues import Hush
from nightcrier.box.show.setup import NO_CARDS
from nightcrier.box.table.core.effects import (
    DirectTake,
    Effect,
    HearTake,
    LeaveBooth,
    OpenBooth,
    Remember,
    RereadVoices,
)
from nightcrier.box.table.core.house import ALL, COMMON, DECK, Choices, House
from nightcrier.box.table.core.signs import moon_due
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.heard.talk import answer_aloud, speak
from nightcrier.box.table.over.faults import below_notices
from nightcrier.box.table.plugs.recording.booth_view import (
    FAINTEST,
    BoothMood,
    BoothState,
    booth_lines,
    booth_view,
    line_parts,
)
from nightcrier.kernel.booth_messages import (
    BoothClosed,
    BoothNews,
    CountedIn,
    CutTake,
    DropTake,
    KeepTake,
    Licence,
    LinesWaiting,
    RollTake,
    TakeKept,
    TakeLevel,
    TakeMade,
    TakeOrder,
    TakeSpoilt,
)
from nightcrier.kernel.ids import Language, LineId, screen_line

_HOW = LineId("recording.open")
_UNDER_WAY = frozenset({BoothMood.COUNTED_IN, BoothMood.SPEAKING, BoothMood.CUT})


class OpenedBooth(BoothState, frozen=True):
    def settle(self, house: House, table: Table, event: Event) -> TableStep:
        """Close the booth once its page is left, or the box sleeps, so that the microphone no longer listens."""
        left = below_notices(table.page, lambda page: page.under if isinstance(page, BoothPage) else page)
        if left != table.page and not table.rest.asleep:
            return table, ()
        return replace(table.without(OpenedBooth), page=left), (LeaveBooth(),)


def line_choices(house: House) -> tuple[str, ...]:
    return DECK, *house.games, COMMON, ALL


def lines_to_record(house: House, choices: Choices) -> str:
    """Return the key of the lines that people chose to record, or that of the deck if the chosen game is gone."""
    lines = choices.own_voice.lines
    return lines if lines in line_choices(house) else DECK


def booth_wish(house: House, table: Table) -> OpenBooth:
    own, lines = table.choices.own_voice, lines_to_record(house, table.choices)
    setup, chosen = table.choices.setup, table.choices.game
    if lines == DECK and house.games[chosen].file_text(NO_CARDS):
        lines = chosen
    game = "" if lines in {DECK, ALL} else lines
    deck, cards = (setup.scenario, tuple(dict.fromkeys(setup.deck))) if lines == DECK else ("", ())
    return OpenBooth(_language_of(house, table, game), own.person, own.licence, game, deck, cards, own.again)


def _language_of(house: House, table: Table, game: str) -> Language:
    """Return the language to record: the table's first, or for a game in a file, the one in which the table hears
    it."""
    there = house.games.get(game)
    if there is None or not there.file_text(NO_CARDS):
        return table.choices.language
    return house.words.spoken_in(screen_line(f"game.{game}"), table.choices.languages)[0]


def follow_booth(house: House, table: Table, news: BoothNews, at: float) -> TableStep:
    """React to a message of the recording program. Once people have left the page, ignore it."""
    booth = table.of(OpenedBooth)
    if booth is None:
        return table, ()
    match news:
        case LinesWaiting():
            return _begin(table, booth, news)
        case CountedIn() | TakeLevel() | TakeMade() | TakeSpoilt():
            return _follow_take(house, table, booth, news) if booth.mood in _UNDER_WAY else (table, ())
        case TakeKept(line):
            return _follow_kept(house, table, booth, line)
        case BoothClosed(why):
            return _refuse(house, table, replace(booth, mood=BoothMood.CLOSED, why=why))
        case _:
            assert_never(news)


def _begin(table: Table, booth: OpenedBooth, news: LinesWaiting) -> TableStep:
    """Show the lines to be read. A voice that already exists keeps its license. If the menu showed another one, people
    are shown the license of the voice first, and so is the menu afterward."""
    own, booth = table.choices.own_voice, replace(booth, lines=news.lines)
    if news.licence == own.licence:
        is_new = booth.mood is BoothMood.KEYS  # unless somebody has read on already
        return speak(table.with_feature(booth), _HOW, menu=True) if is_new else (table.with_feature(booth), ())
    read = table.with_feature(replace(booth, mood=BoothMood.LICENCE, licence=news.licence))
    licence = next((known for known in get_args(Licence) if known == news.licence), own.licence)
    choices = replace(table.choices, own_voice=own.under(licence))
    return replace(read, choices=choices), (Hush(), Remember(choices))


def _follow_take(
    house: House, table: Table, booth: OpenedBooth, news: CountedIn | TakeLevel | TakeMade | TakeSpoilt
) -> TableStep:
    match news:
        case CountedIn(left):
            mood = booth.mood if left else BoothMood.SPEAKING
            return table.with_feature(replace(booth, mood=mood, count=left)), ()
        case TakeLevel(level):
            return table.with_feature(replace(booth, level_db=level)), ()
        case TakeMade():
            return hear_take(table, replace(booth, mood=BoothMood.HEARING, take=news))
        case TakeSpoilt(why):
            return _refuse(house, table, replace(booth, mood=BoothMood.REFUSED, why=why))
        case _:
            assert_never(news)


def _refuse(house: House, table: Table, booth: OpenedBooth) -> TableStep:
    """Show why nothing was recorded, and say it if pages are read aloud."""
    return answer_aloud(house, table.with_feature(booth), *booth_lines(booth))


def hear_take(table: Table, booth: OpenedBooth) -> TableStep:
    """Play the take to the person who spoke it, in the way that the table will hear it."""
    if booth.take is None:
        return table, ()
    token = table.token + 1
    heard = table.with_feature(replace(booth, told=False))
    return replace(heard, token=token, caption=None), (Hush(), HearTake(token, booth.take))


def _follow_kept(house: House, table: Table, booth: OpenedBooth, line: LineId) -> TableStep:
    """Continue with the next line, if there is one and people have not continued already."""
    after, lines = replace(booth, kept=booth.kept | {line}), tuple[LineId, ...]()
    if booth.mood is BoothMood.CUT:
        at = min(len(booth.lines) - 1, booth.index + 1)
        after = replace(after, mood=BoothMood.READING, index=at, part=0, take=None)
        lines = booth_lines(after)
    return step_after((Hush(), RereadVoices()), answer_aloud(house, table.with_feature(after), *lines))


class BoothPage(Page, frozen=True, tag="booth"):
    """The page on which somebody records lines, one after the other."""

    under: Page | None

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        booth = table.of(OpenedBooth)
        match event.control, event.gesture:
            case Control.BACK, Gesture.HOLD:
                return replace(table, page=None), ()
            case Control.BACK, Gesture.PRESS:
                return _back(table, self, booth) if booth else (replace(table, page=self.under), ())
            case Control.START, Gesture.PRESS if booth:
                return _start(house, table, booth)
            case Control.DIAL, Gesture.PRESS if booth:
                return _listen(table, booth)
            case Control.DIAL, Gesture.TURN if booth and booth.lines:
                return _turn(house, table, booth, event.steps)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        return booth_view(house, table, table.of(OpenedBooth) or OpenedBooth())

    def due(self, table: Table) -> float | None:
        booth = table.of(OpenedBooth) or OpenedBooth()
        waits = booth.mood is BoothMood.CUT or (booth.mood is BoothMood.READING and not booth.lines)
        return moon_due(table) if waits else None

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        booth = table.of(OpenedBooth)
        return booth_lines(booth) if booth else ()

    def go_on(self, house: House, table: Table, at: float) -> TableStep:
        """Say what can be done with a take, after it was heard."""
        booth = table.of(OpenedBooth)
        if booth is None or booth.mood is not BoothMood.HEARING or booth.told:
            return table, ()
        return answer_aloud(house, table.with_feature(replace(booth, told=True)), *booth_lines(booth))


def _start(house: House, table: Table, booth: OpenedBooth) -> TableStep:
    match booth.mood:
        case BoothMood.KEYS:
            return _become(table, booth, BoothMood.READING)
        case BoothMood.LICENCE:
            return _become(table, booth, BoothMood.KEYS)
        case BoothMood.REFUSED if booth.keeps_again:
            return _become(table, booth, BoothMood.CUT, KeepTake())
        case BoothMood.READING | BoothMood.REFUSED if booth.lines:
            return _roll(table, booth)
        case BoothMood.SPEAKING:
            return _become(table, replace(booth, part=0), BoothMood.CUT, CutTake())
        case BoothMood.HEARING:
            return _become(table, booth, BoothMood.CUT, KeepTake())
        case BoothMood.CLOSED:
            return table.with_feature(OpenedBooth(BoothMood.READING)), (booth_wish(house, table),)
    return table, ()


def _back(table: Table, page: BoothPage, booth: OpenedBooth) -> TableStep:
    match booth.mood:
        case BoothMood.HEARING:
            return _roll(table, booth)
        case BoothMood.COUNTED_IN | BoothMood.SPEAKING | BoothMood.CUT | BoothMood.REFUSED:
            return _become(table, replace(booth, part=0), BoothMood.READING, DropTake())
    return replace(table, page=page.under), (Hush(),)


def _roll(table: Table, booth: OpenedBooth) -> TableStep:
    """Begin a take in silence, because the microphone first measures the quiet room. Show the line from its
    beginning."""
    line, _ = booth.lines[booth.index]
    waiting = replace(booth, part=0, count=0, level_db=FAINTEST, take=None)
    return _become(table, waiting, BoothMood.COUNTED_IN, RollTake(line))


def _become(table: Table, booth: OpenedBooth, mood: BoothMood, order: TakeOrder | None = None) -> TableStep:
    effects: tuple[Effect, ...] = (Hush(), DirectTake(order)) if order else (Hush(),)
    return replace(table.with_feature(replace(booth, mood=mood)), caption=None), effects


def _listen(table: Table, booth: OpenedBooth) -> TableStep:
    """Play the take that was just spoken, or if there is none, the line as it sounds now."""
    match booth.mood:
        case BoothMood.HEARING:
            return hear_take(table, booth)
        case BoothMood.READING | BoothMood.REFUSED if booth.lines:
            return speak(table, booth.lines[booth.index][0], menu=True)
    return table, ()


def _turn(house: House, table: Table, booth: OpenedBooth, steps: int) -> TableStep:
    """Turn through the parts of a line. Beyond either end, turn to another line, unless somebody is speaking."""
    match booth.mood:
        case BoothMood.COUNTED_IN | BoothMood.SPEAKING:
            last = len(line_parts(house, table, booth)) - 1
            return table.with_feature(replace(booth, part=max(0, min(last, booth.part + steps)))), ()
        case BoothMood.READING | BoothMood.HEARING | BoothMood.REFUSED:
            return _other_line(house, table, booth, steps)
    return table, ()


def _other_line(house: House, table: Table, booth: OpenedBooth, steps: int) -> TableStep:
    at = booth
    for _ in range(abs(steps)):
        at = _one_on(house, table, at) if steps > 0 else _one_back(house, table, at)
    if at.index == booth.index:
        turned = table.with_feature(replace(booth, part=at.part))
        return answer_aloud(house, turned, *booth_lines(replace(booth, mood=BoothMood.READING)))
    return _become(table, replace(at, take=None), BoothMood.READING, DropTake())


def _one_on(house: House, table: Table, booth: OpenedBooth) -> OpenedBooth:
    if booth.part + 1 < len(line_parts(house, table, booth)):
        return replace(booth, part=booth.part + 1)
    return replace(booth, index=booth.index + 1, part=0) if booth.index + 1 < len(booth.lines) else booth


def _one_back(house: House, table: Table, booth: OpenedBooth) -> OpenedBooth:
    if booth.part:
        return replace(booth, part=booth.part - 1)
    if not booth.index:
        return booth
    before = replace(booth, index=booth.index - 1)
    return replace(before, part=len(line_parts(house, table, before)) - 1)
