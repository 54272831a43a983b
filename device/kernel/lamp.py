"""What the lamp can say: the table chooses, the panel lights it, the witnesses are told."""

from enum import StrEnum


class LampState(StrEnum):
    OFF = "off"
    HOME = "home"
    NIGHT = "night"
    WINDOW = "window"
    DAY = "day"
    LAST_MINUTE = "last-minute"
    FAULT = "fault"
    HERE = "here"  # whoever looks for this box among many sees it
