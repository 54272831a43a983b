"""Do the chores of root for a box, whose plug may be pulled at any step: take, save, bring back, update, forget."""
