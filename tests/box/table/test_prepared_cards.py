"""What a moderator reads before the first night stands whole on the glass, in every language."""

import pytest

from nightcrier.box.games.engine.hosted.dealing import ALL_DEALT, CardOrder, ShuffledCards
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.stages import Tell
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Cursor, Table
from nightcrier.box.table.ground.ask_and_tell import tell_view
from nightcrier.kernel.ids import Language
from tests.box.table.evening import Evening
from tests.box.table.people_menu import in_language
from tests.on_glass import measure
from tests.sampling import sampled_languages


def pages() -> list[Tell]:
    """With every role there is."""
    roles = tuple(ROLE_TABLE)
    village = WolfVillage(led=True, actual=roles, placed=dict(enumerate(roles)))
    rules = WolfRules(roles, len(roles), WherewolfOptions(dealing="entered"))
    return [
        stage
        for step in (CardOrder(), ShuffledCards("entered"), ALL_DEALT)
        if isinstance(stage := step.stage(rules, village), Tell)
    ]


@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_of_it_fits_with_its_foot(language: Language, real_house: House, real_table: Table) -> None:
    table = in_language(Evening(real_house, real_table), language).table
    for stage in pages():
        for index in range(len(stage.facts)):
            view = tell_view(real_house, table, stage, Cursor(index))
            measured = measure(view)
            assert measured.whole, (index, view.rows)
            assert measured.apart, (index, view.rows)
