"""The mixing desk: what is said and when, the bed under it, and the watch over the speaker."""
