"""Contains the feature of a table in a hall. Such a table can call the organizer, shows messages, and can be found by
its lamp."""
