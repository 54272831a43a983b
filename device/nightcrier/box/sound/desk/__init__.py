"""Holds the sound desk: what is said and when, the bed under the words, and the watch over the speaker."""
