"""To which topics of which tables the organiser's desk listens: to those of tables that have joined, and to no other's
at this broker."""

from device.hall.seen_hall import HeardOf
from device.net.mqtt.topics import TableTopics


class AttendedTables:
    """By their topics."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[str, HeardOf]] = {}
        self._of_games: dict[str, str] = {}

    @property
    def topics(self) -> frozenset[str]:
        return frozenset((*self._told, *self._of_games))

    def attend(self, name: str) -> tuple[str, ...]:
        """What is to be listened to."""
        topics = TableTopics(name)
        heard = {
            topics.availability: (name, HeardOf.AVAILABILITY),
            topics.state: (name, HeardOf.STATE),
            topics.left: (name, HeardOf.LEFT),
        }
        self._told |= heard
        self._of_games[topics.results] = name
        return *heard, topics.results

    def leave(self, name: str) -> tuple[str, ...]:
        """What need not be listened to any more: what it says from now on is nothing."""
        topics = TableTopics(name)
        left = (topics.availability, topics.state, topics.left, topics.results)
        for topic in left:
            self._told.pop(topic, None)
            self._of_games.pop(topic, None)
        return left

    def told(self, topic: str) -> tuple[str, HeardOf] | None:
        """Of which table, and what."""
        return self._told.get(topic)

    def games_of(self, topic: str) -> str | None:
        """The table that tells its results there."""
        return self._of_games.get(topic)
