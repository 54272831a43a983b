"""What writes the scripted evenings of GROWL: the plans, and hands that follow them."""
