"""Lists the features of the box, and everything that they add. No other file of the table names a feature."""

from nightcrier.box.events import Control, FeatureNews, Gesture, Input
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.over.menu_items import ItemsOf, Menu
from nightcrier.box.table.plugs.chores.root_work import CHORES
from nightcrier.box.table.plugs.ear.ear_row import EAR
from nightcrier.box.table.plugs.feature_plug import FeaturePlug
from nightcrier.box.table.plugs.hall.hall import HALL
from nightcrier.box.table.plugs.keys.plug import KEYS
from nightcrier.box.table.plugs.phone.phone_page import PHONE
from nightcrier.box.table.plugs.recording.menu import RECORDING

_PLUGS: tuple[FeaturePlug, ...] = (RECORDING, CHORES, PHONE, HALL, KEYS, EAR)
_HEARS = {kind: follow for plug in _PLUGS for kind, follow in plug.hears.items()}
MENUS_OF_FEATURES: tuple[Menu, ...] = tuple(menu for plug in _PLUGS for menu in plug.menus)
ROWS_OF_FEATURES: tuple[tuple[str, ItemsOf], ...] = tuple(rows for plug in _PLUGS for rows in plug.rows)
WISHES_OF_FEATURES = {wish: row for plug in _PLUGS for wish, row in plug.wishes.items()}


def follow_news(house: House, table: Table, event: FeatureNews) -> TableStep:
    return _HEARS[type(event.news)](house, table, event.news, event.at)


def hold_start(house: House, table: Table, event: Input) -> TableStep | None:
    """Do what a feature wants when START is held, at home or by day. If no feature wants anything, return None."""
    if (event.control, event.gesture) != (Control.START, Gesture.HOLD):
        return None
    return next(filter(None, (plug.start_held(house, table, event.at) for plug in _PLUGS)), None)
