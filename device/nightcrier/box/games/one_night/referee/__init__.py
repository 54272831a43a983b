"""The referee of One Night: how a night changes the cards, who dies, who wins."""
