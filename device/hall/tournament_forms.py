"""The forms of a tournament's pages: what the organiser changes, as a function of how it stands."""

from device.hall.form_reading import ChangeReaders, Fields, TournamentChange
from device.hall.people_forms import PEOPLE_READERS
from device.hall.results_forms import RESULTS_READERS
from device.hall.round_forms import ROUND_READERS

_READERS: ChangeReaders = {**PEOPLE_READERS, **ROUND_READERS, **RESULTS_READERS}
CHANGES = frozenset(_READERS)


def asked_change(path: str, fields: Fields) -> TournamentChange:
    """Raises RequestRefused. It and the change itself raise WrongUse, BadFile, and NotSent where there are words."""
    return _READERS[path](fields)
