"""What every clip keeps to, whoever spoke it. Plain numbers: `voices check` reads them where no studio is installed."""

from device.kernel.ids import Decibels, Seconds

CLIP_LOUDNESS: Decibels = -16.0  # LUFS
LOUDNESS_WITHIN: Decibels = 0.5
HIGHEST_PEAK: Decibels = -1.5  # of the wave between the samples
SHORTEST_LINE: Seconds = 0.6
LONGEST_LINE: Seconds = 9.0
SECONDS_WITHIN: Seconds = 0.02  # between a list and the file it names
