"""To which topics of which tables the organiser's desk listens: to those of tables that have joined, and to no other's
at this broker."""

from collections.abc import Mapping

from device.hall.seen_hall import HeardOf
from device.net.mqtt.topics import TableTopics


class AttendedTables:
    """By their topics; they answer the `hall`."""

    def __init__(self, hall: str) -> None:
        self._hall, self._told = hall, dict[str, tuple[str, HeardOf]]()

    @property
    def topics(self) -> frozenset[str]:
        return frozenset(self._told)

    def attend(self, name: str) -> tuple[str, ...]:
        """What is to be listened to."""
        heard = self._heard(name)
        self._told |= {topic: (name, of) for topic, of in heard.items()}
        return tuple(heard)

    def leave(self, name: str) -> tuple[str, ...]:
        """What need not be listened to any more: what it says from now on is nothing."""
        left = tuple(self._heard(name))
        for topic in left:
            self._told.pop(topic, None)
        return left

    def told(self, topic: str) -> tuple[str, HeardOf] | None:
        """Of which table, and what."""
        return self._told.get(topic)

    def _heard(self, name: str) -> Mapping[str, HeardOf]:
        topics = TableTopics(name)
        return {
            topics.availability: HeardOf.AVAILABILITY,
            topics.state: HeardOf.STATE,
            topics.left: HeardOf.LEFT,
            topics.results: HeardOf.RESULTS,
            topics.answer(self._hall): HeardOf.ANSWER,
        }
