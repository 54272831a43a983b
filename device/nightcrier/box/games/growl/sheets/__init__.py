"""Games of GROWL on paper, for `nightcrier judge`."""
