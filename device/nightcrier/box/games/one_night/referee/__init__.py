"""The referee of One Night: what a night does to the cards, who dies, who wins."""
