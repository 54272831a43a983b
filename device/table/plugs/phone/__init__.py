"""How a phone comes to this box, also where there is no network."""
