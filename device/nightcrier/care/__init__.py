"""Do the chores of root for a box: bring files onto the box, save the box, restore it, update it, and erase what people
did with it. The plug may be pulled at any step."""
