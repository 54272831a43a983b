"""The hall: many tables at one broker, their tournament and their common dusk."""
