"""Do the chores of root for a box: bring files onto the box, save the box, restore it, update it, and forget. The plug
may be pulled at any step."""
