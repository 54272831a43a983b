"""Finds rows of the scores that no box has written: SQLite takes any value for any column, and cards lose bits."""

from device.kernel.people import EveningKind, Presence
from device.memory.safe_database import Connection

_LONGEST_TEXT = 200

_SENSELESS = (
    "SELECT 1 FROM evening WHERE number NOT BETWEEN 1 AND 1000000000",
    "SELECT 1 FROM evening WHERE typeof(target) <> 'integer' OR target NOT BETWEEN 0 AND 1000000",
    "SELECT 1 FROM seat WHERE typeof(seat) <> 'integer' OR typeof(name) <> 'text'",
    "SELECT 1 FROM seat WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM seat WHERE evening NOT IN (SELECT number FROM evening)",
    "SELECT 1 FROM seat GROUP BY evening HAVING MIN(seat) <> 1 OR MAX(seat) <> COUNT(*)",
    "SELECT 1 FROM game WHERE typeof(game) <> 'text' OR typeof(scenario) <> 'text'",
    "SELECT 1 FROM game WHERE typeof(number) <> 'integer' OR number NOT BETWEEN 1 AND 1000000000",
    "SELECT 1 FROM game WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM game WHERE evening NOT IN (SELECT number FROM evening)",
    "SELECT 1 FROM result WHERE typeof(points) <> 'integer' OR points NOT BETWEEN 0 AND 1000000",
    "SELECT 1 FROM result WHERE typeof(evening) <> 'integer'",
    "SELECT 1 FROM result WHERE typeof(game) <> 'integer' OR typeof(seat) <> 'integer'",
    "SELECT 1 FROM result WHERE (evening, game) NOT IN (SELECT evening, number FROM game)",
    "SELECT 1 FROM result WHERE (evening, seat) NOT IN (SELECT evening, seat FROM seat)",
    "SELECT 1 FROM counted WHERE typeof(mark) <> 'text' OR typeof(points) NOT IN ('text', 'null')",
    "SELECT 1 FROM counted WHERE points GLOB '*[^0-9 ]*' OR points GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*'",
    "SELECT 1 FROM counted WHERE typeof(people) NOT IN ('text', 'null') OR people GLOB '*[^0-9 ]*'",
    (
        "SELECT 1 FROM counted WHERE points <> '' AND LENGTH(people) - LENGTH(REPLACE(people, ' ', ''))"
        " <> LENGTH(points) - LENGTH(REPLACE(points, ' ', ''))"
    ),
    "SELECT 1 FROM counted WHERE typeof(evening) NOT IN ('integer', 'null')",
    "SELECT 1 FROM counted WHERE typeof(game) NOT IN ('integer', 'null')",
    "SELECT 1 FROM counted WHERE (evening IS NULL) <> (people IS NULL)",
)
"""What finds a row that makes no sense, by itself or beside the others. No box comes near the bounds."""

_TEXTS = (
    "SELECT DISTINCT CAST(kind AS BLOB) FROM evening",
    "SELECT DISTINCT CAST(name AS BLOB) FROM seat",
    "SELECT DISTINCT CAST(presence AS BLOB) FROM seat",
    "SELECT DISTINCT CAST(game AS BLOB) FROM game",
    "SELECT DISTINCT CAST(scenario AS BLOB) FROM game",
    "SELECT DISTINCT CAST(mark AS BLOB) FROM counted",
    "SELECT DISTINCT CAST(points AS BLOB) FROM counted",
    "SELECT DISTINCT CAST(people AS BLOB) FROM counted",
)
"""Columns of text: of any bytes, as far as SQLite is concerned."""


def make_sense(connection: Connection) -> bool:
    """Whether everything in a database of this version can be counted with."""
    if not all(_is_text(value) for column in _TEXTS for (value,) in connection.execute(column)):
        return False
    kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM evening")}
    presences = {presence for (presence,) in connection.execute("SELECT DISTINCT presence FROM seat")}
    strange = kinds - set(EveningKind) or presences - set(Presence)
    return not strange and not any(list(connection.execute(f"{rows} LIMIT 1")) for rows in _SENSELESS)


def _is_text(value: bytes | None) -> bool:
    """Whether it can be read, and shown."""
    try:
        text = (value or b"").decode()
    except UnicodeDecodeError:
        return False
    return len(text) <= _LONGEST_TEXT and all(letter >= " " for letter in text)
