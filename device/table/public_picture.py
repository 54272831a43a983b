"""The picture of the table in which a result is entered at once, as everybody may see it: what was answered so far
stands in it."""

from device.kernel.ids import Language
from device.kernel.public_question import PicturedSeat, PublicPicture
from device.show.answers import all_values
from device.show.result_picture import AskedDeaths, AskedHolder, AskedVote, entered_so_far
from device.show.stages import Ask, Tell
from device.table.house import House
from device.table.pages.names import Seating, fact_text, who_sits
from device.table.session_state import Session
from device.words.catalogue import UNHEARD


def public_picture(house: House, language: Language, session: Session, seats: Seating) -> PublicPicture | None:
    """None where the stage has none."""
    stage = session.stage
    if not isinstance(stage, Ask | Tell) or stage.picture is None:
        return None
    picture = stage.picture
    answered = [(given.ask.part, all_values(given.value)) for given in session.given if given.ask.part]
    entered = entered_so_far(answered, picture)
    sitting = [who_sits(seats, seat) for seat in range(1, picture.players + 1)]
    places = {card.value: place for place, card in enumerate(picture.cards, 1)}
    return PublicPicture(
        tuple(PicturedSeat(each.person, each.name) for each in sitting),
        tuple(fact_text(house.words, language, card.label, seats).translate(UNHEARD) for card in picture.cards),
        _asked(stage),
        entered.points,
        entered.dead,
        tuple(places.get(card, 0) for card in entered.cards),
    )


def _asked(stage: Ask | Tell) -> str:
    match stage:
        case Ask(part=AskedDeaths()):
            return "died"
        case Ask(part=AskedVote()):
            return "points"
        case Ask(part=AskedHolder()):
            return "holds"
    return ""
