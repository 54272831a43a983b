"""A feature that few boxes have, as the table keeps it while it is in use. What is behind each stands in a folder of
`device/table/plugs`."""

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from device.kernel.events import Event
from device.kernel.lamp import LampState
from device.show.stages import Perform
from device.table.house import House

if TYPE_CHECKING:
    from device.kernel.public_record import TableShown
    from device.table.state import Table, TableStep


class Feature(Struct, frozen=True):
    """What it knows, and what it does by itself."""

    keeps_on: ClassVar[bool] = False
    """Whether the box does not switch itself off meanwhile."""

    @property
    def asks_root(self) -> bool:
        """Whether root was asked for something, and has not answered."""
        return False

    def due(self, house: House, table: "Table") -> float | None:
        """The next moment at which it does something by itself, or what is seen of it changes."""
        return None

    def lamp(self, table: "Table") -> LampState | None:
        """What the lamp says before all else."""
        return None

    def tell(self, shown: "TableShown") -> "TableShown":
        """Add what a second program may know of it."""
        return shown

    def hold_show(self, table: "Table", stage: Perform, at: float, cue: int) -> "TableStep | None":
        """Let a show of a game wait on a page of its own; None where it may begin."""
        return None

    def settle(self, house: House, table: "Table", event: Event) -> "TableStep":
        """Do what waits for its moment, after whatever has happened, time that went by too."""
        return table, ()
