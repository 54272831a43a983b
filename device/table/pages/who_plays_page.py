"""Who sits out, who comes, or is it a new evening? The dial goes through the answers, START or a press gives the one
shown, BACK takes one back. A game that waited for the answer begins with it."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, person_line, screen_line
from device.kernel.people import EveningPerson, Presence
from device.table.chosen_number import scenario_for, with_players
from device.table.effects import Remember
from device.table.house import House
from device.table.new_evening import begun_with, people_for
from device.table.other_people import seat_anew
from device.table.page_kinds import HomePage, Question, ShownPage, WhoPage
from device.table.pages.home import begin_or_advise, choose_scenario, deck_line
from device.table.pages.names import number, person_name
from device.table.pages.question import ask_over
from device.table.roster import evening_people, how_many_play, people_names, playing_now
from device.table.state import Table, TableStep, step_after
from device.table.talk import speak
from device.table.view import Size, Text, View
from device.table.who_plays import (
    NamedAnswer,
    OtherThanPerson,
    WhoAnswer,
    are_fewer,
    ask_who,
    is_over,
    people_to_name,
    who_answers,
    who_question,
)

FITS = LineId("who.fits")


class ShownWho(ShownPage, frozen=True):
    page: WhoPage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        answers = who_answers(house, table, self.page)
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                return replace(table, page=replace(self.page, index=(self.page.index + event.steps) % len(answers))), ()
            case ((Control.START | Control.DIAL), Gesture.PRESS):
                return _answered(house, table, self.page, _at_dial(house, table, self.page), event.at)
            case Control.BACK, Gesture.PRESS if self.page.picked:
                return replace(table, page=replace(self.page, picked=self.page.picked[:-1], index=0)), ()
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.page.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        question = Text(words.screen(language, who_question(house, table, self.page)), Size.MEDIUM)
        given = _at_dial(house, table, self.page)
        answer = Text(_label(house, table, given), Size.LARGE, inverse=True)
        missing = people_to_name(table, self.page)
        more = words.screen(language, "who.more", n=number(words, language, str(missing - 1)))
        counts = missing > 1 and given not in {OtherThanPerson.DECK, OtherThanPerson.EVENING}
        foot = (Text(more, Size.SMALL),) if counts else ()
        return View("who", language, (question, answer, *foot), kept=(answer,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """For ears: the question as it comes up, then the answer the dial stands at."""
        answer = _at_dial(house, table, self.page)
        first = () if self.page.index or self.page.picked else (screen_line(who_question(house, table, self.page)),)
        if isinstance(answer, OtherThanPerson):
            return (*first, screen_line(answer))
        return (*first, person_line(answer))


def begin_afresh(house: House, table: Table, page: WhoPage, at: float) -> TableStep:
    """A new evening it is."""
    return _begun(house, page, settle_anew(house, table, page), at)


def _at_dial(house: House, table: Table, page: WhoPage) -> WhoAnswer:
    """The answer shown; the last, where there are fewer than there were."""
    answers = who_answers(house, table, page)
    return answers[min(page.index, len(answers) - 1)]


def _answered(house: House, table: Table, page: WhoPage, answer: WhoAnswer, at: float) -> TableStep:
    if answer is OtherThanPerson.DECK:
        return _other_deck(house, table)
    if answer is OtherThanPerson.EVENING:
        return begin_afresh(house, table, page, at) if is_over(table, page) else ask_over(table, Question.NEW_EVENING)
    return _begun(house, page, settle_who(house, table, page, answer), at)


def _other_deck(house: House, table: Table) -> TableStep:
    """Home, with a deck for as many as are here; aloud which one that is."""
    here = playing_now(table)
    found = scenario_for(house, table.choices, here)
    if found is None:
        return replace(table, page=HomePage()), ()
    choices = choose_scenario(replace(table.choices, players=here), *found)
    told, said = speak(replace(table, choices=choices, page=HomePage()), FITS, deck_line(choices))
    return told, (Remember(choices), *said)


def _begun(house: House, page: WhoPage, settled: TableStep, at: float) -> TableStep:
    """The game that waited for the answer, once that is whole."""
    table, effects = settled
    if not page.starts or isinstance(table.page, WhoPage):
        return table, effects
    return step_after(effects, begin_or_advise(house, table, at))


def _label(house: House, table: Table, answer: WhoAnswer) -> str:
    words, language = house.words, table.choices.language
    if isinstance(answer, OtherThanPerson):
        return words.screen(language, answer)
    return person_name(words, language, answer, people_names(table).get(answer, ""))


def settle_anew(house: House, table: Table, page: WhoPage) -> TableStep:
    """All begins afresh; where more are here than the game is for, once people have said who of them sits out."""
    players = table.choices.setup.players
    people = people_for(table, players)
    if how_many_play(people) > players:
        return ask_who(house, table, page.under, starts=page.starts, anew=True)
    return _agreed(table, page, people)


def _agreed(table: Table, page: WhoPage, people: tuple[EveningPerson, ...]) -> TableStep:
    """Their new evening: at once, or with the game that waits for the answer."""
    if page.starts:
        return replace(table, page=page.under, anew=people), ()
    agreed = with_players(table.choices, table.choices.setup.players)
    begun, effects = begun_with(replace(table, choices=agreed), people)
    return replace(begun, page=page.under), (*effects, Remember(agreed))


def settle_who(house: House, table: Table, page: WhoPage, answer: NamedAnswer) -> TableStep:
    """One more is named; the page goes once nobody is missing."""
    person = 0 if answer is OtherThanPerson.NEWCOMER else answer
    named = replace(page, picked=(*page.picked, person), index=0)
    if people_to_name(table, named):
        return replace(table, page=named), ()
    people = _with_named(table, named)
    if page.anew:
        return _agreed(table, page, tuple(person for person in people if person.presence is not Presence.LEFT))
    settled, effects = seat_anew(house, table, people)
    return replace(settled, page=page.under), effects


def _with_named(table: Table, page: WhoPage) -> tuple[EveningPerson, ...]:
    """The evening as the page has it: who was named sits out, or plays again; who is new sits last."""
    changed = Presence.SITS_OUT if are_fewer(table, page) else Presence.PLAYS
    people = [
        replace(each.person, presence=changed) if number in page.picked else each.person
        for number, each in enumerate(evening_people(table), 1)
    ]
    return (*people, *[EveningPerson()] * page.picked.count(0))
